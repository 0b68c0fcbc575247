"""Near-copies across partitions: of passages with a band in common the first stands, as in a crawl on one machine."""

from __future__ import annotations

from functools import reduce

from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as sql


def firsts_of(passages: DataFrame) -> DataFrame:
    """Return ``at`` of the passages that are no near-copies of an earlier one that is none.

    One after the other, a passage is kept if no kept one has a band of its. So of those that are undecided one is kept
    that is the first of each of its bands, and a copy that has a band of one that is kept; both are decided, and the
    others are looked at again. Most are decided in the first round, and few rounds follow.

    Args:
        passages: With ``at``, by which they are in order, and ``bands``. The session has a folder for checkpoints.

    Source: Blelloch, Fineman and Shun 2012, "Greedy Sequential Maximal Independent Set and Matching are Parallel on
    Average", algorithm 2.
    """
    kept: list[DataFrame] = []
    left = passages.select("at", "bands").checkpoint()
    while not left.isEmpty():
        first = sql.min("at").over(Window.partitionBy("band")).alias("first")
        each = left.select("at", sql.explode("bands").alias("band")).select("at", first)
        firsts = left.join(each.groupBy("at").agg(sql.collect_set("first").alias("firsts")), "at").checkpoint()
        kept.append(firsts.where("array_min(firsts) = at").select("at"))
        copies = firsts.select("at", sql.explode("firsts").alias("first"))
        copies = copies.join(kept[-1].select(sql.col("at").alias("first")), "first", "left_semi").select("at")
        left = firsts.select("at", "bands").join(copies, "at", "left_anti").checkpoint()
    return reduce(DataFrame.unionAll, kept, left.select("at"))
