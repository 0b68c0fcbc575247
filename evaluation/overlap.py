"""How alike the embedded index and a cluster rank sentences and pages: overlap at 10, and rank-biased overlap.

Run ``python -m evaluation.overlap --index DIR --pairs FILE [--config FILE] [--count 200]`` over an index and a cluster
that hold the same sources. The pairs are those of ``evaluation.pairs``; pages are searched for by each of their names.

Source: Webber, Moffat and Zobel 2010, "A similarity measure for indefinite rankings", equations 7 and 32.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from engine.config import load_config
from engine.protocols import PageSearcher, Retriever
from engine.retrieval.elasticsearch.pages import ElasticsearchPages
from engine.retrieval.elasticsearch.retriever import ElasticsearchRetriever
from engine.retrieval.embedded.pages import TantivyPages
from engine.retrieval.embedded.retriever import TantivyRetriever
from evaluation.pairs import Pair, by_frequency

PERSISTENCE = 0.9
"""The weight of rank n is this to the power of n - 1: 86 % of it all lies on the first ten."""
DEPTH = 1_000


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Compare the order of the embedded index with that of a cluster.")
    parser.add_argument("--index", type=Path, required=True, help="folder of the embedded index")
    parser.add_argument(
        "--pairs", type=Path, required=True, help="JSON Lines whose field 'pairs' names what to compare"
    )
    parser.add_argument("--config", type=Path, help="TOML file that names the cluster")
    parser.add_argument("--count", type=int, default=200, help="how many pairs")
    options = parser.parse_args()
    settings = load_config(options.config).elasticsearch
    with (
        closing(TantivyRetriever(index=options.index)) as embedded,
        closing(ElasticsearchRetriever(settings=settings)) as cluster,
        closing(TantivyPages(index=options.index)) as embedded_pages,
        closing(ElasticsearchPages(settings=settings)) as cluster_pages,
    ):
        if embedded.size != cluster.size:
            parser.error(
                f"the index holds {embedded.size} sentences, the cluster {cluster.size}: index the same sources"
            )
        pairs = by_frequency(options.pairs, embedded, options.count)
        names = list(dict.fromkeys(name for pair in pairs for name in (pair.first, pair.second)))
        reports = {
            "sentences about pairs": measure(embedded, cluster, pairs),
            "pages about names": measure_pages(embedded_pages, cluster_pages, names),
        }
    print(json.dumps(reports))
    for what, report in reports.items():
        print("\n".join([what, *(f"  {name:24} {value}" for name, value in report.items())]), file=sys.stderr)


class Found(NamedTuple):
    """What a search found."""

    total: int
    ranked: Sequence[str]
    """Ids, best first."""


def measure(first: Retriever, second: Retriever, pairs: Sequence[Pair]) -> dict[str, Any]:
    """Return how alike two retrievers find and rank sentences, on average over the pairs that either finds."""

    def find(retriever: Retriever, pair: Pair) -> Found:
        result = retriever.search((pair.first, pair.second), k=DEPTH)
        return Found(result.total, [hit.sentence.id for hit in result.hits])

    return _report((find(first, pair), find(second, pair)) for pair in pairs)


def measure_pages(first: PageSearcher, second: PageSearcher, names: Sequence[str]) -> dict[str, Any]:
    """Return how alike two searches find and rank pages, on average over the names that either finds."""

    def find(searcher: PageSearcher, name: str) -> Found:
        ranked = [hit.page.id for hit in searcher.search(name, names=[name], k=DEPTH).hits]
        return Found(len(ranked), ranked)

    return _report((find(first, name), find(second, name)) for name in names)


def _report(searches: Iterable[tuple[Found, Found]]) -> dict[str, Any]:
    found = [both for both in searches if any(one.ranked for one in both)]
    overlaps = [overlap_at(first.ranked, second.ranked, k=10) for first, second in found]
    biased = [rank_biased_overlap(first.ranked, second.ranked) for first, second in found]
    return {
        "searches": len(found),
        "same total": sum(first.total == second.total for first, second in found),
        "overlap@10": round(statistics.fmean(overlaps), 4),
        "overlap@10, lowest": round(min(overlaps), 4),
        "RBO": round(statistics.fmean(biased), 4),
        "RBO, lowest": round(min(biased), 4),
    }


def overlap_at(first: Sequence[str], second: Sequence[str], *, k: int) -> float:
    """Return which share of the best ``k`` of two rankings is in both, in [0, 1]; of shorter ones, of all they have.

    >>> overlap_at("abc", "acd", k=2), overlap_at("abc", "cab", k=10), overlap_at("", "a", k=10)
    (0.5, 1.0, 0.0)
    """
    longest = min(k, max(len(first), len(second)))
    return len({*first[:k]} & {*second[:k]}) / longest


def rank_biased_overlap(first: Sequence[str], second: Sequence[str], *, persistence: float = PERSISTENCE) -> float:
    """Return how alike two rankings are, in [0, 1], the first ranks counting most; extrapolated from the shorter one.

    >>> [round(rank_biased_overlap("abcdef", other), 3) for other in ("abcdef", "bacdef", "ghijkl")]
    [1.0, 0.9, 0.0]
    """
    depth = min(len(first), len(second))
    if depth == 0:
        return float(len(first) == len(second))
    seen: tuple[set[str], set[str]] = (set(), set())
    common, total = 0, 0.0
    for rank in range(1, depth + 1):
        one, other = first[rank - 1], second[rank - 1]
        common += (one == other) + (one != other) * ((one in seen[1]) + (other in seen[0]))
        seen[0].add(one)
        seen[1].add(other)
        total += common / rank * persistence**rank
    return common / depth * persistence**depth + (1 - persistence) / persistence * total


if __name__ == "__main__":
    main()
