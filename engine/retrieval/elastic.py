"""Retrieval from an Elasticsearch cluster, or from an embedded index while no node answers."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from engine.config import ElasticsearchConfig
from engine.errors import UnavailableError
from engine.retrieval.elastic_cluster import Cluster
from engine.retrieval.elastic_index import ElasticIndex
from engine.types import Document, SearchResult, Sentence

if TYPE_CHECKING:
    from engine.retrieval.tantivy import TantivyRetriever

Result = TypeVar("Result")

CHANGE_S = 1.0
"""A change of the index, or that nodes answer again, is noticed within this time."""


class ElasticsearchRetriever:
    """Searches an index made by ``engine.retrieval.elastic_build``, or one made by others whose fields are named."""

    def __init__(self, *, settings: ElasticsearchConfig) -> None:
        """Connect, and look at the index.

        Args:
            settings: Where the cluster is, and how its index is read.

        Raises:
            UnavailableError: No node answers, and there is no fallback.
            IndexUnusableError: The index, or that of the fallback, is missing or was made by something else.
            ConfigError: The credentials, certificates or addresses are wrong.
        """
        self._fallback: TantivyRetriever | None = None
        self._generation, self._read_at = "", 0.0
        self._down_until = 0.0
        with ExitStack() as on_error:
            if settings.fallback:
                from engine.retrieval.tantivy import TantivyRetriever

                self._fallback = TantivyRetriever(index=Path(settings.fallback))
                on_error.callback(self._fallback.close)
            self._cluster = Cluster(settings)
            on_error.callback(self._cluster.close)
            self._index = ElasticIndex(self._cluster, settings)
            _ = self.generation
            on_error.pop_all()

    @property
    def size(self) -> int:
        """Return how many sentences the index held when it was last looked at."""
        return self._index.size

    @property
    def generation(self) -> str:
        """Return what names the content of the index; see ``Retriever.generation``."""
        if time.monotonic() - self._read_at > CHANGE_S or not self._generation:
            self._generation = self._ask(lambda index: index.generation(), lambda index: f"fallback {index.generation}")
            self._read_at = time.monotonic()
        return self._generation

    def search(self, objects: Sequence[str], *, aspects: Sequence[str] = (), k: int = 10_000) -> SearchResult:
        """Find sentences that name every object; see ``Retriever.search``."""
        return self._ask(
            lambda index: index.search(objects, aspects=aspects, k=k),
            lambda index: _embedded(index.search(objects, aspects=aspects, k=k)),
        )

    def find(self, query: str, *, k: int = 50) -> SearchResult:
        """Find sentences by keywords; see ``Retriever.find``."""
        return self._ask(lambda index: index.find(query, k=k), lambda index: _embedded(index.find(query, k=k)))

    def context(self, sentence_id: str, *, before: int = 3, after: int = 3) -> tuple[Sentence, ...]:
        """Return a sentence with its neighbours in document order; see ``Retriever.context``."""
        return self._ask(
            lambda index: index.context(sentence_id, before=before, after=after),
            lambda index: index.context(sentence_id, before=before, after=after),
        )

    def document(self, document_id: str) -> Document:
        """Return a whole document; see ``Retriever.document``."""
        return self._ask(lambda index: index.document(document_id), lambda index: index.document(document_id))

    def close(self) -> None:
        """End the connections."""
        self._cluster.close()
        if self._fallback is not None:
            self._fallback.close()

    def _ask(self, work: Callable[[ElasticIndex], Result], instead: Callable[[TantivyRetriever], Result]) -> Result:
        if self._fallback is not None and time.monotonic() < self._down_until:
            return instead(self._fallback)
        try:
            return work(self._index)
        except UnavailableError:
            if self._fallback is None:
                raise
            self._down_until = time.monotonic() + CHANGE_S
            return instead(self._fallback)


def _embedded(result: SearchResult) -> SearchResult:
    notice = "The Elasticsearch cluster does not answer; this rests on the smaller index kept beside it."
    return replace(result, notice=notice)
