"""Texts that people send become part of an index, are answered from at once, and can be taken out."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from engine.config import load_config
from engine.errors import ConfigError
from service.server.app import DOORS
from service.server.keys import new_key
from tests.service.served import Service, is_error

KEY, SHA256 = new_key()
OTHER, OTHER_SHA256 = new_key()
KEYS = {"ann": {"sha256": SHA256, "scopes": ["upload"]}, "bob": {"sha256": OTHER_SHA256, "scopes": ["ask"]}}
SECRET = {"Authorization": f"Bearer {KEY}"}
NOTES = b"Mate is better than cocoa. I prefer mate over cocoa."


@pytest.fixture
async def open_service(serve: Callable[..., Any], tmp_path: Path) -> Service:
    """Return a service that takes texts of up to a megabyte into an index that is not there yet."""
    service: Service = await serve(
        keys=KEYS,
        indices={"notes": tmp_path / "index"},
        uploads={"index": "notes", "folder": tmp_path / "kept", "max_mb": 1},
    )
    return service


async def put(service: Service, name: str, data: Any, headers: dict[str, str] = SECRET) -> tuple[int, Any]:
    """Send a file; return the status and the last event, or the error."""
    status, said = await service.send("PUT", f"/api/v1/texts/{name}", data=data, headers=headers)
    if status != 200:
        return status, said
    event, _, value = said.strip().split("\n\n")[-1].partition("\ndata: ")
    return status, (event.removeprefix("event: "), json.loads(value))


async def quoted(service: Service) -> set[str]:
    status, found = await service.post("/api/v1/compare", {"objects": ["mate", "cocoa"], "index": "notes"})
    return {one["sentence"] for one in found["arguments"]} if status == 200 else set()


async def test_a_text_is_answered_from_at_once_and_another_of_its_name_takes_its_place(open_service: Service) -> None:
    added = {"name": "my notes.md", "index": "notes", "sentences": 2, "removed": 0, "problems": []}
    assert await put(open_service, "my%20notes.md", NOTES) == (200, ("added", added))
    assert await quoted(open_service) == {"Mate is better than cocoa.", "I prefer mate over cocoa."}
    _, listed = await open_service.get("/api/v1/texts", headers=SECRET)
    about = {"documents": 1, "sentences": 2, "since": "", "until": "", "size": len(NOTES)}
    assert listed == {"index": "notes", "texts": [{"name": "my notes.md", **about}]}
    _, (_, changed) = await put(open_service, "my%20notes.md", b"Cocoa is better than mate.")
    assert (changed["sentences"], changed["removed"]) == (1, 2)
    assert await quoted(open_service) == {"Cocoa is better than mate."}


async def test_a_text_arrives_where_it_is_kept_and_nowhere_else(
    open_service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", "/dev/null/none")  # it may be another file system, or full
    assert (await put(open_service, "notes.md", NOTES))[1][0] == "added"


async def test_a_text_can_be_taken_out(open_service: Service, tmp_path: Path) -> None:
    await put(open_service, "a.txt", NOTES)
    await put(open_service, "b.txt", b"Mate is cheaper than cocoa.")
    status, taken = await open_service.send("DELETE", "/api/v1/texts/a.txt", headers=SECRET)
    assert (status, taken) == (200, {"name": "a.txt", "removed": 2})
    assert await quoted(open_service) == {"Mate is cheaper than cocoa."}
    assert [file.name for file in (tmp_path / "kept").iterdir()] == ["b.txt"]
    is_error(await open_service.send("DELETE", "/api/v1/texts/a.txt", headers=SECRET), 404, "not_found")


@pytest.mark.parametrize("name", ["..%2Fa.txt", ".hidden.txt", "a%2Fb.txt", "x" * 201 + ".txt", "a%00.txt"])
async def test_a_name_leads_nowhere_else(open_service: Service, name: str, tmp_path: Path) -> None:
    is_error(await put(open_service, name, NOTES), 400, "bad_input")
    assert not (tmp_path / "kept").exists()


@pytest.mark.parametrize(
    ("name", "data", "why"), [("a.png", b"x", "ends in .png, which is not read"), ("a.txt", b"", "is empty")]
)
async def test_what_cannot_be_read_is_refused_with_the_reason(
    open_service: Service, name: str, data: bytes, why: str
) -> None:
    _, (event, error) = await put(open_service, name, data)
    assert (event, error["code"]) == ("error", "bad_input")
    assert why in error["message"]
    assert (await open_service.get("/api/v1/texts", headers=SECRET))[1]["texts"] == []


async def test_what_cannot_be_taken_of_a_file_is_told(open_service: Service) -> None:
    _, (event, added) = await put(open_service, "a.jsonl", b'{"text": "Mate is better than cocoa."}\nnonsense\n')
    assert (event, added["sentences"], len(added["problems"])) == ("added", 1, 1)


async def test_a_large_file_is_refused(open_service: Service) -> None:
    is_error(await put(open_service, "a.txt", BytesIO(b"x" * (1 << 20) + b"x")), 413, "too_large")


@pytest.mark.parametrize(
    ("shown", "status"),
    [("", 401), ("Bearer wrong", 401), (f"Bearer {OTHER}", 403)],
    ids=["none", "wrong", "another"],  # a key is another one in each process
)
async def test_nobody_adds_lists_or_removes_without_the_key(open_service: Service, shown: str, status: int) -> None:
    headers, code = {"Authorization": shown}, {401: "unauthorized", 403: "forbidden"}[status]
    is_error(await put(open_service, "a.txt", NOTES, headers), status, code)
    is_error(await open_service.get("/api/v1/texts", headers=headers), status, code)
    is_error(await open_service.send("DELETE", "/api/v1/texts/a.txt", headers=headers), status, code)


@pytest.mark.parametrize(
    ("uploads", "lacks"),
    [({}, "uploads.index is not set"), ({"uploads": {"index": "notes"}}, 'nobody has a key of scope "upload"')],
)
async def test_the_door_is_closed_by_default(
    serve: Callable[..., Any], uploads: dict[str, Any], lacks: str, tmp_path: Path
) -> None:
    service: Service = await serve(indices={"notes": tmp_path / "index"}, **uploads)
    assert (await put(service, "a.txt", NOTES))[0] == 401
    assert f"Uploads are off: {lacks}. See docs/texts.md." in service.app[DOORS]
    assert (await service.get("/api/v1/corpus"))[1]["uploads"] == ""


def test_texts_go_into_an_index_that_there_is() -> None:
    with pytest.raises(ConfigError, match=r"Setting uploads.index: there is no index 'notes' in \[indices\]"):
        load_config(environ={}, overrides={"uploads": {"index": "notes"}})
