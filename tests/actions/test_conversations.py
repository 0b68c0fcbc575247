"""The bot holds its conversations by its rules, without Rasa."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from service.dialogue import Dialogue
from service.server.pool import Pool
from tests.dialogues.conversations import CONVERSATIONS, Person, engine_of_the_conversations, hold

ENGINE = engine_of_the_conversations()


@pytest.fixture
def person() -> Iterator[Person]:
    pool = Pool(ENGINE.config.service)
    yield Person(Dialogue(ENGINE, pool))
    pool.close()


@pytest.mark.parametrize("conversation", CONVERSATIONS, ids=lambda conversation: conversation["name"])
async def test_the_bot_replies_as_it_should(conversation: dict[str, Any], person: Person) -> None:
    assert not await hold(conversation, person.say)


async def test_what_is_asked_twice_in_one_message_is_one_question(person: Person) -> None:
    twice = "Tea or coffee? Tea vs coffee!"
    assert (await person.dialogue.questions("anna", twice)).said == [twice]
    assert len((await person.dialogue.questions("anna", "Tea or coffee? And why?")).said) == 2


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Drop cocoa. What is the conclusion now?", (["Drop cocoa.", "What is the conclusion now?"], True)),
        (
            "Remove cocoa, and tell me which is cheaper.",
            (["Remove cocoa", "tell me which is cheaper."], True),
        ),
        ("Really? My teacher says tea is cheaper.", (["Really?", "tea is cheaper."], False)),
        ("How sure is that? Who told you so", (["How sure is that?", "Who told you so"], False)),
        ("Really? I say tea is cheaper.", (["Really?", "I say tea is cheaper."], False)),
        ("rum vs milk for kids and whats the cheapest", (["rum vs milk for kids", "whats the cheapest"], False)),
        ("and juice, also is tea cheaper than juice?", (["and juice", "is tea cheaper than juice?"], False)),
    ],
)
async def test_what_a_message_says_is_told_one_by_one(person: Person, text: str, parts: tuple[list[str], bool]) -> None:
    for said in ("Is tea better than coffee?", "add cocoa"):
        await person.say(said)
    assert await person.dialogue.questions("anna", text) == parts


async def test_going_back_and_a_change_behind_it_are_both_done(person: Person) -> None:
    for said in ("Is tea better than coffee?", "add cocoa", "drop cocoa"):
        await person.say(said)
    parts = await person.dialogue.questions("anna", "ok all of them again. add juice")
    assert parts == (["ok all of them again", "add juice"], True)
    back, added = [await person.say(part) for part in parts.said]
    assert set(back.objects) == {"tea", "coffee", "cocoa"}
    assert "juice" in added.words
    for one in ("add juice. only since 2015", "I meant cocoa. Not coffee", "ok. add juice"):
        assert await person.dialogue.questions("anna", one) == ([one], False)


@pytest.mark.parametrize(
    ("message", "parts"),
    [
        ("back to the drinks, does tea still win", (["back to the drinks", "does tea still win"], True)),
        ("ok, back to the drinks: why?", (["ok, back to the drinks", "why?"], True)),
        ("argh never mind that. which is cheaper", (["argh never mind that", "which is cheaper"], True)),
        ("undo that, what speaks for juice?", (["undo that", "what speaks for juice?"], True)),
        ("I said tea, whats wrong with it", (["whats wrong with tea"], False)),
        ("back to tea, coffee and cocoa", (["back to tea, coffee and cocoa"], False)),
        ("no, coffee", (["no, coffee"], False)),
    ],
)
async def test_what_stands_behind_a_reference_is_said_of_what_it_points_at(
    person: Person, message: str, parts: tuple[list[str], bool]
) -> None:
    for said in ("Is tea better than coffee?", "Python or MATLAB?"):
        await person.say(said)
    assert await person.dialogue.questions("anna", message) == parts


@pytest.mark.parametrize(
    ("message", "asked"),
    [
        ("ditto for coffee", "what speaks against coffee?"),
        ("and the same for the latter?", "what speaks against coffee?"),
        ("does the other one?", "what speaks against coffee?"),
        ("same for the price", "same for the price"),
        ("is it good?", "is it good?"),
    ],
)
async def test_the_last_question_is_asked_of_something_else(person: Person, message: str, asked: str) -> None:
    for said in ("Is tea better than coffee?", "what speaks against tea?", "sources"):
        await person.say(said)
    assert (await person.dialogue.questions("anna", message)).said == [asked]
