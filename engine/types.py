"""The words of the house: frozen dataclasses that every layer passes along.

Nothing here computes more than a property. One name per thing, everywhere: ``question sentence document hit stance
argument aspect verdict comparison citation answer``. The two compared things are ``first`` and ``second``, a count of
results is ``k``, spans are half-open ``[start, end)`` character offsets.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple


class Form(StrEnum):
    """What kind of text a reader is given."""

    QUESTION = "question"
    STATEMENT = "statement"


class Kind(StrEnum):
    """What a comparative text asks for; ``NONE`` when it is not comparative."""

    DIRECT = "direct"
    """Names the objects and asks which one wins: "Which is better, A or B?"."""
    YES_NO = "yes_no"
    """Names the objects and asks for a yes or no: "Is A better than B?"."""
    DIFFERENCE = "difference"
    """Asks how the objects differ: "What is the difference between A and B?"."""
    SUPERLATIVE = "superlative"
    """Names a class, not its members: "What is the best laptop for students?"."""
    OPEN = "open"
    """Comparative in another way: "What are the advantages of A?"."""
    STATEMENT = "statement"
    """A comparative statement: "A is faster than B"."""
    NONE = "none"


class Label(StrEnum):
    """What a span of text names."""

    OBJECT = "object"
    ASPECT = "aspect"
    PREDICATE = "predicate"


class Span(NamedTuple):
    """A labelled stretch of a text, half-open ``[start, end)`` in characters."""

    start: int
    end: int
    text: str
    label: Label


@dataclass(frozen=True, slots=True)
class Question:
    """What a reader understood of a text."""

    text: str
    comparative: bool
    probability: float
    """Probability in [0, 1] that the text is comparative; ``comparative`` is this against the reader's threshold."""
    kind: Kind
    spans: tuple[Span, ...] = ()
    """Labelled spans of ``text`` by ascending start; they do not overlap."""
    objects: tuple[str, ...] = ()
    """The compared things as one would name them, in order of mention, without repeats."""
    aspects: tuple[str, ...] = ()
    predicates: tuple[str, ...] = ()

    def name(self, span: Span) -> str:
        """Return what a span names: "iPhone 15" for the second object of "iPhone 14 or 15", else its text."""
        whole = (name for name in self.objects if span.label is Label.OBJECT and name not in self.text)
        return next((name for name in whole if name.endswith(f" {span.text}")), span.text)

    @property
    def points_of_view(self) -> tuple[str, ...]:
        """Return what shall be weighed: the aspects, and qualities the text compares in ("faster", not "better")."""
        return tuple(dict.fromkeys([*self.aspects, *filter(_QUALITY.fullmatch, self.predicates)]))


