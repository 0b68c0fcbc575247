"""What a thing is compared with in an index, read as it is asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain
from typing import Final

from engine.protocols import QuestionParser, Retriever
from engine.text.tokens import stems
from engine.types import Form, ParsedText

READ: Final = 60
"""Sentences that are read for the rivals of a thing."""
MOST: Final = 3
_TIMES: Final = 2
"""How often a name must be met to be proposed."""


def rivals(name: str, retriever: Retriever, parser: QuestionParser) -> list[str]:
    """Return what a thing is compared with in an index, most often first, at most three."""
    hits = retriever.search((name,), k=READ).hits
    read = parser.parse_all([hit.sentence.text for hit in hits], form=Form.STATEMENT)
    key = stems(name)
    return frequent(chain.from_iterable(_others(question, key) for question in read if question.comparative))


def frequent(names: Iterable[str]) -> list[str]:
    """Return the names that are met at least twice, most often first, each as it is mostly written.

    A name that is part of one before it, such as "XP" after "Windows XP", is left out.
    """
    counts: Counter[tuple[str, ...]] = Counter()
    written: dict[tuple[str, ...], Counter[str]] = {}
    for name in names:
        if key := stems(name):
            counts[key] += 1
            written.setdefault(key, Counter())[name] += 1
    kept: list[tuple[str, ...]] = []
    for key, times in counts.most_common():
        if times >= _TIMES and not any(set(key) < set(other) for other in kept):
            kept.append(key)
    return [written[key].most_common(1)[0][0] for key in kept[:MOST]]


def _others(question: ParsedText, key: tuple[str, ...]) -> list[str]:
    """Return the other objects of a sentence that compares the one with this key; none when it names others only."""
    named = {one: stems(one) for one in question.objects}
    return [one for one, other in named.items() if other != key] if key in named.values() else []
