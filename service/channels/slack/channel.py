"""What Slack sends becomes turns of conversations; a thread is one, and so are the direct messages of a person.

Slack wants an answer within three seconds, so everything is acknowledged at once and answered in the background.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import aiohttp
from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response
from slack_bolt.adapter.socket_mode.async_internals import run_async_bolt_app, send_async_response
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.authorization.async_authorize import AsyncAuthorize
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_async_handlers import AsyncRateLimitErrorRetryHandler
from slack_sdk.signature import SignatureVerifier
from slack_sdk.socket_mode.aiohttp import SocketModeClient
from slack_sdk.socket_mode.async_client import AsyncBaseSocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest
from slack_sdk.web.async_client import AsyncWebClient

from engine.config import SECRETS
from engine.errors import InputError, UnavailableError, shorten
from service.channels.backoff import Backoff
from service.channels.base import Door, Heard
from service.channels.slack import form
from service.channels.slack.target import TIMEOUT_S, Target, code_of
from service.rendering import slack
from service.server.requests import ENGINE

log = logging.getLogger(__name__)

COMMAND = "/compare"
_MARKUP = re.compile(r"<([^<>|]*)(?:\|([^<>]*))?>")

_REFUSED = {"invalid_auth", "not_authed", "account_inactive", "token_revoked", "token_expired"}

Json = dict[str, Any]

_NAME = re.compile("[!-~]{0,255}")
"""What Slack calls a person, a channel or a message."""
_UNREADABLE = (AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What is raised where something that was sent is not made as what Slack sends."""


class _Me(AsyncAuthorize):
    """Tells Slack's library who the bot is, once Slack has told it."""

    def __init__(self) -> None:
        self.known: AuthorizeResult | None = None

    async def __call__(self, **_: Any) -> AuthorizeResult:
        if self.known is None:
            raise UnavailableError("The connection to Slack is being made.")
        return self.known


