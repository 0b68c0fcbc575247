"""The whole service as a process: it comes up, says where, survives what is missing, and stops when it is told."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

COMMAND = [sys.executable, "-c", "from service.cli.commands import main; main()", "serve", "--no-rasa", "--port", "0"]
READY = re.compile(r"ready: (http://\S+)")


@contextmanager
def running(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str, list[str]]]:
    """Run the service; give the process, its address, and what it said until it was ready."""
    with subprocess.Popen([*COMMAND, *arguments], stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        said: list[str] = []
        try:
            for line in process.stderr:
                said.append(line)
                if found := READY.search(line):
                    yield process, found[1], said
                    break
            else:
                pytest.fail(f"the service ended: {said}")
        finally:
            process.kill()


def post(url: str, body: Any) -> Any:
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=10) as response:
        return json.load(response)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_answers_and_stops_when_it_is_told(index: Path, number: signal.Signals) -> None:
    with running("--index", str(index)) as (process, url, _):
        answer = post(f"{url}/api/v1/ask", {"question": "Is tea better than coffee for sleep?"})
        assert answer["comparison"]["winner"] == "tea"
        turn = post(f"{url}/api/v1/chat", {"message": "Is tea better than coffee for sleep?"})
        assert turn["replies"][-1]["comparison"]["winner"] == "tea"
        process.send_signal(number)
        rest = process.stderr.read() if process.stderr else ""
        assert process.wait(timeout=10) == 0
        assert rest.endswith("Stopped.\n")
        assert "Traceback" not in rest


def test_it_can_be_stopped_before_it_is_ready(index: Path) -> None:
    with subprocess.Popen([*COMMAND, "--index", str(index)], stderr=subprocess.PIPE, text=True) as process:
        time.sleep(0.3)
        process.terminate()
        _, said = process.communicate(timeout=10)
    assert "Traceback" not in said


def test_without_an_index_it_runs_and_says_what_is_missing() -> None:
    with running("--index", "no/such/folder", "--quiet") as (_, url, said):
        assert any(line.startswith("Warning: ") and "no/such/folder" in line for line in said)
        with urllib.request.urlopen(f"{url}/healthz", timeout=10) as response:
            assert response.status == 200


def test_a_taken_port_is_one_clear_line(index: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        command = [*COMMAND, "--port", str(port), "--index", str(index), "--quiet"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 69
    assert done.stderr.startswith(f"Error: Port {port} on 127.0.0.1 is taken")
    assert f"--port {port + 1}" in done.stderr
    assert done.stderr.count("\n") == 1


def test_an_address_that_cannot_be_had_is_one_clear_line(index: Path) -> None:
    command = [*COMMAND, "--host", "203.0.113.7", "--index", str(index), "--quiet"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 69
    assert "203.0.113.7" in done.stderr
    assert done.stderr.count("\n") == 1
