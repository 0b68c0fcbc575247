from __future__ import annotations

from pathlib import Path

import pytest

from engine.config import load_config
from engine.types import Aspect, Comparison, Decision
from engine.verdict.decision import decide
from evaluation.topics import Topic, outcome, published, read_topics, table
from tests.engine.arguments import F, S, argument

TOPICS = [
    Topic(1, "stairs", "lift", "health", 1.0),
    Topic(2, "soap", "gel", "price", 0.5),
    Topic(3, "ink", "lead", "smudging", 0.0),
]


def comparison(topic: Topic, votes: str) -> Comparison:
    """Return a comparison with one source per letter; small letters do not mention the aspect."""
    arguments = tuple(
        argument(F if vote in "Ff" else S, aspects=[topic.aspect] if vote.isupper() else []) for vote in votes
    )
    aspects = (Aspect(topic.aspect, 5),)
    verdict = decide(
        arguments, first=topic.first, second=topic.second, aspects=aspects, settings=load_config(environ={}).verdict
    )
    return Comparison((topic.first, topic.second), aspects, verdict, arguments, (), len(votes))


def test_topics_are_read_with_their_winner(tmp_path: Path) -> None:
    path = tmp_path / "topics.csv"
    path.write_text(
        "number,object_1,object_2,aspect,winner\n"
        "1,stairs,lift,health,object_1\n2,soap,gel,price,tie\n3,ink,lead,smudging,object_2\n"
    )
    assert read_topics(path) == TOPICS


@pytest.mark.parametrize(
    ("gold", "decision", "expected"),
    [
        (1.0, Decision.FIRST, "right"),
        (1.0, Decision.SECOND, "wrong"),
        (1.0, Decision.EQUAL, "wrong"),
        (0.0, Decision.SECOND, "right"),
        (0.5, Decision.EQUAL, "right"),
        (0.5, Decision.FIRST, "wrong"),
        (0.5, Decision.UNDECIDED, "undecided"),
        (1.0, Decision.INSUFFICIENT, "insufficient"),
    ],
)
def test_an_outcome_compares_the_decision_with_the_winner(gold: float, decision: Decision, expected: str) -> None:
    assert outcome(gold, decision) == expected


def test_the_published_measure_follows_from_the_shares() -> None:
    measured = published([(1.0, 0.9), (1.0, 0.5), (0.0, 0.44), (0.5, 0.52), (0.5, 0.6)])
    assert (measured.topics, measured.correct) == (5, 3)
    assert measured.mean_deviation == pytest.approx((0.1 + 0.5 + 0.44 + 0.02 + 0.1) / 5)
    assert measured.std_deviation == pytest.approx(0.197, abs=0.001)
    assert measured.scores["better"] == (1 / 2, 1 / 2, 1 / 2)
    assert measured.scores["equal"] == (1 / 2, 1 / 2, 1 / 2)
    assert measured.scores["worse"] == (1.0, 1.0, 1.0)


def test_without_topics_there_is_nothing_to_measure() -> None:
    assert published([])[:4] == (0, 0, 0.0, 0.0)
    assert "accuracy of the 0 decided -" in table([], [])


def test_the_table_sums_the_topics_up() -> None:
    comparisons = [comparison(topic, votes) for topic, votes in zip(TOPICS, ("FFFFFf", "f", "SSSSSSSF"), strict=True)]
    text = table(TOPICS, comparisons)
    assert "verdict: right 2, wrong 0, undecided 0, insufficient 1; accuracy of the 2 decided 1.000" in text
    assert "CAM's measure: 2 of 2 correct" in text
    assert [line.split()[5] for line in text.splitlines()[1:4]] == ["right", "insufficient", "right"]
