"""Retrieval from an Elasticsearch cluster, or from an embedded index while no node answers."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.config import ElasticsearchConfig
from engine.errors import IndexUnusableError, NotFoundError, shorten
from engine.retrieval.elasticsearch.claims import ElasticClaimStore
from engine.retrieval.elasticsearch.fallback import CHANGE_S, Covered, covered
from engine.retrieval.elasticsearch.fields import (
    NUMBER,
    Fields,
    Match,
    NamedFields,
    OwnFields,
    Phrase,
    Query,
    cues,
    key_of,
)
from engine.retrieval.elasticsearch.meta import Meta, check_made_here, is_finished, read_metas
from engine.retrieval.elasticsearch.responses import UNFINISHED, WINDOW, notice, problem, send
from engine.retrieval.ingest.records import MAX_SENTENCE_CHARS
from engine.retrieval.sentence_query import merge, parse, split_id
from engine.text.tokens import clean, is_question, stems
from engine.types import Document, Hit, SearchResult, Sentence

_COPIES = 100  # sentences asked for beyond k, since copies of a sentence make one hit
_BY_NUMBER = ({NUMBER: "asc"},)
_BY_NOTHING = ({"_doc": "asc"},)


class ElasticsearchRetriever(Covered):
    """Searches an index made by ``engine.retrieval.elasticsearch.build``, or another's whose fields are named.

    Attributes:
        size: How many sentences the index held when it was last looked at.
    """

    def __init__(self, *, settings: ElasticsearchConfig) -> None:
        """Connect, and look at the index.

        Args:
            settings: Where the cluster is, and how its index is read.

        Raises:
            UnavailableError: No node answers, and there is no fallback.
            IndexUnusableError: The index, or that of the fallback, is missing or was made by something else.
            ConfigError: The credentials, certificates or addresses are wrong.
        """
        self._settings = settings
        self._fields: Fields = NamedFields(settings) if settings.text_field else OwnFields()
        self._unfinished, self._routed = "", False
        self._metas: dict[str, Meta] = {}
        self._generation, self._read_at, self.size = "", 0.0, 0
        super().__init__("retriever", settings)

    @property
    def generation(self) -> str:
        """Return what names the content of the index; see ``Retriever.generation``."""
        if time.monotonic() - self._read_at > CHANGE_S or not self._generation:
            self._generation = self.ask(self._look, lambda embedded: f"fallback {embedded.generation}")
            self._read_at = time.monotonic()
        return self._generation

    def _begin(self) -> None:
        _ = self.generation

    def _look(self) -> str:
        """Read what the index says of itself; return what names its content."""
        if self._fields.filters:
            return self._counted()
        name = self._cluster.index
        named = self._cluster.ask(lambda client: read_metas(client, name))
        check_made_here(name, named)
        self._metas, metas = named, [*named.values()]
        self.size = sum(meta["sentences"] for meta in metas)
        self._routed = all(meta["routing"] == "document" for meta in metas)
        self._unfinished = "" if all(map(is_finished, metas)) else UNFINISHED
        return json.dumps(metas, sort_keys=True)

    def _counted(self) -> str:
        name, fields = self._cluster.index, list(self._fields.source)
        counted, known = self._cluster.ask(
            lambda client: asyncio.gather(client.count(index=name), client.field_caps(index=name, fields=fields))
        )
        missing = [field for field in fields if field not in known["fields"]]
        if missing:
            raise IndexUnusableError(
                f"The index {name!r} has no field {', '.join(map(repr, missing))}. Set elasticsearch.text_field, "
                "document_field and position_field to those it has."
            )
        self.size = int(counted["count"])
        return str(self.size)

    @covered
    def search(self, objects: Sequence[str], *, aspects: Sequence[str] = (), k: int = 10_000) -> SearchResult:
        """Find sentences that name every object; see ``Retriever.search``."""
        started = time.perf_counter()
        named = [stems(name) for name in objects]
        if not named or not all(0 < len(phrase) <= MAX_SENTENCE_CHARS for phrase in named):
            return SearchResult((), 0, took_s=time.perf_counter() - started)
        naming = [self._fields.name(name) for name in objects]
        about = [self._fields.name(aspect) for aspect in aspects if 0 < len(stems(aspect)) <= MAX_SENTENCE_CHARS]
        tiers: list[Query] = [{"must": naming, "should": cues(self._fields)}]
        if about:
            either = {"bool": {"should": about}}
            tiers = [{**tiers[0], "must": [*naming, either]}, {**tiers[0], "must_not": [either]}]
        return self._found([{"bool": tier} for tier in tiers], named, self._fields.questions(objects), k, started)

    @covered
    def search_alike(self, names: Sequence[Sequence[str]], *, beside: Sequence[str] = (), k: int) -> tuple[Hit, ...]:
        """Find sentences that may spell names otherwise; see ``engine.protocols.SpellingRetriever``."""
        alike = [{"dis_max": {"queries": [self._alike(way) for way in ways]}} for ways in names]
        query = {"must": [*alike, *map(self._fields.name, beside)], "should": cues(self._fields)}
        return self._found([{"bool": query}], [*map(stems, beside)], None, k, time.perf_counter()).hits

    def _alike(self, name: str) -> Query:
        return {"bool": {"must": [self._fields.alike(word) for word in stems(name)]}}

    @covered
    def find(self, query: str, *, k: int = 50) -> SearchResult:
        """Find sentences by keywords; see ``Retriever.find``."""
        started = time.perf_counter()
        phrases = parse(query)
        if not phrases:
            return SearchResult((), 0, took_s=time.perf_counter() - started)
        return self._found([self._fields.words(phrases)], phrases, None, k, started, questions=True)

    @covered
    def context(self, sentence_id: str, *, before: int = 3, after: int = 3) -> tuple[Sentence, ...]:
        """Return a sentence with its neighbours in document order; see ``Retriever.context``."""
        document_id, position = split_id(sentence_id)
        low, high = position - max(0, before), position + max(0, after)
        matches = self._place(document_id, low, high) if position >= 0 else []
        if not any(match.sentence.position == position for match in matches):
            raise NotFoundError(
                f"There is no sentence {shorten(sentence_id)!r} in the index. Ids look like document#3."
            )
        return tuple(match.sentence for match in matches)

    @covered
    def document(self, document_id: str) -> Document:
        """Return a whole document; see ``Retriever.document``."""
        matches = self._place(clean(document_id), 0, 1 << 62)
        if not matches:
            raise NotFoundError(f"There is no document {shorten(document_id)!r} in the index.")
        return replace(matches[0].document, sentences=tuple(match.sentence for match in matches))

    def claim_store(self, model: str) -> ElasticClaimStore | None:
        """Return where readings are kept; see ``engine.protocols.KeepingRetriever``."""
        if self._fields.filters:
            return None
        if not self._metas:
            self._look()
        return ElasticClaimStore(self._cluster, self._settings, lambda: self._metas, model=model)

    @covered
    def hits(self, ids: Sequence[str]) -> list[Hit]:
        """Return sentences with their documents; see ``engine.protocols.KeepingRetriever``."""
        places = [(one, *split_id(one)) for one in dict.fromkeys(ids)]
        bodies = [self._body(self._fields.place(document, at, at), 1, ()) for _, document, at in places]
        answers = self._ask(bodies) if bodies else []
        found = {
            match.sentence.id: Hit(match.sentence, 0.0, match.document, (), (match.document.source,))
            for answer in answers
            for hit in answer.get("hits", {}).get("hits", [])
            for match in [self._fields.read({**hit, "_score": 0.0, "sort": (0.0, 0)})]
        }
        return [found[one] for one in ids if one in found]

    def sentences_from(self, n: int) -> Iterator[tuple[int, Sentence]]:
        """Yield number and sentence; see ``engine.protocols.KeepingRetriever``."""
        after = [n - 1]
        while True:
            (answer,) = self._ask([self._body({"match_all": {}}, WINDOW, _BY_NUMBER, after=after)])
            for hit in answer.get("hits", {}).get("hits", []):
                after = hit["sort"]
                yield after[0], self._fields.read({**hit, "_score": 0.0, "sort": (0.0, after[0])}).sentence
            if len(answer.get("hits", {}).get("hits", [])) < WINDOW:
                return

    def _found(
        self,
        tiers: Sequence[Query],
        phrases: Sequence[Phrase],
        asking: Query | None,
        k: int,
        started: float,
        *,
        questions: bool = False,
    ) -> SearchResult:
        """Return the best ``k`` hits, those of earlier tiers first.

        Args:
            tiers: Queries whose matches are disjoint.
            phrases: What every sentence must have.
            asking: What matches the questions that are left out; None when the tiers match them too.
            k: The most hits.
            started: When the search began.
            questions: Whether to keep questions.
        """
        size = min(WINDOW, max(0, k) + _COPIES)
        bodies = [self._body(tier, size, self._fields.sort) for tier in tiers]
        bodies += [self._body(asking, 0, ())] if asking else []
        answers = self._ask(bodies)
        problems = [*map(problem, answers), self._unfinished]
        asked = answers.pop()["hits"]["total"]["value"] if asking else 0
        matches: Iterator[Match] = (
            match
            for tier, answer in zip(tiers, answers, strict=True)
            for match in self._matches(tier, answer, size, problems)
        )
        total = sum(answer["hits"]["total"]["value"] for answer in answers)
        if self._fields.filters:
            fitting = [match for match in matches if self._fields.fits(match, phrases)]
            stated = [match for match in fitting if questions or not is_question(match.sentence.text)]
            total, asked, matches = len(stated), len(fitting) - len(stated), iter(stated)
        hits = merge(((match.score, match.sentence, match.document) for match in matches), k)
        return SearchResult(hits, total, asked, time.perf_counter() - started, notice(problems))

    def _matches(self, query: Query, answer: Any, size: int, problems: list[str]) -> Iterator[Match]:
        """Yield what an answer holds, and, as long as someone wants it, what comes after it."""
        while found := answer.get("hits", {}).get("hits", []):
            page = [self._fields.read(hit) for hit in found]
            # The last digits of a score depend on how the index happens to be cut into segments.
            yield from sorted(page, key=lambda match: (-match.score, match.n))
            if len(found) < size or self._fields.filters:
                return
            (answer,) = self._ask([self._body(query, size, self._fields.sort, after=found[-1]["sort"])])
            problems.append(problem(answer))

    def _place(self, document_id: str, low: int, high: int) -> list[Match]:
        """Return sentences of a document by position."""
        query = self._fields.place(document_id, low, high)
        sort = _BY_NOTHING if self._fields.filters else _BY_NUMBER
        shard = {"routing": key_of(document_id)} if self._routed else {}
        (answer,) = self._ask([self._body(query, WINDOW, sort) | shard])
        matches = []
        while found := answer.get("hits", {}).get("hits", []):
            matches += [self._fields.read({**hit, "_score": 0.0, "sort": (0.0, 0)}) for hit in found]
            if len(found) < WINDOW or self._fields.filters:
                break
            (answer,) = self._ask([self._body(query, WINDOW, sort, after=found[-1]["sort"]) | shard])
        same = (match for match in matches if match.document.id == document_id)
        return sorted(same, key=lambda match: match.sentence.position)

    def _body(self, query: Query, size: int, sort: Sequence[Query], *, after: Any = None) -> dict[str, Any]:
        body = {"query": query, "size": size, "track_total_hits": True, "source_includes": self._fields.source}
        return {**body, **({"sort": sort} if sort else {}), **({"search_after": after} if after else {})}

    def _ask(self, bodies: Sequence[Mapping[str, Any]]) -> list[Any]:
        name, timeout_s = self._cluster.index, self._cluster.timeout_s
        return self._cluster.ask(lambda client: send(client, name, bodies, timeout_s=timeout_s))
