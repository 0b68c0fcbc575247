"""What every learned classifier sees: a sentence cut at its two objects, whose names it never learns.

``X`` is the object named first in the sentence and ``Y`` the other one. A model says which of ``X`` and ``Y`` is
favoured and ``Marked.classification`` turns that into the caller's first and second, so exchanging the objects flips
the result by construction, as it does for ``nlu_models.baselines.rule_stance``.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import log
from typing import Final, NamedTuple

from engine.text.tokens import stems
from engine.types import SILENT, Classification, ComparisonInstance
from nlu_models.baselines.rule_stance import KeyphraseClassifier
from nlu_models.baselines.token_classes import has_cue, spell

CLASSES: Final = ("X", "Y", "EQUAL", "NONE")
"""What the columns of a model's output stand for."""


WITHOUT_CUE: Final = Classification(0.005, 0.005, 0.0, 0.99)
"""A sentence without any word that compares: 6 of 650 in the training file of CompSent-19 favour an object."""

_KEYPHRASE: Final = KeyphraseClassifier()
_LEAST: Final = 0.003


class Marked(NamedTuple):
    """A sentence cut at the mentions of its objects."""

    texts: tuple[str, ...]
    """What stands before, between and after the mentions: one more than ``objects``."""
    objects: str
    """The mentions in order, ``X`` or ``Y``; both occur and ``X`` comes first."""
    x_is_first: bool
    """Whether ``X`` is the first object of the pairing."""

    def nearest(self) -> int:
        """Return the number of the mention that a mention of the other object follows with the fewest characters."""
        return min(
            (len(self.texts[n + 1]), n) for n, (left, right) in enumerate(pairwise(self.objects)) if left != right
        )[1]

    def classification(self, probabilities: Sequence[float]) -> Classification:
        """Return the classification for the pairing.

        Args:
            probabilities: Of ``CLASSES``, in order; scaled to sum to 1.
        """
        total = sum(probabilities)
        x, y, equal, none = (float(probability) / total for probability in probabilities)
        return Classification(x, y, equal, none) if self.x_is_first else Classification(y, x, equal, none)


def mark(pairing: ComparisonInstance) -> Marked | Classification:
    """Cut a sentence at the mentions of its objects if it takes a model to classify it.

    Returns:
        The cut sentence; the classification itself where no model is needed: an object is not named, or no word
        compares.
    """
    marked = cut(pairing)
    if marked is None:
        return SILENT
    return marked if has_cue(pairing.sentence) else WITHOUT_CUE


def cut(pairing: ComparisonInstance) -> Marked | None:
    """Cut a sentence at the mentions of its objects; None where it does not name both."""
    spelling = spell(pairing)
    if spelling is None:
        return None
    sizes = dict(zip("XY" if spelling.x_is_first else "YX", map(len, map(stems, pairing[1:])), strict=True))
    tokens = spelling.sentence.tokens
    texts: list[str] = []
    objects = ""
    end = 0
    for letter, place in zip(spelling.letters, spelling.places, strict=False):  # a closing "?" has no place
        if letter in sizes:
            texts.append(pairing.sentence[end : tokens[place].start])
            objects += letter
            end = tokens[place + sizes[letter] - 1].end
    return Marked((*texts, pairing.sentence[end:]), objects, spelling.x_is_first)


def hint(pairing: ComparisonInstance, marked: Marked) -> list[float]:
    """Return what the keyphrase classifier makes of a sentence: log-probabilities of ``CLASSES``."""
    (belief,) = _KEYPHRASE.classify([pairing])
    seen = belief if marked.x_is_first else belief.flipped()
    return [log(max(_LEAST, probability)) for probability in seen.probabilities.values()]
