"""How fast a running service answers in a conversation, through Rasa and back.

Run ``python -m benchmarks.chat [--url URL] [--people 1 8] [--seconds 10]``. Each person holds one conversation after
another: a question about a pair of data/sample/comparisons.csv, then four follow-ups. ``first`` times one conversation
about each pair, so that every question is searched and weighed; after it comparisons come from the engine's cache. One
JSON object goes to standard output, a table to standard error.
"""

from __future__ import annotations

import argparse
import asyncio
import csv
import itertools
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aiohttp
import numpy as np

from benchmarks.report import hardware

PAIRS = Path(__file__).parent.parent / "data" / "sample" / "comparisons.csv"
FOLLOW_UPS = ("why?", "show me the sources", "the other side?", "and in terms of price?")


def main() -> None:
    parser = argparse.ArgumentParser(description="Time conversations with a running service.")
    parser.add_argument("--url", default="http://localhost:8080", help="the service")
    parser.add_argument("--people", type=int, nargs="+", default=[1, 8], help="how many talk at once")
    parser.add_argument("--seconds", type=float, default=10.0, help="for how long they talk")
    options = parser.parse_args()
    try:
        report = asyncio.run(measure(options.url.rstrip("/"), options.people, options.seconds))
    except aiohttp.ClientConnectionError as error:
        sys.exit(f"No service at {options.url} ({error}). Start one with: whichever serve")
    print(json.dumps(report))
    show(report)


async def measure(url: str, people: list[int], seconds: float) -> dict[str, Any]:
    questions = [f"Which is better, {first} or {second}?" for first, second in pairs()]
    async with aiohttp.ClientSession(f"{url}/") as http:
        first = Log()
        for question in questions:
            await hold(http, question, first)
        report: dict[str, Any] = {"hardware": hardware(), "pairs": len(questions), "first": first.summary()}
        for number in people:
            log, endless = Log(), itertools.cycle(questions)
            end = time.perf_counter() + seconds
            await asyncio.gather(*(talk_until(end, http, endless, log) for _ in range(number)))
            report[f"{number} at once"] = log.summary()
    return report


def pairs() -> list[tuple[str, str]]:
    with PAIRS.open(encoding="utf-8", newline="") as lines:
        return [(row["first"], row["second"]) for row in csv.DictReader(lines)]


class Log:
    """What was measured: seconds for each turn, and how many were answered without the dialogue."""

    def __init__(self) -> None:
        self.started = time.perf_counter()
        self.turns: dict[str, list[float]] = {"question": [], "follow-up": []}
        self.degraded = 0

    def summary(self) -> dict[str, Any]:
        """Return turns per second and the spread of their milliseconds."""
        elapsed = time.perf_counter() - self.started
        every = [took for turns in self.turns.values() for took in turns]
        spread = {kind: percentiles(turns) for kind, turns in self.turns.items()}
        return {"turns": len(every), "per_second": len(every) / elapsed, "degraded": self.degraded, "ms": spread}


async def talk_until(end: float, http: aiohttp.ClientSession, questions: Iterator[str], log: Log) -> None:
    while time.perf_counter() < end:
        await hold(http, next(questions), log)


async def hold(http: aiohttp.ClientSession, question: str, log: Log) -> None:
    session = await say(http, None, question, log, "question")
    for message in FOLLOW_UPS:
        await say(http, session, message, log, "follow-up")


async def say(http: aiohttp.ClientSession, session: str | None, message: str, log: Log, kind: str) -> str:
    started = time.perf_counter()
    async with http.post("api/v1/chat", json={"session": session, "message": message}) as response:
        turn = await response.json()
    log.turns[kind].append(time.perf_counter() - started)
    if response.status != 200:
        sys.exit(f"{message!r}: {turn['error']['message']}")
    log.degraded += any(reply["degraded"] for reply in turn["replies"])
    return str(turn["session"])


def percentiles(seconds: list[float]) -> dict[str, float]:
    values = np.percentile(np.array(seconds) * 1000, [50, 95, 99])
    return dict(zip(("p50", "p95", "p99"), map(float, values), strict=True))


def show(report: dict[str, Any]) -> None:
    print(
        f"{'':12} {'turns/s':>8} {'degraded':>8}   question p50 p95 p99 ms   follow-up p50 p95 p99 ms", file=sys.stderr
    )
    for name, row in report.items():
        if name not in {"hardware", "pairs"}:
            spread = "   ".join(
                " ".join(f"{row['ms'][kind][p]:7.1f}" for p in ("p50", "p95", "p99")) for kind in row["ms"]
            )
            print(f"{name:12} {row['per_second']:8.1f} {row['degraded']:8d}   {spread}", file=sys.stderr)


if __name__ == "__main__":
    main()
