"""Weighs a sentence by the words from one object to the other, as the Comparative Argumentative Machine does.

It is there to be compared with: what was published, features and parameters alike, and nothing that came after.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import numpy as np

from engine.trained import TRAINED
from engine.types import SILENT, Classification, ComparisonInstance
from nlu_models.baselines.marking import Marked, cut

_WORD: Final = re.compile(r"\b\w\w+\b")


def words(pairing: ComparisonInstance, marked: Marked) -> Iterator[str]:
    """Yield the words of two characters or more from the first mention of X to the first one of Y, names included."""
    x, y = (pairing if marked.x_is_first else pairing.flipped())[1:]
    last = marked.objects.index("Y")
    between = x.join(marked.texts[1 : last + 1])
    yield from _WORD.findall(f"{x}{between}{y}".lower())


class BoostedTreesClassifier:
    """Gradient-boosted trees over the counts of the words between the objects.

    They know three classes: ``EQUAL`` has a probability of 0. They favour the object named first or the other one, so
    exchanging the objects flips the result by construction.

    Source: Panchenko et al., "Categorizing Comparative Sentences", ArgMining 2019; the model "ML (BoW)" of the
    Comparative Argumentative Machine (Schildwächter et al., CHIIR 2019).
    """

    def __init__(self, *, folder: Path = TRAINED) -> None:
        """Load the trees.

        Args:
            folder: Holds ``stance_xgboost.npz``: the ``words`` that are counted; the nodes of all trees, each the
                number of the word it asks for (``word``), the count from which on it goes right (``bound``), whether
                it goes left without that word (``absent_left``), its children ``left`` and ``right``, and the
                ``value`` of a leaf, which is its own child; the first node of each tree, ``roots``, a row for each
                class (X, Y, NONE); and the ``depth`` of the deepest tree.
        """
        with np.load(folder / "stance_xgboost.npz", allow_pickle=False) as arrays:
            self._columns = {word: column for column, word in enumerate(arrays["words"].tolist())}
            self._word, self._bound, self._value = (arrays[name] for name in ("word", "bound", "value"))
            self._absent_left, self._left, self._right = (arrays[name] for name in ("absent_left", "left", "right"))
            self._roots, self._depth = arrays["roots"], int(arrays["depth"])

    def classify(self, instances: Sequence[ComparisonInstance]) -> list[Classification]:
        """Classify sentences; see ``engine.protocols.Classifier``."""
        return [self._classify(pairing) for pairing in instances]

    def _classify(self, pairing: ComparisonInstance) -> Classification:
        marked = cut(pairing)
        if marked is None:
            return SILENT
        counts = np.zeros(len(self._columns), np.float32)
        for word in words(pairing, marked):
            if word in self._columns:
                counts[self._columns[word]] += 1
        nodes = self._roots
        for _ in range(self._depth):
            count = counts[self._word[nodes]]
            goes_left = np.where(count > 0, count < self._bound[nodes], self._absent_left[nodes])
            nodes = np.where(goes_left, self._left[nodes], self._right[nodes])
        logits = self._value[nodes].sum(axis=1)
        x, y, none = np.exp(logits - logits.max()).tolist()
        return marked.classification([x, y, 0.0, none])
