"""The texts of an index: one SQLite file of sources, documents and sentences. The search engine is derived from it.

Sentences are numbered ``n`` = 0, 1, 2 … in the order they came; the sentences of a document are consecutive.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.errors import IndexUnusableError
from engine.types import Document, Sentence

FILE = "texts.sqlite"
VERSION = 1
"""Changes with the tables here, the fields of the search engine, or the analysis in ``engine.text``."""

_APPLICATION_ID = 0x57686368  # "Whch"
_TABLES = """
CREATE TABLE source (
    path TEXT PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,
    records INTEGER NOT NULL,   -- read so far
    finished INTEGER NOT NULL
) STRICT;
CREATE TABLE document (
    first INTEGER PRIMARY KEY,  -- number of its first sentence
    last INTEGER NOT NULL,
    position INTEGER NOT NULL,  -- of its first sentence
    id TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    url TEXT NOT NULL,
    source TEXT NOT NULL,
    date TEXT NOT NULL,
    sample INTEGER NOT NULL
) STRICT;
CREATE TABLE sentence (
    n INTEGER PRIMARY KEY,
    document INTEGER NOT NULL,  -- number of its document's first sentence
    text TEXT NOT NULL
) STRICT;
"""


@dataclass(frozen=True, slots=True)
class StoredSource:
    """How far a source was read."""

    path: str
    digest: str
    records: int
    finished: bool


class Store:
    """The open file; safe to read from several threads, written by one."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Wrap a connection; use ``open`` or ``create``."""
        self._connection = connection
        self._connection.execute("PRAGMA cache_size = -32768")

    @classmethod
    def open(cls, folder: Path, *, write: bool = False) -> Store:
        """Open the file of an existing index.

        Raises:
            IndexUnusableError: It is missing, not ours, or of another version.
        """
        path = folder / FILE
        if not path.is_file():
            raise IndexUnusableError(f"There is no index in {str(folder)!r}. Make one: {how_to_make(folder)}")
        mode = "rw" if write else "ro"
        try:
            connection = sqlite3.connect(
                f"{path.resolve().as_uri()}?mode={mode}", uri=True, check_same_thread=False, isolation_level=None
            )
            (application,) = connection.execute("PRAGMA application_id").fetchone()
            (version,) = connection.execute("PRAGMA user_version").fetchone()
        except sqlite3.Error as error:
            raise IndexUnusableError(
                f"The index in {str(folder)!r} cannot be read ({error}). Make it anew: {how_to_make(folder)}"
            ) from error
        if application != _APPLICATION_ID or version != VERSION:
            connection.close()
            raise IndexUnusableError(
                f"The index in {str(folder)!r} has version {version}, this program reads version {VERSION}. "
                f"Delete the folder and make it anew: {how_to_make(folder)}"
            )
        return cls(connection)

    @classmethod
    def create(cls, folder: Path) -> Store:
        """Make an empty file."""
        connection = sqlite3.connect(folder / FILE, check_same_thread=False, isolation_level=None)
        connection.executescript(
            f"PRAGMA page_size = 8192; BEGIN; {_TABLES} PRAGMA application_id = {_APPLICATION_ID}; "
            f"PRAGMA user_version = {VERSION}; COMMIT;"
        )
        return cls(connection)

    def close(self) -> None:
        """Close the file; what was not committed is lost."""
        self._connection.close()

    # -- writing

    def begin(self) -> None:
        """Start a transaction."""
        self._connection.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        """Make everything since ``begin`` durable."""
        self._connection.execute("COMMIT")

    def put_source(self, source: StoredSource) -> None:
        """Remember how far a source was read."""
        self._connection.execute(
            "INSERT OR REPLACE INTO source VALUES (?, ?, ?, ?)",
            (source.path, source.digest, source.records, source.finished),
        )

    def add(self, document: Document, first: int) -> bool:
        """Add a document whose sentences get the numbers from ``first`` on.

        Returns:
            False, with nothing added, when a document has this id already.
        """
        sentences = document.sentences
        added = self._connection.execute(
            "INSERT OR IGNORE INTO document VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                first,
                first + len(sentences) - 1,
                sentences[0].position,
                document.id,
                document.title,
                document.url,
                document.source,
                document.date,
                document.sample,
            ),
        )
        if added.rowcount == 0:
            return False
        self._connection.executemany(
            "INSERT INTO sentence VALUES (?, ?, ?)",
            [(n, first, sentence.text) for n, sentence in enumerate(sentences, first)],
        )
        return True

    # -- reading

    def counts(self) -> tuple[int, int]:
        """Return the number of documents and of sentences."""
        row = self._connection.execute("SELECT count(*), coalesce(max(last) + 1, 0) FROM document").fetchone()
        return row[0], row[1]

    def sources(self) -> list[StoredSource]:
        """Return every source that was begun, in order."""
        rows = self._connection.execute("SELECT path, digest, records, finished FROM source ORDER BY rowid")
        return [StoredSource(path, digest, records, bool(finished)) for path, digest, records, finished in rows]

    def texts_from(self, n: int) -> Iterator[tuple[int, str]]:
        """Yield number and text of the sentences from number ``n`` on."""
        yield from self._connection.execute("SELECT n, text FROM sentence WHERE n >= ? ORDER BY n", (n,))

    def sentences(self, numbers: Sequence[int]) -> dict[int, tuple[Sentence, Document]]:
        """Return sentences by number, each with its document (without the document's sentences)."""
        rows = self._connection.execute(
            "SELECT sentence.n, text, document.* FROM sentence JOIN document ON first = document "
            "WHERE n IN (SELECT value FROM json_each(?))",
            (json.dumps(numbers),),
        )
        documents: dict[int, Document] = {}
        found: dict[int, tuple[Sentence, Document]] = {}
        for n, text, first, _, position, *columns in rows:
            document = documents.get(first)
            if document is None:
                document = documents[first] = _document(columns)
            place = position + n - first
            found[n] = Sentence(f"{document.id}#{place}", text, document.id, place), document
        return found

    def document(self, document_id: str) -> Document | None:
        """Return a document with all its sentences; None when no document has this id."""
        row = self._connection.execute("SELECT * FROM document WHERE id = ?", (document_id,)).fetchone()
        if row is None:
            return None
        first, last, position, *columns = row
        texts = self._connection.execute("SELECT text FROM sentence WHERE n BETWEEN ? AND ? ORDER BY n", (first, last))
        sentences = tuple(
            Sentence(f"{document_id}#{place}", text, document_id, place)
            for place, (text,) in enumerate(texts, position)
        )
        return _document(columns, sentences)


def _document(columns: Sequence[str], sentences: tuple[Sentence, ...] = ()) -> Document:
    document_id, title, url, source, date, sample = columns
    return Document(document_id, title, url, source, date, bool(sample), sentences)


def how_to_make(folder: Path) -> str:
    """Return the command that makes an index in ``folder``."""
    return f"whichever index --out {folder} SOURCE…"
