"""A sentence with its two things marked: what the reader of claims sees.

``X`` is the thing that the sentence names first and ``Y`` the other one. The reader says which of ``X`` and ``Y`` has
more, and ``Marked.x_is_first`` turns that into the caller's first and second, so exchanging the things flips the result
by construction.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from engine.text.analysed import analysed
from engine.text.word_pieces import WordPieces
from engine.types import ComparisonInstance

START: Final = "[CLS]"
END: Final = "[SEP]"
MARKERS: Final = ("[unused0]", "[unused1]")
"""Entries of the vocabulary that stand before every mention of ``X`` and of ``Y``."""
MAX_WORDS: Final = 16
"""Most word pieces of a property."""
MAX_PIECES: Final = 96
"""Most ids of a row."""


class Mention(NamedTuple):
    """Where a thing is named, half-open ``[start, end)`` in the sentence."""

    start: int
    end: int
    is_x: bool


class Marked(NamedTuple):
    """A sentence with its two things marked."""

    sentence: str
    mentions: tuple[Mention, ...]
    """In order, not overlapping; both things occur and ``X`` comes first."""
    x_is_first: bool
    """Whether ``X`` is the first thing of the instance."""


class Row(NamedTuple):
    """A marked sentence as ids."""

    ids: list[int]
    x: tuple[int, ...]
    """Places of the marker of ``X``, at least one."""
    y: tuple[int, ...]
    """Places of the marker of ``Y``, at least one."""
    words: int
    """Place of the first id of the sentence; those of the property come before it."""
    offsets: list[tuple[int, int]]
    """Characters of the sentence that each id from ``words`` on stands for; empty ones for markers and the end."""


def mark(instance: ComparisonInstance) -> Marked | None:
    """Find the mentions of both things; None where one of them is not named apart from the other."""
    tokens = analysed(instance.sentence)
    return place(
        instance.sentence,
        [(start, end) for start, end in tokens.mentions(instance.first)],
        [(start, end) for start, end in tokens.mentions(instance.second)],
    )


def place(sentence: str, first: Sequence[tuple[int, int]], second: Sequence[tuple[int, int]]) -> Marked | None:
    """Mark a sentence at known mentions; of those that overlap the longest stays, of equally long ones the earliest."""
    spans = [(start, end, True) for start, end in first] + [(start, end, False) for start, end in second]
    kept: list[tuple[int, int, bool]] = []
    for start, end, is_first in sorted(spans, key=lambda span: (span[0] - span[1], span[0])):
        if all(end <= other[0] or other[1] <= start for other in kept):
            kept.append((start, end, is_first))
    if len({is_first for _, _, is_first in kept}) < 2:
        return None
    kept.sort()
    x_is_first = kept[0][2]
    mentions = tuple(Mention(start, end, is_first is x_is_first) for start, end, is_first in kept)
    return Marked(sentence, mentions, x_is_first)


class RowEncoder:
    """Turns a property and a marked sentence into ids: start, property, end, sentence with markers, end.

    The markers are put between the word pieces, not into the text: no text can pretend to be one.
    """

    def __init__(
        self, word_pieces: WordPieces, *, start: str = START, end: str = END, markers: tuple[str, str] = MARKERS
    ) -> None:
        """Take what cuts the sentences, and the names of its signs."""
        self._word_pieces = word_pieces
        self._known = word_pieces.vocabulary
        self.start, self.end, self.x, self.y = (self._known[name] for name in (start, end, *markers))
        self._properties: dict[str, list[int]] = {}

    def encode(self, words: str, marked: Marked, *, names: bool = True) -> Row | None:
        """Return the row of a sentence.

        Args:
            words: The property.
            marked: The sentence.
            names: Whether the names of the things are read after their markers.

        Returns:
            At most ``MAX_PIECES`` ids, cut around the nearest two mentions of different things; None when these are
            farther apart.
        """
        before = [self.start, *self.property(words), self.end]
        ids: list[int] = []
        offsets: list[tuple[int, int]] = []
        places: list[tuple[int, bool]] = []
        rest = list(marked.mentions)
        pieces = self._word_pieces.ids(marked.sentence), self._word_pieces.places(marked.sentence)
        for piece, (start, end) in zip(*pieces, strict=True):
            while rest and start >= rest[0].start:
                places.append((len(ids), rest[0].is_x))
                ids.append(self.x if rest[0].is_x else self.y)
                offsets.append((rest[0].start, rest[0].start))
                hidden = rest.pop(0)
                if not names:
                    skip_to = hidden.end
            if not names and places and start < skip_to:
                continue
            ids.append(piece)
            offsets.append((start, end))
        return self._cut(before, ids, offsets, places)

    def id(self, word: str) -> int:
        """Return the id of a word of the vocabulary.

        Raises:
            KeyError: If it is not in there.
        """
        return self._known[word]

    def property(self, words: str) -> list[int]:
        """Return the ids of a property's first word pieces."""
        if words not in self._properties:
            if len(self._properties) > 1 << 12:
                self._properties.clear()
            self._properties[words] = self._word_pieces.ids(words)[:MAX_WORDS]
        return self._properties[words]

    def _cut(
        self, before: list[int], ids: list[int], offsets: list[tuple[int, int]], places: list[tuple[int, bool]]
    ) -> Row | None:
        room = MAX_PIECES - len(before) - 1
        gaps = [(b[0] - a[0], a[0]) for a, b in pairwise(places) if a[1] != b[1]]
        if not gaps:
            return None
        gap, left = min(gaps)
        if gap >= room:
            return None
        start = max(0, min(left - (room - gap) // 2, len(ids) - room))
        stop = start + room
        shift = len(before) - start
        inside = [(at + shift, is_x) for at, is_x in places if start <= at < stop]
        return Row(
            [*before, *ids[start:stop], self.end],
            tuple(at for at, is_x in inside if is_x),
            tuple(at for at, is_x in inside if not is_x),
            len(before),
            [*offsets[start:stop], (0, 0)],
        )
