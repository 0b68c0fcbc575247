"""The names of objects: as one would say them alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from engine.text.tokens import unique

_NUMBER = re.compile(r"(?<!\S)[^\W\d_]{0,2}\d[\w.]*")
"""What tells the things of a series apart: ``14``, ``S21``, ``8.1``."""
_LETTERS = re.compile(r"[^\W\d_]*")


def names(objects: Iterable[str]) -> tuple[str, ...]:
    """Return the names of objects in order, without repeats.

    Args:
        objects: The spans of a text. Of one that is only a number of a series, the name of the series is taken from
            the object before it.

    >>> names(["iPhone 14", "15", "iPhone 14"]), names(["Galaxy S21", "S22 Ultra"]), names(["5", "6"])
    (('iPhone 14', 'iPhone 15'), ('Galaxy S21', 'Galaxy S22 Ultra'), ('5', '6'))
    """
    return unique(completed(objects))


def completed(objects: Iterable[str]) -> Iterator[str]:
    """Yield the names of objects in order, with the name of the series for one that is only a number of it."""
    previous = ""
    for name in objects:
        own = _NUMBER.match(name)
        series = _NUMBER.search(previous)
        if own and series and series.start() and _letters(own) == _letters(series):
            name = previous[: series.start()] + name
        yield name
        previous = name


def _letters(number: re.Match[str]) -> str:
    letters = _LETTERS.match(number.group())
    return letters.group().lower() if letters else ""
