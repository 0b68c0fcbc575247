from __future__ import annotations

from dataclasses import replace

import pytest

from engine.config import load_config
from engine.verdict.decision import decide
from evaluation.calibration import (
    Case,
    Fit,
    Pair,
    best_fit,
    case,
    cross_validated,
    expected_calibration_error,
    fitted,
    read_pairs,
    table,
)
from tests.engine.arguments import F, argument


def test_a_pair_is_won_by_the_thing_that_most_sentences_favour() -> None:
    judged = [
        ("Wool", "silk", "s1", "first"),
        ("silk", "wool", "s2", "second"),
        ("silk", "wool", "s3", "first"),
        ("silk", "wool", "s4", "none"),
        ("wool", "linen", "s6", "first"),
        ("jute", "hemp", "s7", "first"),
        ("hemp", "jute", "s8", "first"),
    ]
    rows = [dict(zip(("first", "second", "sentence", "favours"), row, strict=True)) for row in judged]
    assert read_pairs(rows, labels=2) == [Pair("silk", "wool", False, ("s1", "s2", "s3", "s4"))]


def test_a_case_is_right_if_the_larger_share_is_the_winners() -> None:
    verdict = decide(
        [argument(F) for _ in range(6)], first="wool", second="silk", settings=load_config(environ={}).verdict
    )
    assert case(verdict, first_wins=True) == Case(verdict.confidence, right=True, decided=True, sources=6)
    assert case(verdict, first_wins=False).right is False
    assert case(replace(verdict, winner=None), first_wins=True).decided is False


def test_the_error_is_the_distance_of_confidence_and_accuracy_by_bin() -> None:
    found = [Case(0.9, True, True), Case(1.0, False, True), Case(0.6, True, False), Case(0.62, True, False)]
    assert expected_calibration_error(found) == pytest.approx((2 * 0.45 + 2 * 0.39) / 4)
    assert expected_calibration_error([]) == 0.0
    assert table("all", found).splitlines() == [
        "all: 4 cases, ECE 0.420",
        f"  confidence 0.6-0.7:    2 cases, mean 0.610, right 1.000 {'#' * 24}|{'#' * 15}",
        f"  confidence 0.9-1.0:    2 cases, mean 0.950, right 0.500 {'#' * 20}{' ' * 18}|",
    ]


def test_the_best_temperature_cools_what_is_surer_than_it_is_right() -> None:
    boastful = [Case(0.9, number % 10 < 7, True, sources=4, fold=number // 20) for number in range(100)]
    chosen = best_fit(boastful)
    assert fitted(boastful[0], chosen).confidence == pytest.approx(0.7, abs=0.02)
    honest = cross_validated(boastful)
    assert expected_calibration_error(honest) < 0.05 < expected_calibration_error(boastful)


def test_what_is_as_sure_as_it_is_right_is_left_alone() -> None:
    honest = [Case(0.8, number % 5 < 4, True, sources=4) for number in range(100)]
    assert best_fit(honest).temperature == 0.0
    assert fitted(honest[0], Fit(0.0, 1.0)) == honest[0]


def test_nothing_is_surer_than_the_surest_cases_are_right() -> None:
    surest = [Case(0.999, number > 0, True, sources=400) for number in range(98)]
    assert best_fit(surest).ceiling == pytest.approx(0.98)
    assert fitted(surest[0], Fit(0.0, 0.98)).confidence == 0.98
