"""The door for any other assistant: text in, speech out."""

from __future__ import annotations

from aiohttp import web

from engine import schemas
from service.channels.voice import bearer
from service.channels.voice.conversation import Talks
from service.server.chat import new_session
from service.server.openapi import Routes
from service.server.requests import ENGINE, read_body, respond

PATH = "/voice"

TALKS: web.AppKey[Talks] = web.AppKey("voice_talks", Talks)

ROUTES = Routes()


@ROUTES(
    f"POST {PATH}", body=schemas.VoiceRequest, returns=schemas.Voice, errors=(400, 401, 404, 408, 413, 415), scope="own"
)
async def answer(request: web.Request) -> web.Response:
    """For any assistant that speaks: text in, speech out."""
    talks, settings = request.app.get(TALKS), request.app[ENGINE].config.voice
    if talks is None:
        raise web.HTTPNotFound
    bearer.check(request, settings.token.get_secret_value())
    said = await read_body(request, schemas.VoiceRequest)
    session = said.session or new_session()
    speech = await talks.say(session, said.text, timeout_s=settings.timeout_s)
    answer: schemas.Voice = {
        "session": session,
        "text": speech.text,
        "ssml": speech.ssml,
        "more": speech.more,
        "suggestions": list(speech.suggestions),
        "shown": speech.shown,
    }
    return respond(answer)


def install(app: web.Application) -> str:
    """Open the door when its secret is there; return a line that says so."""
    token = app[ENGINE].config.voice.token.get_secret_value()
    if not token:
        return "The voice webhook is off: VOICE_TOKEN is not set. See docs/voice.md."
    app[TALKS] = Talks(app, token)
    return f"The voice webhook is on: {PATH}."
