"""What is measured of a system on a data set."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from sklearn.metrics import brier_score_loss

from engine.types import Kind, Label
from evaluation.calibration import Case, expected_calibration_error
from evaluation.parsing import tags
from evaluation.parsing.systems import Reading
from evaluation.parsing.texts import Text
from evaluation.significance import Counts, score

PRECISION_FLOOR = 0.99
DIRECT = frozenset({Kind.DIRECT, Kind.YES_NO, Kind.DIFFERENCE})


class Measured(NamedTuple):
    """The counts of one thing that a data set labels."""

    what: str
    counts: Counts
    tokens: Counts | None = None
    """The same by words instead of entities; None where the thing is no entity."""


class Belief(NamedTuple):
    """What the probability of being comparative is worth; recall and shares in [0, 1]."""

    recall_at_floor: float
    """Best recall over all thresholds whose precision is at least ``PRECISION_FLOOR``."""
    precise: tuple[float, float] | None
    """Precision and recall at the threshold that the reader itself keeps for that; None without one."""
    calibration_error: float
    """Expected calibration error over ten bins."""
    brier: float


def measures(texts: Sequence[Text], read: Reading, *, by_kind: bool = False) -> list[Measured]:
    """Count everything that the texts are labelled for and the system says.

    Args:
        texts: The texts.
        read: What the system said about them.
        by_kind: Whether to count for each kind of question too.
    """
    kinds = [kind for kind in Kind if by_kind and any(text.kind is kind for text in texts)]
    found = []
    if read.questions is not None:
        for what, truth, said in (
            ("comparative", [text.comparative for text in texts], [q.comparative for q in read.questions]),
            ("direct", [text.direct for text in texts], [q.kind in DIRECT for q in read.questions]),
        ):
            if None not in truth:
                found.append(Measured(what, tags.binary_counts(map(bool, truth), said)))
        if all(text.kind for text in texts):
            found += _kinds([text.kind for text in texts], [q.kind for q in read.questions], kinds)
    return found + _tagging(texts, read, kinds)


def _kinds(gold: Sequence[Kind | None], said: Sequence[Kind], kinds: Sequence[Kind]) -> list[Measured]:
    right = [(wanted is got, 1, 1) for wanted, got in zip(gold, said, strict=True)]
    return [Measured("kind (accuracy)", np.array(right, dtype=np.int64).reshape(-1, 3))] + [
        Measured(f"kind {kind}", tags.binary_counts([w is kind for w in gold], [s is kind for s in said]))
        for kind in kinds
    ]


def _tagging(texts: Sequence[Text], read: Reading, kinds: Sequence[Kind]) -> list[Measured]:
    gold, predicted = comparable(texts, read.tags)
    present = {entity.label for one in gold for entity in tags.entities(one)}
    found = [
        Measured(label, tags.entity_counts(gold, predicted, [label]), tags.token_counts(gold, predicted, label))
        for label in Label
        if label in present
    ]
    counts = tags.entity_counts(gold, predicted, Label)
    return found + [
        Measured(f"all in {kind}", counts[[text.kind is kind for text in texts]])
        for kind in kinds
        if kind is not Kind.NONE
    ]


def comparable(texts: Sequence[Text], predicted: Sequence[tags.Tags]) -> tuple[list[tags.Tags], list[tags.Tags]]:
    """Return gold and predicted tags, both without ``B-`` and ``I-`` if the gold has none."""
    gold: list[tags.Tags] = [text.tags for text in texts]
    if any(tag.startswith("B-") for one in gold for tag in one):
        return gold, list(predicted)
    return gold, [tags.without_begin(one) for one in predicted]


def belief(texts: Sequence[Text], read: Reading, precise_threshold: float | None) -> Belief | None:
    """Measure the probability of being comparative; None where texts or system have none."""
    truth = [text.comparative for text in texts]
    if read.questions is None or None in truth or len(set(truth)) < 2:
        return None
    positive, probability = list(map(bool, truth)), [question.probability for question in read.questions]
    precise = None
    if precise_threshold is not None:
        reached = score(tags.binary_counts(positive, [value >= precise_threshold for value in probability]))
        precise = reached.precision, reached.recall
    cases = [Case(value, right, decided=True) for value, right in zip(probability, positive, strict=True)]
    return Belief(
        recall_at_precision(positive, probability, PRECISION_FLOOR),
        precise,
        expected_calibration_error(cases),
        float(brier_score_loss(positive, probability)),
    )


def recall_at_precision(truth: Sequence[bool], probability: Sequence[float], floor: float) -> float:
    """Return the best recall over all thresholds whose precision is at least ``floor``; 0 when none reaches it."""
    ranked = sorted(zip(probability, truth, strict=True), key=lambda pair: -pair[0])
    best = hits = 0
    for i, (value, positive) in enumerate(ranked, 1):
        hits += positive
        last_of_its_value = i == len(ranked) or ranked[i][0] < value
        if last_of_its_value and hits >= floor * i:
            best = hits
    return best / sum(truth) if any(truth) else 0.0


def worst(texts: Sequence[Text], read: Reading, k: int) -> list[tuple[str, str]]:
    """Return the texts with most errors as they should be read and as they were, at most ``k`` with any.

    In tagged texts every entity that is missed or invented is an error; in others the share by which the probability
    of being comparative is wrong, if the answer is.
    """
    gold, predicted = comparable(texts, read.tags)
    counts = tags.entity_counts(gold, predicted, Label)
    errors = (counts[:, 1] + counts[:, 2] - 2 * counts[:, 0]).astype(float)
    if read.questions is not None:
        for at, (text, question) in enumerate(zip(texts, read.questions, strict=True)):
            if text.comparative is not None and question.comparative != text.comparative:
                errors[at] += abs(question.probability - text.comparative)
    found = []
    for at in np.argsort(-errors, kind="stable")[:k]:
        if errors[at] > 0:
            text = texts[at]
            said = "" if read.questions is None else f"{read.questions[at].probability:.2f} {read.questions[at].kind} "
            wanted = "" if text.comparative is None else f"{'' if text.comparative else 'not '}comparative "
            found.append((wanted + marked(text, gold[at]), said + marked(text, predicted[at])))
    return found


def marked(text: Text, given: tags.Tags) -> str:
    """Return a text with its entities in brackets, as ``data/comparely`` is written: ``Is [tea|O] [better|P] …``."""
    built, position = "", 0
    for entity in tags.entities(given):
        start, end = text.words[entity.start][0], text.words[entity.end - 1][1]
        built += f"{text.text[position:start]}[{text.text[start:end]}|{entity.label[0].upper()}]"
        position = end
    return built + text.text[position:]
