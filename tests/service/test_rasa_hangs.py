"""A Rasa that hangs holds nobody up: its rules are followed here until it answers again."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from service import rasa_process
from service.rasa_process import RasaProcess
from tests.service.served import children_with, installed

pytestmark = pytest.mark.long

ECHOING = """
import json, sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

class Rasa(BaseHTTPRequestHandler):
    def answer(self, said):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(said).encode())
    def do_GET(self):
        self.answer({})
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.answer([{"text": "Rasa says so."}])
    def log_message(self, *_):
        pass

ThreadingHTTPServer(("127.0.0.1", int(sys.argv[sys.argv.index("--port") + 1])), Rasa).serve_forever()
"""


PATIENCE_S = 600.0
"""Longer than anything takes here, however busy the machine is."""


async def until(say: Callable[[str], Awaitable[str]], message: str) -> str:
    """Say something until Rasa answers it."""
    async with asyncio.timeout(PATIENCE_S):
        while (said := await say(message)) != "Rasa says so.":  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.2)
    return said


async def test_a_turn_is_answered_while_rasa_hangs_and_by_rasa_when_it_is_back(
    serve: Callable[..., Any], tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    rasa = RasaProcess(installed(tmp_path, ECHOING, timeout_s=PATIENCE_S), service_url="http://127.0.0.1:9")
    await rasa.start()
    try:
        service = await serve(dialogue=rasa, rasa={"timeout_s": PATIENCE_S})

        async def say(message: str) -> str:
            status, turn = await service.post("/api/v1/chat", {"message": message})
            assert status == 200
            return " ".join(reply["text"] for reply in turn["replies"])

        assert await until(say, "hello") == "Rasa says so."
        await asyncio.to_thread(service.engine.warm)
        await asyncio.to_thread(service.engine.compare, ["tea", "coffee"])
        (process,) = children_with("bot.server")
        process.suspend()
        caplog.clear()
        for _ in range(2):
            assert "coffee" in await say("Is tea better than coffee?")
        told = [record.getMessage() for record in caplog.records if "Rasa did not answer" in record.getMessage()]
        assert told == ["Rasa did not answer: it hangs"] * 2  # it was not waited for as long as it may take
        assert "does not answer" in (await service.get("/readyz"))[1]["parts"]["dialogue"]["detail"]
        process.resume()
        assert await until(say, "hello") == "Rasa says so."
    finally:
        await rasa.stop()


async def test_a_rasa_that_goes_on_hanging_is_started_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rasa_process, "WATCH_EVERY_S", 0.1)
    monkeypatch.setattr(rasa_process, "FIRST_PAUSE_S", 0.1)
    rasa = RasaProcess(
        installed(tmp_path, ECHOING, timeout_s=15.0), service_url="http://127.0.0.1:9", stop_timeout_s=0.2
    )
    await rasa.start()
    try:
        (first,) = children_with("bot.server")
        os.kill(first.pid, signal.SIGSTOP)
        async with asyncio.timeout(PATIENCE_S):
            while first in children_with("bot.server") or not await rasa.ready():  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.1)
    finally:
        await rasa.stop()
