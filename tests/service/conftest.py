"""A small real index, a served stand-in for Rasa, and the public application on loopback."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from engine.config import Config, load_config
from engine.pipeline import Engine
from engine.retrieval.embedded.build import build_index
from service.server.app import make_app, make_runner
from service.server.chat import Chat
from service.server.pool import Pool
from tests.service.served import FakeRasa, Service, documents, served


@pytest.fixture(scope="session")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("index")
    source = folder / "source.jsonl"
    source.write_text("".join(json.dumps(document) + "\n" for document in documents()), "utf-8")
    build_index([source], folder / "index")
    return folder / "index"


@pytest.fixture
def settings(index: Path) -> Callable[..., Config]:
    """Return ``settings(section={...})``: the defaults over the small index, with changes; secrets by ``environ``."""

    def make(environ: dict[str, str] | None = None, **overrides: dict[str, Any]) -> Config:
        base: dict[str, dict[str, Any]] = {
            "retrieval": {"index": index},
            "rasa": {"timeout_s": 30.0},
            "service": {"database": "sqlite://"},
        }
        merged = {name: base.get(name, {}) | overrides.get(name, {}) for name in {*base, *overrides}}
        return load_config(overrides=merged, environ=environ or {})

    return make


@pytest.fixture
async def rasa() -> AsyncIterator[FakeRasa]:
    fake = FakeRasa()
    app = web.Application()
    app.router.add_post("/webhooks/rest/webhook", fake.webhook)
    async with served(web.AppRunner(app, shutdown_timeout=0.1)) as base_url:
        fake.base_url = base_url
        yield fake


@pytest.fixture
async def serve(settings: Callable[..., Config], rasa: FakeRasa) -> AsyncIterator[Callable[..., Any]]:
    """Return ``await serve(section={...})``: the application over the small index and the stand-in for Rasa."""
    async with AsyncExitStack() as stack:

        async def start(
            *,
            retriever: Any = None,
            dialogue: Any = rasa,
            environ: dict[str, str] | None = None,
            **overrides: dict[str, Any],
        ) -> Service:
            engine = Engine(settings(environ, **overrides), retriever=retriever)
            stack.callback(engine.close)
            pool = Pool(engine.config.service)
            stack.callback(pool.close)
            chat = Chat(engine, pool, dialogue)
            rasa.dialogue = chat.dialogue
            app = make_app(engine, pool, chat)
            url = await stack.enter_async_context(served(make_runner(app)))
            http = await stack.enter_async_context(aiohttp.ClientSession())
            return Service(url, http, engine, pool, app)

        yield start


@pytest.fixture
async def service(serve: Callable[..., Any]) -> Service:
    started: Service = await serve()
    return started
