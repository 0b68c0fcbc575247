"""What the doors to messengers share: who may speak, what was heard already, and the turns of their conversations.

A platform wants an answer at once and asks again when it gets none, so a door notes what it hears, answers later, and
answers what it hears twice once. Of all that waits there is only so much.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from aiohttp import web

from engine import schemas
from engine.errors import EngineError, UnavailableError
from engine.text.tokens import clean
from service.server.chat import APOLOGY, said_instead
from service.server.pool import CLIENT
from service.server.rate import Clock, Rate
from service.server.requests import CHAT, ENGINE, timed_turn
from service.store import Kind

log = logging.getLogger(__name__)

T = TypeVar("T")

HEARD = Kind("heard", most=10_000, days=1)

TOO_FAST = "You write faster than I can answer. Please wait a moment, then say it again."


@dataclass(frozen=True, slots=True)
class Heard:
    """What a person said."""

    id: str
    """The same when the platform sends it again."""
    person: str
    place: str | Callable[[], Awaitable[str]]
    """The conversation, in the platform's words; or what begins one and returns it."""
    messages: tuple[str, ...]
    """Said one after another; the last is answered."""
    answer: Callable[[Sequence[schemas.Reply]], Awaitable[None]]
    """Shows the replies to the person."""


class Door:
    """Answers what a platform hears, in the background.

    What one conversation hears is answered in its order; different ones do not wait for each other.
    """

    def __init__(self, app: web.Application, secret: str, *, clock: Clock = time.time) -> None:
        """Open it.

        Args:
            app: The application with the conversations.
            secret: Of the platform; the keys of conversations are derived from it and cannot be guessed without.
            clock: Tells seconds.
        """
        self._app = app
        self._secret = hashlib.sha256(secret.encode()).digest()
        self._settings = app[ENGINE].config.messaging
        self._store = app[CHAT].store.passing
        self._rate = Rate(self._store, self._settings.per_minute, self._settings.burst, clock)
        self._entrance = asyncio.Lock()
        self._lines: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def full(self) -> bool:
        """Whether no more can be heard now."""
        return len(self._tasks) >= self._settings.pending

    def check_room(self) -> None:
        """Raise ``UnavailableError`` when no more can be heard; platforms send it again later."""
        if self.full:
            raise UnavailableError("Too many messages are waiting for an answer. Send it again in a few seconds.")

    async def admits(self, person: str) -> bool:
        """Return whether a person may say something now: neither too fast, nor while too much waits."""
        return not self.full and (await self._rate.admit(self.session(person)))[0]

    async def room(self) -> None:
        """Wait until more can be heard."""
        while self.full:
            await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)

    def session(self, place: str) -> str:
        """Return the key of a conversation: the same for the same place, and unguessable."""
        digest = hmac.digest(self._secret, place.encode("utf-8", "replace"), "sha256")
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()

    def hear(self, heard: Heard) -> None:
        """Take note of a message and answer it in the background; what was heard before is left alone."""
        if self.full:
            log.warning("A message was left unanswered: %d wait already.", len(self._tasks))
        else:
            self.start(self._take(heard))

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Do something in the background; what fails is logged, and all ends when the door closes."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    async def close(self) -> None:
        """Give up what is not answered yet."""
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def turn(self, place: str, messages: Sequence[str]) -> list[schemas.Reply]:
        """Say something in a conversation and return the replies to the last message; whatever fails is said."""
        replies: list[schemas.Reply] = []
        session = self.session(place)
        CLIENT.set(session)
        try:
            async with asyncio.timeout(self._settings.timeout_s):
                for message in messages:
                    said = schemas.ChatRequest(session=session, message=clean(message)[: schemas.MAX_CHARS])
                    _, replies = await timed_turn(self._app, said)
        except EngineError as error:
            return [said_instead(error.tell())]
        except TimeoutError:
            log.warning("A turn took longer than %g s.", self._settings.timeout_s)
            return [said_instead(APOLOGY)]
        return replies

    async def _take(self, heard: Heard) -> None:
        async with self._entrance:  # one after another, so that a conversation stays in its order
            again = await self._store.run(
                self._store.change, HEARD, self.session(heard.id), lambda known: ("", known is not None)
            )
            if again:
                return
            admitted, told = await self._rate.admit(self.session(heard.person))
        if admitted:
            await self._answer(heard)
        elif not told:
            await self._show(heard, [said_instead(TOO_FAST)])

    async def _answer(self, heard: Heard) -> None:
        place = heard.place if isinstance(heard.place, str) else await heard.place()
        line = self._lines.setdefault(place, asyncio.Lock())
        async with line:
            try:
                replies = await self.turn(place, heard.messages)
            except Exception:
                log.exception("A message could not be answered")
                replies = [said_instead(APOLOGY)]
            await self._show(heard, replies)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("Something failed in the background", exc_info=error)

    async def _show(self, heard: Heard, replies: Sequence[schemas.Reply]) -> None:
        try:
            async with asyncio.timeout(self._settings.timeout_s):
                await heard.answer(replies)
        except Exception:
            log.exception("An answer could not be delivered")
