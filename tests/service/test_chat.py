"""Conversations through a served stand-in for Rasa: merged, ordered, and never without a reply."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from engine import schemas
from engine.errors import UnavailableError
from engine.protocols import Retriever
from engine.retrieval.in_memory import ListRetriever
from engine.types import SearchResult
from engine.types.document import Paragraph, Reference, Words, own_words
from service.dialogue.conversations import CONVERSATION, Conversation
from service.server.chat import FORGOTTEN, MAX_RASA_BYTES, MAX_WAITING
from tests.service.served import FakeRasa, Service, is_error, until

QUESTION = "Is tea better than coffee for sleep?"
DELETE = "delete my data"
CITATION: schemas.Citation = {
    "number": 1,
    "sentence": "Tea is better.",
    "sentence_id": "voice-1#1",
    "document": "voice-1",
    "position": 1,
    "title": "Voice 1",
    "url": "",
    "source": "host-1",
    "date": "2024-05-01",
    "sample": False,
    "sources": 1,
}
BLOCKS = schemas.blocks((Paragraph((Words("Tea "), Reference((1,)), Words("."))),))
COMPARED = {"objects": ["tea", "coffee"], "aspects": [{"name": "sleep", "weight": 2}]}


async def said(service: Service, message: str, session: str | None = None) -> list[Any]:
    status, turn = await service.post("/api/v1/chat", {"session": session, "message": message})
    assert status == 200
    assert turn["replies"]
    assert all(reply["text"].strip() for reply in turn["replies"])
    replies: list[Any] = turn["replies"]
    return replies


async def test_a_conversation_gets_a_key_and_keeps_it(service: Service, rasa: FakeRasa) -> None:
    _, first = await service.post("/api/v1/chat", {"message": "hello"})
    _, second = await service.post("/api/v1/chat", {"session": first["session"], "message": "again"})
    _, other = await service.post("/api/v1/chat", {"session": None, "message": "hello"})
    assert first["session"] == second["session"] != other["session"]
    assert len(first["session"]) >= 22
    assert [heard["sender"] for heard in rasa.heard] == [first["session"], first["session"], other["session"]]
    assert [heard["message"] for heard in rasa.heard] == ["hello", "again", "hello"]


async def test_a_text_with_buttons_and_its_payload_become_one_reply(service: Service, rasa: FakeRasa) -> None:
    rasa.says = lambda body: [
        {"recipient_id": body["sender"], "text": "Tea [1].", "buttons": [{"title": "Why?", "payload": "why?"}]},
        {
            "recipient_id": body["sender"],
            "custom": {"blocks": BLOCKS, "citations": [CITATION], "comparison": COMPARED},
        },
        {"recipient_id": body["sender"], "text": "Anything else?"},
    ]
    first, second = await said(service, "hello")
    assert first["text"] == "Tea [1]."
    assert first["blocks"] == BLOCKS
    assert first["buttons"] == [{"title": "Why?", "message": "why?"}]
    assert first["citations"] == [CITATION]
    assert first["comparison"]["objects"] == ["tea", "coffee"]
    assert first["comparison"]["asked"] == [{"name": "sleep", "weight": 2}]
    assert not first["degraded"]
    assert second == {**second, "buttons": [], "citations": [], "comparison": None}


async def test_a_payload_that_comes_first_belongs_to_the_text_after_it(service: Service, rasa: FakeRasa) -> None:
    rasa.says = lambda body: [{"custom": {"comparison": COMPARED}}, {"text": "Tea."}]
    (reply,) = await said(service, "hello")
    assert reply["comparison"]["objects"] == ["tea", "coffee"]


@pytest.mark.parametrize(
    "custom",
    [
        "text",
        7,
        [],
        {"citations": "x"},
        {"citations": [{"number": 1}]},
        {"blocks": "text"},
        {"blocks": [{"kind": "picture"}]},
        {"blocks": [{"kind": "paragraph", "runs": [{"kind": "quote", "text": "no number"}]}]},
        {"comparison": {"objects": "tea"}},
        {"comparison": {"objects": ["tea"]}},
        {"comparison": {"objects": ["tea", "tea"]}},
        {"unknown": 1},
    ],
)
async def test_a_payload_that_cannot_be_used_leaves_the_text(service: Service, rasa: FakeRasa, custom: Any) -> None:
    rasa.says = lambda body: [{"text": "Still here."}, {"custom": custom}]
    (reply,) = await said(service, "hello")
    assert reply == {
        "text": "Still here.",
        "blocks": schemas.blocks(own_words("Still here.")),
        "buttons": [],
        "citations": [],
        "comparison": None,
        "standings": None,
        "index": "",
        "degraded": False,
    }


async def test_parts_of_a_message_that_are_not_understood_are_left_out(service: Service, rasa: FakeRasa) -> None:
    rasa.says = lambda body: [
        {"text": 7},
        {"image": "http://x"},
        {"text": "Choose.", "buttons": [{"title": "A"}, 3, {"title": "B", "payload": "b"}]},
        {"buttons": [{"title": "C", "payload": "c"}]},
    ]
    (reply,) = await said(service, "hello")
    assert [button["title"] for button in reply["buttons"]] == ["B", "C"]


def broken(status: int = 200, body: bytes = b"", media: str = "application/json") -> Callable[[Any], web.Response]:
    return lambda _: web.Response(status=status, body=body, content_type=media)


async def slow(_: Any) -> list[Any]:
    await asyncio.sleep(5)
    return [{"text": "late"}]


FAULTS = {
    "says nothing": broken(body=b"[]"),
    "says only blanks": broken(body=b'[{"text": "  "}]'),
    "says only a payload": broken(body=b'[{"custom": {}}]'),
    "is not JSON": broken(body=b"<html>"),
    "is cut": broken(body=b'[{"text": "x"'),
    "nests without end": broken(body=b"[" * 100_000),
    "is no list": broken(body=b'{"text": "x"}'),
    "is a list of texts": broken(body=b'["x"]'),
    "is not text": broken(body=b"\xff\xfe"),
    "is endless": broken(body=b'"' + b"x" * (MAX_RASA_BYTES + 1) + b'"'),
    "is an error": broken(status=500, body=b"[]"),
    "leads elsewhere": lambda _: web.Response(status=302, headers={"Location": "/elsewhere"}),
    "is too slow": slow,
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_when_rasa_fails_the_conversation_goes_on_by_its_rules(
    serve: Callable[..., Any], rasa: FakeRasa, fault: str
) -> None:
    service = await serve(rasa={"timeout_s": 0.5})
    rasa.says = FAULTS[fault]
    _, turn = await service.post("/api/v1/chat", {"message": QUESTION})
    (answer,) = turn["replies"]
    assert answer["comparison"]["objects"] == ["tea", "coffee"]
    assert answer["citations"]
    assert not answer["degraded"]
    after = await said(service, "and for work?", turn["session"])
    assert [aspect["name"] for aspect in after[-1]["comparison"]["asked"]] == ["sleep", "work"]
    assert not any(reply["degraded"] for reply in after)


async def test_a_conversation_that_cannot_be_looked_up_is_begun_anew_and_says_so(
    serve: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    service = await serve(dialogue=None)

    def locked(kind: str, key: str) -> None:
        raise UnavailableError("it is locked")

    monkeypatch.setattr(service.store, "get", locked)
    notice, reply = await said(service, "why?", "k" * 22)
    assert notice["text"] == FORGOTTEN
    assert notice["degraded"]
    assert "two things" in reply["text"]
    assert len(await said(service, "why?", "k" * 22)) == 1
    assert [reply["degraded"] for reply in await said(service, QUESTION, "l" * 22)] == [False]
    assert 'outcome="degraded"} 1.0' in (await service.get("/metrics"))[1]


async def test_what_was_said_before_rasa_failed_is_known_and_what_it_missed_is_told_to_it(
    service: Service, rasa: FakeRasa
) -> None:
    """Rasa's part is played by calls of the webhook."""
    key, slots = "k" * 22, {"objects": ["tea", "coffee"], "subject": "tea and coffee"}
    rasa.dialogue.conversations[key] = Conversation(slots)
    rasa.base_url = "http://127.0.0.1:9"
    assert (await said(service, "and for sleep?", key))[-1]["comparison"]["asked"] == [{"name": "sleep", "weight": 1}]
    message = {"text": "why?", "intent": {"name": "why"}, "entities": []}
    tracker = {"sender_id": key, "slots": slots, "latest_message": message, "events": [], "active_loop": {}}
    told = (await rasa.dialogue.act({"next_action": "action_why", "tracker": tracker}))["events"]
    assert {"event": "slot", "timestamp": None, "name": "aspects", "value": [{"name": "sleep", "weight": 1}]} in told
    again = (await rasa.dialogue.act({"next_action": "action_why", "tracker": tracker}))["events"]
    assert "aspects" in [event["name"] for event in again]  # it was not heard
    tracker["slots"] = slots | {event["name"]: event["value"] for event in told if event["event"] == "slot"}
    again = (await rasa.dialogue.act({"next_action": "action_why", "tracker": tracker}))["events"]
    assert "aspects" not in [event["name"] for event in again]


