"""The first stage of reading: how likely a sentence claims anything of two things, told by its words alone.

A logistic regression over hashed words and short runs of them, the things replaced by ``X`` and ``Y``. It costs a
fiftieth of the network's time and decides what the network reads at all, and what first.
"""

from __future__ import annotations

from itertools import pairwise
from math import exp
from pathlib import Path
from typing import Final
from zlib import crc32

import numpy as np

from engine.text.analysed import analysed
from nlu_models.claims.marking import Marked

WEIGHTS: Final = "claims_screen.npz"
BITS: Final = 17
"""The features are hashed to so many bits."""
BETWEEN: Final = 15
"""Most words between the things that are looked at as such."""
AROUND: Final = 6
"""Words before and after the things that are looked at as such."""
_X, _Y = "X", "Y"
_BETWEEN, _BEFORE, _AFTER = map(crc32, (b"between ", b"before ", b"after "))
_SHORTEST: Final = 4
"""Letters of the longest word that is not taken for a comparative or superlative by its ending."""


class Screen:
    """The fitted weights."""

    def __init__(self, folder: Path) -> None:
        """Read ``claims_screen.npz`` in ``folder``; see ``nlu_models.training.claims.screen``."""
        with np.load(folder / WEIGHTS, allow_pickle=False) as held:
            self._weights: list[float] = held["weights"].astype(np.float64).tolist()
            self._intercept, self.least = float(held["intercept"]), float(held["least"])
            """Below ``least`` a sentence is not worth reading."""

    def probability(self, marked: Marked) -> float:
        """Return the probability that a sentence claims anything of its two things."""
        weights = self._weights
        return 1 / (1 + exp(-self._intercept - sum([weights[each] for each in features(marked)])))


def features(marked: Marked) -> set[int]:
    """Return the features of a sentence: each word, each run of two or three, and where they stand to the things."""
    words = _words(marked)
    kinds = [_kind(word).encode("utf-8", "replace") for word in words]
    framed = [b"<", *kinds, b">"]
    ones = [*map(crc32, framed)]
    twos = [crc32(b" " + kind, before) for before, kind in zip(ones, framed[1:], strict=False)]
    threes = [crc32(b" " + kind, before) for before, kind in zip(twos, framed[2:], strict=False)]
    left, right = _nearest(words)
    found = [crc32(word.encode("utf-8", "replace")) for word in words]
    found += *ones[1:-1], *twos, *threes
    found += crc32(b"gap %d" % (right - left).bit_length()), crc32(b"long %d" % len(words).bit_length())
    found += (crc32(kind, _BETWEEN) for kind in kinds[left + 1 : min(right, left + 1 + BETWEEN)])
    found += (crc32(kind, _BEFORE) for kind in kinds[max(0, left - AROUND) : left])
    found += (crc32(kind, _AFTER) for kind in kinds[right + 1 : right + 1 + AROUND])
    return {each >> (32 - BITS) for each in found}


def _words(marked: Marked) -> list[str]:
    """Return the words in lower case, numbers as 0, each mention as ``X`` or ``Y``."""
    words: list[str] = []
    rest, end = list(marked.mentions), 0
    for token in analysed(marked.sentence).tokens:
        if rest and token.start >= rest[0].start:
            words.append(_X if rest[0].is_x else _Y)
            end = rest.pop(0).end
        elif token.start >= end:
            word = marked.sentence[token.start : token.end].lower()
            words.append("0" if word.isdecimal() else word)
    return words


def _kind(word: str) -> str:
    """Return a word, or its ending where that is one of comparison."""
    if len(word) > _SHORTEST and word.endswith(("er", "est")):
        return "-er" if word.endswith("er") else "-est"
    return word


def _nearest(words: list[str]) -> tuple[int, int]:
    """Return the places of the two different things that stand nearest; of the whole sentence where there are none."""
    things = [n for n, word in enumerate(words) if word in (_X, _Y)]
    gaps = [(right - left, left, right) for left, right in pairwise(things) if words[left] != words[right]]
    return min(gaps)[1:] if gaps else (0, len(words))
