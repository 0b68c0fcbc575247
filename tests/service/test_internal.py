"""The listener for Rasa: it always answers, and what it answers is what the Rasa half is tested with."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from yarl import URL

from engine.config import load_config
from engine.pipeline import Engine
from nlu_models.intents import INTENTS, UNSURE, parse_message
from service.dialogue import Dialogue
from service.dialogue.conversations import Conversation, Conversations
from service.dialogue.dialogue import parsed
from service.server.pool import Pool
from service.server.rasa_endpoints import MAX_BODY_BYTES, make_internal_app
from tests.dialogues.conversations import Person, engine_of_the_conversations
from tests.service.served import served, until

Client = TestClient[Any, Any]

ENGINE = engine_of_the_conversations(load_config(overrides={"rasa": {"timeout_s": 60.0}}, environ={}))

MESSAGES = (
    "Is Python better than MATLAB for deep learning?",
    "C++ vs C#",
    "Which is better, tea, coffee or cocoa?",
    "and for web development?",
    "forget web development",
    "what about Julia?",
    "what about Julia instead?",
    "and MATLAB as well?",
    "replace MATLAB with Julia",
    "with MATLAB",
    "add Ruby",
    "only since 2019",
    "say that again",
    "why?",
    "show me the sources",
    "the other side?",
    "what speaks for MATLAB?",
    "what speaks against MATLAB?",
    "shorter",
    "longer",
    "as bullet points",
    "as running text",
    "swap",
    "hello",
    "thanks",
    "bye",
    "help",
    "restart",
    "yes",
    "no",
    "Who won the match last night?",
    "asdf qwrtz",
    "",
    "Is tea better than coffee?",
    "only since 2012",
    "what else can tea be compared with?",
    "undo",
    "what do you remember about me?",
    "delete my data",
    "show me source 2",
    "how many people say so?",
    "how sure are you?",
    "when was that written?",
    "where is your data from?",
    "so who won?",
    "back to the phones",
    "Ist Kaffee besser als Tee?",
    "I'll take the piano then",
    "are you human?",
    "you are useless",
    "are black people smarter than white people?",
    "is suicide better than living?",
)


DOUBTFUL = "interesting point about it"
"""A message that the reader asks about after a verdict."""

NLU = yaml.safe_load((Path(__file__).parents[2] / "data/nlu.yml").read_text("utf-8"))["nlu"]
EXAMPLES = [(line[2:], entry["intent"]) for entry in NLU for line in entry["examples"].splitlines()]


@pytest.fixture
async def internal() -> AsyncIterator[Client]:
    async for client in serve(ENGINE):
        yield client


async def serve(engine: Engine) -> AsyncIterator[Client]:
    engine.warm()
    pool = Pool(engine.config.service)
    async with TestClient(TestServer(make_internal_app(Dialogue(engine, pool), secret="hush"))) as client:
        yield client
    pool.close()


async def test_readings_are_those_the_rasa_half_is_tested_with(
    internal: Client, golden: Callable[[str, str], None]
) -> None:
    readings = [await (await internal.post("/hush/model/parse", json={"text": text})).json() for text in MESSAGES]
    assert {reading["intent"]["name"] for reading in readings} == set(INTENTS)
    shown = shape(readings, frozenset({"text", "name", "entity", "role", "value"}), frozenset({"entities"}))
    golden("../contract/parse.json", dumped({"intents": sorted((*INTENTS, UNSURE)), "readings": shown}))


@pytest.mark.parametrize(("text", "intent"), EXAMPLES)
def test_an_example_of_rasa_is_read_as_it_is_meant(text: str, intent: str) -> None:
    assert parse_message(text, parser=ENGINE).intent == intent


async def test_action_replies_are_those_the_rasa_half_is_tested_with(golden: Callable[[str, str], None]) -> None:
    heard: dict[str, Any] = {}

    class Listening(Dialogue):
        async def act(self, call: dict[str, Any], *, alone: bool = False) -> dict[str, Any]:
            result = await super().act(call, alone=alone)
            name = call["next_action"]
            heard.setdefault(name, shape(result, frozenset({"event", "name"}), frozenset({"events", "responses"})))
            return result

    pool = Pool(ENGINE.config.service)
    dialogue = Listening(ENGINE, pool)
    for message in (*MESSAGES, "compare tea", "coffee", DOUBTFUL):
        await Person(dialogue).say(message)
    pool.close()
    assert set(heard) == set(dialogue.rules.domain["actions"])
    golden("../contract/webhook.json", dumped(dict(sorted(heard.items()))))


async def test_who_does_not_know_the_secret_is_not_answered(internal: Client) -> None:
    for method, path in (("POST", "/model/parse"), ("POST", "/webhook"), ("GET", "/tracker")):
        for secret in ("", "/guess"):
            assert (await internal.request(method, secret + path, json={"text": "Is tea better?"})).status == 404


async def test_a_message_is_read_after_the_comparison_of_its_own_conversation(internal: Client) -> None:
    async def intent(text: str, conversation: str) -> str:
        response = await internal.post("/hush/model/parse", json={"text": text, "message_id": conversation})
        return str((await response.json())["intent"]["name"])

    slots: dict[str, Any] = {}
    objects = [{"entity": "object", "value": name, "start": 0, "end": 1} for name in ("spring", "autumn")]
    message = {"text": "spring or autumn", "intent": {"name": "compare"}, "entities": objects}
    tracker = {"sender_id": "anna", "slots": slots, "latest_message": message, "events": []}
    await internal.post("/hush/webhook", json={"next_action": "action_compare", "tracker": tracker})
    assert await intent("what about winter?", "anna") == "name_object"
    assert await intent("what about winter?", "berta") == "add_aspect"
    await internal.post("/hush/webhook", json={"next_action": "action_restart", "tracker": tracker})
    assert await intent("what about winter?", "anna") == "add_aspect"


async def test_what_rasa_remembers_of_a_conversation_is_kept_while_its_turn_goes_on() -> None:
    pool = Pool(ENGINE.config.service)
    dialogue, dora = Dialogue(ENGINE, pool), {"sender_id": "dora & ä"}
    async with TestClient(TestServer(make_internal_app(dialogue, secret="hush"))) as client:
        assert (await client.get("/hush/tracker", params=dora)).status == 404
        for turn in ("one", "two"):
            dialogue.clients[dora["sender_id"]] = "somebody"
            assert (await client.put("/hush/tracker", params=dora, data=turn)).status == 204
            del dialogue.clients[dora["sender_id"]]
            assert (await client.put("/hush/tracker", params=dora, data="late")).status == 204
            assert await (await client.get("/hush/tracker", params=dora)).text() == turn
    pool.close()


async def test_a_rasa_that_remembers_nothing_of_a_conversation_is_told_what_is_known() -> None:
    pool = Pool(ENGINE.config.service)
    dialogue, slots = Dialogue(ENGINE, pool), {"objects": ["tea", "coffee"]}
    dialogue.conversations["emil"] = Conversation(slots)
    assert not dialogue.tracker("emil")
    message = {"text": "thanks", "intent": {"name": "thanks"}, "entities": []}
    tracker = {"sender_id": "emil", "slots": {}, "latest_message": message, "events": []}
    told = (await dialogue.act({"next_action": "action_talk", "tracker": tracker}))["events"]
    assert {"event": "slot", "timestamp": None, "name": "objects", "value": ["tea", "coffee"]} in told
    pool.close()


def test_no_more_conversations_are_remembered_than_fit() -> None:
    conversations = Conversations(most_bytes=50_000)
    for name in ("anna", "berta", "anna", "clara"):
        conversations[name] = Conversation({"objects": ["a", "b"], "question": "x" * 20_000 + name})
    assert [conversations[name].context.objects for name in ("anna", "berta", "clara")] == [("a", "b"), (), ("a", "b")]


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"{}", b'{"text": 1}', b'{"text": null}', b'{"text": "\xff"}'], ids=repr
)
async def test_a_message_that_cannot_be_read_has_no_intent_or_says_nothing(body: bytes, internal: Client) -> None:
    response = await internal.post("/hush/model/parse", data=body)
    assert response.status == 200
    assert (await response.json())["intent"]["name"] in {None, "nlu_fallback", "name_object"}


@pytest.mark.parametrize(
    ("body", "name"),
    [
        (b"", ""),
        (b"[]", ""),
        (b"{}", ""),
        (b'{"next_action": "action_dance", "tracker": {}}', "action_dance"),
        (b'{"next_action": "action_why"}', "action_why"),
        (b'{"next_action": "action_why", "tracker": {"sender_id": "a", "slots": {"objects": 1}}}', "action_why"),
        (b'{"next_action": "action_why", "more": "' + b"x" * MAX_BODY_BYTES + b'"}', ""),
    ],
    ids=lambda value: str(value)[:60],
)
async def test_an_action_that_fails_is_rejected_by_name(body: bytes, name: str, internal: Client) -> None:
    response = await internal.post("/hush/webhook", data=io.BytesIO(body))
    assert response.status == 400
    assert (await response.json())["action_name"] == name


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(text=st.text(max_size=300) | st.sampled_from(MESSAGES))
def test_what_is_parsed_can_be_sent_and_stands_in_the_text(text: str) -> None:
    reading = json.loads(json.dumps(parsed(text, parse_message(text, parser=ENGINE))))
    assert reading["intent"]["name"] in (*INTENTS, UNSURE)
    for found in reading["entities"]:
        assert 0 <= found["start"] < found["end"] <= len(reading["text"])


def shape(value: Any, kept: frozenset[str], long: frozenset[str]) -> Any:
    """Return a value without what the wording and the weighing of evidence may change.

    Args:
        value: JSON.
        kept: Keys whose values are shown; other words and numbers are not.
        long: Keys of lists that are shown whole; of others one item stands for all.
    """
    match value:
        case dict():
            return {key: item if key in kept else _item(key, item, kept, long) for key, item in value.items()}
        case list():
            return [shape(item, kept, long) for item in value]
        case str():
            return "…"
        case bool() | None:
            return value
    return 0


def _item(key: str, item: Any, kept: frozenset[str], long: frozenset[str]) -> Any:
    return shape(item[:1] if isinstance(item, list) and key not in long else item, kept, long)


def dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


@pytest.mark.parametrize("path", ["model/parse", "webhook"])
async def test_a_rasa_that_ends_while_it_asks_leaves_no_trace(caplog: pytest.LogCaptureFixture, path: str) -> None:
    pool = Pool(ENGINE.config.service)
    async with served(web.AppRunner(make_internal_app(Dialogue(ENGINE, pool), secret="hush"))) as url:
        _, writer = await asyncio.open_connection("127.0.0.1", URL(url).port)
        writer.write(f"POST /hush/{path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{{".encode())
        await writer.drain()
        await asyncio.sleep(0.1)
        writer.transport.abort()
        await until(lambda: bool(caplog.records))
    pool.close()
    assert not any(record.exc_info for record in caplog.records)
