"""Today's web: a SearXNG instance is asked through its JSON API, and pages are fetched to be read.

Everything is bounded: time, bytes, results, pages fetched at once; what was found is kept for a while. A page that was
read is a document like any of an index, cut into sentences in the same way.
"""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

import aiohttp
from cachetools import TLRUCache
from yarl import URL

from engine.config import SearxngConfig
from engine.errors import ConfigError, UnavailableError, shorten
from engine.hanging import unless_hanging
from engine.memory import size_of
from engine.retrieval.ingest.html import read_html
from engine.retrieval.ingest.records import documents_of
from engine.retrieval.web.safe_fetch import Fetched, fetch, make_session
from engine.text.tokens import clean
from engine.types import Document

MAX_ANSWER_BYTES = 4 << 20
MAX_PARTS = 5
"""Pages of results asked for in one search."""
FAILED_S = 60.0
"""A page that could not be read is tried again after this time."""
RESTS_S = 10.0
"""An instance that did not answer is left alone for this time."""
_NOT_NOW = "The web search does not work now. Try again later."
_MAX_QUERY_CHARS = 400
_MAX_FIELD_CHARS = 2_000
_MAX_TITLE_CHARS = 500
_READ_CHARS = 200_000  # of a fetched page
_READABLE = ("text/html", "application/xhtml+xml", "text/plain")


class Web:
    """Asks the SearXNG instance of the settings, and reads pages; several threads may do so, each in a loop."""

    def __init__(self, settings: SearxngConfig) -> None:
        """Prepare; nothing is asked yet.

        Raises:
            ConfigError: The settings name no instance.
        """
        if not settings.url:
            raise ConfigError("Setting searxng.url names no instance. Give its address, such as http://127.0.0.1:8888.")
        self._settings = settings
        self._lock = threading.Lock()
        self._rests = (0.0, "")
        self._kept: TLRUCache[Any, Any] = TLRUCache(settings.cached_mb << 20, self._until, getsizeof=size_of)

    async def find(self, query: str, k: int) -> tuple[Document, ...]:
        """Search the web, within ``timeout_s``.

        Returns:
            At most ``k`` pages, best first, with what the search shows of each as their sentences.

        Raises:
            UnavailableError: The search does not work; the message says why and what to do.
        """
        key = ("search", query, k)
        found: tuple[Document, ...] | None = self._get(key)
        if found is None:
            found = await self._find(query, k)
            self._keep(key, found)
        return found

    async def read(self, pages: Sequence[Document]) -> list[Document | str]:
        """Fetch pages at once, each within half of ``timeout_s``, so that a slow one costs its text, not the search.

        Returns:
            For each page the document that it is, or why it cannot be had.
        """
        timeout_s, private = self._settings.timeout_s / 2, self._settings.private_addresses
        async with make_session(timeout_s=timeout_s, private=private) as session:
            return await asyncio.gather(*[self._read(session, page, timeout_s) for page in pages])

    def kept(self, address: str) -> Document | None:
        """Return a page that was read, while it is kept."""
        page = self._get(("page", address))
        return page if isinstance(page, Document) else None

    def forget(self) -> None:
        """Keep nothing of what was found."""
        with self._lock:
            self._kept.clear()

    def _until(self, _: Any, value: Any, now: float) -> float:
        kept_s = self._settings.cached_s
        return now + (min(FAILED_S, kept_s) if isinstance(value, str) else kept_s)

    def _get(self, key: Any) -> Any:
        with self._lock:
            return self._kept.get(key)

    def _keep(self, key: Any, value: Any) -> None:
        with self._lock, suppress(ValueError):  # it is larger than all that is kept
            self._kept[key] = value

    async def _find(self, query: str, k: int) -> tuple[Document, ...]:
        found: dict[str, Document] = {}
        timeout_s = self._settings.timeout_s
        until, said = self._rests
        if time.monotonic() < until:
            raise UnavailableError(said, told=_NOT_NOW)
        try:
            async with asyncio.timeout(timeout_s), make_session(timeout_s=timeout_s, private=True) as session:
                for part in range(1, MAX_PARTS + 1):
                    before = len(found)
                    asked = self._ask(session, query, part)
                    for page in await unless_hanging(asked, f"{self._settings.url.rstrip('/')}/healthz"):
                        found.setdefault(page.id, page)
                    if len(found) >= k or len(found) == before:
                        break
        except TimeoutError as error:
            if not found:
                raise self._rest("The web search does not answer in time. Check searxng.url.") from error
        return tuple(found.values())[:k]

    def _rest(self, problem: str) -> UnavailableError:
        """Leave the instance alone for a while; return the error that is raised meanwhile."""
        self._rests = (time.monotonic() + RESTS_S, problem)
        return UnavailableError(problem, told=_NOT_NOW)

    async def _ask(self, session: aiohttp.ClientSession, query: str, part: int) -> list[Document]:
        """Return one page of results."""
        settings = self._settings
        parameters = {"q": query, "format": "json", "pageno": str(part), "language": settings.language}
        url = URL(settings.url.rstrip("/") + "/search") % parameters
        try:
            fetched = await fetch(session, str(url), max_bytes=MAX_ANSWER_BYTES, private=True)
            answer = json.loads(fetched.content)
            if not isinstance(answer, dict) or not isinstance(answer.get("results"), list):
                raise ValueError("it has no list of results")
        except UnavailableError as error:
            if part > 1:
                return []
            raise self._rest(f"The web search does not work: {error} Check searxng.url.") from error
        except (ValueError, RecursionError) as error:
            raise UnavailableError(
                f"The web search at {settings.url!r} does not answer as SearXNG does ({shorten(str(error))}). "
                "Check searxng.url, and that its settings.yml lists json under search.formats.",
                told=_NOT_NOW,
            ) from error
        found = list(_results(answer["results"]))
        if not found and part == 1 and (failed := _engines(answer.get("unresponsive_engines"))):
            raise UnavailableError(
                f"The web search at {settings.url!r} found nothing, and not all that it asks did answer: {failed}. "
                "Try again later, or give it other engines.",
                told=f"The web search found nothing, and not all that it asks did answer: {failed}. Try again later.",
            )
        return found

    async def _read(self, session: aiohttp.ClientSession, page: Document, timeout_s: float) -> Document | str:
        key = ("page", page.id)
        read: Document | str | None = self._get(key)
        if read is None:
            settings = self._settings
            try:
                async with asyncio.timeout(timeout_s):
                    fetched = await fetch(
                        session, page.url, max_bytes=settings.max_bytes, private=settings.private_addresses
                    )
                    read = await asyncio.to_thread(_document, fetched, page)
            except TimeoutError:
                read = f"{shorten(page.url)!r} does not answer in time."
            except (UnavailableError, ValueError) as error:
                read = str(error)
            self._keep(key, read)
        return read


