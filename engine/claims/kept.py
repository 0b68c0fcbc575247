"""A classifier that reads nothing twice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

from engine.claims.store import ClaimStore, Reading
from engine.protocols import PropertyClassifier
from engine.types import Classification, ComparisonInstance


@runtime_checkable
class ClaimReader(PropertyClassifier, Protocol):
    """A classifier that says what sentences claim, by a network whose readings are worth keeping."""

    @property
    def model(self) -> str:
        """Return what names its weights: what another model read is not used."""
        ...


class KeptClaimReader:
    """Looks readings up in a store and has only the others made; it answers as its reader does."""

    def __init__(self, reader: ClaimReader, store: ClaimStore) -> None:
        """Read with ``reader``, keep in ``store``."""
        self.store = store
        self._reader = reader

    def classify(self, instances: Sequence[ComparisonInstance]) -> list[Classification]:
        """Classify sentences; see ``engine.protocols.Classifier``."""
        return self._look_up([Reading(one) for one in instances], self._classify)

    def properties(self, instances: Sequence[ComparisonInstance], words: Sequence[str]) -> list[Classification]:
        """Say which thing has more of a property; see ``engine.protocols.PropertyClassifier``."""
        return self._look_up([Reading(*pair) for pair in zip(instances, words, strict=True)], self._properties)

    @property
    def model(self) -> str:
        """Return what names the reader's weights."""
        return self._reader.model

    def is_kept(self, readings: Sequence[Reading]) -> list[bool]:
        """Return for each reading whether it is in the store."""
        return [found is not None for found in self.store.get(readings)]

    def _classify(self, readings: Sequence[Reading]) -> list[Classification]:
        return self._reader.classify([reading.instance for reading in readings])

    def _properties(self, readings: Sequence[Reading]) -> list[Classification]:
        return self._reader.properties([one.instance for one in readings], [one.words for one in readings])

    def _look_up(
        self, readings: Sequence[Reading], read: Callable[[Sequence[Reading]], list[Classification]]
    ) -> list[Classification]:
        found = self.store.get(readings)
        missing = [reading for reading, said in zip(readings, found, strict=True) if said is None]
        if not missing:
            return [said for said in found if said is not None]
        made = read(missing)
        self.store.put(missing, made)
        left = iter(made)
        return [next(left) if said is None else said for said in found]
