"""Answers with other weights and corrections: one test per field, and that words, counts and shares agree."""

from __future__ import annotations

from typing import Any

import pytest

from engine.types import Stance
from tests.service.served import Service, is_error

REWEIGH = "/api/v1/reweigh"
PAIR = {"objects": ["tea", "coffee"]}
SLEEP = {**PAIR, "aspects": [{"name": "sleep", "weight": 1}]}


async def reweighed(service: Service, **fields: Any) -> dict[str, Any]:
    status, answer = await service.post(REWEIGH, {**SLEEP, **fields})
    assert status == 200, answer
    return answer


async def ids(service: Service, stance: Stance) -> list[str]:
    _, comparison = await service.post("/api/v1/compare", SLEEP)
    return [one["sentence_id"] for one in comparison["arguments"] if one["stance"] == stance]


async def test_nothing_changed_gives_what_compare_gives(service: Service) -> None:
    _, comparison = await service.post("/api/v1/compare", SLEEP)
    answer = await reweighed(service)
    assert answer["comparison"] == comparison
    assert answer["standings"] is None


async def test_what_is_left_out_counts_nowhere(service: Service) -> None:
    before, (first, *others) = (await reweighed(service))["comparison"], await ids(service, Stance.FIRST)
    answer = await reweighed(service, left_out=[first])
    after = answer["comparison"]
    assert first not in [one["sentence_id"] for one in after["arguments"]]
    assert first not in [cited["sentence_id"] for cited in answer["citations"]]
    assert after["counts"]["FIRST"] == before["counts"]["FIRST"] - 1 == len(others)
    assert (after["sources"], after["shares"][0]["sources"]) == (before["sources"] - 1,) * 2
    assert after["shares"][0]["first"] < before["shares"][0]["first"]
    assert after["confidence"] < before["confidence"]


async def test_what_is_left_out_does_not_count_on_what_was_asked_either(service: Service) -> None:
    asked = {"question": "Is tea better than coffee for sleep?"}
    before = (await reweighed(service, **asked))["comparison"]["asked_verdict"]
    (first, *others) = [one["sentence_id"] for one in before["arguments"]]
    answer = await reweighed(service, **asked, left_out=[first])
    after = answer["comparison"]["asked_verdict"]
    assert [one["sentence_id"] for one in after["arguments"]] == others
    assert after["words"] == "better for sleep"
    assert first not in [cited["sentence_id"] for cited in answer["citations"]]


@pytest.mark.parametrize(("stance", "change"), [("SECOND", -2), ("EQUAL", -1), ("NONE", -1)])
async def test_a_correction_counts_as_the_person_says(service: Service, stance: str, change: int) -> None:
    before, (first, *_) = (await reweighed(service))["comparison"], await ids(service, Stance.FIRST)
    after = (await reweighed(service, corrections={first: stance}))["comparison"]
    lead = [each["counts"]["FIRST"] - each["counts"]["SECOND"] for each in (before, after)]
    assert lead[1] - lead[0] == change
    shown = {one["sentence_id"]: (one["stance"], one["confidence"]) for one in after["arguments"]}
    assert shown.get(first, ("NONE", 1.0)) == (stance, 1.0)


async def test_what_was_no_evidence_becomes_some(service: Service) -> None:
    after = (await reweighed(service, corrections={"voice-10#1": "SECOND"}))["comparison"]
    assert "voice-10#1" in [one["sentence_id"] for one in after["arguments"] if one["stance"] == "SECOND"]


async def test_left_out_prevails_over_a_correction_and_unknown_ids_change_nothing(service: Service) -> None:
    (first, *_), plain = await ids(service, Stance.FIRST), await reweighed(service, left_out=["no such#0"])
    assert plain["answer"] == (await reweighed(service))["answer"]
    both = await reweighed(service, left_out=[first], corrections={first: "SECOND"})
    assert both["comparison"]["counts"] == (await reweighed(service, left_out=[first]))["comparison"]["counts"]


async def test_a_weight_moves_the_shares(service: Service) -> None:
    shares = [
        (await reweighed(service, aspects=[{"name": "sleep", "weight": weight}]))["comparison"]["shares"][0]["first"]
        for weight in (1, 3, 5)
    ]
    assert shares == sorted(shares)
    assert shares[0] < shares[2]


async def test_another_ranker_only_changes_the_order(service: Service) -> None:
    (one, other) = [(await reweighed(service, ranker=ranker))["comparison"] for ranker in ("cam", "linear")]
    assert [one[name] for name in ("shares", "confidence", "interval")] == [
        other[name] for name in ("shares", "confidence", "interval")
    ]
    assert [each["score"] for each in one["arguments"]] != [each["score"] for each in other["arguments"]]


async def test_a_question_names_the_things(service: Service) -> None:
    status, answer = await service.post(REWEIGH, {"question": "Is tea better than coffee for sleep?"})
    assert status == 200
    assert answer["comparison"]["objects"] == ["tea", "coffee"]
    assert answer["question"]["aspects"] == ["sleep"]


async def test_objects_prevail_over_those_of_the_question(service: Service) -> None:
    answer = await reweighed(service, question="Is milk better than juice?")
    assert answer["comparison"]["objects"] == ["tea", "coffee"]


async def test_the_generator_and_the_length_are_those_asked_for(service: Service) -> None:
    line = await reweighed(service, generator="template", length="line")
    full = await reweighed(service, generator="template", length="full")
    assert line["generator"] == full["generator"] == "template"
    assert len(line["answer"]) < len(full["answer"])


@pytest.mark.parametrize(
    ("bounds", "sources"), [({"since": "2025"}, 0), ({"until": "2024-04"}, 0), ({"since": "2024"}, 9)]
)
async def test_the_period_bounds_the_sources(service: Service, bounds: dict[str, str], sources: int) -> None:
    assert (await reweighed(service, **bounds))["comparison"]["sources"] == sources


async def test_the_publisher_bounds_the_sources(service: Service) -> None:
    comparison = (await reweighed(service, publisher="host-1"))["comparison"]
    assert {one["source"] for one in comparison["arguments"]} == {"host-1"}
    assert comparison["searched"]["elsewhere"] == comparison["searched"]["found"] - 1


async def test_more_than_two_are_put_in_order_again(service: Service) -> None:
    (first, *_) = await ids(service, Stance.FIRST)
    answer = await reweighed(service, objects=["tea", "coffee", "cocoa"], left_out=[first])
    assert answer["comparison"] is None
    (pair, *_) = answer["standings"]["comparisons"]
    assert pair["counts"]["FIRST"] == (await reweighed(service, left_out=[first]))["comparison"]["counts"]["FIRST"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"left_out": "voice-1#1"},
        {"left_out": [1]},
        {"left_out": ["x"] * 1001},
        {"corrections": {"voice-1#1": "THIRD"}},
        {"corrections": ["voice-1#1"]},
        {"aspects": [{"name": "sleep", "weight": 6}]},
        {"length": "long"},
        {"leftout": []},
    ],
)
async def test_a_strange_field_is_refused(service: Service, wrong: dict[str, Any]) -> None:
    is_error(await service.post(REWEIGH, {**SLEEP, **wrong}), 400, "bad_input")


async def test_something_must_be_named(service: Service) -> None:
    is_error(await service.post(REWEIGH, {}), 400, "bad_input")
    is_error(await service.post(REWEIGH, {"question": "What is the weather like?"}), 422, "not_comparable")
