"""The doors that show a secret: Dialogflow ES and CX, and a plain webhook for any other assistant."""

from __future__ import annotations

import hmac

from aiohttp import hdrs, web
from pydantic import SecretStr

from engine import schemas
from service.channels.voice.conversation import MORE, Speech, Talks
from service.server.chat import new_session
from service.server.openapi import Routes
from service.server.requests import ENGINE, read_body, respond

ES_PATH = "/dialogflow/es"
CX_PATH = "/dialogflow/cx"
PATH = "/voice"

TAGS = {"more": MORE, "sources": "show me the sources", "why": "why?", "help": "help"}
"""Tag of a CX webhook → what it stands for; with any other tag the person's words count."""

DIALOGFLOW: web.AppKey[Talks] = web.AppKey("dialogflow_talks", Talks)
VOICE: web.AppKey[Talks] = web.AppKey("voice_talks", Talks)

_ERRORS = (400, 401, 404, 408, 413, 415, 503)
ROUTES = Routes()


@ROUTES(f"POST {ES_PATH}", body=schemas.EsRequest, returns=schemas.EsResponse, errors=_ERRORS, scope="own")
async def answer_es(request: web.Request) -> web.Response:
    """For Dialogflow ES: answer what a person said."""
    settings = request.app[ENGINE].config.voice
    talks = _talks(request, DIALOGFLOW, settings.dialogflow_token)
    sent = await read_body(request, schemas.EsRequest)
    return respond(_es(await talks.say(sent.session, sent.query.text, timeout_s=settings.dialogflow_es_timeout_s)))


@ROUTES(f"POST {CX_PATH}", body=schemas.CxRequest, returns=schemas.CxResponse, errors=_ERRORS, scope="own")
async def answer_cx(request: web.Request) -> web.Response:
    """For Dialogflow CX: answer what a person said."""
    settings = request.app[ENGINE].config.voice
    talks = _talks(request, DIALOGFLOW, settings.dialogflow_token)
    sent = await read_body(request, schemas.CxRequest)
    message = TAGS.get(sent.fulfillment.tag, sent.text)
    return respond(_cx(await talks.say(sent.info.session, message, timeout_s=settings.dialogflow_cx_timeout_s)))


@ROUTES(f"POST {PATH}", body=schemas.VoiceRequest, returns=schemas.Voice, errors=_ERRORS, scope="own")
async def answer(request: web.Request) -> web.Response:
    """For any assistant that speaks: text in, speech out."""
    settings = request.app[ENGINE].config.voice
    talks = _talks(request, VOICE, settings.token)
    said = await read_body(request, schemas.VoiceRequest)
    session = said.session or new_session()
    speech = await talks.say(session, said.text, timeout_s=settings.timeout_s)
    shown: schemas.Voice = {
        "session": session,
        "text": speech.text,
        "ssml": speech.ssml,
        "more": speech.more,
        "suggestions": list(speech.suggestions),
        "shown": speech.shown,
    }
    return respond(shown)


def _talks(request: web.Request, door: web.AppKey[Talks], secret: SecretStr) -> Talks:
    """Return the conversations of a door to which a request shows its secret.

    Raises:
        HTTPNotFound: The door is closed.
        HTTPUnauthorized: The request does not say ``Authorization: Bearer`` and the secret.
    """
    talks = request.app.get(door)
    if talks is None:
        raise web.HTTPNotFound
    scheme, _, shown = request.headers.get(hdrs.AUTHORIZATION, "").partition(" ")
    right = hmac.compare_digest(shown.strip().encode("utf-8", "surrogateescape"), secret.get_secret_value().encode())
    if scheme.lower() != "bearer" or not right:
        raise web.HTTPUnauthorized
    return talks


def _es(speech: Speech) -> schemas.EsResponse:
    messages: list[schemas.EsMessage] = [
        {"text": {"text": [speech.text]}},
        {"platform": "TELEPHONY", "telephonySynthesizeSpeech": {"ssml": speech.ssml}},
    ]
    if speech.suggestions:
        messages.append({"quickReplies": {"quickReplies": list(speech.suggestions)}})
    return {"fulfillmentText": speech.text, "fulfillmentMessages": messages}


def _cx(speech: Speech) -> schemas.CxResponse:
    messages: list[schemas.CxMessage] = [{"text": {"text": [speech.text]}}, {"outputAudioText": {"ssml": speech.ssml}}]
    return {"fulfillmentResponse": {"messages": messages, "mergeBehavior": "REPLACE"}}


def install(app: web.Application) -> tuple[str, str]:
    """Open the doors whose secrets are there; return a line for each."""
    settings = app[ENGINE].config.voice
    dialogflow, voice = settings.dialogflow_token.get_secret_value(), settings.token.get_secret_value()
    if dialogflow:
        app[DIALOGFLOW] = Talks(app, dialogflow)
    if voice:
        app[VOICE] = Talks(app, voice)
    return (
        f"Dialogflow is on: its webhooks are {ES_PATH} and {CX_PATH}."
        if dialogflow
        else "Dialogflow is off: DIALOGFLOW_TOKEN is not set. See docs/dialogflow.md.",
        f"The voice webhook is on: {PATH}."
        if voice
        else "The voice webhook is off: VOICE_TOKEN is not set. See docs/voice.md.",
    )
