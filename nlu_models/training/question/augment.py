"""Varies what a reader learns from: other objects, other order, typing errors, missing signs.

Case needs no variation, since the vocabulary is lower-cased.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

from engine.text.tokens import word_ranges
from nlu_models.training.question.data import OUTSIDE, Item

LONGEST_NAME: Final = 3
"""Most words of a suggested name that stands in for an object."""
TYPO: Final = 0.25
"""Share of the varied items in which one word is mistyped."""
BARE: Final = 0.3
"""Share of the varied items that lose their signs."""
EXCHANGE: Final = 0.25
"""Share of the varied items with two objects or more in which two change places."""
RENAME: Final = 0.4
"""Share of the varied items in which objects become others."""
SHORTEST_TYPO: Final = 4
"""Fewest letters of a word that is mistyped."""


class Piece(NamedTuple):
    """Words that stay together: a span, or one word outside all spans."""

    words: tuple[str, ...]
    label: str


class Varier:
    """Makes variants of items, with objects of other items of the same guideline and with suggested names."""

    def __init__(self, items: Iterable[Item], names: Sequence[str], order: random.Random) -> None:
        """Collect the objects.

        Args:
            items: Whose objects may stand in for others that follow the same guideline.
            names: More objects, for guidelines that mark bare names.
            order: Decides everything that is left to chance.
        """
        self._order = order
        self._objects: dict[str, list[tuple[str, ...]]] = {}
        for item in items:
            spans = [piece.words for piece in pieces(item) if piece.label == "object"]
            self._objects.setdefault(item.guideline, []).extend(spans)
        for guideline in ("comparely", "beloucif", "own_question", "own_statement"):
            found = self._objects.get(guideline)
            if found:
                found += [tuple(name.split()) for name in names][: len(found)]

    def vary(self, item: Item) -> Item:
        """Return a variant that has the same labels, or the item where none can be made."""
        varied = item
        if item.tags is not None:
            changed = pieces(item)
            if self._order.random() < EXCHANGE:
                changed = self._exchange(changed)
            if self._order.random() < RENAME:
                changed = self._rename(changed, item.guideline)
            varied = assemble(item, changed)
        if self._order.random() < BARE:
            varied = bare(varied)
        if self._order.random() < TYPO:
            varied = self._mistype(varied)
        return varied

    def _exchange(self, old: list[Piece]) -> list[Piece]:
        places = [at for at, piece in enumerate(old) if piece.label == "object"]
        if len(places) < 2:
            return old
        one, other = self._order.sample(places, 2)
        if len(old[one].words) != len(old[other].words) and abs(one - other) == 1:
            return old
        new = list(old)
        new[one], new[other] = old[other], old[one]
        return new

    def _rename(self, old: list[Piece], guideline: str) -> list[Piece]:
        names: dict[tuple[str, ...], tuple[str, ...]] = {}
        pool = self._objects[guideline]
        new = []
        for piece in old:
            words = piece.words
            if piece.label == "object":
                words = names.setdefault(tuple(word.lower() for word in words), self._order.choice(pool))
            new.append(Piece(words, piece.label))
        return new

    def _mistype(self, item: Item) -> Item:
        words = item.words
        places = [at for at, word in enumerate(words) if len(word) >= SHORTEST_TYPO and word.isalpha()]
        if not places:
            return item
        at = self._order.choice(places)
        words[at] = typo(words[at], self._order)
        return retold(item, words, item.tags)


def pieces(item: Item) -> list[Piece]:
    """Return the spans of a tagged item and the words between them, in order."""
    found: list[Piece] = []
    for word, tag in zip(item.words, item.tags or (), strict=item.tags is not None):
        prefix, _, label = tag.rpartition("-")
        if prefix == "I" and found and found[-1].label == label:
            found[-1] = Piece((*found[-1].words, word), label)
        else:
            found.append(Piece((word,), label))
    return found


def assemble(item: Item, parts: Iterable[Piece]) -> Item:
    """Return an item of other pieces."""
    words: list[str] = []
    tags: list[str] = []
    for part in parts:
        words += part.words
        inside = part.label != OUTSIDE
        tags += [
            f"{'I' if at and inside else 'B'}-{part.label}" if inside else OUTSIDE for at in range(len(part.words))
        ]
    return retold(item, words, tags)


def retold(item: Item, words: Sequence[str], tags: Sequence[str] | None) -> Item:
    """Return an item with other words, or itself where these would be cut into words in another way."""
    text = " ".join(words)
    if [text[start:end] for start, end in word_ranges(text)] != list(words):
        return item
    return replace(item, text=text, tags=None if tags is None else tuple(tags))


def bare(item: Item) -> Item:
    """Return an item without signs outside its spans."""
    words = item.words
    tags = item.tags or (OUTSIDE,) * len(words)
    kept = [at for at, word in enumerate(words) if tags[at] != OUTSIDE or any(map(str.isalnum, word))]
    if not kept:
        return item
    return retold(item, [words[at] for at in kept], item.tags and [tags[at] for at in kept])


def typo(word: str, order: random.Random) -> str:
    """Return a word with two letters exchanged, one left out or one twice."""
    at = order.randrange(len(word) - 1)
    changes: tuple[Callable[[], str], ...] = (
        lambda: word[:at] + word[at + 1] + word[at] + word[at + 2 :],
        lambda: word[:at] + word[at + 1 :],
        lambda: word[: at + 1] + word[at:],
    )
    return order.choice(changes)()


def suggested(path: Path) -> list[str]:
    """Return the names in a file of suggestions ("X vs ...") that are short and of plain letters and digits."""
    names: set[str] = set()
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        names |= {row["object"], *row["google_vs_suggestions"], *row["ccr_suggestions"]}
    plain = re.compile(rf"[A-Za-z0-9+#.]+(?: [A-Za-z0-9+#.]+){{,{LONGEST_NAME - 1}}}")
    return sorted(name for name in names if plain.fullmatch(name))
