"""What was read of the sentences of an index in a cluster, kept in an index of its own beside it.

What was read of two things is in one shard, that of their names, which alone is asked for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeVar

from elasticsearch import AsyncElasticsearch

from engine.config import ElasticsearchConfig
from engine.errors import IndexUnusableError
from engine.retrieval.elasticsearch.bulk import REQUEST_TIMEOUT_S, send_bulk
from engine.retrieval.elasticsearch.cluster import Cluster
from engine.retrieval.elasticsearch.fields import READING_MAPPING, Query
from engine.retrieval.elasticsearch.meta import Meta, claims_of, metas_of, new_claims_meta, shape_of
from engine.retrieval.elasticsearch.responses import WINDOW
from engine.retrieval.readings import Pair, joined, key_of, pair_of, read_row, reading_about, row_of
from engine.types import Classification, Reading

Result = TypeVar("Result")

_FOUND: Final = ["sentence", "words", "said", "place"]
_STATE: Final = "state "
"""Ids of what is remembered begin so; those of readings are hexadecimal numbers."""


class ElasticClaimStore:
    """The readings beside what an index, or an alias, stands for now; see ``engine.protocols.ClaimStore``.

    They are looked up beside all of its indices, and kept beside the last by name. What is put is found from the next
    refresh on, a second later; what is remembered, at once. Of two things at most 10,000 readings are looked up.
    """

    def __init__(
        self,
        cluster: Cluster,
        settings: ElasticsearchConfig,
        sentences: Callable[[], Mapping[str, Meta]],
        *,
        model: str,
    ) -> None:
        """Open the index, or make it anew if it is of other sentences or another model.

        Args:
            cluster: Where the sentences are.
            settings: How a new index is cut.
            sentences: Returns name → what each index of them says of itself.
            model: Names the reader and its weights.

        Raises:
            UnavailableError: No node answers.
            IndexUnusableError: The index cannot be made.
        """
        self._cluster, self._sentences, self._model = cluster, sentences, model
        self._shape = shape_of(settings)
        self._opened: dict[str, str] = {}
        _ = self._indices

    def find(
        self, objects: tuple[str, str], dimensions: Sequence[str] | None, sentences: Sequence[str], *, ahead: bool
    ) -> list[dict[str, Classification]]:
        """Look readings up; see ``engine.protocols.ClaimStore``."""
        pair, indices = pair_of(*objects), self._indices
        wanted: list[Query] = [{"term": {"pair": str(pair.key)}}]
        wanted += [{"terms": {"dimension": list(dimensions)}}] if dimensions is not None else []
        query = {"bool": {"filter": wanted}}
        answer = self._cluster.ask(
            lambda client: client.search(
                index=indices,
                query=query,
                size=WINDOW,
                source_includes=_FOUND,
                routing=str(pair.key),
                ignore_unavailable=True,
            )
        )
        kept: dict[str, dict[str, str]] = {}
        for values in (hit["_source"] for hit in answer["hits"]["hits"] if bool(hit["_source"]["place"]) is ahead):
            kept.setdefault(values["sentence"], {})[values["words"]] = values["said"]
        found = [kept.get(str(key_of(sentence)), {}) for sentence in sentences]
        return [{words: read_row(said, pair) for words, said in one.items()} for one in found]

    def put(self, readings: Sequence[Reading]) -> None:
        """Keep readings; see ``engine.protocols.ClaimStore``."""
        actions, index = [_action(reading) for reading in readings], self._indices[-1]
        self._ask(lambda client: send_bulk(client, index, actions))

    def names(self) -> dict[str, int]:
        """Return the names of things, and how often each was read of; see ``engine.protocols.ClaimStore``."""
        fields, indices = ("first_stems", "second_stems"), self._indices
        counts: Query = {field: {"terms": {"field": field, "size": WINDOW}} for field in fields}
        answer = self._ask(lambda client: client.search(index=indices, size=0, aggs=counts, ignore_unavailable=True))
        found: Counter[str] = Counter()
        for field in fields:
            found.update({one["key"]: one["doc_count"] for one in answer["aggregations"][field]["buckets"]})
        return dict(found)

    def about(self, name: str) -> list[Reading]:
        """Return what was read ahead of a thing; see ``engine.protocols.ClaimStore``."""
        key, indices = joined(name), self._indices
        either: list[Query] = [{"term": {field: key}} for field in ("first_stems", "second_stems")]
        query: Query = {"bool": {"filter": [{"term": {"told": True}}], "should": either, "minimum_should_match": 1}}
        answer = self._cluster.ask(
            lambda client: client.search(index=indices, query=query, size=WINDOW, ignore_unavailable=True)
        )
        return [_reading(name, hit["_source"]) for hit in answer["hits"]["hits"]]

    def state(self, name: str) -> str:
        """Return a remembered value; see ``engine.protocols.ClaimStore``."""
        index = self._indices[-1]
        found = self._ask(lambda client: client.options(ignore_status=404).get(index=index, id=_STATE + name))
        return str(found["_source"]["said"]) if found.get("found") else ""

    def remember(self, name: str, value: str) -> None:
        """Remember a value; see ``engine.protocols.ClaimStore``."""
        index = self._indices[-1]
        self._ask(lambda client: client.index(index=index, id=_STATE + name, document={"said": value}))

    @property
    def _indices(self) -> list[str]:
        """Return the indices of readings, opening those that are beside new indices of sentences."""
        named = dict(sorted(self._sentences().items()))
        for name, meta in named.items():
            if self._opened.get(name) != meta["made"]:
                index, made = claims_of(name), new_claims_meta(meta, self._model)
                self._ask(partial(_open, index=index, made=made, shape=self._shape))
                self._opened[name] = meta["made"]
        return [*map(claims_of, named)]

    def _ask(self, request: Callable[[AsyncElasticsearch], Awaitable[Result]]) -> Result:
        return self._cluster.ask(request, timeout_s=REQUEST_TIMEOUT_S)


async def _open(client: AsyncElasticsearch, index: str, made: Meta, shape: Mapping[str, Any]) -> None:
    """Make the index unless it is there and of what it shall be."""
    if await client.indices.exists(index=index):
        (meta,) = metas_of(await client.indices.get_mapping(index=index)).values()
        if {name: meta.get(name) for name in made} == made:
            await client.indices.put_mapping(index=index, properties=READING_MAPPING["properties"])
            return
        if "claims" not in meta:
            raise IndexUnusableError(
                f"The index {index!r}, the place for what is read of sentences, holds something else."
            )
        await client.indices.delete(index=index)
    await client.indices.create(index=index, settings=shape, mappings={**READING_MAPPING, "_meta": made})


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
        "document": reading.place.rpartition("#")[0],
        "told": str(bool(reading.place and reading.said.claims)).lower(),
        "first_stems": pair.stems[0],
        "second_stems": pair.stems[1],
        "first": pair.names[0],
        "second": pair.names[1],
    }
    key = "\x1f".join([values["pair"], reading.dimension, reading.words, values["sentence"]])
    return {"_op_type": "index", "_id": f"{key_of(key):x}", "routing": values["pair"], "_source": values}


def _reading(name: str, values: dict[str, Any]) -> Reading:
    both, keys = (values["first"], values["second"]), (values["first_stems"], values["second_stems"])
    pair = Pair(int(values["pair"]), both, keys, turned=False)
    said, place = values["said"], values["place"]
    return reading_about(name, pair, said, dimension=values["dimension"], words=values["words"], place=place)
