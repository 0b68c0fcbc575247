"""What all actions share: state from the slots, a reply made off the event loop and in time, slots that changed."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar, Protocol, TypeVar

from actions.aspect_weights import shares, without
from actions.dialogue_state import DialogueState
from actions.references import placed
from actions.replies import Button, Reply, Utterance, say, utter
from actions.sdk import (
    Action,
    ActiveLoop,
    CollectingDispatcher,
    DomainDict,
    EventType,
    FollowupAction,
    SlotSet,
    Tracker,
)
from actions.turn_comparisons import Found, TurnComparisons
from actions.user_message import UserMessage
from engine.errors import EngineError, IndexUnusableError
from engine.pipeline import Engine
from engine.types import ALWAYS, EVERYBODY, Aspect, Query
from nlu_models.intents import UNSURE, ParsedMessage

T = TypeVar("T")

FORM = "comparison_form"
"""The form of ``domain.yml`` that asks until there are two things to compare."""

FORM_LEFT = (ActiveLoop(None), SlotSet("requested_slot", None))
"""Events that end the form."""

_ABOUT_THINGS = frozenset({"add_object", "change_object", "name_object"})
"""Intents whose actions look at things alone."""

MAX_REPEATED_CHARS = 200
"""A longer message is not offered to be sent again."""


class Run(Protocol):
    """Runs blocking work somewhere else than on the event loop."""

    async def __call__(self, work: Callable[[], T], /) -> T:
        """Run ``work`` and return what it returns; raises ``UnavailableError`` when there is no room for it."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What an action replies to."""

    message: UserMessage
    state: DialogueState
    intent: str
    asked: str
    """The slot that the form has asked for; empty when it has not."""
    compare: Callable[[Query], Found]
    """Compares, the same thing once a turn."""


class BotAction(Action):
    """An action of the bot: ``reply`` says what it does."""

    kind: ClassVar[str] = ""
    """Of its replies, which the next message may point at; see ``DialogueState.replied``."""

    def __init__(self, engine: Engine, comparisons: TurnComparisons, run: Run, timeout_s: float) -> None:
        """Make the action.

        Args:
            engine: What it talks about.
            comparisons: Where the comparisons of a turn are made and held.
            run: Where the engine works.
            timeout_s: Seconds after which it says that it takes too long.
        """
        self.engine = engine
        self._comparisons = comparisons
        self._run_elsewhere = run
        self._timeout_s = timeout_s

    @abstractmethod
    def reply(self, turn: Turn) -> Reply:
        """Return what to say and to remember; may raise ``EngineError``."""

    def told(self, turn: Turn) -> Reply:
        """Return the reply with what belongs to each, whatever it is about."""
        return self.reply(turn)

    async def run(self, dispatcher: CollectingDispatcher, tracker: Tracker, domain: DomainDict) -> list[EventType]:
        """Reply, and return the slots that changed."""
        conversation = tracker.sender_id
        turn = turn_of(tracker, lambda query: self._comparisons.make(conversation, query, engine=self.engine))
        reply = await self._reply(turn)
        for said in reply.said:
            shown = said.comparison
            utter(dispatcher, said, comparison_id=self._comparisons.id_of(conversation, shown) if shown else None)
        return self._events(reply, turn, tracker)

    def _events(self, reply: Reply, turn: Turn, tracker: Tracker) -> list[EventType]:
        state = replace(reply.state, replied=reply.kind or self.kind).kept()
        events = state.changes(DialogueState.of(tracker.slots))
        if reply.asks:
            return [*events, FollowupAction(FORM)]
        return [*events, *FORM_LEFT] if tracker.active_loop_name else events

    async def _reply(self, turn: Turn) -> Reply:
        try:
            async with asyncio.timeout(self._timeout_s):
                return await self._run_elsewhere(lambda: self.told(_placed(turn)))
        except TimeoutError:
            again = _again(turn.message.text)
            return Reply(turn.state, [say("utter_too_slow", *again, seconds=f"{self._timeout_s:.0f}")])
        except EngineError as error:
            return Reply(turn.state, [_trouble(error, turn.message.text)])


def turn_of(tracker: Tracker, compare: Callable[[Query], Found]) -> Turn:
    """Return what a tracker says of the turn."""
    state = DialogueState.of(tracker.slots)
    message = UserMessage.of(tracker.latest_message, state)
    intent = (tracker.latest_message.get("intent") or {}).get("name") or ""
    asked = tracker.slots.get("requested_slot") or ""
    return Turn(message, _besides(state, message, intent), intent, asked, compare)


def _besides(state: DialogueState, message: UserMessage, intent: str) -> DialogueState:
    """Return the state as the other half of a message changes it: "add rum, only since 2015", "new topic: …"."""
    if message.second == "restart" and state.objects and not shares(message.objects, state.objects):
        return state.about((), (), period=ALWAYS, publishers=EVERYBODY)
    if not message.second or intent == UNSURE or not state.complete:
        return state
    brings = any(not shares((name,), state.objects) for name in message.objects)
    left = tuple(name for name in state.objects if not shares(message.unwanted, (name,)))
    objects = left if brings else without(message.unwanted, state)
    unwanted = () if intent == "add_aspect" else message.unwanted  # which that action does itself
    aspects = [aspect for aspect in state.aspects if not shares(unwanted, (aspect.name,))]
    if message.second == "add_aspect" and intent in _ABOUT_THINGS:
        aspects += [Aspect(name) for name in message.aspects if not shares((name,), [one.name for one in aspects])]
    if (objects, aspects) != (state.objects, [*state.aspects]):
        state = state.about(objects, aspects)
    if message.second != "filter":
        return state
    return replace(state, period=message.period or state.period, publishers=state.limited(message.publishers))


def _placed(turn: Turn) -> Turn:
    """Return a turn with what its words point at."""
    message, state = placed(turn.message, turn.state, turn.intent, turn.compare)
    return replace(turn, message=message, state=state)


def _trouble(error: EngineError, text: str) -> Utterance:
    """Say what went wrong; all that was said before is kept."""
    if isinstance(error, IndexUnusableError):
        return say("utter_no_index", *_again(text), problem=error.tell())
    return say("utter_trouble", *(() if 400 <= error.status < 500 else _again(text)), problem=error.tell())


def _again(text: str) -> list[Button]:
    if not text or len(text) > MAX_REPEATED_CHARS:
        return []
    return [Button("Try again", ParsedMessage("", 0.0, text=text))]
