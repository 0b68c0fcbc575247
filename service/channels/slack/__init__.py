"""The door to Slack: mentions, direct messages, ``/compare``, buttons and a form, over Socket Mode or events.

Nothing of Slack's libraries is imported unless the door is open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web

from engine.config import SECRETS, SlackConfig
from engine.extras import lacks
from service.server.openapi import Routes
from service.server.requests import ENGINE, receive

if TYPE_CHECKING:
    from service.channels.slack.channel import SlackDoor

DOOR: web.AppKey[SlackDoor] = web.AppKey("slack_door")

MAX_BODY_BYTES = 1 << 20
"""A click sends the whole message that the button stands in."""

PATH = "/slack/events"

ROUTES = Routes()


@ROUTES(f"POST {PATH}", media="*/*", errors=(400, 401, 404, 408, 413, 503), scope=None)
async def events(request: web.Request) -> web.StreamResponse:
    """For Slack alone: its events, commands, clicks and forms, signed by it."""
    door = request.app.get(DOOR)
    if door is None or not door.listens:
        raise web.HTTPNotFound
    return await door.handle(request, await receive(request.clone(client_max_size=MAX_BODY_BYTES)))


def install(app: web.Application) -> str:
    """Open the door when its secrets are there; return a line that says so."""
    settings = app[ENGINE].config.slack
    if missing := _missing(settings):
        return f"Slack is off: {missing}. See docs/slack.md."
    from service.channels.slack.channel import SlackDoor

    app[DOOR] = door = SlackDoor(app)
    app.cleanup_ctx.append(door.connected)
    if settings.app_token.get_secret_value():
        return "Slack is on, over Socket Mode."
    return f"Slack is on: it sends its events to {PATH}."


def _missing(settings: SlackConfig) -> str:
    """Return what keeps the door closed; empty when nothing does."""
    bot, app, signing = SECRETS["slack"].values()
    if not settings.bot_token.get_secret_value():
        return f"{bot} is not set"
    if not (settings.app_token.get_secret_value() or settings.signing_secret.get_secret_value()):
        return f"neither {app} (for Socket Mode) nor {signing} (for events) is set"
    return lacks("slack_bolt")
