"""How long it takes to word a comparison, by generator and length.

Run ``python -m benchmarks.wording --index DIR --pairs FILE``; FILE is JSON Lines with a field ``pairs``, such as
``cam_sentences.jsonl.xz``. Each pair is compared once and then worded by every generator in every length; pairs without
an argument are left out.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from pathlib import Path

import numpy as np

from benchmarks.report import print_machine, print_spread
from engine import registry
from engine.config import load_config
from engine.pipeline import Engine
from engine.types import Length
from evaluation.pairs import by_frequency


def main() -> None:
    parser = argparse.ArgumentParser(description="Time the wording of comparisons.")
    parser.add_argument("--index", type=Path, required=True, help="folder of the index")
    parser.add_argument("--pairs", type=Path, required=True, help="JSON Lines with a field 'pairs'")
    parser.add_argument("--count", type=int, default=200, help="how many pairs, from rare to frequent")
    parser.add_argument("--generator", action="append", help="name of a generator; all by default")
    options = parser.parse_args()
    engine = Engine(load_config(overrides={"retrieval": {"index": options.index}}))
    pairs = by_frequency(options.pairs, engine.retriever, options.count)
    found = [comparison for pair in pairs if (comparison := engine.compare(pair[:2])).arguments]
    took_ms: dict[str, list[float]] = defaultdict(list)
    known = [name for name in registry.names("generator") if name != "ctrl" or engine.config.ctrl.model]
    for generator in options.generator or known:
        engine.answer(found[0], generator=generator)
        for length in Length:
            for comparison in found:
                before = time.perf_counter()
                engine.answer(comparison, generator=generator, length=length)
                took_ms[f"{generator} {length}"].append((time.perf_counter() - before) * 1e3)
    print_machine()
    arguments = [len(comparison.arguments) for comparison in found]
    print(f"{len(found)} comparisons of {np.median(arguments):.0f} arguments (median), {max(arguments)} at most")
    print_spread(took_ms)


if __name__ == "__main__":
    main()
