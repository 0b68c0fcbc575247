"""What Telegram sends becomes turns of conversations: one for each chat, and one for each topic of a forum.

In a group the bot answers commands, replies to its messages, and messages that name it; nothing else is read.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Sequence
from typing import Any

from aiogram import Bot, Dispatcher
from aiogram.client.default import DefaultBotProperties
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.session.middlewares.base import BaseRequestMiddleware, NextRequestMiddlewareType
from aiogram.client.telegram import TelegramAPIServer
from aiogram.enums import ChatType, ParseMode
from aiogram.exceptions import AiogramError, TelegramNotFound, TelegramRetryAfter, TelegramUnauthorizedError
from aiogram.methods import Response, TelegramMethod
from aiogram.methods.base import TelegramType
from aiogram.types import BotCommand, CallbackQuery, Message, ReplyParameters, Update, User
from aiogram.types.update import UpdateTypeLookupError
from aiohttp import web
from pydantic import ValidationError

from engine import schemas
from engine.errors import UnavailableError
from engine.resources import table_of
from service.channels.backoff import Backoff
from service.channels.base import Door, Heard
from service.channels.telegram import PATH
from service.channels.telegram.inline import Inline
from service.channels.telegram.keyboard import Keyboards
from service.rendering import telegram
from service.rendering.blocks import of_reply
from service.server.requests import CHAT, ENGINE

log = logging.getLogger(__name__)

COMMANDS: dict[str, list[str]] = table_of(__file__)["commands"]
"""Command → what it says in the conversation, and how the menu explains it. What follows a command is said instead."""

POLL_S = 25
TIMEOUT_S = 15
"""Of a request to Telegram, beyond the time that a poll waits."""
LONGEST_WAIT_S = 60
"""A longer wait that Telegram asks for is not waited."""
MAX_ATTEMPTS = 4

ONLY_TEXT = "I can only read text. Which two things shall I compare?"
TOO_OLD = "This button is too old. Please write what you would like to know."

_COMMAND = re.compile(r"/(?P<name>\w+)(?:@(?P<bot>\w+))?(?:\s+(?P<rest>.+))?", re.DOTALL)


class _Patience(BaseRequestMiddleware):
    """Waits as long as Telegram asks for, then sends a request again."""

    async def __call__(
        self, make_request: NextRequestMiddlewareType[TelegramType], bot: Bot, method: TelegramMethod[TelegramType]
    ) -> Response[TelegramType]:
        for _ in range(MAX_ATTEMPTS - 1):
            try:
                return await make_request(bot, method)
            except TelegramRetryAfter as error:
                if error.retry_after > LONGEST_WAIT_S:
                    raise
                await asyncio.sleep(error.retry_after)
        return await make_request(bot, method)


class TelegramDoor:
    """One bot."""

    def __init__(self, app: web.Application) -> None:
        """Prepare the bot; see ``TelegramConfig`` for the settings."""
        settings = app[ENGINE].config.telegram
        self._webhook_url = settings.webhook_url.rstrip("/")
        self._webhook_secret = settings.webhook_secret.get_secret_value()
        token = settings.bot_token.get_secret_value()
        session = AiohttpSession(api=TelegramAPIServer.from_base(settings.api_url), timeout=TIMEOUT_S)
        session.middleware(_Patience())
        html = DefaultBotProperties(parse_mode=ParseMode.HTML, link_preview_is_disabled=True)
        self._bot = Bot(token, session=session, default=html)
        self._door = Door(app, token)
        self._keyboards = Keyboards(app[CHAT].store.passing)
        self._dispatcher = Dispatcher()
        self._dispatcher.message()(self._told)
        self._dispatcher.callback_query()(self._clicked)
        self._dispatcher.inline_query()(Inline(app, self._bot, self._door).typed)
        self._me: User | None = None

    async def connected(self, _: web.Application) -> AsyncIterator[None]:
        """Connect while an application runs, which does not wait for it."""
        running = asyncio.create_task(self._run())
        yield
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await self._door.close()
        await self._bot.session.close()

    def check_room(self) -> None:
        """Raise ``UnavailableError`` when no more can be taken, or the bot has no name yet; Telegram sends it again."""
        self._door.check_room()
        if self._me is None:
            raise UnavailableError("The connection to Telegram is being made. Send it again in a few seconds.")

    async def take(self, update: Any) -> None:
        """Take an update that came by the webhook; one that is not known is left, lest it come for ever."""
        try:
            known = Update.model_validate(update, context={"bot": self._bot})
            known.event_type  # noqa: B018 - the dispatcher would write an update of no known kind into the log
        except ValidationError as error:
            log.warning("An update of Telegram was left: %d of its fields are not known.", error.error_count())
        except UpdateTypeLookupError:
            log.warning("An update of Telegram was left: it is of no known kind.")
        else:
            await self._dispatcher.feed_update(self._bot, known)

    async def _run(self) -> None:
        async for attempt in Backoff("Telegram"):
            try:
                await self._introduce()
                break
            except (TelegramUnauthorizedError, TelegramNotFound) as error:
                log.error("Telegram refuses TELEGRAM_BOT_TOKEN (%s). The door stays closed.", error.message)
                return
            except AiogramError as error:
                attempt.failed(error)
        if not self._webhook_url:
            await self._poll()

    async def _introduce(self) -> None:
        """Tell Telegram the commands and how to send updates."""
        menu = [BotCommand(command=name, description=explained) for name, (_, explained) in COMMANDS.items()]
        self._me = await self._bot.me()
        await self._bot.set_my_commands(menu)
        if self._webhook_url:
            await self._bot.set_webhook(
                self._webhook_url + PATH,
                secret_token=self._webhook_secret,
                allowed_updates=self._dispatcher.resolve_used_update_types(),
            )
        else:
            await self._bot.delete_webhook()

    async def _poll(self) -> None:
        """Fetch updates without end, while there is room for them."""
        offset = 0
        async for attempt in Backoff("Telegram"):
            try:
                while True:
                    await self._door.room()
                    fetched = await self._bot.get_updates(
                        offset,
                        timeout=POLL_S,
                        limit=10,
                        allowed_updates=self._dispatcher.resolve_used_update_types(),
                        request_timeout=POLL_S + TIMEOUT_S,
                    )
                    attempt.succeeded()
                    for update in fetched:
                        offset = update.update_id + 1
                        await self._dispatcher.feed_update(self._bot, update)
            except AiogramError as error:
                attempt.failed(error)

    async def _told(self, message: Message, event_update: Update) -> None:
        """Answer a message that is meant for the bot."""
        said, person, alone = self._read(message), message.from_user, message.chat.type == ChatType.PRIVATE
        if said and person:
            self._hear(event_update, person.id, message, said, quote=not alone)
        elif alone and person and not message.text and await self._door.admits(str(person.id)):
            self._door.start(self._bot.send_message(message.chat.id, ONLY_TEXT))

    async def _clicked(self, query: CallbackQuery, event_update: Update) -> None:
        """Say what a button says, in the chat that it stands in."""
        said = await self._keyboards.message_of(query.data or "")
        self._door.start(self._bot.answer_callback_query(query.id, text="" if said else TOO_OLD))
        if said and isinstance(query.message, Message):
            self._hear(event_update, query.from_user.id, query.message, said)

    def _hear(self, update: Update, person: int, message: Message, said: str, *, quote: bool = False) -> None:
        """Answer in the chat of a message, or in its topic.

        Args:
            update: What Telegram sent.
            person: Who speaks.
            message: Where it stands.
            said: What is said.
            quote: Whether the answer is a reply to the message.
        """
        topic = message.message_thread_id if message.is_topic_message else None
        reply_to = ReplyParameters(message_id=message.message_id, allow_sending_without_reply=True) if quote else None

        async def show(replies: Sequence[schemas.Reply]) -> None:
            for shown in telegram.render([block for reply in replies for block in of_reply(reply)]):
                await self._bot.send_message(
                    message.chat.id,
                    shown.html,
                    message_thread_id=topic,
                    reply_parameters=reply_to,
                    reply_markup=await self._keyboards.make(shown.buttons),
                )

        place = f"{message.chat.id}:{topic or ''}"
        self._door.hear(Heard(str(update.update_id), str(person), place, (said,), show))

    def _read(self, message: Message) -> str:
        """Return what a message says to the bot; empty when it is not meant for it."""
        text, me = message.text or message.caption or "", self._me
        if me is None or message.from_user is None or message.from_user.is_bot or message.via_bot:
            return ""
        if command := _COMMAND.fullmatch(text):
            return self._ordered(command, me.username or "")
        name = re.compile(rf"@{re.escape(me.username or '')}\b", re.IGNORECASE)
        replied = message.reply_to_message
        to_me = replied is not None and replied.from_user is not None and replied.from_user.id == me.id
        if message.chat.type == ChatType.PRIVATE or to_me or name.search(text):
            return name.sub("", text).strip()
        return ""

    @staticmethod
    def _ordered(command: re.Match[str], username: str) -> str:
        """Return what a command says; empty when it is meant for another bot."""
        if command["bot"] and command["bot"].lower() != username.lower():
            return ""
        said, _ = COMMANDS.get(command["name"].lower(), COMMANDS["help"])
        return command["rest"] or said
