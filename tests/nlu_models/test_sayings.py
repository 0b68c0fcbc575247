"""Messages in known wordings."""

from __future__ import annotations

import pytest

from nlu_models.intents import INTENTS, Context
from nlu_models.intents.network import LABELS, REFERENTS, RELATIONS, ROLES
from nlu_models.intents.sayings import EITHER, _forms, find, sayings
from nlu_models.intents.state import REPLIES

PETS = Context(("cats", "dogs"), ("price",), "side2")


def test_each_line_says_what_it_means() -> None:
    assert {saying.intent for saying in sayings()} == set(INTENTS)
    for saying in sayings():
        assert {saying.second or "why", saying.other or "why"} <= set(INTENTS)
        assert saying.relation in RELATIONS
        assert set(saying.replies) <= {*REPLIES, "any", "side"}, saying


def test_each_mark_is_one_that_the_network_knows() -> None:
    for form in _forms():
        for _, label, role in form.groups:
            referent, _, role = role.partition(":") if label == "reference" else ("", "", role)
            assert label in LABELS, form.saying
            assert role in ROLES, form.saying
            assert referent in {"", "side", *REFERENTS}, form.saying


def test_a_bar_in_a_mark_parts_no_wordings() -> None:
    assert EITHER.split("[the latter|reference:2]|it") == ["[the latter|reference:2]", "it"]


@pytest.mark.parametrize(
    ("text", "intent", "names"),
    [
        ("ok, drop the cats please", "drop", [("cats", "object", "out", "")]),
        ("forget the price", "drop", [("price", "aspect", "out", "")]),
        ("add rabbits too", "add_object", [("rabbits", "object", "", "")]),
        ("what's wrong with it?", "ask_against", [("it", "reference", "", "2")]),
        ("Whats wrong with the former", "ask_against", [("the former", "reference", "", "1")]),
        ("hello are you even online?", "chat", []),
        ("thx, who's behind this", "chat", []),
        ("am I talking to a bot", "chat", []),
        ("is this chatgpt", "chat", []),
        ("does it work", "chat", []),
        ("ugh, nvm that", "undo", []),
        ("in terms of size and noise", "add_aspect", [("size", "aspect", "", ""), ("noise", "aspect", "", "")]),
    ],
)
def test_a_known_wording_is_found(text: str, intent: str, names: list[tuple[str, ...]]) -> None:
    found = find(text, PETS)
    assert found
    assert found.saying.intent == intent
    assert [(text[one.start : one.end], *one[2:]) for one in found.named] == names


@pytest.mark.parametrize("text", ["rabbits", "and rabbits", "rabbits or mice", "x " * 90])
def test_what_may_be_said_otherwise_is_left_to_the_network(text: str) -> None:
    assert find(text, PETS) is None


def test_only_what_is_compared_is_known() -> None:
    found = find("skip dogs", PETS)
    assert found
    assert found.open == 0
    assert find("skip mice", PETS) is None
