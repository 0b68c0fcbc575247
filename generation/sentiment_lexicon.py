"""Whether a comparative word praises or blames: "Is A worse than B?" is a yes when B is ahead."""

from __future__ import annotations

from engine.text.lexicon import says_how_good, sense
from engine.text.qualifiers import NEGATIONS
from engine.text.tokens import stems

_CHOOSING = frozenset(stems("beat favor favour instead outclass outperform over prefer rather recommend worth"))
_TOILSOME = frozenset(stems("harder to"))
"""Blame together: "harder to learn", which "harder than steel" is not."""
_LESS = frozenset(stems("less least"))


def polarity(words: str) -> int:
    """Return 1 for words that praise the thing they are said of, -1 for blame, 0 when that is open.

    >>> [polarity(words) for words in ("better", "more expensive", "less safe", "bigger")]
    [1, -1, -1, 0]
    """
    found = stems(words)
    merits = {known.merit for word in found if (known := sense(word)) and known.role in ("good", "bad")}
    if not _CHOOSING.isdisjoint(found):
        merits.add(1)
    if _TOILSOME.issubset(found):
        merits.add(-1)
    if len(merits) != 1 or not NEGATIONS.isdisjoint(found):
        return 0
    (sign,) = merits
    return sign if _LESS.isdisjoint(found) else -sign


def is_general(words: str) -> bool:
    """Return whether the words judge a thing as a whole, as "better" does and "faster" does not."""
    return not _CHOOSING.isdisjoint(stems(words)) or any(map(says_how_good, stems(words)))


def is_negation(stem: str) -> bool:
    """Return whether a stem turns what follows into its opposite."""
    return stem in NEGATIONS or stem in _LESS
