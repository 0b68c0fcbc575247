"""A stand-in for an OpenAI-compatible endpoint on loopback, which does as it is told, good or bad."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from typing import Any

from aiohttp import web

Speak = Callable[[dict[str, Any]], AsyncIterator[bytes] | str]
"""Given the data of the prompt, what is sent: raw bytes, or a text as well-formed events."""


class FakeModel:
    """Checks what a real endpoint checks and speaks as set.

    Attributes:
        speak: What it answers.
        status: HTTP status of its replies.
        content_type: Type of its replies.
        asked: The bodies of all requests.
        keys: Their ``Authorization``.
    """

    def __init__(self) -> None:
        self.speak: Speak = faithful
        self.status = 200
        self.content_type = "text/event-stream"
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.url = ""

    async def complete(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        self.asked.append(body)
        self.keys.append(request.headers.get("Authorization"))
        assert body["stream"] is True
        assert body["max_tokens"] > 0
        assert [message["role"] for message in body["messages"]] == ["system", "user", "assistant", "user"]
        reply = web.StreamResponse(status=self.status, headers={"Content-Type": self.content_type})
        await reply.prepare(request)
        said = self.speak(json.loads(body["messages"][-1]["content"]))
        async for chunk in events(said) if isinstance(said, str) else said:
            await reply.write(chunk)
        return reply


async def events(text: str, *, done: bool = True) -> AsyncIterator[bytes]:
    """Yield a text as a real server streams it: in pieces, with comments, empty choices and lines cut anywhere."""
    raw = b": ping\n\n" + event({"choices": [{"delta": {"role": "assistant", "content": None}}]})
    raw += b"".join(event({"choices": [{"delta": {"content": piece}}]}) for piece in re.findall(r"\S+\s*|\s+", text))
    raw += event({"choices": [], "usage": {"total_tokens": 1}}) + (b"data: [DONE]\n\n" if done else b"")
    for start in range(0, len(raw), 1000):
        yield raw[start : start + 1000]


def event(value: Any) -> bytes:
    return f"data: {json.dumps(value)}\n\n".encode()


def faithful(data: dict[str, Any]) -> str:
    """Quote what was given."""
    return " ".join(f"One source says “{one['says']}” [{one['n']}]." for one in data["sentences"][:4])


@contextmanager
def served(model: FakeModel) -> Iterator[FakeModel]:
    """Serve a model on loopback from a thread, since a generator blocks the one it is called in."""
    loop = asyncio.new_event_loop()

    async def start() -> web.AppRunner:
        app = web.Application()
        app.router.add_post("/v1/chat/completions", model.complete)
        runner = web.AppRunner(app, shutdown_timeout=0.1, access_log=None, handler_cancellation=True)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        model.url = f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
        return runner

    runner = loop.run_until_complete(start())
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        yield model
    finally:
        asyncio.run_coroutine_threadsafe(runner.cleanup(), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
        loop.close()
