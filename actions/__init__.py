"""What the bot does: Rasa's custom actions, run inside the service process and calling the engine directly.

``build`` makes one action for each public method of ``Dialogue``. An action reads the memory from the slots, has the
reply made off the event loop and within a time limit, says it, and sets the slots that changed. Whatever fails is said.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol, TypeVar

from rasa_sdk.events import EventType
from rasa_sdk.executor import CollectingDispatcher
from rasa_sdk.interfaces import Action, Tracker
from rasa_sdk.types import DomainDict

from actions import responses
from actions.dialogue import INTENTS, Dialogue, ReplyTo
from actions.dialogue_state import DialogueState
from actions.reply import Reply
from actions.user_message import UserMessage
from engine.errors import EngineError
from engine.pipeline import Engine

T = TypeVar("T")


class Run(Protocol):
    """Runs blocking work somewhere else than on the event loop."""

    async def __call__(self, work: Callable[[], T], /) -> T:
        """Run ``work`` and return what it returns; raises ``UnavailableError`` when there is no room for it."""
        ...


class DialogueAction(Action):
    """Replies to one intent."""

    def __init__(self, intent: str, reply_to: ReplyTo, run: Run, timeout_s: float) -> None:
        """Make the action ``action_<intent>``."""
        self._intent = intent
        self._reply_to = reply_to
        self._run_elsewhere = run
        self._timeout_s = timeout_s

    def name(self) -> str:
        """Return the name that ``domain.yml`` lists."""
        return f"action_{self._intent}"

    async def run(
        self,
        dispatcher: CollectingDispatcher,
        tracker: Tracker,
        domain: DomainDict,  # noqa: ARG002 - Rasa passes it
    ) -> list[EventType]:
        """Reply, and return the slots that changed."""
        memory = DialogueState.of(tracker.slots)
        offered = memory.offer.objects if memory.offer else ()
        said = UserMessage.of(tracker.latest_message, memory.objects or offered)
        reply = await self._reply(said, memory)
        reply.utter(dispatcher)
        return reply.memory.changes(memory)

    async def _reply(self, said: UserMessage, memory: DialogueState) -> Reply:
        try:
            async with asyncio.timeout(self._timeout_s):
                return await self._run_elsewhere(lambda: self._reply_to(said, memory))
        except TimeoutError:
            return responses.too_slow(memory, said.text, self._timeout_s)
        except EngineError as error:
            return responses.trouble(error, memory, said.text)


def build(engine: Engine, run: Run, *, timeout_s: float) -> list[Action]:
    """Return the actions.

    Args:
        engine: What they talk about.
        run: Where the engine works.
        timeout_s: Seconds after which an action says that it takes too long; less than Rasa is given for a turn.
    """
    dialogue = Dialogue(engine)
    replies = [getattr(dialogue, name) for name in INTENTS]
    return [DialogueAction(reply.__name__, reply, run, timeout_s) for reply in replies]
