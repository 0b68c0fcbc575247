"""Each button of each reply of the conversations, pressed, is understood as it was made and does what it says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from actions.dialogue_state import DialogueState
from engine import registry
from engine.text.tokens import same_name
from evaluation.dialogues import NOTHING_HEARD, message_of
from nlu_models.intents import Context, ParsedMessage, buttons, parse_message
from nlu_models.intents.styles import SIMPLE, STYLES, style_of
from service.dialogue import Dialogue
from service.dialogue.rules import Rules
from service.server.pool import Pool
from tests.dialogues.conversations import CONVERSATIONS, Person, engine_of_the_conversations

ENGINE = engine_of_the_conversations()


@pytest.fixture
def dialogue() -> Iterator[Dialogue]:
    pool = Pool(ENGINE.config.service)
    yield Dialogue(ENGINE, pool)
    pool.close()


@pytest.mark.parametrize("conversation", CONVERSATIONS, ids=lambda conversation: conversation["name"])
async def test_every_button_does_what_it_says(conversation: dict[str, Any], dialogue: Dialogue) -> None:
    person, before, pressed = Person(dialogue), NOTHING_HEARD, set()
    for turn in conversation["turns"]:
        before = await person.say(message_of(turn, before))
        here = dialogue.conversations[person.key]
        meanings = {meaning.text: meaning for meaning in here.offered}
        for title, message in before.buttons.items():
            if message in pressed:
                continue
            pressed.add(message)
            dialogue.conversations["presser"] = replace(here)
            read = await dialogue.parse("presser", message)
            if message in meanings:
                assert read["intent"]["name"] == meanings[message].intent
                assert [one["value"] for one in read["entities"]] == [one.value for one in meanings[message].entities]
            dialogue.conversations["presser"] = replace(here)
            heard = await Person(dialogue, "presser").say(message)
            state = DialogueState.of(dialogue.conversations["presser"].slots)
            problem = f"{title!r} → {message!r}: {heard.words!r}"
            assert heard.words.strip(), problem
            does_what_it_says(read, state, DialogueState.of(here.slots), problem)


def does_what_it_says(read: dict[str, Any], state: DialogueState, before: DialogueState, problem: str) -> None:
    """Assert that a message that was read has left the state that it asks for."""
    values = {one.get("role", ""): one["value"] for one in read["entities"]}
    named = [one["value"] for one in read["entities"] if one["entity"] == "object"]

    def compared(name: str) -> bool:
        return any(same_name(name, one) for one in state.objects)

    if "I stay with" in problem or "names both" in problem:
        return  # nothing compares what it asks for, which is said, and what was compared stays
    match read["intent"]["name"]:
        case "compare":
            assert all(map(compared, named)) and len(state.objects) == len(named) == 2, problem
        case "back_to":
            assert all(map(compared, named)) and len(state.objects) == len(named), problem
        case "change_object":
            assert compared(values["new"]), problem
            assert not compared(values["old"]) or same_name(values["old"], values["new"]), problem
        case "drop":
            assert not any(map(compared, named)), problem
        case "add_aspect":
            assert any(same_name(values[""], one.name) for one in state.aspects), problem
        case "style":
            assert state.style == values[""], problem
        case "filter":
            assert not any(state.period), problem
        case "why" | "sources" | "other_side":
            assert (state.objects, state.aspects) == (before.objects, before.aspects), problem
        case "add_object":
            assert all(map(compared, named)), problem
        case "undo":
            assert len(state.history) <= len(before.history), problem
        case "affirm" | "deny":
            assert state.pending is None or state.pending != before.pending, problem
        case other:
            raise AssertionError(f"{problem}: a button asks for {other}")


NAMES = ["Python", "C++", "C#", ".NET", "AT&T", "deep learning", "iPhone 15", "Tom vs Jerry", "a with b?"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "made",
    [
        lambda name: buttons.versus("MATLAB", name),
        lambda name: buttons.instead(name, "MATLAB"),
        lambda name: buttons.without(name),
        lambda name: buttons.for_aspect(name),
        lambda name: buttons.in_style(name),
    ],
)
def test_a_button_is_read_as_it_was_made_whatever_its_names(name: str, made: Any) -> None:
    meaning: ParsedMessage = made(name)
    assert parse_message(meaning.text, parser=ENGINE, context=Context(offered=(meaning,))) == meaning
    assert all(meaning.text[one.start : one.end] == one.value for one in meaning.entities)


def test_every_generator_has_words_that_ask_for_it_and_only_those_that_work_are_offered() -> None:
    assert set(STYLES) == {SIMPLE, *registry.names("generator")}
    assert all(style_of(buttons.in_style(name).text) == name for name in STYLES)
    assert set(ENGINE.config.generators) == set(STYLES) - {SIMPLE, "ctrl", "llm"}


def test_the_buttons_of_the_domain_are_understood() -> None:
    for response in Rules().domain["responses"].values():
        for button in (button for variation in response for button in variation.get("buttons", ())):
            read = parse_message(button["payload"], parser=ENGINE)
            things = [entity for entity in read.entities if entity.entity == "object"]
            assert read.intent in {"compare", "why", "sources", "other_side", "undo", "affirm", "deny"}
            assert len(things) == (2 if read.intent == "compare" else 0)
