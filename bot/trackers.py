"""Keeps conversations over a restart, and small: a Rasa turn costs as much as the conversation it carries along."""

from __future__ import annotations

import json
import logging
import os
from collections import OrderedDict
from typing import Any

import aiohttp
import sqlalchemy as sql
from rasa.core.brokers.broker import EventBroker
from rasa.core.tracker_store import SerializedTrackerAsText, TrackerStore
from rasa.shared.core.constants import ACTION_LISTEN_NAME
from rasa.shared.core.conversation import Dialogue
from rasa.shared.core.domain import Domain
from rasa.shared.core.events import ActionExecuted, Event, SlotSet, UserUttered
from rasa.shared.core.trackers import DialogueStateTracker

from bot.shelves import Shelf

logger = logging.getLogger(__name__)

DATABASE = "sqlite:///var/conversations/conversations.sqlite"
"""Used when ``WHICHEVER_DATABASE`` names no other."""

DELETE = "action_delete_data"
"""The action after which nothing of a conversation is kept."""

TELL_TIMEOUT_S = 2.0
MOST_TOLD = 10_000
MOST_UNKEPT = 1_000


class BoundedTrackerStore(TrackerStore, SerializedTrackerAsText):
    """Keeps of each conversation its slots and its last turns, in a database.

    Rasa's own stores keep every event for ever, a row each, and Rasa sends all it remembers of a conversation to each
    action. Nor does the service know what a conversation is about that was begun before it was started: of one that is
    found in the database it is told, before Rasa asks it to read the message.
    """

    def __init__(
        self,
        domain: Domain,
        event_broker: EventBroker | None = None,
        database: str = "",
        conversations: int = 50_000,
        idle_s: float = 2_592_000.0,
        turns: int = 4,
        **kwargs: Any,
    ) -> None:
        """Open the database.

        Args:
            domain: Rasa's domain.
            event_broker: Where Rasa publishes events, if anywhere.
            database: Its URL, see ``bot.shelves.Shelf``; that of the environment when empty.
            conversations: The most conversations to keep.
            idle_s: Seconds without a message after which a conversation is forgotten.
            turns: The most turns of a conversation to keep; slots outlive them.
            kwargs: What else Rasa passes on.
        """
        super().__init__(domain, event_broker, **kwargs)
        url = database or os.environ.get("WHICHEVER_DATABASE") or DATABASE
        self.shelf = Shelf(url, most=conversations, idle_s=idle_s)
        self._turns = turns
        self._service = os.environ.get("WHICHEVER_INTERNAL_URL")
        self._told: OrderedDict[str, None] = OrderedDict()
        self._unkept: OrderedDict[str, str] = OrderedDict()
        self._problem: str | None = None

    async def save(self, tracker: DialogueStateTracker) -> None:
        """Keep a conversation, or nothing of it when that is what was asked for."""
        await self.stream_events(tracker)
        self._remember(tracker.sender_id)
        if _deleted(tracker):
            self._unkept.pop(tracker.sender_id, None)
            self.shelf.delete(tracker.sender_id)
            await self._post("conversations", method="DELETE", json={"sender_id": tracker.sender_id})
        else:
            await self._keep(tracker.sender_id, self.serialise_tracker(tracker))

    async def _keep(self, sender_id: str, text: str) -> None:
        """Write a conversation, with those that could not be written before; what cannot be now stays in memory."""
        self._unkept[sender_id] = text
        problem = ""
        try:
            while self._unkept:
                self.shelf.put(*next(iter(self._unkept.items())))
                self._unkept.popitem(last=False)
        except (sql.exc.SQLAlchemyError, OSError) as error:
            problem = str(getattr(error, "orig", error))
            while len(self._unkept) > MOST_UNKEPT:
                self._unkept.popitem(last=False)
        if problem != self._problem:
            self._problem = problem
            if problem:
                logger.error("Conversations cannot be kept: %s", problem)
            await self._post("keeping", data=problem)

    async def retrieve(self, sender_id: str) -> DialogueStateTracker | None:
        """Return a conversation as it was kept; None when nothing is."""
        kept = self._unkept.get(sender_id) or self._found(sender_id)
        tracker = self.deserialise_tracker(sender_id, kept) if kept else None
        if tracker and sender_id not in self._told:
            self._remember(sender_id)
            known = {"sender_id": sender_id, "slots": tracker.current_slot_values()}
            await self._post("conversations", json=known)
        return tracker

    def serialise_tracker(self, tracker: DialogueStateTracker) -> str:
        """Return what is kept of a conversation; not its key."""
        return json.dumps(Dialogue("", last_turns(tracker, self._turns)).as_dict())

    def _found(self, sender_id: str) -> str | None:
        try:
            return self.shelf.get(sender_id)
        except (sql.exc.SQLAlchemyError, OSError) as error:
            logger.error("A conversation cannot be looked up: %s", error)
            return None

    async def _post(self, what: str, *, method: str = "POST", **body: Any) -> None:
        """Tell the service something."""
        if not self._service:
            return
        timeout = aiohttp.ClientTimeout(total=TELL_TIMEOUT_S)
        try:
            async with (
                aiohttp.ClientSession(timeout=timeout) as http,
                http.request(method, f"{self._service}/{what}", **body) as response,
            ):
                response.raise_for_status()
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            logger.warning("The service at %s was not told: %s", self._service, error)

    def _remember(self, sender_id: str) -> None:
        self._told[sender_id] = None
        self._told.move_to_end(sender_id)
        if len(self._told) > MOST_TOLD:
            self._told.popitem(last=False)


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


def _deleted(tracker: DialogueStateTracker) -> bool:
    """Return whether the last message of the person was answered by forgetting."""
    for event in reversed(tracker.events):
        if isinstance(event, UserUttered):
            return False
        if isinstance(event, ActionExecuted) and event.action_name == DELETE:
            return True
    return False
