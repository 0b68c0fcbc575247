"""Whether a cited sentence says what a claim says: coverage, stance, direction, negation and numbers, weighed together.

Source: the task is citation support as Liu et al., "Evaluating Verifiability in Generative Search Engines", EMNLP
Findings 2023, define it; the model is a logistic regression over features that can each be read, because a claim that
was cut out of a sentence is told from its negation by a word, not by similarity.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from math import exp
from typing import Final, NamedTuple

from engine.protocols import Classifier
from engine.resources import table_of
from engine.text.analysed import analysed
from engine.text.lexicon import GENERAL, sense
from engine.text.qualifiers import NEGATIONS
from engine.text.tokens import clean, stems
from engine.trained import read_linear
from engine.types import Classification, ComparisonInstance

THRESHOLD: Final = 0.5
"""Least probability from which a claim counts as supported."""

_MODEL: Final = read_linear("citation_verification.json")
INTERCEPT: Final = _MODEL.intercept
WEIGHTS: Final = _MODEL.weights
"""Feature → weight; fitted by ``python -m evaluation.support --data DATA --fit``."""

_TABLE: Final = table_of(__file__)
_FUNCTION: Final = frozenset(stems(_TABLE["function"]))
_REPORTING: Final = frozenset(stems(_TABLE["reporting"]))
"""Words that say who speaks, not what is said."""
_NEGATIONS: Final = NEGATIONS | frozenset(("lack", "fail", "unlike"))
_LESS: Final = frozenset(("less", "least", "fewer"))
_MANY: Final = frozenset(("more", "most"))
_REACH: Final = 3
"""Words before the first matched one, and before the object it is said of, among which a negation belongs to it."""
_PREFIX: Final = 4
"""Least letters that words of one family begin with."""
_MARKER = re.compile(r"\s*\[\d+(?:\s*[,;–-]\s*\d+)*\]")
_LATE = re.compile(r"([.!?])((?:\s*\[\d+(?:\s*[,;–-]\s*\d+)*\])+)")
_QUOTE = re.compile(r"“([^”]*)”")
_ABOUT_SOURCES = re.compile(
    r"\b(?:sources?|sentences?) (?:says?|speaks?|sees?|calls?)\b|\bthat$|:$|\b(?:as in|in the words)$"
    r"|^(?:(?:and|but) )?[\d,]+ for\b|^(?:(?:and|but) )?(?:on [^,]* )?for\b[^,]*$",
    re.IGNORECASE,
)
"""What an answer says of its sources: whom they speak for, how many, and that they say what is quoted."""
_INNER_QUOTES = str.maketrans("“”", "‘’")


class Features(NamedTuple):
    """What is compared between a claim and a sentence; each is 0 where the claim gives no occasion for it."""

    coverage: float
    """Share of the claim's content words that the sentence has, in [0, 1]; without any, if it names the objects."""
    verbatim: float
    """1 if its words, from the first that says something to the last, stand in the sentence as they are."""
    objects: float
    """Share of the objects it names that the sentence does not name."""
    conflict: float
    """Probability that they favour different ones."""
    silent: float
    """Probability that the claim favours one or sees them level where the sentence says nothing of it."""
    negation: float
    """1 if one negates what both say and the other does not."""
    numbers: float
    """Share of its numbers that the sentence does not have."""
    aspect: float
    """1 if it speaks of a point of view that the sentence does not speak of."""
    judgement: float
    """1 if it judges one thing better or worse as a whole and the sentence does not."""
    swapped: float
    """1 if both say the same of the objects in exchanged places."""
    turned: float
    """1 if they say the opposite of the objects in the same places."""


class _Said(NamedTuple):
    """A text as it is compared."""

    stems: tuple[str, ...]
    content: tuple[int, ...]
    """Places of the words that say something: no function words, objects or numbers."""
    named: tuple[int, ...]
    """Places of the words of objects."""
    numbers: frozenset[str]
    order: tuple[int, ...]
    """The objects it names, 0 and 1, in order of first mention."""
    senses: dict[str, int]
    """Point of view → the end of it that is named: 1, -1, or 0 for both or neither."""

    @property
    def core(self) -> tuple[str, ...]:
        """Return the words from the first that says something to the last."""
        places = [*self.content, *self.named]
        return self.stems[min(places) : max(places) + 1] if places else ()


