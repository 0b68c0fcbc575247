"""Sentences that nobody has labelled, with what several classifiers together believe of them."""

from __future__ import annotations

import json
import lzma
import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import numpy as np

from engine.protocols import Classifier
from engine.types import Classification, ComparisonInstance
from nlu_models.baselines.marking import Marked, mark
from nlu_models.training.examples import Example

SENTENCES: Final = Path("cam_sentences") / "cam_sentences.jsonl.xz"
LABELLED: Final = "compsent19"
"""Source of the sentences that have labels, held-out ones among them."""
TAKING_SIDES: Final = 0.7
"""Share of the chosen sentences of which the classifiers believe most that they say something."""


def read_unlabelled(data: Path) -> list[ComparisonInstance]:
    """Return the sentences that CAM found for pairs of objects, without those of CompSent-19.

    Args:
        data: The folder of the public data sets.
    """
    with lzma.open(data / SENTENCES, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    free = [row for row in rows if row["pairs"] and LABELLED not in row["sources"] and not row["auto_split"]]
    return [ComparisonInstance(row["text"], *row["pairs"][0]) for row in free]


class Together:
    """Classifiers as one: what they believe in the mean."""

    def __init__(self, classifiers: Sequence[Classifier]) -> None:
        """Take at least one."""
        self._classifiers = classifiers

    def classify(self, instances: Sequence[ComparisonInstance]) -> list[Classification]:
        """Classify sentences; see ``engine.protocols.Classifier``."""
        said = [[list(one.probabilities.values()) for one in each.classify(instances)] for each in self._classifiers]
        return [Classification(*belief) for belief in np.mean(said, axis=0).tolist()]


def imitated(
    instances: Iterable[ComparisonInstance], held: Sequence[Example], teacher: Classifier, most: int, seed: int
) -> list[Example]:
    """Return sentences with what a teacher believes as target.

    Source: Hinton et al., "Distilling the knowledge in a neural network", 2015.

    Args:
        instances: What may be learned from.
        held: Their sentences are left out.
        teacher: Who is asked about them.
        most: Sentences to choose, at least 1: mainly those that take a side, for which there are few labels.
        seed: Of the choice of the others.
    """
    kept_back = {example.pairing.sentence for example in held}
    asked = [one for one in instances if one.sentence not in kept_back and isinstance(mark(one), Marked)]
    beliefs = teacher.classify(asked)
    order = np.argsort([belief.none for belief in beliefs], kind="stable").tolist()
    sides, others = order[: round(TAKING_SIDES * most)], order[round(TAKING_SIDES * most) :]
    chosen = sides + random.Random(seed).sample(others, min(most - len(sides), len(others)))
    return [Example(asked[n], tuple(beliefs[n].probabilities.values()), beliefs[n].stance) for n in chosen]
