"""What may be compared: names and points of view, cleaned and within bounds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

from engine.deadline import is_late
from engine.errors import InputError, NotComparableError, shorten
from engine.text.lexicon import dimension_of
from engine.text.stop_words import STOP
from engine.text.tokens import clean, names_same, stems
from engine.types import AskedKind, Aspect, Kind, ParsedText, Query

MAX_NAME_CHARS = 100
MAX_ASPECTS = 10


def check_query(query: Query | Sequence[str], *, most: int = 2) -> Query:
    """Return a query with cleaned names and aspects; names alone ask for nothing else.

    Raises:
        NotComparableError: See ``check_objects``.
        InputError: See ``check_objects`` and ``check_aspects``.
    """
    asked = query if isinstance(query, Query) else Query(tuple(query))
    return replace(asked, objects=check_objects(asked.objects, most=most), aspects=check_aspects(asked.aspects))


def check_objects(objects: Sequence[str], *, most: int = 2) -> tuple[str, ...]:
    """Return cleaned, usable, different names: at least two and at most ``most``.

    Raises:
        NotComparableError: Too few or too many names, or two names of one thing.
        InputError: A name is empty, longer than 100 characters, or has nothing to search for; or two are words that
            stand in nearly every text and have no capital, as "Up" has, the film.
    """
    names = [check_name(name) for name in objects]
    if len(common := [name for name in names if STOP.issuperset(name.split())]) > 1:
        raise InputError(f"{common[0]!r} and {common[1]!r} stand in nearly every text. Name two things.")
    if not 2 <= len(names) <= most:
        takes = "two" if most == 2 else f"two to {most}"
        got = f"{len(names)}: {shorten(', '.join(names), 200)}" if names else "none"
        raise NotComparableError(f"A comparison takes {takes} different things, not {got}.")
    for first, second in combinations(names, 2):
        if names_same(first, second):
            raise NotComparableError(f"{first!r} and {second!r} name the same thing. Name two different ones.")
    return tuple(names)


def check_name(name: str) -> str:
    """Return the cleaned, usable name of a thing.

    Raises:
        InputError: It is empty, longer than 100 characters, or has nothing to search for.
    """
    name = clean(name)
    if len(name) > MAX_NAME_CHARS:
        raise InputError(
            f"The object {shorten(name, 40)!r} has {len(name)} characters, at most {MAX_NAME_CHARS} are allowed."
        )
    if not stems(name):
        raise InputError(f"The object {name!r} has no letter or digit to search for. Name a thing, such as 'tea'.")
    return name


def check_aspects(aspects: Sequence[Aspect]) -> tuple[Aspect, ...]:
    """Return cleaned aspects without repeats (the larger weight stays) and without those that cannot be searched.

    Two names of one dimension, such as "speed" and "faster", are one aspect, called by the name with the larger weight.

    Raises:
        InputError: More than ten aspects, a name above 100 characters, or a weight outside 1 to 5.
    """
    if len(aspects) > MAX_ASPECTS:
        raise InputError(f"Got {len(aspects)} aspects, at most {MAX_ASPECTS} are weighed. Name those that matter most.")
    kept: dict[str | tuple[str, ...], Aspect] = {}
    for aspect in aspects:
        name = clean(aspect.name)
        if len(name) > MAX_NAME_CHARS:
            raise InputError(f"The aspect {shorten(name, 40)!r} has {len(name)} characters, at most {MAX_NAME_CHARS}.")
        if not 1 <= aspect.weight <= 5:
            raise InputError(f"The weight of aspect {name!r} is {aspect.weight}; expected 1 (least) to 5 (most).")
        key = dimension_of(name) or stems(name)
        if key and (key not in kept or kept[key].weight < aspect.weight):
            kept[key] = Aspect(name, aspect.weight)
    return tuple(kept.values())


def query_of(question: ParsedText) -> Query:
    """Return what a question asks to compare, with the first of its points of view that can be weighed."""
    views = question.points_of_view
    if question.asked.is_special:
        asked = set(stems(question.asked.words))
        views = tuple(view for view in question.aspects if asked.isdisjoint(stems(view)))
    return Query(question.objects, tuple(map(Aspect, views[:MAX_ASPECTS])), asked=question.asked)


def class_of(question: ParsedText) -> str:
    """Return the class from which a superlative chooses; empty where a question is none, or names several things."""
    is_class = question.kind is Kind.SUPERLATIVE and len(question.objects) == 1
    return question.of_class or (question.objects[0] if is_class else "")


def none_of(kind: str) -> str:
    """Return what is said where no two members of a class are known, or where time ran out before they were."""
    if is_late():
        return f"Time ran out before I found what is called ‘{kind}’. Name two, and I will compare them."
    return f"I have read too little that compares one ‘{kind}’ with another. Name two, and I will compare them."


_ABOVE: Final = re.compile(r"\bthan\b|\b(?:alternative|substitute|replacement)s? (?:to|for)\b", re.IGNORECASE)


def asks_above(question: ParsedText) -> bool:
    """Return whether a question asks what is better, or more so, than the one thing that it names.

    >>> asks_above(ParsedText("What is better than tea?", True, 1.0, Kind.OPEN, objects=("tea",)))
    True
    """
    kinds = (AskedKind.OVERALL, AskedKind.PROPERTY, AskedKind.USE)
    alone = len(question.objects) == 1 and question.comparative and question.kind is not Kind.SUPERLATIVE
    return alone and question.asked.kind in kinds and _ABOVE.search(question.text) is not None


def what_is_missing(question: ParsedText, *, most: int) -> str:
    """Return what a question lacks to be answered by a comparison; empty when nothing is missing.

    Args:
        question: What was understood.
        most: How many things can be compared at once.
    """
    objects = question.objects
    if len(objects) > most:
        named = ", ".join(objects)
        return f"I compare at most {most} things at a time, and I see {len(objects)}: {named}. Leave some out."
    if len(objects) >= 2 and (question.comparative or question.kind is not Kind.NONE):
        return ""
    if len(objects) == 1 and (question.asked.kind is AskedKind.AGAINST or asks_above(question)):
        return ""
    if question.kind is Kind.SUPERLATIVE:
        return (
            "That asks for the best of many, and I compare two things that you name. "
            'Ask for example: "Is a laptop better than a tablet for students?"'
        )
    if len(objects) == 1 and (question.comparative or question.asked.kind is AskedKind.PROPERTY):
        return f"What shall I compare {objects[0]} with?"
    return (
        "That does not look like a comparison of two things to me. "
        'Ask for example: "Is Python better than MATLAB for deep learning?"'
    )