class SupportChecker:
    """Says how likely it is that a sentence supports a claim."""

    def __init__(self, classifier: Classifier) -> None:
        """Keep what tells which object a text favours."""
        self._classifier = classifier

    def support(self, claim: str, sentence: str, objects: Sequence[str]) -> float:
        """Return the probability in [0, 1] that a sentence says what a claim says.

        Args:
            claim: A statement of an answer; reference numbers in it do not count. One about the sources ("2 of 3
                sources speak for A", "one source says “…”") is true of a sentence that speaks for A and says the quote.
            sentence: What is cited for it.
            objects: Names of the compared things.
        """
        quotes = _QUOTE.findall(claim)
        own = clean(_MARKER.sub(" ", _QUOTE.sub(" ", claim)))
        if not _ABOUT_SOURCES.search(own):
            return self._probability(claim, sentence, objects)
        found = [self._probability(quote, sentence, objects) for quote in quotes]
        if (side := self._side(own, sentence, objects)) is not None:
            found.append(side)
        return min(found) if found else self._probability(claim, sentence, objects)

    def _probability(self, claim: str, sentence: str, objects: Sequence[str]) -> float:
        values = self.features(claim, sentence, objects)
        score = INTERCEPT + sum(WEIGHTS[name] * value for name, value in values._asdict().items())
        return 1.0 / (1.0 + exp(-score))

    def _side(self, own: str, sentence: str, objects: Sequence[str]) -> float | None:
        """Return the probability that a sentence speaks for whom an answer says it does; None if it names nobody."""
        if len(objects) != 2:
            return None
        (found,) = self._classifier.classify([ComparisonInstance(clean(sentence), objects[0], objects[1])])
        beliefs = {objects[0]: found.first, objects[1]: found.second, "neither": found.equal}
        named = [
            p
            for name, p in beliefs.items()
            if re.search(rf"\bfor (?:an? |the )?{re.escape(name)}(?!\w)", own, re.IGNORECASE)
        ]
        return sum(named) if named else None

    def is_supported(self, claim: str, sentences: Iterable[str], objects: Sequence[str]) -> bool:
        """Return whether any of the cited sentences supports a claim."""
        return any(self.support(claim, sentence, objects) >= THRESHOLD for sentence in sentences)

    def features(self, claim: str, sentence: str, objects: Sequence[str]) -> Features:
        """Compare a claim with a sentence; the arguments are those of ``support``."""
        claim, sentence = clean(_MARKER.sub(" ", claim)), clean(sentence)
        said, given = _say(claim, objects), _say(sentence, objects)
        found = {place: at for place in said.content if (at := _place(said, place, given)) is not None}
        unnamed = {*said.order} - {*given.order}
        conflict, silent = self._stances(claim, sentence, said, given, objects)
        shared = [name for name, end in said.senses.items() if end and given.senses.get(name)]
        same = [said.senses[name] == given.senses[name] for name in shared]
        reversed_order = len(said.order) == len(given.order) == 2 and said.order != given.order
        in_order = len(said.order) == len(given.order) == 2 and said.order == given.order
        return Features(
            coverage=len(found) / len(said.content) if said.content else float(not unnamed),
            verbatim=float(_holds(given.stems, said.core)),
            objects=len(unnamed) / max(1, len(said.order)),
            conflict=conflict,
            silent=silent,
            negation=float(_is_negated(said, found.keys()) != _is_negated(given, found.values())),
            numbers=_share([number not in given.numbers for number in said.numbers]),
            aspect=float(any(name not in given.senses for name in said.senses if name != GENERAL)),
            judgement=float(GENERAL in said.senses and GENERAL not in given.senses),
            swapped=float(reversed_order and bool(same) and all(same)),
            turned=float(in_order and bool(same) and not any(same)),
        )

    def _stances(
        self, claim: str, sentence: str, said: _Said, given: _Said, objects: Sequence[str]
    ) -> tuple[float, float]:
        if len(objects) != 2 or not said.order:
            return 0.0, 0.0
        instances = [ComparisonInstance(text, objects[0], objects[1]) for text in (claim, sentence)]
        one, other = map(_believed, self._classifier.classify(instances), (said, given))
        return one.first * other.second + one.second * other.first, (1 - one.none) * other.none


def is_verbatim(quote: str, sentence: str) -> bool:
    """Return whether a quote consists of pieces of a sentence in order, joined by "…".

    White space, control characters and the shape of inner quotation marks do not count.
    """
    sentence = clean(sentence).translate(_INNER_QUOTES)
    at = 0
    for piece in quote.split("…"):
        at = sentence.find(piece, at)
        if at < 0:
            return False
        at += len(piece)
    return True


