"""Telegram, served on loopback: it checks what the Bot API checks, and writes down what people would see."""

from __future__ import annotations

import asyncio
import io
import itertools
import json
import re
import time
from typing import Any

import aiohttp
from aiohttp import web

from tests.service.rendering.pages import page
from tests.service.served import Service, until

TOKEN, SECRET = "123456:fake-TOKEN_of-the-bot", "hush-hush_1"
BOT_NAME, BOT = "WhicheverBot", 99
ANN, BOB = 7, 8
GROUP = -1001
TAGS = {"b", "i", "code", "a"}
INLINE_S = 10.0

Json = dict[str, Any]


class BadRequestError(Exception):
    """What Telegram answers with 400."""


def need(is_so: object, why: str) -> None:
    if not is_so:
        raise BadRequestError(why)


class FakeTelegram:
    """The Bot API for one bot, and the people who write to it.

    Attributes:
        sent: Messages of the bot in order, with ``shown``, the text that people see.
        transcript: What was said, line by line.
        floods: Seconds that the next messages are told to wait, one after another.
        down: Answer everything with 502.
        accepts: Whether the token is known.
    """

    def __init__(self) -> None:
        self.sent: list[Json] = []
        self.transcript: list[str] = []
        self.floods: list[int] = []
        self.down = False
        self.accepts = True
        self.calls: list[str] = []
        self.commands: list[Json] = []
        self.webhook: Json = {}
        self.clicks: dict[str, str | None] = {}
        self.inline: dict[str, list[Json] | None] = {}
        self.base_url = ""
        self.released = 0.0
        self._asked: dict[str, float] = {}
        self._updates: list[Json] = []
        self._news = asyncio.Event()
        self._numbers = itertools.count(1)

    def app(self) -> web.Application:
        app = web.Application()
        app.router.add_post("/bot{token}/{method}", self._api)
        return app

    # ---------------------------------------------------------------------------------------- what the bot calls

    async def _api(self, request: web.Request) -> web.Response:
        method = request.match_info["method"]
        self.calls.append(method)
        if self.down:
            return web.Response(status=502, text="Bad Gateway")
        if request.match_info["token"] != TOKEN or not self.accepts:
            return self._failed(401, "Unauthorized")
        form = {name: _value(value) for name, value in (await request.post()).items()}
        if method == "sendMessage" and time.monotonic() < self.released:
            return self._failed(429, "Too Many Requests: still", retry_after=9)
        if method == "sendMessage" and self.floods:
            self.released = time.monotonic() + self.floods[0] - 0.05
            return self._failed(429, "Too Many Requests", retry_after=self.floods.pop(0))
        try:
            if method == "getUpdates":
                return web.json_response({"ok": True, "result": await self._fetch(form)})
            return web.json_response({"ok": True, "result": self._answer(method, form)})
        except BadRequestError as error:
            return self._failed(409 if "Conflict" in str(error) else 400, str(error))

    @staticmethod
    def _failed(code: int, why: str, **parameters: Any) -> web.Response:
        body = {"ok": False, "error_code": code, "description": why, "parameters": parameters}
        return web.json_response(body, status=code)

    async def _fetch(self, form: Json) -> list[Json]:
        need(not self.webhook, "Conflict: can't use getUpdates method while webhook is active")
        self._updates = [update for update in self._updates if update["update_id"] >= form.get("offset", 0)]
        if not self._updates:
            self._news.clear()
            try:
                await asyncio.wait_for(self._news.wait(), form.get("timeout", 0))
            except TimeoutError:
                return []
        return self._updates[: form.get("limit", 100)]

    def _answer(self, method: str, form: Json) -> Any:
        match method:
            case "getMe":
                return {"id": BOT, "is_bot": True, "first_name": "Whichever", "username": BOT_NAME}
            case "setMyCommands":
                need(0 < len(form["commands"]) <= 100, "commands")
                for command in form["commands"]:
                    need(re.fullmatch(r"[a-z0-9_]{1,32}", command["command"]), "BOT_COMMAND_INVALID")
                    need(1 <= len(command["description"]) <= 256, "BOT_COMMAND_DESCRIPTION_INVALID")
                self.commands = form["commands"]
                return True
            case "setWebhook":
                need(form["url"].startswith("https://"), "bad webhook: An HTTPS URL must be provided")
                need(re.fullmatch(r"[A-Za-z0-9_-]{1,256}", form["secret_token"]), "secret token")
                self.webhook = form
                return True
            case "deleteWebhook":
                self.webhook = {}
                return True
            case "sendMessage":
                return self._send(form)
            case "answerCallbackQuery":
                need(self.clicks.get(form["callback_query_id"], "") is None, "query is too old or invalid")
                need(len(form.get("text", "")) <= 200, "MESSAGE_TOO_LONG")
                self.clicks[form["callback_query_id"]] = form.get("text", "")
                return True
            case "answerInlineQuery":
                return self._answer_inline(form)
        raise BadRequestError("Not Found")

    def _send(self, form: Json) -> Json:
        shown = check_text(form["text"], form.get("parse_mode"))
        rows = (form.get("reply_markup") or {}).get("inline_keyboard", [])
        for button in itertools.chain.from_iterable(rows):
            need(button["text"].strip(), "BUTTON_TEXT_EMPTY")
            need(1 <= len(button["callback_data"].encode()) <= 64, "BUTTON_DATA_INVALID")
        need(len(list(itertools.chain.from_iterable(rows))) <= 100, "too many buttons")
        message = {**form, "message_id": next(self._numbers), "shown": shown, "rows": rows}
        self.sent.append(message)
        titles = "".join("\n" + " ".join(f"[{button['text']}]" for button in row) for row in rows)
        self.transcript.append(f"{BOT_NAME}: {shown}{titles}")
        return {"message_id": message["message_id"], "date": 1, "chat": _chat(form["chat_id"]), "text": shown}

    def _answer_inline(self, form: Json) -> bool:
        asked = self._asked.pop(form["inline_query_id"], 0.0)
        need(time.monotonic() - asked < INLINE_S, "query is too old and response timeout expired")
        need(len(form["results"]) <= 50, "RESULTS_TOO_MUCH")
        for result in form["results"]:
            need(1 <= len(result["id"].encode()) <= 64, "RESULT_ID_INVALID")
            need(result["title"].strip(), "title")
            content = result["input_message_content"]
            check_text(content["message_text"], content.get("parse_mode"))
        self.inline[form["inline_query_id"]] = form["results"]
        return True

    # ------------------------------------------------------------------------------------------ what people do

    def message(self, text: str, *, who: int = ANN, chat: int | None = None, **more: Any) -> Json:
        """Let a person write; return the update."""
        name = {ANN: "Ann", BOB: "Bob"}[who]
        self.transcript.append(f"{name}: {text}")
        message = {
            "message_id": next(self._numbers),
            "date": 1,
            "chat": _chat(who if chat is None else chat),
            "from": {"id": who, "is_bot": False, "first_name": name},
            "text": text,
            **more,
        }
        return self._update(message=message)

    def reply_to_bot(self) -> Json:
        """Return what makes a message a reply to the bot's last."""
        last = self.sent[-1]
        bot = {"id": BOT, "is_bot": True, "first_name": "Whichever", "username": BOT_NAME}
        chat = _chat(last["chat_id"])
        return {
            "reply_to_message": {"message_id": last["message_id"], "date": 1, "chat": chat, "from": bot, "text": "x"}
        }

    def click(self, message: Json, title: str, *, who: int = ANN) -> Json:
        """Let a person choose a button; return the update."""
        buttons = itertools.chain.from_iterable(message["rows"])
        button = next(button for button in buttons if button["text"] == title)
        key = f"click-{next(self._numbers)}"
        self.clicks[key] = None
        self.transcript.append(f"Ann presses [{title}]")
        where = {"message_id": message["message_id"], "date": 1, "chat": _chat(message["chat_id"]), "text": "x"}
        person = {"id": who, "is_bot": False, "first_name": "Ann"}
        query = {"id": key, "from": person, "chat_instance": "1", "message": where, "data": button["callback_data"]}
        return self._update(callback_query=query)

    def type(self, text: str, *, who: int = ANN) -> tuple[str, Json]:
        """Let a person type to the bot in another chat; return the key of the query and the update."""
        key = f"inline-{next(self._numbers)}"
        self._asked[key] = time.monotonic()
        self.inline[key] = None
        person = {"id": who, "is_bot": False, "first_name": "Ann"}
        return key, self._update(inline_query={"id": key, "from": person, "query": text[:256], "offset": ""})

    def _update(self, **what: Json) -> Json:
        return {"update_id": 1000 + next(self._numbers), **what}

    async def push(self, service: Service, update: Any, *, secret: str | None = SECRET) -> int:
        """Send an update to the webhook; return the status."""
        headers = {"Content-Type": "application/json"}
        if secret is not None:
            headers["X-Telegram-Bot-Api-Secret-Token"] = secret
        timeout = aiohttp.ClientTimeout(total=5)
        async with service.http.post(
            f"{service.url}/telegram/webhook",
            data=io.BytesIO(json.dumps(update).encode()),
            headers=headers,
            timeout=timeout,
        ) as got:
            await got.read()
            return got.status

    def queue(self, *updates: Json) -> None:
        """Keep updates for the next poll."""
        self._updates += updates
        self._news.set()

    async def answers(self, n: int) -> list[Json]:
        """Wait until the bot has sent so many messages; return them."""
        await until(lambda: len(self.sent) >= n)
        await asyncio.sleep(0.05)
        assert len(self.sent) == n, self.transcript
        return self.sent


def check_text(text: str, mode: str | None) -> str:
    """Return a message as it is shown; raise ``BadRequestError`` for one that Telegram would not take."""
    need(mode == "HTML", "parse_mode")
    try:
        shown = page(text, TAGS).text
    except AssertionError as error:
        raise BadRequestError(f"Bad Request: can't parse entities: {error}") from error
    need(shown.strip(), "Bad Request: message text is empty")
    need(len(shown.encode("utf-16-le")) // 2 <= 4096, "Bad Request: message is too long")
    return shown.strip()


def _chat(chat_id: int) -> Json:
    if chat_id < 0:
        return {"id": chat_id, "type": "supergroup", "title": "Kitchen"}
    return {"id": chat_id, "type": "private", "first_name": "Ann"}


def _value(value: Any) -> Any:
    try:
        return json.loads(value) if re.match(r"[\[{]|-?\d+$|true$|false$", value) else value
    except ValueError:
        return value
