"""Properties as the reader of claims is asked for them, and what the lexicon knows about them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from engine.memory import keep_short
from engine.text import lexicon
from engine.text.lexicon import Sense
from engine.text.morphology import forms
from engine.text.qualifiers import NOT_COMPARED
from engine.text.tokens import word_ranges, word_set
from engine.types import OVERALL, Stance

BETTER: Final = "better overall"
"""What the reader is asked for whom a sentence favours."""
MOST_PROPERTIES: Final = 3
"""Most properties of one sentence that are asked for unbidden."""

_GOOD: Final = frozenset(
    {"", BETTER, "good", "better", "best", "overall", "great", "preferable", "recommended", "superior"}
)
_BAD: Final = frozenset({"bad", "worse", "worst", "inferior"})
_MORE: Final = re.compile(r"(?:more|most|the|a|an) +", re.IGNORECASE)
_LESS: Final = re.compile(r"(?:less|least|fewer|not as|not so) +", re.IGNORECASE)
_NO_COMPARATIVES: Final = NOT_COMPARED | word_set("""
    better greater higher lesser lower often people sense several than that then these they things time which worse
""")
"""Words that name no property alone."""
_SHORTEST: Final = 4
"""Fewest letters of a word that may be an adjective after "more", or one in -er."""


_PAIRS: Final = """
    good bad many few high low long short large small big small easy hard cheap expensive fast slow strong weak safe
    dangerous light heavy quick slow simple complicated great poor rich poor likely unlikely resistant vulnerable
"""
_OPPOSITES: Final = {
    word: other
    for pair in zip(_PAIRS.split()[::2], _PAIRS.split()[1::2], strict=True)
    for word, other in (pair, pair[::-1])
}


class Asked(NamedTuple):
    """A property as the reader is asked for it."""

    words: str
    turned: bool = False
    """Whether the thing with more of the property is the one with less of ``words``."""


@keep_short(most=1 << 12, longest=200)
def asked(words: str) -> Asked:
    """Return how to ask for a property: "less X" is X turned, "bad" is "good" turned.

    >>> asked("best").words, asked("more reliable").words, asked("less expensive")
    ('better overall', 'reliable', Asked(words='expensive', turned=True))
    """
    rest, turned = " ".join(words.lower().split()), False
    while found := _MORE.match(rest) or _LESS.match(rest):
        turned ^= found.re is _LESS
        rest = rest[found.end() :]
    if rest in _GOOD or rest in _BAD:
        return Asked(BETTER, turned ^ (rest in _BAD))
    head, space, others = rest.partition(" ")
    return Asked(plain(head) + space + others, turned)


@keep_short(most=1 << 12, longest=200)
def plain(word: str) -> str:
    """Return the positive degree of a word of the lexicon; any other word as it is.

    >>> [plain(word) for word in ("faster", "cheapest", "easier", "reliably", "zanier")]
    ['fast', 'cheap', 'easy', 'reliable', 'zanier']
    """
    return _plain_forms().get(word, word)


@cache
def _plain_forms() -> dict[str, str]:
    found: dict[str, str] = {}
    for role in ("good", "bad", "high", "low"):
        for word in lexicon.words(role):
            found |= {form: word for form in forms(word) if form not in found}
    return found | {"better": "good", "worse": "bad", "more": "many", "fewer": "few"}


@keep_short(most=1 << 12, longest=200)
def contrary(words: str) -> str:
    """Return a property at the other end, as it is asked for; empty where none is known.

    >>> [contrary(words) for words in ("easy to learn", "long battery life", "quick", "fuel-efficient")]
    ['hard to learn', 'short battery life', 'slow', 'gas guzzling']
    """
    head, space, rest = words.partition(" ")
    if space and head in _OPPOSITES:
        return f"{_OPPOSITES[head]} {rest}"
    other = kin(words)[1]
    return other[0].replace("-", " ") if other else ""


def dimension(words: str) -> str:
    """Return the dimension of a property: the lexicon's, ``overall`` or the words themselves."""
    if asked(words).words == BETTER:
        return OVERALL
    return lexicon.dimension_of(words) or words


def favoured(words: str, more: Stance, overall: Stance) -> Stance:
    """Return which thing comes off better by having more of a property.

    Args:
        words: The property.
        more: Which thing has more of it.
        overall: Which thing the sentence favours; decides where the lexicon does not know the property.
    """
    known = known_sense(words)
    if known is None:
        return overall if overall is more else Stance.NONE
    if known.merit == 0:
        return Stance.NONE
    return more if known.merit > 0 else more.flipped()


def known_sense(words: str) -> Sense | None:
    """Return what the lexicon knows about a property; None if it has nothing for all of it."""
    question = asked(words)
    known = lexicon.sense(question.words)
    if known is None or known.dimension == lexicon.GENERAL:
        return None
    return known._replace(sign=-known.sign) if question.turned else known


def kin(words: str) -> tuple[list[str], list[str]]:
    """Return the properties of the same dimension at the same end and at the other one; the commonest first."""
    known = known_sense(words)
    if known is None or known.role in ("nouns", "costs"):
        return [], []
    ends = {
        role: list(group)
        for role in ("good", "bad", "high", "low")
        if (group := lexicon.words_of(known.dimension, role))
    }
    opposite = {"good": "bad", "bad": "good", "high": "low", "low": "high"}[known.role]
    turned = known.sign != {"good": 1, "high": 1, "bad": -1, "low": -1}[known.role]
    same, other = ends.get(known.role, []), ends.get(opposite, [])
    return (other, same) if turned else (same, other)


def found_in(sentence: str) -> Iterator[str]:
    """Yield the properties of which a sentence speaks, as they are asked for, one for each dimension, in order."""
    seen: set[str] = set()
    topics = lexicon.topics()
    words = [sentence[start:end].lower() for start, end in word_ranges(sentence)]
    for before, word in zip(["", *words], words, strict=False):
        name = topics.get(word, "")
        if name and name not in seen:
            seen.add(name)
            yield _adjective(word, name)
        elif not name and word not in seen and _may_compare(before, word):
            seen.add(word)
            yield word


def _may_compare(before: str, word: str) -> bool:
    """Say whether a word without a dimension may be a comparative: one in -er, or one after "more"."""
    if word in _NO_COMPARATIVES or not word.isalpha() or len(word) < _SHORTEST:
        return False
    return before == "more" or (word.endswith("er") and len(word) > _SHORTEST)


def _adjective(word: str, name: str) -> str:
    """Return what to ask for when a word of a dimension is met: the word, for a noun the dimension's first quality."""
    known = lexicon.sense(word)
    if known is None or known.role not in ("nouns", "costs"):
        return plain(word)
    for role in ("good", "high", "bad", "low"):
        if group := lexicon.words_of(name, role):
            return group[0].replace("-", " ")
    return word
