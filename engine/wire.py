"""JSON in one place: what requests may hold, what responses look like, and the error shape of every door.

A request is a frozen model that refuses unknown fields; ``parse`` turns bytes into one. A response is a ``TypedDict``
named like the word of ``engine.types`` it shows, built by the function of the same name in lower case:
``wire.comparison(comparison) -> wire.Comparison``. The OpenAPI document is derived from both.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, NotRequired, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator, with_config
from pydantic_core import from_json
from typing_extensions import TypedDict

from engine import registry, types
from engine.config import Config
from engine.errors import EngineError, InputError, shorten

Model = TypeVar("Model", bound=BaseModel)

MAX_CHARS = 10_000
"""Longest single text that is read from a request."""

PER_STANCE = 5
"""How many arguments of each stance a pair of several objects shows."""

PER_SOURCE = 10
"""How many sentences of a source an explanation shows."""

SESSION = r"^[A-Za-z0-9_-]{22,64}$"
"""What a conversation's key looks like: at least 128 random bits in base64url."""

Text = Annotated[str, Field(max_length=MAX_CHARS)]
Name = Annotated[str, Field(min_length=1, max_length=MAX_CHARS)]
LineId = str | int | Annotated[float, Field(allow_inf_nan=False)]
PartName = Annotated[str, Field(min_length=1, max_length=100)]


# ---------------------------------------------------------------------------------------------------------- requests


class _Request(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, use_attribute_docstrings=True)


class AspectRequest(_Request):
    """A point of view that matters to the user."""

    name: Text
    weight: Annotated[int, Field(ge=1, le=5)] = 1
    """Importance, 1 (least) to 5 (most)."""


class AskRequest(_Request):
    """A free question."""

    question: Text
    fast: bool = False
    """Weigh fewer sentences."""
    generator: PartName | None = None
    """How to word the answer; see ``/api/v1/components``."""


class ComparedRequest(_Request):
    """The things to compare and the points of view that matter."""

    objects: Annotated[tuple[Text, ...], Field(max_length=100)]
    """Two different names of at most 100 characters, or more up to ``verdict.maximum_objects``."""
    aspects: Annotated[tuple[AspectRequest, ...], Field(max_length=100)] = ()
    """At most ten."""

    def to_aspects(self) -> tuple[types.Aspect, ...]:
        """Return the engine's words for the aspects."""
        return tuple(types.Aspect(aspect.name, aspect.weight) for aspect in self.aspects)


class CompareRequest(ComparedRequest):
    """Things to compare, and how."""

    fast: bool = False
    """Weigh fewer sentences."""
    classifier: PartName | None = None
    """Who says which of the two a sentence favours; see ``/api/v1/components``."""
    ranker: PartName | None = None


class ExplainRequest(CompareRequest):
    """Two things whose comparison to explain, and which sources to show."""

    offset: Annotated[int, Field(ge=0, le=1_000_000)] = 0
    """How many sources to skip, those with the largest votes first."""
    limit: Annotated[int, Field(ge=1, le=100)] = 20
    """The most sources to show, and the most sentences that compare nothing."""


class ChatRequest(_Request):
    """What a person says in a conversation."""

    message: Text
    session: Annotated[str, Field(pattern=SESSION)] | None = None
    """The conversation's key; the service makes one when it is null or missing."""


