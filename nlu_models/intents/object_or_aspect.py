"""Tells points of view from things by their looks: "battery life" and "cheaper" from "Julia"."""

from __future__ import annotations

from engine.resources import table_of
from engine.text.lexicon import sense
from engine.text.morphology import is_comparative
from engine.text.qualifiers import NOT_COMPARED
from engine.text.tagging import tagger
from engine.text.tokens import TOKEN, stems, word_set

ASPECTS = frozenset(stems(table_of(__file__)["aspects"]))
"""Stems of nouns that are points of view rather than things: "what about price?" adds an aspect."""


_ABSTRACT = ("ness", "ity", "ment", "tion", "sion", "ance", "ence", "ism", "ship", "hood", "acy", "ency", "ancy")
"""Endings of nouns that name qualities."""
_IRREGULAR = word_set("better worse more less fewer superior inferior further")


def is_point_of_view(name: str) -> bool:
    """Return whether a phrase looks like a point of view ("battery life", "cheaper") rather than a thing ("Julia")."""
    if any(map(_compares, TOKEN.findall(name)[:1])):
        return True
    heads = [stems(part)[-1:] for part in (name.partition(" of ")[0], name)]
    return any(head[0] in ASPECTS or (name.islower() and head[0].endswith(_ABSTRACT)) for head in heads if head)


def _compares(word: str) -> bool:
    """Return whether a word is a comparative, and no noun or name that ends like one: "dehumidifier", "Fuller"."""
    lower = word.lower()
    if lower in _IRREGULAR or (is_comparative(lower) and sense(lower)):
        return True
    return tagger().tag([word]) == ["JJR"] and tagger().base(word) != word and word not in NOT_COMPARED
