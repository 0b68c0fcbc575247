"""What was kept, into an index of Elasticsearch: every task sends its part in bulk, as ``whichever index`` does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from itertools import accumulate, islice
from typing import Final

from pyspark.sql import DataFrame, Row

from engine.claims.ahead import note_read, resume
from engine.config import ElasticsearchConfig
from engine.retrieval.building import StoredSource
from engine.retrieval.elasticsearch.build import ElasticTarget
from engine.retrieval.elasticsearch.bulk import Bulk
from engine.retrieval.elasticsearch.claims import ElasticClaimStore
from engine.retrieval.elasticsearch.cluster import Cluster
from engine.retrieval.elasticsearch.meta import Meta
from engine.retrieval.ingest.records import documents_of
from engine.retrieval.readings import pair_of, read_row
from engine.types import ComparisonInstance, Reading

_BATCH: Final = 2_000


def send(
    passages: DataFrame, claims: DataFrame | None, settings: ElasticsearchConfig, *, crawl: StoredSource, model: str
) -> None:
    """Add passages and readings to an index, which is made if it is not there; a task that is repeated adds nothing.

    Args:
        passages: With ``at``, by which they are in order. Those of archives that the index has are not sent again.
        claims: Their readings; None where nothing was read.
        settings: Where the cluster is.
        crawl: By which the index knows it, with the number of its archives as records.
        model: Names the reader and its weights.
    """
    with closing(Cluster(settings)) as cluster:
        target = ElasticTarget(cluster, settings)
        sent = next((one.records for one in target.sources() if one.digest == crawl.digest), 0)
        target.begin(replace(crawl, finished=False))
        meta, start = target.meta, target.next
        parts = passages.where(f"at >= shiftleft({sent}L, 32)").repartitionByRange("at").sortWithinPartitions("at").rdd
        sizes = parts.mapPartitions(lambda rows: [sum(len(row.sents) for row in rows)]).collect()
        starts = [*accumulate(sizes, initial=start)]
        where = (target.index, target.pages, meta["routing"] == "document")
        added = parts.mapPartitionsWithIndex(lambda n, rows: _add(rows, starts[n], crawl.digest, settings, where))
        for documents, sentences in added.collect():
            target.took(documents, sentences)
        store = None
        if claims is not None:
            known = {target.index: meta}
            store = ElasticClaimStore(cluster, settings, lambda: known, model=model)
            claims.foreachPartition(lambda rows: _put(rows, settings, known, model))
        target.note(crawl)
        target.commit()
        if store is not None and resume(store) >= start:
            note_read(store, target.next)


def _add(
    rows: Iterable[Row], n: int, digest: str, settings: ElasticsearchConfig, where: tuple[str, str, bool]
) -> Iterator[tuple[int, int]]:
    index, pages, routed = where
    with closing(Cluster(settings)) as cluster:
        bulk = Bulk(cluster, index, pages, routed=routed)
        for row in rows:
            for document in documents_of(row.asDict(), "")[0]:
                bulk.add(document, f"{digest[:16]} {row.at} 0", n)
                n += len(document.sentences)
        bulk.drain()
        yield bulk.documents, bulk.sentences


def _put(rows: Iterable[Row], settings: ElasticsearchConfig, known: dict[str, Meta], model: str) -> None:
    readings = map(_reading, rows)
    with closing(Cluster(settings)) as cluster:
        store = ElasticClaimStore(cluster, settings, lambda: known, model=model)
        while some := list(islice(readings, _BATCH)):
            store.put(some)


def _reading(row: Row) -> Reading:
    said = read_row(row.said, pair_of(row.first, row.second))
    return Reading(ComparisonInstance(row.text, row.first, row.second), row.dimension, row.words, said, row.place)
