"""Several indices side by side: each is asked by its name, and none of them hears of the others."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from mcp import Client as Assistant

from engine.retrieval.embedded.build import build_index
from service.cli.commands import main
from service.client import Client
from tests.service.served import Service, is_error

PAIR = ["mate", "cocoa"]
SAYS = ("Mate is better than cocoa.", "I prefer mate over cocoa.", "Mate is much cheaper than cocoa.")


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """Return an index of notes on other things than the small one."""
    lines = [
        {"id": f"note-{n}", "source": f"ann-{n}", "language": "en", "sents": ["Well.", said]}
        for n, said in enumerate(SAYS)
    ]
    (tmp_path / "notes.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    build_index([tmp_path / "notes.jsonl"], tmp_path / "any folder")
    return tmp_path / "any folder"


@pytest.fixture
async def several(serve: Callable[..., Any], notes: Path, tmp_path: Path) -> Service:
    """Return a service over the small index, the notes and one that is not there."""
    service: Service = await serve(indices={"My notes": notes, "none yet": tmp_path / "none"})
    return service


BODIES: dict[str, dict[str, Any]] = {
    "/api/v1/ask": {"question": "Is mate better than cocoa?"},
    "/api/v1/compare": {"objects": PAIR},
    "/api/v1/reweigh": {"objects": PAIR},
    "/api/v1/explain": {"objects": PAIR},
    "/api/v1/stream": {"objects": PAIR},
    "/api/v1/feedback": {"consent": True, "sentences": ["note-0#1"], "useful": True},
    "/api/v1/pages/pairs": {"objects": PAIR},
    "/api/v1/pages/clusters": {"objects": PAIR},
}
QUERIES = {
    "/api/v1/search": "q=mate",
    "/api/v1/claims": "name=mate",
    "/api/v1/sentences/note-0%231/context": "",
    "/api/v1/documents/note-0": "",
}


def mentions(body: Any) -> bool:
    return "note-" in json.dumps(body) or "event: answer" in str(body) or set(body) == {"id"}


@pytest.mark.parametrize("path", BODIES)
async def test_a_question_is_put_to_the_index_that_it_names(several: Service, path: str) -> None:
    status, found = await several.post(path, BODIES[path] | {"index": "My notes"})
    assert status == 200
    assert mentions(found)
    assert "note-0" not in json.dumps((await several.post(path, BODIES[path]))[1]).replace("'note-0#1'", "")


@pytest.mark.parametrize("path", QUERIES)
async def test_so_is_what_an_address_asks_for(several: Service, path: str) -> None:
    status, found = await several.get(f"{path}?{QUERIES[path]}&index=My%20notes")
    assert status == 200
    assert "mate" in json.dumps(found).casefold()
    assert "note-0" not in json.dumps((await several.get(f"{path}?{QUERIES[path]}"))[1]).replace("note-0", "", 1)


async def test_the_corpus_says_which_indices_there_are(several: Service) -> None:
    _, first = await several.get("/api/v1/corpus")
    assert (first["index"], first["indices"]) == ("index", ["index", "My notes", "none yet"])
    for _ in range(200):
        _, notes = await several.get("/api/v1/corpus?index=My%20notes")
        if notes["examples"]:
            break
        await asyncio.sleep(0.05)
    assert (notes["index"], notes["documents"], notes["languages"]) == ("My notes", 3, ["en"])
    assert notes["examples"] == [{"objects": ["cocoa", "mate"], "decision": "second", "winner": "mate", "sources": 3}]
    _, names = await several.get("/api/v1/suggest?q=ma&index=My%20notes")
    assert [one["name"] for one in names["names"]] == ["mate"]


async def test_the_first_one_goes_by_its_name_too(several: Service) -> None:
    body = {"objects": ["tea", "coffee"]}
    named = (await several.post("/api/v1/compare", body | {"index": "index"}))[1]
    unnamed = (await several.post("/api/v1/compare", body))[1]
    assert named["arguments"] == unnamed["arguments"] != []


@pytest.mark.parametrize("path", BODIES)
async def test_a_name_of_none_is_refused(several: Service, path: str) -> None:
    said = is_error(await several.post(path, BODIES[path] | {"index": "my notes"}), 400, "unknown_name")
    assert said == "Unknown index 'my notes'. Did you mean 'My notes'? Known: My notes, index, none yet."


async def test_the_log_says_how_to_fill_one_that_holds_nothing_yet(
    several: Service, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    said = is_error(
        await several.post("/api/v1/compare", {"objects": PAIR, "index": "none yet"}), 503, "index_unusable"
    )
    assert said == "There is no index yet. Who runs this service makes one with “whichever index”: see its log."
    assert f"whichever index --out {tmp_path / 'none'}" in caplog.text
    assert (await several.get("/api/v1/corpus?index=none%20yet"))[1]["ready"] is False


async def test_sentences_in_the_language_that_is_asked_for_count(several: Service) -> None:
    body = {"objects": PAIR, "index": "My notes", "language": "en"}
    assert (await several.post("/api/v1/compare", body))[1]["sources"] == 3
    none = (await several.post("/api/v1/compare", body | {"language": "de"}))[1]
    assert (none["sources"], none["searched"]["foreign"]) == (0, 3)
    assert none["searched"]["sentence"].endswith("Left out: 3 sentences in other languages.")


async def test_a_conversation_searches_the_index_that_it_is_told_to(serve: Callable[..., Any], notes: Path) -> None:
    service: Service = await serve(dialogue=None, indices={"My notes": notes})

    async def say(message: str, **options: Any) -> dict[str, Any]:
        status, turn = await service.post("/api/v1/chat", {"message": message, "session": "x" * 22, **options})
        assert status == 200
        last: dict[str, Any] = turn["replies"][-1]
        return last

    assert (await say("Is mate better than cocoa?"))["comparison"]["sources"] == 0
    told = await say("where is your data from?")
    assert "I search “index”" in told["text"]
    assert told["buttons"] == [{"title": "Search in my notes", "message": "search in My notes"}]
    moved = await say("Search in my notes")
    assert (moved["index"], moved["comparison"]["winner"]) == ("My notes", "mate")
    assert (await say("why?"))["index"] == "My notes"
    assert (await say("Is tea better than coffee?"))["comparison"]["sources"] == 0
    back = await say("Is tea better than coffee?", index="")
    assert (back["index"], back["comparison"]["winner"]) == ("", "tea")
    assert (await say("Is mate better than cocoa?", index="My notes"))["comparison"]["winner"] == "mate"
    assert (await say("start over"))["index"] == "My notes"
    is_error(await service.post("/api/v1/chat", {"message": "hi", "index": "nothing"}), 400, "unknown_name")


COMMANDS = {
    "ask": ("ask", "Is mate better than cocoa?"),
    "compare": ("compare", *PAIR),
    "search": ("search", "mate"),
    "pairs": ("pairs", *PAIR, "--json"),
    "sources": ("sources",),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_is_told_an_index_by_its_name_too(notes: Path, index: Path, tmp_path: Path, command: str) -> None:
    settings = tmp_path / "whichever.toml"
    settings.write_text(f'[retrieval]\nindex = "{index}"\n[indices]\n"My notes" = "{notes}"\n')

    def printed(*options: str) -> str:
        result = CliRunner().invoke(main, [*COMMANDS[command], "--config", str(settings), *options])
        return result.output

    named = printed("--index", "My notes")
    assert named == printed("--index", str(notes))
    assert named != printed()


async def test_tools_are_told_an_index_by_its_name_and_which_there_are(several: Service) -> None:
    arguments: dict[str, dict[str, Any]] = {
        "ask": {"question": "Is mate better than cocoa?"},
        "compare": {"objects": PAIR},
        "sources": {"objects": PAIR},
        "explain": {"objects": PAIR},
    }
    async with Assistant(f"{several.url}/mcp") as assistant:
        assert ((assistant.server_info and assistant.instructions) or "").endswith(
            "3 indices: index, My notes, none yet."
        )
        for tool, asked in arguments.items():
            named = await assistant.call_tool(tool, asked | {"index": "My notes"})
            assert "I prefer mate over cocoa" in json.dumps(named.structured_content)
            assert "I prefer mate over cocoa" not in json.dumps(
                (await assistant.call_tool(tool, asked)).structured_content
            )
        wrong = await assistant.call_tool("compare", {"objects": PAIR, "index": "my notes"})
    assert wrong.is_error
    assert "Did you mean 'My notes'?" in wrong.content[0].text


async def test_a_client_searches_the_index_that_it_is_given(serve: Callable[..., Any], notes: Path) -> None:
    service: Service = await serve(dialogue=None, indices={"My notes": notes})

    def calls() -> None:
        with Client(service.url, index="My notes") as client:
            assert client.ready()["ready"]
            assert client.search("mate")["total"] == 3
            assert client.ask("Is mate better than cocoa?")["comparison"]["winner"] == "mate"
            turn = client.chat("Is mate better than cocoa?")
            assert turn["replies"][-1]["index"] == "My notes"
            moved = client.chat("search in index", turn["session"])
            assert moved["replies"][-1]["index"] == ""
            assert client.chat("Is tea better than coffee?", turn["session"])["replies"][-1]["index"] == ""

    await asyncio.to_thread(calls)


async def test_so_does_a_conversation_in_the_terminal(serve: Callable[..., Any], notes: Path) -> None:
    service: Service = await serve(dialogue=None, indices={"My notes": notes})
    told = ["chat", "--url", service.url, "--index", "My notes"]
    talked = await asyncio.to_thread(CliRunner().invoke, main, told, b"Is mate better than cocoa?\n")
    assert "I prefer mate over cocoa" in talked.output
