"""The listener for Rasa alone, on loopback: what does a message want, and what does the bot do about it.

Rasa turns every failure of an action into silence. Hence both handlers always answer: a message that cannot be read is
an ``nlu_fallback``, an action that fails is a rejection (status 400), and to both Rasa replies with ``utter_default``.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from typing import Any

from aiohttp import web
from rasa_sdk.executor import ActionExecutor

from actions import build
from actions.dialogue_state import DialogueState
from engine.errors import EngineError
from engine.pipeline import Engine
from nlu_models.intents import NOTHING_SAID, Context, ParsedMessage, parse_message
from service.server.pool import Pool

log = logging.getLogger(__name__)

MAX_BODY_BYTES = 16 << 20
"""Rasa sends what it remembers of the conversation with each action."""

READING = 0.3
ACTING = 0.6
"""Shares of ``rasa.timeout_s``: both of a turn's requests must fit into it."""


MOST_CONVERSATIONS = 10_000
"""Conversations of which is remembered what the next message follows; the one that rested longest is forgotten."""


class Contexts:
    """What the next message of each conversation follows, as far as this process has heard of it.

    Rasa asks for the reading of a message with the id of its conversation but without its slots; an action gets both.
    """

    def __init__(self, *, most: int = MOST_CONVERSATIONS) -> None:
        """Remember nothing yet, and never more than ``most`` conversations."""
        self._contexts: OrderedDict[str, Context] = OrderedDict()
        self._most = most

    def __getitem__(self, conversation: str) -> Context:
        """Return what the next message of a conversation follows."""
        return self._contexts.get(conversation, NOTHING_SAID)

    def learn(self, tracker: Mapping[str, Any], events: Iterable[Mapping[str, Any]]) -> None:
        """Remember what a conversation is about after an action.

        Args:
            tracker: The conversation before it, as Rasa sent it.
            events: What the action answered.
        """
        slots = tracker["slots"] | {event["name"]: event["value"] for event in events if event["event"] == "slot"}
        self._contexts[tracker["sender_id"]] = DialogueState.of(slots).context
        self._contexts.move_to_end(tracker["sender_id"])
        if len(self._contexts) > self._most:
            self._contexts.popitem(last=False)


class _Internal:
    def __init__(self, engine: Engine, pool: Pool) -> None:
        self._engine = engine
        self._contexts = Contexts()
        self._pool = pool
        self._max_chars = engine.config.service.max_question_chars
        self._reading_s = READING * engine.config.rasa.timeout_s
        self._executor = ActionExecutor()
        for action in build(engine, pool.run, timeout_s=ACTING * engine.config.rasa.timeout_s):
            self._executor.register_action(action)

    async def parse(self, request: web.Request) -> web.Response:
        text = ""
        try:
            asked = await request.json()
            text = str(asked["text"] or "")
            context = self._contexts[str(asked.get("message_id"))]
            async with asyncio.timeout(self._reading_s):
                turn = await self._pool.run(
                    lambda: parse_message(text[: self._max_chars], parser=self._engine, context=context)
                )
        except (EngineError, TimeoutError) as error:
            log.warning("A message was not read: %s", str(error) or "it took too long")
        except Exception:
            log.exception("A message was not read.")
        else:
            return web.json_response(parsed(text, turn))
        return web.json_response(parsed(text, ParsedMessage("nlu_fallback", 1.0)))

    async def resume(self, request: web.Request) -> web.Response:
        """Take note of a conversation that was kept from before this process."""
        try:
            self._contexts.learn(await request.json(), ())
        except (ValueError, KeyError, TypeError, AttributeError):
            log.exception("A kept conversation was not understood.")
            return web.Response(status=400)
        return web.Response(status=204)

    async def webhook(self, request: web.Request) -> web.Response:
        name = ""
        try:
            call = await request.json()
            name = str(call["next_action"])
            result = await self._executor.run({"domain": {}, **call})
            if result is not None:
                self._contexts.learn(call["tracker"], result.events)
        except Exception:
            log.exception("The action %r failed.", name)
            result = None
        if result is None:
            return web.json_response({"error": f"The action {name!r} failed.", "action_name": name}, status=400)
        return web.json_response(result.model_dump())


def parsed(text: str, turn: ParsedMessage) -> dict[str, Any]:
    """Return a turn as Rasa expects what its own reader would return.

    Args:
        text: The message, for a turn that holds none.
        turn: What it wants.
    """
    intent = {"name": turn.intent, "confidence": turn.confidence}
    entities = [
        {"entity": found.entity, "value": found.value, "start": found.start, "end": found.end}
        | ({"role": found.role} if found.role else {})
        for found in turn.entities
    ]
    return {"text": turn.text or text, "intent": intent, "entities": entities, "intent_ranking": [intent]}


def make_internal_app(engine: Engine, pool: Pool) -> web.Application:
    """Return the application: ``POST /model/parse`` and ``POST /webhook``, as Rasa calls them, ``POST /conversations``.

    Args:
        engine: Reads messages and answers.
        pool: Where it works.
    """
    internal = _Internal(engine, pool)
    app = web.Application(client_max_size=MAX_BODY_BYTES)
    app.add_routes(
        [
            web.post("/model/parse", internal.parse),
            web.post("/webhook", internal.webhook),
            web.post("/conversations", internal.resume),
        ]
    )
    return app
