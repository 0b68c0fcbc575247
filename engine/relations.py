"""What a thing is compared with, on what and with which outcome: from what was read ahead of an index."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from engine.claims.kept import dimension_of, said_of, together
from engine.comparison import marked
from engine.config import Config
from engine.protocols import ClaimStore, KeepingRetriever
from engine.retrieval import near_copies
from engine.retrieval.names import are_adjectives
from engine.text.stop_words import STOP
from engine.text.tokens import stems
from engine.types import (
    OVERALL_ASKED,
    Argument,
    Asked,
    AskedKind,
    Classification,
    Comparison,
    Hit,
    Relation,
    Relations,
    Stance,
)
from engine.verdict.asked import leaning, property_of
from engine.verdict.decision import decide
from engine.verdict.differences import by_dimension, decide_differences
from engine.verdict.speaking import candidates
from engine.verdict.weights import is_heard, weigh

PER_PAIR: Final = 200
"""Sentences of two things that are looked at, those of the earliest ids."""
LOOKED_AT: Final = 40
"""Things beside which a thing is looked at for what is above it."""

Read = dict[str, dict[str, Classification]]
"""Id of a sentence → words of a property → what was read of it."""


class Graph:
    """What was read ahead of things beside each other."""

    def __init__(self, store: ClaimStore, retriever: KeepingRetriever, config: Config) -> None:
        """Take where the readings are, where their sentences are, and the settings."""
        self._store, self._retriever = store, retriever
        self._settings, self._near = config.verdict, config.retrieval.near

    def relations(self, name: str, *, offset: int = 0, limit: int = LOOKED_AT) -> Relations:
        """Return what a thing is compared with most often.

        Args:
            name: Of the thing.
            offset: So many of those met most often are left out.
            limit: The most to return.
        """
        beside = self._beside(name)
        shown = beside[offset : offset + limit]
        return Relations(name, tuple(self._relations(name, shown, OVERALL_ASKED)), len(beside))

    def rivals(self, name: str) -> list[str]:
        """Return the names of the things that a thing is compared with by two sources or more, most often first."""
        return [other for other, read in self._beside(name) if len(read) > 1]

    def above(self, name: str, asked: Asked) -> Relations:
        """Return what more sources put above a thing than below it, that of most sources first.

        Args:
            name: Of the thing.
            asked: In which property, or for which use; as a whole where none is asked for.
        """
        beside = self._beside(name)[:LOOKED_AT]
        found = [one for one in self._relations(name, beside, asked) if _lead(one) > 0]
        return Relations(name, tuple(sorted(found, key=lambda one: -_lead(one))), len(found))

    def _beside(self, name: str) -> list[tuple[str, Read]]:
        """Return the other things with what was read of both; those that most documents speak of first."""
        written: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
        read: dict[tuple[str, ...], Read] = defaultdict(lambda: defaultdict(dict))
        for reading in self._store.about(name):
            key = stems(reading.instance.second)
            written[key][reading.instance.second] += 1
            read[key][reading.place][reading.words] = reading.said
        said_of_things = are_adjectives((name,))
        named = {key: places for key, places in read.items() if not STOP.issuperset(key)}
        read = {key: places for key, places in named.items() if said_of_things or _is_thing([*written[key]])}
        documents = {key: len({place.rpartition("#")[0] for place in places}) for key, places in read.items()}
        order = sorted(read, key=lambda key: (-documents[key], key))
        return [(written[key].most_common(1)[0][0], read[key]) for key in order]

    def _relations(self, name: str, beside: Sequence[tuple[str, Read]], asked: Asked) -> list[Relation]:
        wanted = [sorted(read)[:PER_PAIR] for _, read in beside]
        hits = {hit.sentence.id: hit for hit in self._retriever.hits([place for each in wanted for place in each])}
        return [
            self._relation((name, other), {hits[place]: read[place] for place in places if place in hits}, asked)
            for (other, read), places in zip(beside, wanted, strict=True)
        ]

    def _relation(
        self, objects: tuple[str, str], read: Mapping[Hit, Mapping[str, Classification]], asked: Asked
    ) -> Relation:
        first, second = objects
        claiming = [
            Argument(hit, marked(together(said), text))
            for hit, said in read.items()
            if is_heard(text := hit.sentence.text, objects)
        ]
        said = _on(claiming, read, asked, objects=objects, near=self._near)
        surest = near_copies.merge(sorted(said, key=lambda one: -one.classification.confidence))
        arguments = sorted(weigh(surest), key=lambda one: (-one.weight, one.hit.sentence.id))
        spoken = [
            one._replace(arguments=near_copies.merge(one.arguments)) for one in by_dimension(claiming, objects=objects)
        ]
        verdict = decide(arguments, first=first, second=second, settings=self._settings)
        differences = decide_differences(spoken, first=first, second=second, settings=self._settings)
        return Relation(
            Comparison(
                objects,
                (),
                verdict,
                tuple(arguments),
                (),
                retrieved=len(read),
                asked=asked,
                differences=differences,
            )
        )


def _on(
    claiming: Sequence[Argument],
    read: Mapping[Hit, Mapping[str, Classification]],
    asked: Asked,
    *,
    objects: tuple[str, str],
    near: float,
) -> list[Argument]:
    """Return what says who has more of what is asked for."""
    if asked.kind is AskedKind.PROPERTY:
        words = property_of(asked)
        beliefs = [(one, said_of(words, _in(asked.dimension, read[one.hit]), asked.dimension)) for one in claiming]
        found = [replace(one, classification=leaning(belief)) for one, belief in beliefs if belief is not None]
    else:
        found = list(claiming)
    if asked.kind is AskedKind.USE or asked.is_property_for_use:
        better = Asked(AskedKind.USE, words=f"better {asked.use}", use=asked.use)
        of_use, hits = asked if asked.kind is AskedKind.USE else better, [one.hit for one in found]
        speaking = {hit.sentence.id for hit in candidates(hits, of_use, objects=objects, near=near)}
        found = [one for one in found if one.hit.sentence.id in speaking]
    return [one for one in found if one.stance is not Stance.NONE]


def _is_thing(written: Sequence[str]) -> bool:
    """Return whether what is written so is no number, and not what is said of things: "wooden"."""
    return any(map(str.isalpha, "".join(written))) and not (all(map(str.islower, written)) and are_adjectives(written))


def _in(dimension: str, read: Mapping[str, Classification]) -> dict[str, Classification]:
    return {words: belief for words, belief in read.items() if dimension_of(words) == dimension}


def _lead(relation: Relation) -> int:
    """Return by how many sources the other thing is ahead."""
    return relation.sources[Stance.SECOND] - relation.sources[Stance.FIRST]
