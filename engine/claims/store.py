"""What was read of sentences and two things, kept in one SQLite file beside an index.

A reading is found by what was read: the sentence, the names of the two things as the index knows them, and the property
that was asked for, if one was. So it does not matter which engine found the sentence, and a text that is indexed again
is not read again. Readings of another model are dropped when the file is opened.
"""

from __future__ import annotations

import sqlite3
import threading
import weakref
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple

from pydantic import TypeAdapter

from engine.text.tokens import stems
from engine.types import Classification, ComparisonInstance

FILE: Final = "claims.sqlite"
_AT_ONCE: Final = 500
"""Keys of one look-up; SQLite bounds the variables of a statement."""
_BUSY_S: Final = 5.0
_NEW: Final = """
CREATE TABLE IF NOT EXISTS reading (key INTEGER PRIMARY KEY, said BLOB NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS state (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
"""
_JSON: Final = TypeAdapter(Classification)


class Reading(NamedTuple):
    """What is read: a sentence with its two things and, unless whom it favours is asked, a property."""

    instance: ComparisonInstance
    words: str = ""
    """The property as it is asked for; empty for the whole."""


class ClaimStore:
    """The open file; safe to use from several threads and processes."""

    def __init__(self, folder: Path, *, model: str) -> None:
        """Open the file in ``folder``, or make it.

        Args:
            folder: Folder of the index.
            model: Names the reader and its weights.

        Raises:
            sqlite3.Error: It cannot be opened or is damaged.
        """
        self._lock = threading.Lock()
        self._connection = sqlite3.connect(
            folder / FILE, timeout=_BUSY_S, check_same_thread=False, isolation_level=None
        )
        self.close = weakref.finalize(self, self._connection.close)
        """Closes the file, also when the store is forgotten."""
        self._connection.executescript(f"PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; {_NEW}")
        if self.state("model") != model:
            self._connection.executescript("BEGIN; DELETE FROM reading; DELETE FROM state; COMMIT;")
            self.remember("model", model)

    def __len__(self) -> int:
        """Return how many readings are kept."""
        with self._lock:
            return int(self._connection.execute("SELECT count(*) FROM reading").fetchone()[0])

    def get(self, readings: Sequence[Reading]) -> list[Classification | None]:
        """Return what was read, in order; None for what was not."""
        keys = [_key(reading) for reading in readings]
        found: dict[int, bytes] = {}
        with self._lock:
            for at in range(0, len(keys), _AT_ONCE):
                part = [key for key, _ in keys[at : at + _AT_ONCE]]
                marks = ",".join("?" * len(part))
                found |= self._connection.execute(f"SELECT key, said FROM reading WHERE key IN ({marks})", part)  # noqa: S608 marks
        said = [found.get(key) for key, _ in keys]
        return [
            None if one is None else _turned(_JSON.validate_json(one), turned)
            for one, (_, turned) in zip(said, keys, strict=True)
        ]

    def put(self, readings: Sequence[Reading], said: Sequence[Classification]) -> None:
        """Keep what was read of each."""
        rows = []
        for reading, one in zip(readings, said, strict=True):
            key, turned = _key(reading)
            rows.append((key, _JSON.dump_json(_turned(one, turned), exclude_defaults=True)))
        with self._lock:
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.executemany("INSERT OR REPLACE INTO reading VALUES (?, ?)", rows)
            self._connection.execute("COMMIT")

    def state(self, name: str) -> str:
        """Return a remembered value; empty when there is none."""
        with self._lock:
            row = self._connection.execute("SELECT value FROM state WHERE name = ?", (name,)).fetchone()
        return str(row[0]) if row else ""

    def remember(self, name: str, value: str) -> None:
        """Remember a value."""
        with self._lock:
            self._connection.execute("INSERT OR REPLACE INTO state VALUES (?, ?)", (name, value))


def _key(reading: Reading) -> tuple[int, bool]:
    """Return the key of a reading, the same when the things are exchanged, and whether they stand exchanged in it."""
    sentence, first, second = reading.instance
    names = [" ".join(stems(name)) for name in (first, second)]
    parts = "\x1f".join([sentence, *sorted(names), reading.words])
    digest = blake2b(parts.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True), names != sorted(names)


def _turned(said: Classification, turned: bool) -> Classification:
    return said.flipped() if turned else said
