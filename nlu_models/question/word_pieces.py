"""A text as the network reads it: words in pieces of a vocabulary, in windows of bounded length."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from engine.text.tokens import word_ranges
from engine.text.word_pieces import WordPieces

PADDING: Final = 0
"""The id that the network does not look at."""
FRAME: Final = 3
"""Ids around the words: start, guideline, end."""
MOST_WORDS: Final = 600
"""Words read of a longer text: half of them at its beginning, half at its end."""
MOST_PIECES: Final = 12
"""Pieces read of one word."""


class Word(NamedTuple):
    """A word where it stands, half-open ``[start, end)`` in the text, and the ids of its pieces, at least one."""

    start: int
    end: int
    ids: tuple[int, ...]


class Encoder:
    """Turns a text into ids.

    No text can pretend to be a start, an end or a guideline: its signs are pieces of their own.
    """

    def __init__(self, path: Path) -> None:
        """Load the vocabulary.

        Args:
            path: A ``tokenizers`` file without added tokens.
        """
        self._word_pieces = WordPieces(path)
        known = self._word_pieces.vocabulary
        self.start, self.end, self._unknown = (known[name] for name in ("[CLS]", "[SEP]", "[UNK]"))

    def words(self, text: str) -> list[Word]:
        """Cut a text into at most ``MOST_WORDS`` words; one without pieces, such as a control sign, is unknown."""
        ranges = word_ranges(text)
        if len(ranges) > MOST_WORDS:
            ranges = ranges[: MOST_WORDS // 2] + ranges[-MOST_WORDS // 2 :]
        return [
            Word(start, end, tuple(self._word_pieces.ids(text[start:end])[:MOST_PIECES] or [self._unknown]))
            for start, end in ranges
        ]

    def ids(self, words: Sequence[Word], guideline: int, *, before: Sequence[Word] | None = None) -> list[int]:
        """Return what the network reads: start, guideline, the pieces of the words, end.

        Args:
            words: The words to understand.
            guideline: The id of the rules to follow.
            before: For a message, the words of the question that it follows: they stand before the message with an end
                of their own; none when it follows nothing.
        """
        context = [] if before is None else [*_pieces(before), self.end]
        return [self.start, guideline, *context, *_pieces(words), self.end]


def places(words: Sequence[Word], *, before: Sequence[Word] | None = None) -> list[int]:
    """Return where the first piece of each word stands in ``Encoder.ids``."""
    found, place = [], FRAME - 1
    if before is not None:
        place += sum(len(word.ids) for word in before) + 1
    for word in words:
        found.append(place)
        place += len(word.ids)
    return found


def windows(text: str, words: Sequence[Word], max_pieces: int) -> Iterator[Sequence[Word]]:
    """Cut words into runs of at most ``max_pieces`` pieces: one if they fit, else one for each sentence.

    Args:
        text: The text of the words.
        words: Words in order.
        max_pieces: At least ``MOST_PIECES``.
    """
    if words and sum(len(word.ids) for word in words) <= max_pieces:
        yield words
        return
    start = size = 0
    for stop, word in enumerate(words):
        if size + len(word.ids) > max_pieces:
            yield words[start:stop]
            start, size = stop, 0
        size += len(word.ids)
        if text[word.end - 1] in ".?!":
            yield words[start : stop + 1]
            start, size = stop + 1, 0
    if start < len(words):
        yield words[start:]


def _pieces(words: Sequence[Word]) -> Iterator[int]:
    return (piece for word in words for piece in word.ids)
