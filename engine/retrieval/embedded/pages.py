"""Whole pages in the embedded index: one more search engine over the texts, by title and text.

It is derived from the texts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import tantivy
from tantivy import Occur, Query

from engine.errors import NotFoundError, shorten
from engine.retrieval.embedded.fields import NUMBER, PAGES, TEXT, TITLE
from engine.retrieval.embedded.search_engine import SearchEngine
from engine.retrieval.page_query import TITLE_WEIGHT, Terms, hit_of, page_of, terms_of
from engine.text.tokens import clean
from engine.types import Page, PageResult


class TantivyPages:
    """Searches the pages of an index made by ``engine.retrieval.embedded.build.build_index``, by BM25.

    Asked for a search, it takes up what a finished build changed.
    """

    def __init__(self, *, index: Path) -> None:
        """Open the index; its files are mapped, not read.

        Args:
            index: Folder of the index.

        Raises:
            IndexUnusableError: It is missing, unfinished, damaged, of another version, or has no pages.
        """
        self._engine = SearchEngine(Path(index), PAGES)

    def search(
        self, query: str, *, names: Sequence[str] = (), also: Mapping[str, float] | None = None, k: int = 50
    ) -> PageResult:
        """Find pages; see ``engine.protocols.PageSearcher``."""
        terms = terms_of(query, names=names, also=also)
        if terms is None:
            return PageResult(())
        files = self._engine.refreshed()
        with self._engine.reading():
            ranked = self._ranked(files.searcher, terms, k)
            documents = files.store.documents_at([n for _, n in ranked])
        wanted = terms.stems
        there = [(score, documents[n]) for score, n in ranked if n in documents]  # others were removed by now
        hits = [hit_of(document, rank, score, wanted) for rank, (score, document) in enumerate(there, 1)]
        return PageResult(tuple(hits))

    def page(self, page_id: str) -> Page:
        """Return a page; see ``engine.protocols.PageSearcher``."""
        with self._engine.reading():
            document = self._engine.refreshed().store.document(clean(page_id))
        if document is None:
            raise NotFoundError(f"There is no page {shorten(page_id)!r} in the index.")
        return page_of(document)

    def close(self) -> None:
        """Release files."""
        self._engine.close()

    def _ranked(self, searcher: tantivy.Searcher, terms: Terms, k: int) -> list[tuple[float, int]]:
        """Return score and number of the best pages."""
        clauses = [(Occur.Must, self._in_page(name, 1.0)) for name in terms.names]
        clauses += [(Occur.Should, self._in_page(phrase, weight)) for phrase, weight in terms.words.items()]
        hits = searcher.search(Query.boolean_query(clauses), limit=k).hits
        numbers: Any = searcher.fast_field_values(NUMBER, [address for _, address in hits]) if hits else []
        # The last digits of a score depend on how the index happens to be cut into segments.
        scored = [(round(score, 4), int(n)) for (score, _), n in zip(hits, numbers, strict=True)]
        return sorted(scored, key=lambda match: (-match[0], match[1]))

    def _in_page(self, phrase: tuple[str, ...], weight: float) -> Query:
        return Query.boolean_query(
            [
                (Occur.Should, Query.boost_query(self._engine.phrase(TITLE, phrase), weight * TITLE_WEIGHT)),
                (Occur.Should, Query.boost_query(self._engine.phrase(TEXT, phrase), weight)),
            ]
        )