def query_of(words: str, names: Sequence[str]) -> str:
    """Return what to ask: names in quotes, which no text can end, and the other words of a query, which are in none."""
    quoted = [clean(name.replace('"', " ")) for name in names]
    rest = clean(words.replace('"', " "))
    for name in quoted:
        rest = rest.replace(name, " ") if name else rest
    return " ".join([*(f'"{name}"' for name in quoted if name), *rest.split()])[:_MAX_QUERY_CHARS]


def _results(results: Sequence[Any]) -> Iterator[Document]:
    """Yield what can be used of a list of results."""
    for result in results:
        if isinstance(result, dict):
            names = ("url", "title", "content", "publishedDate")
            url, title, content, date = (_text(result.get(name)) for name in names)
            url = url.partition("#")[0]
            if url.lower().startswith(("http://", "https://")) and (title or content):
                fields = {"url": url, "title": title[:_MAX_TITLE_CHARS], "date": date[:10]}
                documents, _ = documents_of(fields | ({"text": content} if content else {}), url)
                yield from documents


def _text(value: object) -> str:
    return clean(value)[:_MAX_FIELD_CHARS] if isinstance(value, str) else ""


def _engines(failed: object) -> str:
    """Return the search engines behind the instance that did not answer, with why; at most five."""
    named = [" ".join(map(_text, one)) for one in failed if isinstance(one, list)] if isinstance(failed, list) else []
    return ", ".join(shorten(one) for one in named[:5])


def _document(fetched: Fetched, page: Document) -> Document:
    """Read a page.

    Raises:
        ValueError: It is no page of text.
    """
    if fetched.kind not in _READABLE:
        raise ValueError(f"{shorten(page.url)!r} is {shorten(fetched.kind)}, expected a page of text.")
    try:
        read = read_html(fetched.content, charset=fetched.charset)
        fields = {"id": page.id, "url": page.url, "title": page.title or shorten(read.title, _MAX_TITLE_CHARS)}
        fields |= {"text": read.text[:_READ_CHARS], "date": page.date or read.date, "language": read.language}
        documents, problem = documents_of(fields, page.id)
    except ValueError as error:
        raise ValueError(f"{shorten(page.url)!r} cannot be read: {error}.") from error
    if not documents:
        raise ValueError(f"{shorten(page.url)!r} cannot be read: {problem}.")
    return documents[0]
