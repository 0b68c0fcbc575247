"""What was read of sentences and two things, kept in one SQLite file beside an index.

Readings of another model are dropped when the file is opened; a damaged file is set aside, and made anew.
"""

from __future__ import annotations

import json
import logging
import sqlite3
import threading
import weakref
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Final

from engine.errors import IndexUnusableError, shorten
from engine.retrieval.readings import Pair, joined, key_of, pair_of, read_row, reading_about, row_of
from engine.types import Classification, Reading

log = logging.getLogger(__name__)

FILE: Final = "claims.sqlite"
_BUSY_S: Final = 0.5
_NAMES: Final = """
SELECT name, count(*) FROM (SELECT first_stems AS name FROM pair UNION ALL SELECT second_stems FROM pair) GROUP BY name
"""
_ABOUT: Final = """
SELECT key, first, second, first_stems, second_stems, dimension, words, said, place
FROM (SELECT * FROM pair WHERE first_stems = ?1 UNION SELECT * FROM pair WHERE second_stems = ?1)
JOIN reading ON pair = key WHERE place <> '' AND said LIKE '%"claims":%' LIMIT 10000
"""
_FORGET: Final = """
DELETE FROM reading WHERE rtrim(place, '0123456789') IN (SELECT value || '#' FROM json_each(?))
"""
_REMOVAL_BUSY_S: Final = 60
_NEW: Final = Path(__file__).with_suffix(".sql").read_text("utf-8")


