"""JSON of what the page asks for as it goes: what was read, a comparison stage by stage, names to complete."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Self

from pydantic import Field, model_validator

from engine import types
from engine.schemas.requests import OnIndex, PartName, Text, _HowRequest, _Query
from engine.schemas.responses import Shape
from engine.schemas.shapes import CorpusInShort, Example, show


class StreamRequest(_HowRequest):
    """A free question, or the things to compare; and how."""

    objects: Annotated[tuple[Text, ...], Field(max_length=100)] = ()
    """Instead of a question: different names of at most 100 characters."""
    question: Text | None = None
    """Its things and points of view are compared; ``aspects`` replace these."""
    generator: PartName | None = None
    """How to word the answer; see ``/api/v1/components``."""

    @model_validator(mode="after")
    def _asks_one_thing(self) -> Self:
        if (self.question is None) == (not self.objects):
            raise ValueError("give either 'question' or 'objects'")
        return self


class SuggestQuery(OnIndex, _Query):
    """The beginning of a name."""

    q: Annotated[str, Field(max_length=100)] = ""
    """What was typed so far; empty for the names most often compared."""
    beside: Annotated[str, Field(max_length=100)] = ""
    """A thing that is chosen already: what is compared with it comes first."""
    k: Annotated[int, Field(ge=1, le=20)] = 8
    """The most names to return."""


class Stage(Shape):
    """A finished stage of a comparison of two things."""

    objects: list[str]
    name: str
    found: int
    took_s: float


class Suggestion(Shape):
    """A name that sentences of the index compare."""

    name: str
    sentences: int
    """How many sentences were seen that compare it; beside another name, how many compare the two."""


class Suggestions(Shape):
    """Names that begin as what was typed."""

    query: str
    ready: bool
    """False while the names are still being collected; ask again."""
    names: list[Suggestion]


def suggestions(query: str, names: Sequence[tuple[str, int]], *, ready: bool) -> Suggestions:
    """Show names with the number of their sentences."""
    return {"query": query, "ready": ready, "names": [{"name": name, "sentences": n} for name, n in names]}


class Publisher(Shape):
    """A host or collection whose documents were read."""

    name: str
    documents: int


class Corpus(CorpusInShort):
    """What an index holds."""

    index: str
    """Its name."""
    indices: list[str]
    """The names of all that can be searched; the first where none is named."""
    uploads: str
    """The one that takes texts of people; empty when none does."""
    ready: bool
    """False while it is still being looked at, and when the index cannot say; the numbers are 0 then."""
    publishers: list[Publisher]
    """Those of the most documents, at most ten."""
    examples: list[Example]


def corpus(
    index: str,
    indices: Sequence[str],
    uploads: str,
    summary: types.CorpusSummary | None,
    examples: Sequence[Example],
) -> Corpus:
    """Show what an index holds."""
    known = summary or types.CorpusSummary(0, 0, (), (), "", "", sample=False)
    publishers: list[Publisher] = [{"name": name, "documents": n} for name, n in known.publishers]
    return show(
        known,
        Corpus,
        index=index,
        indices=list(indices),
        uploads=uploads,
        ready=summary is not None,
        publishers=publishers,
        examples=list(examples),
    )
