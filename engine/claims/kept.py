"""A classifier that reads nothing twice, and no more at once than a question can wait for."""

from __future__ import annotations

import logging
import time
from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Final, TypeVar

from engine.deadline import is_late
from engine.errors import EngineError
from engine.protocols import ClaimReader, ClaimStore
from engine.text import lexicon
from engine.text.tokens import spellings
from engine.types import OVERALL, SILENT, Classification, ComparisonInstance, Reading, Stance

log = logging.getLogger(__name__)

WHOLE: Final = "*"
"""Dimension and words of the row that says that a sentence was read for all that it says."""
NOTHING: Final = ""
"""The words of that row where it speaks of no property."""
CONFIRMED: Final = "?"
"""Dimension of what was only confirmed."""
JUDGED: Final = "!"
"""With the name of what judged, the dimension of how far a sentence convinces; with the property, the words."""
SCREENED: Final = 3
"""So many times the sentences that may be read are looked at, in the order of their search, for the promising ones."""
RESTS_S = 30.0
"""A store that did not work is left alone for so long."""

AT_ONCE: Final = 64
"""Sentences that are read before it is asked whether there is time for more; fewer leave processor cores idle."""

_Found = TypeVar("_Found")


class KeptClaimReader:
    """Looks readings up in a store, if it has one, and makes a bounded number of others; else it is its reader."""

    def __init__(self, reader: ClaimReader, store: Callable[[str], ClaimStore | None] = lambda _: None) -> None:
        """Prepare.

        Args:
            reader: Reads.
            store: Returns where to keep what a model reads; None while nothing can be kept.
        """
        self.reader, self._store = reader, store
        self._tried_again_at: dict[str, float] = {}

    @property
    def store(self) -> ClaimStore | None:
        """Return where readings are kept now, if anywhere.

        Raises:
            IndexUnusableError: The store cannot be opened.
            UnavailableError: What holds it does not answer.
        """
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
    ) -> list[Classification | None]:
        """Say which of two things sentences put above the other, looking up what was read before.

        Args:
            sentences: Their texts.
            objects: The names of the two.
            words: The property, as one would ask for it; ``overall`` for whom they favour.
            dimension: That of the property.
            most: So many are looked up or read: if fewer were read ahead, the most promising of the others are.

        Returns:
            One belief for each, in order; None where a sentence may say something and was not read.
        """
        dimensions = (OVERALL,) if words == OVERALL else (dimension, WHOLE)
        found = [said_of(words, one, dimension) for one in self._find(objects, dimensions, sentences, ahead=True)]
        instances = [ComparisonInstance(sentence, *objects) for sentence in sentences]
        chosen = self._choose(found, instances, most=most)
        return self._fill(found, chosen, instances, [words] * len(instances), dimension)

    def read_claims(
        self, sentences: Sequence[str], objects: tuple[str, str], *, most: int
    ) -> list[Classification | None]:
        """Say whom sentences favour and all that they claim; see ``read``."""
        found = [_whole(one) for one in self._find(objects, None, sentences, ahead=True)]
        instances = [ComparisonInstance(sentence, *objects) for sentence in sentences]
        return self._fill(found, self._choose(found, instances, most=most), instances)

    def confirm(
        self, sentences: Sequence[str], objects: tuple[str, str], words: Sequence[str]
    ) -> list[Classification | None]:
        """Say of each sentence which of two things it seems to put above the other in a property of its own.

        What is read for it is kept apart: it is not what is read where a property is asked for.

        Returns:
            One belief for each, in order; None where there was no time.
        """
        ahead = self._find(objects, None, sentences, ahead=True)
        found = [
            _kept_of(one, read) if " " in one else said_of(one, on_same(one, read))  # "easy to support" is not "easy"
            for one, read in zip(words, ahead, strict=True)
        ]
        chosen = [n for n, belief in enumerate(found) if belief is None]
        instances = [ComparisonInstance(sentence, *objects) for sentence in sentences]
        return self._fill(found, chosen, instances, words, CONFIRMED)

    def judge(self, sentences: Sequence[str], objects: tuple[str, str], words: str) -> list[Classification | None]:
        """Say how far sentences convince somebody who chooses between two things, for a property or overall.

        Returns:
            One judgement for each, in order, as ``engine.protocols.ClaimReader`` has it; None where there was no time.
        """
        instances = [ComparisonInstance(sentence, *objects) for sentence in sentences]
        dimension = f"{JUDGED}{self.reader.judge_model}"
        found: list[Classification | None] = [None] * len(instances)
        return self._fill(found, range(len(found)), instances, [f"{JUDGED}{words}"] * len(found), dimension)

    def read_ahead(self, instances: Sequence[ComparisonInstance], places: Sequence[str]) -> int:
        """Read and keep all that sentences say, those that promise anything.

        Args:
            instances: Sentences with two things each.
            places: Ids of the sentences.

        Returns:
            How many were read.
        """
        readings = self.readings(instances, places)
        self._put(readings, ahead=True)
        return sum(reading.dimension == WHOLE for reading in readings)

    def readings(self, instances: Sequence[ComparisonInstance], places: Sequence[str]) -> list[Reading]:
        """Return all that sentences say, those that promise anything; of the others that they say nothing.

        Args:
            instances: Sentences with two things each.
            places: Ids of the sentences.
        """
        promises = self.reader.promise(instances)
        told = [*zip(instances, places, promises, strict=True)]
        skipped = [Reading(one, OVERALL, OVERALL, SILENT, place) for one, place, promise in told if promise == 0]
        promising = [(one, place) for one, place, promise in told if promise > 0]
        found = self.reader.read_whole([one for one, _ in promising])
        return skipped + [
            reading
            for (one, place), said in zip(promising, found, strict=True)
            for reading in _readings_of(one, place, said)
        ]

    def _choose(
        self, found: list[Classification | None], instances: Sequence[ComparisonInstance], *, most: int
    ) -> list[int]:
        """Return which sentences to read: the most promising ones on which nothing was read ahead.

        The first alone are looked at, and those of them that promise nothing found silent. All this depends on the
        index alone.
        """
        missing = [n for n, belief in enumerate(found) if belief is None]
        left = max(0, most - (len(found) - len(missing)))
        screened = missing[: SCREENED * most]
        promises = dict(zip(screened, self.reader.promise([instances[n] for n in screened]), strict=True))
        for n, promise in promises.items():
            found[n] = None if promise > 0 else SILENT
        order = sorted(screened, key=lambda n: -promises[n])
        return [n for n in order[:left] if promises[n] > 0]

    def _fill(
        self,
        found: list[Classification | None],
        chosen: Sequence[int],
        instances: Sequence[ComparisonInstance],
        words: Sequence[str] = (),
        dimension: str = "",
    ) -> list[Classification | None]:
        """Read what is chosen for its words, or whole where there are none, until there is no time left.

        What was kept when others asked spares the reading where it is what would be read now.

        Args:
            found: What is known of each sentence; what is read is put in.
            chosen: Places in it.
            instances: The sentences.
            words: The property that each is read for.
            dimension: That of all of them.
        """
        if not chosen:
            return found
        objects, texts = (instances[0].first, instances[0].second), [instances[n].sentence for n in chosen]
        kept = self._find(objects, (dimension,) if dimension else None, texts, ahead=False)
        for n, read in zip(chosen, kept, strict=True):
            found[n] = _kept_of(words[n], read) if words else _whole(read)
        missing = [n for n in chosen if found[n] is None]
        while missing and not is_late():
            now, missing = missing[:AT_ONCE], missing[AT_ONCE:]
            here = [instances[n] for n in now]
            said = self._read(here, [words[n] for n in now], dimension) if words else self._read_whole(here)
            for n, belief in zip(now, said, strict=True):
                found[n] = belief
        return found

    def _read(
        self, instances: Sequence[ComparisonInstance], words: Sequence[str], dimension: str
    ) -> Sequence[Classification]:
        if dimension.startswith(JUDGED):
            found = self.reader.judge(instances, words[0].removeprefix(JUDGED))
        else:
            found = (self.reader.confirm if dimension == CONFIRMED else self.reader.properties)(instances, words)
        both = zip(instances, words, found, strict=True)
        self._put([Reading(one, dimension, what, belief) for one, what, belief in both])
        return found

    def _read_whole(self, instances: Sequence[ComparisonInstance]) -> Sequence[Classification]:
        found = self.reader.read_whole(instances)
        both = zip(instances, found, strict=True)
        self._put([reading for one, said in both for reading in _readings_of(one, "", said)])
        return [together(said) for said in found]

    def _find(
        self, objects: tuple[str, str], dimensions: Sequence[str] | None, sentences: Sequence[str], *, ahead: bool
    ) -> list[dict[str, Classification]]:
        """Return what is kept of sentences, under whichever spellings of the names it was read."""
        first, second = (sorted(spellings(name)) for name in objects)
        ways = [*product(first, second)]
        found = self._with_store(
            "looked up", lambda store: [store.find(way, dimensions, sentences, ahead=ahead) for way in ways]
        )
        return [dict(ChainMap(*kept)) for kept in zip(*found, strict=True)] if found else [{} for _ in sentences]

    def _put(self, readings: Sequence[Reading], *, ahead: bool = False) -> None:
        if ahead and (store := self.store) is not None:
            store.put(readings)
        elif readings and not ahead:
            self._with_store("kept", lambda store: store.put(readings))

    def _with_store(self, done: str, use: Callable[[ClaimStore], _Found]) -> _Found | None:
        """Return what a store gives; None without one, and while one that did not work is left alone."""
        if time.monotonic() < self._tried_again_at.get(done, 0):
            return None
        try:
            if (store := self.store) is None:
                return None
            found = use(store)
        except EngineError as error:
            if done not in self._tried_again_at:
                log.warning("What was read is not %s: %s", done, error)
            self._tried_again_at[done] = time.monotonic() + RESTS_S
            return None
        if self._tried_again_at.pop(done, None) is not None:
            log.info("What was read is %s again.", done)
        return found


