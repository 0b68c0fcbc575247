"""The job: ``spark-submit service/spark/job.py --out FOLDER ARCHIVE...``; see docs/spark.md."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from posixpath import join
from typing import Any, Final

import click
from pyspark.sql import DataFrame, SparkSession, Window
from pyspark.sql import functions as sql

from engine.claims.kept import KeptClaimReader
from engine.component_loader import ComponentLoader
from engine.config import Config
from engine.errors import EngineError
from engine.retrieval.building import StoredSource
from engine.retrieval.crawl import sift
from engine.retrieval.crawl.crawl import COPIES, KEPT, CrawlReport
from service.cli.crawl import tell
from service.cli.options import config_of
from service.spark.archives import archives_named, discard, exists, passages_of, sift_all, sifted, undone
from service.spark.claims import claims_of
from service.spark.copies import firsts_of

PASSAGES: Final = "passages"
CLAIMS: Final = "claims"
LINES: Final = "lines"
_CHECKPOINTS: Final = "checkpoints"
_PASSAGE: Final = "id string, title string, url string, date string, language string, sents array<string>"


def crawl(
    spark: SparkSession,
    named: Sequence[str],
    out: str,
    config: Config,
    *,
    base: str = "",
    wave: int = 5_000,
    claims: bool = True,
    lines: bool = False,
    cluster: bool = False,
) -> CrawlReport:
    """Take what compares out of archives, and read it.

    Args:
        spark: The session.
        named: Addresses of archives and of lists of them.
        out: Folder of the crawl: ``passages`` and ``claims`` in it are Parquet, ``lines`` JSON Lines.
        config: Languages, parser and classifier, and the cluster.
        base: Where the paths of a list lead from.
        wave: Archives of one job.
        claims: Whether to read what the passages claim, where the configured classifier does.
        lines: Whether to write the passages as JSON Lines too.
        cluster: Whether to send them to Elasticsearch.

    Returns:
        What there is now.
    """
    spark.sparkContext.setCheckpointDir(join(out, _CHECKPOINTS))
    numbers = undone(spark, archives_named(spark, named, base), out)
    for folder in (PASSAGES, CLAIMS) if numbers else ():
        discard(spark, join(out, folder))
    sift_all(spark, numbers, out, config.retrieval.languages, wave)
    passages = _once(lambda: _passages(sifted(spark, out)), spark, join(out, PASSAGES))
    if lines:
        in_order = _in_order(passages).drop("at", "place")
        in_order.write.mode("overwrite").json(join(out, LINES), compression="gzip")
    documents = passages.withColumn("first", sql.min("at").over(Window.partitionBy("id"))).where("first = at")
    reader = ComponentLoader(config, context=lambda *_: ()).get("classifier") if claims else None
    readings, model = None, ""
    if isinstance(reader, KeptClaimReader):
        readings, model = _once(lambda: claims_of(documents, config), spark, join(out, CLAIMS)), reader.reader.model
    if cluster:
        from service.spark.cluster import send

        known = StoredSource(out, sha256(out.encode()).hexdigest(), sifted(spark, out).count(), finished=True)
        send(documents, readings, config.elasticsearch, crawl=known, model=model)
    discard(spark, join(out, _CHECKPOINTS))
    return _report(sifted(spark, out), passages.count())


def _passages(found: DataFrame) -> DataFrame:
    """Return the passages of archives without near-copies, in order."""
    every = passages_of(found)
    kept = every.join(firsts_of(every), "at", "left_semi")
    fields = kept.select("at", "place", sql.from_json("line", _PASSAGE).alias("passage"))
    return _in_order(fields.select("at", "place", "passage.*"))


def _in_order(passages: DataFrame) -> DataFrame:
    """Return passages in order, which files that are read lose: Spark begins with the largest."""
    return passages.repartitionByRange("at").sortWithinPartitions("at")


def _once(make: Callable[[], DataFrame], spark: SparkSession, place: str) -> DataFrame:
    """Return what a folder holds, which is made unless an earlier run has written all of it."""
    if not exists(spark, join(place, "_SUCCESS")):
        make().write.mode("overwrite").parquet(place)
    return spark.read.parquet(place)


def _report(found: DataFrame, kept: int) -> CrawlReport:
    counts: Counter[str] = Counter()
    done, aside = 0, {}
    for row in found.select("place", "counts", "reason").orderBy("number").collect():
        if row.reason:
            aside[row.place] = row.reason
        else:
            aside.pop(row.place, None)
            counts.update(json.loads(row.counts))
            done += 1
    counts.update({KEPT: kept, COPIES: counts[sift.PASSAGES] - kept})
    return CrawlReport(done, counts, tuple(aside.items()))


@click.command()
@click.option("--out", required=True, help="Folder of the crawl, on any file system of Hadoop.")
@click.option("--base", default="", help="Where the paths of a list lead from; by default the list's folder.")
@click.option("--wave", default=5_000, type=click.IntRange(1), help="Archives that a killed driver loses at most.")
@click.option("--claims/--no-claims", default=True, help="Whether to read what is claimed.")
@click.option("--lines", is_flag=True, help="Write JSON Lines too, for `whichever index`.")
@click.option("--cluster", is_flag=True, help="Send what is kept to Elasticsearch, too.")
@click.option("--config", type=click.Path(path_type=Path), help="Your TOML file of settings.")
@click.argument("archives", nargs=-1, required=True, metavar="ARCHIVE...")
def main(archives: tuple[str, ...], out: str, config: Path | None, **how: Any) -> None:
    """Take what compares out of archives of web crawls, on a Spark cluster."""
    try:
        tell(
            crawl(SparkSession.builder.appName("whichever").getOrCreate(), archives, out, config_of(config), **how), out
        )
    except EngineError as error:
        raise click.ClickException(str(error)) from error


if __name__ == "__main__":
    main()
