"""Completes the names of things: those that the sentences of the index compare most often."""

from __future__ import annotations

import asyncio
import time
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterable
from contextlib import suppress

from aiohttp import web

from engine import schemas
from engine.errors import EngineError
from engine.pipeline import Engine
from engine.text.tokens import clean, word_set
from engine.types import Form
from service.server.openapi import Route
from service.server.request_helpers import ENGINE, POOL, read_query, respond

CUES = ('"better than"', '"worse than"', '"faster than"', '"cheaper than"', "vs", "versus", '"compared to"', "prefer")
PER_CUE = 1_500
MAX_NAME_CHARS = 40

_NO_NAMES = word_set(
    "anything else everything expected however it its however least less more most much normal nothing one other "
    "others people point something that them there thing things this those usual what you yours"
)


class Names:
    """The names that some thousand comparing sentences of an index compare, with how often they do."""

    def __init__(self, sentences: Iterable[Iterable[str]]) -> None:
        """Count names.

        Args:
            sentences: For each sentence the names it compares.
        """
        spellings: defaultdict[str, Counter[str]] = defaultdict(Counter)
        beside: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for sentence in sentences:
            named = {name.casefold(): name for name in map(clean, sentence) if _is_name(name)}
            for key, name in named.items():
                spellings[key][name] += 1
                beside[key].update(named.keys() - {key})
        self._names = {key: (seen.most_common(1)[0][0], seen.total()) for key, seen in spellings.items()}
        self._keys = sorted(self._names)
        self._beside = beside

    def complete(self, start: str, *, beside: str = "", k: int = 8) -> list[tuple[str, int]]:
        """Return names that begin so and how many sentences compare them, what is compared with ``beside`` first.

        Args:
            start: The beginning of a name, in any case.
            beside: Another thing.
            k: The most names to return.
        """
        start, other = clean(start).casefold(), clean(beside).casefold()
        near = self._beside.get(other, Counter[str]())
        at = bisect_left(self._keys, start)
        found = [key for key in self._keys[at : bisect_left(self._keys, start + "\U0010ffff")] if key != other]
        best = sorted(found, key=lambda key: (-near[key], -self._names[key][1], key))[:k]
        return [(self._names[key][0], near[key] or self._names[key][1]) for key in best]


def _is_name(name: str) -> bool:
    return len(name) <= MAX_NAME_CHARS and name.casefold() not in _NO_NAMES and any(map(str.isalpha, name))


def collect(engine: Engine) -> Names:
    """Collect the names of an index, if one is searched: a search for each cue, then the rules read what was found."""
    cues = CUES if engine.retriever.size else ()
    texts = {hit.sentence.id: hit.sentence.text for cue in cues for hit in engine.search(cue, k=PER_CUE).hits}
    return Names(engine.parse(text, form=Form.STATEMENT, parser="rules").objects for text in texts.values())


class Suggester:
    """Keeps the names of the index, and collects them again after the index changed.

    Attributes:
        names: Those that were collected last.
        kept_s: How long they are offered before it is looked whether the index changed.
    """

    def __init__(self) -> None:
        """Begin without names; they are collected when they are first asked for."""
        self.names = Names(())
        self.kept_s = 10.0
        self._generation: str | None = None
        self._looked = 0.0
        self._work: asyncio.Task[None] | None = None

    def refresh(self, app: web.Application) -> bool:
        """Return whether there are names; collect them in the background when there are none or other ones."""
        ready = self._generation is not None
        fresh = ready and time.monotonic() - self._looked < self.kept_s
        if not fresh and (self._work is None or self._work.done()):
            self._work = asyncio.create_task(self._collect(app))
        return ready

    async def _collect(self, app: web.Application) -> None:
        engine, known = app[ENGINE], self._generation

        def work() -> tuple[str, Names]:
            generation = engine.retriever.generation
            return generation, self.names if generation == known else collect(engine)

        with suppress(EngineError):  # no index, or too busy: the next request tries again
            self._generation, self.names = await app[POOL].run(work)
            self._looked = time.monotonic()

    async def close(self) -> None:
        """Stop collecting."""
        if self._work is not None:
            self._work.cancel()
            with suppress(asyncio.CancelledError):
                await self._work


SUGGESTER = web.AppKey("suggester", Suggester)


async def suggest(request: web.Request) -> web.Response:
    """Complete a name."""
    query = read_query(request, schemas.SuggestQuery)
    suggester = request.app[SUGGESTER]
    ready = suggester.refresh(request.app)
    return respond(
        schemas.suggestions(query.q, suggester.names.complete(query.q, beside=query.beside, k=query.k), ready=ready)
    )


def install(app: web.Application) -> None:
    """Give the application its names."""
    app[SUGGESTER] = Suggester()
    app.cleanup_ctx.append(_keep)


async def _keep(app: web.Application) -> AsyncIterator[None]:
    yield
    await app[SUGGESTER].close()


ROUTES = (
    Route(
        method="GET",
        path="/api/v1/suggest",
        handler=suggest,
        summary="Complete the name of a thing that the index compares",
        query=schemas.SuggestQuery,
        returns=schemas.Suggestions,
        errors=(400,),
    ),
)
