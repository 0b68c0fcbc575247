"""Whole pages, side by side and by theme."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Page:
    """A whole page: a document of an index with its text, or one that a web search found."""

    id: str
    """Stable key: the document's id in an index, the address on the web."""
    title: str = ""
    url: str = ""
    text: str = ""
    """The readable text; empty when only a snippet is known."""
    source: str = ""
    date: str = ""
    sample: bool = False
    language: str = ""
    """Tag of BCP 47, such as ``en`` or ``en-GB``; empty when unknown."""


@dataclass(frozen=True, slots=True)
class PageHit:
    """A page in the list of results for one object."""

    page: Page
    rank: int
    """Place in its list, from 1."""
    score: float
    """The search's own score; higher is better; comparable within one list only."""
    snippet: str
    """A part of the text that answers the query, at most 300 characters, plain text."""
    highlights: tuple[tuple[int, int], ...] = ()
    """Words of the query in ``snippet``: half-open ranges of characters, ascending, disjoint."""


@dataclass(frozen=True, slots=True)
class PageResult:
    """What a search for pages found."""

    hits: tuple[PageHit, ...]
    """By ascending rank."""
    notice: str = ""
    """One sentence for the user when not all pages could be searched; empty when they were."""


@dataclass(frozen=True, slots=True)
class PageRow:
    """Pages, one per object, that are best read side by side."""

    places: tuple[int, ...]
    """For each object the index of a page in its list of results; -1 for none (only with more than two objects)."""
    score: float


@dataclass(frozen=True, slots=True)
class PageCluster:
    """Rows about one theme."""

    rows: tuple[int, ...]
    """Indices into ``PageComparison.rows``, best first."""
    phrases: tuple[str, ...]
    """Key phrases common to all objects."""
    specific: tuple[tuple[str, ...], ...]
    """For each object the key phrases that are its own."""

    @property
    def size(self) -> int:
        """Return how many rows it has."""
        return len(self.rows)


@dataclass(frozen=True, slots=True)
class PageComparison:
    """Pages about several objects, set side by side and grouped by theme."""

    objects: tuple[str, ...]
    aspect: str
    """What the pages shall be about; may be empty."""
    results: tuple[tuple[PageHit, ...], ...]
    """For each object its list of results, by ascending rank."""
    rows: tuple[PageRow, ...]
    """By descending score; no page of a list is in two rows."""
    clusters: tuple[PageCluster, ...] = ()
    """By descending salience; each row is in one of them. Empty when only rows were asked for."""
    notice: str = ""
    """For the user, when not all pages could be searched; empty when they were."""
