"""Attempts that wait longer and longer for a platform that does not answer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass

log = logging.getLogger(__name__)

FIRST_WAIT_S = 1.0
LONGEST_WAIT_S = 60.0


@dataclass(slots=True)
class Backoff:
    """Attempts without end: ``async for attempt in Backoff("Slack")``; leave the loop when one succeeds."""

    what: str
    """What is attempted to reach."""
    wait_s: float = FIRST_WAIT_S
    """Before the next attempt; it doubles up to ``LONGEST_WAIT_S``."""

    async def __aiter__(self) -> AsyncIterator[Backoff]:
        """Yield itself at once, then after each wait."""
        while True:
            yield self
            await asyncio.sleep(self.wait_s)
            self.wait_s = min(2 * self.wait_s, LONGEST_WAIT_S)

    def succeeded(self) -> None:
        """Begin again with the shortest wait."""
        self.wait_s = FIRST_WAIT_S

    def failed(self, error: Exception) -> None:
        """Say that an attempt failed and when the next one is made."""
        log.warning(
            "%s cannot be reached (%s: %s); trying again in %g s.", self.what, type(error).__name__, error, self.wait_s
        )
