"""Runs Rasa beside the service: starts it, passes on its log, starts it again when it dies or hangs, ends it.

Rasa has a Python of its own (``bot/``), listens on loopback only, and leads a process group of its own, so that Ctrl-C
reaches the service alone and the service decides in which order things end. It holds the other end of Rasa's standard
input: should the service be killed, Rasa sees it closed and ends too. Where the kernel can see to it, Rasa writes only
in a folder that goes with it, and speaks with the service alone (``bot.confined``), which keeps its conversations.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import signal
import socket
import time
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import aiohttp
from yarl import URL

from engine.config import SECRETS, RasaConfig
from engine.errors import MissingComponentError, UnavailableError, shorten

log = logging.getLogger(__name__)

ROOT = Path(__file__).resolve().parent.parent
"""Where Rasa's files are: ``endpoints.yml``, ``credentials.yml`` and the package ``bot``."""

START_TIMEOUT_S = 120.0
STOP_TIMEOUT_S = 5.0
FIRST_PAUSE_S = 1.0
LONGEST_PAUSE_S = 60.0
POLL_S = 0.1
PROBE_TIMEOUT_S = 1.0
WATCH_EVERY_S = 5.0
MOST_MISSED = 5
"""So many times in a row it may not answer, then it hangs."""
MAX_LINE_BYTES = 1 << 20

_LINE = re.compile(r"(DEBUG|INFO|WARNING|ERROR|CRITICAL) (.*)", re.DOTALL)


