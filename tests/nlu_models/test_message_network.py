"""What the network says of messages after the state of their conversation."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.policy import Concern
from engine.text.tokens import clean
from nlu_models.intents import INTENTS, Context, ParsedMessage
from nlu_models.intents.network import REFERENTS, ROLES, TAGS, MessageNetwork, named, network
from nlu_models.intents.quantities import factor, number, years
from nlu_models.intents.state import MOST_PIECES, MOST_STATE, REPLIES, encoder, sequence, state
from nlu_models.intents.worry import HEARD

CATS = Context(("cats", "dogs"), ("price",), "verdict")


def test_a_message_stands_behind_its_state() -> None:
    ids, words, places = sequence("and rabbits?", CATS)
    assert [word.start for word in words] == [0, 4, 11]
    assert all(tuple(ids[place : place + len(word.ids)]) == word.ids for word, place in zip(words, places, strict=True))
    assert state(CATS) == "winner : 1 cats 2 dogs for price"


@pytest.mark.parametrize("reply", [*REPLIES, "side3"])
def test_every_kind_of_reply_is_told_apart(reply: str) -> None:
    others = {tuple(sequence("why", Context(reply=other)).ids) for other in REPLIES if other != reply}
    assert tuple(sequence("why", Context(reply=reply)).ids) not in others


@pytest.mark.parametrize(
    ("text", "worries"),
    [
        ("I need to get this done by Friday", False),
        ("this level kills me every time", False),
        ("we keep waking up at 4am", False),
        ("I hope to fall asleep and never wake up", True),
        ("nobody would notice if I was gone", True),
        ("I have put the pills on the table", True),
    ],
)
@pytest.mark.parametrize("context", [Context(), CATS])
def test_what_worries_is_told_from_what_only_sounds_so(context: Context, text: str, worries: bool) -> None:
    intents = network().read(text, context).intents
    assert (intents[Concern.SELF_HARM] > HEARD) is worries
    assert sum(intents.values()) == pytest.approx(1.0, abs=1e-4)


def test_what_is_too_long_is_cut() -> None:
    ids, words, places = sequence("price " * 500, Context(("x " * 100, "y")))
    assert len(ids) <= MOST_STATE + MOST_PIECES + 4
    assert len(words) == len(places) <= MOST_PIECES


def test_a_span_is_one_run_of_tags_and_takes_its_likeliest_role() -> None:
    text = "replace the first by rum"
    words = encoder().words(text)
    path = ["O", "B-reference", "I-reference", "O", "B-object"]
    tags = np.full((5, len(TAGS)), -9.0, np.float32)
    for n, tag in enumerate(path):
        tags[n, TAGS.index(tag)] = 0
    roles, referents = np.zeros((5, len(ROLES)), np.float32), np.zeros((5, len(REFERENTS)), np.float32)
    roles[1:3, ROLES.index("old")], roles[4, ROLES.index("new")], referents[1:3, 0] = 1, 1, 1
    assert [tuple(one) for one in named(text, words, tags, roles, referents)] == [
        (8, 17, "reference", "old", "1"),
        (21, 24, "object", "new", ""),
    ]


@given(
    st.text(max_size=300).map(clean).filter(bool),
    st.sampled_from([Context(), CATS, Context(("tea",), (), "ask_second")]),
)
def test_any_text_has_probable_intents_and_names_that_stand_in_it(text: str, context: Context) -> None:
    reading = network().read(text, context)
    assert set(reading.intents) == set(INTENTS)
    assert sum(reading.intents.values()) == pytest.approx(1, abs=1e-3)
    assert all(0 <= one.start < one.end <= len(text) for one in reading.named)


def test_a_message_that_is_asked_for_again_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, read = MessageNetwork(), []
    session = reader._session
    monkeypatch.setattr(reader, "_session", SimpleNamespace(run=lambda *told: read.append(told) or session.run(*told)))
    offered = replace(CATS, offered=(ParsedMessage("why", 1.0, text="why?"),))
    assert reader.read("and rabbits?", CATS) == reader.read("and rabbits?", offered)
    assert len(read) == 1
    reader.read("and rabbits?", Context())
    assert len(read) == 2


@pytest.mark.parametrize(
    ("words", "expected"),
    [("source 2", "2"), ("the last link", "-1"), ("the third one", "3"), ("number one", "1"), ("that one", "0")],
)
def test_the_number_of_a_source(words: str, expected: str) -> None:
    assert number(words) == expected


@pytest.mark.parametrize(
    ("words", "expected"), [("double", "2"), ("3x", "3"), ("70 percent", "0.7"), ("a quarter", "0.25"), ("much", "")]
)
def test_by_which_factor_an_aspect_counts(words: str, expected: str) -> None:
    assert factor(words) == expected


def test_years_bound_a_period() -> None:
    assert list(years("2012", "in")) == [("since", "2012"), ("until", "2012")]
    assert list(years("last winter", "since")) == []
