"""How long a whole answer takes, stage by stage.

Run ``python -m benchmarks.answer --index DIR --pairs FILE``; FILE is JSON Lines with a field ``pairs``, such as
``cam_sentences.jsonl.xz``. Each pair is compared and worded once with the comparison cache switched off. With
``--objects N`` the things are compared N at a time: a thing and those it is paired with.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.report import print_machine, print_spread
from engine import registry
from engine.config import load_config
from engine.pipeline import Engine
from engine.types import Query, Standings
from evaluation.pairs import read_pairs


def groups_of(pairs: Sequence[tuple[str, str]], size: int) -> list[tuple[str, ...]]:
    """Return one group for each object of several pairs: itself and the ``size`` - 1 that it is paired with first.

    Args:
        pairs: Sorted.
        size: Objects in a group.
    """
    partners: dict[str, list[str]] = defaultdict(list)
    for first, second in pairs:
        partners[first].append(second)
        partners[second].append(first)
    groups = ((name, *others[: size - 1]) for name, others in sorted(partners.items()) if len(others) >= size - 1)
    return sorted({tuple(sorted(group)) for group in groups})


def main() -> None:
    parser = argparse.ArgumentParser(description="Time whole answers.")
    parser.add_argument("--index", type=Path, required=True, help="folder of the index")
    parser.add_argument("--pairs", type=Path, required=True, help="JSON Lines with a field 'pairs'")
    parser.add_argument("--objects", type=int, default=2, help="how many things to compare at once, 2 to 6")
    parser.add_argument("--fast", action="store_true", help="weigh fewer sentences")
    options = parser.parse_args()
    pairs = sorted(set(read_pairs(options.pairs)))
    groups = random.Random(0).sample(pairs, len(pairs)) if options.objects == 2 else groups_of(pairs, options.objects)
    engine = Engine(load_config(overrides={"retrieval": {"index": options.index, "cached_comparisons": 0}}))
    engine.warm()
    generators = [name for name in registry.names("generator") if name != "ctrl" or engine.config.ctrl.model]
    took_ms: dict[str, list[float]] = defaultdict(list)
    arguments, decided = [], 0
    for objects in groups:
        started, worked = time.perf_counter(), time.process_time()
        found = engine.compare_any(Query(objects, fast=options.fast))
        for stage, seconds in found.timings_s.items():
            if stage != "total":
                took_ms[stage].append(seconds * 1e3)
        for generator in generators:
            before = time.perf_counter()
            engine.answer(found, generator=generator)
            took_ms[f"answer: {generator}"].append((time.perf_counter() - before) * 1e3)
        took_ms["whole"].append((time.perf_counter() - started) * 1e3)
        took_ms["processor time"].append((time.process_time() - worked) * 1e3)
        many = isinstance(found, Standings)
        arguments.append(sum(len(one.arguments) for one in (found.comparisons if many else (found,))))
        decided += (found.order if many else found.verdict).winner is not None
    print_machine()
    print(f"{len(groups)} times {options.objects} objects, {decided} with a winner")
    print(f"{np.median(arguments):.0f} arguments (median)")
    print_spread(took_ms)


if __name__ == "__main__":
    main()
