"""Measures a network on dev sets while it is learned; ``python -m evaluation.parsing`` measures what is served."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from sklearn.metrics import f1_score, precision_recall_curve

from engine.types import Label
from nlu_models.question.decoding import best_path
from nlu_models.training.question.data import INTENTS, OUTSIDE
from nlu_models.training.question.examples import Example, tensors
from nlu_models.training.question.losses import read_batch
from nlu_models.training.question.network import KINDS, LABELS, Network

BATCH = 48
UNBOUND = frozenset({"webis", "beloucif"})
"""Guidelines without bounds between adjacent spans of one label: there such spans count as one."""
PRECISE = 0.99


class Predictions(NamedTuple):
    """What a network says of examples, in their order."""

    comparative: NDArray[np.float64]
    """Logits."""
    kinds: NDArray[np.float64]
    """Logits."""
    intents: NDArray[np.float64]
    """Logits."""
    tags: list[list[str]]


def predict(network: Network, examples: Sequence[Example]) -> Predictions:
    """Ask a network about examples."""
    network.eval()
    order = sorted(range(len(examples)), key=lambda n: len(examples[n].ids))
    comparative = np.zeros(len(examples))
    kinds, intents = (np.zeros((len(examples), len(names))) for names in (KINDS, INTENTS))
    tags: list[list[str]] = [[] for _ in examples]
    steps = network.crf.scores.detach().numpy()
    for start in range(0, len(order), BATCH):
        chosen = order[start : start + BATCH]
        batch = tensors([examples[n] for n in chosen])
        with torch.no_grad():
            reading = read_batch(network, batch)
        comparative[chosen] = reading.comparative.numpy()
        kinds[chosen] = reading.kind.numpy()
        intents[chosen] = reading.intent.numpy()
        scores = reading.tags.log_softmax(-1).numpy()
        for row, n in zip(scores, chosen, strict=True):
            missing = len(examples[n].item.tags or ()) - len(examples[n].places)
            tags[n] = [LABELS[at] for at in best_path(row[examples[n].places], steps)] + [OUTSIDE] * missing
    return Predictions(comparative, kinds, intents, tags)


def report(network: Network, sets: Mapping[str, Sequence[Example]]) -> dict[str, dict[str, float]]:
    """Return the figures of a network on sets: whatever each has labels for."""
    return {name: measure(examples, predict(network, examples)) for name, examples in sets.items()}


def measure(examples: Sequence[Example], found: Predictions) -> dict[str, float]:
    """Return F1 and recall at a precision of comparing, accuracy of kinds and intents, and F1 of entities."""
    figures: dict[str, float] = {}
    judged = [n for n, one in enumerate(examples) if one.item.comparative is not None]
    truth = [bool(examples[n].item.comparative) for n in judged]
    if any(truth) and not all(truth):
        logits = found.comparative[judged]
        figures["comparative"] = float(f1_score(truth, logits > 0))
        figures["best"], figures["recall at .99"] = precise_recall(truth, logits)
    kinds = [(one.item.kinds, KINDS[at]) for one, at in zip(examples, found.kinds.argmax(1), strict=True)]
    known = [kind in wanted for wanted, kind in kinds if wanted is not None and len(wanted) == 1]
    if known:
        figures["kind"] = float(np.mean(known))
    asked = [(one.item.intent, INTENTS[at]) for one, at in zip(examples, found.intents.argmax(1), strict=True)]
    meant = [wanted == intent for wanted, intent in asked if wanted is not None]
    if meant:
        figures["intent"] = float(np.mean(meant))
    tagged = [(one, tags) for one, tags in zip(examples, found.tags, strict=True) if one.item.tags is not None]
    for label in Label if tagged else ():
        figures[label] = entity_f1(
            [
                (
                    entities(one.item.tags or (), label, one.item.guideline),
                    entities(tags, label, one.item.guideline),
                )
                for one, tags in tagged
            ]
        )
    return figures


def precise_recall(truth: Sequence[bool], scores: Sequence[float] | NDArray[np.float64]) -> tuple[float, float]:
    """Return the F1 at the best threshold, and the best recall at a precision of ``PRECISE``."""
    precision, recall, _ = precision_recall_curve(truth, scores)
    f1 = 2 * precision * recall / np.maximum(precision + recall, 1e-9)
    return float(f1.max()), float(recall[precision >= PRECISE].max())


def entities(tags: Sequence[str], label: Label, guideline: str) -> set[tuple[int, int]]:
    """Return the bounds of the spans of a label."""
    found: set[tuple[int, int]] = set()
    start = -1
    for at, tag in enumerate([*tags, OUTSIDE]):
        prefix, _, name = tag.rpartition("-")
        goes_on = name == label and start >= 0 and (prefix == "I" or guideline in UNBOUND)
        if start >= 0 and not goes_on:
            found.add((start, at))
            start = -1
        if name == label and start < 0:
            start = at
    return found


def entity_f1(pairs: Sequence[tuple[set[tuple[int, int]], set[tuple[int, int]]]]) -> float:
    """Return the F1 of spans, exact in bounds, over pairs of those wanted and those found."""
    hits = sum(len(wanted & found) for wanted, found in pairs)
    total = sum(len(wanted) + len(found) for wanted, found in pairs)
    return 2 * hits / total if total else 0.0
