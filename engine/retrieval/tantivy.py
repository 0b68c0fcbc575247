"""The embedded index: Tantivy finds the sentences, SQLite holds their texts."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import tantivy
from tantivy import Occur, Query

from engine.errors import IndexUnusableError, NotFoundError, shorten
from engine.retrieval.cues import CUES
from engine.retrieval.hits import in_context, merge, parse
from engine.retrieval.store import Store, how_to_make
from engine.text import analyse, is_question, stems
from engine.types import Document, SearchResult, Sentence

FOLDER = "tantivy"
_STATEMENT = "statement"
_QUESTION = "question"
_NUMBER = "n"
_MAX_MATCHES = 100_000
_CHUNK = 1_000


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    for name in (_STATEMENT, _QUESTION):
        builder.add_text_field(name, tokenizer_name="whitespace")
    builder.add_unsigned_field(_NUMBER, fast=True)
    return builder.build()


class Writer:
    """Feeds sentences to the search engine of an index."""

    def __init__(self, folder: Path) -> None:
        """Open or make the search engine's files.

        Raises:
            IndexUnusableError: Another process is writing, or the files are damaged.
        """
        path = folder / FOLDER
        path.mkdir(exist_ok=True)
        try:
            index = tantivy.Index(_schema(), path=str(path))
            self.sentences = index.searcher().num_docs
            self._writer = index.writer(heap_size=128_000_000, num_threads=1)
        except (ValueError, OSError) as error:
            raise IndexUnusableError(
                f"Cannot write the index in {str(folder)!r} ({error}). If no other build is running there, delete the "
                f"folder and make it anew: {how_to_make(folder)}"
            ) from error

    def add(self, n: int, text: str) -> None:
        """Add the sentence number ``n``."""
        document = tantivy.Document()
        document.add_text(_QUESTION if is_question(text) else _STATEMENT, analyse(text))
        document.add_unsigned(_NUMBER, n)
        self._writer.add_document(document)

    def commit(self) -> None:
        """Make what was added durable and visible."""
        self._writer.commit()

    def close(self) -> None:
        """Wait for background work; what was not committed is lost."""
        self._writer.rollback()
        self._writer.wait_merging_threads()


class TantivyRetriever:
    """Searches an index made by ``engine.retrieval.build.build_index``."""

    def __init__(self, *, index: Path) -> None:
        """Open the index; its files are mapped, not read.

        Args:
            index: Folder of the index.

        Raises:
            IndexUnusableError: It is missing, unfinished, damaged, or of another version.
        """
        self._folder = Path(index)
        self._store = Store.open(self._folder)
        try:
            self._searcher = tantivy.Index.open(str(self._folder / FOLDER)).searcher()
            _, sentences = self._store.counts()
            finished = all(source.finished for source in self._store.sources())
        except (ValueError, OSError, sqlite3.Error) as error:
            self._store.close()
            raise self._unusable(error) from error
        if not finished or sentences != self._searcher.num_docs:
            self._store.close()
            raise IndexUnusableError(
                f"The index in {str(self._folder)!r} is not finished. "
                f"Run the command that was making it again; it goes on where it stood: {how_to_make(self._folder)}"
            )
        self._schema = _schema()
        self._cues = _phrases_query(self._schema, _STATEMENT, [(cue,) for cue in CUES], Occur.Should)

    def search(self, objects: Sequence[str], *, aspects: Sequence[str] = (), k: int = 10_000) -> SearchResult:
        """Find sentences that name every object; see ``Retriever.search``."""
        started = time.perf_counter()
        named = [stems(name) for name in objects]
        if not named or not all(named):
            return SearchResult((), 0, took_s=time.perf_counter() - started)
        wanted = [phrase for phrase in map(stems, aspects) if phrase]
        naming = (Occur.Must, self._all(_STATEMENT, named))
        comparing = (Occur.Should, self._cues)
        if wanted:
            about = _phrases_query(self._schema, _STATEMENT, wanted, Occur.Should)
            tiers = [[naming, (Occur.Must, about), comparing], [naming, (Occur.MustNot, about), comparing]]
        else:
            tiers = [[naming, comparing]]
        try:
            ranked, total = self._ranked([Query.boolean_query(tier) for tier in tiers], k)
            questions = self._searcher.search(self._all(_QUESTION, named), limit=1).count
            hits = merge(self._texts(ranked), k)
        except (ValueError, OSError, sqlite3.Error) as error:
            raise self._unusable(error) from error
        return SearchResult(hits, total, questions, time.perf_counter() - started)

    def find(self, query: str, *, k: int = 50) -> SearchResult:
        """Find sentences by keywords; see ``Retriever.find``."""
        started = time.perf_counter()
        phrases = parse(query)
        if not phrases:
            return SearchResult((), 0, took_s=time.perf_counter() - started)
        either = Query.boolean_query([(Occur.Should, self._all(field, phrases)) for field in (_STATEMENT, _QUESTION)])
        try:
            ranked, total = self._ranked([either], k)
            hits = merge(self._texts(ranked), k)
        except (ValueError, OSError, sqlite3.Error) as error:
            raise self._unusable(error) from error
        return SearchResult(hits, total, took_s=time.perf_counter() - started)

    def context(self, sentence_id: str, *, before: int = 3, after: int = 3) -> tuple[Sentence, ...]:
        """Return a sentence with its neighbours in document order; see ``Retriever.context``."""
        document_id, _, position = sentence_id.rpartition("#")
        document = self._document(document_id)
        if document and position.isdecimal() and len(position) < 11:
            neighbours = in_context(document.sentences, int(position), before, after)
            if neighbours:
                return neighbours
        raise NotFoundError(f"There is no sentence {shorten(sentence_id)!r} in the index. Ids look like document#3.")

    def document(self, document_id: str) -> Document:
        """Return a whole document; see ``Retriever.document``."""
        document = self._document(document_id)
        if document is None:
            raise NotFoundError(f"There is no document {shorten(document_id)!r} in the index.")
        return document

    def close(self) -> None:
        """Release files."""
        self._store.close()

    def _document(self, document_id: str) -> Document | None:
        try:
            return self._store.document(document_id)
        except sqlite3.Error as error:
            raise self._unusable(error) from error

    def _all(self, field: str, phrases: Sequence[tuple[str, ...]]) -> Query:
        return _phrases_query(self._schema, field, phrases, Occur.Must)

    def _ranked(self, tiers: Sequence[Query], k: int) -> tuple[list[tuple[float, int]], int]:
        """Return score and number of the matches of each query in turn, best first, and how many there are."""
        ranked: list[tuple[float, int]] = []
        total = 0
        for query in tiers:
            result = self._searcher.search(query, limit=max(k, _MAX_MATCHES))
            total += result.count
            numbers = self._searcher.fast_field_values(_NUMBER, [address for _, address in result.hits])
            scored = ((round(score, 4), n) for (score, _), n in zip(result.hits, numbers, strict=True))
            ranked += sorted(scored, key=lambda match: (-match[0], match[1]))
        return ranked, total

    def _texts(self, ranked: Sequence[tuple[float, int]]) -> Iterator[tuple[float, Sentence, Document]]:
        for start in range(0, len(ranked), _CHUNK):
            chunk = ranked[start : start + _CHUNK]
            found = self._store.sentences([n for _, n in chunk])
            for score, n in chunk:
                yield score, *found[n]

    def _unusable(self, error: Exception) -> IndexUnusableError:
        return IndexUnusableError(
            f"The index in {str(self._folder)!r} cannot be read ({error}). "
            f"Delete the folder and make it anew: {how_to_make(self._folder)}"
        )


def _phrases_query(schema: tantivy.Schema, field: str, phrases: Sequence[tuple[str, ...]], occur: Occur) -> Query:
    return Query.boolean_query([(occur, _phrase(schema, field, phrase)) for phrase in phrases])


def _phrase(schema: tantivy.Schema, field: str, phrase: tuple[str, ...]) -> Query:
    if len(phrase) == 1:
        return Query.term_query(schema, field, phrase[0])
    return Query.phrase_query(schema, field, list(phrase))
