"""The Rasa process: started, watched, ended; here with stand-ins for the program itself."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import psutil
import pytest

from engine.config import RasaConfig
from engine.errors import MissingComponentError, UnavailableError
from service.rasa_process import RasaProcess
from tests.service.served import children_with, installed

SERVING = """
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

class Rasa(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
    def log_message(self, *_):
        pass

print("INFO rasa: at your service", flush=True)
print("ERROR rasa.core: no answer", flush=True)
print("Traceback of it", flush=True)
HTTPServer(("127.0.0.1", int(sys.argv[sys.argv.index("--port") + 1])), Rasa).serve_forever()
"""
DEAF = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)"
BROKEN = "import sys; print('CRITICAL rasa: out of cheese'); sys.exit(3)"

Install = Callable[[str], RasaConfig]


@pytest.fixture
def install(tmp_path: Path) -> Install:
    """Return ``install(program)``: makes an environment whose ``python`` runs the program, and a model."""
    return partial(installed, tmp_path)


@asynccontextmanager
async def running(settings: RasaConfig) -> AsyncIterator[RasaProcess]:
    rasa = RasaProcess(settings, service_url="http://127.0.0.1:9", start_timeout_s=20.0)
    await rasa.start()
    try:
        yield rasa
    finally:
        await rasa.stop()


def children() -> list[psutil.Process]:
    return children_with("bot.server")


async def test_it_is_ready_after_the_start_and_gone_after_the_stop(install: Install) -> None:
    async with running(install(SERVING)) as rasa:
        assert await rasa.ready()
        assert len(children()) == 1
    assert not await rasa.ready()
    assert not children()


async def test_what_it_logs_is_passed_on_at_its_level(install: Install, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "service.rasa_process")
    async with running(install(SERVING)):
        pass
    passed_on = [(record.levelname, record.message) for record in caplog.records if record.message.startswith("rasa: ")]
    assert passed_on == [
        ("INFO", "rasa: rasa: at your service"),
        ("ERROR", "rasa: rasa.core: no answer"),
        ("ERROR", "rasa: Traceback of it"),
    ]


async def test_it_is_started_again_when_it_dies(install: Install) -> None:
    async with running(install(SERVING)) as rasa:
        (first,) = children()
        os.kill(first.pid, signal.SIGKILL)
        async with asyncio.timeout(15):
            while first in children() or not await rasa.ready():  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.05)
        assert len(children()) == 1


async def test_one_that_dies_at_once_is_reported_with_its_last_words(install: Install) -> None:
    rasa = RasaProcess(install(BROKEN), service_url="http://127.0.0.1:9")
    with pytest.raises(UnavailableError, match=r"status 3.*out of cheese"):
        await rasa.start()
    await rasa.stop()


async def test_the_secret_of_the_internal_listener_is_not_logged(
    install: Install, caplog: pytest.LogCaptureFixture
) -> None:
    rasa = RasaProcess(
        install("import os; print('ERROR nothing at', os.environ['WHICHEVER_INTERNAL_URL'] + '/webhook'); exit(3)"),
        service_url="http://127.0.0.1:9/hush",
    )
    with pytest.raises(UnavailableError, match="nothing at the service/webhook"):
        await rasa.start()
    await rasa.stop()
    assert "hush" not in caplog.text


async def test_one_that_never_answers_is_given_up_and_one_that_does_not_listen_is_killed(install: Install) -> None:
    rasa = RasaProcess(install(DEAF), service_url="http://127.0.0.1:9", start_timeout_s=1.0, stop_timeout_s=0.2)
    with pytest.raises(UnavailableError, match="did not start within 1 s"):
        await rasa.start()
    await rasa.stop()
    assert not children()


async def test_one_that_is_slow_to_start_has_twice_as_long_the_next_time(install: Install) -> None:
    rasa = RasaProcess(
        install("import time; time.sleep(1.5)" + SERVING), service_url="http://127.0.0.1:9", start_timeout_s=1.0
    )
    with pytest.raises(UnavailableError, match="did not start within 1 s"):
        await rasa.start()
    async with asyncio.timeout(60):
        while not await rasa.ready():  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.05)
    await rasa.stop()


async def test_no_room_for_its_temporary_files_is_reported(install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", "/dev/null/none")
    rasa = RasaProcess(install(SERVING), service_url="http://127.0.0.1:9")
    with pytest.raises(UnavailableError, match="Not a directory"):
        await rasa.start()
    await rasa.stop()


async def test_one_that_cannot_be_run_is_reported(install: Install) -> None:
    settings = install(SERVING)
    (settings.folder / "bin" / "python").chmod(0o644)
    rasa = RasaProcess(settings, service_url="http://127.0.0.1:9")
    with pytest.raises(UnavailableError, match="Permission denied"):
        await rasa.start()
    await rasa.stop()


@pytest.mark.parametrize(("missing", "command"), [("venv/bin/python", "make setup"), ("models/a.tar.gz", "make model")])
async def test_what_is_missing_is_named_with_what_to_run(
    missing: str, command: str, install: Install, tmp_path: Path
) -> None:
    rasa = RasaProcess(install(SERVING), service_url="http://127.0.0.1:9")
    (tmp_path / missing).unlink()
    with pytest.raises(MissingComponentError, match=f"{missing.partition('/')[0]}.*{command}"):
        await rasa.start()
    assert not await rasa.ready()
    await rasa.stop()
