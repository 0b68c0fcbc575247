"""What sentences claim, read in batches on the executors, with the names that are known at each batch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice
from typing import Any, Final

from pyspark.sql import DataFrame, Row, Window
from pyspark.sql import functions as sql

from engine.claims.ahead import BATCH, KNOWN, KnownNames, instances_of, marked_in
from engine.component_loader import ComponentLoader
from engine.config import Config
from engine.retrieval.ingest.records import documents_of
from engine.retrieval.readings import joined, row_of
from engine.text.comparing import is_candidate
from engine.types import Sentence

_MARKED: Final = "at long, nth long, id string, text string, names array<string>, keys array<string>"
_NUMBERED: Final = f"batch long, n long, {_MARKED}"
CLAIMS: Final = (
    "n long, place string, text string, first string, second string, dimension string, words string, said string"
)
"""A reading as an index keeps it: ``first`` and ``second`` in the order of their stems, ``said`` as JSON."""


def claims_of(passages: DataFrame, config: Config) -> DataFrame:
    """Read what passages claim.

    A name is looked for where it is not marked once it was marked three times, as on one machine: in the batch of the
    third time and those that follow. So it is first found what is marked, then in which batch each name is known.

    Args:
        passages: Without near-copies, in order by ``at``.
        config: Names the parser and the classifier. The session has a folder for checkpoints.

    Returns:
        The readings, the columns of ``CLAIMS``, in order.
    """
    spark = passages.sparkSession
    in_order = passages.repartitionByRange("at").sortWithinPartitions("at")
    marked = spark.createDataFrame(in_order.rdd.mapPartitions(lambda rows: _marked(rows, config)), _MARKED).checkpoint()
    numbered = marked.orderBy("at", "nth").rdd.zipWithIndex().map(lambda pair: (pair[1] // BATCH, pair[1], *pair[0]))
    sentences = spark.createDataFrame(numbered, _NUMBERED).checkpoint()
    both = sql.posexplode(sql.arrays_zip("names", "keys")).alias("place", "both")
    names = sentences.select("batch", "n", both).select("batch", "n", "place", "both.names", "both.keys")
    times = sql.row_number().over(Window.partitionBy("keys").orderBy("n", "place"))
    third = names.select("*", times.alias("times")).where(sql.col("times") == KNOWN).orderBy("n", "place")
    known = spark.sparkContext.broadcast([(row.batch, row.names) for row in third.collect()])
    in_batches = sentences.repartitionByRange("batch").sortWithinPartitions("n")
    return spark.createDataFrame(in_batches.rdd.mapPartitions(lambda rows: _read(rows, known.value, config)), CLAIMS)


def _marked(rows: Iterable[Row], config: Config) -> Iterator[tuple[Any, ...]]:
    """Yield the sentences that seem to compare, with the things that are marked in them."""
    parser = _components(config).get("parser")
    candidates = (
        (row.at, sentence)
        for row in rows
        for document in documents_of(row.asDict(), "")[0]
        for sentence in document.sentences
        if is_candidate(sentence.text)
    )
    while batch := list(islice(candidates, BATCH)):
        found = marked_in([sentence for _, sentence in batch], parser)
        for (at, sentence), names in zip(batch, found, strict=True):
            yield at, sentence.position, sentence.id, sentence.text, [*names], [*map(joined, names)]


def _read(rows: Iterable[Row], known: Sequence[tuple[int, str]], config: Config) -> Iterator[tuple[Any, ...]]:
    """Yield the readings of sentences, batch by batch."""
    reader, names, told = _components(config).get("classifier"), KnownNames({}), 0
    for batch, some in groupby(rows, lambda row: row.batch):
        while told < len(known) and known[told][0] <= batch:
            names.add(known[told][1], KNOWN)
            told += 1
        sentences = {row.id: row for row in some}
        texts = [Sentence(row.id, row.text, "", row.nth) for row in sentences.values()]
        instances, places = instances_of(texts, [row.names for row in sentences.values()], names)
        for reading in reader.readings(instances, places):
            pair, _, said = row_of(reading)
            told_of = (reading.place, reading.instance.sentence, *pair.names, reading.dimension, reading.words, said)
            yield sentences[reading.place].n, *told_of


def _components(config: Config) -> ComponentLoader:
    return ComponentLoader(config, context=lambda *_: ())
