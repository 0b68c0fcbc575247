"""Conversations whose database is damaged, locked or cannot be written: nothing of the turns is lost meanwhile."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from rasa.shared.core.domain import Domain
from rasa.shared.core.events import SlotSet

from bot.shelves import Shelf
from tests.bot.test_trackers import domain, say, store_of  # noqa: F401

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("damage", ["garbage", "a page", "cut off", "empty"])
def test_a_damaged_database_is_set_aside(tmp_path: Path, damage: str) -> None:
    file = tmp_path / "kept.sqlite"
    shelf = Shelf(f"sqlite:///{file}", most=1000, idle_s=1e9)
    for number in range(200):
        shelf.put(str(number), "x" * 20_000)
    shelf.delete("0")
    shelf._engine.dispose()
    content = file.read_bytes()
    cut = len(content) // 2
    at = content.index(b"x" * 4_000, cut) // 4096 * 4096  # where a text goes on: nothing but the check looks there
    page = content[:at] + b"\xff" * 4096 + content[at + 4096 :]
    damaged = {"garbage": b"\x93" * 9000, "a page": page, "cut off": content[:cut], "empty": b""}[damage]
    file.write_bytes(damaged)
    shelf = Shelf(f"sqlite:///{file}", most=1000, idle_s=1e9)
    shelf.put("new", "kept")
    assert shelf.get("new") == "kept"
    aside = [one for one in tmp_path.iterdir() if "damaged" in one.name]
    assert [one.read_bytes() for one in aside] == ([damaged] if damaged else [])


FULL = """
import resource
import sys
from sqlalchemy.exc import SQLAlchemyError
from bot.shelves import Shelf

def give_room(most):
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))

def tried(work, *args):
    try:
        work(*args)
    except SQLAlchemyError:
        return "refused"
    return "done"

shelf = Shelf(sys.argv[1], most=1000, idle_s=1e9)
shelf.put("anna", "first")
for room in (0, 10_000, resource.RLIM_INFINITY):
    give_room(room)
    print(tried(shelf.put, "anna", "second " * 5_000), shelf.get("anna")[:6])
print(tried(shelf.delete, "anna"), shelf.get("anna"))
shelf.put("ben", "hello")
give_room(0)
print(tried(shelf.delete, "ben"), shelf.get("ben"))
"""


def test_a_full_disk_takes_nothing_that_was_kept_and_deletes_nothing_unsaid(tmp_path: Path) -> None:
    script = [sys.executable, "-c", FULL, f"sqlite:///{tmp_path}/kept.sqlite"]
    ended = subprocess.run(script, cwd=ROOT, capture_output=True, text=True)
    told = ["refused first", "refused first", "done second", "done None", "refused hello"]
    assert ended.stdout.splitlines() == told, ended.stderr


async def test_what_cannot_be_kept_is_remembered_and_told(
    domain: Domain,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[str] = []

    async def keeping(request: web.Request) -> web.Response:
        told.append(await request.text())
        return web.Response(status=204)

    app = web.Application()
    app.router.add_post("/keeping", keeping)
    async with TestServer(app) as server:
        monkeypatch.setenv("WHICHEVER_INTERNAL_URL", str(server.make_url("")).rstrip("/"))
        file = tmp_path / "kept.sqlite"
        store = store_of(domain, database=f"sqlite:///{file}")
        await say(store, "anna", "first", SlotSet("style", "bullets"))
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            started = time.monotonic()
            tracker = await say(store, "anna", "second", SlotSet("length", "short"))
            assert time.monotonic() - started < 2
            assert tracker.get_slot("length") == "short"
            other.execute("ROLLBACK")
        await say(store, "ben", "hello")
        again = store_of(domain, database=f"sqlite:///{file}")
        tracker = await again.retrieve("anna")
        assert tracker is not None
        assert (tracker.get_slot("style"), tracker.get_slot("length")) == ("bullets", "short")
    assert [bool(problem) for problem in told] == [False, True, False]
    assert "locked" in told[1]
