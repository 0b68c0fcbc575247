"""The event loop waits for nobody's work: what is done on it for one request takes no time that others notice."""

from __future__ import annotations

import asyncio
import gc
import json
import threading
import time
from asyncio.events import Handle
from collections.abc import Callable, Iterator
from typing import Any

import pytest

LONGEST_S = 0.02
MOST = 65_000
"""Bytes of a body; a few more are refused by their number."""


def filled(start: str, part: str, end: str) -> str:
    return start + ",".join([part] * ((MOST - len(start + end)) // (len(part) + 1))) + end


BODIES = {
    "many numbers": filled('{"objects": [', "1", "]}"),
    "many names": filled('{"objects": [', '"a"', "]}"),
    "many aspects": filled('{"objects": ["tea", "coffee"], "aspects": [', '{"name": "a"}', "]}"),
    "many keys": "{" + ",".join(f'"{n}": 1' for n in range(MOST // 12)) + "}",
    "deep": '{"question": ' + "[" * (MOST // 2),
    "long": json.dumps({"question": "a " * (MOST // 2 - 10), "message": ""}),
}
TURNS = ("Is tea better than coffee?", "why?", "show me the sources", "tea, coffee, milk, beer, wine or water?", "why?")


@pytest.fixture
def longest_s(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], float]]:
    """Return what returns the longest processor time of a step of the event loop since it was asked last."""
    took, run, loop = [0.0], Handle._run, threading.get_ident()

    def timed(handle: Handle) -> None:
        started = time.thread_time()
        run(handle)
        if threading.get_ident() == loop:
            took.append(time.thread_time() - started)

    def longest() -> float:
        found = max(took)
        took[:] = [0.0]
        return found

    monkeypatch.setattr(Handle, "_run", timed)
    gc.disable()  # it goes through what all the tests before left
    yield longest
    gc.enable()


async def send(service: Any, path: str, body: str) -> tuple[int, Any]:
    headers = {"Content-Type": "application/json"}
    async with service.http.post(service.at(path), data=body, headers=headers) as answer:
        return answer.status, json.loads(await answer.read())


@pytest.mark.parametrize("path", ["/api/v1/ask", "/api/v1/compare", "/api/v1/chat"])
async def test_a_hostile_body_is_refused_at_once(
    serve: Callable[..., Any], longest_s: Callable[[], float], path: str
) -> None:
    service = await serve()
    took = {}
    for name, body in BODIES.items():
        longest_s()
        assert (await send(service, path, body))[0] == 400
        took[name] = longest_s()
    assert not {name: seconds for name, seconds in took.items() if seconds > LONGEST_S}


async def test_a_conversation_is_answered_in_short_steps(
    serve: Callable[..., Any], longest_s: Callable[[], float]
) -> None:
    service, session, took = await serve(dialogue=None), None, {}
    await asyncio.to_thread(service.engine.warm)
    for turn in ("hello", *TURNS):
        longest_s()
        _, said = await send(service, "/api/v1/chat", json.dumps({"message": turn, "session": session}))
        session, took[turn] = said["session"], longest_s()
    assert not {turn: seconds for turn in TURNS if (seconds := took[turn]) > LONGEST_S}
