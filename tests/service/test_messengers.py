"""What the doors to messengers say in a conversation is understood there, by the reader and the actions themselves."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from aiohttp.test_utils import TestClient, TestServer

from service.channels.slack import form
from service.channels.telegram.channel import COMMANDS
from service.server.rasa_endpoints import make_internal_app
from tests.dialogues.stand_in import StandIn


@pytest.fixture
async def dialogue(serve: Callable[..., Any]) -> AsyncIterator[StandIn]:
    service = await serve(rasa={"timeout_s": 60.0})
    async with TestClient(TestServer(make_internal_app(service.engine, service.pool))) as internal:
        yield StandIn(internal)


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
        ({"taste": "normal", "sleep": "most", "price": "less"}, {"taste": 2, "sleep": 3, "price": 1}),
    ],
)
@pytest.mark.parametrize("names", [("tea", "coffee"), ("tea", "coffee", "mate")])
async def test_the_form_in_slack_weighs_as_it_says(
    dialogue: StandIn, names: tuple[str, ...], aspects: dict[str, str], weights: dict[str, int]
) -> None:
    said: list[dict[str, Any]] = []
    for message in form.messages_of(filled_in(*names, **aspects)):
        said = await dialogue.say(message)
    compared = next(part["custom"]["comparison"] for part in said if "custom" in part)
    assert compared["objects"] == list(names)
    assert {aspect["name"]: aspect["weight"] for aspect in compared["aspects"]} == weights


@pytest.mark.parametrize("command", COMMANDS)
async def test_a_command_of_telegram_is_understood(dialogue: StandIn, command: str) -> None:
    await dialogue.say("tea or coffee?")
    words, _ = COMMANDS[command]
    response = await dialogue.internal.post("/model/parse", json={"text": words, "message_id": "anna"})
    assert (await response.json())["intent"]["name"] not in {"out_of_scope", "nlu_fallback"}
