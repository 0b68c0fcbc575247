"""Which pages are best read side by side: the greedy pairs of the paper, and the best assignment as a whole.

The score of a row with one page per object is ``f = (1 - lambda) * R + lambda * T``. ``R`` is the mean of ``1 / rank``
over all objects, so that with two of them ``alpha = beta = (1 - lambda) / 2``. ``T`` is the mean likeness of the row's
pages over all pairs of objects: a weighted sum of cosines of tf-idf vectors, each over words without those of the
queries. A missing page counts 0 in both.

Pages are vectors whose parts are scaled by the roots of their weights, so that one sparse product gives all of ``T``.
Lists are aligned one after the other: the rows made of the first n are matched with the pages of the next. A page that
several lists hold is first set beside itself, with likeness 1.

Source: Sun et al., "CWS: A Comparative Web Search System", WWW 2006, section 3.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import chain, combinations
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.optimize import linear_sum_assignment
from scipy.sparse import csr_array, hstack

from engine.pages.words import address, content_of, content_stems, counts_of, query_stems, text_of, unit_rows, url_stems
from engine.text.tokens import analyse
from engine.types import PageHit, PageRow

Matrix = npt.NDArray[np.float64]
Match = Callable[[Matrix], tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]]
"""Scores of rows (down) with pages (across) → which row gets which page, each at most once."""

_Results = Sequence[Sequence[PageHit]]
_READ_CHARS = 5_000


class GreedyPairer:
    """Takes the best pair, then the best of what is left, and so on; ties go to the better ranks."""

    def __init__(self, *, similarity: float = 0.8, url: float = 0.1) -> None:
        """Set the weights.

        Args:
            similarity: How much likeness counts against rank, 0 to 1: the paper's lambda.
            url: How much the address counts in the likeness against title and snippet, 0 to 1: the paper's theta.
        """
        self._similarity = similarity
        self._url = url

    def pair(self, results: _Results, *, objects: Sequence[str], aspect: str = "") -> list[PageRow]:
        """Pair pages as ``engine.protocols.Pairer`` says."""
        hits, query = list(chain.from_iterable(results)), query_stems(objects, aspect)
        parts = [(self._url, _urls(hits, query)), (1.0 - self._url, _contents([text_of(hit) for hit in hits], query))]
        return _align(results, _joined(parts), self._similarity, greedy)


class OptimalPairer:
    """Finds the rows whose scores add up to the most, and reads more of the pages.

    Titles count twice, the whole text as much as title and snippet, where it is known; and it counts that both pages
    name all objects: two pages that compare are better read together than two that share a word.
    """

    def __init__(self, *, similarity: float = 0.8, url: float = 0.1, comparing: float = 0.1) -> None:
        """Set the weights.

        Args:
            similarity: How much likeness counts against rank, 0 to 1.
            url: How much the address counts in the likeness against the words, 0 to 1.
            comparing: How much it counts in the likeness against both that both pages name all objects, 0 to 1.
        """
        self._similarity = similarity
        self._url = url
        self._comparing = comparing

    def pair(self, results: _Results, *, objects: Sequence[str], aspect: str = "") -> list[PageRow]:
        """Pair pages as ``engine.protocols.Pairer`` says."""
        hits, query = list(chain.from_iterable(results)), query_stems(objects, aspect)
        shown = [f"{hit.page.title}. {text_of(hit)}" for hit in hits]
        whole = [analyse(f"{hit.page.title}. {hit.page.text[:_READ_CHARS] or hit.snippet}") for hit in hits]
        rest = 1.0 - self._comparing
        parts = [
            (rest * self._url, _urls(hits, query)),
            (rest * (1.0 - self._url) / 2.0, _contents(shown, query)),
            (rest * (1.0 - self._url) / 2.0, _vectors([content_of(text.split(), without=query) for text in whole])),
            (self._comparing, _comparing(whole, objects)),
        ]
        return _align(results, _joined(parts), self._similarity, optimal)


def greedy(scores: Matrix) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Match by the highest score that is left, ties by the first row, then the first page."""
    left, matched = scores.copy(), []
    for _ in range(min(scores.shape)):
        row, page = divmod(int(left.argmax()), scores.shape[1])
        matched.append((row, page))
        left[row] = left[:, page] = -np.inf
    pairs = np.array(matched, dtype=np.int64).reshape(-1, 2)
    return pairs[:, 0], pairs[:, 1]


