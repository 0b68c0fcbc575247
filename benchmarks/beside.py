"""How long simple questions take while somebody else asks for the dearest thing known: ``python -m benchmarks.beside``.

Two clients with addresses of their own, ``--index`` a large one. Simple questions are about the pairs of
data/sample/comparisons.csv, in turn: first with nobody else, then while the other client has two requests running all
the time, each for six names that are very frequent, then while it sends more of them than the queue takes. Those that
are refused, with ``Retry-After``, are timed too, and beside each of them ``/healthz``, which does nothing: what more a
refusal takes is the service's, the rest the machine's. How late the timers of its event loop are says so from within.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import aiohttp
import numpy as np

from benchmarks.chat import pairs
from benchmarks.loop import GARBAGE, LAG, noted
from benchmarks.report import print_machine, print_spread
from benchmarks.serving import Running, running

DEAREST: Final = {"objects": ["time", "year", "life", "people", "money", "water"], "classifier": "embedding"}
AT_ONCE: Final = {"beside the dearest": 2, "beside a full queue": 66}
LAST: Final = "last"
ROOM_S: Final = 2.0
PAUSE_S: Final = 0.1
GOAL_MS: Final = 500.0
REFUSED_MS: Final = 50.0


def client(address: str) -> aiohttp.ClientSession:
    """Return a client of its own, by its address of the loopback."""
    connector = aiohttp.TCPConnector(local_addr=(address, 0), force_close=True)
    return aiohttp.ClientSession(connector=connector, timeout=aiohttp.ClientTimeout(total=60))


async def ask(service: Running, questions: Iterator[str], seconds: float) -> list[float]:
    """Ask one simple question after another, and return how many ms each took.

    Raises:
        aiohttp.ClientResponseError: One was not answered.
    """
    took: list[float] = []
    async with client("127.0.0.2") as http:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            started = time.monotonic()
            async with http.post(f"{service.url}/api/v1/ask", json={"question": next(questions)}) as got:
                got.raise_for_status()
                await got.read()
            took.append(1000 * (time.monotonic() - started))
            await asyncio.sleep(PAUSE_S)
    return took


async def beside(service: Running, seconds: float) -> tuple[dict[str, list[float]], Counter[int]]:
    """Return what simple questions took with nobody else and beside the dearest, and how that was answered."""
    await service.ready()
    questions = itertools.cycle(f"Which is better, {first} or {second}?" for first, second in pairs())
    took: dict[str, list[float]] = {"alone": await ask(service, questions, seconds)}
    refused_ms: list[float] = []
    health_ms: list[float] = []
    told: Counter[int] = Counter()

    async def ask_dearly(http: aiohttp.ClientSession, name: str) -> None:
        for turn in itertools.count():  # other aspects, so that nothing is kept of it
            body: dict[str, Any] = {**DEAREST, "aspects": [{"name": f"way {name} {turn}"}]}
            started = time.monotonic()
            async with http.post(f"{service.url}/api/v1/compare", json=body) as got:
                told[got.status] += 1
                await got.read()
            if name == LAST and got.status == 503:
                refused_ms.append(1000 * (time.monotonic() - started))
                started = time.monotonic()
                async with http.get(f"{service.url}/healthz") as got:
                    await got.read()
                health_ms.append(1000 * (time.monotonic() - started))
            await asyncio.sleep(PAUSE_S)

    async def ask_last(http: aiohttp.ClientSession) -> None:
        while True:
            with suppress(TimeoutError):  # there was room
                async with asyncio.timeout(ROOM_S):
                    await ask_dearly(http, LAST)

    for what, at_once in AT_ONCE.items():
        async with client("127.0.0.3") as http:
            dear = [asyncio.create_task(ask_dearly(http, f"{what} {number}")) for number in range(at_once)]
            if at_once > AT_ONCE["beside the dearest"]:
                dear.append(asyncio.create_task(ask_last(http)))
            await asyncio.sleep(PAUSE_S)
            took[what] = await ask(service, questions, seconds)
            for one in dear:
                one.cancel()
            await asyncio.gather(*dear, return_exceptions=True)
    return took | {"refused": refused_ms, "/healthz then": health_ms}, told


def main() -> int:
    """Print the times; the exit status says whether a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=30.0, help="for each of the three")
    parser.add_argument("--index", default="var/index/sample", help="a folder")
    options = parser.parse_args()
    print_machine()
    with tempfile.TemporaryDirectory() as folder:
        notes = Path(folder, "notes")
        before = f"from benchmarks.loop import watch; watch({str(notes)!r}); "
        with running(options.index, "[rasa]\nenabled = false\n", before=before) as service:
            took, told = asyncio.run(beside(service, options.seconds))
        steps = [one for one in noted(notes) if one[2] != GARBAGE]
    for what in (LAG, "steps"):
        took[f"loop: {what}"] = [ms for _, ms, did in steps if (did == LAG) == (what == LAG)]
    print_spread(took)
    longest = sorted(((ms, did) for _, ms, did in steps if did != LAG), reverse=True)[:3]
    print(f"longest steps: {', '.join(f'{did} {ms:.1f} ms' for ms, did in longest)}")
    print(
        f"the dearest: {dict(told)} (none where each takes longer); goals: p99 below {GOAL_MS:g} ms beside it, ", end=""
    )
    print(f"refused within {REFUSED_MS:g} ms")
    late = [what for what in AT_ONCE if np.percentile(took[what], 99) > GOAL_MS]
    return int(bool(late) or np.percentile(took["refused"], 99) > REFUSED_MS)


if __name__ == "__main__":
    sys.exit(main())
