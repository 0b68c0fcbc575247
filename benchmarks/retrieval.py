"""How fast the embedded index is made and searched.

Run ``python -m benchmarks.retrieval --sources FILE_OR_FOLDER... [--index DIR]``. Pairs to search for are taken from the
``pairs`` field of the sources' JSON Lines. Each pair is searched once at each setting on a freshly opened index, which
keeps no results, so that no cache of ours is timed; the operating system's is warm. One JSON object goes to standard
output, a table to standard error.
"""

from __future__ import annotations

import argparse
import gzip
import json
import lzma
import os
import platform
import random
import resource
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from engine.retrieval.build import Progress, build_index
from engine.retrieval.tantivy import TantivyRetriever

SETTINGS: dict[str, dict[str, Any]] = {
    "full": {"k": 10_000},
    "fast": {"k": 500},
    "full, two aspects": {"k": 10_000, "aspects": ("price", "easy to use")},
}


def main() -> None:
    parser = argparse.ArgumentParser(description="Time building and searching the embedded index.")
    parser.add_argument("--sources", type=Path, nargs="+", required=True, help="files and folders to index")
    parser.add_argument("--index", type=Path, help="where to keep the index; by default it is thrown away")
    options = parser.parse_args()
    pairs = sorted(set(pairs_of(options.sources)))
    if not pairs:
        parser.error("none of the sources has records with a field 'pairs'")
    with tempfile.TemporaryDirectory() as folder:
        index = options.index or Path(folder, "index")
        report = {"hardware": hardware(), "build": build(options.sources, index), "search": search(index, pairs)}
    print(json.dumps(report))
    show(report)


def pairs_of(sources: Sequence[Path]) -> Iterator[tuple[str, str]]:
    for source in sources:
        for file in sorted(source.rglob("*.jsonl*")) if source.is_dir() else [source]:
            opener: Any = {".gz": gzip.open, ".xz": lzma.open}.get(file.suffix, open)
            with opener(file, "rt", encoding="utf-8") as lines:
                for line in lines:
                    found = json.loads(line).get("pairs")
                    if found is None:
                        break
                    yield from ((first, second) for first, second in found)


def hardware() -> dict[str, Any]:
    cpuinfo = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    model = next((line.partition(": ")[2] for line in cpuinfo if line.startswith("model name")), platform.processor())
    return {
        "cpu": model,
        "cores": os.cpu_count(),
        "memory_gb": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9, 1),
        "load_before": round(os.getloadavg()[0], 2),
        "python": platform.python_version(),
    }


def build(sources: Sequence[Path], index: Path) -> dict[str, Any] | None:
    """Return what the build cost; None when the index was there already."""
    cpu = time.process_time()
    stats = build_index(sources, index, progress=tell)
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


def search(index: Path, pairs: Sequence[tuple[str, str]]) -> dict[str, Any]:
    order = random.Random(0).sample(pairs, len(pairs))
    started = time.perf_counter()
    retriever = TantivyRetriever(index=index)
    opened = time.perf_counter()
    retriever.search(order[0])
    report: dict[str, Any] = {
        "pairs": len(pairs),
        "open_ms": round((opened - started) * 1e3, 2),
        "first_search_ms": round((time.perf_counter() - opened) * 1e3, 2),
    }
    retriever.close()
    for name, setting in SETTINGS.items():
        retriever = TantivyRetriever(index=index)
        results = [retriever.search(pair, **setting) for pair in order]
        retriever.close()
        took_ms = np.percentile([result.took_s * 1e3 for result in results], (50, 95, 99, 100))
        hits = np.percentile([len(result.hits) for result in results], (50, 95, 99, 100))
        report[name] = {
            "ms": dict(zip(("p50", "p95", "p99", "max"), np.round(took_ms, 2).tolist(), strict=True)),
            "hits": dict(zip(("p50", "p95", "p99", "max"), hits.astype(int).tolist(), strict=True)),
        }
    return report


def show(report: dict[str, Any]) -> None:
    machine, built, searched = report["hardware"], report["build"], report["search"]
    lines = [f"{machine['cpu']}, {machine['cores']} cores, {machine['memory_gb']} GB, load {machine['load_before']}"]
    if built:
        lines.append(
            f"build   {built['added']:,} sentences in {built['took_s']} s = {built['sentences_per_s']:,}/s "
            f"({built['cpu_s']} s CPU), index {built['size_mb']} MB, peak memory {built['peak_memory_mb']} MB"
        )
    lines.append(f"open    {searched['open_ms']} ms, first search {searched['first_search_ms']} ms")
    lines.append(f"{'search, ms':24} {'p50':>8} {'p95':>8} {'p99':>8} {'max':>8}   hits p50 … max")
    for name in SETTINGS:
        ms, hits = searched[name]["ms"], searched[name]["hits"]
        lines.append(
            f"{name:24} {ms['p50']:8} {ms['p95']:8} {ms['p99']:8} {ms['max']:8}   {hits['p50']} … {hits['max']}"
        )
    print("\n".join(lines), file=sys.stderr)


if __name__ == "__main__":
    main()
