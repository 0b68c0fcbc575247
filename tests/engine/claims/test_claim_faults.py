"""A file of readings that cannot be used costs no answer: sentences are read when asked, and it is said once."""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from engine.claims import kept as module
from engine.claims.kept import KeptClaimReader
from engine.config import load_config
from engine.errors import IndexUnusableError
from engine.pipeline import Engine
from engine.retrieval.embedded.build import build_index
from engine.retrieval.embedded.claims import FILE, SqliteClaimStore
from engine.types import OVERALL, ComparisonInstance, Reading
from tests.engine.claims.test_claim_store import AHEAD, SAID, THINGS, CountingReader

SAYS = AHEAD.flipped()

OTHER_LAYOUT = """
DROP TABLE reading;
CREATE TABLE reading (
    pair INTEGER, dimension TEXT, words TEXT, sentence INTEGER, said BLOB NOT NULL, place TEXT,
    PRIMARY KEY (pair, dimension, words, sentence)
) STRICT, WITHOUT ROWID;
"""


def use(path: Path, script: str) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.executescript(script)


def corrupt(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (path.stat().st_size - 4096))


FAULTS: dict[str, Callable[[Path], None]] = {
    "other layout": lambda path: use(path, OTHER_LAYOUT),
    "no tables": lambda path: use(path, "DROP TABLE reading;"),
    "corrupt": corrupt,
    "no reading": lambda path: use(path, "UPDATE reading SET said = '{' || said;"),
}


def filled(folder: Path) -> SqliteClaimStore:
    store = SqliteClaimStore(folder, model="test 1")
    store.put([Reading(ComparisonInstance(SAID, *THINGS), OVERALL, OVERALL, SAYS)])
    return store


@pytest.mark.parametrize("fault", FAULTS)
def test_a_file_that_breaks_while_it_is_used_breaks_no_answer(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, fault: str
) -> None:
    store = filled(tmp_path)
    FAULTS[fault](tmp_path / FILE)
    kept = KeptClaimReader(CountingReader(), lambda _: store)
    with caplog.at_level(logging.WARNING):
        for _ in range(5):
            assert kept.read([SAID], THINGS, most=5) == [SAYS]
    assert len(caplog.messages) <= 2  # that none is found, and that none is kept
    assert all(str(tmp_path / FILE) in said for said in caplog.messages)


def test_a_locked_file_is_left_alone_and_used_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "RESTS_S", 0.2)
    store, reader = filled(tmp_path), CountingReader()
    kept = KeptClaimReader(reader, lambda _: store)
    with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as other, caplog.at_level(logging.INFO):
        other.execute("BEGIN IMMEDIATE")
        started = time.monotonic()
        for _ in range(5):
            kept.read(["Steel is stronger than aluminum."], THINGS, most=5)
        assert time.monotonic() - started < 2
        other.execute("ROLLBACK")
        time.sleep(0.2)
        kept.read(["Steel is stronger than aluminum."], THINGS, most=5)
    assert len(reader.asked) == 6
    kept.read(["Steel is stronger than aluminum."], THINGS, most=5)
    assert len(reader.asked) == 6
    assert [record.levelname for record in caplog.records] == ["WARNING", "INFO"]


def test_a_full_disk_keeps_what_was_kept(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    store, reader = filled(tmp_path), CountingReader()
    store._connection.execute("PRAGMA max_page_count = 1")
    kept = KeptClaimReader(reader, lambda _: store)
    texts = [f"Steel is harder than aluminum in {n} places." for n in range(300)]
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            assert len(kept.read(texts, THINGS, most=500)) == 300
    assert len(caplog.messages) == 1
    assert "full" in caplog.text
    assert store.find(THINGS, [OVERALL], [SAID], ahead=False) == [{OVERALL: SAYS}]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_damaged_file_is_made_anew_when_it_is_opened(tmp_path: Path, fault: str) -> None:
    filled(tmp_path).close()
    FAULTS[fault](tmp_path / FILE)
    store = SqliteClaimStore(tmp_path, model="test 1")
    store.put([Reading(ComparisonInstance(SAID, *THINGS), OVERALL, OVERALL, SAYS)])
    assert store.find(THINGS, [OVERALL], [SAID], ahead=False) == [{OVERALL: SAYS}]


def test_a_file_that_cannot_be_opened_is_said(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / FILE).mkdir()
    kept = KeptClaimReader(CountingReader(), lambda model: SqliteClaimStore(tmp_path, model=model))
    for _ in range(3):
        assert kept.read([SAID], THINGS, most=5) == [SAYS]
    assert len(caplog.messages) <= 2


def test_what_is_read_ahead_is_kept_or_said(tmp_path: Path) -> None:
    store = filled(tmp_path)
    use(tmp_path / FILE, OTHER_LAYOUT)
    with pytest.raises(IndexUnusableError):
        KeptClaimReader(CountingReader(), lambda _: store).read_ahead([ComparisonInstance(SAID, *THINGS)], ["a#1"])


def test_a_file_that_may_not_be_written_is_looked_up(tmp_path: Path) -> None:
    filled(tmp_path).close()
    store, reader = SqliteClaimStore(tmp_path, model="test 1", read_only=True), CountingReader()
    kept = KeptClaimReader(reader, lambda _: store)
    kept.read([SAID, "Steel is cheaper than aluminum."], THINGS, most=5)
    assert len(reader.asked) == 1
    assert len(store) == 1
    with pytest.raises(IndexUnusableError):
        SqliteClaimStore(tmp_path, model="test 2", read_only=True)


@pytest.mark.parametrize("read_ahead", [False, True])
def test_questions_are_answered_beside_a_file_that_cannot_be_used(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, *, read_ahead: bool
) -> None:
    source = tmp_path / "posts.jsonl"
    source.write_text(
        "".join(f'{{"title": "Tea is better than coffee for {n} people."}}\n' for n in range(20)), "utf-8"
    )
    build_index([source], tmp_path / "index")
    with closing(Engine(load_config(environ={"INDEX": str(tmp_path / "index")}))) as engine:
        if read_ahead:
            engine.read_ahead()
            use(tmp_path / "index" / FILE, "DROP TABLE pair;")
        else:
            (tmp_path / "index" / FILE).mkdir()
        assert engine.compare(["tea", "coffee"]).retrieved == 20
        assert set(engine.rivals("tea")) <= {"coffee"}
        notice = engine.relations("tea").notice
        assert "cannot be used" in notice
        assert str(tmp_path) not in notice
        assert str(tmp_path / "index" / FILE) in caplog.text
        assert engine.ask("What is better than coffee?").text
