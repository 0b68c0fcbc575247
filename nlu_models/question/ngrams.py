"""A second opinion on whether a question compares: a linear model of its words and letters.

The network generalizes, and is now and then very sure of a question that only looks like a comparison; runs of words
know such questions. Together they are right about more of the texts that either is sure of.

Source: the cascade of rules, linear models and networks of Bondarenko et al., "Comparative web search questions",
WSDM 2020, whose aim, recall at a precision of .99, this serves; hashed features after Weinberger et al., ICML 2009.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from engine.text.tokens import TOKEN

BUCKETS: Final = 1 << 18
"""Features that are told apart; others share a bucket by chance."""
MOST_CHARS: Final = 1000
"""Most characters that are looked at."""
WORDS: Final = 4
"""Longest run of words."""
LETTERS: Final = range(2, 5)
"""Lengths of runs of characters within a word and its borders."""


def runs(text: str) -> Iterator[str]:
    """Yield the runs of words and of characters of a text, in lower case."""
    words = TOKEN.findall(text[:MOST_CHARS].lower())
    for size in range(1, WORDS + 1):
        yield from (" ".join(words[at : at + size]) + " " for at in range(len(words) - size + 1))
    for word in words:
        bounded = f" {word}."
        for size in LETTERS:
            yield from (bounded[at : at + size] for at in range(len(bounded) - size + 1))


def buckets(text: str) -> NDArray[np.int64]:
    """Return the numbers of the features that a text has, ascending."""
    return np.array(sorted({crc32(run.encode("utf-8", "replace")) % BUCKETS for run in runs(text)}), np.int64)


class Ngrams:
    """A logistic regression for each guideline that has one, and how it is put together with the network."""

    def __init__(self, path: Path) -> None:
        """Load the weights.

        Args:
            path: An ``.npz`` file: ``guidelines``; ``rarity``, what a feature counts; for each guideline its
                ``weights`` and ``bias``; and ``together``, what the logit of the network, that of this model and 1
                are multiplied by and added up to the logit of both.
        """
        with np.load(path, allow_pickle=False) as arrays:
            self._rows = {name: row for row, name in enumerate(arrays["guidelines"].tolist())}
            self._rarity, self._weights = (arrays[name].astype(np.float32) for name in ("rarity", "weights"))
            self._bias, self._together = (arrays[name].astype(np.float64) for name in ("bias", "together"))

    def logit(self, text: str, guideline: str) -> float:
        """Return the logit of comparing by this model alone.

        Raises:
            KeyError: If it has not learned the guideline.
        """
        row = self._rows[guideline]
        found = buckets(text)
        rarity = self._rarity[found]
        length = float(np.sqrt((rarity**2).sum()))
        return float(self._weights[row, found] @ rarity) / length + float(self._bias[row]) if length else 0.0

    def together(self, text: str, guideline: str, probability: float) -> float:
        """Return the probability that a text compares by both models.

        Args:
            text: The text.
            guideline: Whose rules to follow; with those that this model has not learned, the network's word stands.
            probability: What the network says, in [0, 1].
        """
        if guideline not in self._rows:
            return probability
        sure = float(np.clip(probability, 1e-6, 1 - 1e-6))
        terms = [np.log(sure / (1 - sure)), self.logit(text, guideline), 1.0]
        return float(1 / (1 + np.exp(-(self._together[self._rows[guideline]] @ terms))))
