"""A served Slack, and the service with its door to it open."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from aiohttp import web

from service.channels.slack import DOOR
from tests.service.served import FakeRasa, Service, served, until
from tests.service.slack.fake import FakeSlack

Opens = Callable[..., Awaitable[Service]]


@pytest.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    fake = FakeSlack()
    async with served(web.AppRunner(fake.app(), shutdown_timeout=0.1)) as base_url:
        fake.base_url = base_url
        yield fake


@pytest.fixture
def opened(serve: Callable[..., Any], slack: FakeSlack, rasa: FakeRasa) -> Opens:
    """Return ``await opened(socket=…, section={...})``: the service when Slack has told who the bot is."""

    async def start(*, socket: bool = False, wait: bool = True, **overrides: dict[str, Any]) -> Service:
        where = {"slack": {"api_url": f"{slack.base_url}/api/"}}
        service: Service = await serve(environ=slack.environ(socket=socket), **where, **overrides)
        if wait:
            await until(lambda: "auth.test" in slack.calls and service.app[DOOR].ready)
        return service

    return start


@pytest.fixture
async def service(opened: Opens) -> Service:
    return await opened()
