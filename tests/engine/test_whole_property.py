"""A property that speaks of a thing as a whole is answered from all that favours one, from the asked end."""

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


def test_worse_is_true_of_the_loser_of_better(engine: Engine) -> None:
    better, _ = asked(engine, "Is Python better than MATLAB?")
    worse, answer = asked(engine, "Is MATLAB worse than Python?")
    assert better.verdict.winner == "Python"
    assert worse.asked_verdict is not None
    assert worse.asked_verdict.verdict.winner == "MATLAB"
    assert answer.text.startswith("Yes: ")
    assert "In general" not in answer.text
