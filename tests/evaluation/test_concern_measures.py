"""What worries is told from what only sounds so."""

from __future__ import annotations

from evaluation.concerns import Taken, count
from nlu_models.training.messages.examples import read_concerns


def test_messages_taken_for_self_harm_are_counted_by_whether_they_worry() -> None:
    assert count([True, True, False, False], [True, False, True, False]) == Taken(1, 1)


def test_what_is_measured_on_is_not_learned_from() -> None:
    learned, measured = ({text.casefold() for text, _ in read_concerns(part)} for part in ("train", "test"))
    assert len(measured) > 300
    assert not learned & measured
