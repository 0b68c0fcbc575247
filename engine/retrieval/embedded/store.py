"""The texts of an index: one SQLite file of sources, documents and sentences. The search engine is derived from it.

Sentences are numbered ``n`` = 0, 1, 2 … in the order they came; the sentences of a document are consecutive.
"""

from __future__ import annotations

import json
import sqlite3
import threading
import weakref
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from engine.errors import IndexUnusableError
from engine.types import CorpusSummary, Document, Sentence

FILE = "texts.sqlite"
VERSION = 2
"""Changes with the tables here, the fields of the search engine, or the analysis in ``engine.text.tokens``."""

_WITHOUT_LANGUAGE = 1
"""The version before documents had a language: it is read as it is, and brought to this one when it is written."""

_APPLICATION_ID = 0x57686368  # "Whch"
_NEW = f"""
PRAGMA page_size = 8192;
BEGIN;
CREATE TABLE source (
    digest TEXT PRIMARY KEY,
    path TEXT NOT NULL,
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
    sample INTEGER NOT NULL,
    language TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE TABLE sentence (
    n INTEGER PRIMARY KEY,
    document INTEGER NOT NULL,  -- number of its document's first sentence
    text TEXT NOT NULL
) STRICT;
PRAGMA application_id = {_APPLICATION_ID};
PRAGMA user_version = {VERSION};
COMMIT;
"""
_ADD_LANGUAGE = f"""
BEGIN;
ALTER TABLE document ADD COLUMN language TEXT NOT NULL DEFAULT '';
PRAGMA user_version = {VERSION};
COMMIT;
"""


@dataclass(frozen=True, slots=True)
class StoredSource:
    """How far a source was read."""

    digest: str
    path: str
    records: int
    finished: bool


