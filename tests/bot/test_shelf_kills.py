"""Rasa's conversations when their writer is killed: what was said to be kept is kept, and the file stays whole."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from random import Random

from bot.shelves import Shelf

ROOT = Path(__file__).resolve().parents[2]
STOPS = int(os.environ.get("WHICHEVER_STOPS", "4"))

WRITER = """
import sys
from bot.shelves import Shelf

shelf, text = Shelf(sys.argv[1], most=10_000, idle_s=1e9), "x" * 20_000
for turn in range(int(sys.argv[2]), 1_000_000):
    shelf.put(f"person {turn % 7}", f"{turn} {text}")
    if turn % 5 == 4:
        shelf.delete(f"person {(turn - 3) % 7}")
    print(turn, flush=True)
"""


def test_no_turn_is_lost_when_the_writer_is_killed_at_any_moment(tmp_path: Path) -> None:
    url, random = f"sqlite:///{tmp_path}/kept.sqlite", Random(20)
    last = -1
    for _ in range(STOPS):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, url, str(last + 1)], stdout=subprocess.PIPE, cwd=ROOT, text=True
        )
        said = [writer.stdout.readline()]
        time.sleep(random.uniform(0, 0.2))
        writer.kill()
        said += writer.communicate()[0].splitlines(keepends=True)
        last = max(int(line) for line in said if line.endswith("\n"))
        shelf = Shelf(url, most=10_000, idle_s=1e9)
        keys = [f"person {number}" for number in range(7)]
        found = {key: text.split()[0] for key in keys if (text := shelf.get(key))}
        assert found in [state_after(last + 1, done=done) for done in (0, 1, 2)], (last, found)
        assert not [one for one in tmp_path.iterdir() if "damaged" in one.name]
        shelf._engine.dispose()
    with closing(sqlite3.connect(tmp_path / "kept.sqlite")) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def state_after(last: int, *, done: int = 2) -> dict[str, str]:
    """Return what is kept after a turn of which so many steps were done: the writing and the deletion."""
    kept: dict[str, str] = {}
    for turn in range(last + 1):
        steps = done if turn == last else 2
        if steps > 0:
            kept[f"person {turn % 7}"] = str(turn)
        if steps > 1 and turn % 5 == 4:
            kept.pop(f"person {(turn - 3) % 7}", None)
    return kept
