"""How sure a figure is: intervals and paired tests over texts, for any score that follows from counts.

A system's result on a data set is an array with one row per text and three columns: how many things were right, how
many it returned and how many were expected. Precision, recall and F1 follow from the column sums.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.stats import bootstrap

Counts = npt.NDArray[np.int64]
"""Shape ``[texts, 3]``: right, returned, expected."""

SEED = 2021
RESAMPLES = 1_000
SHUFFLES = 10_000
LEVEL = 0.95
_CHUNK = 500


def mean_interval(values: Sequence[float], *, resamples: int, seed: int) -> tuple[float, float]:
    """Return the 95 % bootstrap interval of a mean (percentiles); of a single value, that value."""
    if len(values) < 2:
        return float(values[0]), float(values[0])
    found = bootstrap(
        (values,), np.mean, n_resamples=resamples, confidence_level=LEVEL, method="percentile", rng=seed
    ).confidence_interval
    return float(found.low), float(found.high)


class Score(NamedTuple):
    """Precision, recall and F1, each in [0, 1], 0 where undefined."""

    precision: float
    recall: float
    f1: float


def score(counts: Counts) -> Score:
    """Return the scores pooled over all texts."""
    right, returned, expected = map(int, counts.sum(0))
    return Score(
        precision=right / returned if returned else 0.0,
        recall=right / expected if expected else 0.0,
        f1=2 * right / (returned + expected) if returned + expected else 0.0,
    )


def interval(counts: Counts) -> tuple[float, float]:
    """Return the 95 % interval of the F1 by resampling texts with a fixed seed.

    Source: Efron and Tibshirani (1993), An Introduction to the Bootstrap, chapter 13 (percentile interval).
    """
    chance, texts = np.random.default_rng(SEED), len(counts)
    sums = [
        counts[chance.integers(texts, size=(_CHUNK, texts))].sum(1) for _ in range(0, RESAMPLES if texts else 0, _CHUNK)
    ]
    if not sums:
        return 0.0, 0.0
    low, high = np.quantile(_f1(np.concatenate(sums)), ((1 - LEVEL) / 2, (1 + LEVEL) / 2))
    return float(low), float(high)


def p_value(one: Counts, other: Counts) -> float:
    """Return how often systems that are alike would differ as much in F1: a two-sided paired test.

    For each text it is tossed which of the two systems gave which result, with a fixed seed.

    Args:
        one: The counts of a system.
        other: The counts of another one on the same texts.

    Source: Noreen (1989), approximate randomisation; Yeh (COLING 2000) for F1.
    """
    chance, texts = np.random.default_rng(SEED), len(one)
    first, second = one.astype(np.float32), other.astype(np.float32)
    total, observed = (first + second).sum(0), abs(_f1(first.sum(0)) - _f1(second.sum(0)))
    as_far = 0
    for _ in range(0, SHUFFLES, _CHUNK):
        kept = chance.integers(2, size=(_CHUNK, texts), dtype=np.int8).astype(np.float32)
        sums = second.sum(0) + kept @ (first - second)
        as_far += int((np.abs(_f1(sums) - _f1(total - sums)) >= observed - 1e-9).sum())
    return (as_far + 1) / (SHUFFLES + 1)


def _f1(sums: npt.NDArray[np.int64] | npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    marked = sums[..., 1] + sums[..., 2]
    f1: npt.NDArray[np.float64] = np.divide(2.0 * sums[..., 0], marked, out=np.zeros(marked.shape), where=marked > 0)
    return f1
