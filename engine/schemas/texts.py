"""JSON of texts that people add to an index."""

from __future__ import annotations

from typing_extensions import TypedDict

from engine.schemas.responses import _shape


@_shape
class OwnText(TypedDict):
    """A file that somebody added."""

    name: str
    documents: int
    sentences: int
    since: str
    """Date of the oldest dated document; empty when none is dated."""
    until: str
    size: int
    """In bytes."""


@_shape
class OwnTexts(TypedDict):
    """The files that people added."""

    index: str
    """The index that they are in."""
    texts: list[OwnText]


@_shape
class Added(TypedDict):
    """What became of a file."""

    name: str
    index: str
    sentences: int
    """New in the index; 0 when it held the file as it is."""
    removed: int
    """Sentences of an earlier file of this name."""
    problems: list[str]
    """Why something was not taken, the first of them."""


@_shape
class TakenOut(TypedDict):
    """A file that is no more in the index."""

    name: str
    removed: int
    """Sentences."""
