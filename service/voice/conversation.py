"""Spoken conversations: one short answer at a time, within the time that a platform waits.

The first thing said is one line; "tell me more" says what follows. An answer that is not ready in time is announced and
said at the next "tell me more", so that no question is asked in vain.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import logging
from collections import deque
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web
from cachetools import TTLCache

from engine import wire
from engine.errors import EngineError, shorten
from engine.text import clean
from service.chat import APOLOGY
from service.handling import ENGINE, timed_turn
from service.rendering import plain
from service.rendering.blocks import Bars, Block, Buttons, of_reply
from service.rendering.ssml import sentences, speak, spoken

log = logging.getLogger(__name__)

MAX_TALKS = 10_000
FORGOTTEN_AFTER_S = 900.0
MAX_SPOKEN_CHARS = 400
"""Most characters said at a time, about half a minute."""
MAX_SHOWN_CHARS = 5_000
MAX_SUGGESTIONS = 3

MORE = "tell me more"
"""What asks for the rest of an answer; ``_MORE`` are other ways to say it."""
_MORE = {"more", "tell me more", "go on", "continue", "keep going", "yes tell me more", "and", "what else"}

WELCOME = (
    "Ask me which of two things is better, and I tell you what my sources say.",
    "For example: is tea better than coffee for sleep?",
)
HINT = "Say tell me more, sources, or ask about something else."
PENDING = ("I am still weighing the sources.", "Say tell me more in a moment.")
NOT_HEARD = ("Sorry, I did not hear a question.", WELCOME[1])


@dataclass(frozen=True, slots=True)
class Speech:
    """What is said now."""

    sentences: tuple[str, ...]
    shown: str = ""
    """All of the answer with its sources as plain text, for assistants with a screen."""
    suggestions: tuple[str, ...] = ()
    """What the person may say next, as text."""
    more: bool = False
    """Whether there is more to say."""

    @property
    def text(self) -> str:
        """Return it as text."""
        return " ".join(self.sentences)

    @property
    def ssml(self) -> str:
        """Return it as SSML."""
        return speak(self.sentences)


@dataclass(slots=True)
class _Talk:
    """What one person has not heard yet."""

    rest: deque[str] = field(default_factory=deque)
    pending: asyncio.Task[list[wire.Reply]] | None = None
    last: Speech = Speech(WELCOME)


class Talks:
    """The conversations of one door."""

    def __init__(self, app: web.Application, name: str, secret: str) -> None:
        """Begin without any.

        Args:
            app: The application with the conversations.
            name: Of the door.
            secret: Of the door; the keys of its conversations are derived from it.
        """
        self._app = app
        self._key = hashlib.sha256(f"{name}\0{secret}".encode()).digest()
        self._talks: TTLCache[str, _Talk] = TTLCache(MAX_TALKS, FORGOTTEN_AFTER_S)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._max_chars = app[ENGINE].config.service.max_question_chars

    def session(self, place: str) -> str:
        """Return the key of a conversation: the same for the same place, and unguessable without the secret."""
        digest = hmac.digest(self._key, place.encode("utf-8", "replace"), "sha256")
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()

    async def say(self, place: str, message: str, *, timeout_s: float) -> Speech:
        """Answer one message; whatever fails is said.

        Args:
            place: The conversation, in the platform's words.
            message: What the person says, as the platform understood it.
            timeout_s: When something has to be said at the latest.
        """
        message = shorten(clean(message), self._max_chars)
        session = self.session(place)
        talk = self._talks.get(session) or _Talk()
        self._talks[session] = talk  # remembered from now on
        wants_more = message.lower().strip(".!? ") in _MORE
        if not spoken(message):
            return Speech(NOT_HEARD)
        if wants_more and talk.rest and not talk.pending:
            talk.last = _next(talk)
        else:
            if not (wants_more and talk.pending):
                talk.rest.clear()
                talk.pending = self._start(timed_turn(self._app, wire.ChatRequest(session=session, message=message)))
            talk.last = await self._finish(talk, timeout_s)
        return talk.last

    def again(self, place: str) -> Speech:
        """Return what was said last."""
        talk = self._talks.get(self.session(place))
        return talk.last if talk else Speech(WELCOME)

    def forget(self, place: str) -> None:
        """Drop what was not said yet."""
        self._talks.pop(self.session(place), None)

    async def closing(self, _: web.Application) -> AsyncIterator[None]:
        """Give up what is not answered yet when the application stops."""
        yield
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _start(self, turn: Any) -> asyncio.Task[list[wire.Reply]]:
        async def replies() -> list[wire.Reply]:
            _, replies = await turn
            return replies  # type: ignore[no-any-return]

        task = asyncio.create_task(replies())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _finish(self, talk: _Talk, timeout_s: float) -> Speech:
        task = talk.pending
        assert task is not None  # noqa: S101 - the caller has just looked
        await asyncio.wait({task}, timeout=timeout_s)
        if not task.done():
            return Speech(PENDING, suggestions=(MORE,), more=True)
        talk.pending = None
        try:
            return _begin(talk, task.result())
        except EngineError as error:
            return Speech((spoken(str(error)),))
        except Exception:
            log.exception("A spoken message could not be answered")
            return Speech((spoken(APOLOGY),))


def _begin(talk: _Talk, replies: Sequence[wire.Reply]) -> Speech:
    """Say the first line of an answer with evidence, or all of another one, and keep the rest."""
    blocks = [block for reply in replies for block in of_reply(reply)]
    text = [block for block in blocks if not isinstance(block, Buttons | Bars)]
    answered = any(isinstance(block, Bars) for block in blocks)
    asks = [] if answered else [block for block in blocks if isinstance(block, Buttons)]
    said = sentences(_without_sources(text) if answered else [*text, *asks])
    talk.rest = deque(piece for sentence in said for piece in _pieces(sentence))
    first = _next(talk, most=1) if answered else _next(talk)
    titles = [button.title for block in blocks if isinstance(block, Buttons) for button in block.buttons]
    return Speech(
        first.sentences,
        shown=shorten(plain.render(blocks), MAX_SHOWN_CHARS),
        suggestions=(*((MORE,) if first.more else ()), *titles)[:MAX_SUGGESTIONS],
        more=first.more,
    )


def _without_sources(blocks: Sequence[Block]) -> list[Block]:
    return [block for block in blocks if type(block).__name__ != "Sources"]


def _next(talk: _Talk, most: int = 10) -> Speech:
    """Take the next sentences: as many as are short enough together, at least one."""
    taken: list[str] = []
    while talk.rest and len(taken) < most:
        if taken and sum(map(len, taken)) + len(talk.rest[0]) > MAX_SPOKEN_CHARS:
            break
        taken.append(talk.rest.popleft())
    return Speech(tuple(taken), more=bool(talk.rest), suggestions=(MORE,) if talk.rest else ())


def _pieces(sentence: str) -> list[str]:
    """Cut a sentence that nobody would listen to in one."""
    words, pieces = sentence.split(" "), [""]
    for word in words:
        word = word[:MAX_SPOKEN_CHARS]
        if len(pieces[-1]) + len(word) >= MAX_SPOKEN_CHARS:
            pieces.append("")
        pieces[-1] = f"{pieces[-1]} {word}".strip()
    return pieces
