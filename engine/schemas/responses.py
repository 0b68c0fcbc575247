"""What responses look like: a ``TypedDict`` for each word of ``engine.types`` that is shown."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict

from engine.types.document import Blocks

_shape = with_config(ConfigDict(extra="forbid", use_attribute_docstrings=True))


@_shape
class Span(TypedDict):
    """A labelled stretch of a text, half-open in characters."""

    start: int
    end: int
    text: str
    label: Literal["object", "aspect", "predicate"]


@_shape
class Asked(TypedDict):
    """The relation that a question asks for."""

    kind: Literal["overall", "property", "use", "difference", "against"]
    dimension: str
    """What is compared in, such as price; ``overall``, or the words themselves where it has no name."""
    end: Literal["more", "less"]
    """Whether more or less of the dimension's good or high end is asked for."""
    words: str
    """The property as asked, such as ``more expensive``; may be empty."""
    use: str
    """The use, persons or time that limit the question; may be empty."""


@_shape
class ParsedText(TypedDict):
    """What was understood of a question."""

    text: str
    comparative: bool
    probability: float
    """That the text is comparative, 0 to 1."""
    kind: str
    spans: list[Span]
    objects: list[str]
    aspects: list[str]
    predicates: list[str]
    asked: Asked


@_shape
class Aspect(TypedDict):
    """A point of view the user asked for."""

    name: str
    weight: int


@_shape
class MinedAspect(TypedDict):
    """An aspect found in the evidence, with the object it speaks for."""

    name: str
    object: str
    score: float
    first_count: int
    second_count: int
    method: str
    sentences: list[str]
    """Ids of sentences that name it for the object."""
    dimension: Annotated[str, Field(description="What it is about, such as speed; empty for words of no dimension.")]
    members: Annotated[list[str], Field(description="The words that it is named by, most frequent first.")]
    contrary: Annotated[str, Field(description="How the disadvantage is said, such as slower; may be empty.")]
    against: Annotated[list[str], Field(description="Ids of sentences that name it for the other object.")]


@_shape
class Share(TypedDict):
    """How the evidence on one aspect, or on all, divides."""

    aspect: str
    """Empty for the comparison as a whole."""
    first: float
    second: float
    arguments: int
    sources: int
    decision: str


@_shape
class Source(TypedDict):
    """A sentence of the index and where it stands."""

    sentence: Annotated[str, Field(description="Its text, word for word.")]
    sentence_id: str
    document: Annotated[str, Field(description="Id of the document it stands in.")]
    position: Annotated[int, Field(description="Its place in the document, from 0.")]
    title: str
    url: str
    source: Annotated[str, Field(description="Who published it: the unit that has one vote.")]
    date: Annotated[str, Field(description="ISO 8601; empty when unknown.")]
    sample: Annotated[bool, Field(description="True for text that was written to show the product.")]


@_shape
class Hit(Source):
    """A sentence that a search found."""

    score: float
    copies: Annotated[list[str], Field(description="Ids of sentences with the same text in other documents.")]
    sources: Annotated[list[str], Field(description="Who published it, all copies counted.")]


@_shape
class Claim(TypedDict):
    """Who has more of what, as one sentence says it of two things."""

    dimension: str
    """What the claim is about: ``overall``, a name of the aspect lexicon, or the words themselves."""
    words: str
    """The property that was read; empty for ``overall``."""
    more: Literal["FIRST", "SECOND", "EQUAL", "NONE"]
    """Which one has more of it."""
    favours: Literal["FIRST", "SECOND", "EQUAL", "NONE"]
    """Which one comes off better by it."""
    modality: str
    """asserted, hedged, reported, hypothetical, wish, question, denied or past."""
    condition: str
    """Words of the sentence that limit it; empty when nothing does."""
    confidence: float
    """0 to 1."""


@_shape
class Argument(Hit):
    """A sentence that says something about the comparison."""

    stance: Literal["FIRST", "SECOND", "EQUAL", "NONE"]
    confidence: float
    weight: Annotated[float, Field(description="What it counts for in the verdict; the score only orders.")]
    aspects: list[str]
    """The asked aspects that it names."""
    markers: Annotated[list[Span], Field(description="The words that decided, where the classifier can tell.")]
    marks: list[tuple[int, int, Literal["first", "second", "aspect", "predicate"]]]
    """What its words name, the two objects and asked aspects, and those that decided: half-open ranges, ascending,
    disjoint."""


@_shape
class Comparison(TypedDict):
    """Everything that was found out about two things."""

    objects: list[str]
    aspects: list[MinedAspect]
    """Found in the evidence."""
    asked: list[Aspect]
    winner: str | None
    decision: Literal["first", "second", "equal", "undecided", "insufficient"]
    confidence: float
    interval: tuple[float, float]
    """Of the first object's share."""
    shares: list[Share]
    """The whole first, then one per asked aspect."""
    sources: int
    minimum_sources: int
    depends: list[Share]
    """Asked and mined aspects on which an object is ahead that has not won."""
    retrieved: int
    """Sentences of the index that name both."""
    counts: dict[str, int]
    """How many arguments there are of each stance, shown or not."""
    arguments: list[Argument]
    timings_s: dict[str, float]
    notice: str
    """What to tell the user when not all of the index could be searched; empty when it was."""


