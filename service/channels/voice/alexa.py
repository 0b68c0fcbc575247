"""The door to Alexa. Nothing of Alexa's libraries is imported unless it is open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web

from engine import schemas
from engine.extras import lacks
from service.server.openapi import Routes
from service.server.requests import ENGINE, read_bytes

if TYPE_CHECKING:
    from service.channels.voice.skill import AlexaDoor

PATH = "/alexa"

DOOR: web.AppKey[AlexaDoor] = web.AppKey("alexa_door")

ROUTES = Routes()


@ROUTES(f"POST {PATH}", errors=(400, 404, 408, 413, 415, 503), scope=None)
async def respond(request: web.Request) -> web.Response:
    """For Alexa alone: what its skill hears, signed by it."""
    door = request.app.get(DOOR)
    if door is None:
        raise web.HTTPNotFound
    answer = await door.answer(request.headers, await read_bytes(request))
    return web.Response(body=schemas.dump(answer), content_type="application/json")


def install(app: web.Application) -> str:
    """Open the door when the skill is known; return a line that says so."""
    skill_id = app[ENGINE].config.voice.alexa_skill_id.get_secret_value()
    if not skill_id:
        return "Alexa is off: ALEXA_SKILL_ID is not set. See docs/alexa.md."
    if missing := lacks("ask_sdk_core"):
        return f"Alexa is off: {missing}. See docs/alexa.md."
    from service.channels.voice.skill import AlexaDoor

    app[DOOR] = AlexaDoor(app, skill_id)
    return f"Alexa is on: the skill's endpoint is {PATH}."
