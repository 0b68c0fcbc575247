"""The embedded index: Tantivy finds the sentences, SQLite holds their texts."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, closing, suppress
from pathlib import Path
from typing import Any

import tantivy
from tantivy import Occur, Query

from engine.deadline import is_late
from engine.errors import IndexUnusableError, NotFoundError, shorten
from engine.retrieval.boost_terms import CUES
from engine.retrieval.deduplication import merge, parse, split_id
from engine.retrieval.embedded.claims import FILE as CLAIMS
from engine.retrieval.embedded.claims import SqliteClaimStore
from engine.retrieval.embedded.search_files import (
    NUMBER,
    SENTENCES,
    BatchWriter,
    Files,
    open_files,
    reading,
    schema,
    stamp,
)
from engine.retrieval.embedded.store import Store, how_to_make
from engine.text.tokens import clean, is_question, stems
from engine.types import CorpusSummary, Document, Hit, SearchResult, Sentence

_STATEMENT, _QUESTION = "statement", "question"  # each sentence is in one of the two
_MAX_DEPTH = 100_000
_CHUNK = 1_000  # sentences read from the store at once
_BURST = 1_000  # sentences given to the indexing thread at once


class Writer(BatchWriter):
    """Feeds sentences to the search engine of an index."""

    def __init__(self, folder: Path) -> None:
        """Open or make the search engine's files.

        Raises:
            IndexUnusableError: Another writer is at work.
            ValueError: The files are damaged.
        """
        try:
            super().__init__(folder / SENTENCES, schema((_STATEMENT, _QUESTION)), burst=_BURST)
        except ValueError as error:
            if "LockBusy" in str(error):
                raise IndexUnusableError(
                    f"Another build is writing the index in {str(folder)!r}. Wait for its end, or stop it."
                ) from error
            raise

    def add(self, n: int, text: str, stemmed: str) -> None:
        """Add the sentence number ``n`` with its stems, joined by blanks."""
        document = tantivy.Document()
        document.add_text(_QUESTION if is_question(text) else _STATEMENT, stemmed)
        document.add_unsigned(NUMBER, n)
        self.feed(document)


class TantivyRetriever:
    """Searches an index made by ``engine.retrieval.embedded.build.build_index``.

    It is searched as it was when it was opened; asked for its ``generation``, it takes up what a finished build
    changed.
    """

    def __init__(self, *, index: Path) -> None:
        """Open the index; its files are mapped, not read.

        Args:
            index: Folder of the index.

        Raises:
            IndexUnusableError: It is missing, unfinished, damaged, or of another version.
        """
        from engine.retrieval.embedded.sample import make_if_sample  # it builds an index, with what this module has

        self._folder = Path(index)
        make_if_sample(self._folder)
        self._schema = schema((_STATEMENT, _QUESTION))
        self._files = self._open(partly=True)
        cues = [Query.boost_query(self._phrase(_STATEMENT, (cue,)), weight) for cue, weight in CUES.items()]
        self._comparing = (Occur.Should, Query.boolean_query([(Occur.Should, cue) for cue in cues]))

    @property
    def size(self) -> int:
        """Return how many sentences the index holds."""
        return int(self._files.searcher.num_docs)

    @property
    def generation(self) -> str:
        """Return what names the content of the index; see ``Retriever.generation``."""
        with suppress(IndexUnusableError):  # it is being made: what was opened is still good
            if stamp(self._folder / SENTENCES) != self._files.generation:
                self._files = self._open()
        return self._files.generation

    def search(self, objects: Sequence[str], *, aspects: Sequence[str] = (), k: int = 10_000) -> SearchResult:
        """Find sentences that name every object; see ``Retriever.search``."""
        started = time.perf_counter()
        named = [stems(name) for name in objects]
        if not all(named):
            named = []
        naming = (Occur.Must, self._phrases(_STATEMENT, named, Occur.Must))
        wanted = [phrase for phrase in map(stems, aspects) if phrase]
        about = self._phrases(_STATEMENT, wanted, Occur.Should)
        tiers = [[naming, self._comparing, (occur, about)] for occur in (Occur.Must, Occur.MustNot)]
        with self._reading():
            files = self._files
            hits, total = self._hits(files, [Query.boolean_query(tier) for tier in tiers], k)
            questions = _count(files.searcher.search(self._phrases(_QUESTION, named, Occur.Must), limit=1))
        return SearchResult(hits, total, questions, time.perf_counter() - started, _notice(files))

    def find(self, query: str, *, k: int = 50) -> SearchResult:
        """Find sentences by keywords; see ``Retriever.find``."""
        started = time.perf_counter()
        phrases = parse(query)
        either = [(Occur.Should, self._phrases(field, phrases, Occur.Must)) for field in (_STATEMENT, _QUESTION)]
        with self._reading():
            files = self._files
            hits, total = self._hits(files, [Query.boolean_query(either)], k)
        return SearchResult(hits, total, took_s=time.perf_counter() - started, notice=_notice(files))

    def context(self, sentence_id: str, *, before: int = 3, after: int = 3) -> tuple[Sentence, ...]:
        """Return a sentence with its neighbours in document order; see ``Retriever.context``."""
        document_id, position = split_id(sentence_id)
        with self._reading():
            sentences = self._files.store.context(document_id, position, before, after)
        if not sentences:
            raise NotFoundError(
                f"There is no sentence {shorten(sentence_id)!r} in the index. Ids look like document#3."
            )
        return sentences

    def document(self, document_id: str) -> Document:
        """Return a whole document; see ``Retriever.document``."""
        with self._reading():
            document = self._files.store.document(clean(document_id))
        if document is None:
            raise NotFoundError(f"There is no document {shorten(document_id)!r} in the index.")
        return document

    def summary(self) -> CorpusSummary:
        """Return what the index holds; see ``SummarizedRetriever.summary``."""
        with self._reading():
            return self._files.store.summary()

    def claim_store(self, model: str) -> SqliteClaimStore | None:
        """Return where readings are kept; see ``engine.protocols.KeepingRetriever``."""
        writable = os.access(self._folder, os.W_OK)
        if not writable and not (self._folder / CLAIMS).exists():
            return None
        return SqliteClaimStore(self._folder, model=model, read_only=not writable)

    def hits(self, ids: Sequence[str]) -> list[Hit]:
        """Return sentences with their documents; see ``engine.protocols.KeepingRetriever``."""
        with self._reading():
            found = self._files.store.places_of([split_id(one) for one in ids])
        return [Hit(sentence, 0.0, document, (), (document.source,)) for sentence, document in found]

    def sentences_from(self, n: int) -> Iterator[tuple[int, Sentence]]:
        """Yield number and sentence; see ``engine.protocols.KeepingRetriever``."""
        with closing(Store(self._folder)) as texts:
            yield from texts.sentences_from(n)

    def close(self) -> None:
        """Release files."""
        self._files.store.close()

    def _open(self, *, partly: bool = False) -> Files:
        with self._reading():
            return open_files(self._folder, SENTENCES, Store.sentences, partly=partly)

    def _hits(self, files: Files, tiers: Sequence[Query], k: int) -> tuple[tuple[Hit, ...], int]:
        """Return the best ``k`` hits, those of earlier queries first, and how many sentences matched."""
        # More than k, since copies of a sentence make one hit.
        results = [files.searcher.search(query, limit=max(_CHUNK, 2 * min(k, _MAX_DEPTH))) for query in tiers]
        # One call for all: it costs a millisecond in a large index, however few numbers are asked for.
        addresses = [address for result in results for _, address in result.hits]
        numbers: Iterator[Any] = iter(files.searcher.fast_field_values(NUMBER, addresses) if addresses else ())
        ranked: list[tuple[float, int]] = []
        for result in results:
            # The last digits of a score depend on how the index happens to be cut into segments.
            scored = [(round(score, 4), next(numbers)) for score, _ in result.hits]
            ranked += sorted(scored, key=lambda match: (-match[0], match[1]))
        return merge(_matches(files.store, ranked), k), sum(map(_count, results))

    def _phrases(self, field: str, phrases: Sequence[tuple[str, ...]], occur: Occur) -> Query:
        return Query.boolean_query([(occur, self._phrase(field, phrase)) for phrase in phrases])

    def _phrase(self, field: str, phrase: tuple[str, ...]) -> Query:
        if len(phrase) == 1:
            return Query.term_query(self._schema, field, phrase[0])
        return Query.phrase_query(self._schema, field, list(phrase))

    def _reading(self) -> AbstractContextManager[None]:
        return reading(
            lambda error: IndexUnusableError(
                f"The index in {str(self._folder)!r} cannot be read ({error}). Run: "
                f"whichever check --index {self._folder}. If making it was interrupted, run the same command again, "
                f"{how_to_make(self._folder)}: it makes the damaged files of the search anew, too."
            )
        )


def _matches(store: Store, ranked: Sequence[tuple[float, int]]) -> Iterator[tuple[float, Sentence, Document]]:
    for start in range(0, len(ranked), _CHUNK):
        if is_late():
            return
        chunk = ranked[start : start + _CHUNK]
        places = store.places([n for _, n in chunk])
        for score, n in chunk:
            if n in places:  # it may have been removed since the search engine was opened
                yield score, *places[n]


def _count(result: tantivy.SearchResult) -> int:
    return int(result.count)  # type: ignore[attr-defined]  # missing in tantivy's stubs


def _notice(files: Files) -> str:
    return "" if files.whole else "This rests on a part of the evidence: adding to the index was broken off."
