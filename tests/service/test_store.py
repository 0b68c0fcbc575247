"""Both stores pass one suite; one that is away is said, and is used again when it is back."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import psycopg
import pytest

from engine.config import load_config
from engine.errors import ConfigError, UnavailableError
from nlu_models.intents import Entity, ParsedMessage
from service.dialogue.conversations import Conversation
from service.store import MOST_BYTES, TRIM_EVERY, Kind, PostgresStore, SqliteStore, Store, open_store
from tests.conformance.store import NOTE, StoreSuite
from tests.databases import PASSWORD, LocalPostgres

STOPS = int(os.environ.get("WHICHEVER_STOPS", "4"))
NOTES = Kind("note", most=10_000, days=1)
WRITER = """
import sys
from pathlib import Path
from service.store import Kind, SqliteStore

store, notes, text = SqliteStore(Path(sys.argv[1])), Kind("note", most=10_000, days=1), "x" * 20_000
for turn in range(int(sys.argv[2]), 1_000_000):
    store.put(notes, f"person {turn % 7}", f"{turn} {text}")
    if turn % 5 == 4:
        store.delete(notes, f"person {(turn - 3) % 7}")
    print(turn, flush=True)
"""
"""Keeps what people say, turn by turn, and deletes some of it."""


class TestSqliteStore(StoreSuite):
    @pytest.fixture
    def store(self, tmp_path: Path) -> Iterator[Store]:
        yield from closing(SqliteStore(tmp_path / "kept" / "kept.sqlite"))

    @pytest.fixture
    def other(self, tmp_path: Path) -> Iterator[Store]:
        yield from closing(SqliteStore(tmp_path / "kept" / "kept.sqlite"))

    def test_nobody_else_may_read_it_and_what_is_deleted_is_gone(self, store: Store, tmp_path: Path) -> None:
        store.put(NOTE, "anna", "secret" * 100)
        store.delete(NOTE, "anna")
        for file in (tmp_path / "kept").iterdir():
            assert b"secret" not in file.read_bytes()
            assert file.stat().st_mode & 0o777 == 0o600

    @pytest.mark.parametrize("damage", ["garbage", "a page", "cut off", "empty"])
    def test_a_damaged_file_is_set_aside(self, store: Store, tmp_path: Path, damage: str) -> None:
        many, file = Kind("note", most=1000, days=1), tmp_path / "kept" / "kept.sqlite"
        for number in range(200):
            store.put(many, str(number), "x" * 20_000)
        store.delete(many, "0")
        store.close()
        content = file.read_bytes()
        cut = len(content) // 2
        at = content.index(b"x" * 4_000, cut) // 4096 * 4096  # where a text goes on: nothing but the check looks there
        page = content[:at] + b"\xff" * 4096 + content[at + 4096 :]
        damaged = {"garbage": b"\x93" * 9000, "a page": page, "cut off": content[:cut], "empty": b""}[damage]
        file.write_bytes(damaged)
        for anew in closing(SqliteStore(file)):
            anew.put(NOTE, "new", "kept")
            assert anew.get(NOTE, "new") == "kept"
        aside = [one for one in file.parent.iterdir() if "damaged" in one.name]
        assert [one.read_bytes() for one in aside] == ([damaged] if damaged else [])

    def test_a_locked_file_is_said_and_nothing_of_it_set_aside(self, store: Store, tmp_path: Path) -> None:
        store.put(NOTE, "anna", "tea")
        other = SqliteStore(tmp_path / "kept" / "kept.sqlite")
        with sqlite3.connect(tmp_path / "kept" / "kept.sqlite", isolation_level=None) as locking:
            locking.execute("BEGIN IMMEDIATE")
            with pytest.raises(UnavailableError, match="locked"):
                other.put(NOTE, "anna", "coffee")
            locking.execute("ROLLBACK")
        locking.close()
        other.put(NOTE, "anna", "cocoa")
        assert store.get(NOTE, "anna") == "cocoa"
        other.close()
        assert not [one for one in (tmp_path / "kept").iterdir() if "damaged" in one.name]

    def test_nothing_is_lost_when_the_writer_is_killed_at_any_moment(self, tmp_path: Path) -> None:
        file, random, last = tmp_path / "kept.sqlite", Random(20), -1
        for _ in range(STOPS):
            writer = subprocess.Popen(
                [sys.executable, "-c", WRITER, file, str(last + 1)], stdout=subprocess.PIPE, text=True
            )
            said = [writer.stdout.readline()] if writer.stdout else []
            time.sleep(random.uniform(0, 0.2))
            writer.kill()
            said += writer.communicate()[0].splitlines(keepends=True)
            last = max(int(line) for line in said if line.endswith("\n"))
            for store in closing(SqliteStore(file)):
                people = [f"person {number}" for number in range(7)]
                found = {who: text.split()[0] for who in people if (text := store.get(NOTES, who))}
            assert found in [state_after(last + 1, done=done) for done in (0, 1, 2)], (last, found)
        assert not [one for one in tmp_path.iterdir() if "damaged" in one.name]


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


class TestStoreInMemory(StoreSuite):
    @pytest.fixture
    def store(self) -> Iterator[Store]:
        yield from closing(SqliteStore())

    @pytest.fixture
    def other(self, store: Store) -> Store:
        return store


@pytest.mark.postgresql
class TestPostgresStore(StoreSuite):
    @pytest.fixture
    def url(self, postgres: LocalPostgres) -> str:
        return postgres.new(f"test-{uuid.uuid4().hex}")

    @pytest.fixture
    def store(self, url: str) -> Iterator[Store]:
        yield from closing(PostgresStore(url, password=PASSWORD))

    @pytest.fixture
    def other(self, url: str) -> Iterator[Store]:
        yield from closing(PostgresStore(url, password=PASSWORD))

    def test_a_wrong_password_is_said_without_it(self, url: str) -> None:
        store = PostgresStore(url, password="guessed")
        with pytest.raises(UnavailableError, match=r"service\.database") as refused:
            store.get(NOTE, "anna")
        assert "guessed" not in str(refused.value)
        store.close()

    async def test_a_server_that_was_away_is_used_again(self, store: Store, postgres: LocalPostgres) -> None:
        store.put(NOTE, "anna", "tea")
        async with store.turn("anna", wait_s=1):
            postgres.stop()
            with pytest.raises(UnavailableError, match="PostgreSQL"):
                store.get(NOTE, "anna")
            postgres.start()
        async with store.turn("anna", wait_s=5):
            assert store.get(NOTE, "anna") == "tea"

    async def test_a_server_that_hangs_is_not_waited_for(self, store: Store, url: str) -> None:
        store.put(NOTE, "anna", "tea")
        with psycopg.connect(url, password=PASSWORD) as asked:
            pids = asked.execute(
                "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            ).fetchall()
        for (pid,) in pids:
            os.kill(pid, signal.SIGSTOP)
        try:
            with pytest.raises(UnavailableError, match="has not answered"):
                await store.run(store.get, NOTE, "anna")
        finally:
            for (pid,) in pids:
                os.kill(pid, signal.SIGCONT)
        assert await store.run(store.get, NOTE, "anna") == "tea"


def closing(store: Store) -> Iterator[Store]:
    yield store
    store.close()


def test_memory_holds_so_many_bytes_of_what_was_seen_last() -> None:
    store, many = SqliteStore(), Kind("note", most=10_000, days=1)
    for number in range(1_000):
        store.put(many, str(number), "x" * 50_000)
    with store.transaction() as execute:
        (held,) = execute("SELECT sum(length(text)) FROM kept").fetchone()
    assert MOST_BYTES / 2 < held < MOST_BYTES + TRIM_EVERY * 50_000
    assert store.get(many, "999") and not store.get(many, "0")
    store.close()


def test_settings_name_the_store(tmp_path: Path) -> None:
    def opened(url: str) -> Store:
        config = load_config(environ={"WHICHEVER_DATABASE": url, "PGPASSWORD": "hush"})
        store = open_store(config.service)
        store.close()
        assert "hush" not in config.model_dump_json()
        return store

    assert isinstance(opened(f"sqlite:///{tmp_path}/kept.sqlite"), SqliteStore)
    assert isinstance(opened("sqlite://"), SqliteStore)
    assert isinstance(opened("postgresql://anna@db.example/kept"), PostgresStore)
    with pytest.raises(ConfigError, match=r"service\.database"):
        opened("redis://localhost")


def test_a_conversation_is_read_as_it_was_written() -> None:
    offered = ParsedMessage("compare", 0.9, (Entity("object", "té\x00🍵", 0, 2, "new"),), "tea", "why")
    said = Conversation({"objects": ["a", "b"], "index": None, "n": 1.5}, "form", (offered,), {"utter_hello": 2}, True)
    said = replace(said, asked=offered, beside=("a", "b"))
    assert Conversation.read(said.written()) == said
    assert Conversation.read(Conversation().written()) == Conversation()
