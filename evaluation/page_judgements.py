"""Judgements of pages set side by side: what was judged, how far judges agree, and what the sample of one tells.

Judge ``a`` graded every row, judge ``b`` a sample of them: all rows of one stratum, a part of the other, and the file
has with each row the chance of being drawn. What follows from the sample is weighted by one over that chance.
"""

from __future__ import annotations

import json
import random
from collections.abc import Collection, Mapping
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

FOLDER = Path(__file__).parent.parent / "data" / "pages"
SEED = 2006
RESAMPLES = 2_000

Row = tuple[str, str]
"""The ids of two pages."""

Vector = npt.NDArray[np.float64]


class Judgements(NamedTuple):
    """What one judge said."""

    grades: Mapping[tuple[str, Row], tuple[float, ...]]
    """Query and row → 1 for comparative, else 0, in each pass."""
    chances: Mapping[tuple[str, Row], float] = {}
    """How likely a row was to be drawn, above 0; 1 where none is given."""

    def comparative(self, query: str, row: Row) -> float:
        """Return the mean of all passes; 0 for a row that was not judged."""
        return fmean(self.grades.get((query, row), (0,)))

    def agreement(self) -> tuple[float, float]:
        """Return the share of rows that two passes grade alike, and Cohen's kappa."""
        one, other = (np.array(grades) for grades in zip(*self.grades.values(), strict=True))
        return alike(one, other, np.ones(len(one)))


class Agreement(NamedTuple):
    """How far two judges agree, over the rows that both graded."""

    counts: npt.NDArray[np.int64]
    """Rows by grade of the first judge (down) and of the second; a row of two minds counts as comparative."""
    alike: float
    kappa: float
    low: float
    """Of the 95 % interval of kappa, resampled over queries."""
    high: float


def read_judgements(path: Path = FOLDER / "judgements.jsonl") -> Judgements:
    """Read judgements from JSON Lines."""
    with path.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    keys = [(row["query"], (row["first"], row["second"])) for row in rows]
    grades = {key: tuple(row["grades"]) for key, row in zip(keys, rows, strict=True)}
    return Judgements(grades, {key: row.get("chance", 1.0) for key, row in zip(keys, rows, strict=True)})


def draw(
    rows: Collection[tuple[str, Row]], head: Collection[tuple[str, Row]], k: int, seed: int
) -> dict[tuple[str, Row], float]:
    """Draw rows for another judge, in shuffled order, each with its chance of being drawn.

    Args:
        rows: Query and row, all that was judged before.
        head: The stratum of which every row is drawn.
        k: How many rows in all; the other stratum fills up what the head leaves.
        seed: Of the draw and the order.
    """
    chance = random.Random(seed)
    first, rest = (sorted(row for row in rows if (row in head) is inside) for inside in (True, False))
    drawn = chance.sample(rest, min(len(rest), max(0, k - len(first))))
    share = len(drawn) / max(1, len(rest))
    both = dict.fromkeys(first, 1.0) | dict.fromkeys(drawn, round(share, 4))
    return {row: both[row] for row in chance.sample(list(both), len(both))}


def between(first: Judgements, second: Judgements) -> Agreement:
    """Compare two judges, the rows weighted as the second drew them.

    Source: Cohen (1960), A coefficient of agreement for nominal scales, equation 1.
    """
    keys = [key for key in second.grades if key in first.grades]
    one, other = (np.array([judge.comparative(*key) for key in keys]) for judge in (first, second))
    weights = np.array([1.0 / second.chances.get(key, 1.0) for key in keys])
    counts = np.zeros((2, 2), np.int64)
    np.add.at(counts, ((one > 0).astype(int), (other > 0).astype(int)), 1)
    names = sorted({query for query, _ in keys})
    rows_of = [np.array([n for n, (query, _) in enumerate(keys) if query == name]) for name in names]
    resampled = []
    for picked in np.random.default_rng(SEED).integers(len(names), size=(RESAMPLES, len(names))):
        rows = np.concatenate([rows_of[n] for n in picked])
        resampled.append(alike(one[rows], other[rows], weights[rows])[1])
    low, high = np.quantile(resampled, (0.025, 0.975))
    return Agreement(counts, *alike(one, other, weights), float(low), float(high))


def alike(one: Vector, other: Vector, weights: Vector) -> tuple[float, float]:
    """Return the weighted share of rows graded alike, and Cohen's kappa; 1 where all say the same one thing."""
    share = weights / weights.sum()
    same = float(share @ (one * other + (1 - one) * (1 - other)))
    p, q = float(share @ one), float(share @ other)
    chance = p * q + (1 - p) * (1 - q)
    return same, (same - chance) / (1.0 - chance) if chance < 1.0 else 1.0


def corrected(first: Judgements, second: Judgements) -> Judgements:
    """Return the grades of the first judge moved to the second: their means estimate what the second says of all rows.

    A row that both graded gets the first grade plus the difference over the chance of being drawn, so that it speaks
    for those that were not drawn; it may lie outside [0, 1].

    Source: Särndal, Swensson and Wretman (1992), Model Assisted Survey Sampling, section 6.3 (difference estimator).
    """
    grades: dict[tuple[str, Row], tuple[float, ...]] = {}
    for key in first.grades:
        before = first.comparative(*key)
        moved = second.comparative(*key) - before if key in second.grades else 0.0
        grades[key] = (before + moved / second.chances.get(key, 1.0),)
    return Judgements(grades)
