"""The quick check of action replies decides like Rasa's own."""

from __future__ import annotations

from typing import Any

import pytest
import rasa
from jsonschema import ValidationError
from rasa.core.actions.action import RemoteAction

from bot import validation

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


def test_it_accepts_and_refuses_what_rasa_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RemoteAction, "_validate_action_result", RemoteAction._validate_action_result)
    expected = [refused(reply) for reply in REPLIES]
    assert True in expected and False in expected
    assert validation.install()
    assert [refused(reply) for reply in REPLIES] == expected


def test_another_version_of_rasa_keeps_its_own_check(monkeypatch: pytest.MonkeyPatch) -> None:
    own = RemoteAction._validate_action_result
    monkeypatch.setattr(rasa, "__version__", "3.6.22")
    assert not validation.install()
    assert RemoteAction._validate_action_result is own
