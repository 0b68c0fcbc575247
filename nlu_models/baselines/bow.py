"""Weighs a sentence by the words between and around its objects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from pathlib import Path
from typing import Final

import numpy as np

from engine.text.tokens import TOKEN
from engine.trained import TRAINED
from engine.types import Classification, ComparisonInstance
from nlu_models.baselines.marking import Marked, hint, mark

BETWEEN: Final = 15
"""Most words that count after the left object, and before the right one."""
AROUND: Final = 6
"""Most words that count before the left object, and after the right one."""
BIAS: Final = ""
"""The feature of every sentence."""


def features(marked: Marked) -> Iterator[str]:
    """Yield the features of a sentence.

    They are runs of one to three words between the nearest mentions and of one or two words before and after them, each
    with the order of the two objects.
    """
    at = marked.nearest()
    order = marked.objects[at : at + 2]
    before = [word.lower() for word in TOKEN.findall(" ".join(marked.texts[: at + 1]))][-AROUND:]
    between = [word.lower() for word in TOKEN.findall(marked.texts[at + 1])]
    after = [word.lower() for word in islice(TOKEN.findall(" ".join(marked.texts[at + 2 :])), AROUND)]
    if len(between) > 2 * BETWEEN:
        between = between[:BETWEEN] + between[-BETWEEN:]
    yield BIAS
    run = ["<", *between, ">"]
    yield from (f"{order}{word}" for word in between)
    yield from (f"{order}{a} {b}" for a, b in pairwise(run))
    yield from (f"{order}{a} {b} {c}" for a, b, c in zip(run, run[1:], run[2:], strict=False))
    yield from (f"<{order}{word}" for word in before)
    yield from (f"<{order}{a} {b}" for a, b in pairwise([*before, ">"]))
    yield from (f">{order}{word}" for word in after)
    yield from (f">{order}{a} {b}" for a, b in pairwise(["<", *after]))


class BagOfWordsClassifier:
    """A multinomial logistic regression over the words between and around the objects.

    Source: Panchenko et al., "Categorizing Comparative Sentences", ArgMining 2019, whose best model is a bag of the
    words between the objects; XGBoost there, a linear model over longer runs here.
    """

    def __init__(self, *, folder: Path = TRAINED) -> None:
        """Load the weights.

        Args:
            folder: Holds ``stance_bow.npz``: ``features`` and, for each, its ``weights`` for the four classes; the
                weights of the keyphrase classifier's ``hint``.
        """
        with np.load(folder / "stance_bow.npz", allow_pickle=False) as arrays:
            self._rows = {feature: row for row, feature in enumerate(arrays["features"].tolist())}
            self._weights = arrays["weights"].astype(np.float64)
            self._hint = arrays["hint"].astype(np.float64)

    def classify(self, instances: Sequence[ComparisonInstance]) -> list[Classification]:
        """Classify sentences; see ``engine.protocols.Classifier``."""
        return [self._classify(pairing) for pairing in instances]

    def _classify(self, pairing: ComparisonInstance) -> Classification:
        marked = mark(pairing)
        if not isinstance(marked, Marked):
            return marked
        rows = sorted({self._rows[feature] for feature in features(marked) if feature in self._rows})
        logits = self._weights[rows].sum(axis=0) + np.array(hint(pairing, marked)) @ self._hint
        return marked.classification(np.exp(logits - logits.max()).tolist())
