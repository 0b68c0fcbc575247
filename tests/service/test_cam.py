"""The doors that speak like CAM."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from engine.errors import InputError
from engine.protocols import Retriever
from engine.retrieval.embedded.retriever import TantivyRetriever
from engine.types import Aspect, SearchResult
from service.channels.cam import read_aspects
from tests.service.served import HOSTILE_IDS, Service, is_error

PAIR = "/cam?objectA=Tea&objectB=%20coffee%20"


async def test_a_comparison_has_cams_fields(service: Service) -> None:
    status, shown = await service.get(f"{PAIR}&model=default&fs=false&aspect1=Sleep&weight1=3")
    assert status == 200
    assert shown["winner"] == "tea"
    assert (shown["object1"]["name"], shown["object2"]["name"]) == ("tea", "coffee")
    assert shown["sentenceCount"] == len(shown["object1"]["sentences"]) + len(shown["object2"]["sentences"])
    assert shown["object1"]["points"].keys() == {"sleep"}
    assert shown["object1"]["totalPoints"] == pytest.approx(sum(shown["object1"]["points"].values()))
    sentence = shown["object1"]["sentences"][0]
    assert set(sentence) == {"text", "ES_score", "CAM_score", "id_pair", "confidence", "context_aspects"}
    assert sentence["context_aspects"] == ["sleep"]
    assert sentence["CAM_score"] > 0
    assert isinstance(shown["extractedAspectsObject1"], list)


async def test_sentences_are_ranked_by_cams_formula_whatever_is_configured(serve: Callable[..., Any]) -> None:
    service: Service = await serve(engine={"ranker": "linear"})
    _, shown = await service.get(f"{PAIR}&fs=false")
    sentences = shown["object1"]["sentences"] + shown["object2"]["sentences"]
    best = max(argument.hit.score for argument in service.engine.compare(["tea", "coffee"]).arguments)
    gamma, delta = service.engine.config.ranking.gamma, service.engine.config.ranking.delta
    for sentence in sentences:
        found, sure = sentence["ES_score"], sentence["confidence"] >= gamma
        assert sentence["CAM_score"] == pytest.approx(found + best if sure else found * delta)


class Partial:
    """A retriever that cannot search all of its index."""

    def __init__(self, inner: Retriever) -> None:
        self.inner = inner

    def search(self, *args: Any, **options: Any) -> SearchResult:
        return replace(self.inner.search(*args, **options), notice="One of three shards does not answer.")

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


async def test_what_could_not_be_searched_is_said(serve: Callable[..., Any], service: Service, index: Path) -> None:
    _, whole = await service.get(PAIR)
    assert whole["notice"] == ""
    partial: Service = await serve(retriever=Partial(TantivyRetriever(index=index)))
    _, shown = await partial.get(PAIR)
    assert shown == whole | {"notice": "One of three shards does not answer."}


async def test_a_sentence_of_a_comparison_can_be_asked_for(service: Service) -> None:
    _, shown = await service.get(PAIR)
    sentence = shown["object1"]["sentences"][0]
    document, position = next(iter(sentence["id_pair"].items()))
    _, around = await service.get(f"/cam/context?documentID={quote(document)}&sentenceID={position}&contextSize=1")
    assert [each["text"] for each in around] == ["I thought about it.", sentence["text"], "That is all."]
    assert [each["id_pair"][document] for each in around] == [0, 1, 2]


@pytest.mark.parametrize("name", HOSTILE_IDS, ids=range(len(HOSTILE_IDS)))
async def test_a_whole_document_can_be_asked_for(service: Service, name: str) -> None:
    status, sentences = await service.get(f"/cam/context?documentID={quote(name, safe='')}")
    assert status == 200
    assert [sentence["text"] for sentence in sentences] == ["One plain thing.", "Another one."]


async def test_without_a_winner_cam_says_so(service: Service) -> None:
    _, shown = await service.get("/cam?objectA=cats&objectB=C%2B%2B")
    assert shown["winner"] == "No winner found"
    assert shown["object2"] == {"name": "c++", "points": {}, "totalPoints": 0, "sentences": []}
    assert shown["sentenceCount"] == 0


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("objectA=tea", 400, "bad_input"),
        ("objectB=tea", 400, "bad_input"),
        ("objectA=tea&objectB=", 400, "bad_input"),
        ("objectA=tea&objectB=TEA", 422, "not_comparable"),
        ("objectA=tea&objectB=coffee&fs=maybe", 400, "bad_input"),
        ("objectA=tea&objectB=coffee&model=nonesuch", 400, "unknown_name"),
        ("objectA=tea&objectB=coffee&aspect1=x&weight1=heavy", 400, "bad_input"),
        ("objectA=tea&objectB=coffee&aspect1=x&weight1=0", 400, "bad_input"),
        ("objectA=tea&objectB=coffee&aspect1=x&weight1=-1", 400, "bad_input"),
    ],
)
async def test_a_request_that_cannot_be_used_is_refused(service: Service, query: str, status: int, code: str) -> None:
    is_error(await service.get(f"/cam?{query}"), status, code)


@pytest.mark.parametrize("model", ["default", "bow", "infersent", "keyphrase"])
async def test_cams_models_and_ours_can_be_named(service: Service, model: str) -> None:
    status, _ = await service.get(f"{PAIR}&model={model}&unknown=1")
    assert status == 200


@pytest.mark.parametrize(
    ("query", "aspects"),
    [
        ({}, ()),
        ({"aspect1": "Price", "weight1": "2"}, (Aspect("price", 2),)),
        ({"aspect1": "a", "weight1": "1000000", "aspect2": "b", "weight2": "5"}, (Aspect("a", 5), Aspect("b", 5))),
        ({"aspect1": "a", "weight1": "1", "aspect3": "c", "weight3": "1"}, (Aspect("a", 1),)),
        ({"aspect1": "a"}, ()),
        ({"aspect2": "b", "weight2": "1"}, ()),
    ],
)
def test_aspects_are_read_up_to_the_first_gap(query: dict[str, str], aspects: tuple[Aspect, ...]) -> None:
    assert read_aspects(query) == aspects


@pytest.mark.parametrize("weight", ["", "0", "-1", "1.5", "x", "²", "9" * 5000])
def test_a_weight_is_a_whole_number(weight: str) -> None:
    with pytest.raises(InputError, match="weight1"):
        read_aspects({"aspect1": "a", "weight1": weight})


async def test_a_registered_request_can_be_followed(service: Service) -> None:
    ids = [(await service.get("/cam/register"))[1] for _ in range(3)]
    assert len(set(ids)) == 3
    assert await service.get(f"/cam/status?statusID={ids[0]}") == (200, "")
    await service.get(f"{PAIR}&statusID={ids[0]}")
    assert await service.get(f"/cam/status?statusID={ids[0]}") == (200, "Done")
    assert await service.send("DELETE", f"/cam/remove/status?statusID={ids[0]}") == (200, True)
    is_error(await service.get(f"/cam/status?statusID={ids[0]}"), 404, "not_found")
    is_error(await service.send("DELETE", f"/cam/remove/status?statusID={ids[0]}"), 404, "not_found")
    assert (await service.get("/cam/register"))[1] not in ids


@pytest.mark.parametrize("query", ["", "query=" + "x" * 3_000])
async def test_a_strange_search_is_refused(service: Service, query: str) -> None:
    is_error(await service.get(f"/cam/search?{query}"), 400, "bad_input")


async def test_a_search_finds_sentences(service: Service) -> None:
    status, found = await service.get("/cam/search?query=sleep")
    assert (status, len(found)) == (200, 6)
    assert all(sentence["ES_score"] > 0 for sentence in found)


@pytest.mark.parametrize("query", ["", "documentID=x&sentenceID=-1", "documentID=x&sentenceID=a"])
async def test_a_strange_place_is_refused(service: Service, query: str) -> None:
    is_error(await service.get(f"/cam/context?{query}"), 400, "bad_input")


async def test_an_unknown_place_is_not_found(service: Service) -> None:
    is_error(await service.get("/cam/context?documentID=nothing"), 404, "not_found")
    is_error(await service.get("/cam/context?documentID=voice-1&sentenceID=77"), 404, "not_found")


async def test_points_are_kept_apart_by_the_aspects_that_a_sentence_names(service: Service) -> None:
    aspects = "aspect1=sleep&weight1=1&aspect2=caffeine&weight2=1&aspect3=morning&weight3=1"
    _, shown = await service.get(f"{PAIR}&{aspects}")
    assert shown["object1"]["points"].keys() == {"multiple", "sleep"}
    assert shown["object2"]["points"].keys() == {"morning", "none"}
    _, plain = await service.get(PAIR)
    assert plain["object1"]["points"].keys() == {"none"}


async def test_a_missing_parameter_is_named_as_it_is_sent(service: Service) -> None:
    message = is_error(await service.get("/cam?objectA=tea"), 400, "bad_input")
    assert "'objectB' is missing. Known: objectA, objectB, model" in message
