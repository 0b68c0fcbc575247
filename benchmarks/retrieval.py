"""How fast indices are made and searched: the embedded one, and one in an Elasticsearch cluster.

Run ``python -m benchmarks.retrieval --sources FILE_OR_FOLDER... --pairs FILE [--index DIR] [--config FILE]``. With
``--config``, whose file names a cluster, both engines are measured. 200 pairs of things are searched for, spread evenly
over their frequencies. *Cold* is the first search for a pair after opening, in a cluster after its caches were cleared
too; *warm* is the second. Neither engine's client keeps results; the operating system's file cache is warm. One JSON
object goes to standard output, a table to standard error.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from elasticsearch import Elasticsearch

from benchmarks.report import hardware
from engine.config import ElasticsearchConfig, load_config
from engine.protocols import Retriever
from engine.retrieval.building import IndexStats, Progress
from engine.retrieval.elasticsearch.build import build_elastic_index
from engine.retrieval.elasticsearch.retriever import ElasticsearchRetriever
from engine.retrieval.embedded.build import build_index
from engine.retrieval.embedded.retriever import TantivyRetriever
from evaluation.pairs import Pair, by_frequency

SETTINGS: dict[str, dict[str, Any]] = {
    "full": {"k": 10_000},
    "fast": {"k": 500},
    "full, two aspects": {"k": 10_000, "aspects": ("price", "easy to use")},
}


def main() -> None:
    parser = argparse.ArgumentParser(description="Time building and searching indices.")
    parser.add_argument("--sources", type=Path, nargs="+", required=True, help="files and folders to index")
    parser.add_argument(
        "--pairs", type=Path, required=True, help="JSON Lines whose field 'pairs' says what to look for"
    )
    parser.add_argument("--index", type=Path, help="where to keep the embedded index; by default it is thrown away")
    parser.add_argument("--config", type=Path, help="TOML file that names a cluster to measure too")
    parser.add_argument("--count", type=int, default=200, help="how many pairs")
    options = parser.parse_args()
    report: dict[str, Any] = {"hardware": hardware()}
    with tempfile.TemporaryDirectory() as folder:
        index = options.index or Path(folder, "index")
        built = build(lambda: build_index(options.sources, index, progress=tell))
        with closing(TantivyRetriever(index=index)) as retriever:
            pairs = by_frequency(options.pairs, retriever, options.count)
        if not pairs:
            parser.error("the index has no sentence with any of the pairs")
        report["tantivy"] = {"build": built, "search": search(lambda: TantivyRetriever(index=index), pairs)}
        if options.config:
            cluster = load_config(options.config).elasticsearch
            built = build(lambda: build_elastic_index(options.sources, cluster, progress=tell))
            report["elasticsearch"] = {"build": built, "search": search(lambda: cleared(cluster), pairs)}
    print(json.dumps(report))
    show(report)


def cleared(cluster: ElasticsearchConfig) -> Retriever:
    with Elasticsearch(list(cluster.urls)) as client:
        client.indices.clear_cache(index=cluster.index)
    return ElasticsearchRetriever(settings=cluster)


def build(make: Callable[[], IndexStats]) -> dict[str, Any] | None:
    """Return what the build cost this process; None when the index was there already."""
    cpu = time.process_time()
    stats = make()
    print(file=sys.stderr)
    if not stats.added:
        return None
    return {
        "documents": stats.documents,
        "sentences": stats.sentences,
        "added": stats.added,
        "faulty": stats.faulty,
        "took_s": round(stats.took_s, 2),
        "cpu_s": round(time.process_time() - cpu, 2),
        "sentences_per_s": round(stats.added / stats.took_s),
        "size_mb": round(stats.size_bytes / 1e6, 1),
        "peak_memory_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }


def tell(progress: Progress) -> None:
    share = progress.bytes_read / progress.bytes_total
    print(f"\r{share:4.0%} {progress.rate:,.0f} sentences/s, {progress.eta_s:.0f} s left ", end="", file=sys.stderr)


def search(open_index: Callable[[], Retriever], pairs: Sequence[Pair]) -> dict[str, Any]:
    order = Random(0).sample(pairs, len(pairs))
    started = time.perf_counter()
    retriever = open_index()
    opened = time.perf_counter()
    retriever.search(order[0][:2])
    report: dict[str, Any] = {
        "pairs": len(pairs),
        "frequencies": spread([pair.frequency for pair in pairs]),
        "open_ms": round((opened - started) * 1e3, 2),
        "first_search_ms": round((time.perf_counter() - opened) * 1e3, 2),
    }
    retriever.close()
    for name, setting in SETTINGS.items():
        retriever = open_index()
        for state in ("cold", "warm"):
            results = {pair: retriever.search(pair[:2], **setting) for pair in order}
            report[f"{name}, {state}"] = {
                "ms": spread([result.took_s * 1e3 for result in results.values()]),
                "by_third_ms": [spread([results[pair].took_s * 1e3 for pair in part]) for part in thirds(pairs)],
                "hits": spread([len(result.hits) for result in results.values()]),
                "incomplete": sum(bool(result.notice) for result in results.values()),
            }
        retriever.close()
    return report


def spread(values: Sequence[float]) -> dict[str, float]:
    found = np.round(np.percentile(values, (50, 95, 99, 100)), 2).tolist()
    return dict(zip(("p50", "p95", "p99", "max"), found, strict=True))


def thirds(pairs: Sequence[Pair]) -> list[Sequence[Pair]]:
    """Return the rare, the middling and the frequent pairs."""
    first, second = len(pairs) // 3, 2 * len(pairs) // 3
    return [pairs[: max(1, first)], pairs[first : max(first + 1, second)], pairs[second:]]


def show(report: dict[str, Any]) -> None:
    machine = report["hardware"]
    lines = [f"{machine['cpu']}, {machine['cores']} cores, {machine['memory_gb']} GB, load {machine['load_before']}"]
    for engine in ("tantivy", "elasticsearch"):
        if engine in report:
            lines += ["", engine, *lines_of(report[engine]["build"], report[engine]["search"])]
    print("\n".join(lines), file=sys.stderr)


def lines_of(built: dict[str, Any] | None, searched: dict[str, Any]) -> list[str]:
    lines = []
    if built:
        lines.append(
            f"build   {built['added']:,} sentences in {built['took_s']} s = {built['sentences_per_s']:,}/s "
            f"({built['cpu_s']} s CPU here), index {built['size_mb']} MB, peak memory here {built['peak_memory_mb']} MB"
        )
    lines.append(f"open    {searched['open_ms']} ms, first search {searched['first_search_ms']} ms")
    lines.append(
        f"{'search, ms':24} {'p50':>8} {'p95':>8} {'p99':>8} {'max':>8}   p95 rare, middling, frequent   hits p50 … max"
    )
    for name in (f"{setting}, {state}" for setting in SETTINGS for state in ("cold", "warm")):
        ms, hits = searched[name]["ms"], searched[name]["hits"]
        parts = " ".join(f"{part['p95']:8}" for part in searched[name]["by_third_ms"])
        lines.append(
            f"{name:24} {ms['p50']:8} {ms['p95']:8} {ms['p99']:8} {ms['max']:8}   {parts}      "
            f"{hits['p50']:.0f} … {hits['max']:.0f}"
            + (f", {searched[name]['incomplete']} incomplete" if searched[name]["incomplete"] else "")
        )
    return lines


if __name__ == "__main__":
    main()