def numbers_first(text: str) -> str:
    """Return a text with the reference numbers that follow a full stop before it.

    >>> numbers_first("Tea is cheap. [1] Yes.")
    'Tea is cheap [1]. Yes.'
    """
    return _LATE.sub(r"\2\1", text)


def cited_parts(statement: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the parts of a statement, each with the numbers that follow it; what no number follows is left out.

    A part without words of its own ("… [1] and [2]") repeats the part before it.

    >>> [*cited_parts("Tea is cheaper [1, 2], but coffee is stronger [3].")]
    [('Tea is cheaper', (1, 2)), ('but coffee is stronger', (3,))]
    """
    at, part = 0, ""
    for run in re.finditer(rf"(?:{_MARKER.pattern})+", statement):
        words = statement[at : run.start()].strip(" ,;:.-")
        at = run.end()
        part = words if any(stem not in _FUNCTION for stem in stems(words)) else part
        yield part or words, tuple(_numbers(run.group()))


def _numbers(markers: str) -> Iterator[int]:
    for first, last in re.findall(r"(\d+)(?:\s*[–-]\s*(\d+))?", markers):
        yield from range(int(first[:6]), min(int((last or first)[:6]), int(first[:6]) + 20) + 1)


def _say(text: str, objects: Sequence[str]) -> _Said:
    tokens = analysed(text)
    named = {
        at: number for number, name in enumerate(objects) for span in tokens.find(stems(name)) for at in range(*span)
    }
    words = tuple(token.stem for token in tokens.tokens)
    free = [at for at in range(len(words)) if at not in named]
    return _Said(
        words,
        tuple(at for at in free if not words[at][0].isdigit() and words[at] not in _FUNCTION | _REPORTING | _NEGATIONS),
        tuple(sorted(named)),
        frozenset(words[at].replace(",", "") for at in free if words[at][0].isdigit()),
        tuple(dict.fromkeys(named[at] for at in sorted(named))),
        _senses([words[at] for at in free]),
    )


def _senses(words: Sequence[str]) -> dict[str, int]:
    ends: dict[str, set[int]] = {}
    for at, word in enumerate(words):
        if known := sense(word):
            before = words[max(0, at - 2) : at]
            turned = not _LESS.isdisjoint(before)
            says = known.grades or turned or not _MANY.isdisjoint(before)
            ends.setdefault(known.dimension, set()).add((-known.sign if turned else known.sign) if says else 0)
    return {name: next(iter(found - {0})) if len(found - {0}) == 1 else 0 for name, found in ends.items()}


def _place(said: _Said, place: int, given: _Said) -> int | None:
    """Return where a sentence has a word of a claim, or one of its family or meaning."""
    word = said.stems[place]
    if word in given.stems:
        return given.stems.index(word)
    known = sense(word)
    for at in given.content:
        other = given.stems[at]
        if _are_family(word, other):
            return at
        if known and (its := sense(other)) and its.dimension == known.dimension != GENERAL:
            return at
    return None


def _holds(words: Sequence[str], run: Sequence[str]) -> bool:
    """Return whether words stand in a text one after another."""
    return any(words[at : at + len(run)] == run for at in range(len(words) - len(run) + 1))


def _are_family(word: str, other: str) -> bool:
    least = min(len(word), len(other))
    shared = next((n for n in range(least) if word[n] != other[n]), least)
    return shared >= _PREFIX and shared >= 0.7 * least


def _is_negated(said: _Said, matched: Iterable[int]) -> bool:
    """Return whether an odd number of negations stands around the words that claim and sentence share."""
    places = [*matched]
    if not places:
        return False
    start = min([at for at in said.named if at >= min(places) - _REACH] + places)
    window = said.stems[max(0, start - _REACH) : max(places) + 1]
    return sum(word in _NEGATIONS for word in window) % 2 == 1


def _believed(classification: Classification, said: _Said) -> Classification:
    """Return what a text favours; one that names a single object and praises or blames it counts as half as sure."""
    ends = {end for end in said.senses.values() if end}
    if len(said.order) != 1 or len(ends) != 1:
        return classification
    turned = sum(word in _NEGATIONS for word in said.stems) % 2
    first = (said.order[0] == 0) == ((ends == {1}) != bool(turned))
    return Classification(0.5 * first, 0.5 * (not first), 0.0, 0.5)


def _share(values: Sequence[bool]) -> float:
    return sum(values) / len(values) if values else 0.0
