"""Keeps conversations in memory without growing: a Rasa turn costs as much as the conversation it carries along."""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from typing import Any

from rasa.core.brokers.broker import EventBroker
from rasa.core.tracker_store import InMemoryTrackerStore
from rasa.shared.core.constants import ACTION_LISTEN_NAME
from rasa.shared.core.conversation import Dialogue
from rasa.shared.core.domain import Domain
from rasa.shared.core.events import ActionExecuted, Event, SlotSet, UserUttered
from rasa.shared.core.trackers import DialogueStateTracker


class RecentTrackerStore(InMemoryTrackerStore):
    """Remembers the conversations seen last, and of each its slots and its last turns.

    Rasa's own in-memory store forgets nothing, and Rasa sends all it remembers of a conversation to each action.
    """

    def __init__(
        self,
        domain: Domain,
        event_broker: EventBroker | None = None,
        conversations: int = 10_000,
        idle_s: float = 86_400.0,
        turns: int = 4,
        **kwargs: Any,
    ) -> None:
        """Create an empty store.

        Args:
            domain: Rasa's domain.
            event_broker: Where Rasa publishes events, if anywhere.
            conversations: The most conversations to remember; the one seen longest ago goes first.
            idle_s: Seconds without a message after which a conversation may be forgotten.
            turns: The most turns of a conversation to remember; slots outlive them.
            kwargs: What else Rasa passes on.
        """
        super().__init__(domain, event_broker, **kwargs)
        self._conversations = conversations
        self._idle_s = idle_s
        self._turns = turns
        self._seen: OrderedDict[str, float] = OrderedDict()

    async def save(self, tracker: DialogueStateTracker) -> None:
        """Remember a conversation, and forget what is too much or too old."""
        await self.stream_events(tracker)
        dialogue = Dialogue(tracker.sender_id, last_turns(tracker, self._turns))
        self.store[tracker.sender_id] = json.dumps(dialogue.as_dict())
        now = time.monotonic()
        self._seen[tracker.sender_id] = now
        self._seen.move_to_end(tracker.sender_id)
        while len(self._seen) > self._conversations or next(iter(self._seen.values())) < now - self._idle_s:
            forgotten, _ = self._seen.popitem(last=False)
            del self.store[forgotten]


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
