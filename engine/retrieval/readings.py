"""How readings are found again: by the names of two things as the index knows them, a dimension, and a sentence's text.

So it does not matter which engine found the sentence, and a text that is indexed again is not read again.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import NamedTuple

from pydantic import TypeAdapter

from engine.text.tokens import stems
from engine.types import Classification, ComparisonInstance, Reading

_JSON = TypeAdapter(Classification)


class Pair(NamedTuple):
    """Two things, the same whichever is named first."""

    key: int
    names: tuple[str, str]
    """By their stems in ascending order."""
    stems: tuple[str, str]
    """Those of each name, joined by blanks."""
    turned: bool
    """Whether the names were given the other way round."""


class Row(NamedTuple):
    """A reading as a store keeps it."""

    pair: Pair
    sentence: int
    said: str


def pair_of(first: str, second: str) -> Pair:
    """Return the pair of two names."""
    named = sorted([(joined(first), 0, first), (joined(second), 1, second)])
    both = named[0][0], named[1][0]
    return Pair(key_of("\x1f".join(both)), (named[0][2], named[1][2]), both, named[0][1] == 1)


def key_of(text: str) -> int:
    """Return a number of 64 bits for a text."""
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def row_of(reading: Reading) -> Row:
    """Return what is kept of a reading."""
    pair = pair_of(reading.instance.first, reading.instance.second)
    said = reading.said.flipped() if pair.turned else reading.said
    return Row(pair, key_of(reading.instance.sentence), _JSON.dump_json(said, exclude_defaults=True).decode())


def read_row(said: str, pair: Pair) -> Classification:
    """Return what a kept reading says, first and second as the pair was asked for."""
    found = _JSON.validate_json(said)
    return found.flipped() if pair.turned else found


def reading_about(name: str, pair: Pair, said: str, *, dimension: str, words: str, place: str) -> Reading:
    """Return a kept reading with this thing as the first of its instance."""
    first, second = pair.names if pair.stems[0] == joined(name) else pair.names[::-1]
    belief = read_row(said, pair._replace(turned=first is not pair.names[0]))
    return Reading(ComparisonInstance("", first, second), dimension, words, belief, place)


def joined(name: str) -> str:
    """Return the stems of a name, joined by blanks: names with the same ones are one."""
    return " ".join(stems(name))
