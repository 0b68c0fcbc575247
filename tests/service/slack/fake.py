"""Slack, served on loopback: it signs what it sends, checks what it gets, and writes down what people would see."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import io
import itertools
import json
import time
from typing import Any
from urllib.parse import urlencode

import aiohttp
from aiohttp import web

from tests.service.served import Service, until
from tests.service.slack.kit import Json, RefusedError, buttons, check_element, check_message, need, shown

BOT_TOKEN, APP_TOKEN, SIGNING_SECRET = "xoxb-1-bot", "xapp-1-app", "8f742231b10e8888abcd99yyyzzz85a5"
BOT, BOT_ID, TEAM, ANN, BOB = "U0BOT", "B0BOT", "T0TEAM", "U0ANN", "U0BOB"
MAX_USES = 5
"""Of a response URL."""
ACK_S = 3.0


class FakeSlack:
    """The Web API, the response URLs, the socket, and the part that sends events.

    Attributes:
        posted: Messages in the order in which they came, as they are now; by channel, with ``ts`` and ``thread_ts``.
        transcript: What was said, line by line.
        views: Forms that were opened.
        outside: Channels that the bot may not write to.
        limited: How many of the next messages are refused with 429.
        accepts: Whether the bot's token is known.
    """

    def __init__(self) -> None:
        self.posted: list[Json] = []
        self.transcript: list[str] = []
        self.views: list[Json] = []
        self.outside: set[str] = set()
        self.limited = 0
        self.accepts = True
        self.base_url = ""
        self.calls: list[str] = []
        self.acks: dict[str, Json] = {}
        self._socket: web.WebSocketResponse | None = None
        self._numbers = itertools.count(1)
        self._triggers: dict[str, float] = {}
        self._uses: dict[str, int] = {}
        self._channels: dict[str, str] = {}

    def app(self) -> web.Application:
        app = web.Application()
        app.router.add_post("/api/{method}", self._api)
        app.router.add_post("/respond/{key}", self._respond)
        app.router.add_get("/socket", self._connect)
        return app

    def environ(self, *, socket: bool = False) -> dict[str, str]:
        last = {"SLACK_APP_TOKEN": APP_TOKEN} if socket else {"SLACK_SIGNING_SECRET": SIGNING_SECRET}
        return {"SLACK_BOT_TOKEN": BOT_TOKEN, **last}

    # ---------------------------------------------------------------------------------------- what the bot calls

    async def _api(self, request: web.Request) -> web.Response:
        method = request.match_info["method"]
        self.calls.append(method)
        wanted = APP_TOKEN if method == "apps.connections.open" else BOT_TOKEN
        if request.headers.get("Authorization") != f"Bearer {wanted}" or not self.accepts:
            return web.json_response({"ok": False, "error": "invalid_auth"})
        if method.startswith("chat.") and self.limited:
            self.limited -= 1
            return web.json_response({"ok": False, "error": "ratelimited"}, status=429, headers={"Retry-After": "1"})
        body = await request.json() if request.content_type == "application/json" else {}
        try:
            return web.json_response({"ok": True, **self._answer(method, body)})
        except RefusedError as error:
            code = str(error) if " " not in str(error) else "invalid_blocks"
            return web.json_response({"ok": False, "error": code, "response_metadata": {"messages": [str(error)]}})

    def _answer(self, method: str, body: Json) -> Json:
        match method:
            case "auth.test":
                return {"team_id": TEAM, "user_id": BOT, "bot_id": BOT_ID, "url": "https://x.slack.com/"}
            case "chat.postMessage":
                need(body["channel"] not in self.outside, "not_in_channel")
                need(not body.get("thread_ts") or self._message(body["thread_ts"]), "thread_not_found")
                return self.post(BOT, body["channel"], body, thread_ts=body.get("thread_ts") or "")
            case "chat.update":
                message = self._message(body["ts"])
                need(message and message["channel"] == body["channel"], "message_not_found")
                assert message is not None
                self._check(body)
                message.update(text=body["text"], blocks=body["blocks"])
                self._write(f"{BOT} changes that to", message)
                return {"ts": body["ts"]}
            case "views.open":
                opened = self._triggers.pop(body["trigger_id"], 0.0)
                need(time.monotonic() - opened < ACK_S, "expired_trigger_id")
                check_view(body["view"])
                self.views.append(body["view"])
                return {"view": {"id": "V1"}}
            case "apps.connections.open":
                return {"url": f"{self.base_url.replace('http', 'ws')}/socket"}
        raise RefusedError("unknown_method")

    def _check(self, body: Json) -> None:
        need(body.get("text"), "no_text")
        need(len(body["text"]) <= 40_000, "msg_too_long")
        check_message(body.get("blocks") or [])

    def _message(self, ts: str) -> Json | None:
        return next((message for message in self.posted if message["ts"] == ts), None)

    def post(self, who: str, channel: str, body: Json, *, thread_ts: str = "") -> Json:
        """Put a message into a channel; return it with its timestamp."""
        self._check(body)
        message = {
            "user": who,
            "channel": channel,
            "ts": f"1700000000.{next(self._numbers):06}",
            "thread_ts": thread_ts,
            "text": body["text"],
            "blocks": body.get("blocks") or [],
        }
        self.posted.append(message)
        self._write(who + (" in the thread" if thread_ts else ""), message)
        return message

    def _write(self, who: str, message: Json) -> None:
        text = shown(message["blocks"]) or message["text"]
        titles = [button["text"]["text"] for _, button in buttons(message["blocks"])]
        said = text.rstrip().removesuffix("\n".join(titles)).rstrip() if titles else text.rstrip()
        self.transcript.append(f"{who}: {said}" + ("\n" + " ".join(f"[{title}]" for title in titles)) * bool(titles))

    async def _respond(self, request: web.Request) -> web.Response:
        key = request.match_info["key"]
        self._uses[key] = self._uses.get(key, 0) + 1
        if self._uses[key] > MAX_USES or key not in self._channels:
            return web.Response(status=404, text="used_url")
        try:
            self.post(BOT, self._channels[key], await request.json())
        except RefusedError as error:
            return web.Response(status=400, text=str(error))
        return web.Response(text="ok")

    async def _connect(self, request: web.Request) -> web.StreamResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"type": "hello", "num_connections": 1})
        self._socket = socket
        async for message in socket:
            ack = json.loads(message.data)
            self.acks[ack["envelope_id"]] = ack
        return socket

    # ------------------------------------------------------------------------------------------ what people do

    def event(self, event: Json, *, event_id: str = "") -> Json:
        event_id = event_id or f"Ev{next(self._numbers)}"
        return {"type": "event_callback", "team_id": TEAM, "api_app_id": "A1", "event_id": event_id, "event": event}

    def mention(self, text: str, *, who: str = ANN, channel: str = "C0TALK", thread_ts: str = "") -> Json:
        """Let a person mention the bot; return the event."""
        text = f"<@{BOT}> {text}"
        message = self.post(who, channel, {"text": text[:40_000]}, thread_ts=thread_ts)
        event = {"type": "app_mention", "user": who, "text": text, "ts": message["ts"], "channel": channel}
        return self.event({**event, "thread_ts": thread_ts} if thread_ts else event)

    def direct(self, text: str, *, who: str = ANN, **more: Any) -> Json:
        """Let a person write to the bot; return the event."""
        message = self.post(who, "D0ANN", {"text": text}, thread_ts=more.get("thread_ts", ""))
        event = {"type": "message", "channel_type": "im", "user": who, "text": text, "channel": "D0ANN", **more}
        return self.event({**event, "ts": message["ts"]})

    def command(self, text: str, *, channel: str = "C0TALK") -> Json:
        self.transcript.append(f"{ANN}: /compare {text}".rstrip())
        return {
            "command": "/compare",
            "text": text,
            "channel_id": channel,
            "user_id": ANN,
            "team_id": TEAM,
            **self._reply_to(channel),
        }

    def shortcut(self) -> Json:
        return {
            "type": "shortcut",
            "callback_id": "compare",
            "user": {"id": ANN},
            "team": {"id": TEAM},
            **self._trigger(),
        }

    def click(self, message: Json, title: str) -> Json:
        """Let a person choose a button of a message."""
        block, button = next(found for found in buttons(message["blocks"]) if found[1]["text"]["text"] == title)
        self.transcript.append(f"{ANN} clicks [{title}]")
        action = {**button, "block_id": block["block_id"], "action_ts": "1"}
        return {
            "type": "block_actions",
            "user": {"id": ANN},
            "team": {"id": TEAM},
            "channel": {"id": message["channel"]},
            "message": message,
            "actions": [action],
            **self._reply_to(message["channel"]),
        }

    def submit(self, view: Json, **filled: str) -> Json:
        """Let a person fill in a form; ``where`` is a channel, ``weight0`` … a choice."""
        values: Json = {}
        for block in view["blocks"]:
            kind, given = block["element"]["type"], filled.get(block["block_id"])
            need(given or block.get("optional") or "initial_option" in block["element"], "a field is missing")
            if kind == "static_select":
                chosen = {"selected_option": {"value": given or block["element"]["initial_option"]["value"]}}
            elif kind == "conversations_select":
                chosen = {"selected_conversation": given}  # type: ignore[dict-item]
            else:
                chosen = {"value": given}  # type: ignore[dict-item]
            values[block["block_id"]] = {"value": chosen}
        view = {**view, "id": f"V{next(self._numbers)}", "state": {"values": values}}
        self.transcript.append(f"{ANN} sends the form: {', '.join(filled.values())}")
        return {"type": "view_submission", "user": {"id": ANN}, "team": {"id": TEAM}, "view": view, **self._trigger()}

    def _trigger(self) -> Json:
        trigger = f"trigger-{next(self._numbers)}"
        self._triggers[trigger] = time.monotonic()
        return {"trigger_id": trigger}

    def _reply_to(self, channel: str) -> Json:
        key = f"key{next(self._numbers)}"
        self._channels[key] = channel
        return {"response_url": f"{self.base_url}/respond/{key}", **self._trigger()}

    async def send(self, service: Service, what: Json, *, retry: int = 0, **headers: str) -> tuple[int, str]:
        """Send something signed by HTTP; return the status and the body, and fail when they take too long."""
        if what.get("type") in {"block_actions", "view_submission", "shortcut"}:
            body, media = urlencode({"payload": json.dumps(what)}), "application/x-www-form-urlencoded"
        elif "command" in what:
            body, media = urlencode(what), "application/x-www-form-urlencoded"
        else:
            body, media = json.dumps(what), "application/json"
        sent = {"Content-Type": media, **signed(body), **headers}
        if retry:
            sent |= {"X-Slack-Retry-Num": str(retry), "X-Slack-Retry-Reason": "http_timeout"}
        timeout = aiohttp.ClientTimeout(total=ACK_S)
        raw = io.BytesIO(body.encode())
        async with service.http.post(f"{service.url}/slack/events", data=raw, headers=sent, timeout=timeout) as got:
            return got.status, await got.text()

    async def envelope(self, kind: str, payload: Json) -> Json:
        """Send something over the socket; return its acknowledgement."""
        envelope_id = f"env-{next(self._numbers)}"
        await until(lambda: self._socket is not None)
        assert self._socket is not None
        await self._socket.send_json(
            {"type": kind, "envelope_id": envelope_id, "payload": payload, "accepts_response_payload": True}
        )
        async with asyncio.timeout(ACK_S):
            await until(lambda: envelope_id in self.acks)
        return self.acks[envelope_id]

    async def refresh(self) -> None:
        """End the connection as Slack does every few hours; wait until there is a new one."""
        await until(lambda: self._socket is not None)
        before = self._socket
        assert before is not None
        await before.send_json({"type": "disconnect", "reason": "refresh_requested"})
        await until(lambda: self._socket is not before)

    async def answers(self, n: int) -> list[Json]:
        """Wait until the bot has posted so many messages; return them."""

        def own() -> list[Json]:
            return [message for message in self.posted if message["user"] == BOT]

        await until(lambda: len(own()) >= n)
        await asyncio.sleep(0.05)
        assert len(own()) == n, self.transcript
        return own()


def signed(body: str | bytes, *, secret: str = SIGNING_SECRET, age_s: int = 0) -> dict[str, str]:
    """Return the headers with which Slack signs a body."""
    stamp = str(int(time.time()) - age_s)
    signs = f"v0:{stamp}:".encode() + (body.encode() if isinstance(body, str) else body)
    digest = hmac.digest(secret.encode(), signs, hashlib.sha256).hex()
    return {"X-Slack-Request-Timestamp": stamp, "X-Slack-Signature": f"v0={digest}"}


def check_view(view: Json) -> None:
    """Raise ``RefusedError`` for a form that Slack would not open."""
    need(set(view) <= {"type", "callback_id", "private_metadata", "title", "submit", "close", "blocks"}, "view")
    need(view["type"] == "modal", "type")
    for part in ("title", "submit", "close"):
        need(0 < len(view[part]["text"]) <= 24, part)
    need(len(view["private_metadata"]) <= 3000 and len(view["callback_id"]) <= 255, "metadata")
    need(0 < len(view["blocks"]) <= 100, "blocks")
    for block in view["blocks"]:
        check_element(block)
        need(block["type"] == "input" and len(block["label"]["text"]) <= 2000, "label")
        check_element(block["element"])
