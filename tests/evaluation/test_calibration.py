from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path

import pytest

from engine.config import load_config
from engine.verdict import decide
from evaluation.calibration import Case, Pair, case, expected_calibration_error, read_pairs, table
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
    assert case(verdict, first_wins=True) == Case(verdict.confidence, right=True, decided=True)
    assert case(verdict, first_wins=False).right is False
    assert case(replace(verdict, winner=None), first_wins=True).decided is False


def test_the_error_is_the_distance_of_confidence_and_accuracy_by_bin() -> None:
    found = [Case(0.9, True, True), Case(1.0, False, True), Case(0.6, True, False), Case(0.62, True, False)]
    assert expected_calibration_error(found) == pytest.approx((2 * 0.45 + 2 * 0.39) / 4)
    assert expected_calibration_error([]) == 0.0
    assert table("all", found).splitlines()[:2] == [
        "all: 4 cases, ECE 0.420",
        "  confidence 0.6-0.7:    2 cases, mean 0.610, right 1.000",
    ]
