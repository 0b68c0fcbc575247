"""Pairs of things to search for, from rare to frequent."""

from __future__ import annotations

import gzip
import json
import lzma
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from engine.protocols import Retriever

SEED = 0
_OPENERS: dict[str, Any] = {".gz": gzip.open, ".xz": lzma.open}


class Pair(NamedTuple):
    """Two things, and how many sentences of an index name both."""

    first: str
    second: str
    frequency: int


def read_pairs(source: Path) -> list[tuple[str, str]]:
    """Return the distinct pairs in the field ``pairs`` of JSON Lines, sorted."""
    with _OPENERS.get(source.suffix, open)(source, "rt", encoding="utf-8") as lines:
        found = {(first, second) for line in lines for first, second in json.loads(line).get("pairs", ())}
    return sorted(found)


def by_frequency(source: Path, retriever: Retriever, count: int) -> list[Pair]:
    """Return pairs spread evenly over their frequencies in an index, rarest first.

    Args:
        source: JSON Lines with a field ``pairs``.
        retriever: Who counts; pairs that it does not find are left out.
        count: The most pairs to return, >= 1.
    """
    pairs = read_pairs(source)
    counted = (Pair(*pair, retriever.search(pair, k=1).total) for pair in Random(SEED).sample(pairs, len(pairs)))
    ranked = sorted((pair for pair in counted if pair.frequency), key=lambda pair: pair.frequency)
    step = max(1.0, len(ranked) / count)
    return [ranked[int(nth * step)] for nth in range(min(count, len(ranked)))]
