"""How much a piece of work may cost, and whether anybody still waits for it; known wherever the work is done.

Whoever starts the work opens a ``Deadline`` in its thread. The work asks: late, it leaves out what is left and says so;
given up, it ends; while others have worked less, it gives way to them. Where no deadline is open there is all the time
in the world.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from engine.errors import UnavailableError

LESS_S: Final = 1.0
"""Work gives way to what has worked so much less."""
PATIENCE: Final = 3.0
"""It waits for others at most so many times as long as it has worked."""
LOOKS_S: Final = 0.1
"""So long after it was given up it still may wait."""


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
        self._begun = self._waited = 0.0
        self._given_up = threading.Event()

    @contextmanager
    def open(self) -> Iterator[None]:
        """Let what this thread does now be bounded."""
        self._works_until, self._waits_until = time.thread_time() + self._work_s, time.monotonic() + self._wait_s
        self._begun = time.monotonic()
        before = _CURRENT.set(self)
        with _ENDED:
            _OPEN.add(self)
        try:
            yield
        finally:
            _CURRENT.reset(before)
            with _ENDED:
                _OPEN.remove(self)
                _ENDED.notify_all()

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

    def give_way(self) -> None:
        """Wait for what has worked less, so that what is simple takes no longer beside what is not."""
        with _ENDED:
            while self._gives_way():
                started = time.monotonic()
                _ENDED.wait(LOOKS_S)
                self._waited += time.monotonic() - started

    def _gives_way(self) -> bool:
        worked = self._worked_s
        if self._given_up.is_set() or self._waited >= PATIENCE * worked:
            return False
        return any(one._worked_s + LESS_S < worked for one in _OPEN)

    @property
    def _worked_s(self) -> float:
        return time.monotonic() - self._begun - self._waited


_OPEN: Final[set[Deadline]] = set()
_ENDED: Final = threading.Condition()
_CURRENT: ContextVar[Deadline | None] = ContextVar("deadline", default=None)


def is_late() -> bool:
    """Return whether this work should leave out what is left of it.

    Raises:
        UnavailableError: Nobody waits for it any more.
    """
    current = _CURRENT.get()
    if current is None:
        return False
    current.give_way()
    current.check()
    return current.late
