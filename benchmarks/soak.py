"""Whether a service grows, slows down or errs under mixed load: ``python -m benchmarks.soak --seconds 3600 --rasa``.

With ``--first 10000`` so many comparisons that were never asked before come first, two at once. Then eight people
converse, each about one pair after another, and two ask for comparisons that were never asked before. With ``--rasa``
Rasa leads the conversations, with ``--grow`` texts are added to a copy of the index all the while, and what they claim
is read if that was done for the index; every five minutes one of the two is killed, in turn. Every reply is looked at:
it is an answer, about what was asked, or 503 with ``Retry-After``. At the end the index holds each text once.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import random
import shutil
import signal
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, STDOUT
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import aiohttp
import numpy as np
import psutil

from benchmarks.chat import FOLLOW_UPS, pairs
from benchmarks.report import print_machine, print_spread
from benchmarks.serving import COMMAND, ROOT, Running, Weight, running
from engine.retrieval.embedded import claims
from engine.retrieval.embedded.retriever import TantivyRetriever

CHATTING: Final = 8
ASKING: Final = 2
KILL_EVERY_S: Final = 300.0
GROW_EVERY_S: Final = 10.0
SAMPLE_EVERY_S: Final = 1.0


@dataclass(frozen=True, slots=True)
class Growing:
    """An index that texts are added to."""

    index: Path
    claims: str
    """Whether what a text claims is read when it is added, as the option of the command."""


@dataclass(slots=True)
class Seen:
    """What was measured."""

    took_ms: dict[str, list[float]] = field(default_factory=lambda: {"first": [], "chat": [], "ask": []})
    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    filling: list[Weight] = field(default_factory=list)
    """While the first comparisons were asked for."""
    memory: list[Weight] = field(default_factory=list)
    """Under mixed load."""

    def slopes(self) -> tuple[float, float]:
        """Return by how many MB an hour what the service itself takes grew in the second half, by least squares.

        The second is without what is kept up to a bound.
        """
        seconds, _, own, kept = np.array(self.memory[len(self.memory) // 2 :], float).T
        grown = np.polyfit(seconds / 3600, np.stack([own, own - kept], axis=1) / 1e6, 1)[0]
        return float(grown[0]), float(grown[1])


class Load:
    """What everybody does until the end."""

    def __init__(self, service: Running, http: aiohttp.ClientSession) -> None:
        """Prepare."""
        self.seen = Seen()
        self._service, self._http, self._end = service, http, 0.0
        self._pairs = pairs()
        names = sorted({name for pair in self._pairs for name in pair})
        new = list(itertools.permutations(names, 2))
        random.Random(20).shuffle(new)
        self._new = iter(new)
        self._break_off = False

    @property
    def goes_on(self) -> bool:
        """Whether there is time left."""
        return time.monotonic() < self._end

    async def mix(self, seconds: float, *, kill: bool, grow: Growing | None) -> None:
        """Do all else at once for so long."""
        self._end = time.monotonic() + seconds
        work = [self.watch(), *map(self.chat, range(CHATTING)), *(self.ask() for _ in range(ASKING))]
        if kill:
            work.append(self.kill(adding=grow is not None))
        if grow is not None:
            work.append(self.grow(grow))
        await asyncio.gather(*work)

    async def chat(self, number: int) -> None:
        """Converse about one pair after another."""
        for first, second in itertools.cycle(self._pairs[number::CHATTING]):
            session = f"soak-{number}-{random.getrandbits(64):020d}"
            for message in (f"Which is better, {first} or {second}?", *FOLLOW_UPS):
                if not self.goes_on:
                    return
                turn = await self._post("chat", {"session": session, "message": message})
                if turn is None:
                    break
                for reply in turn["replies"]:
                    self.seen.counts["degraded"] += reply["degraded"]
                    about = (reply["comparison"] or {}).get("typed") or [first, second]
                    if not reply["text"] or not _names({first, second}, about):
                        self.seen.wrong.append(
                            f"{message!r} about {first} and {second}: {about}, {reply['text'][:80]!r}"
                        )

    async def ask(self) -> None:
        """Ask for comparisons that nobody has asked for."""
        for objects in self._new:
            await self._post("ask", {"objects": objects, "fast": True}, path="compare")
            if not self.goes_on:
                return

    async def fill(self, number: int) -> None:
        """Ask for so many comparisons, those of one pair after another, to their full depth."""

        async def ask() -> None:
            for n, objects in first:
                await self._post("first", {"objects": objects}, path="compare")
                if n % max(1, number // 8) == 0:
                    self.seen.filling.append(await self._service.weigh(self._http))

        first = zip(range(number), self._new, strict=False)
        await asyncio.gather(*(ask() for _ in range(ASKING)))

    async def _post(self, kind: str, body: Any, path: str = "") -> Any:
        started = time.monotonic()
        try:
            async with self._http.post(f"{self._service.url}/api/v1/{path or kind}", json=body) as got:
                said = await got.json()
        except (aiohttp.ClientError, TimeoutError, ValueError) as error:
            self.seen.wrong.append(f"{body}: {error!r}")
            return None
        self.seen.took_ms[kind].append(1000 * (time.monotonic() - started))
        self.seen.counts[f"{kind} {got.status}"] += 1
        if got.status == 200:
            return said
        if got.status not in {422, 503} or (got.status == 503 and "Retry-After" not in got.headers):
            self.seen.wrong.append(f"{body}: {got.status} {said}")
        await asyncio.sleep(1)
        return None

    async def watch(self) -> None:
        """Weigh the service."""
        while self.goes_on:
            self.seen.memory.append(await self._service.weigh(self._http))
            await asyncio.sleep(SAMPLE_EVERY_S)

    async def kill(self, *, adding: bool) -> None:
        """Kill Rasa from time to time, or in turn with it what adds texts."""
        for turn in itertools.count():
            await self._rest(KILL_EVERY_S)
            if not self.goes_on:
                return
            if adding and turn % 2:
                self._break_off = True
                continue
            for child in self._service.process.children():
                with suppress(psutil.NoSuchProcess):
                    child.kill()
                    self.seen.counts["kills of Rasa"] += 1

    async def grow(self, growing: Growing) -> None:
        """Add texts to the index from time to time, those again whose adding was killed; then count them."""
        index = growing.index
        before, took_s = _size(index), 1.0
        while self.goes_on:
            number, started = self.seen.counts["grown"], time.monotonic()
            source = index.parent / f"more-{number}.jsonl"
            text = f"Traveller {number} wrote that tea is better than coffee on the road."
            source.write_text(json.dumps({"id": f"more-{number}", "title": text}) + "\n", "utf-8")
            adding = await asyncio.create_subprocess_exec(
                *COMMAND,
                "index",
                "--out",
                str(index),
                growing.claims,
                str(source),
                cwd=ROOT,
                stdout=PIPE,
                stderr=STDOUT,
            )
            if self._break_off:
                await asyncio.sleep(random.uniform(0, took_s))
                with suppress(ProcessLookupError):  # it was faster
                    adding.kill()
                self._break_off = False
            told, _ = await adding.communicate()
            if adding.returncode == 0:
                self.seen.counts["grown"] += 1
                took_s = time.monotonic() - started
            elif adding.returncode == -signal.SIGKILL:
                self.seen.counts["kills of what adds"] += 1
            else:
                self.seen.wrong.append(f"{source.name}: {told.decode()}")
            await self._rest(GROW_EVERY_S)
        if (more := _size(index) - before) != self.seen.counts["grown"]:
            self.seen.wrong.append(f"{self.seen.counts['grown']} texts were added, {more} are there")

    async def _rest(self, seconds: float) -> None:
        await asyncio.sleep(min(seconds, max(0.0, self._end - time.monotonic())))


def _names(asked: set[str], about: list[str]) -> bool:
    """Whether a reply is about what was asked; the noun that two share may be completed: ballpoint, ballpoint pen."""
    nouns = {name.lower().split()[-1] for name in asked}
    short = {one.lower() for one in about}
    whole = {f"{name.lower()} {noun}": name.lower() for name in asked for noun in nouns}
    return {whole.get(one, one) for one in short} == {name.lower() for name in asked}


def _size(index: Path) -> int:
    with closing(TantivyRetriever(index=index)) as opened:
        return opened.size


async def soak(
    service: Running, seconds: float, *, first: int = 0, kill: bool = False, grow: Growing | None = None
) -> Seen:
    """Put a service under load for so long, after so many new comparisons, and return what was seen."""
    await service.ready()
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=60)) as http:
        load = Load(service, http)
        await load.fill(first)
        await load.mix(seconds, kill=kill, grow=grow)
        return load.seen


def run(index: str, seconds: float, *, first: int = 0, rasa: bool = False, grow: bool = False) -> tuple[Seen, str]:
    """Start a service and put it under load; return what was seen, and its log."""
    growing = None
    with tempfile.TemporaryDirectory() as folder:
        if grow:
            copy = shutil.copytree(index, Path(folder, "index"))
            growing = Growing(copy, "--claims" if (copy / claims.FILE).exists() else "--no-claims")
            index = str(copy)
        settings = "" if rasa else "[rasa]\nenabled = false\n"
        with running(index, settings) as service:
            seen = asyncio.run(soak(service, seconds, first=first, kill=rasa, grow=growing))
            return seen, service.log.read_text("utf-8", "replace")


def main() -> int:
    """Print what was seen; the exit status says whether a reply was wrong or lost."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--first", type=int, default=0, help="comparisons that come first, each a new one")
    parser.add_argument("--index", default="var/index/sample", help="a folder")
    parser.add_argument("--rasa", action="store_true", help="converse through Rasa, and kill it now and then")
    parser.add_argument("--grow", action="store_true", help="add texts to a copy of the index meanwhile")
    options = parser.parse_args()
    print_machine()
    seen, log = run(options.index, options.seconds, first=options.first, rasa=options.rasa, grow=options.grow)
    print_spread({kind: took for kind, took in seen.took_ms.items() if took})
    print(", ".join(f"{what}: {count}" for what, count in sorted(seen.counts.items())))
    for when, weights in (("first", seen.filling), ("mixed load", seen.memory[:: max(1, len(seen.memory) // 8)])):
        sizes = " → ".join(f"{one.resident >> 20} ({one.own >> 20}, {one.kept >> 20})" for one in weights)
        print(f"{when}: resident (without files, of it kept) {sizes} MB")
    print("{:+.1f} MB an hour in the second half, without files; {:+.1f} without what is kept".format(*seen.slopes()))
    print(f"wrong or lost: {len(seen.wrong)}; traces in the log: {log.count('Traceback')}")
    for one in (*seen.wrong[:20], *(f"Traceback{trace[:2000]}" for trace in log.split("Traceback")[1:4])):
        print(one, file=sys.stderr)
    return int(bool(seen.wrong) or "Traceback" in log)


if __name__ == "__main__":
    sys.exit(main())
