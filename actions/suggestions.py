"""Names that the index holds and the person did not say, or said otherwise: rivals, members of a class."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import chain, combinations

from engine.pipeline import Engine
from engine.rivals import MOST, READ, frequent
from engine.text.tokens import stems
from engine.types import Form

DOCUMENTS = 20
PER_DOCUMENT = 12
"""Documents that are read for the members of a class, and sentences of each."""

ALIKE = 0.75
"""Least share of letters that two spellings have in common, see ``difflib``."""


def members(kind: str, engine: Engine) -> list[str]:
    """Return things of a class that the index compares, at most three: what the texts that name the class compare.

    Args:
        kind: The class, "laptop" or "programming language"; one that is itself compared with another comes first.
        engine: Searches and reads.
    """
    beside = engine.rivals(kind)
    if beside:
        return [kind, *beside][:MOST]
    words = kind.split()
    for name in dict.fromkeys((kind, words[-1])):
        hits = engine.retriever.search((name,), k=READ).hits
        documents = list(dict.fromkeys(hit.sentence.document for hit in hits))[:DOCUMENTS]
        texts = [one.text for key in documents for one in engine.document(key).sentences[:PER_DOCUMENT]]
        read = engine.parse_all(texts, form=Form.STATEMENT)
        pairs = [question.objects for question in read if question.comparative and len(question.objects) == 2]
        found = frequent(_without(name, one) for one in chain.from_iterable(pairs))
        if len(found) > 1:
            return _together(found, pairs)
    return []


def _without(kind: str, name: str) -> str:
    """Return "Android" for an "Android phone" among phones."""
    return re.sub(rf"(?<=\w) {re.escape(kind)}s?$", "", name, flags=re.IGNORECASE)


def _together(names: Sequence[str], pairs: Sequence[tuple[str, ...]]) -> list[str]:
    """Return names with the two first that are compared with each other most often."""
    met = Counter(frozenset(map(stems, pair)) for pair in pairs)
    best = max(combinations(names, 2), key=lambda pair: met[frozenset(map(stems, pair))])
    return [*best, *(name for name in names if name not in best)]
