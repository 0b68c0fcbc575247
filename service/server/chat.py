"""Conversations: hands a message to Rasa, merges what comes back into replies, and stands in when Rasa cannot answer.

Rasa says several things in a turn: a text with buttons, and the payload of an action (``schemas.Payload``) as a message
of its own. A payload belongs to the text before it. It carries only the request of a comparison; the comparison itself
comes from the engine's cache.

When Rasa is down, too slow or sends something unusable, the person still gets a reply, marked ``degraded``: a complete
comparative question is answered by the engine alone, anything else by an apology that says what still works.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Protocol, Self

import aiohttp

from engine import schemas
from engine.errors import EngineError, InputError, UnavailableError
from engine.pipeline import Engine
from engine.text.tokens import clean
from engine.types import Comparison, Standings
from engine.types.document import own_words
from service.server.pool import Pool

log = logging.getLogger(__name__)

MAX_RASA_BYTES = 4 << 20
"""A longer reply of Rasa is not read."""

MAX_WAITING = 4
"""Messages of one conversation that may wait for the one before."""

ARGUMENTS_PER_STANCE = 20
"""How many arguments of each stance a reply carries."""

ERASE = "delete my data"
"""What a person says to have the conversation deleted."""

ALONE = (
    "I cannot follow our conversation right now, so I answer this question on its own, without what was said before."
)
APOLOGY = (
    "Sorry, I cannot follow our conversation right now. A complete question still works, for example: "
    '"Is Python better than MATLAB for deep learning?" For anything else, please try again in a moment.'
)


class Dialogue(Protocol):
    """A running Rasa server."""

    @property
    def base_url(self) -> str:
        """Return where its REST channel listens, without a slash at the end."""
        ...

    async def ready(self) -> bool:
        """Return whether it can answer."""
        ...


class _BrokenError(Exception):
    """Rasa did not answer in a usable way; the message says how."""


class Chat:
    """Conversations with the people who use the service; an asynchronous context manager.

    The messages of one conversation are handled one after another.
    """

    def __init__(self, engine: Engine, pool: Pool, dialogue: Dialogue | None) -> None:
        """Prepare conversations.

        Args:
            engine: Expands comparisons and answers when Rasa cannot.
            pool: Where the engine runs.
            dialogue: Rasa; None when it is switched off, then every turn is degraded.
        """
        self._engine = engine
        self._pool = pool
        self._dialogue = dialogue
        self._timeout_s = engine.config.rasa.timeout_s
        self._max_chars = engine.config.service.max_question_chars
        self._max_turns = engine.config.service.queue
        self._http: aiohttp.ClientSession | None = None
        self._lines: dict[str, _Line] = {}
        self._turns = 0

    async def __aenter__(self) -> Self:
        """Open the connection to Rasa."""
        self._http = aiohttp.ClientSession(
            timeout=aiohttp.ClientTimeout(total=self._timeout_s),
            connector=aiohttp.TCPConnector(limit=0),
            cookie_jar=aiohttp.DummyCookieJar(),
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close it."""
        if self._http is not None:
            await self._http.close()
            self._http = None

    async def ready(self) -> schemas.PartState:
        """Say whether conversations work."""
        if self._dialogue is None:
            return {"ready": True, "detail": "Switched off; questions are answered without conversation."}
        if await self._dialogue.ready():
            return {"ready": True, "detail": "Rasa answers."}
        return {"ready": False, "detail": "Rasa does not answer; questions are answered without conversation."}

    async def turn(self, session: str | None, message: str) -> tuple[str, list[schemas.Reply]]:
        """Answer one message.

        Args:
            session: Key of the conversation; None begins a new one.
            message: What the person says, 1 to ``service.max_question_chars`` characters.

        Returns:
            The key of the conversation, and one or more replies.

        Raises:
            InputError: The message is empty or too long.
            UnavailableError: Too many messages wait already.
        """
        message = self._check(message)
        session = session or new_session()
        async with self._place(session):
            try:
                return session, await self._through_rasa(session, message)
            except _BrokenError as error:
                if self._dialogue is not None:
                    log.warning("Rasa did not answer: %s", error)
                return session, await self._alone(message)

    async def forget(self, session: str) -> None:
        """Delete a conversation, as its person does who says so.

        Args:
            session: Key of the conversation; one that nobody knows is deleted already.

        Raises:
            UnavailableError: Rasa cannot answer, so it is not sure that nothing is kept.
        """
        async with self._place(session):
            try:
                parts = await self._post(session, ERASE)
            except _BrokenError as error:
                raise UnavailableError(f"The conversation could not be deleted now: {error}. Try again.") from error
        if not any((part.get("custom") or {}).get("erased") for part in parts):
            raise UnavailableError("The conversation could not be deleted now. Try again in a few seconds.")

    def _check(self, message: str) -> str:
        message = clean(message)
        if not message:
            raise InputError('The message is empty. Ask for example: "Is tea better than coffee for sleep?"')
        if len(message) > self._max_chars:
            raise InputError(
                f"The message has {len(message)} characters, at most {self._max_chars} are read. Shorten it."
            )
        return message

    @asynccontextmanager
    async def _place(self, session: str) -> AsyncIterator[None]:
        line = self._lines.get(session) or _Line()
        if line.people > MAX_WAITING or self._turns >= self._max_turns:
            raise UnavailableError("Too many messages are waiting for an answer. Try again in a few seconds.")
        self._lines[session] = line
        line.people += 1
        self._turns += 1
        try:
            async with line.lock:
                yield
        finally:
            self._turns -= 1
            line.people -= 1
            if line.people == 0:
                del self._lines[session]

    async def _through_rasa(self, session: str, message: str) -> list[schemas.Reply]:
        replies: list[schemas.Reply] = []
        waiting: list[Any] = []
        for part in await self._post(session, message):
            text, buttons = _text_of(part), _buttons_of(part)
            if text:
                replies.append(_reply(text, buttons))
            elif buttons and replies:
                replies[-1]["buttons"].extend(buttons)
            if part.get("custom") is not None:
                waiting.append(part["custom"])
            if replies:
                for custom in waiting:
                    await self._merge(replies[-1], custom)
                waiting.clear()
        if not replies:
            raise _BrokenError("it said nothing")
        return replies

    async def _post(self, session: str, message: str) -> list[dict[str, Any]]:
        if self._dialogue is None or self._http is None:
            raise _BrokenError("it is not connected")
        url = f"{self._dialogue.base_url}/webhooks/rest/webhook"
        body = bytearray()
        try:
            async with self._http.post(url, json={"sender": session, "message": message}) as response:
                if response.status != 200:
                    raise _BrokenError(f"HTTP status {response.status}")
                async for chunk in response.content.iter_chunked(1 << 16):
                    body += chunk
                    if len(body) > MAX_RASA_BYTES:
                        raise _BrokenError(f"more than {MAX_RASA_BYTES} bytes")
        except TimeoutError as error:
            raise _BrokenError(f"nothing within {self._timeout_s:g} s") from error
        except aiohttp.ClientError as error:
            raise _BrokenError(f"{type(error).__name__}: {error}") from error
        try:
            parts = json.loads(body)
        except (ValueError, RecursionError) as error:
            raise _BrokenError("not JSON") from error
        if not isinstance(parts, list) or not all(isinstance(part, dict) for part in parts):
            raise _BrokenError("not a list of messages")
        return parts

    async def _merge(self, reply: schemas.Reply, custom: Any) -> None:
        try:
            payload = schemas.parse(schemas.Payload, json.dumps(custom))
        except InputError as error:
            log.warning("An action's payload cannot be used: %s", error)
            return
        if payload.blocks:
            reply["blocks"] = schemas.blocks(payload.blocks)
        reply["citations"].extend(payload.citations)
        if payload.comparison is not None:
            query = payload.comparison.to_query()
            try:
                found = await self._pool.run(lambda: self._engine.compare_any(query))
            except EngineError as error:
                log.warning("A comparison cannot be shown: %s", error)
            else:
                _show(reply, found)

    async def _alone(self, message: str) -> list[schemas.Reply]:
        try:
            answer = await self._pool.run(lambda: self._engine.ask(message))
        except EngineError as error:
            return [said_instead(f"{APOLOGY}\n{error}")]
        found = answer.comparison or answer.standings
        if found is None:
            return [said_instead(APOLOGY)]
        reply = _reply(answer.text, degraded=True)
        reply["blocks"] = schemas.blocks(answer.blocks)
        reply["citations"] = [schemas.citation(citation) for citation in answer.citations]
        _show(reply, found)
        return [said_instead(ALONE), reply]


