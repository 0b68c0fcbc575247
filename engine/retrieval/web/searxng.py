"""What a SearXNG instance finds on today's web: whole pages, and the sentences in them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest

import resiliparse  # noqa: F401 - pages are read with it

from engine.config import SearxngConfig
from engine.errors import NotFoundError, UnavailableError, shorten
from engine.retrieval.in_memory import ListRetriever
from engine.retrieval.ingest.languages import primary
from engine.retrieval.page_query import Terms, hit_of, page_of, terms_of
from engine.retrieval.sentence_query import parse, split_id
from engine.retrieval.web.searxng_client import Web, query_of
from engine.text.lexicon import dimension_of
from engine.text.tokens import stems
from engine.types import Document, Page, PageHit, PageResult, SearchResult, Sentence

MAX_ASPECTS = 3
"""So many aspects are searched for, each on its own."""
MAX_NAMED = 3
"""So many hosts of pages that could not be read are named."""


class SearxngPages:
    """Searches the live web through the SearXNG instance of the settings."""

    def __init__(self, *, settings: SearxngConfig) -> None:
        """Prepare; nothing is asked yet.

        Raises:
            ConfigError: The settings name no instance.
        """
        self._web = Web(settings)
        self._fetched = settings.fetched

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
        asked = query_of(query, names)
        return PageResult(tuple(asyncio.run(self._search(asked, terms, k))) if terms and asked else ())

    def page(self, page_id: str) -> Page:
        """Fetch a page by its address; see ``engine.protocols.PageSearcher``."""
        if not page_id.lower().startswith(("http://", "https://")):
            raise NotFoundError(f"There is no page {shorten(page_id)!r} on the web. Ids are addresses: https://….")
        (read,) = asyncio.run(self._web.read([Document(page_id, url=page_id)]))
        if isinstance(read, str):
            raise UnavailableError(read)
        return page_of(read)

    def close(self) -> None:
        """Forget what was kept."""
        self._web.forget()

    async def _search(self, query: str, terms: Terms, k: int) -> list[PageHit]:
        """Find pages, and read the first; one that cannot be had stays as it was found."""
        found = await self._web.find(query, k)
        read = await self._web.read(found[: self._fetched])
        pages = [one if isinstance(one, Document) else page for one, page in zip_longest(read, found)]
        return [hit_of(page, rank, 1.0 / rank, terms.stems) for rank, page in enumerate(pages, 1)]


class SearxngRetriever:
    """Searches the sentences of the pages that the live web has about the objects.

    Pages are searched for with all names, and with each aspect besides; the best are read, and their sentences searched
    as a list of documents is. Nothing is held but what was read of late: its sentences can be opened while it is kept.
    """

    def __init__(self, *, settings: SearxngConfig) -> None:
        """Prepare; nothing is asked yet.

        Raises:
            ConfigError: The settings name no instance.
        """
        self._web = Web(settings)
        self._settings = settings
        self._started = time.monotonic()

    @property
    def size(self) -> int:
        """Return 0: what there is to find is elsewhere."""
        return 0

    @property
    def generation(self) -> str:
        """Return what changes after ``cached_s``: what was found before is old then."""
        age_s = time.monotonic() - self._started
        return f"{self._settings.url} {age_s // self._settings.cached_s if self._settings.cached_mb else age_s}"

    def search(self, objects: Sequence[str], *, aspects: Sequence[str] = (), k: int = 10_000) -> SearchResult:
        """Find sentences that name every object; see ``Retriever.search``."""
        if not objects or not all(map(stems, objects)):
            return SearchResult((), 0)
        started = time.perf_counter()
        names = sorted(objects)
        read, notice = asyncio.run(self._read([query_of(words, names) for words in ("", *_asked_for(aspects))]))
        found = read.search(objects, aspects=aspects, k=k)
        return replace(found, took_s=time.perf_counter() - started, notice=notice)

    def find(self, query: str, *, k: int = 50) -> SearchResult:
        """Find sentences by keywords; see ``Retriever.find``."""
        if not parse(query):
            return SearchResult((), 0)
        started = time.perf_counter()
        read, notice = asyncio.run(self._read([query_of(query, query.split('"')[1:-1:2])]))
        found = read.find(query, k=k)
        return replace(found, took_s=time.perf_counter() - started, notice=notice)

    def context(self, sentence_id: str, *, before: int = 3, after: int = 3) -> tuple[Sentence, ...]:
        """Return a sentence of a page that is kept with its neighbours; see ``Retriever.context``."""
        document = self.document(split_id(sentence_id)[0])
        return ListRetriever(documents=[document]).context(sentence_id, before=before, after=after)

    def document(self, document_id: str) -> Document:
        """Return a page that is kept; see ``Retriever.document``."""
        document = self._web.kept(document_id)
        if document is None:
            raise NotFoundError(
                f"There is no document {shorten(document_id)!r} among the pages read in the last "
                f"{self._settings.cached_s:g} s. Ask again, and open it then."
            )
        return document

    def close(self) -> None:
        """Forget what was kept."""
        self._web.forget()

    async def _read(self, queries: Sequence[str]) -> tuple[ListRetriever, str]:
        """Search for all queries at once, and read the best pages of each in turn.

        Returns:
            Their sentences, and what could not be read; empty when all was.

        Raises:
            UnavailableError: No search works, or no page that was found can be read.
        """
        lists = await asyncio.gather(*[self._find(query) for query in queries])
        failed = [found for found in lists if isinstance(found, UnavailableError)]
        if len(failed) == len(lists):
            raise failed[0]
        turns = zip_longest(*[found for found in lists if not isinstance(found, UnavailableError)])
        pages = list({page.id: page for turn in turns for page in turn if page}.values())[: self._settings.read]
        read = await self._web.read(pages)
        documents = [one for one in read if isinstance(one, Document)]
        unread = [page for page, one in zip(pages, read, strict=True) if isinstance(one, str)]
        if pages and not documents:
            why = next(one for one in read if isinstance(one, str))
            raise UnavailableError(f"The web search found pages, and none of the first {len(pages)} can be read: {why}")
        listed = ListRetriever(documents=[*filter(self._is_asked_for, documents)])
        return listed, _notice(len(pages), unread, len(failed))

    def _is_asked_for(self, document: Document) -> bool:
        """Return whether a document is in the language of the settings, as far as its language is known."""
        asked = primary(self._settings.language.lower())
        return asked in {"all", "auto", primary(document.language)} or not document.language

    async def _find(self, query: str) -> tuple[Document, ...] | UnavailableError:
        try:
            return await self._web.find(query, self._settings.read)
        except UnavailableError as error:
            return error


def _asked_for(aspects: Sequence[str]) -> list[str]:
    """Return the aspects to search for: of those that mean one dimension the first."""
    firsts: dict[str, str] = {}
    for aspect in filter(stems, aspects):
        firsts.setdefault(dimension_of(aspect) or aspect, aspect)
    return list(firsts.values())[:MAX_ASPECTS]


def _notice(pages: int, unread: Sequence[Document], failed: int) -> str:
    """Return what was not read.

    Args:
        pages: How many were to be read.
        unread: Those that could not be.
        failed: How many searches did not work.
    """
    problems = []
    if unread:
        hosts = list(dict.fromkeys(page.source for page in unread))
        more = f" and {len(hosts) - MAX_NAMED} more" if len(hosts) > MAX_NAMED else ""
        named = f"{', '.join(hosts[:MAX_NAMED])}{more}"
        problems.append(f"{len(unread)} of the {pages} pages that were found could not be read ({named})")
    if failed:
        problems.append("not every aspect could be searched for")
    return f"This rests on a part of the evidence: {'; '.join(problems)}." if problems else ""
