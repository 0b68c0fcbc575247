"""Conversations: hands a message to Rasa, or to the same rules here, and merges what is said into replies.

Several things may be said in a turn: a text with buttons, and the payload of an action (``schemas.Payload``) as a
message of its own. A payload belongs to the text before it. It names a comparison of this turn, which is held here.

When Rasa is down, too slow or sends something unusable, its rules are followed in this process and the conversation
goes on. ``degraded`` marks what is said when something is lost: a conversation that could not be looked up.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from math import inf
from typing import Any, Self

import aiohttp

from engine import schemas
from engine.errors import InputError, UnavailableError
from engine.pipeline import Engine
from engine.text.tokens import clean
from engine.types import Comparison, Standings
from engine.types.document import own_words
from service.dialogue import Dialogue
from service.dialogue.conversations import CONVERSATION, Conversation
from service.rasa_process import RasaProcess
from service.server.pool import CLIENT, Pool
from service.store import open_store

log = logging.getLogger(__name__)

MAX_RASA_BYTES = 4 << 20
"""A longer reply of Rasa is not read."""

PROBE_EVERY_S = 0.3
"""So often Rasa is asked whether it still answers, while it has messages and answers nobody, and while it hangs."""

MAX_WAITING = 4
"""Messages of one conversation that may wait for the one before."""

ARGUMENTS_PER_STANCE = 20
"""How many arguments of each stance a reply carries."""

FORGOTTEN = "I cannot look up what we said before right now, so I begin anew."
NOT_DELETED = "The conversation could not be deleted now. Try again in a few seconds."
APOLOGY = "Sorry, I cannot answer right now. Please try again in a moment."


class _BrokenError(Exception):
    """Rasa did not answer in a usable way; the message says how."""


class Chat:
    """Conversations with the people who use the service; an asynchronous context manager.

    The messages of one conversation are handled one after another.
    """

    def __init__(self, engine: Engine, pool: Pool, rasa: RasaProcess | None, dialogue: Dialogue | None = None) -> None:
        """Prepare conversations.

        Args:
            engine: Answers.
            pool: Where it runs.
            rasa: Leads the conversations; None when it is switched off.
            dialogue: Acts for Rasa, and leads the conversations without it; a new one when None.

        Attributes:
            dialogue: The same.
            store: Where is kept what outlives a turn.
        """
        self.store = open_store(engine.config.service)
        self._unkept = ""
        self._rasa = rasa
        self.dialogue = dialogue or Dialogue(engine, pool)
        self._timeout_s = engine.config.rasa.timeout_s
        self._max_chars = engine.config.service.max_question_chars
        self._max_turns = engine.config.service.queue
        self._wait_s = engine.config.service.timeout_s
        self._http: aiohttp.ClientSession | None = None
        self._hanging: asyncio.Task[None] | None = None
        self._heard_at = -inf
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
        if self._hanging is not None:
            self._hanging.cancel()
        if self._http is not None:
            await self._http.close()
            self._http = None
        self.store.close()

    async def ready(self) -> schemas.PartState:
        """Say whether conversations work."""
        if self.store.shared:
            try:
                await self.store.run(self.store.get, CONVERSATION, "")
            except UnavailableError as error:
                return {"ready": False, "detail": error.tell()}
        if self._unkept:
            return {"ready": False, "detail": self._unkept}
        if self._rasa is None:
            return {"ready": True, "detail": "Rasa is switched off; its rules are followed in the service."}
        if await self._rasa.ready():
            return {"ready": True, "detail": "Rasa answers."}
        return {"ready": True, "detail": "Rasa does not answer; its rules are followed in the service."}

    async def turn(
        self, session: str | None, message: str, index: str | None = None
    ) -> tuple[str, list[schemas.Reply]]:
        """Answer one message.

        Args:
            session: Key of the conversation; None begins a new one.
            message: What the person says, 1 to ``service.max_question_chars`` characters.
            index: Name of the index to search from now on, empty for the first one; as before when None.

        Returns:
            The key of the conversation, and one or more replies.

        Raises:
            InputError: The message is empty or too long.
            UnknownNameError: There is no such index.
            UnavailableError: Too many messages wait already, or what should be deleted may not be.
        """
        message = self._check(message)
        key = session or new_session()
        async with self._place(key) as lost:
            try:
                if index is not None:
                    self.dialogue.search(key, index)
                replies: list[schemas.Reply] = []
                parts = await self.dialogue.questions(key, message)
                for number, question in enumerate(parts.said):
                    said = await self._reply(key, question)
                    back = parts.goes_back and number == 0 and any(map(_shows, said))
                    replies += [reply for reply in said if not (back and _shows(reply))]
                    if parts.goes_back and not back and number == 0:
                        break
                complete = any(map(_shows, replies))
                if lost and session is not None and not complete:
                    replies.insert(0, said_instead(FORGOTTEN))
                return key, replies
            finally:
                self.dialogue.comparisons.end(key)

    async def forget(self, session: str) -> None:
        """Delete a conversation, as its person does who says so.

        Args:
            session: Key of the conversation; one that nobody knows is deleted already.

        Raises:
            UnavailableError: It is not sure that nothing is kept.
        """
        async with self._place(session):
            await self._forget(session)

    async def _forget(self, session: str) -> None:
        self.dialogue.conversations.forget(session)
        try:
            await self.store.run(self.store.delete, CONVERSATION, session)
        except UnavailableError as error:
            raise UnavailableError(NOT_DELETED) from error

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
    async def _place(self, session: str) -> AsyncIterator[bool]:
        """Wait for one's turn in a conversation, and keep what it leaves; say whether what was before is lost."""
        line = self._lines.get(session) or _Line()
        if line.people > MAX_WAITING or self._turns >= self._max_turns:
            raise UnavailableError("Too many messages are waiting for an answer. Try again in a few seconds.")
        self._lines[session] = line
        line.people += 1
        self._turns += 1
        try:
            async with line.lock, self.store.turn(session, wait_s=self._wait_s):
                self.dialogue.clients[session] = CLIENT.get()
                before, lost = await self._look_up(session)
                yield lost
                await self._keep(session, before)
        finally:
            self.dialogue.clients.pop(session, None)
            self._turns -= 1
            line.people -= 1
            if line.people == 0:
                del self._lines[session]

    async def _look_up(self, session: str) -> tuple[str | None, bool]:
        """Take note of a conversation as it is kept, unless this service alone knows it and does.

        Returns:
            That, and whether it could not be looked up.
        """
        conversations = self.dialogue.conversations
        if session in conversations and not self.store.shared:
            return conversations[session].written(), False
        try:
            kept = await self.store.run(self.store.get, CONVERSATION, session)
        except UnavailableError as error:
            if self.store.shared:
                raise
            log.warning("A conversation was not looked up: %s", error)
            return None, True
        conversations.forget(session)
        if kept is not None:
            conversations[session] = Conversation.read(kept)
        return kept, False

    async def _keep(self, session: str, before: str | None) -> None:
        """Keep a conversation as the turn has left it; nothing is known of one that was deleted.

        Raises:
            UnavailableError: It cannot be kept where other services look for it.
        """
        known = self.dialogue.conversations
        now = known[session].written() if session in known else before
        try:
            if now is not None and now != before:
                await self.store.run(self.store.put, CONVERSATION, session, now)
            self._unkept = ""
        except UnavailableError as error:
            if self.store.shared:
                raise
            self._unkept = f"Conversations are not kept: {error.tell()}"

    async def _reply(self, session: str, message: str) -> list[schemas.Reply]:
        """Answer a message through Rasa, or without it."""
        before = self.dialogue.conversations[session]
        if self._rasa is not None:
            try:
                return await self._merged(session, await self._post(self._rasa, session, message))
            except _BrokenError as error:
                log.warning("Rasa did not answer: %s", error)
            self.dialogue.conversations[session] = before
        return await self._merged(session, await self.dialogue.say(session, message))

    async def _merged(self, session: str, parts: list[dict[str, Any]]) -> list[schemas.Reply]:
        replies: list[schemas.Reply] = []
        waiting: list[Any] = []
        for part in parts:
            text, buttons = _text_of(part), _buttons_of(part)
            if text:
                replies.append(_reply(text, buttons))
            elif buttons and replies:
                replies[-1]["buttons"].extend(buttons)
            if part.get("custom") is not None:
                waiting.append(part["custom"])
            if replies:
                for custom in waiting:
                    await self._merge(session, replies[-1], custom)
                waiting.clear()
        if not replies:
            raise _BrokenError("it said nothing")
        index = self.dialogue.conversations[session].slots.get("index") or ""
        return [{**reply, "index": index} for reply in replies]

    async def _post(self, rasa: RasaProcess, session: str, message: str) -> list[dict[str, Any]]:
        """Hand a message to Rasa while that answers; one that hangs is given none until it is back."""
        if self._http is None:
            raise _BrokenError("it is not connected")
        if self._hanging is not None and not self._hanging.done():
            raise _BrokenError("it hangs")
        turn = self.dialogue.led[session] = secrets.token_hex(8)
        asked = asyncio.create_task(self._ask(self._http, rasa.base_url, session, message, turn))
        try:
            while not (await asyncio.wait({asked}, timeout=PROBE_EVERY_S))[0]:
                if time.monotonic() - self._heard_at < PROBE_EVERY_S:  # it just answered somebody
                    continue
                if not await rasa.ready() and not asked.done():
                    self._hanging = asyncio.create_task(_until_ready(rasa))
                    raise _BrokenError("it hangs")
                self._heard_at = time.monotonic()
            parts = asked.result()
            self._heard_at = time.monotonic()
            return parts
        finally:
            del self.dialogue.led[session]
            asked.cancel()

    async def _ask(
        self, http: aiohttp.ClientSession, base_url: str, session: str, message: str, turn: str
    ) -> list[dict[str, Any]]:
        url = f"{base_url}/webhooks/rest/webhook"
        asked = {"sender": session, "message": message, "metadata": {"turn": turn}}
        body = bytearray()
        try:
            async with http.post(url, json=asked) as response:
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

    async def _merge(self, session: str, reply: schemas.Reply, custom: Any) -> None:
        try:
            payload = schemas.parse(schemas.Payload, json.dumps(custom))
        except InputError as error:
            log.warning("An action's payload cannot be used: %s", error)
            return
        reply["citations"].extend(payload.citations)
        if payload.blocks:
            reply["blocks"] = schemas.blocks(payload.blocks)
        if payload.comparison is not None:
            found = self.dialogue.comparisons.get(session, payload.comparison)
            if found is None:
                log.warning("The comparison %r is not known.", payload.comparison)
            else:
                await asyncio.to_thread(_show, reply, found)  # a comparison of several things is large
        if payload.deleted:
            await self._forget(session)


class _Line:
    """The people before the counter of one conversation."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.people = 0


async def _until_ready(rasa: RasaProcess) -> None:
    while not await rasa.ready():  # noqa: ASYNC110 - no event to await
        await asyncio.sleep(PROBE_EVERY_S)
    log.info("Rasa answers again.")


def new_session() -> str:
    """Return the key of a new conversation: 192 random bits, safe in a URL."""
    return secrets.token_urlsafe(24)


def _shows(reply: schemas.Reply) -> bool:
    """Return whether a reply shows a comparison."""
    return bool(reply["comparison"] or reply["standings"])


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
        "index": "",
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
