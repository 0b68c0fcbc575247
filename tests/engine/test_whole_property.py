"""Better and worse ask for the same verdict from its two ends."""

from __future__ import annotations

import pytest

from engine.pipeline import Engine
from engine.types import Answer, Comparison


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine()


def asked(engine: Engine, question: str) -> tuple[Comparison, Answer]:
    answer = engine.ask(question)
    assert isinstance(answer.comparison, Comparison)
    return answer.comparison, answer


def test_worse_is_answered_in_its_own_words(engine: Engine) -> None:
    better, _ = asked(engine, "Is Python better than MATLAB?")
    worse, answer = asked(engine, "Is MATLAB worse than Python?")
    assert better.verdict.winner == worse.verdict.winner == "Python"
    assert worse.asked_verdict is None
    assert answer.text.startswith("Yes, the evidence calls MATLAB worse than Python")


def test_what_is_asked_of_doing_is_told_of_the_thing_where_nothing_is_said_of_that(engine: Engine) -> None:
    comparison, answer = asked(engine, "Are cats or dogs cheaper to bring along to work?")
    assert (comparison.asked.dimension, comparison.asked.use) == ("price", "to bring along to work")
    assert answer.text.startswith("Cats are cheaper than dogs")
    assert "Too few sources say which of the two is cheaper to bring along to work." in answer.text
