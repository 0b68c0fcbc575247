"""What is done quicker than Rasa does it is done alike."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
import rasa
from aiohttp import web
from aiohttp.test_utils import TestServer
from jsonschema import ValidationError
from rasa.core.actions.action import RemoteAction
from rasa.shared.core.events import Event, SlotSet
from rasa.utils.endpoints import EndpointConfig

from bot import shortcuts

REPLIES: list[Any] = [
    {"events": [], "responses": []},
    {"events": [{"event": "slot", "name": "objects", "value": ["tea", "coffee"], "timestamp": None}], "responses": []},
    {"events": [], "responses": [{"text": "Tea.", "buttons": [], "custom": {"citations": []}}]},
    {"events": [{"event": "restart"}]},
    {"events": {}, "responses": []},
    {"events": [{"no": "event"}], "responses": []},
    {"events": [], "responses": ["Tea."]},
    [],
    None,
]


def refused(reply: Any) -> bool:
    try:
        RemoteAction("action_compare", None)._validate_action_result(reply)
    except ValidationError:
        return True
    return False


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Give Rasa its own ways back afterwards."""
    for place, name in (
        (RemoteAction, "_validate_action_result"),
        (EndpointConfig, "session"),
        (Event, "resolve_by_type"),
    ):
        monkeypatch.setattr(place, name, vars(place)[name])
    yield monkeypatch


def test_it_accepts_and_refuses_what_rasa_does(own: pytest.MonkeyPatch) -> None:
    expected = [refused(reply) for reply in REPLIES]
    assert True in expected and False in expected
    assert shortcuts.install()
    assert [refused(reply) for reply in REPLIES] == expected


def test_requests_one_after_another_take_one_connection(own: pytest.MonkeyPatch) -> None:
    peers = set()

    async def answer(request: web.Request) -> web.Response:
        peers.add(request.transport.get_extra_info("peername"))
        return web.json_response({"said": await request.json()})

    async def ask_twice() -> list[Any]:
        service = web.Application()
        service.router.add_post("/model/parse", answer)
        async with TestServer(service) as server:
            endpoint = EndpointConfig(str(server.make_url("")))
            return [await endpoint.request(subpath="model/parse", json=n) for n in range(2)]

    assert shortcuts.install()
    assert asyncio.run(ask_twice()) == [{"said": 0}, {"said": 1}]
    assert len(peers) == 1


def test_events_are_found_by_their_names(own: pytest.MonkeyPatch) -> None:
    assert shortcuts.install()
    assert Event.resolve_by_type("slot") is Event.resolve_by_type("slot") is SlotSet
    with pytest.raises(ValueError, match="Unknown event"):
        Event.resolve_by_type("nothing")


def test_another_version_of_rasa_keeps_its_own_check(monkeypatch: pytest.MonkeyPatch) -> None:
    own = RemoteAction._validate_action_result
    monkeypatch.setattr(rasa, "__version__", "3.6.22")
    assert not shortcuts.install()
    assert RemoteAction._validate_action_result is own
