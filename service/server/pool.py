"""Engine work off the event loop: a few threads, a bounded queue that clients take turns in, a time limit."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import ContextVar, copy_context
from itertools import count
from typing import Any, TypeVar

from engine.config import ServiceConfig
from engine.deadline import Deadline
from engine.errors import UnavailableError

T = TypeVar("T")

CLIENT: ContextVar[str] = ContextVar("client", default="")
"""For whom the running task works; the service itself when empty."""

FULL = "Too many requests are waiting already. Try again in a few seconds."

LATE = 0.6
"""Share of ``service.timeout_s`` after which work leaves out what is left of it."""


class _Job:
    """A piece of work that waits or runs."""

    def __init__(self, work: Callable[[], Any], client: str, settings: ServiceConfig) -> None:
        self.client = client
        self.deadline = Deadline(work_s=settings.work_s, wait_s=LATE * settings.timeout_s)
        self.loop = asyncio.get_running_loop()
        self.done: asyncio.Future[Any] = self.loop.create_future()
        self._work = work
        self._context = copy_context()

    def run(self) -> Any:
        return self._context.run(self._run)

    def _run(self) -> Any:
        with self.deadline.open():
            return self._work()

    def refuse(self) -> None:
        if not self.done.done():
            self.done.set_exception(UnavailableError(FULL))


class Pool:
    """Runs blocking work in threads and refuses what it cannot take.

    No client has all threads at once, and their work begins in turns. Who has the most waiting leaves the last
    place to others, and loses the last of it when that is taken, too.

    Attributes:
        pending: Pieces of work that wait or run, those whose caller gave up included.
    """

    def __init__(self, settings: ServiceConfig) -> None:
        """Make a pool of ``settings.workers`` threads with room for ``settings.queue`` more pieces of work."""
        self.pending = 0
        self._settings = settings
        self._waiting: dict[str, deque[_Job]] = {}
        self._turn: dict[str, int] = {}
        self._turns = count()
        self._running: Counter[str] = Counter()
        self._ended = time.monotonic()
        self._executor = ThreadPoolExecutor(settings.workers, thread_name_prefix="engine")

    @property
    def running(self) -> int:
        """Return how many pieces of work run."""
        return self._running.total()

    @property
    def rests_s(self) -> float:
        """Return for how many seconds nothing has waited or run."""
        return 0.0 if self.pending else time.monotonic() - self._ended

    async def run(self, work: Callable[[], T]) -> T:
        """Run ``work`` in a thread, for the client of the task that calls.

        Work whose caller gives up, or is told that it took too long, keeps its place until it asks its ``Deadline``.

        Raises:
            UnavailableError: The queue is full, or the work took too long.
        """
        self.check_room()
        if self._room <= 0:
            last = self._greediest[-1]
            last.refuse()
            self._drop(last)
        job = _Job(work, CLIENT.get(), self._settings)
        self._waiting.setdefault(job.client, deque()).append(job)
        self.pending += 1
        self._start()
        try:
            async with asyncio.timeout(self._settings.timeout_s):
                found: T = await job.done
                return found
        except TimeoutError as error:
            raise UnavailableError(
                f"This took longer than {self._settings.timeout_s:g} s and was given up. "
                "Try again, or choose “Faster: read fewer sentences” under Options (`fast` in the API)."
            ) from error
        finally:
            job.deadline.give_up()
            self._drop(job)

    def close(self) -> None:
        """Drop what waits and accept nothing more; what runs is not waited for."""
        self._executor.shutdown(wait=False, cancel_futures=True)

    def check_room(self) -> None:
        """Raise ``UnavailableError`` when there is no room for work of the task that calls."""
        waiting = len(self._waiting.get(CLIENT.get(), ()))
        if self._room <= min(waiting, 1) and len(self._greediest) <= waiting + 1:
            raise UnavailableError(FULL)

    @property
    def _room(self) -> int:
        return self._settings.workers + self._settings.queue - self.pending

    @property
    def _greediest(self) -> Sequence[_Job]:
        """Return what waits for the client with the most of it."""
        return max(self._waiting.values(), key=len, default=())

    def _drop(self, job: _Job) -> None:
        """Take a job out of the queue, if it is there."""
        line = self._waiting.get(job.client)
        if line and job in line:
            line.remove(job)
            self.pending -= 1
            if not line:
                del self._waiting[job.client]

    def _start(self) -> None:
        """Start what may run now, one job of each client in turn."""
        most = max(1, self._settings.workers - 1)
        while self._running.total() < self._settings.workers:
            free = [one for one in self._waiting if not one or self._running[one] < most]
            if not free:
                return
            client = min(free, key=lambda one: self._turn.get(one, -1))
            job = self._waiting[client][0]
            self._drop(job)
            self._turn[client] = next(self._turns)
            self.pending += 1
            self._running[client] += 1
            future = self._executor.submit(job.run)
            future.add_done_callback(lambda ended, job=job: self._tell(job, ended))  # type: ignore[misc]

    def _tell(self, job: _Job, ended: Future[Any]) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody counts any more
            job.loop.call_soon_threadsafe(self._end, job, ended)

    def _end(self, job: _Job, ended: Future[Any]) -> None:
        self.pending -= 1
        self._ended = time.monotonic()
        self._running[job.client] -= 1
        if not self._running[job.client]:
            del self._running[job.client]
            if job.client not in self._waiting:
                del self._turn[job.client]
        if not job.done.done():
            if ended.cancelled():
                job.refuse()
            elif error := ended.exception():
                job.done.set_exception(error)
            else:
                job.done.set_result(ended.result())
        self._start()
