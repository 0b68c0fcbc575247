"""Names as texts write them: "iPhone" for "iphone". Whatever shows a name of what is compared shows this one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import TypeVar

from engine.text.analysed import analysed
from engine.text.tokens import clean
from engine.types import Argument, Comparison, Order, Standings, Verdict

Found = TypeVar("Found", Comparison, Standings)

_LOOKED_AT = 100
"""Sentences, the best first, that tell how a name is written."""
_LARGE = (1 / 2, 2 / 3)
"""Share of its mentions with a capital above which the first word of a name has one, and another, as in titles."""


def written(found: Found, text: str = "") -> Found:
    """Return what was found with the names of the things as most running text writes them.

    Args:
        found: On two things, or on several.
        text: In which they were named; the capital of its beginning tells nothing.
    """
    return renamed(found, names_in(found, text))


def names_in(found: Comparison | Standings, text: str = "") -> dict[str, str]:
    """Return the name of each thing as most running text writes it; the options are those of ``written``."""
    return {
        name: spelt(
            name,
            (read.hit.sentence.text for one in found.pairs if name in one.objects for read in read_of(one)),
            begins=re.match(rf"\s*{re.escape(name.split()[0])}(?!\w)", text) is not None,  # "Gas or electric stove?"
        )
        for name in found.objects
    }


def renamed(found: Found, names: Mapping[str, str]) -> Found:
    """Return what was found with other names of the things.

    Args:
        found: On two things, or on several.
        names: Those that it has → others.
    """
    if all(name == other for name, other in names.items()):
        return found

    def won(verdict: Verdict) -> Verdict:
        return replace(verdict, winner=names.get(verdict.winner or ""))

    def ordered(order: Order) -> Order:
        places = tuple(replace(place, object=names[place.object]) for place in order.places)
        return replace(order, winner=names.get(order.winner or ""), places=places)

    objects = tuple(names[name] for name in found.objects)
    if isinstance(found, Standings):
        return replace(
            found,
            objects=objects,
            orders=tuple(map(ordered, found.orders)),
            comparisons=tuple(renamed(one, {name: names[name] for name in one.objects}) for one in found.comparisons),
            cycle=tuple(names[name] for name in found.cycle),
            asked_order=found.asked_order and ordered(found.asked_order),
            from_worst=found.from_worst and ordered(found.from_worst),
        )
    asked, change = found.asked_verdict, found.change
    return replace(
        found,
        objects=objects,
        verdict=won(found.verdict),
        mined=tuple(replace(one, object=names.get(one.object, "")) for one in found.mined),
        asked_verdict=asked and replace(asked, verdict=won(asked.verdict)),
        differences=tuple(replace(one, verdict=won(one.verdict)) for one in found.differences),
        change=change and replace(change, earlier=names[change.earlier], later=names[change.later]),
    )


def read_of(comparison: Comparison) -> Iterator[Argument]:
    """Yield what was read of two things, whether it compares them or not."""
    yield from comparison.arguments
    yield from comparison.left_out


def spelt(typed: str, texts: Iterable[str], *, begins: bool = False) -> str:
    """Return a name that has no capital as most running text writes it: "iPhone", "leg press".

    What begins a sentence, and titles and texts without any capital, tell nothing of how a name is written.

    Args:
        typed: The name as a user wrote it.
        texts: Sentences that tell.
        begins: Whether a question begins with it, so that its first capital tells nothing.
    """
    name = typed[:1].lower() + typed[1:] if begins else typed
    if name != name.lower() or not any(map(str.isalpha, name)):
        return typed
    written: list[list[str]] = []
    for text in map(clean, islice(texts, _LOOKED_AT)):
        places = analysed(text).mentions(name)
        if _is_running("".join(text[part] for part in _between(places, len(text)))):
            written += (_as_in(text[start:end], name).split() for start, end in places if start)
    length = max(Counter(map(len, filter(None, written))).items(), key=lambda item: item[1], default=(0, 0))[0]
    words = zip(*(one for one in written if len(one) == length), strict=True)
    return " ".join(_usual(one, _LARGE[number > 0]) for number, one in enumerate(words)) or typed


def _usual(written: Sequence[str], share: float) -> str:
    """Return a word with a capital if more than this share of its mentions have one."""
    large = Counter(word for word in written if word != word.lower())
    return large.most_common(1)[0][0] if large.total() > share * len(written) else written[0].lower()


def _as_in(written: str, name: str) -> str:
    """Return a name in the capitals and blanks of a mention; empty where that is another word.

    >>> _as_in("BMW", "bmws"), _as_in("leg presses", "leg press"), _as_in("MySQL", "my sql"), _as_in("VW", "volkswagen")
    ('BMWs', 'leg press', 'MySQL', '')
    >>> _as_in("PostgreSQL", "postgres")
    ''
    """
    if written.lower().startswith(name):
        return written[: len(name)] if written[len(name) :].lower() in ("", "s", "es", "'s", "’s") else ""
    if name.startswith(written.lower()):
        return written + name[len(written) :]
    return written if written.lower() == name.replace(" ", "") else ""


def _between(places: Sequence[tuple[int, int]], end: int) -> Iterator[slice]:
    """Yield what is between places of a text of some length."""
    ends = [0, *(end for _, end in places)]
    return map(slice, ends, [*(start for start, _ in places), end])


def _is_running(text: str) -> bool:
    """Return whether most words of a text have no capital, but some have."""
    words = re.findall(r"[^\W\d_]{4,}", text)
    return text != text.lower() and 2 * sum(word != word.lower() for word in words) <= len(words)
