"""Documents on their way into a cluster: in bulk, a few requests at once, again and ever slower when it has no room."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple, cast

from elasticsearch import AsyncElasticsearch
from elasticsearch.helpers import async_bulk

from engine.errors import IndexUnusableError, UnavailableError, shorten
from engine.retrieval.elasticsearch.cluster import Cluster
from engine.retrieval.elasticsearch.fields import FILE, file_of, key_of, page_values_of, values_of
from engine.text.tokens import analyse
from engine.types import Document

REQUEST_TIMEOUT_S = 60.0
_BULK_SENTENCES = 2_000
_BULK_BYTES = 8 << 20
_IN_FLIGHT = 3
_MAX_RETRIES = 8
_THERE, _GONE, _TOO_MANY = 409, 404, 429
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.5, 10.0

Action = dict[str, Any]


class _Added(NamedTuple):
    """What adds a document to the indices of sentences and of pages."""

    sentences: list[Action]
    page: Action


class _Sent(NamedTuple):
    """Documents on their way: their keys, and what waits for how many were added, their sentences, and repeats."""

    keys: Collection[str]
    wait: Callable[[], tuple[int, int, int]]


class Bulk:
    """Adds documents to an index of sentences and to that of its pages.

    Attributes:
        documents: How many were added.
        sentences: How many were added.
        repeated: Documents that were left out, because the index had one with the same id.
        hidden: How many of them had one of another file, by what their own is known by.
    """

    def __init__(self, cluster: Cluster, index: str, pages: str, *, routed: bool) -> None:
        """Prepare.

        Args:
            cluster: Where the indices are.
            index: That of sentences.
            pages: That of pages.
            routed: Whether the sentences of a document are kept in one shard.
        """
        self.documents = self.sentences = self.repeated = 0
        self.hidden: Counter[str] = Counter()
        self._cluster, self._index, self._pages, self._routed = cluster, index, pages, routed
        self._pending: dict[str, _Added] = {}
        self._pending_sentences = 0
        self._sent: deque[_Sent] = deque()

    def add(self, document: Document, origin: str, n: int) -> None:
        """Add a document, unless there is one with its id; waits while the cluster does not keep up.

        Args:
            document: With its sentences.
            origin: Which document of which record of which file it is, the file first.
            n: Number of its first sentence.

        Raises:
            UnavailableError: The cluster does not answer, or cannot keep up.
            IndexUnusableError: An index refuses what is sent.
        """
        key = key_of(document.id)
        if any(key in keys for keys in (self._pending, *(sent.keys for sent in self._sent))):
            self.drain()  # which of two documents with one id came first must not depend on the cluster
        stems = [analyse(sentence.text) for sentence in document.sentences]
        sentences: list[Action] = []
        for nth, (sentence, stemmed) in enumerate(zip(document.sentences, stems, strict=True)):
            values = values_of(document, sentence, n + nth, origin, stemmed)
            action = {"_op_type": "create", "_id": f"{key}-{nth}", "_source": values}
            sentences.append(action | ({"routing": key} if self._routed else {}))
        self._pending[key] = _Added(sentences, page_action(document, n, " ".join(stems), file_of(origin)))
        self._pending_sentences += len(sentences)
        if self._pending_sentences >= _BULK_SENTENCES:
            self._send()

    def drain(self) -> None:
        """Send what waits, and wait for all that was sent; raises like ``add``."""
        self._send()
        while self._sent:
            self._take()

    def _send(self) -> None:
        if not self._pending:
            return
        documents, self._pending, self._pending_sentences = self._pending, {}, 0
        while len(self._sent) >= _IN_FLIGHT:
            self._take()
        create = self._cluster.start(
            lambda client: self._create(client, [*documents.values()]), timeout_s=REQUEST_TIMEOUT_S
        )
        self._sent.append(_Sent(documents.keys(), create))

    def _take(self) -> None:
        """Wait for what was sent first."""
        documents, sentences, repeated = self._sent.popleft().wait()
        self.documents += documents
        self.sentences += sentences
        self.repeated += repeated

    async def _create(self, client: AsyncElasticsearch, documents: Sequence[_Added]) -> tuple[int, int, int]:
        """Add documents; return how many were added, their sentences, and how many repeat one that was there."""
        sentences = [action for document in documents for action in document.sentences]
        there = await send_bulk(client, self._index, sentences)
        origins = await self._origins(client, [action for action in sentences if action["_id"] in there])
        # A build that was stopped had sent what came from the same records.
        ours = {one["_id"] for one in sentences if origins.get(one["_id"]) == one["_source"]["origin"]}
        repeated = [document for document in documents if document.sentences[0]["_id"] in there - ours]
        for first in (document.sentences[0] for document in repeated):
            file = first["_source"][FILE]
            self.hidden[file] += file_of(origins[first["_id"]]) != file
        extra = [action for document in repeated for action in document.sentences if action["_id"] not in there - ours]
        await send_bulk(client, self._index, [_deletion(action) for action in extra])
        left_out = {document.page["_id"] for document in repeated}
        await send_bulk(client, self._pages, [one.page for one in documents if one.page["_id"] not in left_out])
        fewer = sum(len(document.sentences) for document in repeated)
        return len(documents) - len(repeated), len(sentences) - fewer, len(repeated)

    async def _origins(self, client: AsyncElasticsearch, actions: Sequence[Action]) -> dict[str, str]:
        """Return which records the sentences came from that are there."""
        if not actions:
            return {}
        asked: list[Action] = [
            {name: action[name] for name in ("_id", "routing") if name in action} for action in actions
        ]
        found = await client.mget(index=self._index, docs=asked, source_includes=["origin"])
        return {one["_id"]: one.get("_source", {}).get("origin", "") for one in found["docs"]}


def page_action(document: Document, n: int, stemmed: str, file: str) -> Action:
    """Return what adds the page of a document, or writes it anew; see ``page_values_of``."""
    return {"_op_type": "index", "_id": key_of(document.id), "_source": page_values_of(document, n, stemmed, file)}


async def send_bulk(client: AsyncElasticsearch, index: str, actions: Sequence[Action]) -> set[str]:
    """Send actions, again and ever slower those that the cluster has no room for.

    Returns:
        Ids of what was there already.

    Raises:
        UnavailableError: The cluster cannot keep up.
        IndexUnusableError: The index refuses what is sent.
    """
    _, failed = await async_bulk(
        client,
        actions,
        index=index,
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
                f"The cluster has no room for more of the index {index!r} at the moment. "
                "Run the same command again later; it goes on where it stood."
            )
        if item["status"] not in {_THERE, _GONE}:
            reason = shorten(str(item.get("error", item["status"])), 300)
            raise IndexUnusableError(f"The index {index!r} refuses what is sent: {reason}.")
    return {item["_id"] for item in items if item["status"] == _THERE}


def _deletion(action: Mapping[str, Any]) -> Action:
    return {name: action[name] for name in ("_id", "routing") if name in action} | {"_op_type": "delete"}
