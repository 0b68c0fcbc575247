"""What was read of sentences and two things, kept in one SQLite file beside an index.

Readings of another model are dropped when the file is opened.
"""

from __future__ import annotations

import sqlite3
import threading
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from engine.retrieval.readings import key_of, pair_of, read_row, row_of
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
    said TEXT NOT NULL,
    place TEXT NOT NULL,
    PRIMARY KEY (pair, dimension, words, sentence)
) STRICT, WITHOUT ROWID;
CREATE TABLE state (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
"""


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
        pair = pair_of(*objects)
        wanted = "SELECT sentence, words, said FROM reading WHERE pair = ?"
        if dimensions is not None:
            wanted += f" AND dimension IN ({','.join('?' * len(dimensions))})"
        with self._lock:
            rows = self._connection.execute(wanted, (pair.key, *(dimensions or ()))).fetchall()
        kept: dict[int, dict[str, str]] = {}
        for sentence, words, said in rows:
            kept.setdefault(sentence, {})[words] = said
        return [
            {words: read_row(said, pair) for words, said in kept.get(key, {}).items()} for key in map(key_of, sentences)
        ]

    def put(self, readings: Sequence[Reading]) -> None:
        """Keep readings; see ``engine.protocols.ClaimStore``."""
        rows, pairs = [], {}
        for reading in readings:
            pair, sentence, said = row_of(reading)
            rows.append((pair.key, reading.dimension, reading.words, sentence, said, reading.place))
            pairs[pair.key] = (pair.key, *pair.names)
        with self._lock:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                self._connection.executemany("INSERT OR IGNORE INTO pair VALUES (?, ?, ?)", pairs.values())
                self._connection.executemany("INSERT OR REPLACE INTO reading VALUES (?, ?, ?, ?, ?, ?)", rows)
            except sqlite3.Error:
                self._connection.execute("ROLLBACK")
                raise
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
