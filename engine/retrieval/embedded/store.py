"""The texts of an index: one SQLite file of sources, documents and sentences. The search engine is derived from it.

Sentences are numbered ``n`` = 0, 1, 2 … in the order they came; the sentences of a document are consecutive. What is
removed leaves a gap: a number is never given again.
"""

from __future__ import annotations

import json
import sqlite3
import threading
import weakref
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from engine.errors import IndexUnusableError
from engine.retrieval.building import StoredSource
from engine.types import CorpusSummary, Document, Sentence

FILE = "texts.sqlite"
VERSION = 3
"""Changes with the tables here, the fields of the search engine, or the analysis in ``engine.text.tokens``."""

_OLDER = (1, 2)
"""Without the language of documents, and without the file that each is from: they are read as they are, and brought to
this version when they are written."""

_APPLICATION_ID = 0x57686368  # "Whch"


class SourceSummary(NamedTuple):
    """What an index holds of a source."""

    path: str
    root: str
    size: int | None
    """As in ``StoredSource``."""
    documents: int
    sentences: int
    since: str
    """Date of the oldest dated document, ISO 8601; empty when none is dated."""
    until: str
    hidden: int
    finished: bool


class Removed(NamedTuple):
    """Documents that were removed from the texts."""

    ranges: list[tuple[int, int]]
    """Numbers of their first and last sentences, those that follow each other joined."""
    ids: list[str]


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
            raise IndexUnusableError(
                f"There is no index in {str(folder)!r}. Make one: {how_to_make(folder)}",
                told="There is no index yet. Who runs this service makes one with “whichever index”: see its log.",
            )
        uri = f"{path.resolve().as_uri()}?mode={'rwc' if write else 'ro'}"
        self._lock = threading.Lock()
        self._connection = sqlite3.connect(uri, uri=True, check_same_thread=False, isolation_level=None)
        self.close = weakref.finalize(self, self._connection.close)
        """Closes the file, also when the store is forgotten; what was not committed is lost."""
        with ExitStack() as on_error:
            on_error.callback(self.close)
            if write and self._pragmas("page_count", "application_id") == (0, 0):
                self._connection.executescript(f"PRAGMA page_size = 8192; {_script('sources', 'texts')}")
            application, version = self._pragmas("application_id", "user_version")
            if write and application == _APPLICATION_ID and version in _OLDER:
                for names in (("add_language",), ("set_sources_aside", "sources", "add_files"))[version - 1 :]:
                    self._connection.executescript(_script(*names))
                version = VERSION
            if application != _APPLICATION_ID or version not in {*_OLDER, VERSION}:
                what = f"version {version}" if application == _APPLICATION_ID else "a file of another program"
                raise IndexUnusableError(
                    f"The index in {str(folder)!r} is {what}, expected version {VERSION}. "
                    f"Delete the folder and make it anew: {how_to_make(folder)}",
                    told="The index is of another version. Who runs this service has to make it anew: see its log.",
                )
            self._connection.execute(f"PRAGMA mmap_size = {1 << 40}")
            self._connection.execute("PRAGMA cache_size = -32768")
            # Uncommitted pages stay in memory, so that others can go on reading until the commit.
            self._connection.execute("PRAGMA cache_spill = OFF")
            self._connection.execute("PRAGMA secure_delete = ON")
            self._counted, self._has_languages = version == VERSION, version > 1
            self.held, self._next = self._rows(_HELD if self._counted else _HELD_OLDER)[0]
            """Sentences, those that are not committed included."""
            on_error.pop_all()

    def _pragmas(self, *names: str) -> tuple[int, ...]:
        return tuple(self._connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names)

    # -- writing

    def begin(self) -> None:
        """Start a transaction."""
        self._connection.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        """Make everything since ``begin`` durable."""
        self._connection.execute("UPDATE held SET sentences = ?, next = ?", (self.held, self._next))
        self._connection.execute("COMMIT")

    def put_source(self, source: StoredSource) -> int:
        """Remember how far a source was read.

        Returns:
            Its number.
        """
        (number,) = self._connection.execute(
            "INSERT INTO source VALUES (NULL, :path, :root, :digest, :size, :records, :finished, :hidden) "
            "ON CONFLICT (path) DO UPDATE SET root = :root, digest = :digest, size = :size, records = :records, "
            "finished = :finished, hidden = :hidden RETURNING number",
            asdict(source),
        ).fetchone()
        return int(number)

    def add(self, document: Document, file: int) -> int | None:
        """Add a document.

        Args:
            document: With its sentences, which get the next numbers.
            file: Number of its source.

        Returns:
            Number of its first sentence; None, with nothing added, when a document has this id already.
        """
        sentences, first = document.sentences, int(self._next)
        added = self._connection.execute(
            "INSERT OR IGNORE INTO document VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
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
                file,
            ),
        )
        if added.rowcount == 0:
            return None
        self._connection.executemany(
            "INSERT INTO sentence VALUES (?, ?, ?)",
            [(n, first, sentence.text) for n, sentence in enumerate(sentences, first)],
        )
        self.held += len(sentences)
        self._next += len(sentences)
        return first

    def file_of(self, document_id: str) -> int:
        """Return the number of the source that a document is from; 0 when it is not known, or not there."""
        rows = self._rows("SELECT file FROM document WHERE id = ?", document_id)
        return int(rows[0][0]) if rows else 0

    def remove(self, path: str) -> None:
        """Remove a source with its documents; ``removed`` returns them until ``forget_removed``."""
        ((number,),) = self._rows("SELECT number FROM source WHERE path = ?", path)
        ranges = _joined(self._rows("SELECT first, last FROM document WHERE file = ? ORDER BY first", number))
        self._connection.execute("INSERT INTO removed SELECT first, last, id FROM document WHERE file = ?", (number,))
        self._connection.executemany("DELETE FROM sentence WHERE n BETWEEN ? AND ?", ranges)
        self._connection.execute("DELETE FROM document WHERE file = ?", (number,))
        self._connection.execute("DELETE FROM source WHERE number = ?", (number,))
        self.held -= sum(last - first + 1 for first, last in ranges)

    def removed(self) -> Removed:
        """Return the documents that were removed and may still be known elsewhere."""
        rows = self._rows("SELECT first, last, id FROM removed ORDER BY first")
        return Removed(_joined([row[:2] for row in rows]), [row[2] for row in rows])

    def forget_removed(self) -> None:
        """Forget which documents were removed, once they are nowhere."""
        self._connection.execute("DELETE FROM removed")

    # -- reading

    def documents(self) -> int:
        """Return the number of documents."""
        return int(self._rows("SELECT count(*) FROM document")[0][0])

    def sentences(self) -> int:
        """Return the number of sentences."""
        return int(self._rows(_HELD if self._counted else _HELD_OLDER)[0][0])

    def summary(self) -> CorpusSummary:
        """Return what the documents are, in one pass over them."""
        rows = self._rows("SELECT min(nullif(date, '')), max(date), min(sample) FROM document")
        since, until, sample = rows[0]
        publishers = self._rows(
            "SELECT substr(source, 1, instr(source || '/', '/') - 1) AS name, count(*) AS documents FROM document "
            "GROUP BY name ORDER BY documents DESC, name LIMIT 10"
        )
        languages = self._rows(_LANGUAGES) if self._has_languages else []
        return CorpusSummary(
            self.sentences(),
            self.documents(),
            tuple(publishers),
            tuple(name for (name,) in languages),
            since or "",
            until or "",
            bool(sample),
        )

    def sources(self) -> list[StoredSource]:
        """Return every source that was begun."""
        rows = self._rows(_OF_SOURCES if self._counted else _OF_OLDER_SOURCES)
        return [
            StoredSource(path, digest, records, bool(finished), *more)
            for path, digest, records, finished, *more in rows
        ]

    def source_summaries(self) -> list[SourceSummary]:
        """Return what is held of every source, in order of their paths."""
        if not self._counted:
            return [
                SourceSummary(source.path, source.root, None, 0, 0, "", "", 0, source.finished)
                for source in self.sources()
            ]
        rows = self._rows(
            "SELECT path, root, size, count(first), coalesce(sum(last - first + 1), 0), "
            "coalesce(min(nullif(date, '')), ''), coalesce(max(date), ''), hidden, finished "
            "FROM source LEFT JOIN document ON file = number GROUP BY number ORDER BY path"
        )
        return [SourceSummary._make(row) for row in rows]

    def holds_unknown(self) -> bool:
        """Return whether the source of any document is not known, as in an index of several sources made before."""
        return bool(self._rows("SELECT EXISTS (SELECT 1 FROM document WHERE file = 0)")[0][0])

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
        return [places[n] for (n,) in numbers if n in places]

    def document(self, document_id: str) -> Document | None:
        """Return a document with all its sentences; None when no document has this id."""
        rows = self._rows(_DOCUMENTS.format("id = ?"), document_id)
        return next((document for document, _ in _grouped(rows)), None)

    def documents_at(self, numbers: Sequence[int]) -> dict[int, Document]:
        """Return documents with all their sentences by the numbers of their first sentences."""
        rows = self._rows(_DOCUMENTS.format("first IN (SELECT value FROM json_each(?))"), json.dumps(numbers))
        return {first: document for document, first in _grouped(rows)}

    def documents_from(self, n: int) -> Iterator[tuple[Document, int]]:
        """Yield the documents whose sentences have the numbers from ``n`` on, each with that of its first one."""
        yield from _grouped(self._connection.execute(_DOCUMENTS.format("first >= ?"), (n,)))

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


