"""The event loop waits for nobody's work: what is done on it for one request takes no time that others notice."""

from __future__ import annotations

import asyncio
import gc
import json
import signal
import threading
import time
from asyncio.events import Handle
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks.loop import late, measure, watched
from benchmarks.serving import running

pytestmark = pytest.mark.long

LONGEST_S = 0.02
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


async def test_the_largest_inputs_of_all_doors_are_taken_apart_in_short_steps(index: Path) -> None:
    with watched(str(index)) as (service, told):
        await service.ready()
        found = await measure(service, told, times=3)
    assert len(found) > 80
    assert not late(found)


async def test_full_collections_leave_out_what_was_collected_before_until_the_service_rests(index: Path) -> None:
    looked = "any(one is kept for one in gc.get_objects())"
    look = f"kept = []; gc.collect(); found = [{looked} for _ in range(100) if gc.collect() or True]; "
    look += "kept.append(Ring()); gc.collect(); kept.clear(); gc.collect(); "
    look += "print('again:', found.count(True), flush=True)"
    before = (
        "import gc, signal; from service.server import serve; serve.WHOLE_EVERY_S = 0.5; "
        "Ring = type('Ring', (), dict(__init__=lambda self: setattr(self, 'ring', self), "
        "__del__=lambda _: print('rested:', flush=True))); "
        f"signal.signal(signal.SIGUSR1, lambda *_: exec({look!r}, dict(gc=gc, Ring=Ring))); "
    )
    with running(str(index), "[rasa]\nenabled = false\n", before=before) as service:
        for said, then in (("is ready: ", signal.SIGUSR1), ("rested:", signal.SIGTERM)):
            while said not in service.log.read_text("utf-8"):  # noqa: ASYNC110
                await asyncio.sleep(0.1)
            service.process.send_signal(then)
        assert "again: 0\nrested:\n" in service.log.read_text("utf-8")


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
