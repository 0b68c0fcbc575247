"""A confined process keeps what it needs and no right besides; each attempt is made in a process of its own."""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from bot import confined

ROOT = Path(__file__).resolve().parents[2]
LANDLOCK = ctypes.CDLL(None).syscall(444, None, 0, 1) if sys.platform.startswith("linux") else -1
"""Its version; below 1 the kernel has none."""
ATTEMPTS = """
import os
import socket
import sys

own, other, taken, free, served, parent = *sys.argv[1:3], *map(int, sys.argv[3:])

def listen(port):
    socket.socket().bind(("127.0.0.1", port))

for attempt in (
    lambda: open(f"{own}/new", "w").close(),
    lambda: os.rename(f"{own}/new", f"{own}/newer"),
    lambda: os.remove(f"{own}/newer"),
    lambda: open(os.devnull, "w").close(),
    lambda: open(f"{other}/kept").close(),
    lambda: listen(free),
    lambda: socket.create_connection(("127.0.0.1", served)),
    lambda: open(f"{other}/new", "w"),
    lambda: open(f"{other}/kept", "a"),
    lambda: os.truncate(f"{other}/kept", 0),
    lambda: os.remove(f"{other}/kept"),
    lambda: os.mkdir(f"{other}/folder"),
    lambda: listen(0),
    lambda: socket.create_connection(("127.0.0.1", taken)),
    lambda: os.kill(parent, 0),
):
    try:
        attempt()
        print("done")
    except PermissionError:
        print("refused")
with open("/proc/self/status") as status:
    print(*(line.split()[1] for line in status if line.startswith(("CapEff:", "CapBnd:", "NoNewPrivs:"))))
"""


@pytest.mark.skipif(LANDLOCK < 6, reason="a kernel that is older than Linux 6.12")
def test_what_is_not_needed_is_refused(tmp_path: Path) -> None:
    own, other = tmp_path / "own", tmp_path / "other"
    other.mkdir()
    (other / "kept").write_text("kept")
    (tmp_path / "attempts.py").write_text(ATTEMPTS)
    with socket.create_server(("127.0.0.1", 0)) as taken, socket.create_server(("127.0.0.1", 0)) as served:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            free = listener.getsockname()[1]
        ports = [one.getsockname()[1] for one in (taken, served)]
        rights = "--write", own, "--bind", free, "--connect", ports[1]
        attempts = "attempts", own, other, ports[0], free, ports[1], os.getpid()
        ended = subprocess.run(
            [sys.executable, "-m", "bot.confined", *map(str, (*rights, *attempts))],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": f"{ROOT}:{tmp_path}"},
            stdout=subprocess.PIPE,
            text=True,
        )
    *told, status = ended.stdout.splitlines()
    assert told == ["done"] * 7 + ["refused"] * 8
    effective, bounding, no_more = status.split()
    assert no_more == "1"
    if os.geteuid() == 0:
        assert int(effective, 16) == int(bounding, 16) == 1 << 1
    assert (other / "kept").read_text() == "kept"


def test_where_the_kernel_cannot_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert "Only Linux" in confined.confine([], bind=1, connect=2)


def test_signals_still_end_it(tmp_path: Path) -> None:
    (tmp_path / "waiting.py").write_text("import time\nprint('ready', flush=True)\ntime.sleep(60)\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "bot.confined", "--bind", "0", "--connect", "0", "waiting"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{tmp_path}"},
        stdout=subprocess.PIPE,
        text=True,
    )
    while process.stdout.readline() != "ready\n":
        assert process.poll() is None
    process.send_signal(signal.SIGTERM)
    assert process.wait(10) == -signal.SIGTERM
