"""What is said."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.types.document import Blocks, text_of
from engine.types.evidence import Hit
from engine.types.questions import ParsedText
from engine.types.verdicts import Comparison, Standings


class Length(StrEnum):
    """How much an answer says."""

    LINE = "line"
    """One line, to be read aloud."""
    CHAT = "chat"
    """About three sentences, or a short list."""
    FULL = "full"
    """All that is worth a page."""


@dataclass(frozen=True, slots=True)
class Citation:
    """A numbered source of an answer; the quotes, statements and references with its number are what it supports."""

    number: int
    """Shown as ``[number]`` in the answer, from 1."""
    hit: Hit

    @property
    def sources(self) -> int:
        """Return how many sources carry the same sentence."""
        return len(self.hit.sources)


@dataclass(frozen=True, slots=True)
class Answer:
    """What the user reads."""

    blocks: Blocks
    citations: tuple[Citation, ...] = ()
    """By ascending number; one sentence has one number however often it is cited."""
    generator: str = ""
    comparison: Comparison | None = None
    """What it says of two things; None for many, or when something was missing from the question."""
    question: ParsedText | None = None
    standings: Standings | None = None
    """What it says of more than two things."""
    opens: bool = False
    """Whether it begins with a yes or no, with how likely one is, or with that nothing is known."""

    @property
    def text(self) -> str:
        """Return the answer as plain text."""
        return text_of(self.blocks)
