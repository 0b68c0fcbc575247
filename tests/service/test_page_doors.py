"""Whole pages over HTTP and on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from service.cli.commands import main
from tests.service.served import Service

RESULTS = [
    [
        {"rank": 1, "url": "https://a.example/tea/taste", "title": "Tea", "snippet": "The taste of leaves."},
        {"rank": 2, "url": "https://both.example/", "title": "Tea or coffee", "snippet": "Caffeine in cups."},
    ],
    [
        {"rank": 1, "url": "https://both.example/", "title": "Tea or coffee", "snippet": "Caffeine in cups."},
        {"url": "https://a.example/coffee/taste", "title": "Coffee", "snippet": "The taste of beans.", "more": 1},
    ],
]


def whichever(*arguments: str, stdin: Any = b"") -> Result:
    data = stdin if isinstance(stdin, bytes) else b"".join(json.dumps(line).encode() + b"\n" for line in stdin)
    return CliRunner().invoke(main, arguments, input=data)


@pytest.mark.parametrize("door", ["pairs", "clusters"])
async def test_pages_are_set_side_by_side(service: Service, door: str) -> None:
    async with service.http.post(
        f"{service.url}/api/v1/pages/{door}", json={"objects": ["tea", "coffee"], "aspect": "sleep"}
    ) as response:
        assert response.status == 200
        found = await response.json()
    assert (found["objects"], found["aspect"]) == (["tea", "coffee"], "sleep")
    assert found["pairs"]
    for pair in found["pairs"]:
        for page, name in zip(pair["pages"], ("tea", "coffee"), strict=True):
            marked = {page["snippet"][start:end].lower() for start, end in page["highlights"]}
            assert marked <= {"tea", "coffee", "coffees", "teas", "sleep"}, (name, marked)
    members = [pair for cluster in found.get("clusters", []) for pair in cluster["pairs"]]
    assert sorted(members) == (list(range(len(found["pairs"]))) if door == "clusters" else [])


async def test_an_aspect_leads_to_the_pages_that_discuss_it(service: Service) -> None:
    body = {"objects": ["tea", "coffee"], "aspects": ["sleep", "colour"]}
    async with service.http.post(f"{service.url}/api/v1/pages/clusters", json=body) as response:
        found = await response.json()
    sleep, colour = found["discussing"]
    assert (sleep["aspect"], colour) == ("sleep", {"aspect": "colour", "pairs": [], "clusters": []})
    assert sleep["pairs"]
    for pair in sleep["pairs"]:
        assert any("sleep" in page["snippet"] for page in found["pairs"][pair]["pages"])
    assert {pair for cluster in sleep["clusters"] for pair in found["clusters"][cluster]["pairs"]} >= set(
        sleep["pairs"]
    )


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        ({"objects": ["tea"]}, 422, "A comparison takes two to 6"),
        ({"objects": ["tea", "teas"]}, 422, "name the same thing"),
        ({"objects": ["tea", "?!"]}, 400, "has no letter or digit"),
        ({"objects": ["tea", "x" * 10_000]}, 400, "at most 100"),
        ({"objects": ["tea", "coffee"], "aspect": "x" * 101}, 400, "at most 100"),
        ({"objects": ["tea", "coffee"], "pairer": "greedi"}, 400, "Did you mean 'greedy'?"),
        ({"objects": ["tea", "coffee"], "clusterer": "no"}, 400, "Known: themes"),
        ({"objects": ["tea", "coffee"], "k": 3}, 400, "no field 'k'"),
    ],
)
async def test_what_cannot_be_compared_is_refused(service: Service, body: Any, status: int, said: str) -> None:
    async with service.http.post(f"{service.url}/api/v1/pages/clusters", json=body) as response:
        assert response.status == status
        assert said in (await response.json())["error"]["message"]


def test_a_batch_pairs_given_results(index: Path) -> None:
    line = {"id": 7, "first": "tea", "second": "coffee", "results": RESULTS}
    done = whichever("pairs", "--index", "no/such/index", stdin=[line])
    answer = json.loads(done.stdout)
    assert answer["id"] == 7
    assert set(answer) == {"id", "pairs"}
    urls = [(pair["first"]["url"], pair["second"]["url"]) for pair in answer["pairs"]]
    assert urls[0] == ("https://both.example/", "https://both.example/")
    assert urls[1] == ("https://a.example/tea/taste", "https://a.example/coffee/taste")


def test_a_batch_groups_what_it_finds(index: Path) -> None:
    lines = [
        {"id": "a", "first": "tea", "second": "coffee", "aspect": "sleep"},
        {"id": "b", "first": "tea", "second": "coffee", "results": [[]]},
        {"id": "c", "first": "tea"},
        {"id": "d", "first": "tea", "second": "coffee", "results": [[], []]},
    ]
    done = whichever("clusters", "--index", str(index), stdin=lines)
    found, one_list, half, empty = map(json.loads, done.stdout.splitlines())
    assert sum(cluster["size"] for cluster in found["clusters"]) == len(found["pairs"]) > 0
    assert all(len(cluster["specific"]) == 2 for cluster in found["clusters"])
    assert "holds 1 lists" in one_list["error"]["message"]
    assert "give either 'first' and 'second', or 'objects'" in half["error"]["message"]
    assert empty == {"id": "d", "pairs": [], "clusters": []}


def test_a_batch_takes_more_than_two_objects() -> None:
    cocoa = [{"url": "https://a.example/cocoa/taste", "title": "Cocoa", "snippet": "The taste of beans."}]
    lines = [
        {"id": 1, "objects": ["tea", "coffee", "cocoa"], "results": [*RESULTS, cocoa]},
        {"id": 2, "objects": ["tea", "coffee"], "results": RESULTS},
        {"id": 3, "objects": ["tea", "coffee", "cocoa"], "results": RESULTS},
        {"id": 4, "objects": ["tea", "coffee"], "first": "tea"},
        {"id": 5, "objects": ["tea"], "results": [[]]},
        {"id": 6, "objects": ["tea", "coffee", "Tea"], "results": [[], [], []]},
    ]
    done = whichever("clusters", "--index", "no/such/index", stdin=lines)
    three, two, short, both, one, same = map(json.loads, done.stdout.splitlines())
    assert all(len(pair["pages"]) == 3 for pair in three["pairs"])
    urls = [[page and page["url"].split("/")[-2] for page in pair["pages"]] for pair in three["pairs"]]
    assert ["tea", "coffee", "cocoa"] in urls or ["both.example", "both.example", None] in urls, urls
    assert all(len(cluster["specific"]) == 3 for cluster in three["clusters"])
    assert [len(pair["pages"]) for pair in two["pairs"]] == [2, 2]
    assert "holds 2 lists, expected 3" in short["error"]["message"]
    assert "give either" in both["error"]["message"]
    assert "A comparison takes two to 6" in one["error"]["message"]
    assert "name the same thing" in same["error"]["message"]


@pytest.mark.parametrize("command", ["pairs", "clusters"])
def test_people_see_columns(index: Path, command: str) -> None:
    shown = whichever(command, "tea", "coffee", "cocoa", "-k", "2", "--index", str(index))
    assert shown.exit_code == 0, shown.output
    assert "pages about tea" in shown.stdout
    assert all(len(line) <= 100 for line in shown.stdout.splitlines())
    assert json.loads(whichever(command, "tea", "coffee", "--json", "--index", str(index)).stdout)["objects"]


def test_hostile_pages_cannot_command_the_terminal(tmp_path: Path) -> None:
    source = tmp_path / "s.jsonl"
    record = {"sents": ["Tea \x1b[31m and coffee.\u202e"], "title": "\x07\x1b]0;x", "url": "https://x/\x1b"}
    source.write_text(json.dumps(record), "utf-8")
    whichever("index", "--out", str(tmp_path / "index"), str(source))
    printed = whichever("clusters", "tea", "coffee", "--index", str(tmp_path / "index")).stdout
    assert "coffee" in printed
    assert not set(printed) & {"\x1b", "\x07", "\u202e"}
