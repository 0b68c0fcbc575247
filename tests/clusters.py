"""Real Elasticsearch clusters for tests, started by the project's own script."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
import uuid
from pathlib import Path
from typing import Any

from engine.config import ElasticsearchConfig, load_config

ROOT = Path(__file__).parent.parent
SCRIPT = ROOT / "scripts" / "elasticsearch.py"


class LocalCluster:
    """Three nodes on this machine, which tests may kill.

    Attributes:
        folder: Files of the nodes.
        urls: Where the nodes answer.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self._port = folder, _free_ports()
        self.urls = [f"http://127.0.0.1:{self._port + number}" for number in range(3)]

    def start(self) -> None:
        """Start the nodes that do not run, and wait until all is well."""
        self._run("start")

    def stop(self) -> None:
        self._run("stop")

    def signal(self, number: int, what: signal.Signals) -> None:
        """Send a signal to node 1, 2 or 3."""
        os.kill(int((self.folder / f"node-{number}" / "pid").read_text()), what)
        if what is signal.SIGKILL:
            while self._answers(self.urls[number - 1]):
                time.sleep(0.05)

    def _answers(self, url: str) -> bool:
        try:
            with urllib.request.urlopen(f"{url}/_cat/health", timeout=5):
                return True
        except OSError:
            return False

    def _run(self, command: str) -> None:
        arguments = [command, "--folder", self.folder, "--port", str(self._port), "--short"]
        done = subprocess.run(
            [sys.executable, SCRIPT, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=600
        )
        assert done.returncode == 0, done.stderr


def settings(urls: list[str], **changes: Any) -> ElasticsearchConfig:
    """Return settings for a new index: small, and patient with a busy machine."""
    values = {"urls": urls, "index": f"test-{uuid.uuid4().hex}", "timeout_s": 30.0, **changes}
    return load_config(environ={}, overrides={"elasticsearch": values}).elasticsearch


def _free_ports() -> int:
    """Return the first of a run of ports that nobody listens on, three for each protocol of the nodes."""
    for port in range(19200, 29200, 200):
        wanted = [port + number + shift for number in range(3) for shift in (0, 100)]
        if all(map(_free, wanted)):
            return port
    raise OSError("no free ports")


def _free(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0
