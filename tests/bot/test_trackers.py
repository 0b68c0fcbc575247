"""A conversation keeps its slots and stays small."""

from __future__ import annotations

from typing import Any

import pytest
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

from bot.trackers import RecentTrackerStore


@pytest.fixture(scope="session")
def domain() -> Domain:
    return Domain.load("domain.yml")


def store_of(domain: Domain, **settings: Any) -> RecentTrackerStore:
    return RecentTrackerStore(domain, None, host=None, **settings)


async def say(store: RecentTrackerStore, sender: str, text: str, *events: Any) -> DialogueStateTracker:
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
        sizes.append(len(store.store["anna"]))
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


async def test_the_conversation_seen_longest_ago_is_forgotten_first(domain: Domain) -> None:
    store = store_of(domain, conversations=2)
    for sender in ("anna", "ben", "anna", "cem"):
        await say(store, sender, "hello")
    assert sorted(store.store) == ["anna", "cem"]
    assert await store.retrieve("ben") is None


async def test_an_idle_conversation_is_forgotten(domain: Domain) -> None:
    store = store_of(domain, idle_s=0.0)
    await say(store, "anna", "hello")
    tracker = await store.get_or_create_tracker("ben", append_action_listen=False)
    await store.save(tracker)
    assert sorted(store.store) == ["ben"]
