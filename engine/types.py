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


class Length(StrEnum):
    """How much an answer says."""

    LINE = "line"
    """One line, to be read aloud."""
    CHAT = "chat"
    """About three sentences, or a short list."""
    FULL = "full"
    """All that is worth a page."""


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


class Message(NamedTuple):
    """What a message of a conversation is understood as."""

    intents: dict[str, float]
    """Intent → probability; the likeliest first; empty from a reader that knows none."""
    spans: tuple[Span, ...]
    """The objects and aspects that it names."""


@dataclass(frozen=True, slots=True)
class Aspect:
    """A point of view the user asks for, with its importance."""

    name: str
    weight: int = 1
    """Importance, 1 (least) to 5 (most)."""


class Period(NamedTuple):
    """The time from which evidence counts, as ISO 8601 years, months or days; no bounds, all of it."""

    since: str = ""
    until: str = ""
    """Itself included: until 2012 means until its last day."""

    def holds(self, date: str) -> bool:
        """Return whether a date falls into it; an unknown one, which is empty, falls into no bounded period."""
        if not any(self):
            return True
        return bool(date) and self.since <= date and (not self.until or date[: len(self.until)] <= self.until)


ALWAYS = Period()


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
    notice: str = ""
    """One sentence for the user when not all of the index could be searched; empty when it was."""
    left_out: tuple[int, int] = (0, 0)
    """Hits that are not from the period that was asked for, and how many of them have no date."""


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
        highest = max(self.first, self.second, self.equal, self.none)
        return self.equal if self.first == self.second == highest else highest

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
    """An aspect found in the evidence, assigned to the object it speaks for; what means the same is one aspect."""

    name: str
    """How the advantage is mostly said, for example ``faster``."""
    object: str
    """The object that more sentences name it for."""
    score: float
    """How unlikely it is that the counts differ by chance, >= 0: the sign test's z with continuity correction."""
    first_count: int
    """Sentences that name it for the first object."""
    second_count: int
    method: str
    """``comparative``, ``comparative_phrase`` or ``reason``: the method that found ``name``."""
    sentences: tuple[str, ...] = ()
    """Ids of sentences that name it for the object, at most five, best first."""
    dimension: str = ""
    """What it is about, for example ``speed``: a name of ``engine.dimensions``; empty for other words."""
    members: tuple[str, ...] = ()
    """The words that it is named by, for or against, at most ten, most frequent first: ``faster``, ``slow``, …"""
    contrary: str = ""
    """How the disadvantage is said, for example ``slower``; empty when unknown."""
    against: tuple[str, ...] = ()
    """Ids of sentences that name it for the other object, at most five, best first."""


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
    """Distinct sources of these sentences; of a mined aspect, of those that are known by id."""
    decision: Decision


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of a comparison, with how sure one can be."""

    decision: Decision
    winner: str | None
    """Name of the winning object; None unless the decision is ``first`` or ``second``."""
    confidence: float
    """Probability in [0, 1] that the decision would stand with other sources like these; ``engine.verdict.decision``
    defines it for each decision."""
    interval: tuple[float, float]
    """Of the first object's share, resampled over sources, 0 <= low <= high <= 1; (0, 1) when nothing is known."""
    shares: tuple[Share, ...]
    """The whole first, then one per user aspect in the order asked."""
    sources: int
    """Distinct sources with an argument."""
    minimum_sources: int
    """Below this number of distinct sources the decision is ``insufficient``."""
    depends: tuple[Share, ...] = ()
    """What it depends on: aspects of the user, then mined ones, on which an object is ahead that has not won."""


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
    notice: str = ""
    """One sentence for the user when not all of the index could be searched; empty when it was."""
    period: Period = ALWAYS
    outside: int = 0
    """Hits that were left out because they are not from the period."""
    undated: int = 0
    """How many of these have no date."""

    def favouring(self, stance: Stance) -> tuple[Argument, ...]:
        """Return the arguments with this stance, best first."""
        return tuple(argument for argument in self.arguments if argument.stance is stance)


