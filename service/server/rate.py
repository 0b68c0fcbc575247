"""How much one may ask in a minute."""

from __future__ import annotations

from collections.abc import Callable

from cachetools import LRUCache

MAX_KNOWN = 10_000
"""People whose rate is remembered."""

Clock = Callable[[], float]


class Rate:
    """Messages per person: so many in a minute, and a few at once.

    Source: the generic cell rate algorithm, ITU-T I.371, annex A.
    """

    def __init__(self, per_minute: int, burst: int, clock: Clock) -> None:
        """Begin without anybody."""
        self._interval_s = 60.0 / per_minute
        self._ahead_s = self._interval_s * (burst - 1)
        self._clock = clock
        self._people: LRUCache[str, tuple[float, bool]] = LRUCache(MAX_KNOWN)

    def admit(self, person: str) -> tuple[bool, bool]:
        """Return whether a message of a person may come in, and if not, whether the person was told already."""
        now = self._clock()
        due, told = self._people.get(person, (now, False))
        admitted = due - now <= self._ahead_s
        self._people[person] = (max(due, now) + self._interval_s, False) if admitted else (due, True)
        return admitted, told and not admitted
