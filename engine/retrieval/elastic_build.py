"""Makes an index in a cluster from the sources that the embedded index takes.

Sentences are sent in bulk while the next ones are read and analysed; when the cluster does not keep up, reading waits.
How far each source was read stands in the mapping of the index, with everything sent before; a build that is run again,
from any machine, sends what came after once more, and the cluster says what it has.
"""

from __future__ import annotations

import uuid
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple, cast

from elasticsearch import AsyncElasticsearch
from elasticsearch.helpers import async_bulk

from engine.config import ElasticsearchConfig
from engine.errors import ConfigError, IndexUnusableError, UnavailableError, shorten
from engine.retrieval.build import IndexStats, Progress, read_into
from engine.retrieval.elastic_cluster import MAKE, Cluster
from engine.retrieval.elastic_fields import MAPPING, VERSION, key_of, values_of
from engine.retrieval.sources import Source
from engine.retrieval.store import StoredSource
from engine.text import analyse
from engine.types import Document

_BULK_SENTENCES = 2_000
_BULK_BYTES = 8 << 20
_IN_FLIGHT = 3
_REQUEST_TIMEOUT_S = 60.0
_MAX_RETRIES = 8
_THERE, _GONE, _TOO_MANY = 409, 404, 429
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.5, 10.0


def build_elastic_index(
    sources: Sequence[Path],
    settings: ElasticsearchConfig,
    *,
    progress: Callable[[Progress], None] | None = None,
    languages: Collection[str] = (),
    batch: int = 200_000,
) -> IndexStats:
    """Add sources to an index in a cluster; it is made if it is not there.

    Args:
        sources: Files and folders; ``engine.retrieval.sources`` says what they may hold.
        settings: Where the cluster is, and how a new index is cut.
        progress: Called about twice a second, and at the end.
        languages: See ``engine.retrieval.build.build_index``.
        batch: Sentences between two checkpoints, >= 1.

    Returns:
        What was done.

    Raises:
        InputError: A source cannot be read, or has changed since it was indexed.
        UnavailableError: The cluster does not answer, or cannot keep up.
        IndexUnusableError: The index was made by something else, or refuses what is sent.
        ConfigError: The settings cannot be used.
    """
    if settings.text_field:
        raise ConfigError(
            f"The index {settings.index!r} was made by others, since elasticsearch.text_field is set: nothing is added "
            "to it. Take that setting out, and name an index of your own in elasticsearch.index."
        )
    checked = [*map(Source, sources)]
    cluster = Cluster(settings)
    with closing(cluster):
        target = _Bulk(cluster, settings)
        return read_into(target, settings.index, checked, progress=progress, languages=languages, batch=batch)


Actions = list[dict[str, Any]]


class _Sent(NamedTuple):
    """Documents on their way: their keys, and what waits for how many were added, their sentences, and repeats."""

    keys: Collection[str]
    wait: Callable[[], tuple[int, int, int]]


