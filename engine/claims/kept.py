"""A classifier that reads nothing twice, and no more at once than a question can wait for."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

from engine.errors import EngineError
from engine.protocols import ClaimReader, ClaimStore
from engine.text import lexicon
from engine.types import OVERALL, Classification, ComparisonInstance, Reading

log = logging.getLogger(__name__)

WHOLE: Final = "*"
"""Dimension and words of the row that says that a sentence was read for all that it says."""
NOTHING: Final = ""
"""The words of that row where it speaks of no property."""
ABSENT: Final = Classification(0.0, 0.0, 0.0, 1.0)
SCREENED: Final = 3
"""So many times the sentences that may be read are looked at, in the order of their search, for the promising ones."""

_Read = Callable[[Sequence[ComparisonInstance]], Sequence[Classification]]


class KeptClaimReader:
    """Looks readings up in a store, if it has one, and makes a bounded number of others; else it is its reader."""

    def __init__(self, reader: ClaimReader, store: Callable[[str], ClaimStore | None] = lambda _: None) -> None:
        """Prepare.

        Args:
            reader: Reads.
            store: Returns where to keep what a model reads; None while nothing can be kept.
        """
        self.reader, self._store = reader, store

    @property
    def store(self) -> ClaimStore | None:
        """Return where readings are kept now, if anywhere."""
        return self._store(self.reader.model)

    def classify(self, instances: Sequence[ComparisonInstance]) -> list[Classification]:
        """Classify sentences, all of them and anew; see ``engine.protocols.Classifier``."""
        return self.reader.classify(instances)

    def properties(self, instances: Sequence[ComparisonInstance], words: Sequence[str]) -> list[Classification]:
        """Say who has more of a property, anew; see ``engine.protocols.PropertyClassifier``."""
        return self.reader.properties(instances, words)

    def read(
        self,
        sentences: Sequence[str],
        objects: tuple[str, str],
        *,
        words: str = OVERALL,
        dimension: str = OVERALL,
        most: int,
        first: Collection[str] = (),
    ) -> list[Classification | None]:
        """Say which of two things sentences put above the other, looking up what was read before.

        Args:
            sentences: Their texts.
            objects: The names of the two.
            words: The property, as one would ask for it; ``overall`` for whom they favour.
            dimension: That of the property.
            most: So many are looked up or read: if fewer were read before, the most promising of the others are.
            first: Sentences that are twice as promising as their words.

        Returns:
            One belief for each, in order; None where a sentence may say something and was not read.
        """

        def read(instances: Sequence[ComparisonInstance]) -> Sequence[Classification]:
            said = self.reader.properties(instances, [words] * len(instances))
            self._put([Reading(one, dimension, words, belief) for one, belief in zip(instances, said, strict=True)])
            return said

        dimensions = (OVERALL,) if words == OVERALL else (dimension, WHOLE)
        found = [_about(words, one) for one in self._find(objects, dimensions, sentences)]
        return self._fill(found, sentences, objects, read, most=most, first=first)

    def read_claims(
        self, sentences: Sequence[str], objects: tuple[str, str], *, most: int
    ) -> list[Classification | None]:
        """Say whom sentences favour and all that they claim; see ``read``."""
        kept = self._find(objects, None, sentences)
        found = [_together(one) if WHOLE in one or NOTHING in one else None for one in kept]
        return self._fill(found, sentences, objects, self._read_whole, most=most)

    def read_ahead(self, instances: Sequence[ComparisonInstance], places: Sequence[str]) -> int:
        """Read and keep all that sentences say, those that promise anything.

        Args:
            instances: Sentences with two things each.
            places: Ids of the sentences.

        Returns:
            How many were read.
        """
        promises = self.reader.promise(instances)
        told = [*zip(instances, places, promises, strict=True)]
        skipped = [Reading(one, OVERALL, OVERALL, ABSENT, place) for one, place, promise in told if promise == 0]
        self._put(skipped, ahead=True)
        promising = [(one, place) for one, place, promise in told if promise > 0]
        self._read_whole([one for one, _ in promising], [place for _, place in promising])
        return len(promising)

    def _fill(
        self,
        found: list[Classification | None],
        sentences: Sequence[str],
        objects: tuple[str, str],
        read: _Read,
        *,
        most: int,
        first: Collection[str] = (),
    ) -> list[Classification | None]:
        """Read the most promising of the sentences on which nothing was found; the first ones alone are looked at."""
        missing = [n for n, belief in enumerate(found) if belief is None]
        left = max(0, most - (len(found) - len(missing)))
        screened = missing[: SCREENED * most]
        instances = [ComparisonInstance(sentences[n], *objects) for n in screened]
        promises = self.reader.promise(instances)
        for n, promise in zip(screened, promises, strict=True):
            found[n] = None if promise > 0 else ABSENT
        weighed = [promise * (1 + (sentences[n] in first)) for n, promise in zip(screened, promises, strict=True)]
        order = sorted(range(len(screened)), key=lambda at: -weighed[at])
        chosen = [at for at in order[:left] if promises[at] > 0]
        for at, belief in zip(chosen, read([instances[at] for at in chosen]), strict=True):
            found[screened[at]] = belief
        return found

    def _read_whole(self, instances: Sequence[ComparisonInstance], places: Sequence[str] = ()) -> list[Classification]:
        readings, found = [], self.reader.read_whole(instances)
        for n, (instance, said) in enumerate(zip(instances, found, strict=True)):
            place = places[n] if places else ""
            readings += [Reading(instance, dimension_of(words), words, one, place) for words, one in said.items()]
            readings.append(Reading(instance, WHOLE, NOTHING if len(said) == 1 else WHOLE, ABSENT, place))
        self._put(readings, ahead=bool(places))
        return [_together(said) for said in found]

    def _find(
        self, objects: tuple[str, str], dimensions: Sequence[str] | None, sentences: Sequence[str]
    ) -> list[dict[str, Classification]]:
        try:
            if (store := self.store) is not None:
                return store.find(objects, dimensions, sentences)
        except EngineError as error:
            log.warning("What was read before is not looked up: %s", error)
        return [{} for _ in sentences]

    def _put(self, readings: Sequence[Reading], *, ahead: bool = False) -> None:
        try:
            if readings and (store := self.store) is not None:
                store.put(readings)
        except EngineError as error:
            if ahead:
                raise
            log.warning("What was read is not kept: %s", error)


def dimension_of(words: str) -> str:
    """Return the dimension of a property: the lexicon's, ``overall`` or the words themselves."""
    return OVERALL if words == OVERALL else lexicon.dimension_of(words) or words


def _about(words: str, read: Mapping[str, Classification]) -> Classification | None:
    """Return what readings in one dimension say of a property of it, turned where they are of its other end."""
    if words in read:
        return read[words]
    end = lexicon.end_of(words)
    same = [
        belief if lexicon.end_of(other) == end else belief.flipped()
        for other, belief in read.items()
        if other not in (WHOLE, NOTHING) and end and lexicon.end_of(other)
    ]
    if same:
        return max(same, key=lambda belief: belief.confidence)
    return ABSENT if NOTHING in read else None


def _together(read: Mapping[str, Classification]) -> Classification:
    """Return whom a sentence favours, with all that it claims."""
    return replace(read[OVERALL], claims=tuple(claim for belief in read.values() for claim in belief.claims))
