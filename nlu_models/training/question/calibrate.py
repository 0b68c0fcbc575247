"""Makes the probabilities of a reader come true as often as they say, on the dev sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar
from scipy.special import expit, log_softmax
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import precision_recall_curve

from nlu_models.training.question.data import INTENTS
from nlu_models.training.question.examples import Example
from nlu_models.training.question.export import Calibration
from nlu_models.training.question.network import KINDS
from nlu_models.training.question.score import PRECISE, Predictions

ENOUGH: Final = 40
"""Fewest texts that compare, and that do not, from which a scale and a shift are fitted."""
OWN: Final = "own_question"


def calibrate(sets: Mapping[str, Sequence[Example]], found: Mapping[str, Predictions]) -> Calibration:
    """Fit a line for each guideline, temperatures of kinds and intents, and the thresholds of our own guideline.

    Args:
        sets: Name → examples that were not learned from.
        found: Name → what a network says of them.

    Source: Platt, "Probabilistic outputs for support vector machines", 1999; Guo et al., ICML 2017.
    """
    logits: dict[str, list[float]] = {}
    truth: dict[str, list[bool]] = {}
    kinds: list[tuple[NDArray[np.float64], int]] = []
    intents: list[tuple[NDArray[np.float64], int]] = []
    for name, examples in sets.items():
        for at, one in enumerate(examples):
            if one.item.comparative is not None:
                logits.setdefault(one.item.guideline, []).append(found[name].comparative[at])
                truth.setdefault(one.item.guideline, []).append(one.item.comparative)
            if one.item.kinds is not None and len(one.item.kinds) == 1:
                kinds.append((found[name].kinds[at], KINDS.index(next(iter(one.item.kinds)))))
            if one.item.intent is not None:
                intents.append((found[name].intents[at], INTENTS.index(one.item.intent)))
    lines = {guideline: _line(logits[guideline], truth[guideline]) for guideline in logits}
    scale, shift = lines[OWN]
    threshold, precise = thresholds(truth[OWN], expit(scale * np.array(logits[OWN]) + shift))
    return Calibration(lines, _temperature(kinds), _temperature(intents), threshold, precise)


def thresholds(truth: Sequence[bool], probabilities: NDArray[np.float64]) -> tuple[float, float]:
    """Return the threshold of the best F1, and the lowest one whose precision is ``PRECISE``."""
    precision, recall, at = precision_recall_curve(truth, probabilities)
    f1 = 2 * precision * recall / np.maximum(precision + recall, 1e-9)
    return _below(probabilities, at[f1[:-1].argmax()]), _below(probabilities, at[(precision[:-1] >= PRECISE).argmax()])


def _below(probabilities: NDArray[np.float64], threshold: float) -> float:
    """Return the middle between a probability and the next lower one."""
    lower = probabilities[probabilities < threshold]
    return round(float(threshold + (lower.max() if len(lower) else 0.0)) / 2, 4)


def _line(logits: Sequence[float], truth: Sequence[bool]) -> tuple[float, float]:
    if min(sum(truth), len(truth) - sum(truth)) < ENOUGH:
        return 1.0, 0.0
    fitted = LogisticRegression().fit(np.array(logits)[:, None], truth)
    return float(fitted.coef_[0, 0]), float(fitted.intercept_[0])


def _temperature(pairs: Sequence[tuple[NDArray[np.float64], int]]) -> float:
    """Return the temperature that gives the wanted classes the least cross-entropy."""
    if not pairs:
        return 1.0
    logits = np.array([row for row, _ in pairs])
    wanted = [at for _, at in pairs]

    def loss(temperature: float) -> float:
        return float(-log_softmax(logits / temperature, axis=1)[np.arange(len(wanted)), wanted].mean())

    return float(minimize_scalar(loss, bounds=(0.3, 3.0), method="bounded").x)
