"""Words by their part in a sentence that praises something: those that say nothing alone, that own, negate or end."""

from __future__ import annotations

from engine.resources import table_of
from engine.text.lexicon import says_how_good, sense
from engine.text.morphology import gerund, inflected
from engine.text.tokens import word_set

_TABLE = table_of(__file__)

AMOUNTS = {"fewer": "more", "greater": "lower", "higher": "lower", "lower": "higher"}
"""Comparatives of number and their opposites; so are "less" and "more", with any word."""

VAGUE = word_set(_TABLE["vague"]) | {
    f"{degree} {word}" for degree in ("more", "less") for word in word_set(_TABLE["vague_behind_degrees"])
}
"""Comparatives that say nothing alone; so do those of quality as such, "better"."""

EMPTY = word_set(_TABLE["empty"])
"""Nouns that name no aspect, as stems."""

HAVING = word_set(_TABLE["having"])
"""What stands before the things that an object has, offers, needs …, as stems."""

ADVERBS = word_set("deeper faster harder later longer quicker slower sooner")
"""Comparatives that mostly grade what is done, where a verb stands before them: "recovers faster"."""

OWN = frozenset(form for word in word_set(_TABLE["own"]) for form in (*inflected(word), gerund(word)))
"""Verbs of which the degree is one of the thing itself: what runs or loads faster is faster; as stems."""

BY_ITSELF = frozenset(form for word in word_set(_TABLE["by_itself"]) for form in inflected(word))
"""Those of them that nobody does to the thing, as stems: what is "slower to heat up" is slower."""

CONTRASTS = word_set("although but despite except however though unless whereas while yet")
CLAUSE_ENDS = CONTRASTS | word_set("and as because if or since so than that then when where which who")
CONNECTORS = word_set("at for to")
FINITE = word_set("are is was were")
COPULAS = FINITE | word_set("be been being")
DEGREES = word_set("a bit far lot much so tad way")
"""Words besides adverbs that say by how much something is better."""
PRONOUNS = word_set("he i it she they we you")
PERSONS = PRONOUNS - {"it"}
THAN = word_set("than then")  # "then" is a common typing error


def is_vague(word: str) -> bool:
    """Return whether a comparative says nothing alone."""
    return word in VAGUE or says_how_good(word)


def is_scaled(word: str) -> bool:
    """Return whether a comparative tells an end of an open scale."""
    known = sense(word)
    return word in AMOUNTS or bool(known and not known.merit)


def exchange_more_and_less(word: str) -> str:
    """Return the opposite of "more …" or "less …"; empty for other words."""
    degree, blank, rest = word.partition(" ")
    other = {"more": "less", "less": "more"}.get(degree, "")
    return other and other + blank + rest