async def test_without_rasa_the_rules_hold_the_conversation(serve: Callable[..., Any]) -> None:
    service = await serve(dialogue=None)
    _, turn = await service.post("/api/v1/chat", {"message": "compare tea"})
    assert "What shall I compare tea with?" in [reply["text"] for reply in turn["replies"]]
    key = turn["session"]
    assert (await said(service, "coffee", key))[-1]["comparison"]["objects"] == ["tea", "coffee"]
    assert (await said(service, "thanks", key))[0]["degraded"] is False
    assert (await service.get("/readyz"))[0] == 200
    assert await service.send("DELETE", f"/api/v1/conversations/{key}") == (200, {"session": key, "deleted": True})
    assert "two things" in (await said(service, "why?", key))[0]["text"]


async def test_without_rasa_and_without_index_the_person_reads_why(serve: Callable[..., Any], rasa: FakeRasa) -> None:
    service = await serve(retrieval={"index": "no/such/folder"})
    rasa.base_url = "http://127.0.0.1:9"
    (reply,) = await said(service, QUESTION)
    assert "There is no index yet" in reply["text"]
    assert "no/such/folder" not in reply["text"]


async def test_a_comparison_that_nobody_holds_leaves_the_text(service: Service, rasa: FakeRasa) -> None:
    rasa.says = lambda body: [{"text": "Tea."}, {"custom": {"comparison": "comparison-0", "citations": [CITATION]}}]
    (reply,) = await said(service, "hello")
    assert reply["comparison"] is None
    assert reply["citations"] == [CITATION]


