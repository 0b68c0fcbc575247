"""The score of a row, and how rows are chosen."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from engine.pages.pairing import GreedyPairer, OptimalPairer, greedy, optimal
from engine.types import Page, PageHit
from tests.conformance.pairer import PairerConformance

matrices = arrays(np.float64, st.tuples(st.integers(1, 5), st.integers(1, 5)), elements=st.integers(0, 9).map(float))


class TestGreedyPairer(PairerConformance):
    @pytest.fixture
    def pairer(self) -> GreedyPairer:
        return GreedyPairer()


class TestOptimalPairer(PairerConformance):
    @pytest.fixture
    def pairer(self) -> OptimalPairer:
        return OptimalPairer()


def hit(key: str, rank: int, title: str, url: str = "") -> PageHit:
    return PageHit(Page(key, title, url), rank, 1.0, "")


def test_without_likeness_a_row_scores_half_the_sum_of_the_reciprocal_ranks() -> None:
    results = [[hit("a", 1, "x"), hit("b", 2, "y")], [hit("c", 1, "x"), hit("d", 4, "y")]]
    rows = GreedyPairer(similarity=0.0).pair(results, objects=["one", "two"])
    assert [(row.places, row.score) for row in rows] == [((0, 0), 1.0), ((1, 1), (1 / 2 + 1 / 4) / 2)]


def test_with_likeness_alone_pages_of_the_same_words_score_1_and_of_other_words_0() -> None:
    results = [[hit("a", 1, "gearbox noise"), hit("b", 2, "spare parts")], [hit("c", 1, "spare parts")]]
    results[1].append(hit("d", 2, "winter tyres"))
    rows = GreedyPairer(similarity=1.0, url=0.0).pair(results, objects=["one", "two"])
    assert [(row.places, row.score) for row in rows] == [((1, 0), pytest.approx(1.0)), ((0, 1), 0.0)]


def test_theta_weighs_the_address_against_the_words() -> None:
    pages = [hit("a", 1, "gearbox noise", "https://x.org/reviews"), hit("b", 1, "gearbox noise", "https://y.org/forum")]
    (row,) = GreedyPairer(similarity=1.0, url=0.3).pair([pages[:1], pages[1:]], objects=["one", "two"])
    assert row.score == pytest.approx(0.7)


def test_three_lists_make_rows_of_three_and_a_shorter_list_leaves_gaps() -> None:
    results = [[hit(f"{side}{n}", n + 1, word) for n, word in enumerate(["gears", "tyres"])] for side in "abc"]
    del results[2][0]
    rows = GreedyPairer().pair(results, objects=["one", "two", "three"])
    assert sorted(row.places for row in rows) == [(0, 0, -1), (1, 1, 0)]


@given(scores=matrices)
def test_greedy_takes_the_best_pair_that_is_left(scores: np.ndarray) -> None:
    taken = list(zip(*map(list, greedy(scores)), strict=True))
    free = sorted((-scores[r, c], r, c) for r in range(scores.shape[0]) for c in range(scores.shape[1]))
    expected = []
    while free:
        _, row, column = free[0]
        expected.append((row, column))
        free = [one for one in free if one[1] != row and one[2] != column]
    assert taken == expected


@settings(max_examples=50)
@given(scores=matrices)
def test_no_assignment_is_worth_more_than_the_optimal_one(scores: np.ndarray) -> None:
    scores = scores if scores.shape[0] <= scores.shape[1] else scores.T
    best = max(
        sum(scores[row, column] for row, column in enumerate(columns))
        for columns in permutations(range(scores.shape[1]), scores.shape[0])
    )
    assert scores[optimal(scores)].sum() == best
