"""The application with its doors for assistants open, and the platforms that call it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest

from engine.config import Config
from engine.pipeline import Engine
from service.channels.voice.alexa import DOOR
from service.channels.voice.skill import AlexaDoor
from service.server.app import make_app, make_runner
from service.server.chat import Chat
from service.server.pool import Pool
from tests.service.served import FakeRasa, served
from tests.service.voice.voice_platforms import SKILL_ID, Alexa

TOKENS = {"DIALOGFLOW_TOKEN": "dialogflow-secret", "VOICE_TOKEN": "voice-secret"}


@pytest.fixture
async def open_alexa(settings: Callable[..., Config], rasa: FakeRasa) -> AsyncIterator[Callable[..., Any]]:
    """Return ``await open_alexa(section={...})``: Alexa, with a skill that is the application."""
    async with AsyncExitStack() as stack:

        async def start(**overrides: dict[str, Any]) -> Alexa:
            engine = Engine(settings(**overrides))
            stack.callback(engine.close)
            pool = Pool(engine.config.service)
            stack.callback(pool.close)
            chat = Chat(engine, pool, rasa)
            rasa.dialogue = chat.dialogue
            app = make_app(engine, pool, chat)
            platform = await stack.enter_async_context(Alexa().served())
            app[DOOR] = AlexaDoor(app, SKILL_ID, http=platform.http, anchors=platform.anchors)
            url = await stack.enter_async_context(served(make_runner(app)))
            platform.url = f"{url}/alexa"
            return platform

        yield start


@pytest.fixture
async def alexa(open_alexa: Callable[..., Any]) -> Alexa:
    started: Alexa = await open_alexa()
    return started
