"""A service that is killed while it answers and writes: what it said is kept is kept once, and it comes up again."""

from __future__ import annotations

import json
import os
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from pathlib import Path
from random import Random
from threading import Event

import pytest

from engine.config import load_config
from engine.retrieval.embedded.checksums import damaged
from service import feedback
from service.store import open_store
from tests.service.test_serve import post, running

pytestmark = pytest.mark.long

STOPS = int(os.environ.get("WHICHEVER_STOPS", "3"))
USEFUL = {"consent": True, "sentences": ["voice-1#1"], "useful": True}
ASKED = ["Is tea better than coffee for sleep?", "Is coffee better than tea?", "coffee or tea at work?"]


def test_a_service_that_is_killed_at_any_moment_loses_nothing_it_said_is_kept(
    index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:///{tmp_path}/kept/conversations.sqlite"
    monkeypatch.setenv("WHICHEVER_DATABASE", url)
    random, kept, answered = Random(20), list[str](), list[bool]()

    def write(address: str, over: Event) -> None:
        while not over.is_set():
            kept.append(post(f"{address}/api/v1/feedback", USEFUL)["id"])

    def ask(address: str, over: Event) -> None:
        while not over.is_set():
            turn = post(f"{address}/api/v1/chat", {"message": random.choice(ASKED)})
            answered.append(turn["replies"][-1]["comparison"]["winner"] == "tea")

    for _ in range(STOPS):
        with running("--index", str(index), "--quiet") as (process, address, _), ThreadPoolExecutor(4) as clients:
            over = Event()
            going = [clients.submit(work, address, over) for work in (write, write, ask, ask)]
            time.sleep(random.uniform(0.2, 2))
            process.kill()
            over.set()
            for one in going:
                assert isinstance(one.exception(), urllib.error.URLError | HTTPException | OSError | None)
    config = load_config(overrides={"retrieval": {"index": index}})
    store = open_store(config.service)
    rows = [json.loads(row) for row in feedback.rows(store)]
    assert kept
    assert len(kept) <= len(rows) <= len(kept) + 2 * STOPS
    assert all(feedback.take_back(store, key) for key in kept)
    store.close()
    assert all(answered)
    assert not damaged(index)
