"""Intervals and paired tests: known by hand, by exact enumeration, or by symmetry."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.significance import interval, p_value, score

rows = st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 3)).map(
    lambda row: (row[0], row[0] + row[1], row[0] + row[2])
)
tables = st.lists(rows, min_size=1, max_size=12).map(np.array)


def f1(sums: tuple[int, int, int]) -> float:
    return 2 * sums[0] / (sums[1] + sums[2]) if sums[1] + sums[2] else 0.0


def test_scores_are_pooled_over_texts() -> None:
    assert score(np.array([(1, 1, 2), (0, 1, 1)])) == pytest.approx((1 / 2, 1 / 3, 2 / 5))


def test_scores_without_anything_to_find_are_zero() -> None:
    assert score(np.zeros((2, 3), dtype=np.int64)) == (0.0, 0.0, 0.0)
    assert interval(np.zeros((0, 3), dtype=np.int64)) == (0.0, 0.0)


def test_an_interval_of_equal_texts_is_a_point() -> None:
    assert interval(np.array([(1, 2, 2)] * 5)) == pytest.approx((0.5, 0.5))


def test_more_texts_make_a_narrower_interval() -> None:
    counts = np.array([(1, 1, 1), (0, 1, 1), (1, 1, 1)])
    low, high = interval(counts)
    nearer_low, nearer_high = interval(np.tile(counts, (30, 1)))
    assert 0.0 <= low < nearer_low < 2 / 3 < nearer_high < high <= 1.0


@given(counts=tables)
@settings(max_examples=20, deadline=None)
def test_an_interval_is_ordered_and_the_same_each_time(counts: np.ndarray) -> None:
    low, high = interval(counts)
    assert 0.0 <= low <= high <= 1.0
    assert interval(counts) == (low, high)


@given(one=tables, other=tables)
@settings(max_examples=15, deadline=None)
def test_randomisation_agrees_with_all_ways_of_exchanging_results(one: np.ndarray, other: np.ndarray) -> None:
    texts = min(len(one), len(other), 7)
    one, other = one[:texts], other[:texts]
    observed = abs(f1(tuple(one.sum(0))) - f1(tuple(other.sum(0))))
    as_far = []
    for kept in itertools.product([True, False], repeat=texts):
        mask = np.array(kept)[:, None]
        sums = np.where(mask, one, other).sum(0), np.where(mask, other, one).sum(0)
        as_far.append(abs(f1(tuple(sums[0])) - f1(tuple(sums[1]))) >= observed - 1e-9)
    assert p_value(one, other) == pytest.approx(np.mean(as_far), abs=0.03)
    assert p_value(other, one) == pytest.approx(p_value(one, other), abs=0.03)


def test_systems_that_say_the_same_do_not_differ() -> None:
    counts = np.array([(1, 1, 1), (0, 1, 1)] * 20)
    assert p_value(counts, counts) == 1.0


def test_a_system_that_is_always_right_differs_from_one_that_never_is() -> None:
    assert p_value(np.array([(1, 1, 1)] * 40), np.array([(0, 1, 1)] * 40)) < 0.001
