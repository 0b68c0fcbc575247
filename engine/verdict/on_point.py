"""Whether a sentence says something on a point that is asked of two things, and not beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, pairwise, product
from typing import Final

from engine.text import lexicon
from engine.text.analysed import analysed
from engine.text.morphology import bases, gerund, inflected
from engine.text.tagging import FINITE, GRADED, tagger
from engine.text.tokens import TOKEN, stem, word_set

_TURN: Final = re.compile(
    r"[();]|[.!:]\s|\.{2,}|\b(?:although|but|however|plus|though|whereas|while|yet)\b", re.IGNORECASE
)
"""Where a sentence turns to something else."""
_BRACKETED: Final = re.compile(r"\([^()]*\)")
_CHOOSING: Final = re.compile(
    r"\b(?:best|better|beats?|cho(?:ice|ose|oses|se)|go(?:es)? (?:for|with)|ideal|perfect|pick|prefer\w*|reason"
    r"|recommend\w*|suggest\w*|superior|switch\w*|win(?:s|ner)?)\b",
    re.IGNORECASE,
)
"""What prefers one thing without a comparative."""
_BEHIND: Final = 4
"""Words between "than" and what a name behind it begins with, at most: "than any normal family minivan"."""
_KIN: Final = word_set("mom mum mother dad father grandma grandmother grandpa wife husband son daughter brother sister")
_OF_ONE: Final = word_set("for my our your his her their")
"""Words before who is somebody's kin, or for whom something is."""
_DONE_WITHIN: Final = 5
"""Words between a quality and what is easily done, at most."""
_NEAR: Final = 3
"""Words from a quality to the noun that has it, at most: "a large SQL database"."""
_GERUND: Final = 6
"""Letters of the shortest gerund that is looked for."""
_IS: Final = frozenset({"is", "are", "was", "were", "be", "been"})
_CIRCUMSTANCE: Final = word_set("for if when whenever while to as")
_WITHIN_CIRCUMSTANCE: Final = 3
"""Words between what begins a circumstance and its verb, at most."""


def is_given(sentence: str, said: frozenset[str], objects: Sequence[str], *, denied: bool) -> bool:
    """Return whether a sentence says something for a circumstance, and not of a thing that is named by it, or without.

    Args:
        sentence: Its text.
        said: Stems of the telling words of the circumstance and of what is near to them.
        objects: The names of the things.
        denied: Whether it may be told by a denial: "without a car", "for who is away" of who is not at home.
    """
    text = analysed(sentence)
    tokens = text.tokens
    places = [at for at, token in enumerate(tokens) if token.stem in said]
    names, ends = ({one[side] for name in objects for one in text.mentions(name)} for side in (0, 1))

    starts = {tokens[at].start - 1 for at in places}
    is_of_each = all(any(end in starts for _, end in text.mentions(name)) for name in objects)  # goat milk and cow milk

    def is_apart(at: int) -> bool:
        named = at + 1 < len(tokens) and tokens[at + 1].start in names
        behind = named and any(token.stem == "than" for token in tokens[max(0, at - _BEHIND) : at])
        kind = not is_of_each and tokens[at].start - 1 in ends  # a "Python beginner" is one at Python
        before = {token.stem for token in tokens[max(0, at - _BEHIND) : at]}
        whose = tokens[at].stem in _KIN and before.isdisjoint(_OF_ONE)  # "a loving mother" is nobody's
        return behind or kind or whose or (not denied and lexicon.is_denied(sentence, tokens[at].start))

    return not places or not all(map(is_apart, places))


def is_compared_on(sentence: str, said: frozenset[str], objects: Sequence[str]) -> bool:
    """Return whether what a sentence compares is said of something that it speaks of, and not beside that.

    It is where a word of it stands no turn away from the names, or behind a turn where something is compared, too.

    >>> texts = "Oak is harder than pine, but it is fun to sing", "Oak beats pine, but to sing I prefer pine"
    >>> [is_compared_on(text, frozenset({"sing"}), ("oak", "pine")) for text in texts]
    [False, True]

    Args:
        sentence: Its text.
        said: Stems of the words that speak of it.
        objects: The names of the things.
    """
    text = analysed(sentence)
    places = [token.start for token in text.tokens if token.stem in said]
    named = [text.mentions(name) for name in objects]
    if not places or not all(named):
        return True
    hulls = [(min(one)[0], max(one)[1]) for one in product(*named)]
    start, end = min(hulls, key=lambda hull: hull[1] - hull[0])
    return any(
        (part.start < end and start < part.stop) or _prefers(sentence[part.start : part.stop])
        for part in _parts(sentence)
        if any(place in part for place in places)
    )


