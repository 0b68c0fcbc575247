"""Degrees of adjectives: how they are made, and what they are made of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from engine.text.qualifiers import NOT_COMPARED

_VOWELS: Final = re.compile(r"[aeiouy]+")
_AN: Final = re.compile(r"(?!eu|uni(?!n)|us[ae]|one\b|ubi)[aeiou]|hour|honest|heir|8|1[18](?!\d)", re.IGNORECASE)
"""What a noun begins with that is said with a vowel."""
_DOUBLING: Final = re.compile(r"[^aeiou]*[aeiou][bdgmnpt]")
_IRREGULAR: Final = {"good": "better", "bad": "worse", "fun": "more fun"}
_OF_TWO: Final = {"best": "better", "worst": "worse", "most": "more", "least": "less"}
_LEAST_LETTERS: Final = 5
_DOUBLED: Final = re.compile(r"(?:[^aeiou]|qu)*[aeiou][^aeiouwxy]")
"""A verb whose last letter is doubled before "ing"."""


def forms(adjective: str) -> Iterator[str]:
    """Yield an adjective, its adverb and the degrees that it may have; forms that do not exist do no harm."""
    yield adjective
    if "-" in adjective:
        return
    comparatives, superlatives = grades(adjective)
    yield from (adverb(adjective), *comparatives, *superlatives)


def grades(adjective: str) -> tuple[list[str], list[str]]:
    """Return the forms in -er and in -est that an adjective may have."""
    if adjective.endswith("y") and adjective[-2:-1] not in {"a", "e", "o"}:
        roots = [adjective[:-1] + "i"]
    elif adjective.endswith("e"):
        roots = [adjective[:-1]]
    else:
        roots = [adjective, adjective + adjective[-1]]
    return [root + "er" for root in roots], [root + "est" for root in roots]


def adverb(adjective: str) -> str:
    """Return the adverb of an adjective."""
    if adjective.endswith("y"):
        return adjective[:-1] + "ily"
    return adjective[:-1] + "y" if adjective.endswith("le") else adjective + "ly"


def compared(adjective: str) -> str:
    """Return the comparative of an adjective, as one says it.

    >>> [compared(word) for word in ("fast", "easy", "simple", "big", "reliable", "good")]
    ['faster', 'easier', 'simpler', 'bigger', 'more reliable', 'better']
    """
    if adjective in _IRREGULAR:
        return _IRREGULAR[adjective]
    syllables = len(_VOWELS.findall(adjective.removesuffix("e"))) + adjective.endswith("le")
    if syllables > 1 + adjective.endswith(("y", "le")):
        return f"more {adjective}"
    return grades(adjective)[0][1 if _DOUBLING.fullmatch(adjective) else 0]


def of_two(words: str) -> str:
    """Return words that end with a superlative as they are said of one of two things.

    >>> of_two("dries fastest"), of_two("plays easiest"), of_two("sounds best"), of_two("costs less")
    ('dries faster', 'plays easier', 'sounds better', 'costs less')
    """
    *before, last = words.split() or [""]
    graded = _OF_TWO.get(last.lower()) or (f"{last[:-2]}r" if last.lower().endswith("est") else last)
    return " ".join([*before, graded])


def inflected(verb: str) -> tuple[str, ...]:
    """Return a regular verb with its forms in -s, -ed and -ing."""
    root = verb.removesuffix("e")
    return verb, f"{verb}s", f"{root}ed", f"{root}ing"


def gerund(verb: str) -> str:
    """Return what a verb is called as a thing.

    >>> [gerund(verb) for verb in ("buy", "lease", "run", "rent", "see")]
    ['buying', 'leasing', 'running', 'renting', 'seeing']
    """
    root = verb.removesuffix("e") if not verb.endswith(("ee", "oe", "ye")) else verb
    return f"{root}{root[-1] if _DOUBLED.fullmatch(verb) else ''}ing"


def as_thing(done: str) -> str:
    """Return something one does as a thing: "renting a house" for "rent a house"."""
    verb, _, rest = done.partition(" ")
    return f"{verb if verb.endswith('ing') else gerund(verb)} {rest}".rstrip()


def is_comparative(word: str) -> bool:
    """Return whether a word in lower case has the form of a comparative in -er.

    >>> [word for word in ("faster", "nicer", "water", "her", "better") if is_comparative(word)]
    ['faster', 'nicer', 'better']
    """
    return len(word) >= _LEAST_LETTERS and word.endswith("er") and word not in NOT_COMPARED


def bases(word: str, ending: str) -> tuple[str, ...]:
    """Return what a word may be without an ending that it has.

    >>> bases("nicer", "er"), bases("bigger", "er"), bases("easier", "er")
    (('nic', 'nice'), ('bigg', 'bigge', 'big'), ('easi', 'easie', 'easy'))
    """
    base = word.removesuffix(ending)
    found = [base, base + "e"]
    if base[-1:] == "i":
        found.append(base[:-1] + "y")
    if len(base) > 2 and base[-1] == base[-2]:
        found.append(base[:-1])
    return tuple(found)


def with_article(noun: str) -> str:
    """Return a noun with the indefinite article before it.

    >>> with_article("phone"), with_article("Indian city"), with_article("European city"), with_article("hourglass")
    ('a phone', 'an Indian city', 'a European city', 'an hourglass')
    >>> with_article("18 year old"), with_article("80 inch screen"), with_article("180 mile trip")
    ('an 18 year old', 'an 80 inch screen', 'a 180 mile trip')
    """
    return f"{'an' if _AN.match(noun) else 'a'} {noun}"


def plural(noun: str) -> str:
    """Return the regular plural of a noun.

    >>> [plural(noun) for noun in ("lens", "camera", "battery", "toy", "graphics card", "SUV", "lenses")]
    ['lenses', 'cameras', 'batteries', 'toys', 'graphics cards', 'SUVs', 'lenses']
    """
    if noun.endswith("es"):
        return noun
    if noun.endswith("y") and noun[-2:-1] not in {"a", "e", "i", "o", "u"}:
        return f"{noun[:-1]}ies"
    return f"{noun}{'es' if noun.endswith(('s', 'x', 'z', 'ch', 'sh')) else 's'}"
