"""Lets the variations of a response take turns, where Rasa draws one by chance and may say the same twice in a row."""

from __future__ import annotations

import copy
from typing import Any

from rasa.core.nlg.generator import ResponseVariationFilter
from rasa.core.nlg.response import TemplatedNaturalLanguageGenerator
from rasa.shared.core.domain import Domain
from rasa.shared.core.events import BotUttered
from rasa.shared.core.trackers import DialogueStateTracker
from rasa.utils.endpoints import EndpointConfig

VARIATION = "variation"
"""Key of what is uttered under which the number of its variation is kept."""


class RotatingResponses(TemplatedNaturalLanguageGenerator):
    """Says the variation that follows the one said last, among those whose conditions hold."""

    def __init__(self, endpoint_config: EndpointConfig, domain: Domain) -> None:
        """Take the responses of the domain."""
        super().__init__(domain.responses)

    async def generate(
        self, utter_action: str, tracker: DialogueStateTracker, output_channel: str, **kwargs: Any
    ) -> dict[str, Any] | None:
        """Return the response to utter, filled in; None when there is none."""
        slots = tracker.current_slot_values()
        known = self.responses.get(utter_action)
        suitable = known and ResponseVariationFilter(self.responses).responses_for_utter_action(
            utter_action, output_channel, slots
        )
        if not suitable:
            return None
        numbers = [number for number, one in enumerate(known) if one in suitable]
        last = _said_last(utter_action, tracker)
        number = next((number for number in numbers if number > last), numbers[0])
        return self._fill_response(copy.deepcopy(known[number]), slots, **kwargs) | {VARIATION: number}


def _said_last(utter_action: str, tracker: DialogueStateTracker) -> int:
    """Return the number of the variation of a response that was uttered last; -1 for none."""
    for event in reversed(tracker.events):
        if isinstance(event, BotUttered) and event.metadata.get("utter_action") == utter_action:
            return int(event.metadata.get(VARIATION, -1))
    return -1
