"""Conditions that sentences name for what they say, and for whom they speak under each: "in games", "for beginners"."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from engine.aspects.words import EMPTY
from engine.memory import keep_short
from engine.text.tagging import tagger
from engine.text.tokens import TOKEN, stem, stems, word_set
from engine.types import Argument, MinedAspect, Stance

CONDITION: Final = "condition"
_OPENING: Final = word_set("for in on at during under")
_BESIDE: Final = frozenset(("DT", "PRP$"))
_INSIDE: Final = frozenset(("JJ", "NN", "NNS", "NNP", "VBG"))
_ENDING: Final = re.compile(r"(?<=\w\w)(?:ing|e?s|e)$")
"""What is cut off, so that "games" and "gaming" are one condition."""
_MOST: Final = 3
"""Words of the longest condition, without articles."""
_DEPTH: Final = 300
"""Arguments in which conditions are looked for, those of most weight first."""
_LEAST: Final = 2
"""Sources of a condition that is returned."""


def conditions(arguments: Sequence[Argument], *, first: str, second: str) -> list[MinedAspect]:
    """Return the conditions that several sources name, with how many speak for whom; the most frequent first.

    Args:
        arguments: Weighed, in whatever order.
        first: Name of the first object.
        second: Name of the second object.
    """
    objects = {Stance.FIRST: first, Stance.SECOND: second}
    own = frozenset(stems(f"{first} {second}"))
    said: dict[tuple[str, ...], dict[Stance, dict[str, str]]] = defaultdict(lambda: {side: {} for side in objects})
    names: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    favouring = sorted((one for one in arguments if one.stance in objects), key=lambda one: -one.weight)
    for argument in favouring[:_DEPTH]:
        for name in set(_named(argument.hit.sentence.text, own)):
            key = tuple(_ENDING.sub("", word) for word in name.split()[1:])
            said[key][argument.stance].setdefault(argument.hit.voter, argument.hit.sentence.id)
            names[key][name] += 1
    found = [
        _aspect(min(names[key], key=lambda name: (-names[key][name], name)), sides, objects)
        for key, sides in said.items()
        if len(set().union(*sides.values())) >= _LEAST
    ]
    return sorted(found, key=lambda one: (-one.first_count - one.second_count, one.name))


def _aspect(name: str, sides: dict[Stance, dict[str, str]], objects: dict[Stance, str]) -> MinedAspect:
    behind, ahead = sorted(sides, key=lambda side: len(sides[side]))
    return MinedAspect(
        name,
        objects[ahead],
        0.0,
        len(sides[Stance.FIRST]),
        len(sides[Stance.SECOND]),
        CONDITION,
        tuple(sides[ahead].values()),
        members=(name,),
        against=tuple(sides[behind].values()),
    )


@keep_short(most=10_000, longest=500)
def _named(text: str, own: frozenset[str]) -> tuple[str, ...]:
    return tuple(_conditions(text, own))


def _conditions(text: str, own: frozenset[str]) -> Iterator[str]:
    """Yield what follows a preposition up to its noun or a name, in lower case, without articles: "for beginners"."""
    said = TOKEN.findall(text)
    words = [word.lower() for word in said]
    tags = tagger().tag(words)
    for at, word in enumerate(words):
        if word not in _OPENING:
            continue
        inside: list[int] = []
        for next_one in range(at + 1, len(words)):
            if stem(words[next_one]) in own:
                if said[next_one][0].isupper() and said[next_one - 1][0].isupper():
                    inside = []  # "in Windows Vista"
                break
            if tags[next_one] in _INSIDE:
                inside.append(next_one)
            elif tags[next_one] not in _BESIDE or inside:
                break
        if inside and len(inside) <= _MOST and tags[inside[-1]] != "JJ" and stem(words[inside[-1]]) not in EMPTY:
            yield " ".join((word, *(words[one] for one in inside)))
