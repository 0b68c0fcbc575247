"""How much a piece of work may cost, and whether anybody still waits for it; known wherever the work is done.

Whoever starts the work opens a ``Deadline`` in its thread. The work asks: late, it leaves out what is left and says so;
given up, it ends. Where no deadline is open there is all the time in the world.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from engine.errors import UnavailableError


class Deadline:
    """The end of one piece of work."""

    def __init__(self, *, work_s: float, wait_s: float) -> None:
        """Prepare.

        Args:
            work_s: Processor seconds of its thread after which the work is late.
            wait_s: Seconds after which it is, however busy the machine.
        """
        self._work_s, self._wait_s = work_s, wait_s
        self._works_until = self._waits_until = float("inf")
        self._given_up = threading.Event()

    @contextmanager
    def open(self) -> Iterator[None]:
        """Let what this thread does now be bounded."""
        self._works_until, self._waits_until = time.thread_time() + self._work_s, time.monotonic() + self._wait_s
        before = _CURRENT.set(self)
        try:
            yield
        finally:
            _CURRENT.reset(before)

    def give_up(self) -> None:
        """Say, from any thread, that nobody waits any more."""
        self._given_up.set()

    @property
    def late(self) -> bool:
        """Return whether what is left should be left out; asked in the thread of the work."""
        return time.monotonic() > self._waits_until or time.thread_time() > self._works_until

    def check(self) -> None:
        """Raise ``UnavailableError`` if nobody waits any more."""
        if self._given_up.is_set():
            raise UnavailableError("Nobody waits for this any more.")


_CURRENT: ContextVar[Deadline | None] = ContextVar("deadline", default=None)


def is_late() -> bool:
    """Return whether this work should leave out what is left of it.

    Raises:
        UnavailableError: Nobody waits for it any more.
    """
    current = _CURRENT.get()
    if current is None:
        return False
    current.check()
    return current.late
