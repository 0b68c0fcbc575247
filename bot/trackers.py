"""Keeps conversations where the service does, and small: each turn of Rasa costs as much as what it takes along."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any

import aiohttp
from rasa.core.brokers.broker import EventBroker
from rasa.core.tracker_store import SerializedTrackerAsText, TrackerStore
from rasa.shared.core.constants import ACTION_LISTEN_NAME
from rasa.shared.core.conversation import Dialogue
from rasa.shared.core.domain import Domain
from rasa.shared.core.events import ActionExecuted, Event, SlotSet, UserUttered
from rasa.shared.core.trackers import DialogueStateTracker

logger = logging.getLogger(__name__)

TIMEOUT_S = 2.0
NOT_KEPT = 404


class ServiceTrackerStore(TrackerStore, SerializedTrackerAsText):
    """Keeps of each conversation its slots and its last turns, beside what the service knows of it.

    Rasa's own stores keep every event for ever, a row each, and Rasa sends all it remembers of a conversation to each
    action.
    """

    def __init__(
        self,
        domain: Domain,
        host: str | None = None,
        event_broker: EventBroker | None = None,
        turns: int = 4,
        **kwargs: Any,
    ) -> None:
        """Create a store; Rasa passes its entry of ``endpoints.yml``.

        Args:
            domain: Rasa's domain.
            host: The ``url`` there, where the service takes and gives trackers.
            event_broker: Where Rasa publishes events, if anywhere.
            turns: The most turns of a conversation to keep; slots outlive them.
            kwargs: What else Rasa passes on.
        """
        super().__init__(domain, event_broker, **kwargs)
        self._url = host
        self._turns = turns

    async def save(self, tracker: DialogueStateTracker) -> None:
        """Keep a conversation."""
        await self.stream_events(tracker)
        await self._ask("PUT", tracker.sender_id, self.serialise_tracker(tracker))

    async def retrieve(self, sender_id: str) -> DialogueStateTracker | None:
        """Return a conversation as it was kept; None when nothing is."""
        kept = await self._ask("GET", sender_id)
        return self.deserialise_tracker(sender_id, kept) if kept else None

    def serialise_tracker(self, tracker: DialogueStateTracker) -> str:
        """Return what is kept of a conversation; not its key."""
        return json.dumps(Dialogue("", last_turns(tracker, self._turns)).as_dict())

    async def _ask(self, method: str, sender_id: str, text: str | None = None) -> str:
        """Return what the service says of a conversation; nothing when it does not answer."""
        timeout = aiohttp.ClientTimeout(total=TIMEOUT_S)
        try:
            async with (
                aiohttp.ClientSession(timeout=timeout) as http,
                http.request(method, self._url, params={"sender_id": sender_id}, data=text) as response,
            ):
                if response.status == NOT_KEPT:
                    return ""
                response.raise_for_status()
                return await response.text()
        except (aiohttp.ClientError, asyncio.TimeoutError, OSError) as error:  # noqa: UP041 - not the same in Python 3.10
            logger.error("The service keeps no conversation: %s", type(error).__name__)
            return ""


def last_turns(tracker: DialogueStateTracker, turns: int) -> list[Event]:
    """Return events that lead to the same state of the dialogue: the slots as they stand, then the last turns.

    Args:
        tracker: A conversation.
        turns: How many turns to keep, >= 1; a turn begins with a message of the person.

    Returns:
        All events when the conversation has no more turns than that.
    """
    events = list(tracker.events)
    starts = [number for number, event in enumerate(events) if isinstance(event, UserUttered)]
    if len(starts) <= turns:
        return events
    slots = [SlotSet(slot.name, slot.value) for slot in tracker.slots.values() if slot.value is not None]
    return [*slots, ActionExecuted(ACTION_LISTEN_NAME), *events[starts[-turns] :]]
