"""The stages of a comparison: how long each took, and who is told of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from engine.deadline import is_late


class Stage(NamedTuple):
    """A finished stage of a comparison of two things."""

    objects: tuple[str, ...]
    name: str
    """``search``, ``classify``, ``rank``, ``aspects`` or ``verdict``."""
    found: int
    """What came out: sentences, arguments, ranked arguments, aspects, sources with a vote."""
    took_s: float


ProgressCallback = Callable[[Stage], None]
"""Is told each stage in the thread that works; what it raises ends the comparison."""


class StageTimer:
    """Times the stages of one piece of work."""

    def __init__(self, objects: tuple[str, ...] = (), on_stage: ProgressCallback | None = None) -> None:
        """Start.

        Args:
            objects: What is compared.
            on_stage: Is told each finished stage.
        """
        self._start = self._last = time.perf_counter()
        self._laps: dict[str, float] = {}
        self._objects, self._watch = objects, on_stage

    def lap(self, name: str, found: int = 0) -> None:
        """End a stage, in which so much was found.

        Raises:
            UnavailableError: Nobody waits for the work any more.
        """
        is_late()
        now = time.perf_counter()
        self._laps[name] = now - self._last
        self._last = now
        if self._watch is not None:
            self._watch(Stage(self._objects, name, found, self._laps[name]))

    def times(self) -> dict[str, float]:
        """Return the seconds of each stage, and of all."""
        return {**self._laps, "total": self._last - self._start}
