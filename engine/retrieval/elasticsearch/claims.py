"""What was read of the sentences of an index in a cluster, kept in an index of its own beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, TypeVar

from elasticsearch import AsyncElasticsearch

from engine.errors import IndexUnusableError
from engine.retrieval.elasticsearch.bulk import REQUEST_TIMEOUT_S, send_bulk
from engine.retrieval.elasticsearch.cluster import Cluster
from engine.retrieval.elasticsearch.fields import Query
from engine.retrieval.elasticsearch.meta import Meta, claims_of, metas_of, new_claims_meta
from engine.retrieval.elasticsearch.responses import WINDOW
from engine.retrieval.readings import Pair, joined, key_of, pair_of, read_row, reading_about, row_of
from engine.types import Classification, Reading

Result = TypeVar("Result")

_KEPT: Final = {"type": "keyword", "index": False, "doc_values": False}
_MAPPING: Final[Query] = {
    "dynamic": "strict",
    "properties": {
        "pair": {"type": "keyword", "doc_values": False},
        "dimension": {"type": "keyword", "doc_values": False},
        "told": {"type": "boolean", "doc_values": False},
        "first_stems": {"type": "keyword"},
        "second_stems": {"type": "keyword"},
        **dict.fromkeys(("sentence", "words", "said", "place", "first", "second"), _KEPT),
    },
}
_FOUND: Final = ["sentence", "words", "said", "place"]
_STATE: Final = "state "
"""Ids of what is remembered begin so; those of readings are hexadecimal numbers."""


class ElasticClaimStore:
    """The index of readings that belongs to an index of sentences; see ``engine.protocols.ClaimStore``.

    What is put is found from the next refresh of the index on, a second later; what is remembered, at once. Of two
    things at most 10,000 readings are looked up.
    """

    def __init__(self, cluster: Cluster, sentences: Meta, *, model: str) -> None:
        """Open the index, or make it anew if it is of other sentences or another model.

        Args:
            cluster: Where the sentences are.
            sentences: What their index says of itself.
            model: Names the reader and its weights.

        Raises:
            UnavailableError: No node answers.
            IndexUnusableError: The index cannot be made.
        """
        self._cluster, self._index = cluster, claims_of(cluster.index)
        self._ask(lambda client: _open(client, self._index, new_claims_meta(sentences, model)))

    def find(
        self, objects: tuple[str, str], dimensions: Sequence[str] | None, sentences: Sequence[str], *, ahead: bool
    ) -> list[dict[str, Classification]]:
        """Look readings up; see ``engine.protocols.ClaimStore``."""
        pair = pair_of(*objects)
        wanted: list[Query] = [{"term": {"pair": str(pair.key)}}]
        wanted += [{"terms": {"dimension": list(dimensions)}}] if dimensions is not None else []
        query = {"bool": {"filter": wanted}}
        answer = self._cluster.ask(
            lambda client: client.search(index=self._index, query=query, size=WINDOW, source_includes=_FOUND)
        )
        kept: dict[str, dict[str, str]] = {}
        for values in (hit["_source"] for hit in answer["hits"]["hits"] if bool(hit["_source"]["place"]) is ahead):
            kept.setdefault(values["sentence"], {})[values["words"]] = values["said"]
        found = [kept.get(str(key_of(sentence)), {}) for sentence in sentences]
        return [{words: read_row(said, pair) for words, said in one.items()} for one in found]

    def put(self, readings: Sequence[Reading]) -> None:
        """Keep readings; see ``engine.protocols.ClaimStore``."""
        actions = [_action(reading) for reading in readings]
        self._ask(lambda client: send_bulk(client, self._index, actions))

    def names(self) -> dict[str, int]:
        """Return the names of things, and how often each was read of; see ``engine.protocols.ClaimStore``."""
        fields = ("first_stems", "second_stems")
        counts: Query = {field: {"terms": {"field": field, "size": WINDOW}} for field in fields}
        answer = self._ask(lambda client: client.search(index=self._index, size=0, aggs=counts))
        found: Counter[str] = Counter()
        for field in fields:
            found.update({one["key"]: one["doc_count"] for one in answer["aggregations"][field]["buckets"]})
        return dict(found)

    def about(self, name: str) -> list[Reading]:
        """Return what was read ahead of a thing; see ``engine.protocols.ClaimStore``."""
        key = joined(name)
        either: list[Query] = [{"term": {field: key}} for field in ("first_stems", "second_stems")]
        query: Query = {"bool": {"filter": [{"term": {"told": True}}], "should": either, "minimum_should_match": 1}}
        answer = self._cluster.ask(lambda client: client.search(index=self._index, query=query, size=WINDOW))
        return [_reading(name, hit["_source"]) for hit in answer["hits"]["hits"]]

    def state(self, name: str) -> str:
        """Return a remembered value; see ``engine.protocols.ClaimStore``."""
        found = self._ask(lambda client: client.options(ignore_status=404).get(index=self._index, id=_STATE + name))
        return str(found["_source"]["said"]) if found.get("found") else ""

    def remember(self, name: str, value: str) -> None:
        """Remember a value; see ``engine.protocols.ClaimStore``."""
        self._ask(lambda client: client.index(index=self._index, id=_STATE + name, document={"said": value}))

    def _ask(self, request: Callable[[AsyncElasticsearch], Awaitable[Result]]) -> Result:
        return self._cluster.ask(request, timeout_s=REQUEST_TIMEOUT_S)


async def _open(client: AsyncElasticsearch, index: str, made: Meta) -> None:
    """Make the index unless it is there and of what it shall be."""
    if await client.indices.exists(index=index):
        (meta,) = metas_of(await client.indices.get_mapping(index=index)).values()
        if {name: meta.get(name) for name in made} == made:
            return
        if "claims" not in meta:
            raise IndexUnusableError(
                f"The index {index!r}, the place for what is read of sentences, holds something else."
            )
        await client.indices.delete(index=index)
    await client.indices.create(index=index, mappings={**_MAPPING, "_meta": made})


def _action(reading: Reading) -> dict[str, Any]:
    """Return what adds a reading, or replaces an earlier one of the same."""
    pair, sentence, said = row_of(reading)
    values = {
        "pair": str(pair.key),
        "dimension": reading.dimension,
        "words": reading.words,
        "sentence": str(sentence),
        "said": said,
        "place": reading.place,
        "told": str(bool(reading.place and reading.said.claims)).lower(),
        "first_stems": pair.stems[0],
        "second_stems": pair.stems[1],
        "first": pair.names[0],
        "second": pair.names[1],
    }
    key = "\x1f".join([values["pair"], reading.dimension, reading.words, values["sentence"]])
    return {"_op_type": "index", "_id": f"{key_of(key):x}", "_source": values}


def _reading(name: str, values: dict[str, Any]) -> Reading:
    both, keys = (values["first"], values["second"]), (values["first_stems"], values["second_stems"])
    pair = Pair(int(values["pair"]), both, keys, turned=False)
    said, place = values["said"], values["place"]
    return reading_about(name, pair, said, dimension=values["dimension"], words=values["words"], place=place)
