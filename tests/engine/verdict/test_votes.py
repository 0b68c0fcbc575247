"""Votes, confidence and majorities, number by number."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.config import VerdictConfig
from engine.types import Argument, Decision
from engine.verdict.decision import _majority
from engine.verdict.votes import count, counted, sureness
from tests.engine.arguments import E, F, S, argument

SETTINGS = VerdictConfig(
    minimum_sources=3,
    minimum_asked=2,
    level=0.9,
    resamples=1000,
    seed=0,
    temperature=0.0,
    ceiling=1.0,
    maximum_objects=6,
)


@pytest.mark.parametrize(
    ("arguments", "first", "second", "equal"),
    [
        ([argument(F, 7, sources="a")], [1], [0], [0]),
        ([argument(F, 2, sources="a"), argument(S, 1, sources="b")], [4 / 3, 0], [0, 2 / 3], [0, 0]),
        ([argument(F, 1, sources="acde"), argument(S, 1, sources="b")], [1, 0], [0, 1], [0, 0]),
        ([argument(F, 2, sources="a"), argument(S, 1, sources="a")], [0.8], [0.2], [0]),
        (
            [argument(F, 1, sources="a"), argument(F, 3, sources="a"), argument(S, 4, sources="a")],
            [3 / 7],
            [4 / 7],
            [0],
        ),
        ([argument(E, 5, sources="a")], [0.5], [0.5], [1]),
        ([argument(F, 3, sources="a"), argument(E, 1, sources="a")], [21 / 22], [1 / 22], [1 / 11]),
    ],
)
def test_the_votes_of_each_source(
    arguments: Sequence[Argument], first: list[float], second: list[float], equal: list[float]
) -> None:
    votes = count(arguments)
    assert votes.sources == tuple("abcde"[: len(first)])
    assert votes.points[0] == pytest.approx(first)
    assert votes.points[1] == pytest.approx(second)
    assert votes.points[2] == pytest.approx(equal)
    assert sum(votes.shares) == 1.0
    assert votes.shares[0] == pytest.approx(sum(first) / len(first))


def test_nothing_said_is_no_vote() -> None:
    assert count([]).shares == (0.0, 0.0)
    assert counted([argument(F, 0.0)]) == []


@pytest.mark.parametrize(
    ("frequencies", "temperature", "sources", "expected"),
    [
        ([0.9, 0.1], 0.0, 3, [900.5 / 1001, 100.5 / 1001]),
        ([1.0, 0.0], 0.0, 3, [1000.5 / 1001, 0.5 / 1001]),
        ([0.5, 0.5], 3.0, 1, [0.5, 0.5]),
        ([0.9, 0.1], 3.0, 3, [0.74960, 0.25040]),
        ([0.9, 0.1], 3.0, 1, [0.63369, 0.36631]),
    ],
)
def test_the_confidence_is_smoothed_and_tempered(
    frequencies: list[float], temperature: float, sources: int, expected: list[float]
) -> None:
    settings = SETTINGS.model_copy(update={"temperature": temperature})
    assert sureness(frequencies, settings, sources=sources) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize(
    ("first", "second", "decision"),
    [
        (3, 0, Decision.UNDECIDED),
        (4, 0, Decision.FIRST),
        (0, 3, Decision.UNDECIDED),
        (0, 4, Decision.SECOND),
        (5, 1, Decision.UNDECIDED),
        (6, 1, Decision.FIRST),
        (1, 6, Decision.SECOND),
        (0, 0, Decision.UNDECIDED),
    ],
)
def test_a_majority_of_alike_votes_decides_from_five_percent_of_doubt(
    first: int, second: int, decision: Decision
) -> None:
    assert _majority(first, second, SETTINGS) is decision
