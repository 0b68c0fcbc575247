"""What the index compares: completes names of things, and shows what was read and some comparisons of it."""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import NamedTuple, Self

from aiohttp import web

from engine import __version__, schemas
from engine.errors import EngineError
from engine.pipeline import Engine
from engine.protocols import SummarizedRetriever
from engine.text.comparing import compared_names
from engine.text.tokens import clean, word_set
from engine.types import Comparison, CorpusSummary, Decision, Query
from service.server.openapi import Routes
from service.server.pool import Pool
from service.server.requests import ENGINE, POOL, read_query, respond

CUES = ('"better than"', '"worse than"', '"faster than"', '"cheaper than"', "vs", "versus", '"compared to"', "prefer")
PER_CUE = 1_500
MAX_NAME_CHARS = 40
EXAMPLES = 6
"""Comparisons to show of an index."""
TRIED = 24
"""The most pairs to compare for them."""
_KEPT = "compared"
"""What names and examples are remembered as beside an index."""

_NO_NAMES = word_set(
    "anything else everything expected however it its however least less more most much normal nothing one other "
    "others people point something that them there thing things this those usual what you yours"
)


class Name(NamedTuple):
    """A name that sentences compare."""

    spelling: str
    sentences: int
    beside: Mapping[str, int]
    """Key of another → in how many of them it is compared with it."""


class Names:
    """The names that some thousand comparing sentences of an index compare, with how often they do.

    Attributes:
        known: Key of a name → the name.
    """

    def __init__(self, known: Mapping[str, Name]) -> None:
        """Take names."""
        self.known = known
        self._keys = sorted(known)

    @classmethod
    def counted(cls, sentences: Iterable[Iterable[str]], opening: Iterable[str] = ()) -> Self:
        """Count names.

        Args:
            sentences: For each sentence the names it compares.
            opening: Those of them that open a sentence, where every name has a capital.
        """
        spellings: defaultdict[str, Counter[str]] = defaultdict(Counter)
        beside: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for sentence in sentences:
            named = {name.casefold(): name for name in map(clean, sentence) if _is_name(name)}
            for key, name in named.items():
                spellings[key][name] += 1
                beside[key].update(named.keys() - {key})
        first = Counter(map(clean, opening))
        return cls(
            {key: Name(_spelt(seen - first or seen), seen.total(), beside[key]) for key, seen in spellings.items()}
        )

    def complete(self, start: str, *, beside: str = "", k: int = 8) -> list[tuple[str, int]]:
        """Return names that begin so and how many sentences compare them, what is compared with ``beside`` first.

        Where nothing of a name is known, only what is compared with ``beside`` is returned.

        Args:
            start: The beginning of a name, in any case.
            beside: Another thing.
            k: The most names to return.
        """
        start, other = clean(start).casefold(), clean(beside).casefold()
        near = self.known[other].beside if other in self.known else {}
        at = bisect_left(self._keys, start)
        found = [key for key in self._keys[at : bisect_left(self._keys, start + "\U0010ffff")] if key != other]
        if other and not start:
            found = [key for key in found if key in near]
        best = sorted(found, key=lambda key: (-near.get(key, 0), -self.known[key].sentences, key))[:k]
        return [(self.known[key].spelling, near.get(key) or self.known[key].sentences) for key in best]

    def pairs(self) -> Iterator[tuple[str, str]]:
        """Yield the pairs that are compared most often, each name at most once, the most frequent first."""
        counts = {
            (one, other): n for one, name in self.known.items() for other, n in name.beside.items() if one < other
        }
        used: set[str] = set()
        for one, other in sorted(counts, key=lambda pair: (-counts[pair], pair)):
            if not used & {one, other}:
                used |= {one, other}
                yield self.known[one].spelling, self.known[other].spelling


def _spelt(seen: Counter[str]) -> str:
    """Return the spelling of a name: with capitals if two in five write it so, since many leave them out."""
    large = Counter({name: count for name, count in seen.items() if name != name.lower()})
    return (large if 5 * large.total() >= 2 * seen.total() else seen).most_common(1)[0][0]


def _is_name(name: str) -> bool:
    return len(name) <= MAX_NAME_CHARS and name.casefold() not in _NO_NAMES and any(map(str.isalpha, name))


def collect(engine: Engine) -> Names:
    """Collect the names of an index, if one is searched: those that the sentences found for some cues compare."""
    cues = CUES if engine.retriever.size else ()
    texts = {hit.sentence.id: clean(hit.sentence.text) for cue in cues for hit in engine.search(cue, k=PER_CUE).hits}
    named = {text: compared_names(text) for text in texts.values()}
    return Names.counted(
        named.values(), (name for text, names in named.items() for name in names if text.startswith(name))
    )


async def examples(engine: Engine, pool: Pool, names: Names) -> list[schemas.Example]:
    """Return comparisons with an outcome among the pairs that an index compares most often, as the page makes them.

    Each is work of its own, so that questions are answered in between. Those with a winner come first.
    """
    known: list[Comparison] = []
    for pair in islice(names.pairs(), TRIED):
        with suppress(EngineError):  # a name that is no name, or too slow: the next pair may do
            comparison = await pool.run(partial(engine.compare, Query(pair)))
            if comparison.verdict.decision is not Decision.INSUFFICIENT:
                known.append(comparison)
        if len(known) == EXAMPLES:
            break
    return [
        schemas.show(comparison, schemas.Example)
        for comparison in sorted(known, key=lambda comparison: comparison.verdict.winner is None)
    ]


