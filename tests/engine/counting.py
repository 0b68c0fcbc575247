"""A classifier that counts what it is given, and one that wavers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.types import Classification, ComparisonInstance, Stance
from nlu_models.baselines.rule_stance import KeyphraseClassifier


class CountingClassifier(KeyphraseClassifier):
    """Classifies as its parent does.

    Attributes:
        classified: How many sentences it was given so far.
        made: All that were made.
    """

    made: ClassVar[list[CountingClassifier]] = []

    def __init__(self) -> None:
        super().__init__()
        self.classified = 0
        self.made.append(self)

    def classify(self, instances: Sequence[ComparisonInstance]) -> list[Classification]:
        self.classified += len(instances)
        return super().classify(instances)


class WaveringClassifier(KeyphraseClassifier):
    """Says next to nothing of what its parent takes for no comparison."""

    def classify(self, instances: Sequence[ComparisonInstance]) -> list[Classification]:
        found = super().classify(instances)
        return [Classification(0.4, 0.35, 0.0, 0.25) if one.stance is Stance.NONE else one for one in found]
