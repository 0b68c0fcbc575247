"""Texts cut into the word pieces of a vocabulary, as BERT's tokenizer cuts them."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path
from typing import Final
from unicodedata import category, normalize

_LONGEST: Final = 100
"""A word of more signs is unknown."""
_SPACED: Final = re.compile("[^\t\n\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")
_IDEOGRAM: Final = re.compile(
    "[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002a6df\U0002a700-\U0002ceaf\U0002f800-\U0002fa1f]"
)
_UNWRITTEN: Final = frozenset(("Cc", "Cf", "Co", "Cs"))
_UNKNOWN: Final = "[UNK]"


class WordPieces:
    """Cuts texts into pieces: lower case without accents, the longest piece of the vocabulary first.

    Source: Devlin et al., "BERT", NAACL 2019; the pieces are those that the ``tokenizers`` library gives.
    """

    def __init__(self, path: Path) -> None:
        """Load the vocabulary.

        Args:
            path: A WordPiece file of the ``tokenizers`` library, uncased and without added tokens.
        """
        self.vocabulary: dict[str, int] = json.loads(path.read_bytes())["model"]["vocab"]
        """Piece → id; pieces that go on with a word begin with ``##``."""
        self._cut = lru_cache(1 << 15)(self._cut_anew)

    def ids(self, text: str) -> list[int]:
        """Return the ids of a text's pieces in order."""
        return [piece for spaced in _SPACED.findall(text) for piece in self._cut(spaced)[0]]

    def places(self, text: str) -> list[tuple[int, int]]:
        """Return where each piece of ``ids`` stands in the text, half-open."""
        return [
            (match.start() + start, match.start() + end)
            for match in _SPACED.finditer(text)
            for start, end in self._cut(match[0])[1]
        ]

    def _cut_anew(self, spaced: str) -> tuple[list[int], list[tuple[int, int]]]:
        words: list[list[tuple[str, int]]] = [[]]  # each sign with the place of what it was written as
        for at, written in enumerate(spaced):
            for sign in _plain(written):
                is_punctuation = not sign.isalnum() if sign.isascii() else category(sign).startswith("P")
                if is_punctuation or _IDEOGRAM.match(written):
                    words += [(sign, at)], []
                else:
                    words[-1].append((sign, at))
        ids: list[int] = []
        places: list[tuple[int, int]] = []
        for signs in filter(None, words):
            pieces = self._longest("".join(sign for sign, _ in signs))
            ids += [piece for piece, _, _ in pieces]
            places += [(signs[start][1], signs[end - 1][1] + 1) for _, start, end in pieces]
        return ids, places

    def _longest(self, word: str) -> list[tuple[int, int, int]]:
        """Return the pieces of one word, each with its start and end in it."""
        pieces: list[tuple[int, int, int]] = []
        start = 0
        while start < len(word) <= _LONGEST:
            known = (
                (piece, start, end)
                for end in range(len(word), start, -1)
                if (piece := self.vocabulary.get(f"{'##' if start else ''}{word[start:end]}")) is not None
            )
            if (longest := next(known, None)) is None:
                break
            pieces.append(longest)
            start = longest[2]
        return pieces if start == len(word) else [(self.vocabulary[_UNKNOWN], 0, len(word))]


def _plain(sign: str) -> str:
    """Return a sign in lower case without accents; empty for one that is not written."""
    if sign.isascii():
        return sign.lower() if sign.isprintable() else ""
    if sign == "\ufffd" or category(sign) in _UNWRITTEN:
        return ""
    return "".join(part.lower() for part in normalize("NFD", sign) if category(part) != "Mn")
