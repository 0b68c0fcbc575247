"""How long the two views on pages take, and how that grows with the number of results.

Run ``python -m benchmarks.pages --data DATA --index DIR``; the pages are posts of corpus_reddit, found for the queries
of ``data/pages`` as ``evaluation.pages`` does; DIR holds their index, made if it is empty. The cluster view includes
the pair view. Each query is run once to warm up and then ``--repeat`` times. The last column is the 95th percentile
of processor time.
"""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path

import numpy as np

from benchmarks.retrieval import hardware
from engine.config import load_config
from engine.pages.views import compare_pages
from evaluation.pages import FOLDER
from evaluation.posts import Posts

SIZES = (50, 200, 500)
PERCENTILES = (50, 95, 100)


def main() -> None:
    parser = argparse.ArgumentParser(description="Time the views on pages.")
    parser.add_argument("--data", type=Path, required=True, help="folder of the public data sets")
    parser.add_argument("--index", type=Path, required=True, help="folder for the index of posts")
    parser.add_argument("--repeat", type=int, default=5, help="times per query")
    options = parser.parse_args()
    views, posts = load_config().views, Posts(options.index, options.data)
    with (FOLDER / "queries.csv").open(encoding="utf-8", newline="") as lines:
        pairs = [(row["first"], row["second"]) for row in csv.DictReader(lines)]
    machine = hardware()
    print(f"{machine['cpu']}, {machine['cores']} cores, {machine['memory_gb']} GB, load {machine['load_before']}")
    print(f"{'ms':32} {'results':>8} " + " ".join(f"{f'p{p}':>8}" for p in PERCENTILES) + f" {'cpu p95':>8}")
    for size in SIZES:
        settings = views.model_copy(update={"results": size})
        lists = {name: posts.search(name, k=size) for pair in pairs for name in pair}
        for pairing in ("greedy", "optimal"):
            for view, clustering in (("pairs", None), ("clusters", "")):
                took, worked, found = [], [], 0
                for pair in pairs:
                    results = [lists[name] for name in pair]
                    for turn in range(options.repeat + 1):
                        before, began = time.perf_counter(), time.process_time()
                        compare_pages(pair, "", results, pairing=pairing, clustering=clustering, settings=settings)
                        if turn:
                            took.append((time.perf_counter() - before) * 1e3)
                            worked.append((time.process_time() - began) * 1e3)
                    found += sum(map(len, results))
                mean = found / len(pairs) / 2
                values = " ".join(f"{value:8.1f}" for value in np.percentile(took, PERCENTILES))
                print(f"{f'{view}, {pairing}, up to {size}':32} {mean:8.0f} {values} {np.percentile(worked, 95):8.1f}")


if __name__ == "__main__":
    main()
