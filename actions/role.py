"""Tells whether a name brought into a comparison is a third thing ("what about Julia?") or a point of view."""

from __future__ import annotations

from collections import Counter

from engine.pipeline import Engine
from engine.text import Tokens, stems
from engine.types import Comparison, Form, Label

LOOKED_AT = 40
"""Sentences read for each object."""


def role_of(name: str, comparison: Comparison, engine: Engine) -> Label | None:
    """Decide by the evidence how people use a name.

    A name that the comparison's own evidence has as an aspect is one. Else the sentences that name it beside one of the
    objects are read as statements: as what does the reader find it more often? Where they leave it open, a name
    written like a proper name is an object.

    Args:
        name: What was brought in.
        comparison: What is talked about.
        engine: Searches and reads.

    Returns:
        ``OBJECT``, ``ASPECT``, or None when nothing tells.
    """
    key = stems(name)
    if any(Tokens(aspect).find(key) for aspect in _aspects(comparison)):
        return Label.ASPECT
    votes: Counter[Label] = Counter()
    for one in comparison.objects:
        for hit in engine.retriever.search((one, name), k=LOOKED_AT).hits:
            read = engine.read(hit.sentence.text, form=Form.STATEMENT)
            votes.update(span.label for span in read.spans if Tokens(span.text).find(key))
    if votes[Label.OBJECT] != votes[Label.ASPECT]:
        return max(Label.OBJECT, Label.ASPECT, key=votes.__getitem__)
    return Label.OBJECT if any(not char.islower() and not char.isspace() for char in name) else None


def _aspects(comparison: Comparison) -> list[str]:
    mined = [aspect.name for aspect in comparison.mined if aspect.method == "reason"]
    return [*mined, *(aspect.name for aspect in comparison.aspects)]