class _Line:
    """The people before the counter of one conversation."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.people = 0


def new_session() -> str:
    """Return the key of a new conversation: 192 random bits, safe in a URL."""
    return secrets.token_urlsafe(24)


def said_instead(text: str) -> schemas.Reply:
    """Return a reply in the place of one that could not be made."""
    return _reply(text, degraded=True)


def _reply(text: str, buttons: Sequence[schemas.Button] = (), *, degraded: bool = False) -> schemas.Reply:
    return {
        "text": text,
        "blocks": schemas.blocks(own_words("\n".join(map(clean, text.splitlines())))),
        "buttons": list(buttons),
        "citations": [],
        "comparison": None,
        "standings": None,
        "degraded": degraded,
    }


def _show(reply: schemas.Reply, found: Comparison | Standings) -> None:
    if isinstance(found, Standings):
        reply["standings"] = schemas.standings(found)
    else:
        reply["comparison"] = schemas.comparison(found, per_stance=ARGUMENTS_PER_STANCE)


def _text_of(part: dict[str, Any]) -> str:
    text = part.get("text")
    return text if isinstance(text, str) and not text.isspace() else ""


def _buttons_of(part: dict[str, Any]) -> list[schemas.Button]:
    buttons = part.get("buttons")
    if not isinstance(buttons, list):
        return []
    return [
        {"title": button["title"], "message": button["payload"]}
        for button in buttons
        if isinstance(button, dict) and isinstance(button.get("title"), str) and isinstance(button.get("payload"), str)
    ]
