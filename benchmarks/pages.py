"""How long the two views on pages take, and how that grows with the number of results.

Run ``python -m benchmarks.pages --data DATA --index DIR``; the pages are posts of corpus_reddit, found for the queries
of ``data/pages`` as ``evaluation.pages`` does; DIR holds their index, made if it is empty. The cluster view includes
the pair view. Each query is run once to warm up and then ``--repeat`` times. ``cpu`` columns are processor time, which
other work on the machine lengthens less. *Growth* is how many times more results there are than of the smallest size,
and how many times longer they take, at the median; the exponent is that of a power of the number of results.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Mapping, Sequence
from math import log
from pathlib import Path

import numpy as np

from benchmarks.report import print_machine
from engine.config import ViewsConfig, load_config
from engine.pages.views import compare_pages
from engine.types import PageHit
from evaluation.page_judgements import FOLDER
from evaluation.page_search import Posts

SIZES = (50, 100, 200, 500)
PERCENTILES = (50, 95, 100)
VIEWS = {
    f"{view}, {pairing}": (pairing, clustering)
    for pairing in ("greedy", "optimal")
    for view, clustering in (("pairs", None), ("clusters", ""))
}
"""What is timed → how rows are made, and whether they are grouped."""

Lists = Mapping[str, Sequence[PageHit]]
Pairs = Sequence[tuple[str, str]]


def main() -> None:
    parser = argparse.ArgumentParser(description="Time the views on pages.")
    parser.add_argument("--data", type=Path, required=True, help="folder of the public data sets")
    parser.add_argument("--index", type=Path, required=True, help="folder for the index of posts")
    parser.add_argument("--repeat", type=int, default=5, help="times per query")
    parser.add_argument("--queries", type=int, help="only the first of them")
    options = parser.parse_args()
    views, posts = load_config().views, Posts(options.index, options.data)
    with (FOLDER / "queries.csv").open(encoding="utf-8", newline="") as lines:
        pairs = [(row["first"], row["second"]) for row in csv.DictReader(lines)][: options.queries]
    print_machine()
    print(f"{'ms':32} {'results':>8} " + " ".join(f"{f'p{p}':>8}" for p in PERCENTILES) + "  cpu p50  cpu p95")
    medians: dict[str, list[tuple[float, float]]] = {name: [] for name in VIEWS}
    for size in SIZES:
        settings = views.model_copy(update={"results": size})
        lists = {name: posts.search(name, k=size) for pair in pairs for name in pair}
        results = sum(len(lists[name]) for pair in pairs for name in pair) / len(pairs) / 2
        for name in VIEWS:
            took, worked = run(name, pairs, lists, settings, options.repeat).T
            values = " ".join(f"{value:8.1f}" for value in np.percentile(took, PERCENTILES))
            middle, high = np.percentile(worked, (50, 95))
            print(f"{f'{name}, up to {size}':32} {results:8.0f} {values} {middle:8.1f} {high:8.1f}", flush=True)
            medians[name].append((results, float(middle)))
    print("\n" + growth(medians))


def run(name: str, pairs: Pairs, lists: Lists, settings: ViewsConfig, repeat: int) -> np.ndarray:
    """Return milliseconds by the clock and of the processor, shape ``[runs, 2]``."""
    pairing, clustering = VIEWS[name]
    spent = []
    for pair in pairs:
        results = [lists[one] for one in pair]
        for turn in range(repeat + 1):
            before, began = time.perf_counter(), time.process_time()
            compare_pages(pair, "", results, pairing=pairing, clustering=clustering, settings=settings)
            if turn:
                spent.append((time.perf_counter() - before, time.process_time() - began))
    return np.array(spent) * 1e3


def growth(medians: Mapping[str, Sequence[tuple[float, float]]]) -> str:
    """Return by how much each view grows from its smallest size, as plain text.

    Args:
        medians: View → results a side and median milliseconds of the processor, smallest first.
    """
    lines = [f"{'growth':32} {'results':>8} {'time':>8} {'exponent':>8}"]
    for name, ((least, first), *larger) in medians.items():
        for results, took in larger:
            more, longer = results / least, took / first
            exponent = log(longer) / log(more) if more > 1 else 0.0
            lines.append(f"{f'{name}, up to {results:.0f}':32} {more:7.1f}x {longer:7.1f}x {exponent:8.2f}")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
