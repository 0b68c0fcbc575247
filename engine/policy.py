"""What is not answered by a comparison: rankings of groups of people, self-harm, other languages; and what needs care.

It looks at words alone and knows nothing of the evidence; ``policy.toml`` holds the words, docs/policy.md says why.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from typing import Any

from engine.resources import table_of
from engine.text.tokens import clean

MAX_CHARS = 2000
"""Of a text, the characters that are looked at."""

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_FOREIGN_LETTERS = re.compile(r"[\u0370-\u1fff\u2e80-\ud7ff\uf900-\ufaff\ufe70-\ufeff]")
_MOST_FOREIGN = 0.3
"""Share of letters of another script from which a text is not English."""
_NEAREST = 3
"""Words for people, and for things, to which a name is held."""
_PERHAPS_PEOPLE = -0.05
_SURELY_PEOPLE = 0.03
"""How much nearer to words for people than for things a name is, at least, that may mean some, or surely does."""
_LEAST_WORDS = 2
"""Different words of another language in a text that is in it, and one more than twice the English ones."""


class Concern(StrEnum):
    """Why a text is not answered by a comparison."""

    SELF_HARM = "self_harm"
    GROUP_RANKING = "group_ranking"
    OTHER_LANGUAGE = "other_language"


_LEARNED = (Concern.SELF_HARM, Concern.GROUP_RANKING)
"""Concerns that a reader of messages can learn to see where no pattern has them."""


class Caution(StrEnum):
    """What an answer needs a word of caution on."""

    MEDICAL = "medical"
    LEGAL = "legal"
    FINANCIAL = "financial"
    UNDERAGE = "underage"


def concern_of(text: str) -> Concern | None:
    """Return why a text is not answered by a comparison; None for nearly all.

    >>> concern_of("black tea or white tea?"), concern_of("is suicide better than living?")
    (None, <Concern.SELF_HARM: 'self_harm'>)
    """
    text = _folded(text)
    for concern in _LEARNED:
        if any(pattern.search(text) for pattern in _patterns()[concern]):
            return concern
    return Concern.OTHER_LANGUAGE if _is_foreign(text) else None


def may_be(concern: Concern, text: str) -> bool:
    """Return whether a text has a word without which it is hardly ever about a concern, however it sounds."""
    return _compiled(_table()[concern]["hints"]).search(_folded(text)) is not None


def is_harmless(text: str) -> bool:
    """Return whether a text says what nobody says of self-harm, and nothing beside it that may be about that.

    >>> is_harmless("I want to lose weight"), is_harmless("I want to leave this world"), is_harmless("I want to die")
    (True, False, False)
    """
    rest = said = _folded(text)
    for pattern in _table()[Concern.SELF_HARM]["harmless"]:
        rest = _compiled(pattern).sub(_without_thing, rest)
    return rest != said and not may_be(Concern.SELF_HARM, rest)


def _without_thing(said: re.Match[str]) -> str:
    """Return nothing for what is harmless, and all of it where the thing that it names may be a person."""
    named = {name: word for name, word in said.groupdict().items() if word}
    return said[0] if named and are_people([*named.values()], each="things" in named) else " "


def is_measured(text: str) -> bool:
    """Return whether a text asks for what can be measured of people, such as height or income, and for no rank.

    >>> is_measured("are men taller than women"), is_measured("are men smarter than women")
    (True, False)
    """
    asked = _compiled(_table()[Concern.GROUP_RANKING]["measured"]).search(_folded(text))
    return asked is not None and not may_be(Concern.GROUP_RANKING, text)


def are_people(names: Sequence[str], *, each: bool = False) -> bool:
    """Return whether one of some names may mean people, by the vectors of what they end with; or surely each does.

    >>> are_people(["cats", "dogs"]), are_people(["gamers", "readers"]), are_people(["crows", "bees"], each=True)
    (False, True, False)
    """
    import numpy as np

    from engine.text.embedding import embedding

    table = _table()[Concern.GROUP_RANKING]
    said, people, things = (
        np.concatenate([embedding().embed([word, ""])[:1] for word in words])
        for words in ([name.split()[-1] for name in names], table["people"].split(), table["things"].split())
    )
    near = [np.sort(said @ kind.T)[:, -_NEAREST:].mean(1) for kind in (people, things)]
    nearer = near[0] - near[1]
    return bool(nearer.min() > _SURELY_PEOPLE if each else nearer.max() > _PERHAPS_PEOPLE)


def ranks_people(names: Sequence[str], text: str) -> bool:
    """Return whether a text asks which of several groups of people has more worth, intelligence or morality.

    >>> ranks_people(["republicans", "democrats"], "are republicans dumber than democrats")
    True
    """
    ranks = _compiled(r"\b(?:{rank})\b").search(_folded(text)) is not None
    return len(names) > 1 and ranks and are_people(names, each=True)


def caution_of(text: str) -> Caution | None:
    """Return what an answer about the things and words of a text needs a word of caution on; None for most.

    >>> caution_of("ibuprofen or paracetamol"), caution_of("tea or coffee")
    (<Caution.MEDICAL: 'medical'>, None)
    """
    text = _folded(text)
    return next((caution for caution in Caution if _patterns()[caution][0].search(text)), None)


def is_underage(text: str) -> bool:
    """Return whether a text is about alcohol or tobacco, and children.

    >>> is_underage("beer for toddlers"), is_underage("root beer for kids")
    (True, False)
    """
    return _patterns()[Caution.UNDERAGE][0].search(_folded(text)) is not None


def _folded(text: str) -> str:
    return clean(text[:MAX_CHARS]).lower().replace("’", "'")


def _is_foreign(text: str) -> bool:
    """Return whether a text is in another language, by its letters or its small words; a name alone never is."""
    words = set(_WORD.findall(text))
    english = len(words & _english())
    letters = sum(map(str.isalpha, text))
    if not english and len(_FOREIGN_LETTERS.findall(text)) > max(1, _MOST_FOREIGN * letters):
        return True
    return any(len(words & known) >= _LEAST_WORDS + 2 * english for known in _languages())


@cache
def _table() -> dict[str, Any]:
    return table_of(__file__)


@cache
def _patterns() -> dict[str, tuple[re.Pattern[str], ...]]:
    table = _table()

    concerns = {name: tuple(map(_compiled, table[name]["patterns"])) for name in _LEARNED}
    return {**concerns, **{name: (_compiled(pattern),) for name, pattern in table["caution"].items()}}


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    for name, part in _table()["parts"].items():
        pattern = pattern.replace(f"{{{name}}}", f"(?:{part})")
    return re.compile(pattern, re.VERBOSE)


@cache
def _languages() -> tuple[frozenset[str], ...]:
    return tuple(frozenset(words.split()) - _english() for words in _table()["languages"].values())


@cache
def _english() -> frozenset[str]:
    return frozenset(_table()["english"].split())