@_shape
class Weighed(Argument):
    """A sentence with all that was thought of it."""

    probabilities: Annotated[dict[str, float], Field(description="Of each stance.")]


@_shape
class Said(Weighed):
    """What a source says."""

    outvoted: bool
    """Whether it speaks for the other object than most of what the source says."""


@_shape
class SourceVote(TypedDict):
    """How one source votes, and by what."""

    source: str
    first: float
    """Its vote for the first object; all sources have one vote on average."""
    second: float
    share_without: float
    """The first object's share of all votes if this source were silent."""
    said: list[Said]
    """Its strongest sentences."""
    sentences: int
    """How many it has, shown or not."""


@_shape
class LeftOut(TypedDict):
    """What did not count."""

    none: int
    """Sentences that compare nothing, as it seems."""
    questions: int
    copies: int
    """Repeated word for word elsewhere; they add to the sources of the sentence they copy."""
    unread: int
    """Beyond the depth of the search."""
    sentences: list[Weighed]
    """Some of those that compare nothing, the most doubtful first."""


@_shape
class Without(TypedDict):
    """The verdict if the source with the largest vote were silent."""

    source: str
    decision: str
    winner: str | None
    confidence: float
    interval: tuple[float, float]
    share: Share


@_shape
class Explanation(TypedDict):
    """Why a comparison ended as it did, sentence by sentence."""

    objects: list[str]
    winner: str | None
    decision: Literal["first", "second", "equal", "undecided", "insufficient"]
    confidence: float
    interval: tuple[float, float]
    share: Share
    """Of all votes: ``first`` is votes for the first object / all votes."""
    first_votes: float
    second_votes: float
    offset: int
    votes: list[SourceVote]
    """Those asked for, the largest first; ``share`` tells how many sources there are."""
    left_out: LeftOut
    without_strongest: Without | None


@_shape
class Place(TypedDict):
    """Where an object stands among others."""

    object: str
    rank: int | None
    """From 1, the best; null when too little is known to place it."""
    ranks: tuple[int, int]
    """Interval of the rank."""
    best: float
    """Probability that it is the best of those placed."""
    share: float
    """Share of the votes that it would get against the others, on average."""
    sources: int


@_shape
class Order(TypedDict):
    """The objects in order, on one aspect or on all."""

    aspect: str
    """Empty for the comparison as a whole."""
    decision: Literal["winner", "equal", "undecided", "insufficient"]
    winner: str | None
    confidence: float
    places: list[Place]
    """Best first, those without a rank last."""


@_shape
class Standings(TypedDict):
    """Everything that was found out about more than two things."""

    objects: list[str]
    asked: list[Aspect]
    orders: list[Order]
    """The whole first, then one per asked aspect."""
    cycle: list[str]
    """Objects of which each beats the next, and the last one the first."""
    missing: list[tuple[str, str]]
    """Pairs on which too little evidence was found."""
    comparisons: list[Comparison]
    """One per pair, with the best arguments of each stance and those that an aspect names."""
    timings_s: dict[str, float]


@_shape
class Citation(Source):
    """A numbered source of an answer."""

    number: int
    """Of the quotes, statements and references in the answer that it supports."""
    sources: int
    """How many sources carry the same sentence."""


@_shape
class Outcome(TypedDict):
    """How the evidence on a question ends."""

    about: Literal["asked", "overall"]
    """Whether it is about the property that was asked for, or about the two in general."""
    decision: str
    winner: str | None
    """Who comes off better; of a property the thing that the asked words are true of."""
    confidence: float
    interval: list[float]
    """Of the first object's share."""
    sources: int
    yes: bool | None
    """The answer to a yes-or-no question for a property; null where there is none."""


@_shape
class Answer(TypedDict):
    """What the user reads, and what it rests on."""

    answer: str
    """The blocks as plain text."""
    blocks: Blocks
    """What to draw; nothing needs to be parsed."""
    citations: list[Citation]
    generator: str
    question: ParsedText | None
    asked: Asked
    verdict: Outcome | None
    """On what was asked; null without a comparison of two things."""
    overall: Outcome | None
    """On the two in general."""
    comparison: Comparison | None
    """Of two things."""
    standings: Standings | None
    """Of more than two."""


@_shape
class Sentence(TypedDict):
    """A sentence where it stands."""

    id: str
    text: str
    document: str
    position: int


@_shape
class Document(TypedDict):
    """A document with its sentences in order."""

    id: str
    title: str
    url: str
    source: str
    date: str
    language: str
    """Tag of BCP 47, such as ``en``; empty when unknown."""
    sample: bool
    sentences: list[Sentence]


@_shape
class Context(TypedDict):
    """A sentence with its neighbours in document order."""

    sentence_id: str
    document: str
    sentences: list[Sentence]


@_shape
class Search(TypedDict):
    """What a search found."""

    query: str
    total: int
    hits: list[Hit]
    took_s: float
    notice: str
    """What to tell the user when not all of the index could be searched; empty when it was."""
