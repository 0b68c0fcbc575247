"""Words that speak of the same thing: "game" and "gamer" of gaming, "school" of students.

Every word and term of the corpora has a vector, see ``nlu_models.training.meaning``. Two are related by the cosine of
theirs, and more so if they begin alike: forms of a word need less likeness of meaning than other words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import takewhile
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.resources import table_of
from engine.text.lexicon import grades
from engine.text.stop_words import STOP
from engine.text.tokens import stems, unique, word_set
from engine.trained import TRAINED

FILE: Final = "meaning.npz"
_FORM: Final = 0.3
"""What is added for a word that begins alike, times the share of the shorter one's letters."""
_BEGINNING: Final = 3
_LEAST: Final = 0.3
"""Cosine below which beginning alike means nothing, and with each word of an aspect of several."""
_OF_PEOPLE: Final = 10.0
"""Nats from which on a word is said of people, and needs no "people": "elderly", and not "old"."""
_IDLE: Final = 3.0
"""A word that is commoner than another of an aspect by so many nats adds nothing: "work" in "commuting to work"."""
_COMMON: Final = 1.5
"""The same for a quality, and of a clause: "bad" in "bad knees", "live" in "if you live in an apartment"."""
_NOTHING_ALONE: Final = STOP | word_set("taking making having doing stuff thing purpose")
_MAKING: Final = word_set("building creating designing developing writing")
"""Words before what is made, for which alone a thing is good: building websites."""
_MAKING_OTHERS: Final = word_set("first back last next new past own")
"""Idle words that make something else of the word beside them: a first car is not any car."""
_CHILDREN: Final = word_set("child kid")
_OF_CHILDREN: Final = word_set("small little young tiny")
"""What says nothing of children that they are not."""
_SAME: Final = 0.6
"""Cosine from which on a word of a term says what the term says."""
_MOST: Final = 40
_Words = tuple[str, ...]


class Related(NamedTuple):
    """Which words speak of an aspect."""

    terms: tuple[_Words, ...]
    """Stems of words and terms of two, each of which does, the nearest first; the aspect's own are not among them."""
    parts: tuple[frozenset[str], ...]
    """Of an aspect of several words: a sentence speaks of it, too, that has a stem of each of these sets."""

    def without(self, names: frozenset[str]) -> Related:
        """Return the same without the terms that have one of these stems."""
        parts = tuple(forms - names for forms in self.parts)
        return Related(tuple(term for term in self.terms if names.isdisjoint(term)), parts)


NOTHING_RELATED: Final = Related((), ())


class _Vectors(NamedTuple):
    keys: tuple[str, ...]
    places: dict[str, int]
    rows: NDArray[np.float32]
    rarity: NDArray[np.float32]

    def rarity_of(self, word: str) -> float:
        """Return how rare a word is, in nats; one that is not known is rarer than all others."""
        return float(self.rarity[self.places[word]]) if word in self.places else float(self.rarity.max())


@cache
def _vectors() -> _Vectors:
    with np.load(TRAINED / FILE) as held:
        keys = tuple(held["keys"].tolist())
        rows = held["vectors"].astype(np.float32)
        rarity = held["rarity"].astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return _Vectors(keys, {key: n for n, key in enumerate(keys)}, rows, rarity)


@cache
def _listed() -> dict[str, tuple[_Words, ...]]:
    """Return the stems of what is asked for → those of the words and phrases that ``related.toml`` has for it."""
    found: dict[str, tuple[_Words, ...]] = {}
    for asked, others in table_of(__file__).items():
        said = [*asked.split(), *others.split()]
        group = dict.fromkeys(map(stems, said))
        for one in asked.split():
            found[" ".join(stems(one))] = tuple(words for words in group if words != stems(one))
    return found


@lru_cache(maxsize=1 << 10)
def related(aspect: str, near: float) -> Related:
    """Return which words speak of an aspect besides its own.

    Args:
        aspect: As a user names it.
        near: Least nearness, > 0.
    """
    known = _vectors()
    words, typed = _content(aspect), stems(aspect)
    if _are_made_others(words, typed):
        said = (tuple(one if word in words else word for word in typed) for one in forms(words[0], near))
        return Related(tuple(one for one in said if one != typed), ())
    rarest = max((known.rarity_of(word) for word in words), default=0.0)
    words = [word for word in words if known.rarity_of(word) > rarest - (_COMMON if grades(word) else _IDLE)]
    parts = {word: _nearness(word, near) for word in words if word in known.places}
    terms: Iterable[_Words] = ()
    if words and len(parts) == len(words):
        whole = parts[words[0]] if len(words) == 1 else _together(parts, near)
        terms = (tuple(known.keys[n].split()) for n in np.argsort(-whole)[:_MOST] if whole[n] >= near)
    each = [frozenset(_forms(word, parts.get(word), near)) for word in words] if len(typed) > 1 else []
    listed = _listed().get(" ".join(words), ())
    alike = dict.fromkeys((*listed, *(term for term in terms if term != typed)))
    return Related(tuple(alike), tuple(each))


def forms(word: str, near: float) -> tuple[str, ...]:
    """Return the stem of a word, and those that are near to it; 0 takes it alone."""
    if near <= 0:
        return (word,)
    return _forms(word, _nearness(word, near) if word in _vectors().places else None, near)


