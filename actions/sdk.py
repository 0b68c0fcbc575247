"""What Rasa's SDK gives an action, by the same names: tracker, dispatcher, events.

``rasa-sdk`` itself would bring gRPC, Sanic and uvloop, and nothing here serves actions on a port of its own. What goes
over to Rasa is the JSON of its action server: https://rasa.com/docs/reference/api/pro/action-server-api.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

EventType = dict[str, Any]
DomainDict = Mapping[str, Any]


def SlotSet(name: str, value: Any) -> EventType:  # noqa: N802
    """Return the event that fills a slot."""
    return {"event": "slot", "timestamp": None, "name": name, "value": value}


def ActiveLoop(name: str | None) -> EventType:  # noqa: N802
    """Return the event that begins a form, or ends it."""
    return {"event": "active_loop", "timestamp": None, "name": name}


def FollowupAction(name: str) -> EventType:  # noqa: N802
    """Return the event that has another action done next."""
    return {"event": "followup", "timestamp": None, "name": name}


class Tracker(NamedTuple):
    """What Rasa knows of a conversation."""

    sender_id: str
    slots: Mapping[str, Any]
    latest_message: Mapping[str, Any]
    active_loop_name: str | None


@dataclass(frozen=True, slots=True)
class CollectingDispatcher:
    """Collects what an action says."""

    messages: list[dict[str, Any]] = field(default_factory=list)

    def utter_message(
        self,
        *,
        text: str | None = None,
        response: str | None = None,
        buttons: Sequence[Mapping[str, Any]] = (),
        json_message: Mapping[str, Any] | None = None,
        **variables: Any,
    ) -> None:
        """Say a text, a response of ``domain.yml`` with its variables, or hand over JSON."""
        said = {"text": text, "response": response, "buttons": list(buttons), "custom": json_message or {}}
        self.messages.append({**said, **variables})


class Action(ABC):
    """A custom action."""

    def name(self) -> str:
        """Return the name that ``domain.yml`` lists: the words of the class's name."""
        return re.sub(r"\B(?=[A-Z])", "_", type(self).__name__).lower()

    @abstractmethod
    async def run(self, dispatcher: CollectingDispatcher, tracker: Tracker, domain: DomainDict) -> list[EventType]:
        """Say something, and return the events that follow."""


async def run_action(action: Action, call: Mapping[str, Any]) -> dict[str, Any]:
    """Run an action.

    Args:
        action: The one that ``call`` names.
        call: As Rasa sends it, with ``tracker`` and ``domain``.

    Returns:
        ``events`` and ``responses``, as Rasa expects them.
    """
    told = call["tracker"]
    loop = (told.get("active_loop") or {}).get("name")
    tracker = Tracker(told["sender_id"], told["slots"], told.get("latest_message") or {}, loop)
    dispatcher = CollectingDispatcher()
    events = await action.run(dispatcher, tracker, call.get("domain") or {})
    return {"events": events, "responses": dispatcher.messages}
