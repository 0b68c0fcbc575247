"""The judge of conversations sees what is wrong, and a script is held through a served Rasa as a person would."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine import schemas
from engine.types.document import BulletList, Paragraph, Quote, Table, Words
from evaluation.dialogues import Heard, Judged, Person, check, failures, heard_of, hold, scripts, served, table

CITATION = {"number": 1, "sentence": "Tea is better.", "date": "2023-01-01"}
BLOCKS = (Paragraph((Quote("Tea", 1), Words("."))),)
VERDICT = Heard(
    ("“Tea” [1].",),
    {"Why?": "why?"},
    (CITATION,),
    ("tea", "coffee"),
    {"price": 1, "sleep": 3},
    blocks=BLOCKS,
)


@pytest.mark.parametrize(
    "turn",
    [
        {"act": "verdict", "compares": ["coffee", "tea"], "order": ["tea", "coffee"], "aspects": ["sleep", "price"]},
        {"has": ["TEA"], "any": ["tea", "cocoa"], "lacks": ["cocoa"], "buttons": ["why"], "cites": 1},
        {"heaviest": "sleep", "since": "2023", "shape": "prose", "act": "quotes"},
    ],
)
def test_what_is_asked_for_is_right(turn: dict[str, Any]) -> None:
    assert check(turn, VERDICT) == []


@pytest.mark.parametrize(
    "turn",
    [
        {"act": "asks"},
        {"act": "nothing"},
        {"compares": ["tea", "cocoa"]},
        {"order": ["coffee", "tea"]},
        {"aspects": ["sleep"]},
        {"heaviest": "price"},
        {"since": "2024"},
        {"shape": "table"},
        {"shape": "list"},
        {"has": ["cocoa"]},
        {"any": ["cocoa"]},
        {"lacks": ["tea"]},
        {"buttons": ["sources"]},
        {"cites": 2},
        {"cites": 0},
        {"longer": True},
        {"sings": True},
    ],
    ids=str,
)
def test_what_is_missing_is_seen(turn: dict[str, Any]) -> None:
    assert len(check(turn, VERDICT, VERDICT)) == 1


def test_what_must_hold_of_every_reply_is_seen() -> None:
    assert check({}, Heard(()))
    assert check({}, Heard(("Yes.",)), Heard(("Yes.",)))
    for run in Quote("Tea", 2), Quote("Cocoa", 1), Words("Tea"):
        assert check({}, Heard(("Tea.",), citations=(CITATION,), blocks=(Paragraph((run,)),)))
    assert check({}, Heard(("Yes.",), degraded=True))


def test_the_shape_of_a_reply_is_that_of_its_blocks() -> None:
    item = (Words("Tea."),)
    for block, shape in (BulletList((item, item)), "list"), (Table((item,), ((item,),)), "table"), (BLOCKS[0], "prose"):
        heard = replace(VERDICT, blocks=(*BLOCKS, block))
        assert check({"shape": shape}, heard) == []


def test_a_button_that_is_not_there_is_a_wrong_turn() -> None:
    conversation = {
        "turns": [{"say": "hello"}, {"press": "Tea"}, {"press": 1}],
        "kind": "manners",
        "name": "a",
        "script": "b",
    }
    judged = list(hold(conversation, lambda _: Heard(("Hello!",), buttons={"Coffee": "coffee?"})))
    assert [one.message for one in judged] == ["hello", "Tea", "coffee?"]
    assert judged[1].problems == ["there is no button 'Tea'"]
    assert "manners" in table(judged)
    assert "there is no button 'Tea'" in failures(judged)
    assert isinstance(judged[0], Judged)


def test_what_the_rest_door_answers_is_heard() -> None:
    buttons = [{"title": "Why?", "message": "why?"}]
    reply = {"text": "“Tea” [1].", "blocks": schemas.blocks(BLOCKS), "buttons": buttons, "citations": [CITATION]}
    shown = {"objects": ["tea", "coffee"], "asked": [{"name": "price", "weight": 1}, {"name": "sleep", "weight": 3}]}
    assert heard_of([{**reply, "comparison": shown, "standings": None, "degraded": False}]) == VERDICT


@pytest.mark.rasa
def test_a_script_is_held_through_rasa(sample: Path) -> None:
    with served(sample) as url:
        judged = [one for talk in scripts(["explanations"]) for one in hold(talk, Person(url).say)]
    assert [one.problems for one in judged if one.problems] == []
