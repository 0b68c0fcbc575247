"""What is known of each conversation in this process, whoever leads it: Rasa or the rules here."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from actions.dialogue_state import DialogueState
from engine.memory import Kept
from nlu_models.intents import Context, ParsedMessage
from service.store import Kind

MOST_BYTES = 64 << 20
"""What the known conversations take; those that rested longest are forgotten."""

CONVERSATION = Kind("conversation", most=50_000, days=30)


@dataclass(frozen=True, slots=True)
class Conversation:
    """One conversation."""

    slots: Mapping[str, Any] = field(default_factory=dict)
    active_loop: str = ""
    """The form that waits for an answer."""
    offered: tuple[ParsedMessage, ...] = ()
    """What the buttons of the last reply say."""
    uttered: Mapping[str, int] = field(default_factory=dict)
    """Response → number of its variation that was uttered last here."""
    ahead: bool = False
    """Whether Rasa has missed the last turns."""
    tracker: str = ""
    """What Rasa remembers of it, as it is kept (``bot.trackers``)."""
    asked: ParsedMessage | None = None
    """The last question about what was compared, which may be asked of another thing: "the same for the latter"."""
    beside: tuple[str, ...] = ()
    """What was compared when it was asked."""

    @classmethod
    def read(cls, text: str) -> Conversation:
        """Return the conversation that ``written`` made a text of."""
        return _adapter().validate_python(json.loads(text))

    def written(self) -> str:
        """Return it as JSON."""
        return json.dumps(asdict(self))

    @property
    def context(self) -> Context:
        """Return what the next message follows."""
        return replace(DialogueState.of(self.slots).context, offered=self.offered)

    def after(self, events: Iterable[Mapping[str, Any]]) -> Conversation:
        """Return the conversation after the events of an action."""
        slots, active_loop = dict(self.slots), self.active_loop
        for event in events:
            if event["event"] == "slot":
                slots[event["name"]] = event["value"]
            elif event["event"] == "active_loop":
                active_loop = event["name"] or ""
        return replace(self, slots=slots, active_loop=active_loop)


@cache
def _adapter() -> TypeAdapter[Conversation]:
    return TypeAdapter(Conversation)


class Conversations:
    """The conversations that this process has heard of."""

    def __init__(self, *, most_bytes: int = MOST_BYTES) -> None:
        """Know none yet, and never more than so many bytes of them."""
        self._known = Kept[str, Conversation](most_bytes)

    @property
    def size(self) -> int:
        """Return the bytes that are taken now, about."""
        return self._known.size

    def __contains__(self, key: str) -> bool:
        """Return whether a conversation is known."""
        return key in self._known

    def __getitem__(self, key: str) -> Conversation:
        """Return a conversation; a new one when it is not known."""
        return self._known.get(key) or Conversation()

    def __setitem__(self, key: str, conversation: Conversation) -> None:
        """Take note of a conversation as it is now."""
        self._known.put(key, conversation)

    def forget(self, key: str) -> None:
        """Know nothing of a conversation any more."""
        self._known.drop(key)
