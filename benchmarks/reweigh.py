"""How long it takes to answer again with other weights and without a misread sentence: words, counts and shares.

Run ``python -m benchmarks.reweigh --index DIR --objects cats dogs --objects Java Python …``. Each pair is compared;
then sliders are moved and sentences left out, never twice the same, and each answer is made as for
``POST /api/v1/reweigh``, its JSON included. Processor time is that of this process: on a busy machine it tells what a
quiet one would take.
"""

from __future__ import annotations

import argparse
import time
from contextlib import closing
from pathlib import Path

import numpy as np

from benchmarks.report import PERCENTILES, print_machine
from engine import schemas
from engine.config import load_config
from engine.pipeline import Engine
from engine.types import Aspect, Query, Stance

ASPECTS = ("price", "ease of use")


def main() -> None:
    parser = argparse.ArgumentParser(description="Time answers made again.")
    parser.add_argument("--index", type=Path, required=True, help="folder of the index")
    parser.add_argument("--objects", nargs=2, action="append", required=True, help="two things; several times")
    parser.add_argument("--count", type=int, default=50, help="how many changes of each pair")
    options = parser.parse_args()
    print_machine()
    names = "".join(f"{f'p{each}':>9}" for each in PERCENTILES)
    print(f"\n{'answer again, ms':36}{'arguments':>10}{names}  processor, ms{names}")
    with closing(Engine(load_config(overrides={"retrieval": {"index": options.index}}))) as engine:
        engine.warm()
        for objects in options.objects:
            arguments, wall_ms, processor_ms = measure(engine, tuple(objects), options.count)
            figures = [
                "".join(f"{each:9.1f}" for each in np.percentile(ms, PERCENTILES)) for ms in (wall_ms, processor_ms)
            ]
            print(f"{' / '.join(objects):36}{arguments:>10}{figures[0]}               {figures[1]}")


def measure(engine: Engine, objects: tuple[str, ...], count: int) -> tuple[int, list[float], list[float]]:
    """Return how many arguments a pair has, and the milliseconds and processor milliseconds of each answer."""
    query = Query(objects, tuple(map(Aspect, ASPECTS)))
    arguments = engine.compare(query).arguments
    engine.reweigh(query)
    wall_ms, processor_ms = [], []
    for number in range(count):
        aspects = (Aspect(ASPECTS[0], 1 + number % 5), Aspect(ASPECTS[1], 1 + number // 5 % 5))
        left_out = tuple((one.hit.sentence.id, Stance.NONE) for one in arguments[number : number + 1])
        again = Query(objects, aspects, corrections=left_out)
        started, worked = time.perf_counter(), time.process_time()
        schemas.dump(schemas.answer(engine.reweigh(again)))
        wall_ms.append((time.perf_counter() - started) * 1e3)
        processor_ms.append((time.process_time() - worked) * 1e3)
    return len(arguments), wall_ms, processor_ms


if __name__ == "__main__":
    main()
