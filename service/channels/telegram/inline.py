"""Inline questions: a person types ``@bot tea vs coffee`` in any chat and sends the answer there."""

from __future__ import annotations

import asyncio
import hashlib
import logging

from aiogram import Bot
from aiogram.types import (
    InlineQuery,
    InlineQueryResultArticle,
    InlineQueryResultsButton,
    InlineQueryResultUnion,
    InputTextMessageContent,
)
from aiohttp import web

from engine import schemas
from engine.errors import EngineError, shorten
from engine.text.tokens import clean
from service.channels.base import Door
from service.rendering import plain, telegram
from service.rendering.blocks import Block, Buttons, of_answer
from service.server.requests import ENGINE, POOL

log = logging.getLogger(__name__)

PAUSE_S = 0.3
"""Without another letter, before a question is taken for finished."""
KEPT_S = 300
"""How long Telegram may answer the same question by itself."""
MAX_TITLE_CHARS = 100
MAX_DESCRIPTION_CHARS = 250

ASK_THERE = InlineQueryResultsButton(text="Ask in a conversation", start_parameter="inline")


class Inline:
    """Answers the last question that each person typed; the ones before are given up."""

    def __init__(self, app: web.Application, bot: Bot, door: Door) -> None:
        """Prepare to answer.

        Args:
            app: The application with the engine.
            bot: Sends the answers.
            door: Says whether there is room.
        """
        self._engine, self._pool = app[ENGINE], app[POOL]
        self._bot, self._door = bot, door
        self._typing: dict[int, asyncio.Task[None]] = {}

    async def typed(self, query: InlineQuery) -> None:
        """Take note of a question and answer it when its person types no further."""
        person = query.from_user.id
        if before := self._typing.pop(person, None):
            before.cancel()
        if not self._door.full:
            self._typing[person] = task = self._door.start(self._answer(query))
            task.add_done_callback(lambda done: self._forget(person, done))

    def _forget(self, person: int, task: asyncio.Task[None]) -> None:
        if self._typing.get(person) is task:
            del self._typing[person]

    async def _answer(self, query: InlineQuery) -> None:
        await asyncio.sleep(PAUSE_S)
        question = clean(query.query)
        results: list[InlineQueryResultUnion] = []
        if question and await self._door.admits(str(query.from_user.id)):
            try:
                answer = await self._pool.run(lambda: schemas.answer(self._engine.ask(question, fast=True)))
                if answer["comparison"] or answer["standings"]:
                    results = [_article(question, of_answer(answer))]
            except EngineError as error:
                log.debug("An inline question has no answer: %s", error)
        await self._bot.answer_inline_query(query.id, results, cache_time=KEPT_S, button=ASK_THERE)


def _article(question: str, blocks: tuple[Block, ...]) -> InlineQueryResultArticle:
    """Return an answer that a person can send: its first message, which ends where a sentence does."""
    first = telegram.render([block for block in blocks if not isinstance(block, Buttons)])[0]
    return InlineQueryResultArticle(
        id=hashlib.sha256(first.html.encode("utf-8", "replace")).hexdigest()[:32],
        title=shorten(question, MAX_TITLE_CHARS),
        description=shorten(clean(plain.render(blocks)), MAX_DESCRIPTION_CHARS),
        input_message_content=InputTextMessageContent(message_text=first.html),
    )
