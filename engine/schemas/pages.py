"""JSON of whole pages: what is asked, what a batch line may hold, and what is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from engine import types
from engine.schemas.requests import Line, Name, OnIndex, PartName, Request, Text
from engine.schemas.responses import Shape
from engine.schemas.shapes import PageCluster, PageHit, show


class PagesRequest(OnIndex, Request):
    """The things to see pages about."""

    objects: Annotated[tuple[Text, ...], Field(max_length=100)]
    """Two different names of at most 100 characters, or more up to ``verdict.maximum_objects``."""
    aspect: Text = ""
    """What else the pages should be about; may be empty."""
    pairer: PartName | None = None
    """Who sets pages side by side; see ``/api/v1/components``."""


class ClustersRequest(PagesRequest):
    """The things to see pages about, grouped by theme."""

    clusterer: PartName | None = None
    aspects: Annotated[tuple[Text, ...], Field(max_length=10)] = ()
    """Aspects, such as those of a verdict, for which to say which pairs and clusters discuss them."""


class ResultLine(Line):
    """A page in a list of results; fields that it does not know pass unread."""

    rank: Annotated[int, Field(ge=1)] | None = None
    """Its place in the list when None."""
    url: Text = ""
    title: Text = ""
    snippet: Text = ""


class PagesLine(Line):
    """Two things or more with their lists of results, or to be searched for."""

    first: Name | None = None
    second: Name | None = None
    objects: Annotated[tuple[Name, ...], Field(max_length=100)] | None = None
    """Two names or more, instead of ``first`` and ``second``."""
    aspect: Text = ""
    results: Annotated[tuple[Annotated[tuple[ResultLine, ...], Field(max_length=500)], ...], Field()] | None = None

    @model_validator(mode="after")
    def _is_one_of_the_forms(self) -> Self:
        given = [name is not None for name in (self.objects, self.first, self.second)]
        if given not in ([True, False, False], [False, True, True]):
            raise ValueError("give either 'first' and 'second', or 'objects'")
        if self.results is not None and len(self.results) != len(self.names):
            raise ValueError(
                f"'results' holds {len(self.results)} lists, expected {len(self.names)}, one for each of the things"
            )
        return self

    @property
    def names(self) -> tuple[str, ...]:
        """Return what the pages are about."""
        return self.objects or tuple(filter(None, (self.first, self.second)))

    def to_results(self) -> list[list[types.PageHit]] | None:
        """Return the engine's words for the results; None when there are none."""
        if self.results is None:
            return None
        return [[_given(line, side, n) for n, line in enumerate(lines, 1)] for side, lines in enumerate(self.results)]


def _given(line: ResultLine, side: int, n: int) -> types.PageHit:
    page = types.Page(line.url or f"{side}.{n}", line.title, line.url)
    return types.PageHit(page, line.rank or n, 1.0 / (line.rank or n), line.snippet[:300])


class PageRow(Shape):
    """Pages that are best read side by side."""

    pages: list[PageHit | None]
    """In the order of the objects; null for an object without one, which happens with more than two."""
    score: float


class PagePairs(Shape):
    """Pages about several things, side by side."""

    objects: list[str]
    aspect: str
    found: list[int]
    """How many pages each object's list holds."""
    pairs: list[PageRow]
    """Best first."""
    notice: str
    """Said when not all pages could be searched; empty when they were."""


class PageAspect(Shape):
    """What discusses an aspect, by any word of its dimension."""

    aspect: str
    pairs: list[int]
    """Numbers in ``pairs``; those of which both pages discuss it first."""
    clusters: list[int]
    """Numbers in ``clusters``; those of which more pairs discuss it first."""


class PageClusters(PagePairs):
    """Pages about several things, side by side and grouped by theme."""

    clusters: list[PageCluster]
    """The most salient first; each pair is in one of them."""
    discussing: list[PageAspect]
    """For each of the aspects that were asked for."""


def page_pairs(comparison: types.PageComparison) -> PagePairs:
    """Show pages side by side."""
    return {
        "objects": list(comparison.objects),
        "aspect": comparison.aspect,
        "found": [len(hits) for hits in comparison.results],
        "pairs": [{"pages": _pages(comparison, row), "score": row.score} for row in comparison.rows],
        "notice": comparison.notice,
    }


def page_clusters(
    comparison: types.PageComparison,
    *,
    pairs_about: Mapping[str, Sequence[int]] | None = None,
    clusters_about: Mapping[str, Sequence[int]] | None = None,
) -> PageClusters:
    """Show pages side by side and grouped by theme.

    Args:
        comparison: The pages.
        pairs_about: Aspect → numbers of the rows that discuss it.
        clusters_about: Aspect → numbers of the clusters that discuss it.
    """
    discussing: list[PageAspect] = [
        {"aspect": aspect, "pairs": list(rows), "clusters": list((clusters_about or {}).get(aspect, ()))}
        for aspect, rows in (pairs_about or {}).items()
    ]
    return {**page_pairs(comparison), "clusters": show(comparison.clusters), "discussing": discussing}


def paired_line(comparison: types.PageComparison, *, grouped: bool, listed: bool) -> dict[str, object]:
    """Show pages as a line of a batch.

    Args:
        comparison: The pages.
        grouped: Whether to show the clusters.
        listed: Whether a pair has ``pages``, one per object, as in the API, or ``first`` and ``second``.
    """
    rows = page_pairs(comparison)["pairs"]
    pairs: list[Any] = list(rows) if listed else [_named(row) for row in rows]
    clusters = {"clusters": show(comparison.clusters)} if grouped else {}
    return {"pairs": pairs, **clusters, **({"notice": comparison.notice} if comparison.notice else {})}


def _named(row: PageRow) -> dict[str, object]:
    first, second = row["pages"]
    return {"first": first, "second": second, "score": row["score"]}


def _pages(comparison: types.PageComparison, row: types.PageRow) -> list[PageHit | None]:
    return [
        show(hits[place]) if place >= 0 else None for hits, place in zip(comparison.results, row.places, strict=True)
    ]