def optimal(scores: Matrix) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Match so that the scores add up to the most.

    Source: Crouse, "On Implementing 2D Rectangular Assignment Algorithms", IEEE TAES 2016, as SciPy has it.
    """
    rows, pages = linear_sum_assignment(scores, maximize=True)
    return rows, pages


def _urls(hits: Sequence[PageHit], query: frozenset[str]) -> csr_array:
    return _vectors([url_stems(hit.page.url, without=query) for hit in hits])


def _contents(texts: Sequence[str], query: frozenset[str]) -> csr_array:
    return _vectors([content_stems(text, without=query) for text in texts])


def _vectors(bags: Sequence[list[str]]) -> csr_array:
    return unit_rows(counts_of(bags)[0])


def _comparing(analysed: Sequence[str], objects: Sequence[str]) -> csr_array:
    """Return 1 for a page that names all objects, else 0."""
    names = [f" {analyse(name)} " for name in objects]
    named = [all(name in f" {text} " for name in names) for text in analysed]
    return csr_array(np.array(named, dtype=np.float64).reshape(-1, 1))


def _joined(parts: Sequence[tuple[float, csr_array]]) -> csr_array:
    """Return vectors whose products are the weighted sum of the parts' products."""
    return csr_array(hstack([vectors * sqrt(weight) for weight, vectors in parts], format="csr"))


def _align(results: _Results, vectors: csr_array, similarity: float, match: Match) -> list[PageRow]:
    """Make rows of the lists one after the other; each list's pages are matched with the rows that lack one."""
    n = len(results)
    each, starts = (1.0 - similarity) / n, np.cumsum([0, *map(len, results)])
    pairwise = similarity / max(1, n * (n - 1) // 2)
    places, likeness = _shared(results)
    scores = pairwise * likeness + each * _ranks(results, places)
    for column, hits in enumerate(results):
        seated = set(places[:, column].tolist())
        free = np.array([page for page in range(len(hits)) if page not in seated], dtype=np.int64)
        waiting = np.flatnonzero(places[:, column] < 0)
        gain = each / np.array([hits[page].rank for page in free], dtype=np.float64)
        alike = _sums(vectors, starts, places[waiting]) @ vectors[starts[column] + free].T
        total = scores[waiting, None] + gain + pairwise * alike.toarray()
        rows, pages = match(total)
        places[waiting[rows], column] = free[pages]
        scores[waiting[rows]] = total[rows, pages]
        alone = np.setdiff1d(np.arange(len(free)), pages)
        new = np.full((len(alone), n), -1)
        new[:, column] = free[alone]
        places, scores = np.vstack([places, new]), np.concatenate([scores, gain[alone]])
    kept = np.flatnonzero((places >= 0).sum(1) > 1)
    rows_ = [PageRow(tuple(places[row].tolist()), float(scores[row])) for row in kept]
    return sorted(rows_, key=lambda row: (-row.score, row.places))


def _shared(results: _Results) -> tuple[npt.NDArray[np.int64], Matrix]:
    """Return rows of the pages that several lists hold, and how many pairs of places each has."""
    seats: defaultdict[str, dict[int, int]] = defaultdict(dict)
    for column, hits in enumerate(results):
        for place, hit in enumerate(hits):
            seats[address(hit.page.url) or f"#{hit.page.id}"].setdefault(column, place)
    found = [seat for seat in seats.values() if len(seat) > 1]
    places = np.array([[seat.get(column, -1) for column in range(len(results))] for seat in found], dtype=np.int64)
    pairs = np.array([len(list(combinations(seat, 2))) for seat in found], dtype=np.float64)
    return places.reshape(-1, len(results)), pairs


def _ranks(results: _Results, places: npt.NDArray[np.int64]) -> Matrix:
    """Return the sum of 1 / rank over the pages of each row."""
    return np.array(
        [sum(1.0 / results[column][place].rank for column, place in enumerate(row) if place >= 0) for row in places],
        dtype=np.float64,
    )


def _sums(vectors: csr_array, starts: Any, places: npt.NDArray[np.int64]) -> csr_array:
    """Return for each row the sum of its pages' vectors."""
    row, column = np.nonzero(places >= 0)
    page = starts[column] + places[row, column]
    chosen = csr_array((np.ones(len(row)), (row, page)), shape=(len(places), vectors.shape[0]))
    return csr_array(chosen @ vectors)