@dataclass(frozen=True, slots=True)
class SourceVote:
    """How one source votes, and by what."""

    source: str
    first: float
    """Its vote for the first object, >= 0; all sources have one vote on average."""
    second: float
    arguments: tuple[Argument, ...]
    """What it says, strongest first."""
    share_without: float
    """The first object's share of all votes if this source were silent; 0 when nobody else speaks."""

    @property
    def stance(self) -> Stance:
        """Return for whom more of its vote is; ``EQUAL`` when it is divided evenly."""
        if self.first == self.second:
            return Stance.EQUAL
        return Stance.FIRST if self.first > self.second else Stance.SECOND

    def is_outvoted(self, argument: Argument) -> bool:
        """Return whether one of its arguments speaks for the other object than its vote."""
        return argument.stance is self.stance.flipped() and argument.stance is not self.stance


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a comparison ended as it did, sentence by sentence."""

    comparison: Comparison
    votes: tuple[SourceVote, ...]
    """The largest votes first."""
    left_out: tuple[Argument, ...]
    """Sentences that compare nothing, as it seems (stance ``NONE``), the most doubtful first."""
    questions: int
    """Questions that name both objects; they do not say anything."""
    copies: int
    """Sentences that say word for word what another document says; they add to its sources only."""
    unread: int
    """Matching sentences beyond the depth of the search."""
    without_strongest: Verdict | None
    """The verdict if the source with the largest vote were silent; None when nobody votes."""


class Outcome(StrEnum):
    """How a comparison of many objects ends."""

    WINNER = "winner"
    """One of them is the best."""
    EQUAL = "equal"
    """The evidence itself says that they are level."""
    UNDECIDED = "undecided"
    """Too close to call: none is the best with enough certainty."""
    INSUFFICIENT = "insufficient"
    """Too few sources speak to put even two of them in order."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where an object stands among others."""

    object: str
    rank: int | None
    """From 1, the best; objects that are level share one. None when too little is known to place it."""
    ranks: tuple[int, int]
    """Interval of the rank, resampled over sources; all ranks when it is not placed."""
    best: float
    """Probability in [0, 1] that it is the best of those placed; they sum to 1. 0 when it is not placed."""
    share: float
    """Share in [0, 1] of the votes that it would get against the others, on average; 0 when it is not placed."""
    sources: int
    """Distinct sources that compare it with any of the others."""


@dataclass(frozen=True, slots=True)
class Order:
    """The objects in order, on one aspect or on all."""

    aspect: str
    """Name of the user's aspect; empty for the comparison as a whole."""
    outcome: Outcome
    winner: str | None
    """Name of the best object; None unless the outcome is ``winner``."""
    confidence: float
    """Probability in [0, 1] that the likeliest best object is the best; for ``equal`` that EQUAL arguments hold more
    than half of all votes; 0 for ``insufficient``."""
    places: tuple[Place, ...]
    """Best first, those without a rank last."""


@dataclass(frozen=True, slots=True)
class Standings:
    """Everything that was found out about several objects."""

    objects: tuple[str, ...]
    aspects: tuple[Aspect, ...]
    orders: tuple[Order, ...]
    """The whole first, then one per user aspect in the order asked."""
    comparisons: tuple[Comparison, ...]
    """One per pair, in the order of ``objects``."""
    cycle: tuple[str, ...] = ()
    """Objects of which each beats the next, and the last one the first; empty when there is no such circle."""
    timings_s: Mapping[str, float] = field(default_factory=dict)
    """Seconds for comparing all pairs, for the order, and in total."""

    @property
    def order(self) -> Order:
        """Return the order on the whole."""
        return self.orders[0]

    @property
    def missing(self) -> tuple[tuple[str, str], ...]:
        """Return the pairs on which too little evidence was found to decide anything."""
        return tuple(
            (one.objects[0], one.objects[1])
            for one in self.comparisons
            if one.verdict.decision is Decision.INSUFFICIENT
        )


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
    """What it says of two things; None for many, or when something was missing from the question."""
    question: Question | None = None
    standings: Standings | None = None
    """What it says of more than two things."""


@dataclass(frozen=True, slots=True)
class Page:
    """A whole page: a document of an index with its text, or one that a web search found."""

    id: str
    """Stable key: the document's id in an index, the address on the web."""
    title: str = ""
    url: str = ""
    text: str = ""
    """The readable text; empty when only a snippet is known."""
    source: str = ""
    date: str = ""
    sample: bool = False


@dataclass(frozen=True, slots=True)
class PageHit:
    """A page in the list of results for one object."""

    page: Page
    rank: int
    """Place in its list, from 1."""
    score: float
    """The search's own score; higher is better; comparable within one list only."""
    snippet: str
    """A part of the text that answers the query, at most 300 characters, plain text."""
    highlights: tuple[tuple[int, int], ...] = ()
    """Words of the query in ``snippet``: half-open ranges of characters, ascending, disjoint."""


@dataclass(frozen=True, slots=True)
class PageRow:
    """Pages, one per object, that are best read side by side."""

    places: tuple[int, ...]
    """For each object the index of a page in its list of results; -1 for none (only with more than two objects)."""
    score: float


@dataclass(frozen=True, slots=True)
class PageCluster:
    """Rows about one theme."""

    rows: tuple[int, ...]
    """Indices into ``PageComparison.rows``, best first."""
    phrases: tuple[str, ...]
    """Key phrases common to all objects."""
    specific: tuple[tuple[str, ...], ...]
    """For each object the key phrases that are its own."""


@dataclass(frozen=True, slots=True)
class PageComparison:
    """Pages about several objects, set side by side and grouped by theme."""

    objects: tuple[str, ...]
    aspect: str
    """What the pages shall be about; may be empty."""
    results: tuple[tuple[PageHit, ...], ...]
    """For each object its list of results, by ascending rank."""
    rows: tuple[PageRow, ...]
    """By descending score; no page of a list is in two rows."""
    clusters: tuple[PageCluster, ...] = ()
    """By descending salience; each row is in one of them. Empty when only rows were asked for."""
