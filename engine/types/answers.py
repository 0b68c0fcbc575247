"""What is said."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.types.evidence import Hit
from engine.types.questions import ParsedText, Span
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
    """A numbered source of an answer: which words of the answer it supports and what it says, word for word."""

    n: int
    """Number shown as ``[n]`` in the answer, from 1."""
    hit: Hit
    claim_start: int
    """Start in ``Answer.text`` of the words this citation supports."""
    claim_end: int


@dataclass(frozen=True, slots=True)
class Answer:
    """What the user reads."""

    text: str
    citations: tuple[Citation, ...] = ()
    """By ascending ``n``; one sentence has one number however often it is cited."""
    spans: tuple[Span, ...] = ()
    """Objects, aspects and predicates in ``text``."""
    generator: str = ""
    comparison: Comparison | None = None
    """What it says of two things; None for many, or when something was missing from the question."""
    question: ParsedText | None = None
    standings: Standings | None = None
    """What it says of more than two things."""
