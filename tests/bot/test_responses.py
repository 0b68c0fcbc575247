"""The variations of a response take turns."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest
from rasa.core.actions.action import create_bot_utterance
from rasa.shared.core.domain import Domain
from rasa.shared.core.events import SlotSet
from rasa.shared.core.trackers import DialogueStateTracker
from rasa.utils.endpoints import EndpointConfig

from bot.responses import RotatingResponses

DOMAIN = Domain.load(str(Path(__file__).parent.parent.parent / "domain.yml"))


def said(response: str, times: int, **slots: str) -> list[str]:
    """Return what is uttered when a response is said so many times."""
    tracker = DialogueStateTracker("anna", DOMAIN.slots)
    tracker.update_with_events([SlotSet(name, value) for name, value in slots.items()], DOMAIN)
    responses, texts = RotatingResponses(EndpointConfig(), DOMAIN), []
    for _ in range(times):
        draft = asyncio.run(responses.generate(response, tracker, "rest", name="tea"))
        texts.append(draft["text"])
        tracker.update(create_bot_utterance(draft | {"utter_action": response}))
    return texts


@pytest.mark.parametrize("response", ["utter_greet", "utter_ask_object", "utter_ask_objects", "utter_deny"])
def test_the_same_is_not_said_twice_in_a_row(response: str) -> None:
    texts = said(response, 7)
    assert all(one != other for one, other in pairwise(texts))


def test_a_variation_whose_condition_holds_goes_first() -> None:
    assert "beyond me" in said("utter_out_of_scope", 1)[0]
    assert "tea and coffee" in said("utter_out_of_scope", 1, subject="tea and coffee")[0]


def test_an_unknown_response_is_none() -> None:
    tracker = DialogueStateTracker("anna", DOMAIN.slots)
    assert asyncio.run(RotatingResponses(EndpointConfig(), DOMAIN).generate("utter_no", tracker, "rest")) is None
