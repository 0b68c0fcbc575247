"""A conversation keeps its slots and stays small."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from rasa.shared.core.domain import Domain
from rasa.shared.core.events import (
    ActionExecuted,
    BotUttered,
    Restarted,
    SessionStarted,
    SlotSet,
    UserUtteranceReverted,
    UserUttered,
)
from rasa.shared.core.trackers import DialogueStateTracker
from sqlalchemy.exc import OperationalError

from bot.shelves import TRIM_EVERY, Shelf
from bot.trackers import BoundedTrackerStore


@pytest.fixture(scope="session")
def domain() -> Domain:
    return Domain.load("domain.yml")


def store_of(domain: Domain, **settings: Any) -> BoundedTrackerStore:
    return BoundedTrackerStore(domain, None, host=None, **{"database": "sqlite://", **settings})


async def say(store: BoundedTrackerStore, sender: str, text: str, *events: Any) -> DialogueStateTracker:
    """Do what Rasa does for one message and return the conversation as the next message will find it."""
    tracker = await store.get_or_create_tracker(sender, append_action_listen=False)
    if not tracker.applied_events():
        tracker.update_with_events([SessionStarted(), ActionExecuted("action_listen")], store.domain)
    said = [UserUttered(text, {"name": "compare"}), ActionExecuted("action_compare"), *events]
    tracker.update_with_events([*said, BotUttered("fine"), ActionExecuted("action_listen")], store.domain)
    await store.save(tracker)
    found = await store.retrieve(sender)
    assert found is not None
    return found


async def test_a_long_conversation_stays_small_and_keeps_its_slots(domain: Domain) -> None:
    store = store_of(domain, turns=3)
    tracker = await say(store, "anna", "0", SlotSet("objects", ["tea", "coffee"]), SlotSet("style", "bullets"))
    sizes = []
    for turn in range(40):
        tracker = await say(store, "anna", f"turn {turn}", SlotSet("length", "short" if turn % 2 else "long"))
        sizes.append(len(store.shelf.get("anna") or ""))
    assert max(sizes) < 2 * sizes[3]
    assert tracker.get_slot("objects") == ["tea", "coffee"]
    assert tracker.get_slot("style") == "bullets"
    assert tracker.get_slot("length") == "short"
    assert [event.text for event in tracker.events if isinstance(event, UserUttered)] == [
        "turn 37",
        "turn 38",
        "turn 39",
    ]
    assert tracker.latest_action_name == "action_listen"


async def test_a_slot_that_was_emptied_stays_empty(domain: Domain) -> None:
    store = store_of(domain, turns=2)
    await say(store, "anna", "0", SlotSet("style", "bullets"))
    for turn in range(3):
        tracker = await say(store, "anna", str(turn), SlotSet("style", None))
    assert tracker.get_slot("style") is None


async def test_what_was_taken_back_stays_taken_back(domain: Domain) -> None:
    store = store_of(domain, turns=2)
    await say(store, "anna", "0", SlotSet("style", "bullets"))
    for turn in range(4):
        tracker = await say(store, "anna", str(turn), SlotSet("style", "template"), UserUtteranceReverted())
    assert tracker.get_slot("style") == "bullets"


async def test_a_restart_forgets_all(domain: Domain) -> None:
    store = store_of(domain, turns=2)
    await say(store, "anna", "0", SlotSet("style", "bullets"))
    await say(store, "anna", "restart", Restarted())
    for turn in range(4):
        tracker = await say(store, "anna", str(turn))
    assert tracker.get_slot("style") is None


async def test_a_conversation_survives_a_restart(domain: Domain, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/var/conversations.sqlite"
    await say(store_of(domain, database=database), "anna", "0", SlotSet("objects", ["tea", "coffee"]))
    found = await store_of(domain, database=database).retrieve("anna")
    assert found is not None and found.get_slot("objects") == ["tea", "coffee"]


def holds(folder: Path, words: bytes) -> bool:
    return any(words in path.read_bytes() for path in folder.iterdir())


def modes(folder: Path) -> set[int]:
    return {path.stat().st_mode & 0o777 for path in folder.iterdir()}


async def test_nothing_is_left_of_a_deleted_conversation(domain: Domain, tmp_path: Path) -> None:
    store = store_of(domain, database=f"sqlite:///{tmp_path}/conversations.sqlite")
    await say(store, "anna", "my secret", SlotSet("objects", ["tea", "coffee"]))
    assert holds(tmp_path, b"secret")
    tracker = await store.get_or_create_tracker("anna", append_action_listen=False)
    tracker.update_with_events([UserUttered("delete my data"), ActionExecuted("action_delete_data")], domain)
    tracker.update_with_events([BotUttered("done"), ActionExecuted("action_listen")], domain)
    await store.save(tracker)
    assert await store.retrieve("anna") is None
    assert not holds(tmp_path, b"secret")


async def test_only_its_owner_can_read_what_is_kept_and_nobody_the_keys(domain: Domain, tmp_path: Path) -> None:
    database = tmp_path / "conversations.sqlite"
    database.touch(0o644)
    await say(store_of(domain, database=f"sqlite:///{database}"), "anna-and-her-key", "hello")
    assert modes(tmp_path) == {0o600}
    assert holds(tmp_path, b"hello")
    assert not holds(tmp_path, b"anna-and-her-key")


def test_what_was_kept_under_a_key_in_clear_is_forgotten(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/conversations.sqlite"
    kept = Shelf(url, most=2, idle_s=60.0)
    kept.put("anna", "hello")
    with closing(sqlite3.connect(tmp_path / "conversations.sqlite")) as database, database:
        database.execute("UPDATE conversation SET key = 'anna'")
    Shelf(url, most=2, idle_s=60.0)
    assert not holds(tmp_path, b"hello")


async def test_the_service_is_told_that_a_conversation_is_gone_and_not_while_it_is_kept(
    domain: Domain, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, Any]] = []

    async def hear(request: web.Request) -> web.Response:
        told.append((request.method, await request.json()))
        return web.Response(status=204)

    app = web.Application()
    app.router.add_route("*", "/conversations", hear)
    async with TestServer(app) as service:
        monkeypatch.setenv("WHICHEVER_INTERNAL_URL", str(service.make_url("")).rstrip("/"))
        store = store_of(domain, database=f"sqlite:///{tmp_path}/conversations.sqlite")
        await say(store, "anna", "hello")
        tracker = await store.get_or_create_tracker("anna", append_action_listen=False)
        tracker.update_with_events([UserUttered("delete my data"), ActionExecuted("action_delete_data")], domain)
        with closing(sqlite3.connect(tmp_path / "conversations.sqlite", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(OperationalError, match="locked"):
                await store.save(tracker)
            assert told == []
            other.execute("ROLLBACK")
        await store.save(tracker)
    assert told == [("DELETE", {"sender_id": "anna"})]


def test_the_conversation_seen_longest_ago_is_forgotten_first() -> None:
    kept = Shelf("sqlite://", most=2, idle_s=60.0)
    for turn in range(TRIM_EVERY):
        kept.put(("anna", "ben", "cem")[turn % 3], str(turn))
    assert [kept.get(key) for key in ("anna", "ben", "cem")] == ["99", None, "98"]


def test_an_idle_conversation_is_forgotten() -> None:
    kept = Shelf("sqlite://", most=2, idle_s=0.0)
    kept.put("anna", "hello")
    assert kept.get("anna") is None


async def test_the_service_is_told_once_of_a_conversation_from_before(
    domain: Domain, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[dict[str, Any]] = []

    async def listen(request: web.Request) -> web.Response:
        told.append(await request.json())
        return web.Response(status=204)

    app = web.Application()
    app.add_routes([web.post("/conversations", listen)])
    async with TestServer(app) as service:
        monkeypatch.setenv("WHICHEVER_INTERNAL_URL", str(service.make_url("")).rstrip("/"))
        database = f"sqlite:///{tmp_path}/conversations.sqlite"
        await say(store_of(domain, database=database), "anna", "0", SlotSet("objects", ["tea", "coffee"]))
        assert told == []
        store = store_of(domain, database=database)
        for _ in range(2):
            assert await store.retrieve("anna") is not None
    assert [(one["sender_id"], one["slots"]["objects"]) for one in told] == [("anna", ["tea", "coffee"])]