def _readings_of(instance: ComparisonInstance, place: str, said: Mapping[str, Classification]) -> list[Reading]:
    """Return what is kept of a sentence that was read whole."""
    readings = [Reading(instance, dimension_of(words), words, one, place) for words, one in said.items()]
    return [*readings, Reading(instance, WHOLE, NOTHING if len(said) == 1 else WHOLE, SILENT, place)]


def dimension_of(words: str) -> str:
    """Return the dimension of a property: the lexicon's, ``overall`` or the words themselves."""
    return OVERALL if words == OVERALL else lexicon.dimension_of(words) or words


def said_of(words: str, read: Mapping[str, Classification], dimension: str = "") -> Classification | None:
    """Return what readings in one dimension say of a property of it, turned where they are of its other end.

    Where nothing was read a phrase may say it all the same, "in nutritional value", though no word of it does alone.
    That nothing is said of a noun, "camera", tells nothing of a "better camera".

    Args:
        words: The property.
        read: What was read of each.
        dimension: Theirs where words are ambiguous, "hard" and "soft"; the first one of each when empty.
    """
    if words in read:
        return read[words]
    end = lexicon.end_of(words, dimension)
    same = [
        belief if lexicon.end_of(other, dimension) == end else belief.flipped()
        for other, belief in read.items()
        if other not in (WHOLE, NOTHING)
        and end
        and lexicon.end_of(other)
        and (belief.stance is not Stance.NONE or any(map(lexicon.grades, other.split())))
    ]
    return max(same, key=lambda belief: belief.confidence, default=None)


def _whole(read: Mapping[str, Classification]) -> Classification | None:
    """Return all that a sentence claims, if it was read for that."""
    return together(read) if WHOLE in read or NOTHING in read else None


def _kept_of(words: str, read: Mapping[str, Classification]) -> Classification | None:
    """Return what would be said of a property if it were read now, without what else was read with it."""
    return replace(read[words], claims=()) if words in read else None


def on_same(words: str, read: Mapping[str, Classification]) -> dict[str, Classification]:
    """Return what was read in the dimension of a property, and whether the sentence was read whole."""
    same = (WHOLE, NOTHING, words)
    return {one: belief for one, belief in read.items() if one in same or dimension_of(one) == dimension_of(words)}


def together(read: Mapping[str, Classification]) -> Classification:
    """Return whom a sentence favours, with all that it claims; nobody where that was not read."""
    return replace(
        read.get(OVERALL, SILENT), claims=tuple(claim for belief in read.values() for claim in belief.claims)
    )
