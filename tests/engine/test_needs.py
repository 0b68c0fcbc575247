"""What a person tells of himself in a question is answered on what matters then, where no source speaks of it."""

from __future__ import annotations

import pytest

from engine.pipeline import Engine
from engine.types import Comparison


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine()


def test_what_a_person_tells_is_answered_on_what_matters_then(engine: Engine) -> None:
    answer = engine.ask("I hate vacuuming fur off the sofa, cats or dogs?")
    told = "Too little that I have read takes into account that you hate vacuuming fur off the sofa; "
    assert answer.text.startswith(f"{told}‘easy to clean’ may matter then.")
    assert "Cats are cleaner than dogs because they wash all day" in answer.text


@pytest.mark.parametrize(
    ("question", "begun"),
    [
        ("My wife hates noise, cats or dogs?", "Perhaps cats: the only source says so"),
        ("I have no money, cats or dogs?", "Cats are cheaper than dogs"),
    ],
)
def test_what_matters_is_not_named_twice(engine: Engine, question: str, begun: str) -> None:
    assert engine.ask(question).text.startswith(begun)


def test_it_is_answered_on_what_is_told_where_sources_speak_of_that(engine: Engine) -> None:
    found = engine.ask("I live in a small flat, cats or dogs?").comparison
    assert isinstance(found, Comparison)
    assert (found.asked.use, found.asked.case) == ("if you live in a small flat", "")


def test_several_things_are_told_on_what_matters_too(engine: Engine) -> None:
    answer = engine.ask("I have no money. Cats, dogs or rabbits?")
    assert answer.standings is not None
    assert answer.standings.comparisons[0].asked.dimension == "price"


def test_what_a_situation_names_is_answered_where_more_is_said_on_that(engine: Engine) -> None:
    found = engine.ask("My company has a lot of deep learning, Python or MATLAB?").comparison
    assert isinstance(found, Comparison)
    assert (found.asked.words, found.asked_verdict and found.asked_verdict.verdict.sources) == (
        "better for deep learning",
        3,
    )
