"""What requests may hold: frozen models that refuse unknown fields; ``parse`` turns bytes into one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Annotated, Literal, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic_core import from_json

from engine import types
from engine.errors import InputError, shorten

Model = TypeVar("Model", bound=BaseModel)

MAX_CHARS = 10_000
"""Longest single text that is read from a request."""

MAX_CORRECTIONS = 1000
"""Sentences that a person corrects in one comparison."""

MOST_ERRORS = 100
"""With more the first is not looked for: it takes as long as all of them."""

SESSION = r"^[A-Za-z0-9_-]{22,64}$"
"""What a conversation's key looks like: at least 128 random bits in base64url."""

Text = Annotated[str, Field(max_length=MAX_CHARS)]
Name = Annotated[str, Field(min_length=1, max_length=MAX_CHARS)]
Date = Annotated[str, Field(pattern=r"^(\d{4}(-\d{2}){0,2})?$")]
LineId = str | int | Annotated[float, Field(allow_inf_nan=False)]
Language = Annotated[str, Field(pattern=r"^([a-z]{2,3})?$")]
StanceName = Literal["FIRST", "SECOND", "EQUAL", "NONE"]
PartName = Annotated[str, Field(min_length=1, max_length=100)]

_ANYHOW = types.Query()
"""A query that leaves open how to compare."""


class Request(BaseModel):
    """What every request is: frozen, strict, and without fields that nobody knows."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, use_attribute_docstrings=True)


class OnIndex(BaseModel):
    """Says which index is searched."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    index: Annotated[str, Field(max_length=100)] = ""
    """Name of an index; the first one of ``/api/v1/corpus`` when empty."""


class AspectRequest(Request):
    """A point of view that matters to the user."""

    name: Text
    weight: Annotated[int, Field(ge=1, le=5)] = 1
    """Importance, 1 (least) to 5 (most)."""


class AskRequest(OnIndex, Request):
    """A free question."""

    question: Text
    fast: bool = False
    """Weigh fewer sentences."""
    generator: PartName | None = None
    """How to word the answer; see ``/api/v1/components``."""
    length: types.Length = types.Length.CHAT
    """How much to say: one line, about three sentences, or all that is worth a page."""


class ComparedRequest(Request):
    """The things to compare and the points of view that matter."""

    objects: Annotated[tuple[Text, ...], Field(fail_fast=True, max_length=100)]
    """Two different names of at most 100 characters, or more up to ``verdict.maximum_objects``."""
    aspects: Annotated[tuple[AspectRequest, ...], Field(fail_fast=True, max_length=100)] = ()
    """At most ten."""
    since: Date = ""
    """Year, month or day from which sources count; undated ones then do not."""
    until: Date = ""
    """The last year, month or day from which sources count."""
    publisher: Text = ""
    """Host, collection or a word of its name whose sentences count, such as ``reddit.com``; empty for all."""
    without: Annotated[tuple[Text, ...], Field(fail_fast=True, max_length=100)] = ()
    """Hosts, collections or words of their names whose sentences do not count."""
    language: Language = ""
    """Language of the texts whose sentences count, such as ``en``; those of which none is known then do not."""

    def to_query(self, how: types.Query = _ANYHOW) -> types.Query:
        """Return the engine's word for it; ``how`` has what is not said here."""
        period = types.Period(self.since, self.until)
        return replace(
            how,
            objects=self.objects,
            aspects=to_aspects(self.aspects),
            period=period,
            publishers=types.Publishers((self.publisher,) if self.publisher else (), self.without),
            language=self.language,
        )


class _HowRequest(OnIndex, ComparedRequest):
    """How to compare."""

    fast: bool = False
    """Weigh fewer sentences."""
    classifier: PartName | None = None
    """Who says which of the two a sentence favours; see ``/api/v1/components``."""
    ranker: PartName | None = None
    """Who puts the arguments in order; it changes no verdict."""

    def to_query(self, how: types.Query = _ANYHOW) -> types.Query:
        """Return the engine's word for it; ``how`` has what is not said here."""
        return super().to_query(replace(how, fast=self.fast, classifier=self.classifier, ranker=self.ranker))


class CompareRequest(_HowRequest):
    """Things to compare, and how."""

    left_out: Annotated[tuple[Text, ...], Field(fail_fast=True, max_length=MAX_CORRECTIONS)] = ()
    """Ids of sentences that are no evidence, as a person says."""
    corrections: Annotated[dict[Text, StanceName], Field(max_length=MAX_CORRECTIONS)] = {}
    """Id of a sentence → which of the two it favours, as a person says; ``left_out`` prevails."""

    def to_query(self, how: types.Query = _ANYHOW) -> types.Query:
        """Return the engine's word for it; ``how`` has what is not said here."""
        stances = {key: types.Stance(stance) for key, stance in self.corrections.items()}
        corrected = stances | dict.fromkeys(self.left_out, types.Stance.NONE)
        return super().to_query(replace(how, corrections=tuple(sorted(corrected.items()))))


class ReweighRequest(CompareRequest):
    """A comparison to make and word again with other weights, without what a person calls misread."""

    objects: Annotated[tuple[Text, ...], Field(fail_fast=True, max_length=100)] = ()
    """Two different names of at most 100 characters, or more; those of ``question`` when empty."""
    question: Text | None = None
    """What was asked; the answer keeps to it."""
    generator: PartName | None = None
    """How to word the answer; see ``/api/v1/components``."""
    length: types.Length = types.Length.CHAT
    """How much to say: one line, about three sentences, or all that is worth a page."""

    @model_validator(mode="after")
    def _names_something(self) -> Self:
        if not self.objects and self.question is None:
            raise ValueError("give 'objects' or 'question'")
        return self


