"""A real PostgreSQL for tests, started by the project's own script."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import psycopg

ROOT = Path(__file__).parent.parent
PASSWORD = "whichever"


class LocalPostgres:
    """A server on this machine, which tests may stop."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._url = folder, ""

    def start(self) -> None:
        """Start it, where it was before."""
        port = self._url.rpartition(":")[2].partition("/")[0] or "0"
        self._url = self._run("start", "--port", port).strip()

    def stop(self) -> None:
        self._run("stop")

    def new(self, name: str) -> str:
        """Return the URL of a database of its own, made where it is not there."""
        with psycopg.connect(self._url, password=PASSWORD, autocommit=True) as database:
            if not database.execute("SELECT FROM pg_database WHERE datname = %s", (name,)).fetchone():
                database.execute(f'CREATE DATABASE "{name}"'.encode())
        return f"{self._url.rpartition('/')[0]}/{name}"

    def _run(self, *command: str) -> str:
        script = [sys.executable, ROOT / "scripts" / "postgresql.py", *command, "--folder", self._folder]
        done = subprocess.run(script, cwd=ROOT, capture_output=True, text=True, timeout=600)
        assert done.returncode == 0, done.stderr
        return done.stdout
