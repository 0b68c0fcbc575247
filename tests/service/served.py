"""What the tests of the doors speak with: a stand-in for Rasa, the public application on loopback, hostile names."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import aiohttp
import psutil
from aiohttp import web
from jsonschema import Draft202012Validator
from yarl import URL

from engine import schemas
from engine.config import RasaConfig
from engine.errors import EngineError
from engine.pipeline import Engine
from service.dialogue import Dialogue
from service.server.app import ROUTES
from service.server.openapi import describe
from service.server.pool import Pool
from service.server.requests import CHAT

HOSTILE_IDS = [
    "https://example.org/a b/c?d=e&f=g#h",
    "100%25/50%",
    "#",
    "a//b/",
    "a/../b",
    "{x}\\<script>\"'",
    "C++ + C#",
    "ß/λ/🍵",
    "x" * 500,
]

VOICES = [
    "My aunt says that tea is better than coffee for sleep because it has less caffeine.",
    "For a good night of sleep, tea has always been a better choice than coffee in our family.",
    "Every nurse here knows that tea is better than coffee when patients cannot sleep.",
    "Grandpa found tea much better than coffee for his sleep, as he told everybody.",
    "After a late dinner tea is better than coffee, or there will be no sleep before two.",
    "I tried both for a month: tea was better than coffee for sleep, and easier on the stomach.",
    "Doctors often insist that I prefer coffee over tea in the morning.",
    "On a cold platform at six o'clock I prefer coffee over tea.",
    "Her old teacher wrote that tea is as good as coffee at work.",
    "Half our office thinks that we sell tea and coffee.",
    "Is tea better than coffee?",
]


def documents() -> Iterator[dict[str, Any]]:
    for n, text in enumerate(VOICES, 1):
        yield {
            "id": f"voice-{n}",
            "title": f"Voice {n}",
            "source": f"host-{n}",
            "date": "2024-05-01",
            "sents": ["I thought about it.", text, "That is all."],
        }
    for name in HOSTILE_IDS:
        yield {"id": name, "title": name, "url": "https://example.org/", "sents": ["One plain thing.", "Another one."]}


def children_with(argument: str) -> list[psutil.Process]:
    """Return the processes below this one that were started with an argument and have not ended."""
    found = []
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            if argument in child.cmdline():
                found.append(child)
    return found


class FakeRasa:
    """Rasa's REST channel, served on loopback; ``says`` makes what it sends.

    Attributes:
        says: Takes the body of a request and returns the messages, or a whole response.
        heard: The bodies of all requests.
        up: What ``ready`` returns.
        dialogue: Where the comparisons of its actions are made; in what it says they stand as requests.
    """

    dialogue: Dialogue

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
        if isinstance(said, web.StreamResponse):
            return said
        return web.json_response([self._made(body["sender"], part) for part in said])

    def _made(self, sender: str, part: Any) -> Any:
        """Return a part with the comparison that its payload asks for made, and named by its id."""
        custom = part.get("custom") if isinstance(part, dict) else None
        if not isinstance(custom, dict) or not isinstance(custom.get("comparison"), dict):
            return part
        try:
            query = schemas.parse(schemas.ComparedRequest, json.dumps(custom["comparison"])).to_query()
            found = self.dialogue.comparisons.make(sender, query)
        except EngineError:
            return part
        return {**part, "custom": {**custom, "comparison": self.dialogue.comparisons.id_of(sender, found)}}


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

    def __init__(self, url: str, http: aiohttp.ClientSession, engine: Engine, pool: Pool, app: web.Application) -> None:
        self.url = url
        self.http = http
        self.engine = engine
        self.pool = pool
        self.app = app
        self.store = app[CHAT].store

    def at(self, path: str) -> URL:
        """Return an address; ``path`` is percent-encoded already."""
        return URL(self.url + path, encoded=True)

    async def get(self, path: str, **options: Any) -> tuple[int, Any]:
        return await self.send("GET", path, **options)

    async def post(self, path: str, body: Any = None, **options: Any) -> tuple[int, Any]:
        return await self.send("POST", path, json=body, **options)

    async def send(self, method: str, path: str, **options: Any) -> tuple[int, Any]:
        """Send a request; hold a JSON answer against the description of its route."""
        async with self.http.request(method, self.at(path), **options) as response:
            raw = await response.read()
            if response.content_type != "application/json":
                return response.status, raw.decode()
            body = json.loads(raw)
            conforms(method, path, response.status, body)
            return response.status, body


DOCUMENT = describe(ROUTES)


def conforms(method: str, path: str, status: int, body: Any) -> None:
    """Assert that an answer is what the description says of its route."""
    described = operation(method, path)
    if described is None:
        assert status in {404, 405}
        schema: Any = {"$ref": "#/components/schemas/Error"}
    else:
        assert str(status) in described["responses"], f"{method} {path} answers {status}, which is not described"
        schema = described["responses"][str(status)]["content"]["application/json"].get("schema", True)
    Draft202012Validator({"components": DOCUMENT["components"], "allOf": [schema]}).validate(body)


def operation(method: str, path: str) -> dict[str, Any] | None:
    """Return the description of the route that a request takes; None when there is none."""
    for template, operations in DOCUMENT["paths"].items():
        pattern = re.sub(r"\\{\w+\\}", ".+", re.escape(template))
        if method.lower() in operations and re.fullmatch(pattern, path.partition("?")[0]):
            described: dict[str, Any] = operations[method.lower()]
            return described
    return None


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


async def until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so, at most five seconds."""
    async with asyncio.timeout(5):
        while not is_so():  # noqa: ASYNC110 - what is waited for happens in another thread
            await asyncio.sleep(0.01)


def installed(folder: Path, program: str, *, timeout_s: float = 5.0) -> RasaConfig:
    """Make an environment whose ``python`` runs a program in place of Rasa, and a model."""
    python = folder / "venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    (folder / "rasa.py").write_text(program, "utf-8")
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{folder / "rasa.py"}" "$@"\n', "utf-8")
    python.chmod(0o755)
    (folder / "models").mkdir()
    (folder / "models" / "a.tar.gz").touch()
    return RasaConfig(
        enabled=True,
        folder=folder / "venv",
        model=folder / "models",
        timeout_s=timeout_s,
    )