_QUALITY = re.compile(r"(?!better|over|prefer|rather|either|other)\w{2,}er", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Aspect:
    """A point of view the user asks for, with its importance."""

    name: str
    weight: int = 1
    """Importance, 1 (least) to 5 (most)."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of the index where it stands."""

    id: str
    """Stable key ``<document>#<position>``."""
    text: str
    document: str
    """Key of its document."""
    position: int
    """Zero-based place in its document."""


@dataclass(frozen=True, slots=True)
class Document:
    """A document of the index with its sentences in order."""

    id: str
    title: str = ""
    url: str = ""
    """Where a reader can open it; empty when unknown."""
    source: str = ""
    """Who published it (web host, forum, collection): the unit that has one vote; never empty in an index."""
    date: str = ""
    """ISO 8601 date or time of publication; empty when unknown."""
    sample: bool = False
    """True for text written to show the product, not collected from the world."""
    sentences: tuple[Sentence, ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """A sentence that a search found, merged with its exact duplicates."""

    sentence: Sentence
    score: float
    """Retrieval score, > 0, comparable only within one search."""
    document: Document
    """Where the best-scored copy stands, without its sentences."""
    copies: tuple[str, ...] = ()
    """Ids of the sentences with the same text in other documents."""
    sources: tuple[str, ...] = ()
    """Distinct sources of all copies, sorted; at least one."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a retriever found for a set of objects."""

    hits: tuple[Hit, ...]
    """By descending score; sentences that name an asked aspect before those that do not."""
    total: int
    """Sentences that matched, before merging and before the cut at ``k``."""
    questions_removed: int = 0
    took_s: float = 0.0


class Stance(StrEnum):
    """Which of two objects a sentence favours."""

    FIRST = "FIRST"
    SECOND = "SECOND"
    EQUAL = "EQUAL"
    NONE = "NONE"

    def flipped(self) -> Stance:
        """Return the stance after the two objects are exchanged."""
        return _FLIPPED[self]


_FLIPPED = {
    Stance.FIRST: Stance.SECOND,
    Stance.SECOND: Stance.FIRST,
    Stance.EQUAL: Stance.EQUAL,
    Stance.NONE: Stance.NONE,
}


class Pairing(NamedTuple):
    """A sentence and the two objects it may compare: what a classifier is asked about."""

    sentence: str
    first: str
    second: str

    def flipped(self) -> Pairing:
        """Return the same sentence with the objects exchanged."""
        return Pairing(self.sentence, self.second, self.first)


@dataclass(frozen=True, slots=True)
class Classification:
    """A classifier's belief about one pairing: four probabilities that sum to 1."""

    first: float
    second: float
    equal: float
    none: float
    markers: tuple[Span, ...] = ()
    """The words that decided, as spans of the sentence (label ``predicate``); empty for models that cannot say."""

    @property
    def probabilities(self) -> dict[Stance, float]:
        """Return the probability of each stance."""
        return {
            Stance.FIRST: self.first,
            Stance.SECOND: self.second,
            Stance.EQUAL: self.equal,
            Stance.NONE: self.none,
        }

    @property
    def stance(self) -> Stance:
        """Return the most probable stance; on an exact tie the more cautious of NONE, EQUAL, FIRST, SECOND."""
        highest = max(self.first, self.second, self.equal, self.none)
        if self.first == self.second == highest:
            return Stance.EQUAL
        if self.none == highest:
            return Stance.NONE
        if self.equal == highest:
            return Stance.EQUAL
        return Stance.FIRST if self.first == highest else Stance.SECOND

    @property
    def confidence(self) -> float:
        """Return the probability of the chosen stance, in [0, 1]."""
        return self.probabilities[self.stance]

    def flipped(self) -> Classification:
        """Return the belief after the two objects are exchanged."""
        return Classification(self.second, self.first, self.equal, self.none, self.markers)


@dataclass(frozen=True, slots=True)
class Argument:
    """A hit that says something about the comparison, weighed."""

    hit: Hit
    classification: Classification
    aspects: tuple[str, ...] = ()
    """Names of the user's aspects that the sentence mentions."""
    score: float = 0.0
    """The ranker's score, >= 0, comparable within one comparison; 0 before ranking."""

    @property
    def stance(self) -> Stance:
        """Return which object the sentence favours."""
        return self.classification.stance


@dataclass(frozen=True, slots=True)
class MinedAspect:
    """An aspect found in the evidence, assigned to the object it speaks for."""

    name: str
    object: str
    """The object that more sentences name it for."""
    score: float
    """CAM's value: the larger count divided by the smaller one (or by 1), > 0."""
    first_count: int
    """Sentences that name it for the first object."""
    second_count: int
    method: str
    """``comparative``, ``comparative_phrase`` or ``reason``: the method that found it most often."""
    sentences: tuple[str, ...] = ()
    """Ids of sentences that name it, at most five, best first."""


class Decision(StrEnum):
    """How a comparison ends."""

    FIRST = "first"
    SECOND = "second"
    EQUAL = "equal"
    """The evidence itself says that they are level."""
    UNDECIDED = "undecided"
    """Too close to call: the interval of the share contains one half."""
    INSUFFICIENT = "insufficient"
    """Too few sources speak: see ``Verdict.minimum_sources``."""


@dataclass(frozen=True, slots=True)
class Share:
    """How the evidence on one aspect (or on all) divides between the objects."""

    aspect: str
    """Name of the user's aspect; empty for the comparison as a whole."""
    first: float
    """Share of the first object in [0, 1]; first + second = 1, or both 0 without evidence."""
    second: float
    arguments: int
    """Sentences that favour one of the two or call them equal."""
    sources: int
    """Distinct sources of these sentences."""
    decision: Decision


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of a comparison, with how sure one can be."""

    decision: Decision
    winner: str | None
    """Name of the winning object; None unless the decision is ``first`` or ``second``."""
    confidence: float
    """Probability in [0, 1] that the decision would stand with other sources like these; ``engine.verdict`` defines it
    for each decision."""
    interval: tuple[float, float]
    """Of the first object's share, resampled over sources, 0 <= low <= high <= 1; (0, 1) when nothing is known."""
    shares: tuple[Share, ...]
    """The whole first, then one per user aspect in the order asked."""
    sources: int
    """Distinct sources with an argument."""
    minimum_sources: int
    """Below this number of distinct sources the decision is ``insufficient``."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything that was found out about two objects."""

    objects: tuple[str, ...]
    aspects: tuple[Aspect, ...]
    verdict: Verdict
    arguments: tuple[Argument, ...]
    """All arguments, best first; ``NONE`` ones are left out."""
    mined: tuple[MinedAspect, ...]
    """At most ten, best first."""
    retrieved: int
    """Sentences that matched in the index."""
    timings_s: Mapping[str, float] = field(default_factory=dict)
    """Seconds per stage: search, classify, rank, aspects, verdict, total."""

    def favouring(self, stance: Stance) -> tuple[Argument, ...]:
        """Return the arguments with this stance, best first."""
        return tuple(argument for argument in self.arguments if argument.stance is stance)


@dataclass(frozen=True, slots=True)
class Citation:
    """A numbered source of an answer: which words of the answer it supports and what it says, word for word."""

    n: int
    """Number shown as ``[n]`` in the answer, from 1."""
    hit: Hit
    claim_start: int
    """Start in ``Answer.text`` of the words this citation supports."""
    claim_end: int


@dataclass(frozen=True, slots=True)
class Answer:
    """What the user reads."""

    text: str
    citations: tuple[Citation, ...] = ()
    """By ascending ``n``; one sentence has one number however often it is cited."""
    spans: tuple[Span, ...] = ()
    """Objects, aspects and predicates in ``text``."""
    generator: str = ""
    comparison: Comparison | None = None
    question: Question | None = None
