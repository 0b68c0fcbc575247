"""Measures how often pages set side by side compare: ``python -m evaluation.pages --data DATA --index DIR``.

Both objects of a query are searched for among the posts of corpus_reddit, 50 posts each; a pairer makes rows of them.
P@n is the share of its first n rows that a judge found comparative, the mean over queries; rows that nobody judged
are not comparative, and ``judged`` is the share of the first ten that somebody judged. Intervals are 95 % bootstrap
intervals over queries.

``data/pages`` holds the queries, the guide to judging, and the judgements; ``--pool FILE`` writes what is to be judged:
the first rows of the methods, as ``METHODS`` says, each once, without saying whose they are, in an order that ``--seed`` gives.

Source: Sun et al., "CWS: A Comparative Web Search System", WWW 2006, section 5.
"""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import click
import numpy as np

from engine.pages.pairing import GreedyPairer, OptimalPairer
from engine.protocols import Pairer
from engine.types import PageHit
from evaluation.data import data_option
from evaluation.posts import Posts

FOLDER = Path(__file__).parent.parent / "data" / "pages"
RESULTS = 50
DEPTHS = (1, 5, 10)
SEED = 2006
RESAMPLES = 2_000
LAMBDAS = (0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 1.0)
THETAS = (0.0, 0.2, 0.4, 0.5, 0.6, 0.8, 1.0)

METHODS: Mapping[str, tuple[Pairer, int]] = {
    "rank only": (GreedyPairer(similarity=0.0), 5),
    "greedy, URL only": (GreedyPairer(url=1.0), 5),
    "greedy, snippet only": (GreedyPairer(url=0.0), 5),
    "greedy": (GreedyPairer(), 10),
    "greedy, no rank": (GreedyPairer(similarity=1.0), 5),
    "optimal": (OptimalPairer(), 10),
    "optimal, no aspects": (OptimalPairer(aspects=0.0), 0),
    "optimal, comparing or not is one": (OptimalPairer(comparing=0.0), 0),
    "optimal assignment alone": (OptimalPairer(aspects=0.0, comparing=0.0), 0),
}
"""Name → pairer, and how many of its first rows were judged."""

Row = tuple[str, str]
"""The ids of two pages."""


class Query(NamedTuple):
    """Two objects with what a search finds for each."""

    id: str
    objects: tuple[str, str]
    results: tuple[Sequence[PageHit], Sequence[PageHit]]

    def rows(self, pairer: Pairer) -> list[Row]:
        """Return the pages that a pairer sets side by side, best first."""
        first, second = self.results
        rows = pairer.pair(self.results, objects=self.objects)
        return [(first[a].page.id, second[b].page.id) for a, b in (row.places for row in rows)]


class Judgements(NamedTuple):
    """What was judged, twice."""

    grades: Mapping[tuple[str, Row], tuple[int, int]]
    """Query and row → 1 for comparative, else 0, in the first and the second pass."""

    def comparative(self, query: str, row: Row) -> float:
        """Return the mean of both passes; 0 for a row that was not judged."""
        return fmean(self.grades.get((query, row), (0, 0)))

    def agreement(self) -> tuple[float, float]:
        """Return the share of rows that both passes grade alike, and Cohen's kappa."""
        one, other = (np.array(grades) for grades in zip(*self.grades.values(), strict=True))
        alike = float((one == other).mean())
        chance = float(one.mean() * other.mean() + (1 - one.mean()) * (1 - other.mean()))
        return alike, (alike - chance) / (1.0 - chance) if chance < 1.0 else 1.0


def read_queries(posts: Posts) -> list[Query]:
    """Search for all queries."""
    with (FOLDER / "queries.csv").open(encoding="utf-8", newline="") as lines:
        return [
            Query(row["query"], objects, (posts.search(objects[0], k=RESULTS), posts.search(objects[1], k=RESULTS)))
            for row in csv.DictReader(lines)
            for objects in [(row["first"], row["second"])]
        ]


def read_judgements(path: Path = FOLDER / "judgements.jsonl") -> Judgements:
    """Read judgements from JSON Lines."""
    with path.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return Judgements({(row["query"], (row["first"], row["second"])): tuple(row["grades"]) for row in rows})


def pool(queries: Sequence[Query], seed: int) -> list[dict[str, object]]:
    """Return what a judge reads, shuffled: query, objects, and of both pages id, forum, title and snippet."""
    seen: dict[tuple[str, Row], dict[str, object]] = {}
    for query in queries:
        pages = [{hit.page.id: hit for hit in hits} for hits in query.results]
        for pairer, depth in METHODS.values():
            for row in query.rows(pairer)[:depth]:
                read = [
                    {"id": one, "forum": hit.page.source, "title": hit.page.title, "snippet": hit.snippet}
                    for one, hit in ((one, side[one]) for one, side in zip(row, pages, strict=True))
                ]
                seen[query.id, row] = {"query": query.id, "objects": query.objects, "pages": read}
    return random.Random(seed).sample(list(seen.values()), len(seen))


def precision(queries: Sequence[Query], pairer: Pairer, judgements: Judgements) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Return P at each of ``DEPTHS`` and the judged share of the first ten, shape ``[queries, 4]``."""
    scores = []
    for query in queries:
        rows = query.rows(pairer)[: DEPTHS[-1]]
        grades = [judgements.comparative(query.id, row) for row in rows]
        judged = fmean([(query.id, row) in judgements.grades for row in rows])
        scores.append((*(sum(grades[:n]) / n for n in DEPTHS), judged))
    return np.array(scores)


def interval(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> tuple[float, float]:
    """Return the 95 % interval of a mean over queries."""
    chance = np.random.default_rng(SEED)
    low, high = np.quantile(values[chance.integers(len(values), size=(RESAMPLES, len(values)))].mean(1), (0.025, 0.975))
    return float(low), float(high)
