"""One thing the bot says, and how Rasa is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rasa_sdk.executor import CollectingDispatcher

from actions.dialogue_state import DialogueState
from engine import schemas
from engine.types import Citation, Comparison, Standings
from engine.types.document import Blocks


class Button(NamedTuple):
    """A suggestion: what it shows, and what is said for the person who chooses it."""

    title: str
    message: str


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to one message."""

    text: str
    memory: DialogueState
    """What to remember from now on."""
    buttons: Sequence[Button] = ()
    note: str = ""
    """Said before the text, as a message of its own."""
    citations: Sequence[Citation] = ()
    """Of ``text``."""
    comparison: Comparison | Standings | None = None
    """To show beside the text."""
    erased: bool = False
    """Whether the conversation is to be deleted."""
    blocks: Blocks = ()
    """What ``text`` says, where it is more than own words."""

    def utter(self, dispatcher: CollectingDispatcher) -> None:
        """Hand the reply to Rasa: the text, then a payload that belongs to it.

        Rasa keeps all that is said for the rest of the conversation, so a comparison goes as its request only.
        """
        if self.note:
            dispatcher.utter_message(text=self.note)
        buttons = [{"title": button.title, "payload": button.message} for button in self.buttons]
        dispatcher.utter_message(text=self.text, buttons=buttons)
        if self.blocks or self.citations or self.comparison or self.erased:
            dispatcher.utter_message(json_message=self._payload())

    def _payload(self) -> dict[str, object]:
        payload: dict[str, object] = {"citations": [schemas.citation(citation) for citation in self.citations]}
        if self.blocks:
            payload["blocks"] = schemas.blocks(self.blocks)
        if self.erased:
            payload["erased"] = True
        if self.comparison:
            aspects = [{"name": aspect.name, "weight": aspect.weight} for aspect in self.comparison.aspects]
            payload["comparison"] = {
                "objects": list(self.comparison.objects),
                "aspects": aspects,
                **{name: bound for name, bound in self.memory.period._asdict().items() if bound},
            }
        return payload