def _forms(word: str, nearness: NDArray[np.float32] | None, near: float) -> tuple[str, ...]:
    """Return the stem of a word, and those that are near to it, none where it has no vector."""
    listed = (one[0] for one in _listed().get(word, ()) if len(one) == 1)
    alike = () if nearness is None else _near(nearness, near)
    return tuple(dict.fromkeys((word, *listed, *alike)))


def telling(aspect: str) -> tuple[str, ...]:
    """Return the stems of an aspect each of which may speak of it alone, the rarest first: "edit" of video editing.

    Of a term that is known these are the words that mean nearly the same, none of machine learning; none either where
    an idle word makes something else of the only other one.
    """
    known = _vectors()
    words = _content(aspect)
    if len(words) < 2:
        return () if _are_made_others(words, stems(aspect)) else tuple(words)
    if (term := known.places.get(" ".join(words))) is None:
        return tuple(sorted(words, key=lambda word: -known.rarity_of(word)))
    return tuple(
        word for word in words if word in known.places and known.rows[known.places[word]] @ known.rows[term] >= _SAME
    )


def salient(aspect: str) -> tuple[str, ...]:
    """Return the telling stems of an aspect that are not much commoner than the rarest: "apartment" you "live" in."""
    words = telling(aspect)
    return tuple(word for word in words if rarity(word) > max(map(rarity, words)) - _COMMON)


def rarity(word: str) -> float:
    """Return how rare a word is in the corpora, given its stem, in nats; one that is not known is rarer than all."""
    return _vectors().rarity_of(word)


def _are_made_others(words: Sequence[str], typed: Sequence[str]) -> bool:
    """Return whether an idle word makes something else of the only other one: a first car, old people."""
    if len(words) != 1:
        return False
    of_people = "people" in typed and _vectors().rarity_of(words[0]) < _OF_PEOPLE
    return of_people or not _MAKING_OTHERS.isdisjoint(typed)


def _content(aspect: str) -> list[str]:
    """Return the stems of an aspect that mean something without the others: "kid" of "small kids under 10"."""
    words = [word for word in unique(stems(aspect)) if word not in _NOTHING_ALONE and not word.isdecimal()]
    words = words[1:] if len(words) > 1 and words[0] in _MAKING else words
    return words if _CHILDREN.isdisjoint(words) else [word for word in words if word not in _OF_CHILDREN]


def is_known(name: str) -> bool:
    """Return whether the corpora have a word or term of two often enough for a vector."""
    return " ".join(stems(name)) in _vectors().places


def likeness(first: str, second: str) -> float:
    """Return how alike two names are in meaning, by the cosine of their vectors; 0 where one of them is unknown."""
    return float(_vector(stems(first)) @ _vector(stems(second)))


def nearest(name: str, *, least: float, most: int) -> list[tuple[_Words, float]]:
    """Return the terms that are most alike to a name in meaning, as stems, with how much.

    Terms with a word of the name are left out, and those of several words with one of a term that is more alike.

    Args:
        name: Of anything.
        least: Least likeness.
        most: How many terms to return.
    """
    known, words = _vectors(), set(stems(name))
    alike = known.rows @ _vector(stems(name))
    found: list[tuple[_Words, float]] = []
    for n in np.argsort(-alike)[: 4 * most]:
        term = tuple(known.keys[n].split())
        shared = words if len(term) > 1 else stems(name)
        if alike[n] >= least and not any(word in shared for word in term) and len(found) < most:
            words |= set(term)
            found.append((term, float(alike[n])))
    return found


def _vector(words: Sequence[str]) -> NDArray[np.float32]:
    """Return the vector of a term, or the mean of those of its words, rare ones first; that of nothing is zero."""
    known = _vectors()
    if (term := known.places.get(" ".join(words))) is not None:
        return np.asarray(known.rows[term])
    places = [known.places[word] for word in words if word in known.places]
    middle = known.rarity[places] @ known.rows[places]
    return np.asarray(middle / (np.linalg.norm(middle) or 1))


def _nearness(word: str, near: float) -> NDArray[np.float32]:
    """Return how near all words and terms are to a word."""
    known = _vectors()
    nearness = known.rows @ known.rows[known.places[word]]
    for n in np.flatnonzero(nearness > max(_LEAST, near - _FORM)):
        other = known.keys[n]
        alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(word, other, strict=False)))
        if alike >= _BEGINNING and " " not in other:
            nearness[n] += _FORM * alike / min(len(word), len(other))
    return np.asarray(nearness)


def _together(parts: Mapping[str, NDArray[np.float32]], near: float) -> NDArray[np.float32]:
    """Return how near all words and terms are to several words: to their term, or to the mean of them, rare ones first.

    Forms of one of the words alone are not near.
    """
    known, middle = _vectors(), _vector([*parts])
    each = np.array([*parts.values()])
    return np.asarray(known.rows @ middle * ((each.min(axis=0) >= _LEAST) & ~((each >= near).sum(axis=0) == 1)))


def _near(nearness: NDArray[np.float32], near: float) -> Iterator[str]:
    keys = _vectors().keys
    return (keys[n] for n in np.flatnonzero(nearness >= near) if " " not in keys[n])
