"""Spoken conversations: one short answer at a time, within the time that a platform waits.

The first thing said of an answer is one line; "tell me more" says what follows. An answer that is not ready in time is
announced and said at the next "tell me more", so that no question is asked in vain.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from aiohttp import web
from pydantic import TypeAdapter

from engine import schemas
from engine.errors import shorten
from engine.text.tokens import clean
from service.channels.base import TOO_FAST, Door
from service.rendering import plain
from service.rendering.blocks import Bars, Buttons, Sources, of_reply
from service.rendering.pieces import cut
from service.rendering.ssml import sentences, speak, spoken
from service.server.chat import APOLOGY, said_instead
from service.server.requests import CHAT, ENGINE
from service.store import Kind

log = logging.getLogger(__name__)

T = TypeVar("T")

TALK = Kind("talk", most=10_000, days=1 / 96)
POLL_S = 0.1
"""So often it is asked whether an answer is ready that another service makes."""
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


@dataclass(frozen=True, slots=True)
class _Talk:
    """What one person has not heard yet, and has heard last."""

    rest: tuple[str, ...] = ()
    ready: Speech | None = None
    """The beginning of an answer that was not said yet."""
    pending: float = 0.0
    """Until when an answer is being made, in seconds since 1970."""
    last: Speech = Speech(WELCOME)


_TALK = TypeAdapter(_Talk)


class Talks:
    """The conversations of one door, kept where several services share them."""

    def __init__(self, app: web.Application, secret: str) -> None:
        """Begin without any.

        Args:
            app: The application; what is not answered when it stops is given up.
            secret: Of the door; the keys of its conversations are derived from it.
        """
        self._door = Door(app, secret)
        self._store = app[CHAT].store.passing
        self._timeout_s = app[ENGINE].config.messaging.timeout_s
        self._making: dict[str, asyncio.Task[None]] = {}
        app.cleanup_ctx.append(self._close)

    async def say(self, place: str, message: str, *, timeout_s: float) -> Speech:
        """Answer one message; whatever fails is said.

        Args:
            place: The conversation, in the platform's words.
            message: What the person says, as the platform understood it.
            timeout_s: When something has to be said at the latest.
        """
        message, pending = clean(message), False
        if not spoken(message):
            return await self._tell(place, Speech(NOT_HEARD))
        if message.lower().strip(".!?, ") in _MORE:
            speech, pending = await self._change(place, _more)
            if speech:
                return speech
        if not pending:
            if self._door.full or not await self._door.admits(place):
                return await self._tell(place, Speech((TOO_FAST,)))
            await self._begin(place, message)
        return await self._made(place, timeout_s)

    async def again(self, place: str) -> Speech:
        """Return what was said last."""
        return await self._change(place, lambda talk: (talk, talk.last))

    async def forget(self, place: str) -> None:
        """Drop what was not said yet."""
        await self._store.run(self._store.delete, TALK, self._door.session(place))

    async def _begin(self, place: str, message: str) -> None:
        """Begin to make an answer."""
        mark = time.time() + self._timeout_s
        await self._change(place, lambda talk: (_Talk(pending=mark, last=talk.last), None))
        self._making[place] = task = self._door.start(self._make(place, message, mark))
        task.add_done_callback(lambda done: self._making.get(place) is done and self._making.pop(place))

    async def _make(self, place: str, message: str, mark: float) -> None:
        try:
            replies = await self._door.turn(place, [message])
        except Exception:
            log.exception("What was said could not be answered")
            replies = [said_instead(APOLOGY)]
        made = _begun(replies)
        await self._change(place, lambda talk: (replace(made, last=talk.last) if talk.pending == mark else talk, None))

    async def _made(self, place: str, timeout_s: float) -> Speech:
        """Say the answer that is being made, here or by another service, or that it is not ready."""
        until = time.monotonic() + timeout_s
        if task := self._making.get(place):
            await asyncio.wait({task}, timeout=timeout_s)
        while not (speech := await self._change(place, _first)):
            if time.monotonic() > until:
                return await self._tell(place, Speech(PENDING, more=True, suggestions=(MORE,)))
            await asyncio.sleep(POLL_S)
        return speech

    async def _tell(self, place: str, speech: Speech) -> Speech:
        return await self._change(place, lambda talk: (replace(talk, last=speech), speech))

    async def _change(self, place: str, change: Callable[[_Talk], tuple[_Talk, T]]) -> T:
        def changed(known: str | None) -> tuple[str, T]:
            talk, found = change(_TALK.validate_json(known) if known else _Talk())
            return _TALK.dump_json(talk).decode(), found

        return await self._store.run(self._store.change, TALK, self._door.session(place), changed)

    async def _close(self, _: web.Application) -> AsyncIterator[None]:
        yield
        await self._door.close()


def _more(talk: _Talk) -> tuple[_Talk, tuple[Speech | None, bool]]:
    """Say what follows, or tell whether an answer is being made or waits to be heard."""
    if not talk.rest or talk.ready:
        return talk, (None, bool(talk.ready) or talk.pending > time.time())
    speech, rest = _next(talk.rest)
    return replace(talk, rest=rest, last=speech), (speech, False)


def _first(talk: _Talk) -> tuple[_Talk, Speech | None]:
    """Say the beginning of an answer; nothing while it is being made."""
    if talk.ready or talk.pending <= time.time():
        speech = talk.ready or Speech(NOT_HEARD)
        return replace(talk, ready=None, last=speech), speech
    return talk, None


def _begun(replies: Sequence[schemas.Reply]) -> _Talk:
    """Make ready the first line of an answer with evidence and what leads to it, or another reply; keep the rest.

    Choices are said when there is nothing else to go on with; bars and sources are for a screen.
    """
    most, said = MAX_SENTENCES, list[str]()
    answered = any(reply["comparison"] or reply["standings"] for reply in replies)
    unsaid = (Bars, Sources, Buttons) if answered else (Bars, Sources)
    for reply in replies:
        if reply["comparison"] or reply["standings"]:
            most = min(most, len(said) + 1)
        said += sentences([block for block in of_reply(reply) if not isinstance(block, unsaid)])
    pieces = tuple(piece.strip() for sentence in said or [NOTHING] for piece in cut(sentence, MAX_SPOKEN_CHARS))
    first, rest = _next(pieces, most)
    titles = (button["title"] for reply in replies for button in reply["buttons"])
    shown = "\n\n".join(plain.render(of_reply(reply)) for reply in replies)
    suggestions = tuple(filter(None, map(clean, (*first.suggestions, *titles))))[:MAX_SUGGESTIONS]
    return _Talk(rest, Speech(first.sentences, first.more, suggestions, shorten(shown, MAX_SHOWN_CHARS)))


def _next(pieces: tuple[str, ...], most: int = MAX_SENTENCES) -> tuple[Speech, tuple[str, ...]]:
    """Take the next sentences, as many as are short together, and at least one; return them and the rest."""
    taken = 0
    while taken < min(most, len(pieces)):
        if taken and sum(map(len, pieces[: taken + 1])) > MAX_SPOKEN_CHARS:
            break
        taken += 1
    rest = pieces[taken:]
    return Speech(pieces[:taken], more=bool(rest), suggestions=(MORE,) if rest else ()), rest
