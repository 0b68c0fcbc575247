"""A small real index, a served stand-in for Rasa, and the public application on loopback."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from jsonschema import Draft202012Validator
from yarl import URL

from engine.config import Config, load_config
from engine.pipeline import Engine
from engine.retrieval.build import build_index
from service.chat import Chat
from service.http import make_app, make_runner
from service.pool import Pool

HOSTILE_IDS = [
    "https://example.org/a b/c?d=e&f=g#h",
    "100%25/50%",
    "#",
    "a//b/",
    "{x}\\<script>\"'",
    "C++ + C#",
    "ß/λ/🍵",
    "x" * 500,
]

VOICES = [
    ("tea is better than coffee for sleep because it has less caffeine.", 6),
    ("I prefer coffee over tea in the morning.", 2),
    ("Tea is as good as coffee at work.", 1),
    ("We sell tea and coffee.", 1),
    ("Is tea better than coffee?", 1),
]


def documents() -> Iterator[dict[str, Any]]:
    n = 0
    for text, times in VOICES:
        for _ in range(times):
            n += 1
            sentences = ["I thought about it.", f"Voice {n} says that {text}", "That is all."]
            yield {
                "id": f"voice-{n}",
                "title": f"Voice {n}",
                "source": f"host-{n}",
                "date": "2024-05-01",
                "sents": sentences,
            }
    for name in HOSTILE_IDS:
        yield {"id": name, "title": name, "url": "https://example.org/", "sents": ["One plain thing.", "Another one."]}


@pytest.fixture(scope="session")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("index")
    source = folder / "source.jsonl"
    source.write_text("".join(json.dumps(document) + "\n" for document in documents()), "utf-8")
    build_index([source], folder / "index")
    return folder / "index"


@pytest.fixture
def settings(index: Path) -> Callable[..., Config]:
    """Return ``settings(section={...})``: the defaults over the small index, with changes."""

    def make(**overrides: dict[str, Any]) -> Config:
        base: dict[str, dict[str, Any]] = {"retrieval": {"index": index}, "rasa": {"timeout_s": 2.0}}
        merged = {name: base.get(name, {}) | overrides.get(name, {}) for name in {*base, *overrides}}
        return load_config(overrides=merged, environ={})

    return make


class FakeRasa:
    """Rasa's REST channel, served on loopback; ``says`` makes what it sends.

    Attributes:
        says: Takes the body of a request and returns the messages, or a whole response.
        heard: The bodies of all requests.
        up: What ``ready`` returns.
    """

    def __init__(self) -> None:
        self.says: Callable[[dict[str, Any]], Any] = lambda body: [{"text": f"You said {body['message']}"}]
        self.heard: list[dict[str, Any]] = []
        self.up = True
        self.base_url = ""

    async def ready(self) -> bool:
        return self.up

    async def webhook(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        self.heard.append(body)
        said = self.says(body)
        if hasattr(said, "__await__"):
            said = await said
        return said if isinstance(said, web.StreamResponse) else web.json_response(said)


@pytest.fixture
async def rasa() -> AsyncIterator[FakeRasa]:
    fake = FakeRasa()
    app = web.Application()
    app.router.add_post("/webhooks/rest/webhook", fake.webhook)
    async with served(web.AppRunner(app, shutdown_timeout=0.1)) as base_url:
        fake.base_url = base_url
        yield fake


@asynccontextmanager
async def served(runner: web.AppRunner) -> AsyncIterator[str]:
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


class Service:
    """The public application on loopback, and a client of it that knows its own description."""

    def __init__(self, url: str, http: aiohttp.ClientSession, engine: Engine, pool: Pool) -> None:
        self.url = url
        self.http = http
        self.engine = engine
        self.pool = pool

    def at(self, path: str) -> URL:
        """Return an address; ``path`` is percent-encoded already."""
        return URL(self.url + path, encoded=True)

    async def get(self, path: str, **options: Any) -> tuple[int, Any]:
        return await self.send("GET", path, **options)

    async def post(self, path: str, body: Any = None, **options: Any) -> tuple[int, Any]:
        return await self.send("POST", path, json=body, **options)

    async def send(self, method: str, path: str, **options: Any) -> tuple[int, Any]:
        """Send a request; check a JSON answer against the description of its route."""
        async with self.http.request(method, self.at(path), **options) as response:
            raw = await response.read()
            if response.content_type != "application/json":
                return response.status, raw.decode()
            body = json.loads(raw)
            if path != "/openapi.json":
                await self.check(method, path, response.status, body)
            return response.status, body

    async def check(self, method: str, path: str, status: int, body: Any) -> None:
        _, document = await self.get("/openapi.json")
        operation = next((found for found in operations(document) if found.answers(method, path)), None)
        if operation is None:
            assert status in {404, 405}
            schema: Any = {"$ref": "#/components/schemas/Error"}
        else:
            assert str(status) in operation.responses, f"{method} {path} answers {status}, which is not described"
            schema = operation.responses[str(status)]["content"]["application/json"].get("schema", True)
        Draft202012Validator({"components": document["components"], "allOf": [schema]}).validate(body)


class Operation:
    """One operation of an OpenAPI document."""

    def __init__(self, method: str, path: str, description: dict[str, Any]) -> None:
        self.method = method.upper()
        self.parts = path.split("/")
        self.responses = description["responses"]

    def answers(self, method: str, path: str) -> bool:
        parts = path.partition("?")[0].split("/")
        fixed = [(own, part) for own, part in zip(self.parts, parts, strict=False) if not own.startswith("{")]
        return method == self.method and len(parts) == len(self.parts) and all(own == part for own, part in fixed)


def operations(document: dict[str, Any]) -> Iterator[Operation]:
    for path, methods in document["paths"].items():
        for method, description in methods.items():
            yield Operation(method, path, description)


def is_error(answer: tuple[int, Any], status: int, code: str) -> str:
    """Assert that an answer is an error of the one shape; return its message."""
    got, body = answer
    assert got == status, body
    assert set(body) == {"error", "request_id"}
    assert set(body["error"]) == {"code", "message", "status"}
    assert (body["error"]["code"], body["error"]["status"]) == (code, status)
    message = str(body["error"]["message"])
    assert "Traceback" not in message
    assert 0 < len(message) < 1000
    return message


@pytest.fixture
async def serve(settings: Callable[..., Config], rasa: FakeRasa) -> AsyncIterator[Callable[..., Any]]:
    """Return ``await serve(section={...})``: the application over the small index and the stand-in for Rasa."""
    async with AsyncExitStack() as stack:

        async def start(*, retriever: Any = None, dialogue: Any = rasa, **overrides: dict[str, Any]) -> Service:
            engine = Engine(settings(**overrides), retriever=retriever)
            stack.callback(engine.close)
            pool = Pool(engine.config.service)
            stack.callback(pool.close)
            runner = make_runner(make_app(engine, pool, Chat(engine, pool, dialogue)))
            url = await stack.enter_async_context(served(runner))
            http = await stack.enter_async_context(aiohttp.ClientSession())
            return Service(url, http, engine, pool)

        yield start


@pytest.fixture
async def service(serve: Callable[..., Any]) -> Service:
    started: Service = await serve()
    return started
