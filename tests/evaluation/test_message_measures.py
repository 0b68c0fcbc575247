"""Whole conversations are annotated as their guide says, and the figures of the reader are counted right."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from click.testing import CliRunner

from evaluation import messages
from evaluation.messages import PARTS, Annotated, read
from nlu_models.intents import INTENTS, Context, Entity, ParsedMessage

ROWS: dict[str, list[dict[str, Any]]] = {
    part: [json.loads(line) for line in (messages.MESSAGES / f"{part}.jsonl").read_text("utf-8").splitlines()]
    for part in (*PARTS, "second")
}
RELATIONS = {"", "better", "worse", "more", "less", "same", "difference", "best", "judge"}


@pytest.mark.parametrize("part", ROWS)
def test_what_is_annotated_stands_in_the_text_and_points_at_what_is_there(part: str) -> None:
    for row in ROWS[part]:
        assert {row["intent"], row["second"] or row["intent"], row["other"] or row["intent"]} <= set(INTENTS)
        assert row["relation"] in RELATIONS
        for span in row["spans"]:
            assert row["text"][span["start"] : span["end"]].strip()
            if span["referent"].isdecimal():
                assert int(span["referent"]) <= len(row["state"]["objects"])


def test_a_conversation_stands_in_one_part_and_every_intent_in_each() -> None:
    conversations = [{row["conversation"] for row in ROWS[part]} for part in PARTS]
    assert len(set.union(*conversations)) == sum(map(len, conversations))
    for part in PARTS:
        assert {row["intent"] for row in ROWS[part]} >= set(INTENTS) - {"self_harm", "group_ranking"}


def test_intents_and_names_are_counted() -> None:
    row = {
        "conversation": "c",
        "text": "and Rum for parties?",
        "intent": "add_object",
        "second": "",
        "state": {"objects": ["gin", "vodka"], "aspects": ["taste"], "reply": "verdict", "asked": ""},
        "spans": [{"start": 4, "end": 7, "label": "object"}, {"start": 12, "end": 19, "label": "use"}],
    }
    message = Annotated.of(row)
    assert message.names == {("object", "rum"), ("aspect", "parties")}
    assert message.context == Context(("gin", "vodka"), ("taste",), "verdict")
    turn = ParsedMessage("name_object", 0.9, (Entity("object", "Rum", 4, 7),), text="and Rum for parties?")
    shown = messages.table([message], [turn])
    assert "intent accuracy 0.000" in shown
    assert "name F1         0.667" in shown
    assert "1 add_object taken for name_object" in shown


def test_of_two_intents_either_may_come_first() -> None:
    spans = frozenset[tuple[str, str]]()
    message = Annotated(("c", "no rum, and why?"), Context(("gin", "rum")), "drop", "why", spans, frozenset())
    turn = ParsedMessage("why", 0.9, text="no rum, and why?", second="drop")
    assert "intent accuracy 1.000" in messages.table([message], [turn])
    assert "intent accuracy 0.000" in messages.table([message], [replace(turn, second="")])


def test_two_annotators_agree() -> None:
    printed = CliRunner().invoke(messages.main, ["--agreement"], catch_exceptions=False).output
    assert "intents         0.975, kappa 0.973" in printed


def test_all_that_was_annotated_again_was_annotated_before() -> None:
    first = {one.key for part in PARTS for one in read(part)}
    assert len([one for one in read("second") if one.key in first]) > 250
