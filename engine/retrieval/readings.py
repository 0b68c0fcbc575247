"""How readings are found again: by the names of two things as the index knows them, a dimension, and a sentence's text.

So it does not matter which engine found the sentence, and a text that is indexed again is not read again.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import NamedTuple

from pydantic import TypeAdapter

from engine.text.tokens import stems
from engine.types import Classification, Reading

_JSON = TypeAdapter(Classification)


class Pair(NamedTuple):
    """Two things, the same whichever is named first."""

    key: int
    names: tuple[str, str]
    """By their stems in ascending order."""
    turned: bool
    """Whether the names were given the other way round."""


class Row(NamedTuple):
    """A reading as a store keeps it."""

    pair: Pair
    sentence: int
    said: str


def pair_of(first: str, second: str) -> Pair:
    """Return the pair of two names."""
    named = sorted([(_joined(first), 0, first), (_joined(second), 1, second)])
    return Pair(key_of("\x1f".join(one for one, _, _ in named)), (named[0][2], named[1][2]), named[0][1] == 1)


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


def _joined(name: str) -> str:
    return " ".join(stems(name))
