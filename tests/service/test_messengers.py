"""What the doors to messengers say in a conversation is understood there, by the reader and the actions themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from evaluation.dialogues import NOTHING_HEARD
from service.channels.slack import form
from service.channels.telegram.channel import COMMANDS
from service.dialogue import Dialogue
from tests.dialogues.conversations import Person


@pytest.fixture
async def person(serve: Callable[..., Any]) -> Person:
    service = await serve(rasa={"timeout_s": 60.0})
    return Person(Dialogue(service.engine, service.pool))


def filled_in(*names: str, **aspects: str) -> Any:
    """Return the state of a form: two things or more, and aspects with how much they matter."""
    first, second, *others = names
    written = {form.FIRST: first, form.SECOND: second, form.OTHERS: ", ".join(others)}
    state: dict[str, Any] = {name: {"value": {"value": text}} for name, text in written.items()}
    for number, (name, weight) in enumerate(aspects.items()):
        state[f"aspect{number}"] = {"value": {"value": name}}
        state[f"weight{number}"] = {"value": {"selected_option": {"value": weight}}}
    return state


@pytest.mark.parametrize(
    ("aspects", "weights"),
    [
        ({}, {}),
        ({"price": "normal"}, {"price": 1}),
        ({"price": "most", "sleep": "normal"}, {"price": 3, "sleep": 1}),
        ({"price": "normal", "sleep": "less"}, {"price": 2, "sleep": 1}),
        ({"taste": "normal", "sleep": "most", "price": "less"}, {"taste": 2, "sleep": 5, "price": 1}),
    ],
)
@pytest.mark.parametrize("names", [("tea", "coffee"), ("tea", "coffee", "mate")])
async def test_the_form_in_slack_weighs_as_it_says(
    person: Person, names: tuple[str, ...], aspects: dict[str, str], weights: dict[str, int]
) -> None:
    heard = NOTHING_HEARD
    for message in form.messages_of(filled_in(*names, **aspects)):
        heard = await person.say(message)
    assert heard.objects == names
    assert heard.aspects == weights


@pytest.mark.parametrize("command", COMMANDS)
async def test_a_command_of_telegram_is_understood(person: Person, command: str) -> None:
    await person.say("tea or coffee?")
    words, _ = COMMANDS[command]
    read = await person.dialogue.parse(person.key, words)
    assert read["intent"]["name"] not in {"out_of_scope", "nlu_fallback"}
