"""Doors for assistants that listen and speak: Alexa, Dialogflow ES and CX, and a plain webhook for any other.

Each reads what its platform sends into a message, ``conversation.Talks`` answers it in time, and the door says that in
its platform's words. A door without its secret in the environment stays closed.
"""

from __future__ import annotations

from aiohttp import web

from service.channels.voice import alexa, webhooks

ROUTES = (*alexa.ROUTES, *webhooks.ROUTES)


def install(app: web.Application) -> tuple[str, ...]:
    """Open the doors whose secrets are there; return a line for each."""
    return alexa.install(app), *webhooks.install(app)
