"""The judgements of what questions ask are whole, and the measures of the parser count rightly."""

from __future__ import annotations

import json

from engine.types import Asked, AskedKind
from evaluation.asked import Read, agreement, measure
from nlu_models.training.question.judged import RELATIONS, Judged, Judgement

GOLD = Judgement("property", ("steel", "wood"), "expensive", "more", "costs more", "")
PRICE = Asked(AskedKind.PROPERTY, "price", "less", "costs more")


def test_there_are_2200_questions_and_a_tenth_is_judged_twice() -> None:
    rows = [json.loads(line) for line in RELATIONS.read_text("utf-8").splitlines()]
    assert len({row["id"] for row in rows}) == 2_200
    assert sum(len(row["judged"]) == 2 for row in rows) == 220


def test_judgements_carry_no_text_of_the_questions() -> None:
    rows = [json.loads(line) for line in RELATIONS.read_text("utf-8").splitlines()]
    assert {name for row in rows for name in row} == {"id", "judged"}
    assert all(len(one["property"].split()) <= 3 for row in rows for one in row["judged"])


def test_a_property_with_other_words_is_lost() -> None:
    right, lost = Read("", GOLD, PRICE), Read("", GOLD, Asked(AskedKind.PROPERTY, "size", "more", "bigger"))
    assert (right.lost, right.right_end, lost.lost) == (False, True, True)
    counted = measure([right, lost])
    assert (counted.properties, counted.kind, counted.lost, counted.words) == (2, 1.0, 0.5, 0.5)


def test_the_end_is_that_of_the_dimension() -> None:
    assert not Read("", GOLD, Asked(AskedKind.PROPERTY, "price", "more", "costs more")).right_end


def test_agreement_is_corrected_for_chance() -> None:
    other = GOLD._replace(kind="overall", words="")
    said = agreement([Judged("1", "", (GOLD, GOLD)), Judged("2", "", (other, other))])
    assert "kappa 1.000" in said
