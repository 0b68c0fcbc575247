"""Tells whether a name brought into a comparison is a third thing ("what about Julia?") or a point of view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.pipeline import Engine
from engine.text.embedding import embedding
from engine.text.tokens import Tokens, stems
from engine.types import Comparison, Label, Standings
from nlu_models.intents import is_point_of_view

LOOKED_AT = 50
"""Sentences looked at for each object."""

KNOWN_OF = 10
"""Least sentences on each of the objects that name a part of it, which nothing is compared with."""

ALIKE = 0.25
"""Least mean likeness of a name to the objects, as word vectors have it, that makes it one more of them."""

_BEFORE = {
    Label.OBJECT: frozenset({"than", "vs", "versus", "over", "beat", "unlike"}),
    Label.ASPECT: frozenset(
        {"for", "of", "more", "less", "fewer", "better", "worse", "good", "bad", "high", "low", "its", "their", "about"}
    ),
}
"""Stems that say, right before a name, what it is: "than Julia", "for hosting", "more libraries"."""
_AFTER = {
    Label.OBJECT: frozenset({"vs", "versus", "over", "beat"}),
    Label.ASPECT: frozenset({"of"}),
}
"""The same right after a name: "Julia beats", "the taste of"."""


def role_of(name: str, found: Comparison | Standings, engine: Engine) -> Label | None:
    """Decide by the evidence how people use a name.

    What looks like a point of view is one, and a name that the comparison's own evidence has as an aspect; what means
    much the same kind of thing as the objects is one more, and so is a name that the person or most sentences that have
    it beside one of the objects write like a proper one; what is named beside them, but compared with nothing, is a
    point of view. Else the words around it decide.

    Args:
        name: What was brought in.
        found: What is talked about.
        engine: Searches.

    Returns:
        ``OBJECT``, ``ASPECT``, or None when nothing tells.
    """
    key = stems(name)
    if is_point_of_view(name):
        return Label.ASPECT
    if any(Tokens(aspect).find(key) for aspect in _aspects(found)):
        return Label.ASPECT
    if is_like(name, found.objects, engine):
        return Label.OBJECT
    beside = (engine.retriever.search((one, name), k=1).total for one in found.objects)
    if not (engine.rivals(name) or _is_proper(name)) and min(beside) >= KNOWN_OF:
        return Label.ASPECT
    votes: Counter[Label] = Counter()
    written: list[str] = []
    for one in found.objects:
        for hit in engine.retriever.search((one, name), k=LOOKED_AT).hits:
            tokens = Tokens(hit.sentence.text)
            votes.update(_votes(tokens, key))
            written += [tokens.text[start:end] for start, end in tokens.mentions(name) if start]
    if _is_proper(name) or sum(map(_is_proper, written)) > len(written) / 2:
        return Label.OBJECT
    decided = votes[Label.OBJECT] != votes[Label.ASPECT]
    return max(Label.OBJECT, Label.ASPECT, key=votes.__getitem__) if decided else None


def is_like(name: str, objects: Sequence[str], engine: Engine) -> bool:
    """Return whether a name is of the kind of some objects, by what it means or by what it is compared with."""
    if likeness(name, objects) >= ALIKE:
        return True
    beside = {rival.casefold() for one in objects for rival in (one, *engine.rivals(one))}
    return any(rival.casefold() in beside for rival in engine.rivals(name))


def likeness(name: str, objects: Sequence[str]) -> float:
    """Return how much a name means what the objects mean, in [-1, 1]."""
    rows = embedding().embed([name, *objects])
    return float((rows[1:] @ rows[0]).mean())


def _aspects(found: Comparison | Standings) -> list[str]:
    mined = [aspect.name for one in found.pairs for aspect in one.mined if aspect.method == "reason"]
    return [*mined, *(aspect.name for aspect in found.aspects)]


def _votes(tokens: Tokens, key: tuple[str, ...]) -> list[Label]:
    around = ["", *(token.stem for token in tokens.tokens), ""]
    votes = []
    for start, end in tokens.find(key):
        for stem, cues in (around[start], _BEFORE), (around[end + 1], _AFTER):
            votes += [label for label, words in cues.items() if stem in words]
    return votes


def _is_proper(name: str) -> bool:
    """Return whether a name is written with capitals, digits or signs."""
    return any(not char.islower() and not char.isspace() for char in name)