class FeedbackRequest(OnIndex, Request):
    """What a person says of a sentence, or of an answer, and lets us keep."""

    consent: Literal[True]
    """That it may be kept, without anything about the person."""
    sentences: Annotated[tuple[Name, ...], Field(fail_fast=True, min_length=1, max_length=20)]
    """Ids: of the sentence, or of those that the answer cites."""
    objects: Annotated[tuple[Name, ...], Field(fail_fast=True, max_length=2)] = ()
    """The two things that the sentence compares."""
    words: Annotated[str, Field(max_length=100)] = ""
    """The property that it was read for, ``more reliable``; empty for the two in general."""
    stance: StanceName | None = None
    """What the sentence says, as the person reads it."""
    useful: bool | None = None
    """Whether the answer is."""

    @model_validator(mode="after")
    def _judges_one_thing(self) -> Self:
        if (self.stance is None) == (self.useful is None):
            raise ValueError("give either 'stance' or 'useful'")
        if self.stance and (len(self.sentences), len(self.objects)) != (1, 2):
            raise ValueError("a 'stance' is that of one sentence on two 'objects'")
        return self


class ExplainRequest(CompareRequest):
    """Two things whose comparison to explain, and which sources to show."""

    offset: Annotated[int, Field(ge=0, le=1_000_000)] = 0
    """How many sources to skip, those with the largest votes first."""
    limit: Annotated[int, Field(ge=1, le=100)] = 20
    """The most sources to show, and the most sentences that compare nothing."""


class ChatRequest(Request):
    """What a person says in a conversation."""

    message: Text
    session: Annotated[str, Field(pattern=SESSION)] | None = None
    """The conversation's key; the service makes one when it is null or missing."""
    index: Annotated[str, Field(max_length=100)] | None = None
    """Name of the index to search from now on, empty for the first one; the same as before when null or missing."""


class _Query(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class SessionPath(_Query):
    """Which conversation is meant."""

    session: Annotated[str, Field(pattern=SESSION)]


class IndexQuery(OnIndex, _Query):
    """Which index is meant."""


class SearchQuery(OnIndex, _Query):
    """A search by keywords."""

    q: Annotated[str, Field(max_length=2000)]
    """All words must occur; "quoted words" as a phrase."""
    k: Annotated[int, Field(ge=1, le=500)] = 50
    """The most hits to return."""


class ClaimsQuery(OnIndex, _Query):
    """What a thing is compared with."""

    name: Annotated[str, Field(min_length=1, max_length=MAX_CHARS)]
    """Of the thing, at most 100 characters."""
    offset: Annotated[int, Field(ge=0, le=10_000)] = 0
    """How many of the things that it is compared with most often to leave out."""
    limit: Annotated[int, Field(ge=1, le=50)] = 10
    """The most to return."""


class ContextQuery(OnIndex, _Query):
    """How many neighbours of a sentence to return."""

    before: Annotated[int, Field(ge=0, le=100)] = 3
    after: Annotated[int, Field(ge=0, le=100)] = 3


class Line(BaseModel):
    """A line of a batch; fields that it does not know pass unread."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)

    id: LineId | None = None
    """Comes back with the answer."""


class ParseLine(Line):
    """A text to understand."""

    text: Text


class ClassifyLine(Line):
    """A sentence and the two things it may compare."""

    sentence: Text
    first: Name
    second: Name
    property: Annotated[str, Field(min_length=1, max_length=100)] | None = None
    """Of which the sentence may say who has more; none to ask whom it favours."""


class _PairLine(Line):
    first: Name | None = None
    second: Name | None = None
    aspect: Text | None = None

    def to_query(self, how: types.Query = _ANYHOW) -> types.Query:
        """Return the engine's word for the two things with the one aspect, if any; ``how`` has the rest."""
        aspects = (types.Aspect(self.aspect),) if self.aspect else ()
        return replace(how, objects=(self.first or "", self.second or ""), aspects=aspects)


class RankLine(_PairLine):
    """Sentences to put in order."""

    first: Name
    second: Name
    sentences: Annotated[tuple[Text, ...], Field(fail_fast=True, max_length=100_000)]


class CompareLine(ComparedRequest, Line):
    """Two things to compare on the index."""


class AnswerLine(_PairLine):
    """A question for the index, or two things with the only sentences that count as evidence."""

    question: Text | None = None
    sentences: Annotated[tuple[Text, ...], Field(fail_fast=True, max_length=100_000)] | None = None

    @model_validator(mode="after")
    def _is_one_of_the_forms(self) -> Self:
        if self.sentences is None and self.question is None:
            raise ValueError("give either 'question', or 'first', 'second' and 'sentences'")
        if self.sentences is not None and (self.first is None or self.second is None):
            raise ValueError("'sentences' need 'first' and 'second'")
        return self


def to_aspects(aspects: Iterable[AspectRequest]) -> tuple[types.Aspect, ...]:
    """Return the engine's words for aspects."""
    return tuple(types.Aspect(aspect.name, aspect.weight) for aspect in aspects)


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


def _fields(model: type[BaseModel]) -> str:
    return ", ".join(field.alias or name for name, field in model.model_fields.items())


def _explain(error: ValidationError, model: type[BaseModel]) -> str:
    if error.error_count() > MOST_ERRORS:
        return f"Of the fields of this request {error.error_count():,} cannot be used. Known: {_fields(model)}."
    first = error.errors(include_url=False)[0]
    path = ".".join(str(part) for part in first["loc"])
    known = f" Known: {_fields(model)}." if len(first["loc"]) == 1 else ""
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