def _parts(sentence: str) -> list[range]:
    """Return the parts of a sentence between its turns; what has no verb belongs to the part before."""
    parts: list[range] = []
    flat = _BRACKETED.sub(lambda found: found[0] if _has_verb(found[0]) else f" {found[0][1:-1]} ", sentence)
    borders = [0, *(turn.start() for turn in _TURN.finditer(flat)), len(flat)]
    for start, end in pairwise(borders):
        if parts and not _has_verb(flat[start:end]):
            parts[-1] = range(parts[-1].start, end)
        else:
            parts.append(range(start, end))
    return parts


def _has_verb(said: str) -> bool:
    return not FINITE.isdisjoint(tagger().tag(TOKEN.findall(said)))


def _prefers(said: str) -> bool:
    """Return whether a part of a sentence compares or chooses."""
    return _CHOOSING.search(said) is not None or not GRADED.isdisjoint(tagger().tag(TOKEN.findall(said)))


def may_be_easy(sentence: str, done: frozenset[str]) -> bool:
    """Return whether something is called easy, and not only to do something else.

    >>> texts = "Oak is easier to sand than pine", "Oak is easier than pine", "Oak is easier to sand and to saw"
    >>> texts = *texts, "I wanted to saw it because oak makes sanding easier"
    >>> [may_be_easy(text, frozenset({"saw"})) for text in texts]
    [False, True, True, False]
    """
    text = analysed(sentence)
    words = [word.text.lower() for word in text.words]
    said = frozenset(chain.from_iterable((*inflected(one), gerund(one)) for one in done))
    places = [at for at, word in enumerate(text.words) if not said.isdisjoint(word.stems)]
    easy = [at for at, word in enumerate(words) if lexicon.dimension_of(word) == lexicon.EASE]
    is_of_doing = (words[at + 1 : at + 2] == ["to"] or is_gerund(words[max(0, at - 1)]) for at in easy)
    return not all(is_of_doing) or any(abs(at - place) <= _DONE_WITHIN for at in easy for place in places)


def is_gerund(word: str) -> bool:
    """Return whether a word may say what is done: "coding", and not "thing"."""
    return len(word) >= _GERUND and word.endswith("ing") and any(map(tagger().knows, bases(word, "ing")))


def is_of_doing(sentence: str, done: str) -> bool:
    """Return whether a quality stands near the verb of what is done, and is not said of doing something else.

    What can be done better is easier to do, but doing it "is better" says nothing of that.

    >>> text = "A plastic board for cutting is easier to clean than one of wood"
    >>> is_of_doing(text, "cut"), is_of_doing(text, "clean")
    (False, True)
    >>> [is_of_doing(text, "pack") for text in ("I pack tents better than bags", "Packing tents is better than bags")]
    [True, False]
    """
    text, said = analysed(sentence), {*inflected(done), gerund(done)}
    if not as_able(done).isdisjoint(text.present):
        return True
    places = [at for at, word in enumerate(text.words) if not said.isdisjoint(word.stems)]
    for at, (word, tag) in enumerate(zip(text.words, text.tags, strict=True)):
        is_praise = (
            at > 0 and text.words[at - 1].text.lower() in _IS and lexicon.sense(word.text) == lexicon.sense("better")
        )
        graded = (tag in ("JJR", "RBR") and not is_praise) or lexicon.dimension_of(word.text) == lexicon.EASE
        if graded and any(abs(at - place) <= _DONE_WITHIN for place in places):
            behind = [one.stems[0] for one in text.words[at + 1 : at + 1 + _DONE_WITHIN]]
            if behind[:1] != ["to"] or not said.isdisjoint(behind):
                return True
    return False


def as_able(done: str) -> frozenset[str]:
    """Return the stem of the word for what is easily done, in both spellings: "trainable"."""
    return frozenset(stem(f"{root}able") for root in (done, done.removesuffix("e")))


def is_circumstance(sentence: str, said: frozenset[str]) -> bool:
    """Return whether a sentence tells one of some words as a circumstance: "for moving", "if you move"."""
    tokens = [token.stem for token in analysed(sentence).tokens]
    before = (tokens[max(0, at - _WITHIN_CIRCUMSTANCE - 1) : at] for at, one in enumerate(tokens) if one in said)
    return any(not _CIRCUMSTANCE.isdisjoint(some) for some in before)


def are_near(sentence: str, some: frozenset[str], others: frozenset[str]) -> bool:
    """Return whether a word of one set stands near one of another, given their stems.

    >>> texts = "a large SQL database", "a good database, and a much larger crowd"
    >>> [are_near(text, frozenset({"large", "larger"}), frozenset({"database"})) for text in texts]
    [True, False]
    """
    tokens = analysed(sentence).tokens
    places = [at for at, token in enumerate(tokens) if token.stem in others]
    return any(abs(at - place) <= _NEAR for at, token in enumerate(tokens) if token.stem in some for place in places)
