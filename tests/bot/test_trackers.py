"""A conversation keeps its slots and stays small."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
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

from bot import trackers
from bot.trackers import ServiceTrackerStore

URL = "http://127.0.0.1:9"


@pytest.fixture(scope="session")
def domain() -> Domain:
    return Domain.load("domain.yml")


class Service:
    """What a service keeps of conversations."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}
        self.url = ""

    async def give(self, request: web.Request) -> web.Response:
        text = self.kept.get(request.query["sender_id"], "")
        return web.Response(text=text, status=200 if text else 404)

    async def keep(self, request: web.Request) -> web.Response:
        self.kept[request.query["sender_id"]] = await request.text()
        return web.Response(status=204)


@pytest.fixture
async def service() -> AsyncIterator[Service]:
    service, app = Service(), web.Application()
    app.add_routes([web.get("/tracker", service.give), web.put("/tracker", service.keep)])
    async with TestServer(app) as server:
        service.url = str(server.make_url("/tracker"))
        yield service


def store_of(domain: Domain, service: Service, **settings: Any) -> ServiceTrackerStore:
    return ServiceTrackerStore(domain, service.url, **settings)


async def say(store: ServiceTrackerStore, sender: str, text: str, *events: Any) -> DialogueStateTracker:
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


async def test_a_long_conversation_stays_small_and_keeps_its_slots(domain: Domain, service: Service) -> None:
    store = store_of(domain, service, turns=3)
    tracker = await say(store, "anna", "0", SlotSet("objects", ["tea", "coffee"]), SlotSet("style", "bullets"))
    sizes = []
    for turn in range(40):
        tracker = await say(store, "anna", f"turn {turn}", SlotSet("length", "short" if turn % 2 else "long"))
        sizes.append(len(service.kept["anna"]))
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


async def test_a_slot_that_was_emptied_stays_empty(domain: Domain, service: Service) -> None:
    store = store_of(domain, service, turns=2)
    await say(store, "anna", "0", SlotSet("style", "bullets"))
    for turn in range(3):
        tracker = await say(store, "anna", str(turn), SlotSet("style", None))
    assert tracker.get_slot("style") is None


async def test_what_was_taken_back_stays_taken_back(domain: Domain, service: Service) -> None:
    store = store_of(domain, service, turns=2)
    await say(store, "anna", "0", SlotSet("style", "bullets"))
    for turn in range(4):
        tracker = await say(store, "anna", str(turn), SlotSet("style", "template"), UserUtteranceReverted())
    assert tracker.get_slot("style") == "bullets"


async def test_a_restart_forgets_all(domain: Domain, service: Service) -> None:
    store = store_of(domain, service, turns=2)
    await say(store, "anna", "0", SlotSet("style", "bullets"))
    await say(store, "anna", "restart", Restarted())
    for turn in range(4):
        tracker = await say(store, "anna", str(turn))
    assert tracker.get_slot("style") is None


async def test_a_conversation_survives_a_restart(domain: Domain, service: Service) -> None:
    await say(store_of(domain, service), "anna & ben/1", "0", SlotSet("objects", ["tea", "coffee"]))
    found = await store_of(domain, service).retrieve("anna & ben/1")
    assert found is not None and found.get_slot("objects") == ["tea", "coffee"]
    assert "anna" not in service.kept["anna & ben/1"]  # its key is kept as a hash alone


async def test_a_service_that_is_away_ends_no_turn(domain: Domain, service: Service) -> None:
    service.url = URL
    store = store_of(domain, service)
    tracker = await store.get_or_create_tracker("anna")
    await store.save(tracker)
    assert await store.retrieve("anna") is None


async def test_a_service_that_takes_too_long_ends_no_turn(
    domain: Domain, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def sleep(_: web.Request) -> web.Response:
        await asyncio.sleep(1)
        return web.Response(status=204)

    monkeypatch.setattr(trackers, "TIMEOUT_S", 0.1)
    app = web.Application()
    app.add_routes([web.get("/tracker", sleep), web.put("/tracker", sleep)])
    async with TestServer(app) as server:
        service.url = str(server.make_url("/tracker"))
        store = store_of(domain, service)
        await store.save(await store.get_or_create_tracker("anna"))
        assert await store.retrieve("anna") is None
