"""What the engine's half says is what Rasa's half expects: the files in tests/contract are written by its tests."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from rasa.core.actions.action import RemoteAction
from rasa.shared.core.domain import Domain
from rasa.shared.core.events import ActiveLoop, FollowupAction, SlotSet, deserialise_events

ROOT = Path(__file__).parent.parent.parent
DOMAIN = Domain.load(str(ROOT / "domain.yml"))
RULES = yaml.safe_load((ROOT / "data/rules.yml").read_text("utf-8"))["rules"]
PARSE = json.loads((ROOT / "tests/contract/parse.json").read_text("utf-8"))
WEBHOOK = json.loads((ROOT / "tests/contract/webhook.json").read_text("utf-8"))


def test_rasa_knows_every_intent_that_the_reader_returns() -> None:
    own = yaml.safe_load((ROOT / "domain.yml").read_text("utf-8"))["intents"]
    assert {name if isinstance(name, str) else next(iter(name)) for name in own} == set(PARSE["intents"])


def test_every_intent_has_a_rule() -> None:
    ruled = {step["intent"] for rule in RULES for step in rule["steps"] if "intent" in step}
    assert ruled == set(PARSE["intents"])


@pytest.mark.parametrize("reading", PARSE["readings"], ids=lambda reading: reading["text"])
def test_rasa_knows_every_entity_and_role(reading: dict[str, Any]) -> None:
    for entity in reading["entities"]:
        assert entity["entity"] in DOMAIN.entities
        assert entity.get("role") in {None, *DOMAIN.entity_properties.roles.get(entity["entity"], ())}


def test_every_action_of_the_domain_has_a_reply_and_every_other_action_a_response() -> None:
    assert set(WEBHOOK) == set(DOMAIN.user_actions) - set(DOMAIN.responses)
    done = {step["action"] for rule in RULES for step in rule["steps"] if "action" in step}
    of_the_form = {"validate_comparison_form", "action_ask_objects", "comparison_form"}
    assert done - set(DOMAIN.responses) == set(WEBHOOK) - of_the_form | {"comparison_form"}


def test_every_response_that_an_action_names_is_in_the_domain() -> None:
    named = {
        found for path in (ROOT / "actions").glob("*.py") for found in re.findall(r'"(utter_\w+)"', path.read_text())
    }
    ruled = {step["action"] for rule in RULES for step in rule["steps"] if "action" in step}
    by_rasa = {"utter_default", "utter_ask_object"}
    assert named <= set(DOMAIN.responses)
    assert set(DOMAIN.responses) <= named | ruled | by_rasa


@pytest.mark.parametrize("action", WEBHOOK)
def test_rasa_takes_every_reply_of_an_action(action: str) -> None:
    reply = WEBHOOK[action]
    assert RemoteAction(action, None)._validate_action_result(reply)
    for event in deserialise_events(reply["events"]):
        assert isinstance(event, SlotSet | ActiveLoop | FollowupAction)
        assert not isinstance(event, SlotSet) or event.key in {slot.name for slot in DOMAIN.slots}
