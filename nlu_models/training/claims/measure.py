"""Measures of a reader of claims on judged sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import f1_score

from nlu_models.training.claims.examples import Asker, Judged, Question, overall


class Scores(NamedTuple):
    """How well sides are read."""

    precision: float
    """Share of the claimed sides that are right."""
    recall: float
    """Share of the judged sides that are claimed and right."""
    macro: float
    """Mean F1 of the four sides."""
    accuracy: float

    def __str__(self) -> str:
        """Return the figures in one line."""
        return (
            f"sides precision {self.precision:.3f} recall {self.recall:.3f}, "
            f"macro F1 {self.macro:.3f}, accuracy {self.accuracy:.3f}"
        )


def dev_questions(sentences: Sequence[Judged]) -> tuple[list[Question], list[Question]]:
    """Return the questions that a held-out part is measured on: whom it favours, and judged properties."""
    probed = [question for sentence in sentences if sentence.probes for question in Asker.judged(sentence)]
    return [overall(sentence) for sentence in sentences if sentence.favours], probed


def scores(probabilities: NDArray[np.float64], wanted: NDArray[np.int64]) -> Scores:
    """Measure the most probable sides.

    Args:
        probabilities: Of ``SIDES``, a row for each question.
        wanted: The right side of each.
    """
    said = probabilities.argmax(1)
    right = int(((said == wanted) & (said < 2)).sum())
    claimed, judged = int((said < 2).sum()), int((wanted < 2).sum())
    macro = float(f1_score(wanted, said, labels=sorted(set(wanted.tolist())), average="macro", zero_division=0))
    return Scores(right / max(1, claimed), right / max(1, judged), macro, float((said == wanted).mean()))


def calibration_error(probabilities: NDArray[np.float64], wanted: NDArray[np.int64], bins: int = 10) -> float:
    """Return the expected calibration error of the most probable side."""
    sure, right = probabilities.max(1), probabilities.argmax(1) == wanted
    total = 0.0
    for low in np.linspace(0, 1, bins, endpoint=False):
        chosen = (sure > low) & (sure <= low + 1 / bins)
        if chosen.any():
            total += chosen.mean() * abs(float(sure[chosen].mean()) - float(right[chosen].mean()))
    return total
