"""What an assistant is told in structured form: the outcome and what it rests on, without every sentence weighed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from engine import types
from engine.errors import InputError, shorten
from engine.schemas.responses import Argument, Shape, argument
from engine.schemas.shapes import Citation, Order, Verdict, show
from engine.text.tokens import same_name


class Rpc(BaseModel):
    """A message of the Model Context Protocol: JSON-RPC 2.0."""

    model_config = ConfigDict(frozen=True, strict=True, use_attribute_docstrings=True)

    jsonrpc: Literal["2.0"]
    method: str
    id: str | int | None = None
    """None for a message that wants no answer."""
    params: dict[str, Any] | None = None


class Finding(Shape):
    """An answer, its outcome, and the sources that it quotes."""

    answer: str
    citations: list[Citation]
    verdict: Verdict | None
    """Of two things."""
    orders: list[Order]
    """Of more than two: the whole first, then one per asked aspect."""
    notice: str
    """What to know when not all of the index could be searched; empty when it was."""


class Evidence(Shape):
    """Sentences about two things, the most convincing first."""

    objects: list[str]
    total: int
    """How many there are, shown or not."""
    offset: int
    sentences: list[Argument]


def finding(answer: types.Answer) -> Finding:
    """Show an answer in short."""
    pairs = answer.standings.comparisons if answer.standings else filter(None, [answer.comparison])
    return {
        "answer": answer.text,
        "citations": show(answer.citations),
        "verdict": show(answer.comparison, Verdict) if answer.comparison else None,
        "orders": show(answer.standings.orders) if answer.standings else [],
        "notice": " ".join(dict.fromkeys(pair.notice for pair in pairs if pair.notice)),
    }


def evidence(comparison: types.Comparison, *, favours: str | None, offset: int, limit: int) -> Evidence:
    """Show sentences about two things.

    Args:
        comparison: What was found out.
        favours: One of the two objects, to show what speaks for it; None for all that compares them.
        offset: How many to skip.
        limit: The most to show.

    Raises:
        InputError: ``favours`` is neither of the two.
    """
    stance = _stance_for(comparison.objects, favours) if favours else None
    found = [one for one in comparison.arguments if stance in {None, one.stance}]
    return {
        "objects": list(comparison.objects),
        "total": len(found),
        "offset": offset,
        "sentences": [argument(one, comparison) for one in found[offset : offset + limit]],
    }


def _stance_for(objects: Sequence[str], name: str) -> types.Stance:
    for known, stance in zip(objects, (types.Stance.FIRST, types.Stance.SECOND), strict=True):
        if same_name(known, name):
            return stance
    raise InputError(f"{shorten(name)!r} is not compared. Name one of: {', '.join(objects)}.")
