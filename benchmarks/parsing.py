"""How long a question takes to read, how many are read at once, and how much the reader weighs.

Run ``python -m benchmarks.parsing``: every text of ``data/comparely`` is read once, so that nothing is read from a
cache. ``--reader`` names another reader.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from benchmarks.report import print_machine
from engine import registry
from engine.protocols import QuestionParser

ROOT = Path(__file__).parents[1]
THREADS = (1, 2, 8)
TOGETHER = 64
COLD = """
import time
start = time.perf_counter()
from engine import registry
reader = registry.load("parser", {!r})
loaded = time.perf_counter()
reader.parse("Is tea better than coffee?")
print(loaded - start, time.perf_counter() - loaded)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description="Time reading questions.")
    parser.add_argument("--parser", default="learned", choices=registry.names("parser"), help="which one to time")
    name = parser.parse_args().parser
    reader: QuestionParser = registry.load("parser", name)
    reader.parse("Is tea better than coffee?")
    texts = own_texts()
    print_machine()
    print(f"{len(texts)} different questions and statements of {np.mean(list(map(len, texts))):.0f} characters (mean)")
    for threads in THREADS:
        show(threads, *in_threads(reader, texts, threads))
    started = time.perf_counter()
    for at in range(0, len(texts), TOGETHER):
        reader.parse_all(texts[at : at + TOGETHER])
    print(f"{TOGETHER} together{len(texts) / (time.perf_counter() - started):38.0f}/s")
    long_ms = [timed(reader, (text + " ") * (10_000 // len(text)))[1] * 1e3 for text in texts[:20]]
    print(f"10,000 characters: {np.median(long_ms):.0f} ms (median of 20)")
    load_s, first_s = np.median([cold(name) for _ in range(5)], axis=0)
    print(f"start: {load_s * 1e3:.0f} ms to import and load, {first_s * 1e3:.0f} ms for the first question")
    trained = ROOT / "nlu_models/trained"
    files = [*sorted(trained.glob("reader*")), trained / "vocabulary.json"]
    print("on disk: " + ", ".join(f"{file.name} {file.stat().st_size / 1e6:.1f} MB" for file in files))


def own_texts() -> list[str]:
    lines = [
        line
        for part in ("train", "dev", "test")
        for line in (ROOT / f"data/comparely/{part}.jsonl").read_text("utf-8").splitlines()
    ]
    texts = [json.loads(line)["text"] for line in lines]
    return random.Random(0).sample(texts, len(texts))


def in_threads(reader: QuestionParser, texts: list[str], threads: int) -> tuple[list[float], float]:
    """Return the seconds of each reading, and of all."""
    with ThreadPoolExecutor(threads) as pool:
        started = time.perf_counter()
        took_s = [seconds for _, seconds in pool.map(lambda text: timed(reader, text), texts)]
        return took_s, time.perf_counter() - started


def timed(reader: QuestionParser, text: str) -> tuple[object, float]:
    started = time.perf_counter()
    return reader.parse(text), time.perf_counter() - started


def show(threads: int, took_s: list[float], all_s: float) -> None:
    p50, p95, p99 = np.percentile(took_s, (50, 95, 99)) * 1e3
    print(
        f"{threads} thread{'s' * (threads > 1):1}  p50 {p50:6.2f}  p95 {p95:6.2f}  p99 {p99:6.2f} ms"
        f"{len(took_s) / all_s:12.0f}/s"
    )


def cold(name: str) -> tuple[float, float]:
    """Return the seconds that a new process takes to load the reader and to read a first question."""
    out = subprocess.run(
        [sys.executable, "-c", COLD.format(name)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    load_s, first_s = map(float, out.stdout.split())
    return load_s, first_s


if __name__ == "__main__":
    main()
