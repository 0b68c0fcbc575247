"""How much one may ask in a minute."""

from __future__ import annotations

import json
from collections.abc import Callable

from service.store import Kind, Store

RATE = Kind("rate", most=10_000, days=0.05)

Clock = Callable[[], float]


class Rate:
    """Messages per person: so many in a minute, and a few at once.

    Source: the generic cell rate algorithm, ITU-T I.371, annex A.
    """

    def __init__(self, store: Store, per_minute: int, burst: int, clock: Clock) -> None:
        """Remember in a store, with all that write there, what each person has asked."""
        self._store = store
        self._interval_s = 60.0 / per_minute
        self._ahead_s = self._interval_s * (burst - 1)
        self._clock = clock

    async def admit(self, person: str) -> tuple[bool, bool]:
        """Return whether a message of a person may come in, and if not, whether the person was told already."""
        return await self._store.run(self._store.change, RATE, person, self._next)

    def _next(self, known: str | None) -> tuple[str, tuple[bool, bool]]:
        now = self._clock()
        due, told = json.loads(known) if known else (now, False)
        due = min(due, now + self._ahead_s + self._interval_s)  # a clock that is set back keeps nobody out
        admitted = due - now <= self._ahead_s
        then = (max(due, now) + self._interval_s, False) if admitted else (due, True)
        return json.dumps(then), (admitted, told and not admitted)
