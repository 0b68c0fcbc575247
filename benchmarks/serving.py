"""A real service as a process of its own, for what measures one from outside."""

from __future__ import annotations

import asyncio
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

import aiohttp
import psutil

ROOT: Final = Path(__file__).resolve().parent.parent
COMMAND: Final = (sys.executable, "-c", "from service.cli.commands import main; main()")
READY: Final = "is ready: "
"""What a service says when it has ended what it does at its start."""
READY_S: Final = 300.0
STOP_S: Final = 30.0
KEPT: Final = re.compile(r"^whichever_(?:kept|conversation)_bytes (\S+)", re.MULTILINE)


class Weight(NamedTuple):
    """What a service alone takes in memory."""

    at_s: float
    """When, by the clock that only goes forward."""
    resident: int
    """Bytes, with the pages of files, such as those of the index, which the system takes back when it needs them."""
    own: int
    """… without them."""
    kept: int
    """… that comparisons and conversations take which are kept, up to a bound, as the service says."""


@dataclass(frozen=True, slots=True)
class Running:
    """A service that was started."""

    url: str
    process: psutil.Process
    log: Path

    async def ready(self) -> None:
        """Wait until it can answer, and its start is over.

        Raises:
            TimeoutError: It never could.
        """
        async with asyncio.timeout(READY_S), aiohttp.ClientSession() as http:
            while READY not in self.log.read_text("utf-8") or not await self._answers(http):  # noqa: ASYNC110
                await asyncio.sleep(0.3)  # it is another process

    async def _answers(self, http: aiohttp.ClientSession) -> bool:
        async with http.get(f"{self.url}/readyz") as got:
            return got.status == 200

    async def weigh(self, http: aiohttp.ClientSession) -> Weight:
        """Return what it takes in memory."""
        held = self.process.memory_info()
        async with http.get(f"{self.url}/metrics") as got:
            kept = sum(map(float, KEPT.findall(await got.text())))
        return Weight(time.monotonic(), held.rss, held.rss - held.shared, int(kept))


@contextmanager
def running(
    index: str, settings: str = "", environ: Mapping[str, str] | None = None, *, before: str = ""
) -> Iterator[Running]:
    """Start a service, and end it.

    Args:
        index: Of its texts.
        settings: The rest of its TOML.
        environ: Variables that it gets besides ours.
        before: Python that its process runs first.
    """
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        config, log = Path(folder, "config.toml"), Path(folder, "log")
        config.write_text(settings, "utf-8")
        *python, serves = COMMAND
        command = [*python, before + serves, "serve", "--config", str(config), "--port", str(port), "--index", index]
        kept = {"WHICHEVER_DATABASE": f"sqlite:///{folder}/conversations.sqlite"}
        with log.open("wb") as told:
            process = subprocess.Popen(
                command, stderr=told, stdout=told, env={**os.environ, **kept, **(environ or {})}, cwd=ROOT
            )
        try:
            yield Running(f"http://127.0.0.1:{port}", psutil.Process(process.pid), log)
        finally:
            process.terminate()
            try:
                process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                process.kill()


def free_port() -> int:
    """Return a port of the loopback that nothing listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])
