"""A comparison as it is made: its events, its errors, and its end when nobody reads any more."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from engine import schemas
from engine.protocols import Retriever
from engine.retrieval.embedded.retriever import TantivyRetriever
from engine.types import Aspect, Query
from service.server.stream import LOOK_S
from tests.service.served import Service, conforms


async def events_of(service: Service, body: Any) -> list[tuple[str, Any]]:
    async with service.http.post(service.at("/api/v1/stream"), json=body) as response:
        assert response.status == 200
        assert response.content_type == "text/event-stream"
        text = (await response.read()).decode()
    blocks = text.removesuffix("\n\n").split("\n\n")
    pairs = [block.split("\n") for block in blocks]
    assert all(name.startswith("event: ") and data.startswith("data: ") for name, data in pairs)
    return [(name.removeprefix("event: "), json.loads(data.removeprefix("data: "))) for name, data in pairs]


STAGES = ["search", "classify", "rank", "aspects", "verdict"]


async def test_a_question_is_read_then_each_stage_is_told_then_comes_the_answer(service: Service) -> None:
    question = {"question": "Is tea better than coffee for sleep?"}
    events = await events_of(service, question)
    assert [name for name, _ in events] == ["question", *["stage"] * 5, "answer"]
    assert events[0][1]["objects"] == ["tea", "coffee"]
    assert [stage["name"] for name, stage in events if name == "stage"] == STAGES
    found = {stage["name"]: stage["found"] for name, stage in events if name == "stage"}
    comparison = events[-1][1]["comparison"]
    assert found["rank"] == found["classify"] == len(comparison["arguments"])
    assert found["verdict"] == comparison["sources"]
    conforms("POST", "/api/v1/ask", 200, events[-1][1])
    status, asked = await service.post("/api/v1/ask", question)
    assert (status, asked) == (200, events[-1][1])


async def test_a_kept_comparison_has_no_stages(service: Service) -> None:
    body = {"objects": ["tea", "coffee"], "aspects": [{"name": "sleep", "weight": 3}]}
    assert len(await events_of(service, body)) == 6
    ((name, answer),) = await events_of(service, body)
    assert name == "answer"
    assert answer["comparison"]["asked"] == [{"name": "sleep", "weight": 3}]


async def test_of_several_things_every_pair_is_told(service: Service) -> None:
    events = await events_of(service, {"objects": ["tea", "coffee", "water"]})
    pairs = [stage["objects"] for name, stage in events if name == "stage" and stage["name"] == "verdict"]
    assert pairs == [["tea", "coffee"], ["tea", "water"], ["coffee", "water"]]
    assert events[-1][1]["standings"]["objects"] == ["tea", "coffee", "water"]


async def test_what_is_missing_from_a_question_is_said(service: Service) -> None:
    events = await events_of(service, {"question": "What time is it?"})
    assert [name for name, _ in events] == ["question", "answer"]
    assert events[-1][1]["comparison"] is None
    assert events[-1][1]["answer"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"objects": ["tea", "teas"]}, "not_comparable"),
        ({"objects": ["tea", "?"]}, "bad_input"),
        ({"objects": ["tea", "coffee"], "classifier": "nobody"}, "unknown_name"),
        ({"question": " "}, "bad_input"),
    ],
)
async def test_an_error_in_the_work_is_the_last_event(service: Service, body: Any, code: str) -> None:
    name, error = (await events_of(service, body))[-1]
    assert (name, error["code"]) == ("error", code)
    assert error["message"]


@pytest.mark.parametrize("body", [{}, {"question": "a or b?", "objects": ["a", "b"]}, {"objects": "a"}, {"text": "a"}])
async def test_a_strange_request_is_refused(service: Service, body: Any) -> None:
    status, refusal = await service.post("/api/v1/stream", body)
    assert (status, refusal["error"]["code"]) == (400, "bad_input")


class Gate:
    """A retriever whose second search for a pair waits until it is let through."""

    def __init__(self, inner: Retriever) -> None:
        self.inner, self.searches, self.opened = inner, 0, threading.Event()

    def search(self, objects: Sequence[str], **options: Any) -> Any:
        self.searches += len(objects) == 2
        if self.searches == 2:
            assert self.opened.wait(10)
        return self.inner.search(objects, **options)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


async def test_the_work_ends_when_its_reader_hangs_up(serve: Callable[..., Any], index: Path) -> None:
    gate = Gate(TantivyRetriever(index=index))
    service: Service = await serve(retriever=gate)
    async with service.http.post(service.at("/api/v1/stream"), json={"objects": ["tea", "coffee", "water"]}) as answer:
        await answer.content.readuntil(b"verdict")
        answer.close()
    await asyncio.sleep(3 * LOOK_S)
    gate.opened.set()
    for _ in range(500):
        if not service.pool.pending:
            break
        await asyncio.sleep(0.01)
    assert service.pool.pending == 0
    assert gate.searches == 2


def test_a_request_asks_one_thing() -> None:
    asked = schemas.parse(schemas.StreamRequest, '{"objects": ["a", "b"], "aspects": [{"name": "speed", "weight": 2}]}')
    assert asked.to_query() == Query(("a", "b"), (Aspect("speed", 2),))
