"""The skill of Alexa: what it hears becomes a message, and what is answered is said within Alexa's 8 seconds."""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

import aiohttp
from aiohttp import hdrs, web
from ask_sdk_core.exceptions import AskSdkException
from ask_sdk_core.response_helper import ResponseFactory
from ask_sdk_core.serialize import DefaultSerializer
from ask_sdk_model import (
    Intent,
    IntentRequest,
    LaunchRequest,
    RequestEnvelope,
    ResponseEnvelope,
    SessionEndedRequest,
    Slot,
)
from ask_sdk_model.dialog import ElicitSlotDirective
from ask_sdk_model.ui import SimpleCard
from cryptography import x509

from engine.errors import InputError
from engine.resources import table_of
from service.channels.voice.conversation import MORE, NOT_HEARD, WELCOME, Speech, Talks
from service.channels.voice.signature import Signature, check_time, trusted
from service.rendering.ssml import speak
from service.server.requests import ENGINE

log = logging.getLogger(__name__)

QUERY = "query"
ASK = "AskIntent"

MESSAGES: dict[str, str] = table_of(__file__)["messages"]
"""Intent → the message it stands for; braces take what the person said after the words of the intent."""

ENDING = {"AMAZON.StopIntent", "AMAZON.CancelIntent", "AMAZON.NavigateHomeIntent"}
BYE = Speech(("Goodbye.",))
REPROMPT = "Ask about something else, or say stop."
LOOKING = "Let me see what my sources say."
LOOKING_AFTER_S = 1.0
"""An answer that takes longer is announced."""

_SERIALIZER = DefaultSerializer()


class AlexaDoor:
    """The endpoint of one skill."""

    def __init__(
        self,
        app: web.Application,
        skill_id: str,
        *,
        http: aiohttp.ClientSession | None = None,
        anchors: Sequence[x509.Certificate] | None = None,
    ) -> None:
        """Open the door for as long as the application runs.

        Args:
            app: The application with the conversations.
            skill_id: Of the skill.
            http: Fetches certificates and announces answers, and is closed with the application; a new one when None.
            anchors: Who may vouch for Alexa; the authorities that browsers trust when None.
        """
        app.cleanup_ctx.append(self._open)
        self._skill_id = skill_id
        self._timeout_s = app[ENGINE].config.voice.alexa_timeout_s
        self._talks = Talks(app, skill_id)
        self._http = http
        self._anchors = anchors
        self._signature: Signature | None = None

    async def answer(self, headers: Mapping[str, str], body: bytes) -> Any:
        """Answer a request of Alexa.

        Raises:
            InputError: It does not come from Alexa, or not for this skill.
            UnavailableError: Who signed it cannot be found out.
        """
        loop = asyncio.get_running_loop()
        end = loop.time() + self._timeout_s
        if self._signature is None:
            raise web.HTTPNotFound
        await self._signature.check(headers, body)
        envelope = self._read(body)
        response = await self._respond(envelope, end - loop.time())
        return _SERIALIZER.serialize(ResponseEnvelope(version="1.0", response=response.response))

    async def _open(self, _: web.Application) -> AsyncIterator[None]:
        async with self._http or aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as self._http:
            self._signature = Signature(self._http, trusted() if self._anchors is None else self._anchors)
            yield

    def _read(self, body: bytes) -> RequestEnvelope:
        try:
            envelope: RequestEnvelope = _SERIALIZER.deserialize(body.decode(), RequestEnvelope)
            skill_id, sent = envelope.context.system.application.application_id, envelope.request.timestamp
        except (AskSdkException, AttributeError, ValueError, TypeError, KeyError) as error:
            raise InputError("This is not a request of Alexa.") from error
        check_time(sent)
        if not hmac.compare_digest(str(skill_id).encode("utf-8", "replace"), self._skill_id.encode()):
            raise InputError("The request is for another skill.")
        return envelope

    async def _respond(self, envelope: RequestEnvelope, timeout_s: float) -> ResponseFactory:
        request, place = envelope.request, _place(envelope)
        match request:
            case LaunchRequest():
                return _said(Speech(WELCOME))
            case SessionEndedRequest():
                await self._talks.forget(place)
            case IntentRequest(intent=Intent(name=name)) if name in ENDING:
                await self._talks.forget(place)
                return _said(BYE, ends=True)
            case IntentRequest(intent=Intent(name="AMAZON.RepeatIntent")):
                return _said(await self._talks.again(place))
            case IntentRequest(intent=Intent() as intent):
                message = message_of(intent)
                if not message:
                    return _said(Speech(NOT_HEARD))
                announced = asyncio.create_task(self._announce(envelope))
                try:
                    return _said(await self._talks.say(place, message, timeout_s=max(0.0, timeout_s)))
                finally:
                    announced.cancel()
        return ResponseFactory()

    async def _announce(self, envelope: RequestEnvelope) -> None:
        """Say that an answer is being made, while it is (a progressive response)."""
        await asyncio.sleep(LOOKING_AFTER_S)
        system = envelope.context.system
        if self._http is None or not system.api_endpoint or not system.api_access_token:
            return
        directive = {
            "header": {"requestId": envelope.request.request_id},
            "directive": {"type": "VoicePlayer.Speak", "speech": speak([LOOKING])},
        }
        with suppress(aiohttp.ClientError, TimeoutError):
            async with self._http.post(
                f"{system.api_endpoint}/v1/directives",
                json=directive,
                headers={hdrs.AUTHORIZATION: f"Bearer {system.api_access_token}"},
                timeout=aiohttp.ClientTimeout(total=self._timeout_s),
            ) as response:
                if response.status >= 300:
                    log.warning("Alexa refused to announce an answer: status %d", response.status)


def message_of(intent: Intent) -> str:
    """Return what a person means by an intent; empty for one that says nothing."""
    template = MESSAGES.get(intent.name or "", "")
    if "{}" not in template:
        return template
    slot = (intent.slots or {}).get(QUERY)
    said = slot.value if slot is not None else None
    return template.format(said) if said else ""


def _place(envelope: RequestEnvelope) -> str:
    session = envelope.session
    return str(session.session_id if session is not None else envelope.request.request_id)


def _said(speech: Speech, *, ends: bool = False) -> ResponseFactory:
    """Return a response that says something and, unless it ends, listens for whatever the person says next."""
    response = ResponseFactory().speak(speech.ssml)
    if speech.shown:
        response.set_card(SimpleCard(title="Whichever", content=speech.shown))
    if ends:
        return response.set_should_end_session(True)
    response.ask(speak([f"Say: {MORE}." if speech.more else REPROMPT]))
    anything = Intent(name=ASK, slots={QUERY: Slot(name=QUERY)})
    return response.add_directive(ElicitSlotDirective(updated_intent=anything, slot_to_elicit=QUERY))
