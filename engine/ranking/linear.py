"""Puts the most convincing argument first: a linear model of what a sentence says and how.

With ``q`` the share of readers who would use the sentence, estimated from its features, ``c`` its confidence and ``w``
the weights of the user's aspects that it names::

    score = q * c * (1 + sum(w))

The features stand for three things that are asked of an argument. Substance: how many dimensions it speaks of, how much
it says between the two names. Style: neither long nor shouted, doubtful or cut off, and understood without what stood
before it. Fit: how surely it takes a side. How well it was found says nothing more, once these are known; it decides
which of many arguments are read.

Who spoke before convinces less. The second argument of a source gets 2/3 of its score, the third 2/4, and so on. What
says nearly the same is one argument before it is ranked: ``engine.retrieval.near_copies``.

Only the most promising arguments are read, by confidence, aspects and retrieval score; the others count about half.

Source: the criteria are those of argument retrieval, see Bondarenko et al. 2020, "Overview of Touché 2020: Argument
Retrieval", section 4; the weights are fitted by ``python -m evaluation.relevance --fit``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import log
from operator import itemgetter, mul
from typing import Final

from engine.errors import ConfigError
from engine.text.lexicon import topics
from engine.text.qualifiers import HEDGES
from engine.text.tokens import clean, word_set
from engine.trained import read_linear
from engine.types import Argument, Aspect, Stance

_MODEL: Final = read_linear("ranking.json")
INTERCEPT: Final = _MODEL.intercept
WEIGHTS: Final = _MODEL.weights
"""Feature → what one unit of it adds to the share of readers who would use a sentence.

``dimensions`` are counted up to 3; ``distance`` is between the two names, in hundreds of characters, up to 1;
``mentions`` says whether a name comes twice; ``length`` is the logarithm of one more than the words; ``doubt``,
``pointing`` ("It …", "But …"), ``exclamation``, ``lower_case`` (at the start) and ``dots`` say whether there is any;
``letters`` is the share of the characters.
"""

_WORD: Final = re.compile(r"[^\W\d_]+")
_POINTING: Final = word_set("and but he it or she so that there these they this those which")
_LEAST: Final = 0.35
"""The share of a sentence that is not read; less than nearly every other has."""
_FAR_CHARS: Final = 100
_TOPICS: Final = topics()

_FIRST: Final = itemgetter(0)


class LinearRanker:
    """Scores an argument by what it says, how it says it, how surely it takes a side and which aspects it names."""

    def __init__(self, *, depth: int = 100) -> None:
        """Set how many arguments are read.

        Args:
            depth: The most arguments whose text is read, >= 0; bounds the time a ranking takes.

        Raises:
            ConfigError: It is negative.
        """
        if depth < 0:
            raise ConfigError(f"The ranker's depth is {depth}; expected a number of arguments, 0 or more.")
        self._depth = depth

    def rank(
        self, arguments: Sequence[Argument], *, objects: Sequence[str] = (), aspects: Sequence[Aspect] = ()
    ) -> list[Argument]:
        """Score and order arguments; see ``engine.protocols.Ranker``.

        Equal scores are ordered by retrieval score, then by sentence id.
        """
        weights = {aspect.name: aspect.weight for aspect in aspects}
        promising = sorted((*_promise(argument, weights), n, argument) for n, argument in enumerate(arguments))
        read = []
        for minus, *_, argument in promising[: self._depth]:
            words = words_of(argument.hit.sentence.text)
            read.append((minus * _share(features(argument, words, objects)), argument))
        read.sort(key=_FIRST)
        scored = [*_damped(read), *((minus * _LEAST, argument) for minus, *_, argument in promising[self._depth :])]
        scored.sort(key=_FIRST)
        return [
            Argument(one.hit, one.classification, one.aspects, one.weight, -minus, one.convincing)
            for minus, one in scored
        ]


def words_of(text: str) -> list[str]:
    """Return the words of a text in lower case, without numbers."""
    return _WORD.findall(text.lower())


def features(argument: Argument, words: Sequence[str], objects: Sequence[str]) -> tuple[float, ...]:
    """Return what the model sees of an argument, in the order of ``WEIGHTS``.

    Args:
        argument: The argument.
        words: The words of its sentence.
        objects: The names of the two things.
    """
    text = argument.hit.sentence.text
    lower = text.lower()
    names, own = _names(tuple(objects))
    said = frozenset(words) - own
    places = [at for at in map(lower.find, names) if at >= 0]
    return (
        argument.classification.confidence,
        float(min(3, len({_TOPICS[word] for word in said if word in _TOPICS}))),
        min(1.0, (max(places) - min(places)) / _FAR_CHARS) if len(places) > 1 else 0.0,
        float(sum(map(lower.count, names)) > len(names)),
        log(1 + len(words)),
        float(not HEDGES.isdisjoint(said)),
        float(bool(words) and words[0] in _POINTING),
        float("!" in text),
        float(text[:1].islower()),
        float(".." in text or "…" in text),
        sum(map(len, words)) / max(1, len(text)),
    )


@lru_cache(maxsize=256)
def _names(objects: tuple[str, ...]) -> tuple[tuple[str, ...], frozenset[str]]:
    """Return the names of objects in lower case, and their words."""
    names = tuple(clean(name).lower() for name in objects)
    return names, frozenset(word for name in names for word in words_of(name))


def _share(found: tuple[float, ...]) -> float:
    """Return the estimated share of readers who would use a sentence."""
    estimate: float = sum(map(mul, WEIGHTS.values(), found), INTERCEPT)
    return min(1.0, max(_LEAST, estimate))


def _promise(argument: Argument, weights: Mapping[str, int]) -> tuple[float, float, str]:
    """Return what to sort by before a sentence is read; the first number is minus its score but for the text."""
    named = sum(weights.get(name, 0) for name in argument.aspects) if weights else 0
    hit = argument.hit
    return -argument.classification.confidence * (1 + named), -hit.score, hit.sentence.id


def _damped(read: Iterable[tuple[float, Argument]]) -> Iterator[tuple[float, Argument]]:
    """Yield arguments, best first, with less for a source that spoke before."""
    heard: Counter[tuple[Stance, str]] = Counter()
    for minus, argument in read:
        speakers = [(argument.stance, source) for source in argument.hit.sources]
        yield minus * 2 / (2 + min(heard[speaker] for speaker in speakers)), argument
        heard.update(speakers)
