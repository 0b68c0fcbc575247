"""What the bot says in a turn, and how Rasa is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from actions.dialogue_state import DialogueState
from actions.sdk import CollectingDispatcher
from engine import schemas
from engine.types import Answer, Comparison, Standings
from nlu_models.intents import ParsedMessage


class Button(NamedTuple):
    """A suggestion: what it shows, and what is said for the person who chooses it."""

    title: str
    means: ParsedMessage


@dataclass(frozen=True, slots=True)
class Utterance:
    """A message to the person: a response of ``domain.yml``, or an answer."""

    response: str = ""
    """Its name; empty for an answer."""
    variables: Mapping[str, Any] = field(default_factory=dict)
    """What its words in braces stand for."""
    buttons: Sequence[Button] = ()
    """Besides those of the response."""
    answer: Answer | None = None
    comparison: Comparison | Standings | None = None
    """To show beside it."""


def say(response: str, *buttons: Button, **variables: str) -> Utterance:
    """Return the utterance of a response."""
    return Utterance(response, variables, buttons)


@dataclass(frozen=True, slots=True)
class Reply:
    """What an action says and leaves behind."""

    state: DialogueState
    """What to remember from now on."""
    said: Sequence[Utterance] = ()
    asks: bool = False
    """Whether the form goes on: it asks for what is missing."""
    kind: str = ""
    """See ``BotAction.kind``; that of the action when empty."""

    def offering(self, *buttons: Button) -> Reply:
        """Return the reply with more buttons at its end."""
        last = self.said[-1]
        return replace(self, said=[*self.said[:-1], replace(last, buttons=[*last.buttons, *buttons])])


def utter(
    dispatcher: CollectingDispatcher, said: Utterance, *, comparison_id: str | None = None, deleted: bool = False
) -> None:
    """Hand an utterance to Rasa: its text, then the document and what belongs to it as a message of its own.

    Rasa keeps all that is said for some turns, so a comparison goes by its id. A button goes with its meaning, for the
    process that understands the next message; Rasa does not see it.
    """
    buttons = [{"title": button.title, "payload": button.means.text, "means": button.means} for button in said.buttons]
    if said.answer:
        dispatcher.utter_message(text=said.answer.text, buttons=buttons)
    else:
        dispatcher.utter_message(response=said.response, buttons=buttons, **said.variables)
    payload: dict[str, object] = {}
    if said.answer:
        payload["blocks"] = schemas.blocks(said.answer.blocks)
        payload["citations"] = schemas.show(said.answer.citations)
    if comparison_id:
        payload["comparison"] = comparison_id
    if deleted:
        payload["deleted"] = True
    if payload:
        dispatcher.utter_message(json_message=payload)
