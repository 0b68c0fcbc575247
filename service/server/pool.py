"""Engine work off the event loop: a few threads, a bounded queue, a time limit."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

from engine.config import ServiceConfig
from engine.errors import UnavailableError

T = TypeVar("T")


class Pool:
    """Runs blocking work in threads and refuses what it cannot take.

    Attributes:
        pending: Pieces of work that wait or run, those whose caller gave up included.
    """

    def __init__(self, settings: ServiceConfig) -> None:
        """Make a pool of ``settings.workers`` threads with room for ``settings.queue`` more pieces of work."""
        self.pending = 0
        self._capacity = settings.workers + settings.queue
        self._timeout_s = settings.timeout_s
        self._executor = ThreadPoolExecutor(settings.workers, thread_name_prefix="engine")

    async def run(self, work: Callable[[], T]) -> T:
        """Run ``work`` in a thread.

        Work that has begun cannot be stopped: it keeps its place until it ends, even after its caller was told that
        it took too long.

        Raises:
            UnavailableError: The queue is full, or the work took too long.
        """
        if self.pending >= self._capacity:
            raise UnavailableError("Too many requests are waiting already. Try again in a few seconds.")
        loop = asyncio.get_running_loop()
        future = self._executor.submit(work)
        self.pending += 1

        def free(_: Future[Any]) -> None:
            with suppress(RuntimeError):  # the loop is closed: nobody counts any more
                loop.call_soon_threadsafe(self._free)

        future.add_done_callback(free)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(future), self._timeout_s)
        except TimeoutError as error:
            raise UnavailableError(
                f"This took longer than {self._timeout_s:g} s and was given up. Try again, or ask for a fast answer."
            ) from error

    def close(self) -> None:
        """Drop what waits and accept nothing more; what runs is not waited for."""
        self._executor.shutdown(wait=False, cancel_futures=True)

    def _free(self) -> None:
        self.pending -= 1
