from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path

import pytest

from engine.config import load_config
from engine.verdict.decision import decide
from evaluation.calibration import (
    Case,
    Pair,
    best_temperature,
    case,
    cross_validated,
    expected_calibration_error,
    read_pairs,
    table,
    tempered,
)
from tests.engine.arguments import F, argument


def test_a_pair_is_won_by_the_object_that_most_sentences_prefer(tmp_path: Path) -> None:
    path = tmp_path / "labelled.csv.gz"
    lines = [
        "object_a,object_b,sentence,label",
        "Wool,silk,s1,BETTER",
        "silk,wool,s2,WORSE",
        "silk,wool,s3,BETTER",
        "silk,wool,s3,BETTER",
        "wool,silk,s4,NONE",
        "wool,silk,s5,BETTER",
        "wool,linen,s6,BETTER",
        "jute,hemp,s7,BETTER",
        "hemp,jute,s8,BETTER",
    ]
    path.write_bytes(gzip.compress("\n".join(lines).encode()))
    assert read_pairs(path, labels=2) == [Pair("silk", "wool", False, ("s1", "s2", "s3", "s4", "s5"))]


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
    chosen = best_temperature(boastful)
    assert tempered(boastful[0], chosen).confidence == pytest.approx(0.7, abs=0.02)
    honest = cross_validated(boastful)
    assert expected_calibration_error(honest) < 0.05 < expected_calibration_error(boastful)


def test_what_is_as_sure_as_it_is_right_is_left_alone() -> None:
    honest = [Case(0.8, number % 5 < 4, True, sources=4) for number in range(100)]
    assert best_temperature(honest) == 0.0
    assert tempered(honest[0], 0.0) == honest[0]
