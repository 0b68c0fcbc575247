"""Rows of pages grouped by theme, each theme with the key phrases it shares and those that are one object's own."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import log
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from engine.pages.keyphrases import Keyphrase, Stems, distinct, extract, is_part
from engine.pages.mixture import choose, fit
from engine.pages.words import content_stems, counts_of, query_stems, text_of
from engine.text.tokens import stems
from engine.types import PageCluster, PageHit, PageRow

_Results = Sequence[Sequence[PageHit]]
_Lifts = dict[str, float]
"""Stem → how many times as often the theme says it as the pages on the whole."""


class ThemeClusterer:
    """Fits themes and a background to the rows; a row is in the theme that most of it is about."""

    def __init__(
        self, *, themes: int = 0, most_themes: int = 8, background: float = 0.8, phrases: int = 3, seed: int = 0
    ) -> None:
        """Set the parameters.

        Args:
            themes: Number of themes; 0 chooses the number that foretells words best.
            most_themes: The most themes to choose, at least 1.
            background: Share of words that say nothing about a theme, 0 to 1, both excluded: the paper's lambda_B.
            phrases: The most key phrases of each kind, at least 1.
            seed: The same pages and seed give the same clusters.
        """
        self._themes = themes
        self._most = most_themes
        self._background = background
        self._phrases = phrases
        self._seed = seed

    def cluster(
        self, rows: Sequence[PageRow], results: _Results, *, objects: Sequence[str], aspect: str = ""
    ) -> list[PageCluster]:
        """Group rows as ``engine.protocols.Clusterer`` says."""
        if not rows:
            return []
        query = query_stems(objects, aspect)
        texts = [" \n".join(text_of(hit) for _, hit in _hits(row, results)) for row in rows]
        counts, vocabulary = _counts([content_stems(text, without=query) for text in texts])
        weights, themes = self._fit(counts)
        common = np.asarray(counts.sum(0)).ravel() / max(1.0, counts.sum())
        theme_of, speech = weights.argmax(1), _Speech(results, objects, aspect)
        clusters = []
        for theme in np.argsort(-weights.mean(0), kind="stable"):
            members = np.flatnonzero(theme_of == theme).tolist()
            if members:
                lifts = dict(zip(vocabulary, (themes[theme] / common).tolist(), strict=True))
                seats = [seat for row in members for seat in enumerate(rows[row].places) if seat[1] >= 0]
                shared, specific = speech.phrases(seats, lifts, self._phrases)
                clusters.append(PageCluster(tuple(members), shared, specific))
        return clusters

    def _fit(self, counts: csr_array) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Return how much of each row is about each theme, and the themes; one theme if there are no words."""
        if not counts.nnz:
            return np.ones((counts.shape[0], 1)), np.zeros((1, counts.shape[1]))
        k = self._themes or choose(counts, most=self._most, background=self._background, seed=self._seed)
        mixture = fit(counts, min(k, counts.shape[0]), background=self._background, seed=self._seed)
        return mixture.weights, mixture.themes


class _Counted(NamedTuple):
    phrase: Keyphrase
    pages: list[int]
    """For each object how many of its pages say it."""


class _Speech:
    """The key phrases of results, each page read once."""

    def __init__(self, results: _Results, objects: Sequence[str], aspect: str) -> None:
        self._results = results
        self._queries = [stems(f"{name} {aspect}") for name in objects]
        self._read: dict[tuple[int, int], list[Keyphrase]] = {}

    def phrases(
        self, seats: Iterable[tuple[int, int]], lifts: _Lifts, k: int
    ) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
        """Return up to k phrases common to the objects, and up to k for each object that are its own.

        Args:
            seats: The pages of a cluster, as object and place.
            lifts: The theme.
            k: The most phrases of each kind.
        """
        counted = self._count(seats)
        shared = [(one.score * _lift(one.stems, lifts), one) for one, pages in counted if sum(map(bool, pages)) > 1]
        specific = [
            [(one.score * _certainty(pages), one) for one, pages in counted if pages[side] == max(pages) > 0]
            for side in range(len(self._queries))
        ]
        common = _best(shared, k)
        return common, tuple(_best(own, k, without=common) for own in specific)

    def _count(self, seats: Iterable[tuple[int, int]]) -> list[_Counted]:
        """Return the phrases of pages with the sum of their scores, sub-phrases of the queries dropped."""
        first: dict[Stems, str] = {}
        score: defaultdict[Stems, float] = defaultdict(float)
        pages: defaultdict[Stems, list[int]] = defaultdict(lambda: [0] * len(self._queries))
        for seat in seats:
            for one in self._phrases_of(seat):
                first.setdefault(one.stems, one.text)
                score[one.stems] += max(0.0, one.score)
                pages[one.stems][seat[0]] += 1
        dropped = _absorbed(score, pages)
        return [
            _Counted(Keyphrase(stems_, text, score[stems_]), pages[stems_])
            for stems_, text in first.items()
            if stems_ not in dropped and not any(is_part(stems_, query) for query in self._queries)
        ]

    def _phrases_of(self, seat: tuple[int, int]) -> list[Keyphrase]:
        if seat not in self._read:
            self._read[seat] = extract(text_of(self._results[seat[0]][seat[1]]))
        return self._read[seat]


def _counts(bags: Sequence[list[str]]) -> tuple[csr_array, list[str]]:
    """Count the words that several rows say; a word of one row alone makes no theme."""
    frequency = Counter(word for bag in bags for word in set(bag))
    return counts_of([[word for word in bag if frequency[word] > 1] for bag in bags])


def _absorbed(score: dict[Stems, float], pages: Mapping[Stems, list[int]]) -> set[Stems]:
    """Return phrases that pages say only inside a longer one, which gets their score: "pump" if all say "heat pump"."""
    dropped = set()
    for phrase in sorted((one for one in pages if len(one) > 1 and sum(pages[one]) > 1), key=len):
        for part in (phrase[:-1], phrase[1:]):
            if pages[part] == pages[phrase]:
                score[phrase] = max(score[phrase], score[part])
                dropped.add(part)
    return dropped


def _hits(row: PageRow, results: _Results) -> list[tuple[int, PageHit]]:
    return [(side, results[side][place]) for side, place in enumerate(row.places) if place >= 0]


def _lift(phrase: Stems, lifts: _Lifts) -> float:
    """Return how much a phrase is the theme's: its mean lift, 0 for words of one row alone."""
    return sum(lifts.get(stem, 0.0) for stem in phrase) / len(phrase)


def _certainty(pages: Sequence[int]) -> float:
    """Return 1 minus the entropy, in units of its maximum, of whose pages say a phrase; half a page is added to all."""
    total = sum(pages) + len(pages) / 2.0
    shares = [(n + 0.5) / total for n in pages]
    return 1.0 + sum(share * log(share) for share in shares) / log(max(2, len(pages)))


def _best(scored: Iterable[tuple[float, Keyphrase]], k: int, *, without: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the texts of the k best phrases, of which none is part of another, nor of those left out."""
    left_out = [stems(text) for text in without]
    ordered = sorted((one for one in scored if one[0] > 0.0), key=lambda one: (-one[0], one[1].stems))
    allowed = (one for _, one in ordered if not any(is_part(one.stems, text) for text in left_out))
    return tuple(one.text for one in distinct(allowed, k))
