"""How fast a running service answers in a conversation, through Rasa and back.

Run ``python -m benchmarks.chat [--url URL …] [--people 1 8] [--seconds 10] [--pairs 74] [--kill PID]``. Of several
services each turn asks another one; ``--kill`` kills one of them, or a node of their cluster, in the middle of the last
round: a turn that fails then is asked of the next, and counted. Each person holds one conversation after
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
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aiohttp
import numpy as np

from benchmarks.report import hardware

PAIRS = Path(__file__).parent.parent / "data" / "sample" / "comparisons.csv"
MOST_FAILURES = 3
FOLLOW_UPS = ("why?", "show me the sources", "the other side?", "and in terms of price?")


def main() -> None:
    parser = argparse.ArgumentParser(description="Time conversations with a running service.")
    parser.add_argument("--url", default=["http://localhost:8080"], nargs="+", help="the service, or several")
    parser.add_argument("--people", type=int, nargs="+", default=[1, 8], help="how many talk at once")
    parser.add_argument("--seconds", type=float, default=10.0, help="for how long they talk")
    parser.add_argument("--pairs", type=int, help="how many of the pairs; all by default")
    parser.add_argument("--kill", type=int, metavar="PID", help="process of a service or node to kill in mid-load")
    options = parser.parse_args()
    try:
        report = asyncio.run(measure(options.url, options.people, options.seconds, options.pairs, options.kill))
    except aiohttp.ClientConnectionError as error:
        sys.exit(f"No service at {' '.join(options.url)} ({error}). Start one with: whichever serve")
    print(json.dumps(report))
    show(report)


async def measure(
    urls: list[str], people: list[int], seconds: float, most: int | None = None, kill: int | None = None
) -> dict[str, Any]:
    questions = [f"Which is better, {first} or {second}?" for first, second in pairs()[:most]]
    async with aiohttp.ClientSession() as http:
        services = Services(http, [url.rstrip("/") for url in urls])
        first = Log()
        for question in questions:
            await hold(services, question, first)
        report: dict[str, Any] = {"hardware": hardware(), "pairs": len(questions), "first": first.summary()}
        for number in people:
            log, endless = Log(), itertools.cycle(questions)
            end = time.perf_counter() + seconds
            if kill and number == people[-1]:
                asyncio.get_running_loop().call_later(seconds / 2, os.kill, kill, signal.SIGKILL)
                services.may_fail = True
            await asyncio.gather(*(talk_until(end, services, endless, log) for _ in range(number)))
            report[f"{number} at once"] = log.summary()
    return report


def pairs() -> list[tuple[str, str]]:
    with PAIRS.open(encoding="utf-8", newline="") as lines:
        return [(row["first"], row["second"]) for row in csv.DictReader(lines)]


class Services:
    """Services that conversations ask in turn.

    Attributes:
        may_fail: Whether a turn that fails is asked of the next one.
    """

    def __init__(self, http: aiohttp.ClientSession, urls: list[str]) -> None:
        self._http, self._urls, self._asked, self.may_fail = http, urls, itertools.count(), False

    async def say(self, session: str | None, message: str) -> tuple[int, Any, int]:
        """Return the status, the answer, and how often it was asked in vain."""
        for failed in itertools.count():
            url = self._urls[next(self._asked) % len(self._urls)]
            try:
                said = {"session": session, "message": message}
                async with self._http.post(f"{url}/api/v1/chat", json=said) as response:
                    return response.status, await response.json(), failed
            except aiohttp.ClientError as error:
                if not self.may_fail or failed == MOST_FAILURES:
                    raise
                if isinstance(error, aiohttp.ClientConnectorError) and url in self._urls:
                    self._urls.remove(url)
        raise AssertionError


class Log:
    """What was measured: seconds for each turn, how many were asked again or answered without the dialogue."""

    def __init__(self) -> None:
        self.started = time.perf_counter()
        self.turns: dict[str, list[float]] = {"question": [], "follow-up": []}
        self.degraded = self.again = 0

    def summary(self) -> dict[str, Any]:
        """Return turns per second and the spread of their milliseconds."""
        elapsed = time.perf_counter() - self.started
        every = [took for turns in self.turns.values() for took in turns]
        spread = {kind: percentiles(turns) for kind, turns in self.turns.items()}
        told = {"degraded": self.degraded, "again": self.again}
        return {"turns": len(every), "per_second": len(every) / elapsed, **told, "ms": spread}


async def talk_until(end: float, services: Services, questions: Iterator[str], log: Log) -> None:
    while time.perf_counter() < end:
        await hold(services, next(questions), log)


async def hold(services: Services, question: str, log: Log) -> None:
    session = await say(services, None, question, log, "question")
    for message in FOLLOW_UPS:
        await say(services, session, message, log, "follow-up")


async def say(services: Services, session: str | None, message: str, log: Log, kind: str) -> str:
    started = time.perf_counter()
    status, turn, again = await services.say(session, message)
    log.turns[kind].append(time.perf_counter() - started)
    log.again += again
    if status != 200:
        sys.exit(f"{message!r}: {turn['error']['message']}")
    log.degraded += any(reply["degraded"] for reply in turn["replies"])
    return str(turn["session"])


def percentiles(seconds: list[float]) -> dict[str, float]:
    values = np.percentile(np.array(seconds) * 1000, [50, 95, 99])
    return dict(zip(("p50", "p95", "p99"), map(float, values), strict=True))


def show(report: dict[str, Any]) -> None:
    print(
        f"{'':12} {'turns/s':>8} {'degraded':>8} {'again':>5}   question p50 p95 p99 ms   follow-up p50 p95 p99 ms",
        file=sys.stderr,
    )
    for name, row in report.items():
        if name not in {"hardware", "pairs"}:
            spread = "   ".join(
                " ".join(f"{row['ms'][kind][p]:7.1f}" for p in ("p50", "p95", "p99")) for kind in row["ms"]
            )
            print(
                f"{name:12} {row['per_second']:8.1f} {row['degraded']:8d} {row['again']:5d}   {spread}", file=sys.stderr
            )


if __name__ == "__main__":
    main()
