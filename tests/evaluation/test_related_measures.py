"""Judged sentences count for as many as they stand for."""

from __future__ import annotations

import pytest

from evaluation.related import Judged, measure, read


def _judged(case: int, speaks: bool, stands_for: float) -> Judged:
    return Judged(case, "tea", "coffee", "sleep", "d#0", speaks, stands_for)


def test_precision_and_recall_are_weighed_and_averaged_over_cases() -> None:
    rows = [_judged(0, True, 3), _judged(0, True, 1), _judged(1, False, 1), _judged(1, True, 1)]
    found = measure(rows, [True, False, True, True])
    assert (found.precision, found.recall, found.sentences) == (4 / 5, 4 / 5, 4)
    assert (found.mean_precision, found.mean_recall) == pytest.approx((3 / 4, 7 / 8))


def test_the_judged_sentences_are_of_twenty_cases() -> None:
    rows = read()
    assert len(rows) == 201
    assert {row.case for row in rows} == set(range(20))