class SqliteClaimStore:
    """The open file, safe to use from several processes too; see ``engine.protocols.ClaimStore``."""

    def __init__(self, folder: Path, *, model: str, read_only: bool = False) -> None:
        """Open the file in ``folder``, or make it.

        Args:
            folder: Folder of the index.
            model: Names the reader and its weights.
            read_only: Whether nothing can be kept; what was read before is looked up.

        Raises:
            IndexUnusableError: It cannot be opened, or is read only and of another model.
        """
        self._path, self._read_only = folder / FILE, read_only
        self._lock = threading.Lock()
        with self._using():
            try:
                self._open(model)
            except sqlite3.OperationalError:
                raise
            except sqlite3.DatabaseError as error:
                if read_only:
                    raise
                aside = self._path.with_name(f"{FILE}.damaged")
                log.warning("%s is damaged (%s). It is set aside as %s and made anew.", self._path, error, aside.name)
                self._path.replace(aside)
                self._open(model)

    def _open(self, model: str) -> None:
        uri = f"{self._path.resolve().as_uri()}?{'immutable=1' if self._read_only else 'mode=rwc'}"
        with ExitStack() as on_error:
            self._connection = sqlite3.connect(
                uri, uri=True, timeout=_BUSY_S, check_same_thread=False, isolation_level=None
            )
            self.close = weakref.finalize(self, self._connection.close)
            """Closes the file, also when the store is forgotten."""
            on_error.callback(self.close)
            if not self._read_only:
                self._connection.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;")
            tables = dict(self._connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'"))
            current = len(tables) == _NEW.count("CREATE TABLE") and all(sql in _NEW for sql in tables.values())
            if not current or self._state("model") != model:
                if self._read_only:
                    raise sqlite3.OperationalError("what it holds was read by another model")
                dropped = "".join(f"DROP TABLE {name};" for name in tables)
                self._connection.executescript(f"BEGIN IMMEDIATE; {dropped} {_NEW} COMMIT;")
                self._remember("model", model)
            on_error.pop_all()

    def __len__(self) -> int:
        """Return how many readings are kept."""
        with self._lock, self._using():
            return int(self._connection.execute("SELECT count(*) FROM reading").fetchone()[0])

    def find(
        self, objects: tuple[str, str], dimensions: Sequence[str] | None, sentences: Sequence[str], *, ahead: bool
    ) -> list[dict[str, Classification]]:
        """Look readings up; see ``engine.protocols.ClaimStore``."""
        pair = pair_of(*objects)
        wanted = "SELECT sentence, words, said FROM reading WHERE pair = ? AND (place <> '') = ?"
        if dimensions is not None:
            wanted += f" AND dimension IN ({','.join('?' * len(dimensions))})"
        with self._lock, self._using():
            rows = self._connection.execute(wanted, (pair.key, ahead, *(dimensions or ()))).fetchall()
        kept: dict[int, dict[str, str]] = {}
        for sentence, words, said in rows:
            kept.setdefault(sentence, {})[words] = said
        with self._using():
            return [
                {words: read_row(said, pair) for words, said in kept.get(key, {}).items()}
                for key in map(key_of, sentences)
            ]

    def put(self, readings: Sequence[Reading]) -> None:
        """Keep readings; see ``engine.protocols.ClaimStore``."""
        if self._read_only:
            return
        rows, pairs = [], {}
        for reading in readings:
            pair, sentence, said = row_of(reading)
            rows.append((pair.key, reading.dimension, reading.words, sentence, said, reading.place))
            pairs[pair.key] = (pair.key, *pair.names, *pair.stems)
        with self._lock, self._using():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                self._connection.executemany("INSERT OR IGNORE INTO pair VALUES (?, ?, ?, ?, ?)", pairs.values())
                self._connection.executemany("INSERT OR REPLACE INTO reading VALUES (?, ?, ?, ?, ?, ?)", rows)
                self._connection.execute("COMMIT")
            except sqlite3.Error:
                if self._connection.in_transaction:  # a full disk ends it
                    self._connection.execute("ROLLBACK")
                raise

    def names(self) -> dict[str, int]:
        """Return the names of things, and with how many others each is; see ``engine.protocols.ClaimStore``."""
        with self._lock, self._using():
            return dict(self._connection.execute(_NAMES).fetchall())

    def about(self, name: str) -> list[Reading]:
        """Return what was read ahead of a thing; see ``engine.protocols.ClaimStore``."""
        with self._lock, self._using():
            rows = self._connection.execute(_ABOUT, (joined(name),)).fetchall()
        found = []
        with self._using():
            for key, first, second, first_stems, second_stems, dimension, words, said, place in rows:
                pair = Pair(key, (first, second), (first_stems, second_stems), turned=False)
                found.append(reading_about(name, pair, said, dimension=dimension, words=words, place=place))
        return found

    def state(self, name: str) -> str:
        """Return a remembered value; see ``engine.protocols.ClaimStore``."""
        with self._lock, self._using():
            return self._state(name)

    def remember(self, name: str, value: str) -> None:
        """Remember a value; see ``engine.protocols.ClaimStore``."""
        with self._lock, self._using():
            self._remember(name, value)

    def _state(self, name: str) -> str:
        row = self._connection.execute("SELECT value FROM state WHERE name = ?", (name,)).fetchone()
        return str(row[0]) if row else ""

    def _remember(self, name: str, value: str) -> None:
        self._connection.execute("INSERT OR REPLACE INTO state VALUES (?, ?)", (name, value))

    @contextmanager
    def _using(self) -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError, sqlite3.Error) as error:
            raise IndexUnusableError(
                f"What was read cannot be used in {str(self._path)!r} ({shorten(str(error))}): sentences are read when "
                "they are asked for. Free the file or the disk, or delete the file: it is made anew.",
                told="What was read ahead of this index cannot be used now; the log says why.",
            ) from error


def forget(folder: Path, documents: Sequence[str]) -> None:
    """Drop what was read ahead of documents that were removed, by their ids.

    Raises:
        sqlite3.OperationalError: The file is locked, or cannot be written.
    """
    if not documents or not (folder / FILE).exists():
        return
    try:
        with closing(sqlite3.connect(folder / FILE, timeout=_REMOVAL_BUSY_S)) as connection, connection:
            connection.execute(_FORGET, (json.dumps(documents),))
    except sqlite3.OperationalError as error:
        if "no such table" not in str(error):
            raise
    except sqlite3.DatabaseError as error:
        log.warning("%s is damaged (%s); it is set aside when it is used.", folder / FILE, error)
