"""Archives on any Hadoop file system, each sifted by the process that ``whichever crawl`` has for it."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from posixpath import basename, dirname, join
from tempfile import TemporaryDirectory
from typing import Any, Final

from pyspark.sql import DataFrame, Row, SparkSession
from pyspark.sql import functions as sql

from engine.errors import InputError
from engine.retrieval.crawl.apart import sift_apart
from engine.retrieval.crawl.archives import is_archive

_SIFTED: Final = "sifted"
_COLUMNS: Final = (
    "place string, number long, passages array<struct<bands: array<long>, line: string>>, counts string, reason string"
)
_ONE_A_TASK: Final = ("spark.sql.files.maxPartitionBytes", 1)


def archives_named(spark: SparkSession, named: Sequence[str], base: str = "") -> list[str]:
    """Return the addresses of archives, each once, in order.

    Args:
        spark: The session.
        named: Addresses of archives, and of lists of them, packed or not.
        base: Where the paths of a list lead from; from the list's folder on when empty.

    Raises:
        InputError: There is none.
    """
    found: list[str] = []
    for name in named:
        if is_archive(name):
            found.append(name)
        else:
            lines = map(str.strip, spark.sparkContext.textFile(name).collect())
            found += [line if "://" in line else join(base or dirname(name), line) for line in lines if line]
    if not found:
        raise InputError(f"There is no archive in {', '.join(named)}.")
    return [path.toString() for path in (_in_hadoop(spark, place)[1] for place in dict.fromkeys(found))]


def undone(spark: SparkSession, archives: Sequence[str], out: str) -> dict[str, int]:
    """Return the archives that no earlier run has done, in order, each with a number of its own."""
    before = sifted(spark, out).select("place", "reason").collect()
    done = {row.place for row in before if not row.reason}
    return {place: n for n, place in enumerate((one for one in archives if one not in done), len(before))}


def sift_all(spark: SparkSession, numbers: Mapping[str, int], out: str, languages: Collection[str], wave: int) -> None:
    """Write what is found in archives, a row each.

    Args:
        spark: The session.
        numbers: Of each archive by its address.
        out: Folder of the crawl.
        languages: Of pages; any when empty.
        wave: Archives that are lost, at most, when the driver is killed.
    """
    name, one = _ONE_A_TASK
    usual, todo = spark.conf.get(name), [*numbers]
    spark.conf.set(name, one)
    try:
        for at in range(0, len(todo), wave):
            some = {place: numbers[place] for place in todo[at : at + wave]}
            files = spark.read.format("binaryFile").load([*some]).select("path", "content")
            rows = files.rdd.mapPartitions(partial(_sifted, numbers=some, languages=languages))
            spark.createDataFrame(rows, _COLUMNS).write.mode("append").parquet(join(out, _SIFTED))
    finally:
        spark.conf.set(name, usual or "")


def sifted(spark: SparkSession, out: str) -> DataFrame:
    """Return what was found in the archives of a crawl."""
    if exists(spark, join(out, _SIFTED)):
        return spark.read.schema(_COLUMNS).parquet(join(out, _SIFTED))
    return spark.createDataFrame([], _COLUMNS)


def exists(spark: SparkSession, place: str) -> bool:
    """Return whether there is a file or folder."""
    files, path = _in_hadoop(spark, place)
    return bool(files.exists(path))


def discard(spark: SparkSession, place: str) -> None:
    """Delete a folder, if there is one."""
    files, path = _in_hadoop(spark, place)
    files.delete(path, True)


def passages_of(found: DataFrame) -> DataFrame:
    """Return the passages: ``at``, by which they are in order, ``place`` of the archive, ``bands`` and ``line``."""
    each = found.where("reason = ''").select("place", "number", sql.posexplode("passages").alias("nth", "passage"))
    return each.select(sql.expr("shiftleft(number, 32) + nth").alias("at"), "place", "passage.bands", "passage.line")


def _sifted(files: Iterable[Row], numbers: Mapping[str, int], languages: Collection[str]) -> Iterator[tuple[Any, ...]]:
    for file in files:
        told: list[Counter[str]] = [Counter()]
        with TemporaryDirectory() as folder:
            archive, out = Path(folder, basename(file.path)), Path(folder, "sifted")
            archive.write_bytes(file.content)
            reason = sift_apart(archive, out, languages, tell=told.append)
            passages = []
            if not reason:
                with gzip.open(out, "rt", encoding="utf-8", newline="\n") as lines:
                    for line in lines:
                        bands, _, passage = line.rstrip("\n").partition("\t")
                        passages.append(([*map(int, bands.split())], passage))
        yield file.path, numbers[file.path], passages, json.dumps(told[-1]), reason


def _in_hadoop(spark: SparkSession, place: str) -> tuple[Any, Any]:
    """Return the file system that an address is on, and the whole address."""
    context: Any = spark.sparkContext
    path = context._jvm.org.apache.hadoop.fs.Path(place)
    files = path.getFileSystem(context._jsc.hadoopConfiguration())
    return files, files.makeQualified(path)
