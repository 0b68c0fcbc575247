"""The path of a person with texts of their own: index, ask, change, index again, ask, list, take out."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from service.cli.commands import main
from tests.service.served import Service


def whichever(*arguments: str) -> Result:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    return result


async def said(service: Service) -> dict[str, str]:
    """Return what a service quotes on tea and coffee, by document."""
    body = {"objects": ["tea", "coffee"]}
    async with service.http.post(f"{service.url}/api/v1/compare", json=body) as response:
        assert response.status == 200
        found = await response.json()
    return {one["document"]: one["sentence"] for one in found["arguments"]}


async def test_a_running_service_answers_from_what_changed(tmp_path: Path, serve: Callable[..., Any]) -> None:
    folder, index = tmp_path / "notes", str(tmp_path / "index")
    folder.mkdir()
    (folder / "a.txt").write_text("Tea is better than coffee for me.")
    (folder / "b.md").write_text("# Cups\n\nTea is cheaper than coffee here.")
    (folder / "photo.png").write_bytes(b"x")
    first = whichever("index", "--no-claims", "--out", index, str(folder))
    assert "Files: 2 new." in first.stdout
    assert f"Left out {folder}/photo.png: ends in .png, which is not read." in first.stderr
    service: Service = await serve(retrieval={"index": Path(index)})
    assert await said(service) == {
        "notes/a.txt": "Tea is better than coffee for me.",
        "notes/b.md": "Tea is cheaper than coffee here.",
    }
    (folder / "a.txt").write_text("Coffee is better than tea for me.")
    (folder / "b.md").unlink()
    (folder / "c.txt").write_text("Coffee is tastier than tea.")
    second = whichever("index", "--no-claims", "--out", index, str(folder))
    assert "Files: 1 new, 1 changed, 1 gone." in second.stdout
    assert "Added 2 sentences, removed 3 in" in second.stdout
    now = {"notes/a.txt": "Coffee is better than tea for me.", "notes/c.txt": "Coffee is tastier than tea."}
    assert await said(service) == now
    assert "Files: 2 unchanged." in whichever("index", "--no-claims", "--out", index, str(folder)).stdout
    listed = whichever("sources", "--index", index).stdout
    assert re.search(rf"^ +2 +2 +2 +0\.1 kB  {folder}$", listed, re.MULTILINE)
    assert "2 files, 2 documents, 2 sentences." in listed
    lines = [json.loads(line) for line in whichever("sources", "--json", "--index", index).stdout.splitlines()]
    assert [(line["path"], line["sentences"]) for line in lines] == [(f"{folder}/{name}.txt", 1) for name in "ac"]
    (folder / "empty.pdf").write_bytes(b"%PDF-1.7")
    third = whichever("index", "--no-claims", "--out", index, str(folder))
    assert "Warning: notes/empty.pdf: it is damaged" in third.stderr
    assert whichever("sources", "--index", index).stderr == f"Nothing was taken from {folder}/empty.pdf.\n"
    whichever("remove", "--index", index, str(folder / "a.txt"))
    assert await said(service) == {"notes/c.txt": now["notes/c.txt"]}
    assert "a.txt" not in whichever("sources", "--files", "--index", index).stdout
