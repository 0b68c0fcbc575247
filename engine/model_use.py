"""How often each model was asked in this process, and for how long."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

USED: dict[str, tuple[int, float]] = {}
"""Model → how often it was asked, and seconds of it."""

_LOCK = threading.Lock()


@contextmanager
def noted(model: str) -> Iterator[None]:
    """Note that a model is asked, also where it fails."""
    started = time.perf_counter()
    try:
        yield
    finally:
        with _LOCK:
            times, seconds = USED.get(model, (0, 0.0))
            USED[model] = times + 1, seconds + time.perf_counter() - started
