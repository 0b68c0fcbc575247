"""The embedded index: Tantivy finds the sentences, SQLite holds their texts."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import tantivy
from tantivy import Occur, Query

from engine.deadline import is_late
from engine.errors import NotFoundError, shorten
from engine.retrieval.embedded.claims import FILE as CLAIMS
from engine.retrieval.embedded.claims import SqliteClaimStore
from engine.retrieval.embedded.fields import NUMBER, QUESTION, SENTENCES, STATEMENT
from engine.retrieval.embedded.search_engine import Files, SearchEngine
from engine.retrieval.embedded.store import Store
from engine.retrieval.sentence_query import merge, parse, split_id
from engine.text.comparing import CUES
from engine.text.tokens import clean, stems
from engine.types import CorpusSummary, Document, Hit, SearchResult, Sentence

_MAX_DEPTH = 100_000
_CHUNK = 1_000  # sentences read from the store at once


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
        self._engine = SearchEngine(Path(index), SENTENCES)
        self._phrase = self._engine.phrase
        cues = [Query.boost_query(self._phrase(STATEMENT, (cue,)), weight) for cue, weight in CUES.items()]
        self._comparing = (Occur.Should, Query.boolean_query([(Occur.Should, cue) for cue in cues]))

    @property
    def size(self) -> int:
        """Return how many sentences the index holds."""
        return int(self._engine.files.searcher.num_docs)

    @property
    def generation(self) -> str:
        """Return what names the content of the index; see ``Retriever.generation``."""
        return self._engine.refreshed().generation

    def search(self, objects: Sequence[str], *, aspects: Sequence[str] = (), k: int = 10_000) -> SearchResult:
        """Find sentences that name every object; see ``Retriever.search``."""
        started = time.perf_counter()
        named = [stems(name) for name in objects]
        if not all(named):
            named = []
        naming = (Occur.Must, self._phrases(STATEMENT, named, Occur.Must))
        wanted = [phrase for phrase in map(stems, aspects) if phrase]
        about = self._phrases(STATEMENT, wanted, Occur.Should)
        tiers = [[naming, self._comparing, (occur, about)] for occur in (Occur.Must, Occur.MustNot)]
        with self._engine.reading():
            files = self._engine.files
            hits, total = self._hits(files, [Query.boolean_query(tier) for tier in tiers], k)
            questions = _count(files.searcher.search(self._phrases(QUESTION, named, Occur.Must), limit=1))
        return SearchResult(hits, total, questions, time.perf_counter() - started, _notice(files))

    def search_alike(self, names: Sequence[Sequence[str]], *, beside: Sequence[str] = (), k: int) -> tuple[Hit, ...]:
        """Find sentences that may spell names otherwise; see ``engine.protocols.SpellingRetriever``."""
        alike = [Query.disjunction_max_query([self._alike(way) for way in ways]) for ways in names]
        known = [self._phrase(STATEMENT, stems(name)) for name in beside]
        query = Query.boolean_query([*((Occur.Must, one) for one in (*alike, *known)), self._comparing])
        with self._engine.reading():
            return self._hits(self._engine.files, [query], k)[0]

    def find(self, query: str, *, k: int = 50) -> SearchResult:
        """Find sentences by keywords; see ``Retriever.find``."""
        started = time.perf_counter()
        phrases = parse(query)
        either = [(Occur.Should, self._phrases(field, phrases, Occur.Must)) for field in (STATEMENT, QUESTION)]
        with self._engine.reading():
            files = self._engine.files
            hits, total = self._hits(files, [Query.boolean_query(either)], k)
        return SearchResult(hits, total, took_s=time.perf_counter() - started, notice=_notice(files))

    def context(self, sentence_id: str, *, before: int = 3, after: int = 3) -> tuple[Sentence, ...]:
        """Return a sentence with its neighbours in document order; see ``Retriever.context``."""
        document_id, position = split_id(sentence_id)
        with self._engine.reading():
            sentences = self._engine.files.store.context(document_id, position, before, after)
        if not sentences:
            raise NotFoundError(
                f"There is no sentence {shorten(sentence_id)!r} in the index. Ids look like document#3."
            )
        return sentences

    def document(self, document_id: str) -> Document:
        """Return a whole document; see ``Retriever.document``."""
        with self._engine.reading():
            document = self._engine.files.store.document(clean(document_id))
        if document is None:
            raise NotFoundError(f"There is no document {shorten(document_id)!r} in the index.")
        return document

    def summary(self) -> CorpusSummary:
        """Return what the index holds; see ``SummarizedRetriever.summary``."""
        with self._engine.reading():
            return self._engine.files.store.summary()

    def claim_store(self, model: str) -> SqliteClaimStore | None:
        """Return where readings are kept; see ``engine.protocols.KeepingRetriever``."""
        writable = os.access(self._engine.folder, os.W_OK)
        if not writable and not (self._engine.folder / CLAIMS).exists():
            return None
        return SqliteClaimStore(self._engine.folder, model=model, read_only=not writable)

    def hits(self, ids: Sequence[str]) -> list[Hit]:
        """Return sentences with their documents; see ``engine.protocols.KeepingRetriever``."""
        with self._engine.reading():
            found = self._engine.files.store.places_of([split_id(one) for one in ids])
        return [Hit(sentence, 0.0, document, (), (document.source,)) for sentence, document in found]

    def sentences_from(self, n: int) -> Iterator[tuple[int, Sentence]]:
        """Yield number and sentence; see ``engine.protocols.KeepingRetriever``."""
        with closing(Store(self._engine.folder)) as texts:
            yield from texts.sentences_from(n)

    def close(self) -> None:
        """Release files."""
        self._engine.close()

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
        return merge(_matches(files.store, ranked, k), k), sum(map(_count, results))

    def _alike(self, name: str) -> Query:
        return Query.boolean_query([(Occur.Must, self._engine.alike(STATEMENT, word)) for word in stems(name)])

    def _phrases(self, field: str, phrases: Sequence[tuple[str, ...]], occur: Occur) -> Query:
        return Query.boolean_query([(occur, self._phrase(field, phrase)) for phrase in phrases])


def _matches(store: Store, ranked: Sequence[tuple[float, int]], k: int) -> Iterator[tuple[float, Sentence, Document]]:
    start, end = 0, min(2 * k, _CHUNK)  # mostly enough
    while start < len(ranked) and not is_late():
        chunk = ranked[start:end]
        start, end = end, end + _CHUNK
        places = store.places([n for _, n in chunk])
        for score, n in chunk:
            if n in places:  # it may have been removed since the search engine was opened
                yield score, *places[n]


def _count(result: tantivy.SearchResult) -> int:
    return int(result.count)  # type: ignore[attr-defined]  # missing in tantivy's stubs


def _notice(files: Files) -> str:
    return "" if files.whole else "This rests on a part of the evidence: adding to the index was broken off."
