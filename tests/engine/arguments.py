"""Arguments made by hand, numbered so that no two stand in one document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from engine.types import Argument, Classification, Document, Hit, Sentence, Stance

F, S, E = Stance.FIRST, Stance.SECOND, Stance.EQUAL
_BELIEFS = {
    F: Classification(1.0, 0.0, 0.0, 0.0),
    S: Classification(0.0, 1.0, 0.0, 0.0),
    E: Classification(0.0, 0.0, 1.0, 0.0),
    Stance.NONE: Classification(0.0, 0.0, 0.1, 0.9),
}
_NUMBERS = count()


def argument(
    stance: Stance,
    weight: float = 1.0,
    *,
    sources: Sequence[str] = (),
    aspects: Sequence[str] = (),
    text: str = "",
) -> Argument:
    """Make one argument; without ``sources`` it has one that no other argument has."""
    document = f"d{next(_NUMBERS)}"
    sources = tuple(sorted(sources)) or (f"{document}.example",)
    hit = Hit(Sentence(f"{document}#0", text, document, 0), 1.0, Document(document, source=sources[0]), (), sources)
    return Argument(hit, _BELIEFS[stance], tuple(aspects), weight)


def flipped(argument: Argument) -> Argument:
    """Return an argument as it is after the two objects are exchanged."""
    return replace(argument, classification=argument.classification.flipped())