def _script(*names: str) -> str:
    """Return what the files of these names beside this one do, in one transaction."""
    return f"BEGIN; {''.join(Path(__file__).with_name(f'{name}.sql').read_text('utf-8') for name in names)} COMMIT;"


def _joined(ranges: Iterable[Sequence[int]]) -> list[tuple[int, int]]:
    """Join ranges of numbers, ascending, that follow each other."""
    joined: list[tuple[int, int]] = []
    for first, last in ranges:
        if joined and joined[-1][1] + 1 == first:
            joined[-1] = joined[-1][0], last
        else:
            joined.append((first, last))
    return joined


_OF_SOURCES = "SELECT path, digest, records, finished, root, size, hidden FROM source ORDER BY number"
_OF_OLDER_SOURCES = "SELECT path, digest, records, finished, path FROM source"
_HELD = "SELECT sentences, next FROM held"
_HELD_OLDER = "SELECT coalesce(max(n) + 1, 0), coalesce(max(n) + 1, 0) FROM sentence"
_DOCUMENTS = """
SELECT text, document.* FROM document JOIN sentence ON n BETWEEN first AND last WHERE {} ORDER BY first, n
"""
_LANGUAGES = "SELECT language FROM document WHERE language <> '' GROUP BY 1 ORDER BY count(*) DESC, 1"


def _grouped(rows: Iterable[Any]) -> Iterator[tuple[Document, int]]:
    for first, group in groupby(rows, key=lambda row: row[1]):
        (_, _, _, start, *columns), *_ = lines = list(group)
        key = columns[0]
        sentences = [Sentence(f"{key}#{at}", line[0], key, at) for at, line in enumerate(lines, start)]
        yield _document(columns, tuple(sentences)), first


def _document(columns: Sequence[Any], sentences: tuple[Sentence, ...] = ()) -> Document:
    document_id, title, url, source, date, sample, *more = columns  # no language in the first indices
    return Document(document_id, title, url, source, date, bool(sample), sentences, *more[:1])


def how_to_make(folder: Path) -> str:
    """Return the command that makes an index in ``folder``."""
    return f"whichever index --out {folder} SOURCE…"
