"""What is kept in memory: so many bytes of it, and nothing that is as long as somebody likes to send."""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Callable, Hashable
from contextlib import suppress
from enum import Enum
from functools import lru_cache, wraps
from types import FunctionType, ModuleType
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from cachetools import LRUCache

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
P = ParamSpec("P")
R = TypeVar("R")

_ROW = 200  # bytes of a row of the cache, about
_SHARED = (type, ModuleType, FunctionType, Enum)
"""What a value leads to and does not hold."""


def size_of(value: object) -> int:
    """Return how many bytes a value takes, with all that it leads to, each object counted once."""
    seen, left = dict[int, object](), [value]
    while left:
        new = {id(one): one for one in left if id(one) not in seen and not isinstance(one, _SHARED)}
        seen |= new
        left = gc.get_referents(*new.values())
    return sum(map(sys.getsizeof, seen.values()))


class Kept(Generic[K, V]):
    """Values by key, those asked for last, up to a number of bytes; safe to use from several threads.

    Attributes:
        hits: How often a value was there.
        misses: How often it was not.
    """

    def __init__(self, most_bytes: int) -> None:
        """Keep nothing yet, and never more than so many bytes; a value that alone is larger is not kept."""
        self.hits = self.misses = 0
        self._rows: LRUCache[K, tuple[K, V, int]] = LRUCache(most_bytes, lambda row: row[2])
        self._lock = threading.Lock()

    @property
    def size(self) -> int:
        """Return the bytes that are taken now, about."""
        return int(self._rows.currsize)

    def __len__(self) -> int:
        """Return how many values are kept."""
        return len(self._rows)

    def __contains__(self, key: K) -> bool:
        """Return whether a key has a value."""
        return key in self._rows

    def get(self, key: K) -> V | None:
        """Return the value of a key; None when there is none."""
        with self._lock:
            row = self._rows.get(key)
            self.hits += row is not None
            self.misses += row is None
        return row and row[1]

    def put(self, key: K, value: V) -> None:
        """Keep a value, in the place of the one that the key had."""
        size = size_of((key, value)) + _ROW  # takes long for a large one: nobody waits for it
        with self._lock, suppress(ValueError):  # it is larger than all that is kept
            self._rows.pop(key, None)
            self._rows[key] = key, value, size

    def drop(self, key: K) -> None:
        """Let a value go, if it is there."""
        with self._lock:
            self._rows.pop(key, None)


def keep_short(
    *, most: int, longest: int
) -> Callable[[Callable[Concatenate[str, P], R]], Callable[Concatenate[str, P], R]]:
    """Return a decorator that keeps what a function says of short texts; of long ones it is worked out each time.

    Args:
        most: So many results are kept.
        longest: Characters of the longest text, the first argument, whose result is kept.
    """

    def decorate(function: Callable[Concatenate[str, P], R]) -> Callable[Concatenate[str, P], R]:
        kept: Any = lru_cache(maxsize=most)(function)

        @wraps(function)
        def wrapper(text: str, /, *args: P.args, **kwargs: P.kwargs) -> R:
            if len(text) > longest:
                return function(text, *args, **kwargs)
            found: R = kept(text, *args, **kwargs)
            return found

        return wrapper

    return decorate