ENOUGH = 100
"""Hits of a search that is no comparison's."""


class Counting:
    """A retriever that counts its searches and always has something to note, so that nothing is cached."""

    def __init__(self, retriever: Retriever) -> None:
        self.retriever = retriever
        self.searches: list[tuple[Any, ...]] = []

    def search(self, objects: Sequence[str], *, aspects: Sequence[str] = (), k: int = 10_000) -> SearchResult:
        if k > ENOUGH:  # not a look whether names are used
            self.searches.append((tuple(objects), tuple(aspects)))
        return replace(self.retriever.search(objects, aspects=aspects, k=k), notice="Not all could be searched.")

    def __getattr__(self, name: str) -> Any:
        return getattr(self.retriever, name)


async def test_no_comparison_is_searched_twice_in_a_turn(serve: Callable[..., Any]) -> None:
    lines = ["Tea is better than coffee for sleep.", "Coffee is better than tea for work.", "Tea beats cocoa."]
    counting = Counting(ListRetriever(sentences=lines))
    service = await serve(dialogue=None, retriever=counting)
    key = None
    for message in (
        QUESTION,
        "why?",
        "show me the sources",
        "only since 2012",
        "all years",
        "what about cocoa?",
    ):
        counting.searches.clear()
        _, turn = await service.post("/api/v1/chat", {"session": key, "message": message})
        key = turn["session"]
        pairs = [search for search in counting.searches if len(search[0]) == 2]
        assert len(pairs) == len(set(pairs)), f"{message!r}: {counting.searches}"
    assert turn["replies"][-1]["standings"] is not None


@pytest.mark.parametrize("message", ["", "  \n ", "\u0000\u200b", "x" * 2001, "x" * 10_001])
async def test_an_empty_or_endless_message_is_refused(service: Service, rasa: FakeRasa, message: str) -> None:
    is_error(await service.post("/api/v1/chat", {"message": message}), 400, "bad_input")
    assert not rasa.heard


