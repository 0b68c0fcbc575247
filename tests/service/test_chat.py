"""Conversations through a served stand-in for Rasa: merged, ordered, and never without a reply."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pytest
from aiohttp import web

from engine import schemas
from engine.types.document import Paragraph, Reference, Words, own_words
from service.server.chat import ALONE, APOLOGY, ERASE, MAX_RASA_BYTES, MAX_WAITING
from tests.service.served import FakeRasa, Service, is_error, until

QUESTION = "Is tea better than coffee for sleep?"
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
    assert first["buttons"] == [{"title": "Why?", "message": "why?"}]
    assert first["blocks"] == BLOCKS
    assert first["citations"] == [CITATION]
    assert first["comparison"]["objects"] == ["tea", "coffee"]
    assert first["comparison"]["asked"] == [{"name": "sleep", "weight": 2}]
    assert not first["degraded"]
    assert second["blocks"] == schemas.blocks(own_words("Anything else?"))
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
async def test_when_rasa_fails_a_complete_question_is_answered_all_the_same(
    serve: Callable[..., Any], rasa: FakeRasa, fault: str
) -> None:
    service = await serve(rasa={"timeout_s": 0.3})
    rasa.says = FAULTS[fault]
    notice, answer = await said(service, QUESTION)
    assert notice["text"] == ALONE
    assert answer["comparison"]["objects"] == ["tea", "coffee"]
    assert answer["citations"]
    assert notice["degraded"]
    assert answer["degraded"]
    (sorry,) = await said(service, "and for work?")
    assert sorry["text"] == APOLOGY
    assert sorry["degraded"]


async def test_when_rasa_is_down_the_person_reads_what_still_works(service: Service, rasa: FakeRasa) -> None:
    rasa.base_url = "http://127.0.0.1:9"
    assert (await said(service, "hello"))[0]["text"] == APOLOGY
    assert (await said(service, QUESTION))[0]["text"] == ALONE
    assert 'outcome="degraded"} 2.0' in (await service.get("/metrics"))[1]


async def test_without_rasa_questions_are_answered_one_by_one(serve: Callable[..., Any]) -> None:
    service = await serve(dialogue=None)
    assert (await said(service, QUESTION))[1]["comparison"]["winner"] == "tea"
    assert (await service.get("/readyz"))[0] == 200


async def test_without_rasa_and_without_index_the_person_reads_why(serve: Callable[..., Any], rasa: FakeRasa) -> None:
    service = await serve(retrieval={"index": "no/such/folder"})
    rasa.base_url = "http://127.0.0.1:9"
    (reply,) = await said(service, QUESTION)
    assert "no/such/folder" in reply["text"]


async def test_a_comparison_that_cannot_be_made_leaves_the_text(serve: Callable[..., Any], rasa: FakeRasa) -> None:
    service = await serve(retrieval={"index": "no/such/folder"})
    rasa.says = lambda body: [{"text": "Tea."}, {"custom": {"comparison": COMPARED, "citations": [CITATION]}}]
    (reply,) = await said(service, "hello")
    assert reply["comparison"] is None
    assert reply["citations"] == [CITATION]


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


async def test_a_conversation_is_deleted_by_its_key(service: Service, rasa: FakeRasa) -> None:
    key = "k" * 22
    rasa.says = lambda body: [{"text": "Done."}, {"custom": {"erased": body["message"] == ERASE}}]
    assert await service.send("DELETE", f"/api/v1/conversations/{key}") == (200, {"session": key, "deleted": True})
    assert [heard["sender"] for heard in rasa.heard] == [key]
    is_error(await service.send("DELETE", "/api/v1/conversations/short"), 400, "bad_input")
    rasa.says = lambda body: [{"text": "What?"}]
    is_error(await service.send("DELETE", f"/api/v1/conversations/{key}"), 503, "unavailable")
    rasa.says = lambda body: web.Response(status=500)
    is_error(await service.send("DELETE", f"/api/v1/conversations/{key}"), 503, "unavailable")