class _Query(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class SearchQuery(_Query):
    """A search by keywords."""

    q: Annotated[str, Field(max_length=2000)]
    """All words must occur; "quoted words" as a phrase."""
    k: Annotated[int, Field(ge=1, le=500)] = 50
    """The most hits to return."""


class ContextQuery(_Query):
    """How many neighbours of a sentence to return."""

    before: Annotated[int, Field(ge=0, le=100)] = 3
    after: Annotated[int, Field(ge=0, le=100)] = 3


class Line(BaseModel):
    """A line of a batch; fields that it does not know pass unread."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)

    id: LineId | None = None
    """Comes back with the answer."""


class ReadLine(Line):
    """A text to understand."""

    text: Text


class WeighLine(Line):
    """A sentence and the two things it may compare."""

    sentence: Text
    first: Name
    second: Name


class _OneAspectLine(Line):
    aspect: Text | None = None

    def to_aspects(self) -> tuple[types.Aspect, ...]:
        """Return the one aspect, or none."""
        return (types.Aspect(self.aspect),) if self.aspect else ()


class RankLine(_OneAspectLine):
    """Sentences to put in order."""

    first: Name
    second: Name
    sentences: Annotated[tuple[Text, ...], Field(max_length=100_000)]


class CompareLine(ComparedRequest, Line):
    """Two things to compare on the index."""


class AnswerLine(_OneAspectLine):
    """A question for the index, or two things with the only sentences that count as evidence."""

    question: Text | None = None
    first: Name | None = None
    second: Name | None = None
    sentences: Annotated[tuple[Text, ...], Field(max_length=100_000)] | None = None

    @model_validator(mode="after")
    def _is_one_of_the_forms(self) -> Self:
        if self.sentences is None and self.question is None:
            raise ValueError("give either 'question', or 'first', 'second' and 'sentences'")
        if self.sentences is not None and (self.first is None or self.second is None):
            raise ValueError("'sentences' need 'first' and 'second'")
        return self


def parse(model: type[Model], raw: bytes | str) -> Model:
    """Read a request from JSON.

    Args:
        model: What it should be.
        raw: JSON in UTF-8.

    Raises:
        InputError: It is something else; the message names the field by its path.
    """
    try:
        return model.model_validate_json(raw)
    except ValidationError as error:
        raise InputError(_explain(error, model)) from error


def id_of(raw: bytes) -> LineId | None:
    """Return the id of a line that ``parse`` refused, as far as it can be read; None when it cannot."""
    try:
        value = from_json(raw.decode("utf-8", "replace"), allow_inf_nan=False, allow_partial=True)
    except ValueError:
        return None
    try:
        return Line.model_validate(value).id
    except ValidationError:
        return None


def parse_query(model: type[Model], values: Mapping[str, str]) -> Model:
    """Read a request from the parameters of a URL; see ``parse``."""
    try:
        return model.model_validate(dict(values))
    except ValidationError as error:
        raise InputError(_explain(error, model)) from error


def _explain(error: ValidationError, model: type[BaseModel]) -> str:
    first = error.errors(include_url=False)[0]
    path = ".".join(str(part) for part in first["loc"])
    fields = (field.alias or name for name, field in model.model_fields.items())
    known = f" Known: {', '.join(fields)}." if len(first["loc"]) == 1 else ""
    reason = first["msg"].removeprefix("Value error, ")
    match first["type"]:
        case "json_invalid":
            return f"This is not valid JSON in UTF-8 ({first['ctx']['error']}). Send one JSON object."
        case "missing":
            return f"The field {path!r} is missing.{known}"
        case "extra_forbidden":
            return f"There is no field {shorten(path)!r}.{known}"
        case "string_pattern_mismatch" if path == "session":
            return "The field 'session' is not the key of a conversation. Leave it out to begin a new one."
    if not path:
        return f"Cannot use this request: {reason[:1].lower()}{reason[1:]}."
    return f"The field {path!r} is {shorten(repr(first['input']))}: {reason[:1].lower()}{reason[1:]}."


# --------------------------------------------------------------------------------------------------------- responses

_shape = with_config(ConfigDict(extra="forbid", use_attribute_docstrings=True))


@_shape
class Span(TypedDict):
    """A labelled stretch of a text, half-open in characters."""

    start: int
    end: int
    text: str
    label: Literal["object", "aspect", "predicate"]


@_shape
class Question(TypedDict):
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
class Argument(Hit):
    """A sentence that says something about the comparison."""

    stance: Literal["FIRST", "SECOND", "EQUAL", "NONE"]
    confidence: float
    aspects: list[str]
    """The asked aspects that it names."""


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
    markers: Annotated[list[Span], Field(description="The words that decided, where the classifier can tell.")]


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
    """A numbered source and which words of the answer it supports."""

    n: int
    """Shown as ``[n]`` in the answer."""
    sources: int
    """How many sources carry the same sentence."""
    claim_start: int
    claim_end: int


@_shape
class Answer(TypedDict):
    """What the user reads, and what it rests on."""

    answer: str
    generator: str
    citations: list[Citation]
    spans: list[Span]
    question: Question | None
    comparison: Comparison | None
    """Of two things."""
    standings: Standings | None
    """Of more than two."""


class Payload(_Request):
    """What an action adds to its text: sources, and the comparison they come from, by its request."""

    citations: tuple[Citation, ...] = ()
    comparison: ComparedRequest | None = None


@_shape
class Button(TypedDict):
    """A suggestion: what it shows, and what is sent when it is chosen."""

    title: str
    message: str


@_shape
class Reply(TypedDict):
    """One thing the service says in a conversation."""

    text: str
    buttons: list[Button]
    citations: list[Citation]
    comparison: Comparison | None
    """Of two things, with the best twenty arguments of each stance and those that an aspect names."""
    standings: Standings | None
    """Of more than two."""
    degraded: bool
    """True when the dialogue did not answer and this is said in its place."""


@_shape
class Chat(TypedDict):
    """A turn of a conversation."""

    session: str
    replies: list[Reply]


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


@_shape
class Role(TypedDict):
    """The parts that can fill a role."""

    default: str
    names: list[str]


@_shape
class Components(TypedDict):
    """All parts by role."""

    components: dict[str, Role]


@_shape
class Health(TypedDict):
    """The process is alive."""

    status: Literal["ok"]


@_shape
class PartState(TypedDict):
    """Whether a part of the service can be used."""

    ready: bool
    detail: str


@_shape
class Readiness(TypedDict):
    """Whether the service can answer."""

    ready: bool
    parts: dict[str, PartState]


@_shape
class Failure(TypedDict):
    """What went wrong."""

    code: str
    """Stable name for programs."""
    message: str
    """One or two sentences for people."""
    status: int
    """The HTTP status."""


@_shape
class Error(TypedDict):
    """The one shape of every error."""

    error: Failure
    request_id: NotRequired[str]


@_shape
class LineError(TypedDict):
    """What a bad line of a batch gives."""

    id: LineId | None
    """Null when the line does not tell."""
    error: Failure


def span(span: types.Span) -> Span:
    """Show a span."""
    return {"start": span.start, "end": span.end, "text": span.text, "label": span.label.value}


def question(question: types.Question) -> Question:
    """Show what was understood."""
    return {
        "text": question.text,
        "comparative": question.comparative,
        "probability": question.probability,
        "kind": question.kind.value,
        "spans": [span(found) for found in question.spans],
        "objects": list(question.objects),
        "aspects": list(question.aspects),
        "predicates": list(question.predicates),
    }


def source(hit: types.Hit) -> Source:
    """Show where a sentence stands."""
    sentence, document = hit.sentence, hit.document
    return {
        "sentence": sentence.text,
        "sentence_id": sentence.id,
        "document": sentence.document,
        "position": sentence.position,
        "title": document.title,
        "url": document.url,
        "source": document.source,
        "date": document.date,
        "sample": document.sample,
    }


def hit(hit: types.Hit, *, score: float | None = None) -> Hit:
    """Show a hit.

    Args:
        hit: The hit.
        score: A score to show instead of the search's.
    """
    return {
        **source(hit),
        "score": hit.score if score is None else score,
        "copies": list(hit.copies),
        "sources": list(hit.sources),
    }


def argument(argument: types.Argument) -> Argument:
    """Show an argument; its score is the ranker's."""
    return {
        **hit(argument.hit, score=argument.score),
        "stance": argument.stance.value,
        "confidence": argument.classification.confidence,
        "aspects": list(argument.aspects),
    }


def comparison(comparison: types.Comparison, *, per_stance: int | None = None) -> Comparison:
    """Show a comparison.

    Args:
        comparison: What was found out.
        per_stance: The most arguments to show of each stance, the best, and those that a mined aspect names; all
            when None.
    """
    verdict = comparison.verdict
    counts = Counter(argument.stance for argument in comparison.arguments)
    return {
        "objects": list(comparison.objects),
        "aspects": [
            {
                "name": mined.name,
                "object": mined.object,
                "score": mined.score,
                "first_count": mined.first_count,
                "second_count": mined.second_count,
                "method": mined.method,
                "sentences": list(mined.sentences),
                "dimension": mined.dimension,
                "members": list(mined.members),
                "contrary": mined.contrary,
                "against": list(mined.against),
            }
            for mined in comparison.mined
        ],
        "asked": _asked(comparison.aspects),
        "winner": verdict.winner,
        "decision": verdict.decision.value,
        "confidence": verdict.confidence,
        "interval": verdict.interval,
        "shares": [share(each) for each in verdict.shares],
        "sources": verdict.sources,
        "minimum_sources": verdict.minimum_sources,
        "depends": [share(each) for each in verdict.depends],
        "retrieved": comparison.retrieved,
        "counts": {stance.value: counts[stance] for stance in types.Stance},
        "arguments": [argument(shown) for shown in _best(comparison, per_stance)],
        "timings_s": dict(comparison.timings_s),
        "notice": comparison.notice,
    }


def share(share: types.Share) -> Share:
    """Show how the evidence on an aspect divides."""
    return {
        "aspect": share.aspect,
        "first": share.first,
        "second": share.second,
        "arguments": share.arguments,
        "sources": share.sources,
        "decision": share.decision.value,
    }


def _asked(aspects: Sequence[types.Aspect]) -> list[Aspect]:
    return [{"name": aspect.name, "weight": aspect.weight} for aspect in aspects]


def _best(comparison: types.Comparison, per_stance: int | None) -> Sequence[types.Argument]:
    if per_stance is None:
        return comparison.arguments
    named = {sentence_id for mined in comparison.mined for sentence_id in (*mined.sentences, *mined.against)}
    seen: Counter[types.Stance] = Counter()
    shown = []
    for candidate in comparison.arguments:
        seen[candidate.stance] += 1
        if seen[candidate.stance] <= per_stance or candidate.hit.sentence.id in named:
            shown.append(candidate)
    return shown


def standings(standings: types.Standings, *, per_stance: int = PER_STANCE) -> Standings:
    """Show the order of more than two things.

    Args:
        standings: What was found out.
        per_stance: As for a comparison, in each pair.
    """
    return {
        "objects": list(standings.objects),
        "asked": _asked(standings.aspects),
        "orders": [
            {
                "aspect": order.aspect,
                "decision": order.outcome.value,
                "winner": order.winner,
                "confidence": order.confidence,
                "places": [place(each) for each in order.places],
            }
            for order in standings.orders
        ],
        "cycle": list(standings.cycle),
        "missing": list(standings.missing),
        "comparisons": [comparison(each, per_stance=per_stance) for each in standings.comparisons],
        "timings_s": dict(standings.timings_s),
    }


def place(place: types.Place) -> Place:
    """Show where an object stands."""
    return {
        "object": place.object,
        "rank": place.rank,
        "ranks": place.ranks,
        "best": place.best,
        "share": place.share,
        "sources": place.sources,
    }


def compared(found: types.Comparison | types.Standings) -> Comparison | Standings:
    """Show what was found out about two things, whole, or about more, in short."""
    return standings(found) if isinstance(found, types.Standings) else comparison(found)


def explanation(explanation: types.Explanation, *, offset: int = 0, limit: int = 20) -> Explanation:
    """Show why a comparison ended as it did.

    Args:
        explanation: The reasons.
        offset: How many sources to skip.
        limit: The most sources to show, and the most sentences that compare nothing.
    """
    verdict, votes = explanation.comparison.verdict, explanation.votes
    return {
        "objects": list(explanation.comparison.objects),
        "winner": verdict.winner,
        "decision": verdict.decision.value,
        "confidence": verdict.confidence,
        "interval": verdict.interval,
        "share": share(verdict.shares[0]),
        "first_votes": sum(vote.first for vote in votes),
        "second_votes": sum(vote.second for vote in votes),
        "offset": offset,
        "votes": [source_vote(vote) for vote in votes[offset : offset + limit]],
        "left_out": {
            "none": len(explanation.left_out),
            "questions": explanation.questions,
            "copies": explanation.copies,
            "unread": explanation.unread,
            "sentences": [weighed(one) for one in explanation.left_out[:limit]],
        },
        "without_strongest": _without(explanation),
    }


def source_vote(vote: types.SourceVote) -> SourceVote:
    """Show how one source votes."""
    return {
        "source": vote.source,
        "first": vote.first,
        "second": vote.second,
        "share_without": vote.share_without,
        "said": [{**weighed(one), "outvoted": vote.is_outvoted(one)} for one in vote.arguments[:PER_SOURCE]],
        "sentences": len(vote.arguments),
    }


def weighed(one: types.Argument) -> Weighed:
    """Show a sentence with all that was thought of it."""
    return {
        **argument(one),
        "probabilities": {stance.value: p for stance, p in one.classification.probabilities.items()},
        "markers": [span(found) for found in one.classification.markers],
    }


def _without(explanation: types.Explanation) -> Without | None:
    verdict = explanation.without_strongest
    if verdict is None:
        return None
    return {
        "source": explanation.votes[0].source,
        "decision": verdict.decision.value,
        "winner": verdict.winner,
        "confidence": verdict.confidence,
        "interval": verdict.interval,
        "share": share(verdict.shares[0]),
    }


def citation(citation: types.Citation) -> Citation:
    """Show a citation."""
    return {
        **source(citation.hit),
        "n": citation.n,
        "sources": len(citation.hit.sources),
        "claim_start": citation.claim_start,
        "claim_end": citation.claim_end,
    }


def answer(answer: types.Answer) -> Answer:
    """Show an answer."""
    return {
        "answer": answer.text,
        "generator": answer.generator,
        "citations": [citation(cited) for cited in answer.citations],
        "spans": [span(found) for found in answer.spans],
        "question": None if answer.question is None else question(answer.question),
        "comparison": None if answer.comparison is None else comparison(answer.comparison),
        "standings": None if answer.standings is None else standings(answer.standings),
    }


def sentence(sentence: types.Sentence) -> Sentence:
    """Show a sentence."""
    return {
        "id": sentence.id,
        "text": sentence.text,
        "document": sentence.document,
        "position": sentence.position,
    }


def document(document: types.Document) -> Document:
    """Show a document."""
    return {
        "id": document.id,
        "title": document.title,
        "url": document.url,
        "source": document.source,
        "date": document.date,
        "sample": document.sample,
        "sentences": [sentence(shown) for shown in document.sentences],
    }


def context(sentence_id: str, sentences: Sequence[types.Sentence]) -> Context:
    """Show a sentence with its neighbours, at least itself."""
    return {
        "sentence_id": sentence_id,
        "document": sentences[0].document,
        "sentences": [sentence(shown) for shown in sentences],
    }


def search(query: str, result: types.SearchResult) -> Search:
    """Show what a search found."""
    return {
        "query": query,
        "total": result.total,
        "hits": [hit(found) for found in result.hits],
        "took_s": result.took_s,
        "notice": result.notice,
    }


def components(config: Config) -> Components:
    """List the parts by role, with those that a configuration chooses."""
    return {
        "components": {role: {"default": name, "names": registry.names(role)} for role, name in config.parts.items()}
    }


def failure(error: EngineError) -> Failure:
    """Show an error."""
    return {"code": error.code, "message": str(error), "status": error.status}


def line_error(line_id: LineId | None, error: EngineError) -> LineError:
    """Show why a line of a batch has no answer."""
    return {"id": line_id, "error": failure(error)}


def dump(value: Any) -> bytes:
    """Return a response as JSON in UTF-8.

    A lone surrogate, which UTF-8 cannot hold, is written as its escape.

    Raises:
        ValueError: A number is not finite.
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    try:
        return text.encode()
    except UnicodeEncodeError:
        return json.dumps(value, allow_nan=False, separators=(",", ":")).encode()
