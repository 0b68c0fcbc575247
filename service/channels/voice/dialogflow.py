"""The doors to Dialogflow: the webhooks of an ES agent and of a CX agent, answered within the time each waits."""

from __future__ import annotations

from aiohttp import web

from engine import schemas
from service.channels.voice import bearer
from service.channels.voice.conversation import MORE, Speech, Talks
from service.server.openapi import Routes
from service.server.requests import ENGINE, read_body, respond

ES_PATH = "/dialogflow/es"
CX_PATH = "/dialogflow/cx"

TAGS = {"more": MORE, "sources": "show me the sources", "why": "why?", "help": "help"}
"""Tag of a CX webhook → what it stands for; with any other tag the person's words count."""

TALKS: web.AppKey[Talks] = web.AppKey("dialogflow_talks", Talks)


_ERRORS = (400, 401, 404, 408, 413, 415)
ROUTES = Routes()


@ROUTES(f"POST {ES_PATH}", body=schemas.EsRequest, returns=schemas.EsResponse, errors=_ERRORS, scope="own")
async def answer_es(request: web.Request) -> web.Response:
    """For Dialogflow ES: answer what a person said."""
    talks = _talks(request)
    sent = await read_body(request, schemas.EsRequest)
    limit_s = request.app[ENGINE].config.voice.dialogflow_es_timeout_s
    return respond(_es(await talks.say(sent.session, sent.query.text, timeout_s=limit_s)))


@ROUTES(f"POST {CX_PATH}", body=schemas.CxRequest, returns=schemas.CxResponse, errors=_ERRORS, scope="own")
async def answer_cx(request: web.Request) -> web.Response:
    """For Dialogflow CX: answer what a person said."""
    talks = _talks(request)
    sent = await read_body(request, schemas.CxRequest)
    limit_s = request.app[ENGINE].config.voice.dialogflow_cx_timeout_s
    message = TAGS.get(sent.fulfillment.tag, sent.text)
    return respond(_cx(await talks.say(sent.info.session, message, timeout_s=limit_s)))


def _talks(request: web.Request) -> Talks:
    talks = request.app.get(TALKS)
    if talks is None:
        raise web.HTTPNotFound
    bearer.check(request, request.app[ENGINE].config.voice.dialogflow_token.get_secret_value())
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


def install(app: web.Application) -> str:
    """Open the doors when their secret is there; return a line that says so."""
    token = app[ENGINE].config.voice.dialogflow_token.get_secret_value()
    if not token:
        return "Dialogflow is off: DIALOGFLOW_TOKEN is not set. See docs/dialogflow.md."
    app[TALKS] = Talks(app, token)
    return f"Dialogflow is on: its webhooks are {ES_PATH} and {CX_PATH}."
