"""JSON of conversations: what an action hands over, what the service says."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from engine.schemas.requests import Request
from engine.schemas.responses import Comparison, Standings, _shape
from engine.schemas.shapes import Citation
from engine.types.document import Blocks

__all__ = ["Button", "Chat", "Forgotten", "Payload", "Reply"]


class Payload(Request):
    """What an action adds to its text: its document, its sources, and the comparison they come from, by its id."""

    blocks: Blocks = ()
    """What the text before says; empty for a text of own words."""
    citations: tuple[Citation, ...] = ()
    comparison: str | None = None
    """Known to the service until the turn is over."""
    deleted: bool = False
    """Whether the conversation was deleted."""


@_shape
class Button(TypedDict):
    """A suggestion: what it shows, and what is sent when it is chosen."""

    title: str
    message: str


@_shape
class Reply(TypedDict):
    """One thing the service says in a conversation."""

    text: str
    """The blocks as plain text."""
    blocks: Blocks
    """What to draw."""
    buttons: list[Button]
    citations: list[Citation]
    comparison: Comparison | None
    """Of two things, with the best twenty arguments of each stance and those that an aspect names."""
    standings: Standings | None
    """Of more than two."""
    index: str
    """Name of the index that the conversation searches; empty for the first one."""
    degraded: bool
    """True when the dialogue did not answer and this is said in its place."""


@_shape
class Chat(TypedDict):
    """A turn of a conversation."""

    session: str
    replies: list[Reply]


@_shape
class Forgotten(TypedDict):
    """A conversation of which nothing is kept any more."""

    session: str
    deleted: Literal[True]
