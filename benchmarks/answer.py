"""How long a whole answer takes, stage by stage.

Run ``python -m benchmarks.answer --index DIR --pairs FILE``; FILE is JSON Lines with a field ``pairs``, such as
``cam_sentences.jsonl.xz``. Each pair is compared and worded once with the comparison cache switched off.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import defaultdict
from pathlib import Path

import numpy as np

from benchmarks.retrieval import hardware, pairs_of
from engine import registry
from engine.config import load_config
from engine.pipeline import Engine

PERCENTILES = (50, 95, 99, 100)


def main() -> None:
    parser = argparse.ArgumentParser(description="Time whole answers.")
    parser.add_argument("--index", type=Path, required=True, help="folder of the index")
    parser.add_argument("--pairs", type=Path, required=True, help="JSON Lines with a field 'pairs'")
    parser.add_argument("--fast", action="store_true", help="weigh fewer sentences")
    options = parser.parse_args()
    pairs = sorted(set(pairs_of([options.pairs])))
    pairs = random.Random(0).sample(pairs, len(pairs))
    engine = Engine(load_config(overrides={"retrieval": {"index": options.index, "cached_comparisons": 0}}))
    engine.warm()
    took_ms: dict[str, list[float]] = defaultdict(list)
    arguments, decided = [], 0
    for pair in pairs:
        started = time.perf_counter()
        comparison = engine.compare(pair, fast=options.fast)
        for stage, seconds in comparison.timings_s.items():
            if stage != "total":
                took_ms[stage].append(seconds * 1e3)
        for generator in registry.names("generator"):
            before = time.perf_counter()
            engine.answer(comparison, generator=generator)
            took_ms[f"answer: {generator}"].append((time.perf_counter() - before) * 1e3)
        took_ms["whole"].append((time.perf_counter() - started) * 1e3)
        arguments.append(len(comparison.arguments))
        decided += comparison.verdict.winner is not None
    machine = hardware()
    print(f"{machine['cpu']}, {machine['cores']} cores, {machine['memory_gb']} GB, load {machine['load_before']}")
    print(f"{len(pairs)} pairs, {decided} with a winner, {np.median(arguments):.0f} arguments (median)")
    print(f"{'ms':20} {'p50':>8} {'p95':>8} {'p99':>8} {'max':>8}")
    for stage, values in took_ms.items():
        print(f"{stage:20} " + " ".join(f"{value:8.1f}" for value in np.percentile(values, PERCENTILES)))


if __name__ == "__main__":
    main()
