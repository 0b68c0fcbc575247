"""JSON of texts that people add to an index."""

from __future__ import annotations

from engine.schemas.responses import Shape


class OwnText(Shape):
    """A file that somebody added."""

    name: str
    documents: int
    sentences: int
    since: str
    """Date of the oldest dated document; empty when none is dated."""
    until: str
    size: int
    """In bytes."""


class OwnTexts(Shape):
    """The files that people added."""

    index: str
    """The index that they are in."""
    texts: list[OwnText]


class Added(Shape):
    """What became of a file."""

    name: str
    index: str
    sentences: int
    """New in the index; 0 when it held the file as it is."""
    removed: int
    """Sentences of an earlier file of this name."""
    problems: list[str]
    """Why something was not taken, the first of them."""


class TakenOut(Shape):
    """A file that is no more in the index."""

    name: str
    removed: int
    """Sentences."""
