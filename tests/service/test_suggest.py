"""Names are completed from what the sentences of the index compare."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.retrieval.embedded.build import build_index, remove_sources
from engine.types import Comparison
from service.server.suggest import SUGGESTERS, Names
from tests.service.served import Service

SENTENCES = [("Python", "Perl"), ("python", "Java"), ("Python", "Java"), ("PHP", "AT&T"), ("C++", "C#"), ("it", "this")]


@pytest.mark.parametrize(
    ("start", "beside", "wanted"),
    [
        ("p", "", ["Python", "Perl", "PHP"]),
        ("PY", "", ["Python"]),
        ("c", "", ["C#", "C++"]),
        ("c++", "", ["C++"]),
        ("at&", "", ["AT&T"]),
        ("", "python", ["Java", "Perl"]),
        ("j", "Python", ["Java"]),
        ("it", "", []),
        ("zzz", "", []),
    ],
)
def test_names_begin_so_and_what_was_compared_with_the_other_comes_first(
    start: str, beside: str, wanted: list[str]
) -> None:
    found = [name for name, _ in Names.counted(SENTENCES).complete(start, beside=beside, k=3)]
    assert found[: len(wanted)] == wanted


def test_beside_a_thing_nothing_is_proposed_that_nobody_compares_with_it() -> None:
    assert Names.counted(SENTENCES).complete("", beside="to rent") == []
    assert Names.counted(SENTENCES).complete("", beside="php") == [("AT&T", 1)]


@given(st.lists(st.lists(st.text(max_size=50), max_size=3)), st.text(max_size=100), st.text(max_size=100))
def test_any_text_can_be_completed(sentences: list[list[str]], start: str, beside: str) -> None:
    found = Names.counted(sentences).complete(start, beside=beside, k=5)
    assert len(found) <= 5
    assert all(count >= 1 for _, count in found)


def sentences(folder: Path, text: str) -> Path:
    path = folder / f"{text}.jsonl"
    path.write_text(json.dumps({"id": text, "sents": [text]}) + "\n", "utf-8")
    return path


async def until_named(service: Service, start: str) -> Any:
    """Ask for names that begin so until there are some."""
    for _ in range(500):
        _, found = await service.get(f"/api/v1/suggest?q={start}")
        if found["names"]:
            return found
        await asyncio.sleep(0.02)
    raise AssertionError(f"No name begins with {start!r}.")


async def test_names_are_collected_when_they_are_first_asked_for(service: Service) -> None:
    status, first = await service.get("/api/v1/suggest?q=te")
    assert (status, first["names"], first["ready"]) == (200, [], False)
    found = await until_named(service, "te")
    assert (found["names"][0]["name"], found["ready"]) == ("tea", True)
    _, beside = await service.get("/api/v1/suggest?beside=tea&k=1")
    assert [one["name"] for one in beside["names"]] == ["coffee"]


async def test_names_are_collected_again_when_the_index_changed(serve: Callable[..., Any], tmp_path: Path) -> None:
    build_index([sentences(tmp_path, "Tea is better than coffee.")], tmp_path / "index")
    service: Service = await serve(retrieval={"index": tmp_path / "index"})
    await until_named(service, "te")
    (suggester,) = service.app[SUGGESTERS].values()
    suggester.kept_s = 0.0
    before = suggester.names
    build_index([sentences(tmp_path, "Mate is better than cocoa.")], tmp_path / "index")
    assert (await until_named(service, "ma"))["names"] == [{"name": "Mate", "sentences": 1}]
    collected = suggester.names
    await until_named(service, "te")
    assert before is not collected
    assert suggester.names is collected


async def compared(service: Service) -> Any:
    """Return the comparisons that are shown of an index, once there are some."""
    for _ in range(500):
        _, found = await service.get("/api/v1/corpus")
        if found["examples"]:
            return found["examples"]
        await asyncio.sleep(0.02)
    raise AssertionError("Nothing is compared.")


async def test_what_an_index_compares_is_kept_beside_it_until_it_changes(
    serve: Callable[..., Any], tmp_path: Path
) -> None:
    says = ("I say that {}.", "{}, as my sister always told everybody.", "After ten years I know: {}.", "Clearly {}!")
    tea, mate = (
        [sentences(tmp_path, one.format(f"{first} is better than {second}")) for one in says]
        for first, second in (("tea", "coffee"), ("mate", "cocoa"))
    )
    index = tmp_path / "index"
    found: list[tuple[list[list[str]], Any, int]] = []

    async def start(**settings: Any) -> None:
        """Start a service and note its examples, its names, and how much it compared for them."""
        service: Service = await serve(retrieval={"index": index}, **settings)
        made: list[Comparison] = []
        service.engine.on_compared = made.append
        sides = [one["objects"] for one in await compared(service)]
        found.append((sides, (await until_named(service, ""))["names"], len(made)))

    build_index(tea, index)
    await start()
    await start()
    build_index([*tea, *mate], index)
    await start()
    remove_sources(tea, index)
    await start()
    await start(verdict={"minimum_sources": 1})
    assert found[0][1] == found[1][1]
    drinks, others = ["coffee", "tea"], ["cocoa", "mate"]
    assert [(sides, made) for sides, _, made in found] == [
        ([drinks], 1),
        ([drinks], 0),
        ([others, drinks], 2),
        ([others], 1),
        ([others], 1),
    ]


def test_pairs_are_those_most_often_compared_and_each_name_is_in_one() -> None:
    assert list(Names.counted([("a", "b"), ("b", "a"), ("b", "c"), ("d", "e")]).pairs()) == [("a", "b"), ("d", "e")]


def test_a_name_has_capitals_where_enough_write_it_so_within_a_sentence() -> None:
    seen = [("cnn", "Cats"), ("CNN", "cats"), ("cnn", "Cats"), ("CNN", "cats"), ("Dogs", "cats")]
    names = Names.counted(seen, opening=["Cats", "Cats", "Dogs"])
    assert [names.complete(start)[0][0] for start in ("c", "cn", "d")] == ["cats", "CNN", "Dogs"]


async def test_the_corpus_is_described_with_comparisons_of_it(service: Service) -> None:
    status, first = await service.get("/api/v1/corpus")
    assert (status, first["ready"], first["examples"]) == (200, False, [])
    assert await compared(service) == [
        {"objects": ["coffee", "tea"], "decision": "second", "winner": "tea", "sources": 9}
    ]
    _, found = await service.get("/api/v1/corpus")
    assert found["ready"]
    assert (found["since"], found["until"], found["sample"]) == ("2024-05-01", "2024-05-01", False)
    assert found["sentences"] > found["documents"] > len(found["publishers"]) == 10


@pytest.mark.parametrize("query", ["k=0", "k=21", "k=x", "q=" + "x" * 101, "name=a"])
async def test_a_strange_query_is_refused(service: Service, query: str) -> None:
    status, refusal = await service.get(f"/api/v1/suggest?{query}")
    assert (status, refusal["error"]["code"]) == (400, "bad_input")


async def test_without_an_index_nothing_is_suggested(serve: Callable[..., Any], tmp_path: Any) -> None:
    service: Service = await serve(retrieval={"index": tmp_path / "none"})
    for _ in range(3):
        status, found = await service.get("/api/v1/suggest?q=te")
        assert (status, found["names"], found["ready"]) == (200, [], False)
