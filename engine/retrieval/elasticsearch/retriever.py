"""Retrieval from an Elasticsearch cluster, or from an embedded index while no node answers."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from engine.config import ElasticsearchConfig
from engine.retrieval.elasticsearch.claims import ElasticClaimStore
from engine.retrieval.elasticsearch.fallback import CHANGE_S, Covered
from engine.retrieval.elasticsearch.index import ElasticIndex
from engine.types import Document, Hit, SearchResult, Sentence

if TYPE_CHECKING:
    from engine.retrieval.embedded.retriever import TantivyRetriever


class ElasticsearchRetriever:
    """Searches an index made by ``engine.retrieval.elasticsearch.build``, or another's whose fields are named."""

    def __init__(self, *, settings: ElasticsearchConfig) -> None:
        """Connect, and look at the index.

        Args:
            settings: Where the cluster is, and how its index is read.

        Raises:
            UnavailableError: No node answers, and there is no fallback.
            IndexUnusableError: The index, or that of the fallback, is missing or was made by something else.
            ConfigError: The credentials, certificates or addresses are wrong.
        """
        self._generation, self._read_at = "", 0.0
        with ExitStack() as on_error:
            self._covered = Covered(settings, lambda cluster: ElasticIndex(cluster, settings), _embedded)
            on_error.callback(self._covered.close)
            _ = self.generation
            on_error.pop_all()

    @property
    def size(self) -> int:
        """Return how many sentences the index held when it was last looked at."""
        return self._covered.index.size

    @property
    def generation(self) -> str:
        """Return what names the content of the index; see ``Retriever.generation``."""
        if time.monotonic() - self._read_at > CHANGE_S or not self._generation:
            self._generation = self._covered.ask(_generation_of)
            self._read_at = time.monotonic()
        return self._generation

    def search(self, objects: Sequence[str], *, aspects: Sequence[str] = (), k: int = 10_000) -> SearchResult:
        """Find sentences that name every object; see ``Retriever.search``."""
        return self._covered.ask(lambda index: index.search(objects, aspects=aspects, k=k))

    def search_alike(self, names: Sequence[Sequence[str]], *, beside: Sequence[str] = (), k: int) -> tuple[Hit, ...]:
        """Find sentences that may spell names otherwise; see ``engine.protocols.SpellingRetriever``."""
        return self._covered.ask(lambda index: index.search_alike(names, beside=beside, k=k))

    def find(self, query: str, *, k: int = 50) -> SearchResult:
        """Find sentences by keywords; see ``Retriever.find``."""
        return self._covered.ask(lambda index: index.find(query, k=k))

    def context(self, sentence_id: str, *, before: int = 3, after: int = 3) -> tuple[Sentence, ...]:
        """Return a sentence with its neighbours in document order; see ``Retriever.context``."""
        return self._covered.ask(lambda index: index.context(sentence_id, before=before, after=after))

    def document(self, document_id: str) -> Document:
        """Return a whole document; see ``Retriever.document``."""
        return self._covered.ask(lambda index: index.document(document_id))

    def claim_store(self, model: str) -> ElasticClaimStore | None:
        """Return where readings are kept; see ``engine.protocols.KeepingRetriever``."""
        return self._covered.index.claim_store(model)

    def hits(self, ids: Sequence[str]) -> list[Hit]:
        """Return sentences with their documents; see ``engine.protocols.KeepingRetriever``."""
        return self._covered.ask(lambda index: index.hits(ids))

    def sentences_from(self, n: int) -> Iterator[tuple[int, Sentence]]:
        """Yield number and sentence; see ``engine.protocols.KeepingRetriever``."""
        return self._covered.index.sentences_from(n)

    def close(self) -> None:
        """End the connections."""
        self._covered.close()


def _generation_of(index: ElasticIndex | TantivyRetriever) -> str:
    return index.generation() if isinstance(index, ElasticIndex) else f"fallback {index.generation}"


def _embedded(folder: Path) -> TantivyRetriever:
    from engine.retrieval.embedded.retriever import TantivyRetriever

    return TantivyRetriever(index=folder)