class SlackDoor:
    """The bot of one workspace."""

    def __init__(self, app: web.Application) -> None:
        """Prepare the bot; see ``SlackConfig`` for the settings."""
        settings = app[ENGINE].config.slack
        token = settings.bot_token.get_secret_value()
        self._app_token = settings.app_token.get_secret_value()
        self._signing_secret = settings.signing_secret.get_secret_value()
        self._door = Door(app, token)
        self._client = AsyncWebClient(
            token,
            base_url=settings.api_url,
            timeout=TIMEOUT_S,
            retry_handlers=[AsyncRateLimitErrorRetryHandler(max_retry_count=3)],
        )
        self._me = _Me()
        logging.getLogger("slack_bolt.AsyncApp").setLevel(logging.ERROR)  # it warns of tokens that it does not need
        self._bolt = AsyncApp(
            name="whichever",
            client=AsyncWebClient(base_url=settings.api_url),
            signing_secret=self._signing_secret,
            authorize=self._me,
        )
        self._bolt.error(self._unread)
        self._bolt.event("app_mention")(self._told)
        self._bolt.event("message")(self._told)
        self._bolt.command(COMMAND)(self._commanded)
        self._bolt.shortcut(form.CALLBACK)(self._opened)
        self._bolt.view(form.CALLBACK)(self._filled_in)
        self._bolt.action(re.compile(f"^{slack.SAY}:"))(self._clicked)
        self._socket: SocketModeClient | None = None

    @property
    def ready(self) -> bool:
        """Whether Slack has told who the bot is."""
        return self._me.known is not None

    @property
    def listens(self) -> bool:
        """Whether Slack may send events by HTTP."""
        return bool(self._signing_secret) and not self._app_token

    async def connected(self, _: web.Application) -> AsyncIterator[None]:
        """Connect while an application runs, which does not wait for it."""
        connecting = asyncio.create_task(self._connect())
        yield
        connecting.cancel()
        await asyncio.gather(connecting, return_exceptions=True)
        if self._socket is not None:
            await self._socket.close()
        await self._door.close()

    async def handle(self, request: web.Request, body: bytes) -> web.StreamResponse:
        """Take what Slack sends by HTTP; its signature and the age of its timestamp are checked.

        Args:
            request: From Slack.
            body: Of the request.

        Raises:
            UnavailableError: Too much waits, or Slack has not told yet who the bot is; Slack sends it again.
            InputError: What is signed is not what Slack sends.
            HTTPUnauthorized: It is not signed, or too old.
        """
        if not self._signed(request, body):  # the library reads a body before it looks at the signature
            raise web.HTTPUnauthorized
        self._door.check_room()
        if not self.ready:
            raise UnavailableError("The connection to Slack is being made. Send it again in a few seconds.")
        try:
            taken = AsyncBoltRequest(body=body.decode(), query=request.query_string, headers=dict(request.headers))
            if not taken.body:
                raise ValueError("there is nothing in it")
            answered = await self._bolt.async_dispatch(taken)
        except _UNREADABLE as error:
            raise InputError("This is not an event of Slack.") from error
        return await to_aiohttp_response(answered)

    def _signed(self, request: web.Request, body: bytes) -> bool:
        """Return whether Slack signed a body, and not long ago."""
        try:
            return SignatureVerifier(self._signing_secret).is_valid_request(body, dict(request.headers))
        except (TypeError, ValueError):  # the timestamp is no number, the signature or the body no text
            return False

    async def _connect(self) -> None:
        """Learn who the bot is, however long Slack does not answer, then open the socket if there is to be one."""
        async for attempt in Backoff("Slack"):
            try:
                me = await self._client.auth_test()
                url = await self._socket_url()
                break
            except SlackApiError as error:
                if (code := code_of(error)) in _REFUSED:
                    log.error("Slack refuses %s (%s). The door stays closed.", _token_of(error), code)
                    return
                attempt.failed(error)
            except (aiohttp.ClientError, TimeoutError, OSError) as error:
                attempt.failed(error)
        self._me.known = AuthorizeResult(
            enterprise_id=None,
            team_id=me["team_id"],
            bot_user_id=me["user_id"],
            bot_id=me["bot_id"],
            bot_token=self._client.token,
        )
        if url:
            self._socket = SocketModeClient(self._app_token, web_client=self._client)
            self._socket.socket_mode_request_listeners.append(self._take)
            self._socket.wss_uri = url
            await self._socket.connect()
        log.info("Slack is connected.")

    async def _socket_url(self) -> str:
        """Return where to connect in Socket Mode; empty when Slack sends events by HTTP."""
        if not self._app_token:
            return ""
        return str((await self._client.apps_connections_open(app_token=self._app_token))["url"])

    async def _take(self, client: AsyncBaseSocketModeClient, request: SocketModeRequest) -> None:
        """Take what Slack sends over the socket; what is not acknowledged it sends again."""
        if not self._door.full:
            response = await run_async_bolt_app(self._bolt, request)
            await send_async_response(client, request, response, time.time())

    async def _told(self, event: Json, body: Json) -> None:
        """Answer a mention in its thread, a direct message where it stands: below the last, or in its thread."""
        mentioned = event["type"] == "app_mention"
        if (mentioned or event.get("channel_type") == "im") and _is_a_persons(event):
            thread = event.get("thread_ts") or (event["ts"] if mentioned else "")
            target = Target(self._client, event["channel"], thread)
            self._hear(body["event_id"], event["user"], target, self._read(event.get("text", "")))

    async def _commanded(self, ack: AsyncAck, body: Json) -> None:
        """Answer in the channel, or show the form when nothing was asked."""
        if text := self._read(body.get("text", "")):
            target = Target(self._client, body["channel_id"], url=body["response_url"])
            self._begin(body["trigger_id"], body["user_id"], target, text, (text,))
        else:
            self._show_form(body, channel=body["channel_id"])
        await ack()

    async def _opened(self, ack: AsyncAck, body: Json) -> None:
        """Show the form."""
        self._show_form(body)
        await ack()

    async def _filled_in(self, ack: AsyncAck, body: Json) -> None:
        """Answer what the form asks, where the person wants it."""
        view = body["view"]
        state = view["state"]["values"]
        if errors := form.errors_of(state):
            await ack(response_action="errors", errors=errors)
            return
        url = next((one["response_url"] for one in body.get("response_urls", ())), "")
        target = Target(self._client, form.channel_of(state, view["private_metadata"]), url=url)
        self._begin(view["id"], body["user"]["id"], target, form.question_of(state), form.messages_of(state))
        await ack()

    async def _clicked(self, ack: AsyncAck, body: Json, action: Json) -> None:
        """Say what a button says, in the conversation that it belongs to."""
        target = Target.at(self._client, slack.place_of(action["block_id"]), body.get("response_url", ""))
        self._hear(body["trigger_id"], body["user"]["id"], target, action["value"])
        await ack()

    async def _unread(self, error: Exception, response: BoltResponse | None) -> None:
        """Refuse what cannot be read, unless it was acknowledged already."""
        strange = isinstance(error, _UNREADABLE)
        log.error("What Slack sent was not taken: %s", shorten(repr(error)), exc_info=None if strange else error)
        if strange and response is not None:
            response.status = InputError.status

    def _hear(self, event_id: str, person: str, target: Target, text: str) -> None:
        _check(person, target, event_id, text)
        self._door.hear(Heard(event_id, person, target.place, (text or "help",), target.show))

    def _begin(self, event_id: str, person: str, target: Target, asked: str, messages: tuple[str, ...]) -> None:
        """Begin a conversation with a message that says who asks what."""
        _check(person, target, event_id, *messages)
        announce = partial(target.announce, person, asked, event_id)
        self._door.hear(Heard(event_id, person, announce, messages, target.show))

    def _show_form(self, body: Json, *, channel: str = "") -> None:
        _check_names(body["trigger_id"], channel)
        self._door.start(self._client.views_open(trigger_id=body["trigger_id"], view=form.view(channel=channel)))

    def _read(self, text: str) -> str:
        """Return what a person wrote without Slack's markup, and without the name of the bot."""

        def plain(match: re.Match[str]) -> str:
            what, label = match.group(1), match.group(2)
            if what.startswith(("@", "!")):
                return label or ""
            return label or what.lstrip("#")

        text = _MARKUP.sub(plain, text)
        return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&").strip()


def _check(person: str, target: Target, *texts: str) -> None:
    """Raise ``ValueError`` or ``TypeError`` unless Slack could name a person and a place so, and texts are texts."""
    _check_names(person, target.channel, target.thread)
    if not all(isinstance(text, str) for text in texts):
        raise TypeError("what is said is no text")


def _check_names(*names: str) -> None:
    """Raise ``ValueError`` or ``TypeError`` unless Slack could name persons, places and what a form answers so."""
    if not all(map(_NAME.fullmatch, names)):
        raise ValueError("a person, a place or what a form answers has no name of Slack's")


def _is_a_persons(event: Json) -> bool:
    """Return whether a person wrote a new message, and no program or change of an old one."""
    return "user" in event and "bot_id" not in event and "subtype" not in event


def _token_of(error: SlackApiError) -> str:
    """Return the variable of the token that a refused call was made with."""
    bot, app, _ = SECRETS["slack"].values()
    return app if "apps.connections" in getattr(error.response, "api_url", "") else bot
