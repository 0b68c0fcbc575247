"""Whole pages about several objects: searched for one object after the other, set side by side, grouped by theme."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Final

from engine import registry
from engine.config import Config
from engine.pages.views import compare_pages
from engine.protocols import PageSearcher
from engine.retrieval.near_copies import group
from engine.types import Aspect, Page, PageComparison, PageHit, PageResult
from engine.validation import check_aspects, check_objects

MOST: Final = 500
DEEPER: Final = 4
"""How many times as many pages are looked through where some of the first are no whole pages."""
_OPENING: Final = 500  # characters of a page by which copies are told


class Browser:
    """Finds pages where the settings say: in an index, in a cluster, or on the web.

    Safe to use from several threads; nothing is opened before it is needed.
    """

    def __init__(self, config: Config) -> None:
        """Prepare."""
        self._config = config
        self._searcher: PageSearcher | None = None
        self._lock = threading.Lock()

    @property
    def searcher(self) -> PageSearcher:
        """Return what searches for pages; a failed opening is tried again at the next call.

        Raises:
            IndexUnusableError: The index is missing, has no pages or cannot be read.
            UnavailableError: What holds the pages does not answer.
        """
        with self._lock:
            if self._searcher is None:
                name = self._config.parts["pages"]
                opened: PageSearcher = registry.load_configured("pages", name, **self._config.settings_of("pages"))
                self._searcher = opened
            return self._searcher

    def compare(
        self,
        objects: Sequence[str],
        aspect: str = "",
        *,
        results: Sequence[Sequence[PageHit]] | None = None,
        grouped: bool = True,
        pairer: str = "",
        clusterer: str = "",
    ) -> PageComparison:
        """Set pages about different things side by side.

        Args:
            objects: From two to ``verdict.maximum_objects`` different names of at most 100 characters.
            aspect: What else the pages should be about, at most 100 characters; may be empty.
            results: For each object its pages; they are searched for when None.
            grouped: Whether to group what is side by side by theme.
            pairer: Name of the pairer; the configured one when empty.
            clusterer: Name of the clusterer; the configured one when empty.

        Raises:
            InputError: A name is out of bounds, or names the same thing as another.
            UnknownNameError: No such pairer or clusterer.
            IndexUnusableError: The index is missing, has no pages or cannot be read.
            UnavailableError: What holds the pages does not answer.
        """
        names = check_objects(objects, most=self._config.verdict.maximum_objects)
        about = " ".join(one.name for one in check_aspects([Aspect(aspect)]))
        found = [] if results is not None else self._search(names, about)
        comparison = compare_pages(
            names,
            about,
            results or [one.hits for one in found],
            pairing=pairer,
            clustering=clusterer if grouped else None,
            settings=self._config.views,
        )
        return replace(comparison, notice=" ".join(dict.fromkeys(one.notice for one in found if one.notice)))

    def page(self, page_id: str) -> Page:
        """Return a page with its text; see ``PageSearcher.page``."""
        return self.searcher.page(page_id)

    def close(self) -> None:
        """Close what was opened."""
        with self._lock:
            if self._searcher is not None:
                self._searcher.close()
                self._searcher = None

    def _search(self, objects: Sequence[str], aspect: str) -> list[PageResult]:
        searcher, k = self.searcher, self._config.views.results

        def find(name: str) -> PageResult:
            query, shortest = f"{name} {aspect}".strip(), self._config.views.shortest
            found = searcher.search(query, names=[name], k=k)
            hits = whole_pages(found.hits, shortest=shortest)
            if len(hits) < len(found.hits) == k:
                more = searcher.search(query, names=[name], k=min(MOST, DEEPER * k))
                hits = whole_pages(more.hits, shortest=shortest)[:k]
            return replace(found, hits=hits)

        with ThreadPoolExecutor(len(objects)) as threads:  # they may be far away
            return list(threads.map(find, objects))


def whole_pages(hits: Sequence[PageHit], *, shortest: int) -> tuple[PageHit, ...]:
    """Return the pages that are worth setting side by side, ranked anew: whole ones, and of near-copies the first.

    Args:
        hits: By rank.
        shortest: Fewest characters of a whole page. A page of unknown text counts as one; where none is, all do.
    """
    whole = [hit for hit in hits if not 0 < len(hit.page.text) < shortest] or hits
    read = [hit for hit in whole if hit.page.text]
    groups = group([hit.page.text[:_OPENING] for hit in read], quotes=False)
    copies = {read[n].page.id for _, *others in groups for n in others}
    kept = (hit for hit in whole if hit.page.id not in copies)
    return tuple(replace(hit, rank=rank) for rank, hit in enumerate(kept, 1))
