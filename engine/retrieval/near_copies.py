"""Near-copies: texts that say again what another says, with some words changed, added or cut off.

Two texts are near-copies if they share a run of ``RUN`` words and their sets of five characters overlap by a Jaccard
coefficient of ``ALIKE``, or the smaller set lies by ``CONTAINED`` in the larger, or if the run has ``QUOTED`` words:
one comment that was cut out of its page twice begins otherwise and ends the same. Shared runs find the candidates (of
a run that many texts share, the first ``COMMON`` ones); the sets decide. Every member of a group is a near-copy of the
group's first: being one is not passed on, since a text may hold two others that have nothing in common.

Source: Broder 1997, "On the Resemblance and Containment of Documents" (both coefficients, on shingles).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.text.tokens import TOKEN
from engine.types import Argument

RUN: Final = 4
"""Words in a row that two near-copies share at least once."""
QUOTED: Final = 12
"""Words in a row that nobody writes by chance as another did."""
GRAM: Final = 5
ALIKE: Final = 0.55
CONTAINED: Final = 0.85
COMMON: Final = 40
SHORTEST: Final = 25
"""Characters below which a text is a copy only of the same text: "C++ is faster than Java" is thought by many."""

_NO_LETTER: Final = re.compile(r"[\W_]+")


def group(texts: Sequence[str], *, quotes: bool = True) -> list[list[int]]:
    """Return the groups of near-copies, as places in ``texts``, ascending; a text without any is a group of its own.

    Args:
        texts: Those first that shall stand for their copies.
        quotes: Whether ``QUOTED`` words are enough; a page that quotes another is no copy of it.
    """
    groups: dict[int, list[int]] = {}
    sharing: dict[tuple[str, ...], list[int]] = defaultdict(list)
    grams: dict[int, frozenset[str]] = {}
    quotable: dict[int, set[tuple[str, ...]]] = {}
    for place, text in enumerate(texts):
        words = [word.casefold() for word in TOKEN.findall(text)]
        runs, longer = _runs(words, RUN), _runs(words, QUOTED) if quotes else set()
        own = _grams(text)
        leaders = sorted({leader for run in runs for leader in sharing.get(run, ())})
        copied = (one for one in leaders if not longer.isdisjoint(quotable[one]) or _alike(grams[one], own))
        leader = next(copied, None)
        if leader is not None:
            groups[leader].append(place)
            continue
        groups[place], grams[place], quotable[place] = [place], own, longer
        for run in runs:
            if len(sharing[run]) < COMMON:
                sharing[run].append(place)
    return list(groups.values())


def merge(arguments: Sequence[Argument]) -> list[Argument]:
    """Return arguments with near-copies of the same stance made one.

    Args:
        arguments: The best first, as it is the first of a group that stands for it.

    Returns:
        In the same order; of a group the first, whose hit names the others among its ``copies``, and their sources.
    """
    merged: dict[int, Argument] = {}
    by_stance: dict[str, list[int]] = defaultdict(list)
    for place, argument in enumerate(arguments):
        by_stance[argument.stance].append(place)
    for places in by_stance.values():
        for found in group([arguments[place].hit.sentence.text for place in places]):
            first, *others = (arguments[places[each]] for each in found)
            copies = [one for other in others for one in (other.hit.sentence.id, *other.hit.copies)]
            sources = {source for one in (first, *others) for source in one.hit.sources}
            hit = replace(first.hit, copies=(*first.hit.copies, *copies), sources=tuple(sorted(sources)))
            merged[places[found[0]]] = replace(first, hit=hit) if others else first
    return [merged[place] for place in sorted(merged)]


def _runs(words: Sequence[str], length: int) -> set[tuple[str, ...]]:
    """Return all runs of some words; of fewer words all of them."""
    return {tuple(words[at : at + length]) for at in range(max(1, len(words) - length + 1))}


def _grams(text: str) -> frozenset[str]:
    said = _NO_LETTER.sub(" ", text.casefold()).strip()
    if len(said) < SHORTEST:
        return frozenset([said])
    return frozenset(said[at : at + GRAM] for at in range(len(said) - GRAM + 1))


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    both = len(one & other)
    return both >= ALIKE * (len(one) + len(other) - both) or both >= CONTAINED * min(len(one), len(other))
