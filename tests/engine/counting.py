"""A classifier that counts what it is given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.types import Classification, ComparisonInstance
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
