"""Each field of a question and of a comparison does what it says: what the service answers with it and without it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine import schemas
from tests.service.served import Service

QUESTION = {"question": "Is tea better than coffee for sleep?"}
PAIR = {"objects": ["tea", "coffee"]}

Told = Callable[[dict[str, Any]], Any]


def ids(comparison: dict[str, Any]) -> set[str]:
    return {one["sentence_id"] for one in comparison["arguments"]}


def probabilities(comparison: dict[str, Any]) -> list[float]:
    return sorted(one["confidence"] for one in comparison["arguments"])


def order(comparison: dict[str, Any]) -> list[float]:
    return [one["score"] for one in comparison["arguments"]]


ASKED: dict[str, tuple[dict[str, Any], Told, Callable[[Any, Any], bool]]] = {
    "question": (
        {"question": "Is coffee better than tea for sleep?"},
        lambda answer: answer["comparison"]["objects"],
        lambda before, after: (before, after) == (["tea", "coffee"], ["coffee", "tea"]),
    ),
    "fast": ({"fast": True}, lambda answer: ids(answer["comparison"]), lambda before, after: after < before),
    "generator": (
        {"generator": "table"},
        lambda answer: (answer["generator"], answer["blocks"]),
        lambda before, after: after[0] == "table" != before[0] and before[1] != after[1],
    ),
    "length": (
        {"length": "line"},
        lambda answer: len(answer["answer"]),
        lambda before, after: after < before,
    ),
}
"""Field of a question → another value, what to look at, and whether that is as it should be before and after."""

COMPARED: dict[str, tuple[dict[str, Any], Told, Callable[[Any, Any], bool]]] = {
    "objects": (
        {"objects": ["coffee", "tea"]},
        lambda found: found["objects"],
        lambda before, after: after == before[::-1] == ["coffee", "tea"],
    ),
    "aspects": (
        {"aspects": [{"name": "sleep", "weight": 4}]},
        lambda found: ([share["aspect"] for share in found["shares"]], found["asked"]),
        lambda before, after: (before, after) == (([""], []), (["", "sleep"], [{"name": "sleep", "weight": 4}])),
    ),
    "since": ({"since": "2025"}, lambda found: found["sources"], lambda before, after: before > 0 == after),
    "until": ({"until": "2023"}, lambda found: found["sources"], lambda before, after: before > 0 == after),
    "publisher": ({"publisher": "nobody"}, lambda found: found["sources"], lambda before, after: before > 0 == after),
    "without": ({"without": ["host-1"]}, lambda found: found["sources"], lambda before, after: after == before - 1),
    "language": ({"language": "en"}, lambda found: found["sources"], lambda before, after: before > 0 == after),
    "fast": ({"fast": True}, ids, lambda before, after: after < before),
    "classifier": ({"classifier": "bow"}, probabilities, lambda before, after: before != after),
    "ranker": ({"ranker": "cam"}, order, lambda before, after: before != after),
    "left_out": (
        {"left_out": ["voice-1#1"]},
        ids,
        lambda before, after: before - after == {"voice-1#1"},
    ),
    "corrections": (
        {"corrections": {"voice-1#1": "SECOND"}},
        lambda found: (found["counts"]["FIRST"], found["counts"]["SECOND"]),
        lambda before, after: after == (before[0] - 1, before[1] + 1),
    ),
}
"""The same of a comparison."""


def test_every_field_is_tried() -> None:
    elsewhere = {"index"}  # tests/service/test_indices.py
    assert set(ASKED) == set(schemas.AskRequest.model_fields) - elsewhere
    assert set(COMPARED) == set(schemas.CompareRequest.model_fields) - elsewhere


@pytest.mark.parametrize("field", ASKED)
async def test_a_field_of_a_question_changes_the_answer(serve: Callable[..., Any], field: str) -> None:
    await changes(await serve(retrieval={"fast_depth": 3}), "/api/v1/ask", QUESTION, *ASKED[field])


@pytest.mark.parametrize("field", COMPARED)
async def test_a_field_of_a_comparison_changes_what_is_found(serve: Callable[..., Any], field: str) -> None:
    await changes(await serve(retrieval={"fast_depth": 3}), "/api/v1/compare", PAIR, *COMPARED[field])


async def changes(
    service: Service,
    path: str,
    request: dict[str, Any],
    change: dict[str, Any],
    told: Told,
    is_right: Callable[[Any, Any], bool],
) -> None:
    before, after = [await service.post(path, body) for body in (request, request | change)]
    assert (before[0], after[0]) == (200, 200)
    assert is_right(told(before[1]), told(after[1])), (told(before[1]), told(after[1]))
