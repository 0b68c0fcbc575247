"""A scan for advisories that cannot look does not pass."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest

ROOT = Path(__file__).parents[2]
LOCKS = [ROOT / "requirements" / "train.txt", ROOT / "requirements" / "engine.txt"]

Scan = Callable[..., subprocess.CompletedProcess[str]]


class Osv(BaseHTTPRequestHandler):
    """An advisory service that knows of one package."""

    known: ClassVar[dict[str, list[str]]] = {}
    broken = ""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["queries"]
        results: Any = [
            {"vulns": [{"id": key} for key in self.known[one["package"]["name"]]]}
            if one["package"]["name"] in self.known
            else {}
            for one in asked
        ]
        answer = {"": {"results": results}, "short": {"results": results[1:]}, "other": []}[self.broken]
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def scan(monkeypatch: pytest.MonkeyPatch) -> Iterator[Scan]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Osv)
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def scan(
        *arguments: object, known: dict[str, list[str]] | None = None, broken: str = ""
    ) -> subprocess.CompletedProcess[str]:
        monkeypatch.setattr(Osv, "known", known or {})
        monkeypatch.setattr(Osv, "broken", broken)
        service = f"http://127.0.0.1:{server.server_port}"
        command = [sys.executable, ROOT / "scripts" / "audit.py", *arguments, "--service", service]
        return subprocess.run([*map(str, command)], check=False, capture_output=True, text=True)

    yield scan
    server.shutdown()
    server.server_close()


def test_every_package_of_the_lock_files_is_looked_up(scan: Scan) -> None:
    done = scan(*LOCKS, "--listed", ROOT / "bot" / "requirements.txt")
    pinned = {
        tuple(line.split(" ")[0].lower().replace("_", "-").split("=="))
        for lock in (*LOCKS, ROOT / "bot" / "requirements.txt")
        for line in lock.read_text().splitlines()
        if "==" in line
    }
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{len(pinned)} packages looked up, 0 with advisories" in done.stdout


def test_an_advisory_fails_and_a_listed_one_is_shown(scan: Scan) -> None:
    done = scan(*LOCKS, known={"aiohttp": ["GHSA-1"]})
    assert done.returncode == 1
    assert "GHSA-1" in done.stdout
    done = scan(LOCKS[1], "--listed", ROOT / "bot" / "requirements.txt", known={"keras": ["GHSA-2", "GHSA-3"]})
    assert done.returncode == 0
    assert "GHSA-2, GHSA-3 (listed)" in done.stdout


@pytest.mark.parametrize("broken", ["short", "other"])
def test_a_package_that_was_not_looked_up_fails(scan: Scan, broken: str) -> None:
    done = scan(LOCKS[1], "--if-answering", broken=broken)
    assert done.returncode == 69
    assert "looked up" in done.stderr


def test_a_line_that_pins_nothing_fails(scan: Scan, tmp_path: Path) -> None:
    (tmp_path / "lock.txt").write_text("aiohttp==3.14.5\ngit+https://example.org/x.git\n", "utf-8")
    assert scan(tmp_path / "lock.txt").returncode == 69


def test_a_service_that_is_not_there_fails_unless_that_is_fine() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "audit.py"), str(LOCKS[1]), "--service", "http://127.0.0.1:9"]
    for more, status in (([], 69), (["--if-answering"], 0)):
        done = subprocess.run([*command, *more], check=False, capture_output=True, text=True)
        assert done.returncode == status
        assert "nothing was checked" in done.stderr
