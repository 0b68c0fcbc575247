"""From what the network says of each word to labelled spans."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.text.tokens import TOKEN
from engine.types import Label, Span
from nlu_models.question.word_pieces import Word

Scores = NDArray[np.float32]


def best_path(scores: Scores, transitions: Scores) -> list[int]:
    """Return the labels that have the highest sum of scores and transitions.

    Args:
        scores: Log-probabilities, words × labels.
        transitions: Log-scores of going from a label to a label, (labels + 1) × labels; the last row is the start.

    Source: Viterbi (1967), Error bounds for convolutional codes.
    """
    if not len(scores):
        return []
    best = transitions[-1] + scores[0]
    back: list[NDArray[np.int64]] = []
    for row in scores[1:]:
        paths = best[:, None] + transitions[:-1]
        back.append(paths.argmax(axis=0))
        best = paths.max(axis=0) + row
    path = [int(best.argmax())]
    for origin in reversed(back):
        path.append(int(origin[path[-1]]))
    return path[::-1]


def runs(tags: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """Yield what tags mark, label and half-open range of words: each from a ``B-`` to the last ``I-`` of its label."""
    start = 0
    while start < len(tags):
        label = tags[start].partition("-")[2]
        stop = start + 1
        while stop < len(tags) and tags[stop] == f"I-{label}":
            stop += 1
        if label:
            yield label, start, stop
        start = stop


def spans(text: str, words: Sequence[Word], tags: Sequence[str]) -> Iterator[Span]:
    """Yield the spans that tags give words: each from a ``B-`` to the last ``I-`` of its label behind it.

    Args:
        text: The text of the words.
        words: Words in order.
        tags: For each word ``O``, or ``B-`` or ``I-`` and a label; a label that is none of ``Label`` gives no span,
            nor do signs alone.
    """
    labels = set(Label)
    for label, start, stop in runs(tags):
        if label in labels:
            first, end = words[start].start, words[stop - 1].end
            if TOKEN.search(text, first, end):
                yield Span(first, end, text[first:end], Label(label))
