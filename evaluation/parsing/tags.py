"""Tags of words: the entities they mark, how many are right, and what the others are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from engine.types import Label, ParsedText
from evaluation.significance import Counts

OUTSIDE = "O"
RIGHT = "right"
BOUNDS = "bounds"
OUTCOMES = (RIGHT, BOUNDS, *Label, OUTSIDE)
"""What can become of a gold entity: found, found with other bounds, taken for another label, missed."""

Tags = Sequence[str]
"""One tag a word: ``O``, a label, or ``B-``/``I-`` and a label of ``engine.types.Label``."""


class Entity(NamedTuple):
    """A labelled run of words, half-open ``[start, end)`` in word numbers."""

    start: int
    end: int
    label: str


def entities(tags: Tags) -> list[Entity]:
    """Return the entities of a tag sequence.

    An entity starts at ``B-x``, or at ``I-x`` or ``x`` when the word before is not inside an ``x``; it ends before
    the first word that does not continue it.

    Source: conlleval, and seqeval in its default mode.

    >>> [tuple(entity) for entity in entities(["B-object", "I-object", "B-object", "O", "aspect", "aspect"])]
    [(0, 2, 'object'), (2, 3, 'object'), (4, 6, 'aspect')]
    """
    found: list[Entity] = []
    start, inside = 0, OUTSIDE
    for i, tag in enumerate([*tags, OUTSIDE]):
        prefix, _, label = tag.rpartition("-")
        if label == inside and prefix != "B":
            continue
        if inside != OUTSIDE:
            found.append(Entity(start, i, inside))
        start, inside = i, label
    return found


def without_begin(tags: Tags) -> list[str]:
    """Return tags without ``B-`` and ``I-``, for data sets that do not say where an entity begins."""
    return [tag.rpartition("-")[2] for tag in tags]


def tags_of(question: ParsedText, words: Iterable[tuple[int, int]]) -> list[str]:
    """Return the spans of a question as tags; a span counts for every word that it touches.

    Args:
        question: What was read.
        words: Character ranges in the text of the question.
    """
    tags = []
    for start, end in words:
        span = next((span for span in question.spans if span.start < end and span.end > start), None)
        tags.append(OUTSIDE if span is None else f"{'B' if span.start >= start else 'I'}-{span.label}")
    return tags


def entity_counts(gold: Iterable[Tags], predicted: Iterable[Tags], labels: Iterable[str]) -> Counts:
    """Count entities of some labels that are exact in bounds and label, one row per text."""
    chosen = set(labels)
    rows = []
    for pair in zip(gold, predicted, strict=True):
        wanted, got = ({entity for entity in entities(tags) if entity.label in chosen} for tags in pair)
        rows.append((len(wanted & got), len(got), len(wanted)))
    return _counts(rows)


def token_counts(gold: Iterable[Tags], predicted: Iterable[Tags], label: str) -> Counts:
    """Count words inside a label, whatever entity they belong to, one row per text."""
    rows = []
    for pair in zip(gold, predicted, strict=True):
        wanted, got = ({at for at, tag in enumerate(without_begin(tags)) if tag == label} for tags in pair)
        rows.append((len(wanted & got), len(got), len(wanted)))
    return _counts(rows)


def binary_counts(truth: Iterable[bool], predicted: Iterable[bool]) -> Counts:
    """Count yes/no predictions of the positive class, one row per text."""
    return _counts([(wanted and got, got, wanted) for wanted, got in zip(truth, predicted, strict=True)])


def confusions(gold: Iterable[Tags], predicted: Iterable[Tags]) -> Counter[tuple[str, str]]:
    """Count what became of each gold entity, and the entities that were found where there is none.

    Returns:
        Counts of ``(label, outcome)``: a label with one of ``OUTCOMES``, or ``OUTSIDE`` with the label of an entity
        that touches no gold one. Of several entities that touch a gold one, one of the same label counts before others.
    """
    found: Counter[tuple[str, str]] = Counter()
    for pair in zip(gold, predicted, strict=True):
        wanted, got = map(entities, pair)
        for entity in wanted:
            touching = [other for other in got if _touch(entity, other)]
            same = [other for other in touching if other.label == entity.label]
            outcome = RIGHT if entity in same else BOUNDS if same else touching[0].label if touching else OUTSIDE
            found[entity.label, outcome] += 1
        found.update((OUTSIDE, other.label) for other in got if not any(_touch(entity, other) for entity in wanted))
    return found


def _touch(one: Entity, other: Entity) -> bool:
    return one.start < other.end and other.start < one.end


def _counts(rows: Sequence[tuple[int, int, int]]) -> Counts:
    return np.array(rows, dtype=np.int64).reshape(-1, 3)
