"""How often an index has names, alone and beside each other, and how they are written."""

from __future__ import annotations

import re
from typing import Final

from engine.protocols import Retriever
from engine.retrieval.names import NAME, large_in

RARE: Final = 3
"""Sentences with the whole of a name, at least, for it to matter how they write it."""
LOOKED_AT: Final = 40
"""Sentences of which it is looked up how they write a name, at most."""
_BESIDE: Final = ("{} or {}", "{} and {}", "{} vs {}", "{} than {}")
"""How people set a thing beside its like."""
SENTENCE_WORDS: Final = 15
"""Words of a sentence, about."""
TITLED: Final = 0.5
"""Least part of the sentences with a name in which its end has a capital, for it to be taken there unasked."""
OFTENER: Final = 5
"""Times that a word is behind another, beside what chance explains, for the two to be a name."""


def sentences_with(name: str, retriever: Retriever) -> float:
    """Return how many sentences have a name with a hyphen between its words at most, one or several of it."""
    found = retriever.search((name,), k=LOOKED_AT)
    one = re.compile(rf"(?<!\w){re.escape(name.lower().replace('-', ' ').removesuffix('s'))}(?:e?s)?(?![\w+#])")
    with_it = sum(one.search(hit.sentence.text.lower().replace("-", " ")) is not None for hit in found.hits)
    return found.total * with_it / max(1, len(found.hits))


def naming_both(first: str, second: str, retriever: Retriever) -> int:
    """Return how many sentences name both of two things."""
    return retriever.search((first, second), k=1).total


def set_beside(first: str, second: str, retriever: Retriever) -> int:
    """Return how many sentences set two things beside each other."""
    ways = (way.format(*pair) for way in _BESIDE for pair in ((first, second), (second, first)))
    return sum(retriever.search((way,), k=1).total for way in ways)


def is_written_large(name: str, end: str, retriever: Retriever) -> bool:
    """Return whether what ends a name has a capital in it, and is a part of it: the drive of Google Drive."""
    return large_in(retriever.search((name,), k=LOOKED_AT).hits, end) >= NAME


def is_titled(name: str, end: str, retriever: Retriever) -> bool:
    """Return whether texts have a name that ends so, with a capital there and small letters: not the TV of Sony TV."""
    ends = re.compile(rf"\b{re.escape(name.removesuffix(end))}({re.escape(end)})\b", re.IGNORECASE)
    hits = retriever.search((name,), k=LOOKED_AT).hits
    written: list[str] = [match[1] for hit in hits for match in ends.finditer(hit.sentence.text)]
    titled = sum(one != one.lower() and not one.isupper() for one in written)
    return titled >= max(RARE, TITLED * len(written))
