"""Tells whether a name brought into a comparison is a third thing ("what about Julia?") or a point of view."""

from __future__ import annotations

from collections import Counter

from engine.pipeline import Engine
from engine.text import Tokens, stems
from engine.types import Comparison, Label

LOOKED_AT = 50
"""Sentences looked at for each object."""

_BEFORE = {
    Label.OBJECT: frozenset({"than", "vs", "versus", "over", "beat", "unlike"}),
    Label.ASPECT: frozenset(
        {"for", "of", "more", "less", "fewer", "better", "worse", "good", "bad", "high", "low", "its", "their", "about"}
    ),
}
"""Stems that say, right before a name, what it is: "than Julia", "for hosting", "more libraries"."""
_AFTER = {
    Label.OBJECT: frozenset({"than", "vs", "versus", "over", "beat"}),
    Label.ASPECT: frozenset({"of"}),
}
"""The same right after a name: "Julia beats", "the taste of"."""


def role_of(name: str, comparison: Comparison, engine: Engine) -> Label | None:
    """Decide by the evidence how people use a name.

    A name that the comparison's own evidence has as an aspect is one. Else the words around it decide, in the sentences
    that name it beside one of the objects. Where they leave it open, a name written like a proper name is an object.

    Args:
        name: What was brought in.
        comparison: What is talked about.
        engine: Searches.

    Returns:
        ``OBJECT``, ``ASPECT``, or None when nothing tells.
    """
    key = stems(name)
    if any(Tokens(aspect).find(key) for aspect in _aspects(comparison)):
        return Label.ASPECT
    votes: Counter[Label] = Counter()
    for one in comparison.objects:
        for hit in engine.retriever.search((one, name), k=LOOKED_AT).hits:
            votes.update(_votes(hit.sentence.text, key))
    if votes[Label.OBJECT] != votes[Label.ASPECT]:
        return max(Label.OBJECT, Label.ASPECT, key=votes.__getitem__)
    return Label.OBJECT if any(not char.islower() and not char.isspace() for char in name) else None


def _aspects(comparison: Comparison) -> list[str]:
    mined = [aspect.name for aspect in comparison.mined if aspect.method == "reason"]
    return [*mined, *(aspect.name for aspect in comparison.aspects)]


def _votes(sentence: str, key: tuple[str, ...]) -> list[Label]:
    tokens = Tokens(sentence)
    around = ["", *(token.stem for token in tokens.tokens), ""]
    neighbours = [(around[start], around[end + 1]) for start, end in tokens.find(key)]
    before = [label for stem, _ in neighbours for label, cues in _BEFORE.items() if stem in cues]
    after = [label for _, stem in neighbours for label, cues in _AFTER.items() if stem in cues]
    return before + after
