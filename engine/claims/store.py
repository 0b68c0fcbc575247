"""What was read of sentences and two things, kept in one SQLite file beside an index.

A reading is found by what was read: the names of the two things as the index knows them, the dimension, and the text of
the sentence. So it does not matter which engine found the sentence, and a text that is indexed again is not read again.
Readings of another model are dropped when the file is opened.
"""

from __future__ import annotations

import sqlite3
import threading
import weakref
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter

from engine.text.tokens import stems
from engine.types import Classification, Reading

FILE: Final = "claims.sqlite"
_LAYOUT: Final = "2"
"""Changes with the tables; a file of another layout is emptied."""
_BUSY_S: Final = 5.0
_NEW: Final = """
CREATE TABLE pair (key INTEGER PRIMARY KEY, first TEXT NOT NULL, second TEXT NOT NULL) STRICT;
CREATE TABLE reading (
    pair INTEGER NOT NULL,
    dimension TEXT NOT NULL,
    words TEXT NOT NULL,
    sentence INTEGER NOT NULL,
    said BLOB NOT NULL,
    place TEXT NOT NULL,
    PRIMARY KEY (pair, dimension, words, sentence)
) STRICT, WITHOUT ROWID;
CREATE TABLE state (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
"""
_JSON: Final = TypeAdapter(Classification)


class SqliteClaimStore:
    """The open file, safe to use from several processes too; see ``engine.protocols.ClaimStore``."""

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
        self._connection.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;")
        made_by = f"{_LAYOUT} {model}"
        tables = [name for (name,) in self._connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        if "state" not in tables or self.state("model") != made_by:
            dropped = "".join(f"DROP TABLE {name};" for name in tables)
            self._connection.executescript(f"BEGIN IMMEDIATE; {dropped} {_NEW} COMMIT;")
            self.remember("model", made_by)

    def __len__(self) -> int:
        """Return how many readings are kept."""
        with self._lock:
            return int(self._connection.execute("SELECT count(*) FROM reading").fetchone()[0])

    def find(
        self, objects: tuple[str, str], dimensions: Sequence[str] | None, sentences: Sequence[str]
    ) -> list[dict[str, Classification]]:
        """Look readings up; see ``engine.protocols.ClaimStore``."""
        pair, turned = _pair(*objects)
        wanted = "SELECT sentence, words, said FROM reading WHERE pair = ?"
        if dimensions is not None:
            wanted += f" AND dimension IN ({','.join('?' * len(dimensions))})"
        with self._lock:
            rows = self._connection.execute(wanted, (pair, *(dimensions or ()))).fetchall()
        kept: dict[int, dict[str, bytes]] = {}
        for sentence, words, said in rows:
            kept.setdefault(sentence, {})[words] = said
        return [
            {words: _turned(_JSON.validate_json(said), turned) for words, said in kept.get(key, {}).items()}
            for key in map(_hash, sentences)
        ]

    def put(self, readings: Sequence[Reading]) -> None:
        """Keep readings; see ``engine.protocols.ClaimStore``."""
        rows, pairs = [], {}
        for reading in readings:
            sentence, *names = reading.instance
            pair, turned = _pair(*names)
            said = _JSON.dump_json(_turned(reading.said, turned), exclude_defaults=True)
            rows.append((pair, reading.dimension, reading.words, _hash(sentence), said, reading.place))
            pairs[pair] = (pair, *(names[::-1] if turned else names))
        with self._lock:
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.executemany("INSERT OR IGNORE INTO pair VALUES (?, ?, ?)", pairs.values())
            self._connection.executemany("INSERT OR REPLACE INTO reading VALUES (?, ?, ?, ?, ?, ?)", rows)
            self._connection.execute("COMMIT")

    def state(self, name: str) -> str:
        """Return a remembered value; see ``engine.protocols.ClaimStore``."""
        with self._lock:
            row = self._connection.execute("SELECT value FROM state WHERE name = ?", (name,)).fetchone()
        return str(row[0]) if row else ""

    def remember(self, name: str, value: str) -> None:
        """Remember a value; see ``engine.protocols.ClaimStore``."""
        with self._lock:
            self._connection.execute("INSERT OR REPLACE INTO state VALUES (?, ?)", (name, value))


def _pair(first: str, second: str) -> tuple[int, bool]:
    """Return the key of two things, the same when they are exchanged, and whether it has them the other way round."""
    names = [" ".join(stems(name)) for name in (first, second)]
    return _hash("\x1f".join(sorted(names))), names != sorted(names)


def _hash(text: str) -> int:
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def _turned(said: Classification, turned: bool) -> Classification:
    return said.flipped() if turned else said
