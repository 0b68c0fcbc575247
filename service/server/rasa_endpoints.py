"""The listener for Rasa alone, on loopback: what does a message want, and what does the bot do about it.

Rasa turns every failure of an action into silence. Hence both handlers always answer: a message that cannot be read has
no intent, an action that fails is a rejection (status 400), and to both Rasa replies with ``utter_default``.
"""

from __future__ import annotations

import asyncio
import logging

from aiohttp import web

from service.dialogue.dialogue import Dialogue, unread
from service.server.pool import CLIENT

log = logging.getLogger(__name__)

MAX_BODY_BYTES = 16 << 20
"""Rasa sends what it remembers of the conversation with each action."""

GONE = "Rasa ended while it asked."

READING = 0.3
"""Share of ``rasa.timeout_s`` that reading a message may take; an action takes most of the rest."""


class _Internal:
    def __init__(self, dialogue: Dialogue) -> None:
        self._dialogue = dialogue
        self._reading_s = READING * dialogue.timeout_s

    async def parse(self, request: web.Request) -> web.Response:
        text = ""
        try:
            asked = await request.json()
            text = str(asked["text"] or "")
            key = str(asked.get("message_id"))
            self._dialogue.comparisons.end(key)
            CLIENT.set(self._dialogue.clients.get(key, key))
            async with asyncio.timeout(self._reading_s):
                return web.json_response(await self._dialogue.parse(key, text))
        except TimeoutError:
            log.warning("A message was not read: it took too long.")
        except ConnectionResetError:
            log.warning(GONE)
        except Exception:
            log.exception("A message was not read.")
        return web.json_response(unread(text))

    async def give_tracker(self, request: web.Request) -> web.Response:
        """Return what Rasa has kept here of a conversation."""
        kept = self._dialogue.tracker(request.query.get("sender_id", ""))
        return web.Response(text=kept, status=200 if kept else 404)

    async def keep_tracker(self, request: web.Request) -> web.Response:
        """Keep it, while the turn of the conversation goes on."""
        self._dialogue.keep_tracker(request.query.get("sender_id", ""), await request.text())
        return web.Response(status=204)

    async def webhook(self, request: web.Request) -> web.Response:
        name = ""
        try:
            call = await request.json()
            name = str(call["next_action"])
            key = str(call["tracker"]["sender_id"])
            CLIENT.set(self._dialogue.clients.get(key, key))
            if not self._dialogue.is_over(call["tracker"]):
                return web.json_response(await self._dialogue.act(call))
            log.warning("Rasa acts in a turn that is over.")
        except ConnectionResetError:
            log.warning(GONE)
        except Exception:
            log.exception("The action %r failed.", name)
        return web.json_response({"error": f"The action {name!r} failed.", "action_name": name}, status=400)


def make_internal_app(dialogue: Dialogue, *, secret: str) -> web.Application:
    """Return the application: what Rasa calls, ``POST /model/parse`` and ``/webhook``, and ``/tracker`` of its store.

    Args:
        dialogue: Reads messages and acts.
        secret: The first part of every path, told to Rasa alone: other users of the machine reach the loopback, too.
    """
    internal = _Internal(dialogue)
    app = web.Application(client_max_size=MAX_BODY_BYTES)
    app.add_routes(
        [
            web.post(f"/{secret}/model/parse", internal.parse),
            web.post(f"/{secret}/webhook", internal.webhook),
            web.get(f"/{secret}/tracker", internal.give_tracker),
            web.put(f"/{secret}/tracker", internal.keep_tracker),
        ]
    )
    return app
