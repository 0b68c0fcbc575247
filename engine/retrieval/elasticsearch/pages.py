"""Whole pages from an Elasticsearch cluster, or from an embedded index while no node answers."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from elasticsearch import AsyncElasticsearch

from engine.config import ElasticsearchConfig
from engine.errors import ConfigError, IndexUnusableError, NotFoundError, shorten
from engine.retrieval.elasticsearch.cluster import MAKE
from engine.retrieval.elasticsearch.fallback import CHANGE_S, Covered, covered
from engine.retrieval.elasticsearch.fields import (
    DESCRIBING,
    NUMBER,
    PAGE_TEXT,
    PAGE_TITLE,
    Phrase,
    Query,
    described,
    key_of,
    stems_in,
)
from engine.retrieval.elasticsearch.meta import (
    belong_together,
    check_made_here,
    is_finished,
    metas_of,
    pages_of,
    read_metas,
)
from engine.retrieval.elasticsearch.responses import UNFINISHED, WINDOW, notice, problem, send
from engine.retrieval.page_query import TITLE_WEIGHT, hit_of, page_of, terms_of
from engine.text.tokens import clean
from engine.types import Document, Page, PageResult, Sentence

_FIELDS = (*DESCRIBING, "sentences")
_SORT = ({"_score": "desc"}, {NUMBER: "asc"})


class ElasticsearchPages(Covered):
    """Searches the pages that ``engine.retrieval.elasticsearch.build`` puts beside sentences, by BM25.

    Asked for a search, it notices within a second what a finished build changed, and that an alias was moved.
    """

    def __init__(self, *, settings: ElasticsearchConfig) -> None:
        """Connect, and look for the pages.

        Args:
            settings: Where the cluster and the index are.

        Raises:
            UnavailableError: No node answers, and there is no fallback.
            IndexUnusableError: The index, or that of the fallback, is missing, was made by something else, or has no
                pages.
            ConfigError: The credentials, certificates or addresses are wrong, or the index was made by others.
        """
        if settings.text_field:
            raise ConfigError(
                f"The index {settings.index!r} was made by others, since elasticsearch.text_field is set: it has no "
                'whole pages. Name another search for them in retrieval.pages: "searxng", or "tantivy" for the folder '
                "of retrieval.index."
            )
        self._names, self._unfinished, self._read_at = "", "", 0.0
        super().__init__("pages", settings)

    @covered
    def search(
        self, query: str, *, names: Sequence[str] = (), also: Mapping[str, float] | None = None, k: int = 50
    ) -> PageResult:
        """Find pages; see ``engine.protocols.PageSearcher``. More than 10,000 are not found."""
        terms = terms_of(query, names=names, also=also)
        if terms is None:
            return PageResult(())
        must = [_in_page(name, 1.0) for name in terms.names]
        should = [_in_page(phrase, weight) for phrase, weight in terms.words.items()]
        answer = self._ask({"query": {"bool": {"must": must, "should": should}}, "size": min(k, WINDOW), "sort": _SORT})
        # The last digits of a score depend on how the index happens to be cut into segments.
        found = [(round(hit["sort"][0], 4), hit["sort"][1], hit["_source"]) for hit in answer["hits"].get("hits", [])]
        found.sort(key=lambda match: (-match[0], match[1]))
        wanted = terms.stems
        hits = [hit_of(_document(values), rank, score, wanted) for rank, (score, _, values) in enumerate(found, 1)]
        return PageResult(tuple(hits), notice([problem(answer), self._unfinished]))

    @covered
    def page(self, page_id: str) -> Page:
        """Return a page; see ``engine.protocols.PageSearcher``."""
        key = key_of(clean(page_id))
        answer = self._ask({"query": {"ids": {"values": [key]}}, "size": 1, "routing": key})
        found = answer["hits"].get("hits", [])
        if not found:
            raise NotFoundError(f"There is no page {shorten(page_id)!r} in the index.")
        return page_of(_document(found[0]["_source"]))

    def _begin(self) -> None:
        self.ask(lambda: self._cluster.ask(self._look), lambda _: None)

    def _ask(self, body: Mapping[str, Any]) -> Any:
        async def ask(client: AsyncElasticsearch) -> Any:
            if time.monotonic() - self._read_at > CHANGE_S:
                await self._look(client)
            asked = {**body, "source_includes": _FIELDS}
            (answer,) = await send(client, self._names, [asked], timeout_s=self._cluster.timeout_s)
            return answer

        return self._cluster.ask(ask)

    async def _look(self, client: AsyncElasticsearch) -> None:
        """Find the pages of what the name of the index, or alias, stands for now."""
        name = self._cluster.index
        metas = await read_metas(client, name)
        check_made_here(name, metas)
        beside = [*map(pages_of, metas)]
        page_metas = metas_of(await client.indices.get_mapping(index=beside, ignore_unavailable=True))
        both = [(meta, page_metas.get(pages_of(one), {})) for one, meta in metas.items()]
        if not all(belong_together(*pair) for pair in both):
            raise IndexUnusableError(
                f"The index {name!r} was made before whole pages could be searched. Run the command that made it once "
                f"more, {MAKE}: it adds them from its sentences."
            )
        whole = all(is_finished(meta) and page_meta["next"] >= meta["next"] for meta, page_meta in both)
        self._names, self._unfinished = ",".join(beside), "" if whole else UNFINISHED
        self._read_at = time.monotonic()


def _in_page(phrase: Phrase, weight: float) -> Query:
    fields = [stems_in(PAGE_TITLE, phrase, weight * TITLE_WEIGHT), stems_in(PAGE_TEXT, phrase, weight)]
    return {"bool": {"should": fields}}


def _document(values: Mapping[str, Any]) -> Document:
    key = values["document"]
    sentences = (Sentence(f"{key}#{n}", text, key, n) for n, text in enumerate(values["sentences"]))
    return described(values, tuple(sentences))
