"""How long a whole answer takes: by search engine, by classifier, the first time and again, and stage by stage.

Run ``python -m benchmarks.answer --index DIR --pairs FILE --classifier NAME …``; FILE is JSON Lines with a field
``pairs``, such as ``cam_sentences.jsonl.xz``, and ``--classifier`` may be given several times. With ``--config``, whose
file names a cluster that holds the same sentences, answers from it are measured too. *Cold* is the first answer about a
pair after opening, *warm* the second; the comparison cache is off and the operating system's file cache warm. An answer
is compared and worded by the configured generator. With ``--objects N`` the things are compared N at a time: a thing
and those it is paired with.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.report import PERCENTILES, print_machine
from engine import registry
from engine.config import load_config
from engine.pipeline import Engine
from engine.types import Query
from evaluation.pairs import by_frequency, read_pairs

Measured = dict[str, list[float]]
"""What was timed → milliseconds of each answer."""


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
    parser.add_argument("--config", type=Path, help="TOML file that names a cluster to measure too")
    known = registry.names("classifier")
    parser.add_argument("--classifier", action="append", choices=known, help="who weighs; the default one if not given")
    parser.add_argument("--count", type=int, default=200, help="how many pairs, from rare to frequent")
    parser.add_argument("--objects", type=int, default=2, help="how many things to compare at once, 2 to 6")
    parser.add_argument("--fast", action="store_true", help="weigh fewer sentences")
    options = parser.parse_args()
    print_machine()
    groups: Sequence[Sequence[str]] = ()
    found: dict[str, Measured] = {}
    for name, engine in engines(options):
        with closing(engine):
            groups = groups or choose(engine, options)
            engine.warm()
            for state in ("cold", "warm"):
                found[f"{name}, {state}"] = measure(engine, groups, fast=options.fast)
    show(found)


def engines(options: argparse.Namespace) -> Iterator[tuple[str, Engine]]:
    """Yield an engine for each search engine and classifier, with the name of both."""
    for retriever in ("tantivy", "elasticsearch") if options.config else ("tantivy",):
        for classifier in options.classifier or [load_config().engine.classifier]:
            overrides: dict[str, dict[str, Any]] = {
                "engine": {"classifier": classifier},
                "retrieval": {"retriever": retriever, "index": options.index, "cached_mb": 0},
            }
            yield f"{retriever}, {classifier}", Engine(load_config(options.config, overrides=overrides))


def choose(engine: Engine, options: argparse.Namespace) -> Sequence[Sequence[str]]:
    """Return what to compare in each engine: pairs from rare to frequent, or groups of more."""
    if options.objects == 2:
        return [pair[:2] for pair in by_frequency(options.pairs, engine.retriever, options.count)]
    return groups_of(read_pairs(options.pairs), options.objects)[: options.count]


def measure(engine: Engine, groups: Sequence[Sequence[str]], *, fast: bool) -> Measured:
    took_ms: Measured = defaultdict(list)
    for objects in groups:
        started, worked = time.perf_counter(), time.process_time()
        found = engine.compare_any(Query(tuple(objects), fast=fast))
        compared = time.perf_counter()
        engine.answer(found)
        ended = time.perf_counter()
        for stage, seconds in found.timings_s.items():
            if stage != "total":
                took_ms[stage].append(seconds * 1e3)
        took_ms["answer"].append((ended - compared) * 1e3)
        took_ms["whole"].append((ended - started) * 1e3)
        took_ms["processor"].append((time.process_time() - worked) * 1e3)
    return took_ms


def show(found: dict[str, Measured]) -> None:
    print(f"\n{'whole answer, ms':36} {'p50':>8} {'p95':>8} {'p99':>8} {'max':>8} {'answers/s':>10}")
    for name, took_ms in found.items():
        whole = took_ms["whole"]
        figures = " ".join(f"{value:8.1f}" for value in np.percentile(whole, PERCENTILES))
        print(f"{name:36} {figures} {len(whole) / sum(whole) * 1e3:10.1f}")
    stages = list(next(iter(found.values())))
    print(f"\n{'p95 of each stage, ms':36} " + " ".join(f"{stage:>9}" for stage in stages))
    for name, took_ms in found.items():
        print(f"{name:36} " + " ".join(f"{np.percentile(took_ms[stage], 95):9.1f}" for stage in stages))


if __name__ == "__main__":
    main()