@pytest.mark.parametrize(
    "message", ["/restart", '/compare{"object": "tea"}', "<b>hi</b>", "🍵" * 100, "\x1b[31mred", "a\u202eb"]
)
async def test_rasa_hears_a_strange_message_cleaned(service: Service, rasa: FakeRasa, message: str) -> None:
    await said(service, message)
    heard = rasa.heard[0]["message"]
    assert "\x1b" not in heard
    assert "\u202e" not in heard


async def test_messages_of_one_conversation_are_answered_one_after_another(service: Service, rasa: FakeRasa) -> None:
    running: list[str] = []
    together: list[int] = []

    async def busy(body: Any) -> list[Any]:
        running.append(body["message"])
        together.append(len([message for message in running if message[0] == body["message"][0]]))
        await asyncio.sleep(0.05)
        running.remove(body["message"])
        return [{"text": "ok"}]

    rasa.says = busy
    start = time.perf_counter()
    keys = {"a": "a" * 22, "b": "b" * 22}
    await asyncio.gather(*(said(service, f"{who}{n}", keys[who]) for n in range(3) for who in "ab"))
    assert set(together) == {1}
    assert time.perf_counter() - start >= 0.15


async def test_too_many_messages_of_one_conversation_are_refused(service: Service, rasa: FakeRasa) -> None:
    go = asyncio.Event()

    async def held(_: Any) -> list[Any]:
        await go.wait()
        return [{"text": "ok"}]

    rasa.says = held
    turns = [
        asyncio.create_task(service.post("/api/v1/chat", {"session": "a" * 22, "message": str(n)}))
        for n in range(MAX_WAITING + 1)
    ]
    await until(lambda: len(rasa.heard) == 1)
    is_error(await service.post("/api/v1/chat", {"session": "a" * 22, "message": "more"}), 503, "unavailable")
    go.set()
    assert [status for status, _ in await asyncio.gather(*turns)] == [200] * (MAX_WAITING + 1)
    assert (await service.post("/api/v1/chat", {"session": "a" * 22, "message": "more"}))[0] == 200


async def test_a_conversation_is_deleted_by_its_key(serve: Callable[..., Any], tmp_path: Path) -> None:
    service = await serve(dialogue=None, service={"database": f"sqlite:///{tmp_path}/kept.sqlite"})
    _, turn = await service.post("/api/v1/chat", {"message": QUESTION})
    key = turn["session"]
    assert service.store.get(CONVERSATION, key)
    assert await service.send("DELETE", f"/api/v1/conversations/{key}") == (200, {"session": key, "deleted": True})
    assert service.store.get(CONVERSATION, key) is None
    is_error(await service.send("DELETE", "/api/v1/conversations/short"), 400, "bad_input")


async def test_nothing_is_said_to_be_deleted_that_is_kept(serve: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "kept.sqlite"
    service = await serve(dialogue=None, service={"database": f"sqlite:///{file}"})
    _, turn = await service.post("/api/v1/chat", {"message": QUESTION})
    key = turn["session"]
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        async with service.http.delete(service.at(f"/api/v1/conversations/{key}")) as got:
            assert (got.status, "Retry-After" in got.headers) == (503, True)
        is_error(await service.post("/api/v1/chat", {"session": key, "message": DELETE}), 503, "unavailable")
        other.execute("ROLLBACK")
    assert service.store.get(CONVERSATION, key)
    assert (await service.post("/api/v1/chat", {"session": key, "message": DELETE}))[0] == 200
    assert service.store.get(CONVERSATION, key) is None


async def test_a_conversation_is_deleted_while_rasa_is_away_and_a_late_one_brings_nothing_back(
    serve: Callable[..., Any], rasa: FakeRasa
) -> None:
    service, key = await serve(), "k" * 22
    rasa.says = lambda body: web.Response(status=500)
    await service.post("/api/v1/chat", {"session": key, "message": QUESTION})
    assert service.store.get(CONVERSATION, key)
    assert (await service.post("/api/v1/chat", {"session": key, "message": DELETE}))[0] == 200
    rasa.dialogue.keep_tracker(key, "tea")
    assert service.store.get(CONVERSATION, key) is None
    assert not rasa.dialogue.tracker(key)
