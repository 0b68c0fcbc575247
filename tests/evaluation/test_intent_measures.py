"""The figures of the reader of messages are counted as they should be."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from evaluation import intents
from evaluation.annotated_messages import parse
from evaluation.intents import Counts
from nlu_models.intents import Context, Entity, ParsedMessage

MESSAGES = [
    parse("change_object [cocoa|new], not [tea|old]", Context(), "food"),
    parse("why so?", Context(), "food"),
    parse("why and who says that", Context(), "food"),
]
COCOA = Entity("object", "Cocoa", 0, 5, "new")
TEA = Entity("object", "tea", 11, 14)
TURNS = [ParsedMessage("change_object", 0.9, (COCOA, TEA)), ParsedMessage("why", 0.9), ParsedMessage("sources", 0.6)]


def test_intents_are_counted_by_name() -> None:
    assert intents.by_intent(MESSAGES, TURNS) == {
        "change_object": Counts(1, 1, 1),
        "sources": Counts(0, 1, 0),
        "why": Counts(1, 1, 2),
    }
    assert intents.confusions(MESSAGES, TURNS) == {("why", "sources"): 1}


def test_entities_are_counted_with_and_without_their_role() -> None:
    assert intents.entities(MESSAGES, TURNS) == Counts(1, 2, 2)
    assert intents.entities(MESSAGES, TURNS, intents.named) == Counts(2, 2, 2)


def test_f1_is_the_harmonic_mean_of_precision_and_recall() -> None:
    assert Counts(right=2, given=4, true=2).f1 == pytest.approx(2 / 3)
    assert Counts(0, 0, 0).f1 == 1


def test_the_interval_of_wilson() -> None:
    assert intents.wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    low, high = intents.wilson(10, 10)
    assert low == pytest.approx(0.7225, abs=1e-4) and high == pytest.approx(1)


def test_the_table_and_the_errors_say_what_went_wrong() -> None:
    shown = intents.table(MESSAGES, TURNS)
    assert "intent accuracy 0.667" in shown
    assert "1 why taken for sources" in shown
    assert len(intents.errors(MESSAGES, TURNS)) == 2


def test_the_reader_is_measured_on_a_part_of_the_annotated_messages() -> None:
    printed = CliRunner().invoke(intents.main, ["--part", "dev"], catch_exceptions=False).output
    accuracy = float(printed.partition("intent accuracy ")[2][:5])
    assert accuracy > 0.7
