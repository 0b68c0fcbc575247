"""A disk that is full while a service runs: it says so, answers on, loses nothing, and goes on when there is room."""

from __future__ import annotations

import resource
import shutil
import urllib.error
import urllib.request
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from engine.config import load_config
from service import feedback
from service.server.keys import new_key
from service.store import open_store
from tests.service.test_serve import post, running

KEY, SHA256 = new_key()
USEFUL = {"consent": True, "sentences": ["voice-1#1"], "useful": True}
CONFIG = """
[keys.ann]
sha256 = "{sha256}"
scopes = ["upload"]
[indices]
notes = "{folder}/notes"
[uploads]
index = "notes"
folder = "{folder}/uploads"
"""


def send(url: str, method: str, name: str, data: bytes | None = None) -> str:
    """Return what is answered, an error too."""
    request = urllib.request.Request(
        f"{url}/api/v1/texts/{name}", data, {"Authorization": f"Bearer {KEY}"}, method=method
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return str(response.read().decode())
    except urllib.error.HTTPError as error:
        assert error.code == 503
        return error.read().decode()


def quoted(url: str, *objects: str) -> list[str]:
    found = post(f"{url}/api/v1/compare", {"objects": objects, "index": "notes"})
    return [one["sentence"] for one in found["arguments"]]


def test_a_service_says_that_the_disk_is_full_answers_on_and_loses_nothing(
    index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config, own = tmp_path / "config.toml", Path(shutil.copytree(index, tmp_path / "index"))
    config.write_text(CONFIG.format(sha256=SHA256, folder=tmp_path), "utf-8")
    monkeypatch.setenv("WHICHEVER_DATABASE", f"sqlite:///{tmp_path}/kept/conversations.sqlite")
    with running("--config", str(config), "--index", str(own)) as (process, url, _):
        kept = [post(f"{url}/api/v1/feedback", USEFUL)["id"]]
        assert "event: added" in send(url, "PUT", "mate.md", b"Mate is better than cocoa.")
        service = psutil.Process(process.pid)
        for room in (0, 6_000):
            service.rlimit(resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))
            with pytest.raises(urllib.error.HTTPError, match="503") as refused:
                post(f"{url}/api/v1/feedback", USEFUL)
            assert "See to the disk" in refused.value.read().decode()
            turn = post(f"{url}/api/v1/chat", {"message": "Is tea better than coffee for sleep?"})
            assert turn["replies"][-1]["comparison"]["winner"] == "tea"
            assert post(f"{url}/api/v1/ask", {"question": f"tea or coffee for {room} people?"})["blocks"]
            assert "See to the disk" in send(url, "PUT", "juice.md", b"Juice is better than cola. " * 500)
            assert "See to the disk" in send(url, "PUT", "mate.md", b"Cocoa is better than mate.")
            assert "See to the disk" in send(url, "DELETE", "mate.md")
            assert quoted(url, "mate", "cocoa") == ["Mate is better than cocoa."]
        service.rlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        kept.append(post(f"{url}/api/v1/feedback", USEFUL)["id"])
        assert "event: added" in send(url, "PUT", "juice.md", b"Juice is better than cola.")
        assert quoted(url, "mate", "cocoa") == ["Mate is better than cocoa."]
        assert quoted(url, "juice", "cola") == ["Juice is better than cola."]
        process.terminate()
        said = process.stderr.read() if process.stderr else ""
    assert "Traceback" not in said
    with closing(open_store(load_config().service)) as store:
        assert [feedback.take_back(store, key) for key in kept] == [True, True]
        assert not feedback.rows(store)
    assert {file.name for file in (tmp_path / "uploads").iterdir()} == {"juice.md", "mate.md"}
