"""JSON of what the page asks for as it goes: what was read, a comparison stage by stage, names to complete."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Self

from pydantic import Field, model_validator
from typing_extensions import TypedDict

from engine import types
from engine.schemas.requests import AspectRequest, Date, PartName, Request, Text, _Query, to_aspects
from engine.schemas.responses import _shape
from engine.schemas.shapes import CorpusInShort, Example, show

__all__ = [
    "Corpus",
    "Publisher",
    "Stage",
    "StreamRequest",
    "SuggestQuery",
    "Suggestion",
    "Suggestions",
    "corpus",
    "suggestions",
]


class StreamRequest(Request):
    """A free question, or the things to compare; and how."""

    question: Text | None = None
    objects: Annotated[tuple[Text, ...] | None, Field(max_length=100)] = None
    """Instead of a question: different names of at most 100 characters."""
    aspects: Annotated[tuple[AspectRequest, ...], Field(max_length=100)] = ()
    """At most ten; of a question, they replace those that it names."""
    since: Date = ""
    """Year, month or day from which sources count; undated ones then do not."""
    until: Date = ""
    """The last year, month or day from which sources count."""
    publisher: Text = ""
    """Host or collection whose sentences count, such as ``reddit.com``; empty for all."""
    fast: bool = False
    """Weigh fewer sentences."""
    classifier: PartName | None = None
    ranker: PartName | None = None
    generator: PartName | None = None

    def to_query(self) -> types.Query:
        """Return the engine's word for it, as far as it is said; a question names the things itself."""
        return types.Query(
            self.objects or (),
            to_aspects(self.aspects),
            types.Period(self.since, self.until),
            publisher=self.publisher,
            fast=self.fast,
            classifier=self.classifier,
            ranker=self.ranker,
        )

    @model_validator(mode="after")
    def _asks_one_thing(self) -> Self:
        if (self.question is None) == (self.objects is None):
            raise ValueError("give either 'question' or 'objects'")
        return self


class SuggestQuery(_Query):
    """The beginning of a name."""

    q: Annotated[str, Field(max_length=100)] = ""
    """What was typed so far; empty for the names most often compared."""
    beside: Annotated[str, Field(max_length=100)] = ""
    """A thing that is chosen already: what is compared with it comes first."""
    k: Annotated[int, Field(ge=1, le=20)] = 8
    """The most names to return."""


@_shape
class Stage(TypedDict):
    """A finished stage of a comparison of two things."""

    objects: list[str]
    name: str
    found: int
    took_s: float


@_shape
class Suggestion(TypedDict):
    """A name that sentences of the index compare."""

    name: str
    sentences: int
    """How many sentences were seen that compare it; beside another name, how many compare the two."""


@_shape
class Suggestions(TypedDict):
    """Names that begin as what was typed."""

    query: str
    ready: bool
    """False while the names are still being collected; ask again."""
    names: list[Suggestion]


def suggestions(query: str, names: Sequence[tuple[str, int]], *, ready: bool) -> Suggestions:
    """Show names with the number of their sentences."""
    return {"query": query, "ready": ready, "names": [{"name": name, "sentences": n} for name, n in names]}


@_shape
class Publisher(TypedDict):
    """A host or collection whose documents were read."""

    name: str
    documents: int


@_shape
class Corpus(CorpusInShort):
    """What the index holds."""

    ready: bool
    """False while it is still being looked at, and when the index cannot say; the numbers are 0 then."""
    publishers: list[Publisher]
    """Those of the most documents, at most ten."""
    examples: list[Example]


def corpus(summary: types.CorpusSummary | None, comparisons: Sequence[types.Comparison]) -> Corpus:
    """Show what an index holds."""
    known = summary or types.CorpusSummary(0, 0, (), "", "", sample=False)
    publishers: list[Publisher] = [{"name": name, "documents": n} for name, n in known.publishers]
    examples = [show(comparison, Example) for comparison in comparisons]
    return show(known, Corpus, ready=summary is not None, publishers=publishers, examples=examples)