class Store:
    """The open file; safe to read from several threads, written by one."""

    def __init__(self, folder: Path, *, write: bool = False) -> None:
        """Open the file in ``folder``.

        Args:
            folder: Folder of the index.
            write: Whether to write; then an empty file is made where there is none.

        Raises:
            IndexUnusableError: It is missing, not ours, or of another version.
            sqlite3.Error: It is damaged.
        """
        path = folder / FILE
        if not write and not path.is_file():
            raise IndexUnusableError(f"There is no index in {str(folder)!r}. Make one: {how_to_make(folder)}")
        uri = f"{path.resolve().as_uri()}?mode={'rwc' if write else 'ro'}"
        self._lock = threading.Lock()
        self._connection = sqlite3.connect(uri, uri=True, check_same_thread=False, isolation_level=None)
        self.close = weakref.finalize(self, self._connection.close)
        """Closes the file, also when the store is forgotten; what was not committed is lost."""
        with ExitStack() as on_error:
            on_error.callback(self.close)
            if write and self._pragmas("page_count", "application_id") == (0, 0):
                self._connection.executescript(_NEW)
            application, version = self._pragmas("application_id", "user_version")
            if write and (application, version) == (_APPLICATION_ID, _WITHOUT_LANGUAGE):
                self._connection.executescript(_ADD_LANGUAGE)
                version = VERSION
            if application != _APPLICATION_ID or version not in {_WITHOUT_LANGUAGE, VERSION}:
                what = f"version {version}" if application == _APPLICATION_ID else "a file of another program"
                raise IndexUnusableError(
                    f"The index in {str(folder)!r} is {what}, expected version {VERSION}. "
                    f"Delete the folder and make it anew: {how_to_make(folder)}"
                )
            self._connection.execute(f"PRAGMA mmap_size = {1 << 40}")
            self._connection.execute("PRAGMA cache_size = -32768")
            # Uncommitted pages stay in memory, so that others can go on reading until the commit.
            self._connection.execute("PRAGMA cache_spill = OFF")
            on_error.pop_all()

    def _pragmas(self, *names: str) -> tuple[int, ...]:
        return tuple(self._connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names)

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
            (source.digest, source.path, source.records, source.finished),
        )

    def add(self, document: Document, first: int) -> bool:
        """Add a document whose sentences get the numbers from ``first`` on.

        Returns:
            False, with nothing added, when a document has this id already.
        """
        sentences = document.sentences
        added = self._connection.execute(
            "INSERT OR IGNORE INTO document VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
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
                document.language,
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

    def documents(self) -> int:
        """Return the number of documents."""
        return int(self._rows("SELECT count(*) FROM document")[0][0])

    def sentences(self) -> int:
        """Return the number of sentences."""
        return int(self._rows("SELECT coalesce(max(n) + 1, 0) FROM sentence")[0][0])

    def summary(self) -> CorpusSummary:
        """Return what the documents are, in one pass over them."""
        rows = self._rows("SELECT min(nullif(date, '')), max(date), min(sample) FROM document")
        since, until, sample = rows[0]
        publishers = self._rows(
            "SELECT substr(source, 1, instr(source || '/', '/') - 1) AS name, count(*) AS documents FROM document "
            "GROUP BY name ORDER BY documents DESC, name LIMIT 10"
        )
        return CorpusSummary(
            self.sentences(), self.documents(), tuple(publishers), since or "", until or "", bool(sample)
        )

    def sources(self) -> list[StoredSource]:
        """Return every source that was begun."""
        rows = self._rows("SELECT digest, path, records, finished FROM source")
        return [StoredSource(digest, path, records, bool(finished)) for digest, path, records, finished in rows]

    def sentences_from(self, n: int) -> Iterator[tuple[int, Sentence]]:
        """Yield number and sentence, from number ``n`` on."""
        rows = self._connection.execute(
            "SELECT n, text, id, position + n - first FROM sentence JOIN document ON first = document WHERE n >= ? "
            "ORDER BY n",
            (n,),
        )
        for number, text, document_id, position in rows:
            yield number, Sentence(f"{document_id}#{position}", text, document_id, position)

    def places(self, numbers: Sequence[int]) -> dict[int, tuple[Sentence, Document]]:
        """Return sentences by number, each with its document (without the document's sentences)."""
        rows = self._rows(
            "SELECT n, text, document.* FROM sentence JOIN document ON first = document "
            "WHERE n IN (SELECT value FROM json_each(?))",
            json.dumps(numbers),
        )
        documents: dict[int, Document] = {}
        found: dict[int, tuple[Sentence, Document]] = {}
        for n, text, first, _, start, *columns in rows:
            document = documents.get(first) or documents.setdefault(first, _document(columns))
            position = start + n - first
            found[n] = Sentence(f"{document.id}#{position}", text, document.id, position), document
        return found

    def places_of(self, ids: Sequence[tuple[str, int]]) -> list[tuple[Sentence, Document]]:
        """Return sentences by document and position, in order, each with its document, as far as they are there."""
        numbers = self._rows(
            "SELECT n FROM json_each(?) AS wanted JOIN document ON document.id = json_extract(value, '$[0]') "
            "JOIN sentence ON n = first - position + json_extract(value, '$[1]') AND n <= last ORDER BY wanted.key",
            json.dumps(ids),
        )
        places = self.places([n for (n,) in numbers])
        return [places[n] for (n,) in numbers]

    def document(self, document_id: str) -> Document | None:
        """Return a document with all its sentences; None when no document has this id."""
        rows = self._rows("SELECT * FROM document WHERE id = ?", document_id)
        if not rows:
            return None
        first, last, start, *columns = rows[0]
        return _document(columns, self._sentences(document_id, first, last, start))

    def documents_at(self, numbers: Sequence[int]) -> dict[int, Document]:
        """Return documents with all their sentences by the numbers of their first sentences."""
        rows = self._rows(_DOCUMENTS_AT, json.dumps(numbers))
        return {first: document for document, first in _grouped(rows)}

    def documents_from(self, number: int) -> Iterator[tuple[Document, int]]:
        """Yield the documents with all their sentences, but for so many, each with the number of its first sentence."""
        begin = self._rows("SELECT first FROM document ORDER BY first LIMIT 1 OFFSET ?", number)
        yield from _grouped(self._connection.execute(_DOCUMENTS_FROM, begin[0])) if begin else ()

    def context(self, document_id: str, position: int, before: int, after: int) -> tuple[Sentence, ...]:
        """Return the sentence of a document at ``position`` with its neighbours; empty when there is none."""
        rows = self._rows("SELECT first, last, position FROM document WHERE id = ?", document_id)
        if not rows:
            return ()
        first, last, start = rows[0]
        n = first + position - start
        if not first <= n <= last:
            return ()
        begin, end = max(first, n - max(0, before)), min(last, n + max(0, after))
        return self._sentences(document_id, begin, end, start + begin - first)

    def _rows(self, query: str, *parameters: object) -> list[Any]:
        # A connection keeps one prepared statement a query: threads that ask at once would get each other's rows.
        with self._lock:
            return self._connection.execute(query, parameters).fetchall()

    def _sentences(self, document_id: str, first: int, last: int, position: int) -> tuple[Sentence, ...]:
        texts = self._rows("SELECT text FROM sentence WHERE n BETWEEN ? AND ? ORDER BY n", first, last)
        return tuple(
            [Sentence(f"{document_id}#{at}", text, document_id, at) for at, (text,) in enumerate(texts, position)]
        )


_DOCUMENTS_AT = """
SELECT text, document.* FROM document JOIN sentence ON n BETWEEN first AND last
WHERE first IN (SELECT value FROM json_each(?)) ORDER BY first, n
"""
_DOCUMENTS_FROM = """
SELECT text, document.* FROM document JOIN sentence ON n BETWEEN first AND last WHERE first >= ? ORDER BY first, n
"""


def _grouped(rows: Iterable[Any]) -> Iterator[tuple[Document, int]]:
    for first, group in groupby(rows, key=lambda row: row[1]):
        (_, _, _, start, *columns), *_ = lines = list(group)
        key = columns[0]
        sentences = [Sentence(f"{key}#{at}", line[0], key, at) for at, line in enumerate(lines, start)]
        yield _document(columns, tuple(sentences)), first


def _document(columns: Sequence[Any], sentences: tuple[Sentence, ...] = ()) -> Document:
    document_id, title, url, source, date, sample, *language = columns  # none in an index made before it was known
    return Document(document_id, title, url, source, date, bool(sample), sentences, *language)


def how_to_make(folder: Path) -> str:
    """Return the command that makes an index in ``folder``."""
    return f"whichever index --out {folder} SOURCE…"