class _Bulk:
    """An index that is written; one build writes at a time."""

    def __init__(self, cluster: Cluster, settings: ElasticsearchConfig) -> None:
        self._cluster, self._index = cluster, settings.index
        self._meta = self._opened(settings)
        self.documents, self.sentences, self.repeated = self._meta["documents"], self._meta["sentences"], 0
        self._routed = self._meta["routing"] == "document"
        self._next = self._meta["next"]
        self._pending: dict[str, Actions] = {}
        self._pending_sentences = 0
        self._sent: deque[_Sent] = deque()

    def sources(self) -> list[StoredSource]:
        return [
            StoredSource(digest, path, records, finished)
            for digest, (path, records, finished) in self._meta["sources"].items()
        ]

    def add(self, document: Document, origin: str) -> None:
        key = key_of(document.id)
        if any(key in keys for keys in (self._pending, *(sent.keys for sent in self._sent))):
            self._drain()  # which of two documents with one id came first must not depend on the cluster
        actions: Actions = []
        for nth, sentence in enumerate(document.sentences):
            values = values_of(document, sentence, self._next, origin, analyse(sentence.text))
            action = {"_op_type": "create", "_id": f"{key}-{nth}", "_source": values}
            actions.append(action | ({"routing": key} if self._routed else {}))
            self._next += 1
        self._pending[key] = actions
        self._pending_sentences += len(actions)
        if self._pending_sentences >= _BULK_SENTENCES:
            self._send()

    def commit(self, source: StoredSource) -> None:
        self._drain()
        if source.finished:
            self._cluster.ask(lambda client: client.indices.refresh(index=self._index), timeout_s=_REQUEST_TIMEOUT_S)
        self._meta["sources"][source.digest] = [source.path, source.records, source.finished]
        self._meta |= {"documents": self.documents, "sentences": self.sentences, "next": self._next}
        self._cluster.ask(
            lambda client: client.indices.put_mapping(index=self._index, meta=self._meta), timeout_s=_REQUEST_TIMEOUT_S
        )

    def size_bytes(self) -> int:
        stats = self._cluster.ask(
            lambda client: client.indices.stats(index=self._index, metric="store"), timeout_s=_REQUEST_TIMEOUT_S
        )
        return int(stats["_all"]["total"]["store"]["size_in_bytes"])

    def _opened(self, settings: ElasticsearchConfig) -> dict[str, Any]:
        """Return what the index says of itself; it is made if it is not there."""
        meta = {"whichever": VERSION, "made": uuid.uuid4().hex, "routing": settings.routing, "sources": {}}
        meta |= {"documents": 0, "sentences": 0, "next": 0}
        found = self._cluster.ask(lambda client: _made(client, settings, meta), timeout_s=_REQUEST_TIMEOUT_S)
        known: dict[str, Any] = found.get("_meta", {})
        if known.get("whichever") != VERSION:
            raise IndexUnusableError(
                f"The index {self._index!r} exists and is not one of Whichever's, version {VERSION}. Name a new one in "
                f"elasticsearch.index and run: {MAKE}"
            )
        return known

    def _send(self) -> None:
        if not self._pending:
            return
        documents, self._pending, self._pending_sentences = self._pending, {}, 0
        while len(self._sent) >= _IN_FLIGHT:
            self._take()
        create = self._cluster.start(
            lambda client: self._create(client, [*documents.values()]), timeout_s=_REQUEST_TIMEOUT_S
        )
        self._sent.append(_Sent(documents.keys(), create))

    def _take(self) -> None:
        """Wait for what was sent first."""
        documents, sentences, repeated = self._sent.popleft().wait()
        self.documents += documents
        self.sentences += sentences
        self.repeated += repeated

    def _drain(self) -> None:
        self._send()
        while self._sent:
            self._take()

    async def _create(self, client: AsyncElasticsearch, documents: Sequence[Actions]) -> tuple[int, int, int]:
        """Add documents; return how many were added, their sentences, and how many repeat one that was there."""
        sentences = [action for actions in documents for action in actions]
        there = await self._send_bulk(client, sentences)
        ours = await self._ours(client, [action for action in sentences if action["_id"] in there])
        repeated = [actions for actions in documents if actions[0]["_id"] in there - ours]
        extra = [action for actions in repeated for action in actions if action["_id"] not in there - ours]
        await self._send_bulk(client, [_deletion(action) for action in extra])
        return len(documents) - len(repeated), len(sentences) - sum(map(len, repeated)), len(repeated)

    async def _ours(self, client: AsyncElasticsearch, actions: Actions) -> set[str]:
        """Return which sentences that were there came from the same records: a build that was stopped had sent them."""
        if not actions:
            return set()
        asked: list[dict[str, Any]] = [
            {name: action[name] for name in ("_id", "routing") if name in action} for action in actions
        ]
        found = await client.mget(index=self._index, docs=asked, source_includes=["origin"])
        return {
            action["_id"]
            for action, answer in zip(actions, found["docs"], strict=True)
            if answer.get("_source", {}).get("origin") == action["_source"]["origin"]
        }

    async def _send_bulk(self, client: AsyncElasticsearch, actions: Actions) -> set[str]:
        """Send actions, again and ever slower those that the cluster has no room for.

        Returns:
            Ids of the sentences that were there already.
        """
        _, failed = await async_bulk(
            client,
            actions,
            index=self._index,
            chunk_size=_BULK_SENTENCES,
            max_chunk_bytes=_BULK_BYTES,
            raise_on_error=False,
            max_retries=_MAX_RETRIES,
            initial_backoff=_FIRST_PAUSE_S,
            max_backoff=_LONGEST_PAUSE_S,
        )
        failures = cast("list[dict[str, dict[str, Any]]]", failed)
        items = [item for failure in failures for item in failure.values()]
        for item in items:
            if item["status"] == _TOO_MANY:
                raise UnavailableError(
                    f"The cluster has no room for more of the index {self._index!r} at the moment. "
                    "Run the same command again later; it goes on where it stood."
                )
            if item["status"] not in {_THERE, _GONE}:
                reason = shorten(str(item.get("error", item["status"])), 300)
                raise IndexUnusableError(f"The index {self._index!r} refuses a sentence: {reason}.")
        return {item["_id"] for item in items if item["status"] == _THERE}


def _deletion(action: Mapping[str, Any]) -> dict[str, Any]:
    return {name: action[name] for name in ("_id", "routing") if name in action} | {"_op_type": "delete"}


async def _made(client: AsyncElasticsearch, settings: ElasticsearchConfig, meta: dict[str, Any]) -> dict[str, Any]:
    """Make the index if it is not there; return its mapping."""
    name = settings.index
    if not await client.indices.exists(index=name):
        # A build refreshes the index itself when a source is finished; until then searches find what they found.
        shape = {"number_of_shards": settings.shards, "number_of_replicas": settings.replicas, "refresh_interval": "-1"}
        await client.indices.create(index=name, settings=shape, mappings={**MAPPING, "_meta": meta})
    answer = await client.indices.get_mapping(index=name)
    mapping: dict[str, Any] = next(iter(answer.values()))["mappings"]
    return mapping