class RasaProcess:
    """A Rasa server that is kept running between ``start`` and ``stop``."""

    def __init__(
        self,
        settings: RasaConfig,
        *,
        service_url: str,
        start_timeout_s: float = START_TIMEOUT_S,
        stop_timeout_s: float = STOP_TIMEOUT_S,
    ) -> None:
        """Prepare a process; nothing is started yet.

        Args:
            settings: Where Rasa and its model are.
            service_url: The internal listener, which Rasa asks to read messages and to run actions; it is not logged.
            start_timeout_s: Seconds that Rasa may take until it answers, twice as many after each time that it did not.
            stop_timeout_s: Seconds that it may take to end when asked to; then it is killed.
        """
        self._python = settings.folder / "bin" / "python"
        self._model = settings.model
        self._service_url = service_url
        self._start_timeout_s = start_timeout_s
        self._stop_timeout_s = stop_timeout_s
        self._port = 0
        self._last_line = ""
        self._keeper: asyncio.Task[None] | None = None

    @property
    def base_url(self) -> str:
        """Return where its channels listen, without a slash at the end; it changes when Rasa had to be restarted."""
        return f"http://127.0.0.1:{self._port}"

    async def start(self) -> None:
        """Start Rasa and wait until it answers.

        Raises:
            MissingComponentError: Rasa is not installed, or there is no trained model.
            UnavailableError: It ended or did not answer in time. It is tried again until ``stop`` is called.
        """
        self.check()
        first_try: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._keeper = asyncio.create_task(self._keep_running(first_try))
        await first_try

    async def stop(self) -> None:
        """End Rasa; does nothing when it does not run."""
        if self._keeper is not None:
            self._keeper.cancel()
            with suppress(asyncio.CancelledError):
                await self._keeper
            self._keeper = None

    async def ready(self) -> bool:
        """Return whether Rasa answers."""
        url, timeout = f"{self.base_url}/webhooks/rest/", aiohttp.ClientTimeout(total=PROBE_TIMEOUT_S)
        try:
            async with aiohttp.ClientSession(timeout=timeout) as http, http.get(url) as response:
                return response.status == 200
        except (TimeoutError, aiohttp.ClientError):
            return False

    def check(self) -> None:
        """Look for Rasa and its model.

        Raises:
            MissingComponentError: One of them is not there.
        """
        if not self._python.exists():
            raise MissingComponentError(f"Rasa is not installed: {str(self._python)!r} does not exist. Run: make setup")
        if not (self._model.is_file() or any(self._model.glob("*.tar.gz"))):
            raise MissingComponentError(f"There is no trained Rasa model in {str(self._model)!r}. Run: make model")

    async def _keep_running(self, first_try: asyncio.Future[None]) -> None:
        pause_s = FIRST_PAUSE_S
        while True:
            started = time.monotonic()
            problem = await self._run(first_try)
            if not first_try.done():
                first_try.set_exception(UnavailableError(f"{problem} It is tried again; see the log."))
            if time.monotonic() - started > LONGEST_PAUSE_S:
                pause_s = FIRST_PAUSE_S
            log.error("%s Starting it again in %g s.", problem, pause_s)
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)

    async def _run(self, first_try: asyncio.Future[None]) -> str:
        """Run Rasa until it ends or does not start; return what happened."""
        self._port = _free_port()
        try:
            with TemporaryDirectory(prefix="whichever-rasa-", ignore_cleanup_errors=True) as folder:
                return await self._watch(await self._spawn(folder), first_try)
        except OSError as error:
            return f"Rasa cannot be run with {str(self._python)!r}: {error.strerror or error}."

    async def _watch(self, process: asyncio.subprocess.Process, first_try: asyncio.Future[None]) -> str:
        """Pass on what a process says, until it ends, hangs or does not start; return what happened."""
        logs = asyncio.create_task(self._pass_on(process))
        try:
            try:
                async with asyncio.timeout(self._start_timeout_s):
                    while process.returncode is None and not await self.ready():  # noqa: ASYNC110 - no event to await
                        await asyncio.sleep(POLL_S)
            except TimeoutError:
                self._start_timeout_s *= 2  # a machine that has other work would never get it done
                return f"Rasa did not start within {self._start_timeout_s / 2:g} s."
            if process.returncode is None:
                log.info("Rasa answers on %s.", self.base_url)
                if not first_try.done():
                    first_try.set_result(None)
            if await self._hangs(process):
                return f"Rasa hangs: it did not answer {MOST_MISSED} times in a row."
            return f"Rasa ended with status {process.returncode} after saying {shorten(self._last_line, 200)!r}."
        finally:
            await self._end(process)
            await logs

    async def _hangs(self, process: asyncio.subprocess.Process) -> bool:
        """Return True when it does not answer any more, and False when it has ended."""
        missed = 0
        while missed < MOST_MISSED:
            with suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), WATCH_EVERY_S)
                return False
            missed = 0 if await self.ready() else missed + 1
        return True

    async def _spawn(self, folder: str) -> asyncio.subprocess.Process:
        rights = ["--write", folder, "--bind", str(self._port), "--connect", str(URL(self._service_url).port)]
        told = ["--port", str(self._port), "--model", str(self._model.resolve())]
        secrets = {variable for variables in SECRETS.values() for variable in variables.values()}
        left_out = {"PYTHONHOME", "PYTHONDONTWRITEBYTECODE", "VIRTUAL_ENV"} | secrets
        environment = {name: value for name, value in os.environ.items() if name not in left_out} | {
            "PYTHONPATH": str(ROOT),
            "PYTHONUNBUFFERED": "1",
            "PYTHONWARNINGS": "ignore",
            "RASA_TELEMETRY_ENABLED": "false",
            "SANIC_WORKERS": "1",
            "TMPDIR": folder,
            "TF_CPP_MIN_LOG_LEVEL": "3",
            "WHICHEVER_INTERNAL_URL": self._service_url,
        }
        return await asyncio.create_subprocess_exec(
            self._python.absolute(),
            *("-m", "bot.confined", *rights, "bot.server", *told),
            cwd=ROOT,
            env=environment,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            start_new_session=True,
            limit=MAX_LINE_BYTES,
        )

    async def _end(self, process: asyncio.subprocess.Process) -> None:
        """End a process and those it has started."""
        for number in (signal.SIGTERM, signal.SIGKILL):
            with suppress(ProcessLookupError):
                os.killpg(process.pid, number)
            with suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), self._stop_timeout_s)
                return

    async def _pass_on(self, process: asyncio.subprocess.Process) -> None:
        """Log what a process prints, at the level that its lines begin with; a line without one belongs to the last."""
        level = logging.DEBUG
        if process.stdout is None:
            return
        while True:
            try:
                line = await process.stdout.readline()
            except ValueError:
                log.warning("rasa: a line of more than %d bytes was left out.", MAX_LINE_BYTES)
                continue
            if not line:
                return
            text = line.decode("utf-8", "replace").rstrip().replace(self._service_url, "the service")
            if found := _LINE.fullmatch(text):
                level, text = logging.getLevelNamesMapping()[found[1]], found[2]
            if text:
                self._last_line = text
                log.log(level, "rasa: %s", text)


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port