class Suggester:
    """Knows what an index compares: keeps it beside the index, and collects it again after the index changed.

    Attributes:
        engine: Searches the index.
        names: Those that were collected last.
        summary: What the index holds; None until it was looked at, and when the index cannot say.
        examples: Comparisons of it.
        kept_s: How long they are offered before it is looked whether the index changed.
    """

    def __init__(self, engine: Engine) -> None:
        """Begin without names; they are looked for when they are first asked for."""
        self.engine = engine
        self.names = Names({})
        self.summary: CorpusSummary | None = None
        self.examples: list[schemas.Example] = []
        self.kept_s = 10.0
        self._generation: str | None = None
        self._looked = 0.0
        self._work: asyncio.Task[None] | None = None

    def refresh(self, app: web.Application) -> bool:
        """Return whether there are names; look for them in the background when there are none or other ones."""
        ready = self._generation is not None
        fresh = ready and time.monotonic() - self._looked < self.kept_s
        if not fresh and (self._work is None or self._work.done()):
            self._work = asyncio.create_task(self._look(app[POOL]))
        return ready

    async def _look(self, pool: Pool) -> None:
        with suppress(EngineError):  # no index, or too busy: the next request tries again
            generation = await pool.run(lambda: self.engine.retriever.generation)
            if generation != self._generation:
                self.names, known = await pool.run(partial(self._recalled, generation))
                self._generation = generation
                retriever = self.engine.retriever
                self.summary = await pool.run(retriever.summary) if isinstance(retriever, SummarizedRetriever) else None
                self.examples = await examples(self.engine, pool, self.names) if known is None else known
                if known is None:
                    await pool.run(partial(self._keep, generation))
            self._looked = time.monotonic()

    def _recalled(self, generation: str) -> tuple[Names, list[schemas.Example] | None]:
        """Return what is kept of the index as it is; names that are collected anew, and None, where nothing is."""
        with suppress(EngineError):
            if kept := self.engine.recall(_KEPT):
                compared = json.loads(kept)
                if compared["made_of"] == self._made_of(generation):
                    return Names({key: Name(*name) for key, name in compared["names"].items()}), compared["examples"]
        return collect(self.engine), None

    def _keep(self, generation: str) -> None:
        compared = {"made_of": self._made_of(generation), "names": self.names.known, "examples": self.examples}
        self.engine.remember(_KEPT, schemas.dump(compared).decode())

    def _made_of(self, generation: str) -> str:
        """Return what changes whenever something changes that names and examples are made of."""
        settings = self.engine.config.model_dump_json(include={"engine", "retrieval", "verdict", "policy"})
        return hashlib.sha256(f"{__version__} {generation} {settings}".encode()).hexdigest()

    async def close(self) -> None:
        """Stop collecting."""
        if self._work is not None:
            self._work.cancel()
            with suppress(asyncio.CancelledError):
                await self._work


SUGGESTERS = web.AppKey("suggesters", dict[str, Suggester])
"""Name of an index → what it compares."""

ROUTES = Routes()


@ROUTES("GET /api/v1/suggest", query=schemas.SuggestQuery, returns=schemas.Suggestions, errors=(400,))
async def suggest(request: web.Request) -> web.Response:
    """Complete the name of a thing that the index compares."""
    query = read_query(request, schemas.SuggestQuery)
    suggester = _suggester(request.app, query.index)
    ready = suggester.refresh(request.app)
    return respond(
        schemas.suggestions(query.q, suggester.names.complete(query.q, beside=query.beside, k=query.k), ready=ready)
    )


@ROUTES("GET /api/v1/corpus", query=schemas.IndexQuery, returns=schemas.Corpus, errors=(400,))
async def corpus(request: web.Request) -> web.Response:
    """Say what an index holds, with some comparisons of it, and which others there are."""
    index, names = read_query(request, schemas.IndexQuery).index, request.app[ENGINE].config.index_names
    suggester = _suggester(request.app, index)
    suggester.refresh(request.app)
    uploads = request.app[ENGINE].config.taking_texts
    return respond(schemas.corpus(index or names[0], names, uploads, suggester.summary, suggester.examples))


async def look_again(app: web.Application, index: str) -> None:
    """Collect what an index compares anew when it is next asked for, since the index changed."""
    if suggester := app[SUGGESTERS].pop(index, None):
        await suggester.close()


def _suggester(app: web.Application, index: str) -> Suggester:
    """Return what an index compares.

    Raises:
        UnknownNameError: There is no such index.
    """
    engine = app[ENGINE].of(index)
    return app[SUGGESTERS].setdefault(index or engine.config.index, Suggester(engine))


def begin(app: web.Application) -> None:
    """Begin to collect what the first index compares, so that it is there when it is asked for."""
    _suggester(app, "").refresh(app)


def install(app: web.Application) -> None:
    """Give the application its names."""
    app[SUGGESTERS] = {}
    app.cleanup_ctx.append(_keep)


async def _keep(app: web.Application) -> AsyncIterator[None]:
    yield
    for suggester in app[SUGGESTERS].values():
        await suggester.close()
