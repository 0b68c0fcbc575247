"""Names inside names: "C" in "Objective-C" is another thing, and so is "Wii" in "Wii U".

Nothing lists them. A longer name is another thing if people set it beside the shorter one, "C and Objective-C", "the
Wii or the Wii U"; nobody sets Google Chrome beside Chrome.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engine.protocols import Retriever
from engine.text.analysed import analysed
from engine.text.stop_words import STOP
from engine.text.tokens import Tokens, stem, stems
from engine.types import Hit

_FIRST: Final = 200
"""First hits of a pair in which longer names are looked for."""
_LOOKED_AT: Final = 1000
"""First sentences with a longer name."""
_OFTEN: Final = 3
"""Of them, those that have a longer name, at least; and their least share."""
_SHARE: Final = 0.04
_BEGUN: Final = 3
"""Letters, at least, of a word that is cut short."""
_MOST: Final = 3
"""Longer names that are looked up for each thing, at most."""
_SET_BESIDE: Final = 2
"""Sentences that set a longer name beside the shorter one, at least."""
_JOINED: Final = r"(?:\s*[,/&]\s*|,?\s+(?:and|or|vs\.?|versus|than|to|nor)\s+(?:the\s+|an?\s+)?)"
_BEHIND: Final = re.compile(rf"(?!{_JOINED})[ -]([^\W_]+)(?=(?: ([^\W_]+))?)", re.IGNORECASE)
"""A word behind a name, and the one behind that."""
_ALONE: Final = r"(?![ -](?-i:[A-Z0-9]))"
"""Behind a name that no other one continues: "Windows Vista" is not Windows alone."""
_BEGINS: Final = r"(?:^|[^\w\s]\s*|\b(?-i:[a-z])\w*\s+)"
"""Before a name that begins there."""


class LongerName(NamedTuple):
    """A name with a word before or behind it."""

    text: str
    pattern: str
    """Finds it, with a blank or a hyphen between."""


def naming_each(hits: Sequence[Hit], objects: Sequence[str]) -> Sequence[Hit]:
    """Return the hits that name each thing, also one whose name is within another's: "potato" and "sweet potato"."""
    for name in objects:
        longer = [other for other in objects if len(stems(other)) > len(stems(name)) and Tokens(other).mentions(name)]
        if longer:
            hits = [hit for hit in hits if _is_named_outside(hit.sentence.text, name, longer)]
    return hits


def _is_named_outside(text: str, name: str, longer: Sequence[str]) -> bool:
    """Return whether a sentence has a name that is no part of one of some longer ones there."""
    tokens = analysed(text)
    others = [place for one in longer for place in tokens.mentions(one)]
    return any(
        not any(start <= place[0] and place[1] <= end for start, end in others) for place in tokens.mentions(name)
    )


def without_longer_names(
    hits: Sequence[Hit], objects: Sequence[str], retriever: Retriever
) -> tuple[list[Hit], dict[str, int]]:
    """Leave out the sentences that name another thing in place of one that is asked about.

    Args:
        hits: Sentences that have all names, the best first.
        objects: The names.
        retriever: The index.

    Returns:
        The others, and each longer name with how many sentences were left out for it.
    """
    left_out: dict[str, int] = {}
    for name in objects:
        longer = [*longer_names(hits, name, retriever)]
        if longer:
            kept = [hit for hit in hits if names_itself(hit.sentence.text, name, longer)]
            left_out[" or ".join(one.text for one in longer)] = len(hits) - len(kept)
            hits = kept
    return [*hits], {name: count for name, count in left_out.items() if count}


def longer_names(hits: Sequence[Hit], name: str, retriever: Retriever) -> Iterator[LongerName]:
    """Yield the longer names in hits that are other things than a name.

    Args:
        hits: Sentences that have the name.
        name: As it is searched for.
        retriever: The index.
    """
    short, found = _bounded(name), Counter[tuple[str, str]]()
    pattern = re.compile(short, re.IGNORECASE)
    for hit in hits[:_FIRST]:
        text, end = hit.sentence.text, 0
        while match := pattern.search(text, end):
            before, behind, end = _word_before(text, match.start(), end), "", match.end()
            if following := _BEHIND.match(text, end):
                behind, end = following[1], following.end()
                if stem(behind) in STOP and following[2] and _is_name(following[2]):
                    behind = f"{behind.lower()} {following[2]}"  # Ruby on Rails
            found.update(((side, word) for side, word in (("before", before), ("behind", behind)) if _is_name(word)))
    for (side, word), count in found.most_common(_MOST):
        if count < max(_OFTEN, _SHARE * min(len(hits), _FIRST)):
            return
        longer = _longer(name, word, side)
        behind, before = rf"{longer.pattern}{_JOINED}{short}{_ALONE}", rf"{_BEGINS}{short}{_JOINED}{longer.pattern}"
        beside = re.compile(f"{behind}|{before}", re.IGNORECASE)
        texts = (hit.sentence.text for hit in retriever.search((longer.text,), k=_LOOKED_AT).hits)
        twice = (text for text in texts if text.lower().count(name.lower()) > 1)
        if sum(beside.search(text) is not None for text in twice) >= _SET_BESIDE:
            yield longer


def names_itself(text: str, name: str, longer: Sequence[LongerName]) -> bool:
    """Return whether a sentence names a thing, and not only things with longer names."""
    for other in longer:
        text = re.sub(other.pattern, "_", text, flags=re.IGNORECASE)
    return bool(Tokens(text).mentions(name))


def _longer(name: str, word: str, side: str) -> LongerName:
    short = rf"{re.escape(name)}(?:s|['’]s)?(?![\w+#])"
    if side == "before":
        begun = "|".join(word[:end] for end in range(len(word), _BEGUN - 1, -1)) or word  # "Obj-C"
        return LongerName(f"{word} {name}", rf"(?<!\w)(?:{begun})[ -]{short}")
    return LongerName(f"{name} {word}", rf"(?<![\w+#]){re.escape(name)}[ -]{word}(?!\w)")


def _word_before(text: str, end: int, start: int) -> str:
    """Return the letters that stand before a blank or a hyphen there; none at the beginning of a text."""
    at = last = end - 1
    while at > start and text[at - 1].isalpha():
        at -= 1
    return text[at:last] if at > 0 and text[last] in " -" else ""


def _bounded(name: str) -> str:
    return rf"(?<![\w+#]){re.escape(name)}(?:s|es|['’]s)?(?![\w+#])"


def _is_name(word: str) -> bool:
    return word != word.lower() and stem(word) not in STOP
