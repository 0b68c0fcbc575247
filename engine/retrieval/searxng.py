"""Whole pages of today's web: a SearXNG instance is asked through its JSON API, and pages are fetched to be read.

Everything is bounded: time, bytes, results, pages fetched at once; what was found is kept for a while.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import aiohttp
from cachetools import TTLCache
from yarl import URL

from engine.config import SearxngConfig
from engine.errors import ConfigError, NotFoundError, UnavailableError, shorten
from engine.retrieval.fetching import fetch, make_session
from engine.retrieval.html import read_html
from engine.retrieval.page_query import Terms, terms_of
from engine.retrieval.snippets import snippet
from engine.retrieval.sources import split_sentences
from engine.text import clean
from engine.types import Page, PageHit, PageResult

Result = TypeVar("Result")

MAX_ANSWER_BYTES = 4 << 20
MAX_PARTS = 5
"""Pages of results asked for in one search."""
_MAX_QUERY_CHARS = 400
_MAX_FIELD_CHARS = 2_000
_READ_CHARS = 200_000  # of a fetched page
_READABLE = ("text/html", "application/xhtml+xml", "text/plain")


class SearxngPages:
    """Searches the live web through the SearXNG instance of the settings."""

    def __init__(self, *, settings: SearxngConfig) -> None:
        """Prepare; nothing is asked yet.

        Raises:
            ConfigError: The settings name no instance.
        """
        if not settings.url:
            raise ConfigError("Setting searxng.url names no instance. Give its address, such as http://127.0.0.1:8888.")
        self._settings = settings
        self._lock = threading.Lock()
        self._kept: TTLCache[Any, Any] = TTLCache(settings.cached, settings.cached_s)

    def search(
        self,
        query: str,
        *,
        names: Sequence[str] = (),
        also: Mapping[str, float] | None = None,  # noqa: ARG002 - the web cannot weigh words
        k: int = 50,
    ) -> PageResult:
        """Find pages; see ``engine.protocols.PageSearcher``. Names are quoted, ``also`` is left out."""
        terms = terms_of(query, names=names)
        asked = _query(query, names)
        if terms is None or not asked:
            return PageResult(())
        return PageResult(self._keep(("search", asked, k), lambda: self._search(asked, terms, k)))

    def page(self, page_id: str) -> Page:
        """Fetch a page by its address; see ``engine.protocols.PageSearcher``."""
        if not page_id.lower().startswith(("http://", "https://")):
            raise NotFoundError(f"There is no page {shorten(page_id)!r} on the web. Ids are addresses: https://….")
        page: Page = self._keep(("page", page_id), lambda: self._one(page_id))
        return page

    def close(self) -> None:
        """Forget what was kept."""
        with self._lock:
            self._kept.clear()

    def _keep(self, key: Any, make: Any) -> Any:
        with self._lock:
            if key in self._kept:
                return self._kept[key]
        made = asyncio.run(_within(make(), self._settings.timeout_s))
        with self._lock:
            if self._kept.maxsize:
                self._kept[key] = made
        return made

    async def _search(self, query: str, terms: Terms, k: int) -> tuple[PageHit, ...]:
        found: dict[str, Page] = {}
        async with make_session(timeout_s=self._settings.timeout_s, private=True) as session:
            for part in range(1, MAX_PARTS + 1):
                before = len(found)
                for page in await self._ask(session, query, part):
                    found.setdefault(page.url, page)
                if len(found) >= k or len(found) == before:
                    break
        pages = await self._read([*found.values()][:k])
        return tuple(_hit(page, rank, terms.stems) for rank, page in enumerate(pages, 1))

    async def _ask(self, session: aiohttp.ClientSession, query: str, part: int) -> list[Page]:
        """Return one page of results."""
        parameters = {"q": query, "format": "json", "pageno": str(part), "language": self._settings.language}
        url = URL(self._settings.url.rstrip("/") + "/search") % parameters
        try:
            fetched = await fetch(session, str(url), max_bytes=MAX_ANSWER_BYTES, private=True)
            answer = json.loads(fetched.content)
            if not isinstance(answer, dict) or not isinstance(answer.get("results"), list):
                raise ValueError("it has no list of results")
        except UnavailableError as error:
            if part > 1:
                return []
            raise UnavailableError(f"The web search does not work: {error} Check searxng.url.") from error
        except (ValueError, RecursionError) as error:
            raise UnavailableError(
                f"The web search at {self._settings.url!r} does not answer as SearXNG does ({shorten(str(error))}). "
                "Check searxng.url, and that its settings.yml lists json under search.formats."
            ) from error
        return list(_pages(answer["results"]))

    async def _read(self, pages: Sequence[Page]) -> list[Page]:
        """Fetch the text of the first pages; one that cannot be had stays as it was found."""
        first, rest = pages[: self._settings.fetched], pages[self._settings.fetched :]
        if not first:
            return list(rest)
        async with self._session() as session:
            read = await asyncio.gather(*[self._fetch(session, page) for page in first], return_exceptions=True)
        return [page if isinstance(one, BaseException) else one for page, one in zip(first, read, strict=True)] + [
            *rest
        ]

    async def _one(self, address: str) -> Page:
        async with self._session() as session:
            return await self._fetch(session, Page(address, url=address, source=_host(address)))

    def _session(self) -> aiohttp.ClientSession:
        # Less than for all, so that one slow page costs its text, not the search.
        return make_session(timeout_s=self._settings.timeout_s / 2, private=self._settings.private_addresses)

    async def _fetch(self, session: aiohttp.ClientSession, page: Page) -> Page:
        settings = self._settings
        fetched = await fetch(session, page.url, max_bytes=settings.max_bytes, private=settings.private_addresses)
        if fetched.kind not in _READABLE:
            raise UnavailableError(f"{shorten(page.url)!r} is {shorten(fetched.kind)}, expected a page of text.")
        try:
            title, text = await asyncio.to_thread(read_html, fetched.content, charset=fetched.charset)
        except ValueError as error:
            raise UnavailableError(f"{shorten(page.url)!r} cannot be read: {error}.") from error
        sentences = split_sentences(text[:_READ_CHARS])
        return replace(page, title=page.title or title[:_MAX_FIELD_CHARS], text=" ".join(sentences) or page.text)


async def _within(work: Coroutine[Any, Any, Result], timeout_s: float) -> Result:
    try:
        async with asyncio.timeout(2 * timeout_s):
            return await work
    except TimeoutError as error:
        raise UnavailableError(f"The web did not answer within {2 * timeout_s:.0f} s. Try again later.") from error


def _query(query: str, names: Sequence[str]) -> str:
    """Return what to ask: names in quotes, which no text can end, and the words of the query that are in none."""
    quoted = [clean(name).replace('"', " ").strip() for name in names]
    rest = clean(query).replace('"', " ")
    for name in quoted:
        rest = rest.replace(name, " ") if name else rest
    return " ".join([*(f'"{name}"' for name in quoted if name), *rest.split()])[:_MAX_QUERY_CHARS]


def _pages(results: Sequence[Any]) -> Iterator[Page]:
    """Yield what can be used of a list of results."""
    for result in results:
        if isinstance(result, dict):
            url, title, content = (_text(result.get(name)) for name in ("url", "title", "content"))
            if url.lower().startswith(("http://", "https://")) and (title or content):
                date = _text(result.get("publishedDate"))[:10]
                yield Page(url, title, url, content, _host(url), date)


def _text(value: object) -> str:
    return clean(value)[:_MAX_FIELD_CHARS] if isinstance(value, str) else ""


def _host(address: str) -> str:
    try:
        return (URL(address).host or "").removeprefix("www.")
    except ValueError:
        return ""


def _hit(page: Page, rank: int, wanted: frozenset[str]) -> PageHit:
    return PageHit(page, rank, 1.0 / rank, *snippet(split_sentences(page.text), wanted))
