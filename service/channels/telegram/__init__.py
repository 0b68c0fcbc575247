"""The door to Telegram: messages, commands, buttons, groups and inline questions, by long polling or a webhook.

Nothing of the library for Telegram is imported unless the door is open.
"""

from __future__ import annotations

import hmac
import json
import logging
import re
from typing import TYPE_CHECKING

from aiohttp import web

from engine.config import SECRETS, TelegramConfig
from engine.errors import InputError
from engine.extras import lacks
from service.server.openapi import Routes
from service.server.requests import ENGINE, receive

if TYPE_CHECKING:
    from service.channels.telegram.channel import TelegramDoor

log = logging.getLogger(__name__)

DOOR: web.AppKey[TelegramDoor] = web.AppKey("telegram_door")

MAX_BODY_BYTES = 1 << 20
"""A reply comes with the message that it replies to."""

MOST_OBJECTS = 2_000
"""Objects in an update; a message has 100 entities at most."""

PATH = "/telegram/webhook"

_TOKEN = re.compile(r"\d+:[\w-]+")
_SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}")

ROUTES = Routes()


@ROUTES(f"POST {PATH}", media="*/*", errors=(400, 401, 404, 408, 413, 503), scope=None)
async def updates(request: web.Request) -> web.StreamResponse:
    """For Telegram alone: its updates, with the secret that it was given."""
    door = request.app.get(DOOR)
    settings = request.app[ENGINE].config.telegram
    if door is None or not settings.webhook_url:
        raise web.HTTPNotFound
    given = request.headers.get("X-Telegram-Bot-Api-Secret-Token", "")
    if not hmac.compare_digest(
        given.encode("utf-8", "surrogateescape"), settings.webhook_secret.get_secret_value().encode()
    ):
        raise web.HTTPUnauthorized
    door.check_room()
    raw = await receive(request.clone(client_max_size=MAX_BODY_BYTES))
    try:
        update = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise InputError("This is not an update of Telegram: it is not JSON.") from error
    if raw.count(b"{") > MOST_OBJECTS:
        log.warning("An update of Telegram was left: it is of more than %d parts.", MOST_OBJECTS)
    else:
        await door.take(update)
    return web.Response()


def install(app: web.Application) -> str:
    """Open the door when its secrets are there; return a line that says so."""
    settings = app[ENGINE].config.telegram
    if missing := _missing(settings):
        return f"Telegram is off: {missing}. See docs/telegram.md."
    from service.channels.telegram.channel import TelegramDoor

    app[DOOR] = door = TelegramDoor(app)
    app.cleanup_ctx.append(door.connected)
    if settings.webhook_url:
        return f"Telegram is on: it sends its updates to {settings.webhook_url.rstrip('/')}{PATH}."
    return "Telegram is on, by long polling."


def _missing(settings: TelegramConfig) -> str:
    """Return what keeps the door closed; empty when nothing does."""
    token, secret = SECRETS["telegram"].values()
    if not settings.bot_token.get_secret_value():
        return f"{token} is not set"
    if not _TOKEN.fullmatch(settings.bot_token.get_secret_value()):
        return f"{token} is not a token such as 123456:ABC"
    if settings.webhook_url and not _SECRET.fullmatch(settings.webhook_secret.get_secret_value()):
        return f"telegram.webhook_url is set, but {secret} is not 1 to 256 letters, digits, _ or -"
    return lacks("aiogram")
