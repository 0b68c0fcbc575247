"""What was found: sentences where they stand, what each says of two things, points of view in them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from engine.types.claims import Claim, Stance
from engine.types.questions import Span


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
    language: str = ""
    """Tag of BCP 47, such as ``en`` or ``en-GB``; empty when unknown."""


def origin(source: str, document: str) -> str:
    """Return a publisher in words, where the key of a document stands for one that is not known.

    >>> origin("phonearena.com", "cams-08213.1"), origin("cams-10835", "cams-10835")
    ('phonearena.com', 'unnamed text 10835')
    """
    return source if source != document else f"unnamed text {document.rpartition('-')[2]}"


@dataclass(frozen=True, slots=True)
class CorpusSummary:
    """What an index holds."""

    sentences: int
    documents: int
    publishers: tuple[tuple[str, int], ...]
    """Hosts or collections with how many documents they published, the most first, at most ten."""
    languages: tuple[str, ...]
    """Of the documents, those of the most first; one that is not known is left out."""
    since: str
    """Date of the oldest dated document, ISO 8601; empty when none is dated."""
    until: str
    sample: bool
    """Whether all of it was written to show the product."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A sentence that a search found, merged with its exact duplicates."""

    sentence: Sentence
    score: float
    """Retrieval score, > 0, comparable only within one search."""
    document: Document
    """Where the best-scored copy stands, without its sentences."""
    copies: tuple[str, ...] = ()
    """Ids of the sentences with the same text, or nearly the same, in other documents."""
    sources: tuple[str, ...] = ()
    """Distinct sources of all copies, sorted; at least one."""

    @property
    def ids(self) -> frozenset[str]:
        """Return the ids of the sentence and its copies: what was told of one was told of all."""
        return frozenset((self.sentence.id, *self.copies))

    @property
    def publisher(self) -> str:
        """Return the host or collection of its document: ``reddit.com`` of ``reddit.com/r/tea (x)``."""
        source = self.document.source or self.voter
        return "unnamed texts" if source == self.document.id else source.partition("/")[0].rstrip("-0123456789")

    @property
    def voter(self) -> str:
        """Return the source whose vote it is: one for all copies, the same for all sentences of a text put up twice."""
        return self.sources[0] if self.copies or not self.document.source else self.document.source


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

    @property
    def unread(self) -> int:
        """Return how many sentences matched and were cut off at ``k``."""
        return max(0, self.total - sum(1 + len(hit.copies) for hit in self.hits))


class ComparisonInstance(NamedTuple):
    """A sentence and the two objects it may compare: what a classifier is asked about."""

    sentence: str
    first: str
    second: str

    def flipped(self) -> ComparisonInstance:
        """Return the same sentence with the objects exchanged."""
        return ComparisonInstance(self.sentence, self.second, self.first)


@dataclass(frozen=True, slots=True)
class Classification:
    """A classifier's belief about one pairing: four probabilities that sum to 1."""

    first: float
    second: float
    equal: float
    none: float
    markers: tuple[Span, ...] = ()
    """The words that decided, as spans of the sentence (label ``predicate``); empty for models that cannot say."""
    claims: tuple[Claim, ...] = ()
    """What the sentence says of the two objects; empty for models that cannot say."""

    @property
    def probabilities(self) -> dict[Stance, float]:
        """Return the probability of each stance."""
        return dict(zip(Stance, (self.first, self.second, self.equal, self.none), strict=True))

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
        claims = tuple([claim.flipped() for claim in self.claims])
        return Classification(self.second, self.first, self.equal, self.none, self.markers, claims)


class Reading(NamedTuple):
    """What was read of a sentence and two things for one property."""

    instance: ComparisonInstance
    dimension: str
    """As in ``Claim``."""
    words: str
    """The property as the reader was asked for it; ``overall`` for whom the sentence favours."""
    said: Classification
    """Which thing has more of it, with the claim where the sentence was read for all that it says."""
    place: str = ""
    """Id of the sentence; empty when it is not known."""


Doubted = Collection[tuple[str, str, Stance]]
"""Ids of sentences, dimensions of which they have a word, and whom a reader does not find them to put first there."""
Overlooked = Collection[tuple[str, str, Stance]]
"""Ids of sentences, dimensions of which they have a word, and whom a reader finds them to put first there."""

SILENT = Classification(0.0, 0.0, 0.0, 1.0)
"""That a sentence surely says nothing of two things."""


@dataclass(frozen=True, slots=True)
class Argument:
    """A hit that says something about the comparison, weighed."""

    hit: Hit
    classification: Classification
    aspects: tuple[str, ...] = ()
    """Names of the user's aspects that the sentence mentions."""
    weight: float = 0.0
    """What it counts for in the verdict, >= 0: see ``engine.verdict.weights``."""
    score: float = 0.0
    """The ranker's score, >= 0, comparable within one comparison; it orders what is shown; 0 before ranking."""
    convincing: float | None = None
    """How far it convinces who chooses between the two, in [0, 1]; None where that was not judged."""

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
    """The object that more sources name it for; empty where as many do for each."""
    score: float
    """How unlikely it is that the counts differ by chance, >= 0: the sign test's z with continuity correction."""
    first_count: int
    """Sources that name it for the first object."""
    second_count: int
    method: str
    """``comparative``, ``comparative_phrase`` or ``reason``: the method that found ``name``; ``condition`` if it
    limits sentences ("in games") and the verdict depends on it."""
    sentences: tuple[str, ...] = ()
    """Ids of sentences that name it for the object, for the second where it is nobody's, at most five, best first."""
    dimension: str = ""
    """What it is about, for example ``speed``: a name of ``engine.text.lexicon``; empty for other words."""
    members: tuple[str, ...] = ()
    """The words that it is named by, for or against, at most ten, most frequent first: ``faster``, ``slow``, …"""
    contrary: str = ""
    """How the disadvantage is said, for example ``slower``; empty when unknown."""
    against: tuple[str, ...] = ()
    """Ids of sentences that name it for the other object, at most five, best first."""
