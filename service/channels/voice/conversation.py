"""Spoken conversations: one short answer at a time, within the time that a platform waits.

The first thing said of an answer is one line; "tell me more" says what follows. An answer that is not ready in time is
announced and said at the next "tell me more", so that no question is asked in vain.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field

from aiohttp import web
from cachetools import TTLCache

from engine import schemas
from engine.errors import shorten
from engine.text.tokens import clean
from service.channels.base import TOO_FAST, Door
from service.rendering import plain
from service.rendering.blocks import Bars, Buttons, Sources, of_reply
from service.rendering.pieces import cut
from service.rendering.ssml import sentences, speak, spoken
from service.server.chat import APOLOGY, said_instead

MAX_TALKS = 10_000
FORGOTTEN_AFTER_S = 900.0
MAX_SPOKEN_CHARS = 400
"""Most characters said at a time: about half a minute."""
MAX_SENTENCES = 10
MAX_SHOWN_CHARS = 5_000
MAX_SUGGESTIONS = 3

MORE = "tell me more"
_MORE = {MORE, "more", "go on", "continue", "keep going", "what else", "yes", "yes please"}
"""What asks for the rest of an answer while there is any."""

WELCOME = (
    "Ask me which of two things is better, and I tell you what my sources say.",
    "For example: is tea better than coffee for sleep?",
)
PENDING = ("I am still weighing the sources.", "Say: tell me more, in a moment.")
NOTHING = "I have nothing to say to that."
NOT_HEARD = ("Sorry, I did not hear a question.", WELCOME[1])


@dataclass(frozen=True, slots=True)
class Speech:
    """What is said now."""

    sentences: tuple[str, ...]
    more: bool = False
    """Whether there is more to say."""
    suggestions: tuple[str, ...] = ()
    """What the person may say next."""
    shown: str = ""
    """All of the answer with its sources as plain text, for assistants with a screen."""

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
    """What one person has not heard yet, and has heard last."""

    rest: deque[str] = field(default_factory=deque)
    pending: asyncio.Task[list[schemas.Reply]] | None = None
    last: Speech = Speech(WELCOME)


class Talks:
    """The conversations of one door."""

    def __init__(self, app: web.Application, secret: str) -> None:
        """Begin without any.

        Args:
            app: The application; what is not answered when it stops is given up.
            secret: Of the door; the keys of its conversations are derived from it.
        """
        self._door = Door(app, secret)
        self._talks: TTLCache[str, _Talk] = TTLCache(MAX_TALKS, FORGOTTEN_AFTER_S)
        app.cleanup_ctx.append(self._close)

    async def say(self, place: str, message: str, *, timeout_s: float) -> Speech:
        """Answer one message; whatever fails is said.

        Args:
            place: The conversation, in the platform's words.
            message: What the person says, as the platform understood it.
            timeout_s: When something has to be said at the latest.
        """
        self._talks[place] = talk = self._talks.get(place) or _Talk()
        talk.last = await self._say(place, talk, clean(message), timeout_s)
        return talk.last

    def again(self, place: str) -> Speech:
        """Return what was said last."""
        talk = self._talks.get(place)
        return talk.last if talk else Speech(WELCOME)

    def forget(self, place: str) -> None:
        """Drop what was not said yet."""
        self._talks.pop(place, None)

    async def _say(self, place: str, talk: _Talk, message: str, timeout_s: float) -> Speech:
        if not spoken(message):
            return Speech(NOT_HEARD)
        wants_more = message.lower().strip(".!?, ") in _MORE
        if wants_more and talk.rest:
            return _next(talk)
        if not (wants_more and talk.pending):
            if self._door.full or not await self._door.admits(place):
                return Speech((TOO_FAST,))
            talk.rest.clear()
            talk.pending = self._door.start(self._door.turn(place, [message]))
        return await _finished(talk, timeout_s)

    async def _close(self, _: web.Application) -> AsyncIterator[None]:
        yield
        await self._door.close()


async def _finished(talk: _Talk, timeout_s: float) -> Speech:
    """Say the answer that is being made, or that it is not ready."""
    task = talk.pending
    if task is None:
        return Speech(NOT_HEARD)
    await asyncio.wait({task}, timeout=timeout_s)
    if not task.done():
        return Speech(PENDING, more=True, suggestions=(MORE,))
    if talk.pending is task:
        talk.pending = None
    failed = task.cancelled() or task.exception() is not None  # the door has logged it
    return _begun(talk, [said_instead(APOLOGY)] if failed else task.result())


def _begun(talk: _Talk, replies: Sequence[schemas.Reply]) -> Speech:
    """Say the first line of an answer with evidence and what leads to it, or another reply; keep the rest.

    Choices are said when there is nothing else to go on with; bars and sources are for a screen.
    """
    most, said = MAX_SENTENCES, list[str]()
    answered = any(reply["comparison"] or reply["standings"] for reply in replies)
    unsaid = (Bars, Sources, Buttons) if answered else (Bars, Sources)
    for reply in replies:
        if reply["comparison"] or reply["standings"]:
            most = min(most, len(said) + 1)
        said += sentences([block for block in of_reply(reply) if not isinstance(block, unsaid)])
    talk.rest = deque(piece.strip() for sentence in said or [NOTHING] for piece in cut(sentence, MAX_SPOKEN_CHARS))
    first = _next(talk, most)
    titles = (button["title"] for reply in replies for button in reply["buttons"])
    shown = "\n\n".join(plain.render(of_reply(reply)) for reply in replies)
    suggestions = tuple(filter(None, map(clean, (*first.suggestions, *titles))))[:MAX_SUGGESTIONS]
    return Speech(first.sentences, first.more, suggestions, shorten(shown, MAX_SHOWN_CHARS))


def _next(talk: _Talk, most: int = MAX_SENTENCES) -> Speech:
    """Take the next sentences: as many as are short together, and at least one."""
    taken: list[str] = []
    while talk.rest and len(taken) < most:
        if taken and sum(map(len, taken)) + len(talk.rest[0]) > MAX_SPOKEN_CHARS:
            break
        taken.append(talk.rest.popleft())
    return Speech(tuple(taken), more=bool(talk.rest), suggestions=(MORE,) if talk.rest else ())
