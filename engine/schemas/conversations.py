"""JSON of conversations: what an action hands over, what the service says."""

from __future__ import annotations

from typing import Literal

from engine.schemas.requests import Request
from engine.schemas.responses import Comparison, Shape, Standings
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


class Button(Shape):
    """A suggestion: what it shows, and what is sent when it is chosen."""

    title: str
    message: str


class Reply(Shape):
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


class Chat(Shape):
    """A turn of a conversation."""

    session: str
    replies: list[Reply]


class Forgotten(Shape):
    """A conversation of which nothing is kept any more."""

    session: str
    deleted: Literal[True]
