"""Puts the work of several threads together, without a thread or a timer of its own."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


class _Job(Generic[Item, Result]):
    """An item that waits, and then what became of it."""

    __slots__ = ("done", "error", "item", "result")

    def __init__(self, item: Item) -> None:
        self.item = item
        self.result: Result
        self.error: BaseException | None = None
        self.done = False


class Batcher(Generic[Item, Result]):
    """Computes items one at a time when calls are few, in batches when they are many.

    A caller that finds a free turn computes the item that has waited longest with all that are like it, be they its own
    or not. So a lone item never waits for company, and there are never more items waiting than threads that call.
    """

    def __init__(
        self,
        compute: Callable[[Sequence[Item]], Sequence[Result]],
        *,
        like: Callable[[Item], Hashable],
        turns: int,
        most: int,
    ) -> None:
        """Prepare without starting anything.

        Args:
            compute: Gives a result for each item, in order; is called by ``turns`` threads at once.
            like: Items with equal values may share a batch.
            turns: Batches computed at the same time, at least 1.
            most: Most items of a batch, at least 1.
        """
        self._compute, self._like, self._free, self._most = compute, like, turns, most
        self.waiting: deque[_Job[Item, Result]] = deque()
        """What no caller has taken yet, oldest first."""
        self._changed = threading.Condition()

    def __call__(self, item: Item) -> Result:
        """Return the result for one item; raise what ``compute`` raised for its batch."""
        job: _Job[Item, Result] = _Job(item)
        with self._changed:
            self.waiting.append(job)
        while True:
            with self._changed:
                self._changed.wait_for(lambda: job.done or (self._free and self.waiting))
                if job.done:
                    break
                jobs = self._take()
            self._work(jobs)
        if job.error is not None:
            raise job.error
        return job.result

    def _take(self) -> list[_Job[Item, Result]]:
        self._free -= 1
        kind = self._like(self.waiting[0].item)
        jobs = [job for job in self.waiting if self._like(job.item) == kind][: self._most]
        for job in jobs:
            self.waiting.remove(job)
        return jobs

    def _work(self, jobs: Sequence[_Job[Item, Result]]) -> None:
        try:
            for job, result in zip(jobs, self._compute([job.item for job in jobs]), strict=True):
                job.result = result
        except BaseException as error:
            for job in jobs:
                job.error = error
            if not isinstance(error, Exception):
                raise
        finally:
            with self._changed:
                self._free += 1
                for job in jobs:
                    job.done = True
                self._changed.notify_all()
