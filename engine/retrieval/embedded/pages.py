"""Whole pages in the embedded index: one more search engine over the texts, by title and text.

It is derived from the texts, so that an index that was made without it gets it when the command that made the index is
run again; nothing is read anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import tantivy
from tantivy import Occur, Query

from engine.errors import IndexUnusableError, NotFoundError, shorten
from engine.retrieval.embedded.search_files import NUMBER, PAGES, BatchWriter, Files, open_files, reading, schema, stamp
from engine.retrieval.embedded.store import FILE, Store, how_to_make
from engine.retrieval.page_query import TITLE_WEIGHT, Terms, hit_of, page_of, terms_of
from engine.text.tokens import analyse, clean
from engine.types import Page, PageResult

_TITLE, _TEXT = "title", "text"
_BURST = 200  # pages given to the indexing thread at once


class PageWriter(BatchWriter):
    """Feeds pages to the search engine of an index; the one for sentences sees to it that there is one writer."""

    def __init__(self, folder: Path) -> None:
        """Open or make the search engine's files.

        Raises:
            ValueError: The files are damaged.
        """
        super().__init__(folder / PAGES, schema((_TITLE, _TEXT)), burst=_BURST)

    def add(self, n: int, title: str, text: str) -> None:
        """Add a page.

        Args:
            n: Number of its first sentence.
            title: As it is.
            text: Its stems, joined by blanks.
        """
        page = tantivy.Document()
        page.add_text(_TITLE, analyse(title))
        page.add_text(_TEXT, text)
        page.add_unsigned(NUMBER, n)
        self.feed(page)


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
        from engine.retrieval.embedded.sample import make_if_sample  # it builds an index, with what this module has

        self._folder = Path(index)
        make_if_sample(self._folder)
        self._schema = schema((_TITLE, _TEXT))
        self._files = self._open(partly=True)

    def search(
        self, query: str, *, names: Sequence[str] = (), also: Mapping[str, float] | None = None, k: int = 50
    ) -> PageResult:
        """Find pages; see ``engine.protocols.PageSearcher``."""
        terms = terms_of(query, names=names, also=also)
        if terms is None:
            return PageResult(())
        files = self._refreshed()
        with reading(self._unusable):
            ranked = self._ranked(files.searcher, terms, k)
            documents = files.store.documents_at([n for _, n in ranked])
        wanted = terms.stems
        there = [(score, documents[n]) for score, n in ranked if n in documents]  # others were removed by now
        hits = [hit_of(document, rank, score, wanted) for rank, (score, document) in enumerate(there, 1)]
        return PageResult(tuple(hits))

    def page(self, page_id: str) -> Page:
        """Return a page; see ``engine.protocols.PageSearcher``."""
        with reading(self._unusable):
            document = self._refreshed().store.document(clean(page_id))
        if document is None:
            raise NotFoundError(f"There is no page {shorten(page_id)!r} in the index.")
        return page_of(document)

    def close(self) -> None:
        """Release files."""
        self._files.store.close()

    def _refreshed(self) -> Files:
        with suppress(IndexUnusableError):  # it is being made: what was opened is still good
            if stamp(self._folder / PAGES) != self._files.generation:
                self._files = self._open()
        return self._files

    def _open(self, *, partly: bool = False) -> Files:
        if not stamp(self._folder / PAGES) and (self._folder / FILE).exists():
            raise IndexUnusableError(
                f"The index in {str(self._folder)!r} was made before whole pages could be searched. Run the "
                f"command that made it once more, {how_to_make(self._folder)}: it adds them from its texts."
            )
        with reading(self._unusable):
            return open_files(self._folder, PAGES, Store.documents, partly=partly)

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
                (Occur.Should, Query.boost_query(self._phrase(_TITLE, phrase), weight * TITLE_WEIGHT)),
                (Occur.Should, Query.boost_query(self._phrase(_TEXT, phrase), weight)),
            ]
        )

    def _phrase(self, field: str, phrase: tuple[str, ...]) -> Query:
        if len(phrase) == 1:
            return Query.term_query(self._schema, field, phrase[0])
        return Query.phrase_query(self._schema, field, list(phrase))

    def _unusable(self, error: BaseException) -> IndexUnusableError:
        return IndexUnusableError(
            f"The pages of the index in {str(self._folder)!r} cannot be read ({error}). Run: "
            f"whichever check --index {self._folder}. If making it was interrupted, run the same command again, "
            f"{how_to_make(self._folder)}: it makes the damaged files of the search anew, too."
        )
