"""Vectors of sentences, from the word vectors that the learned reader brings along: nothing more to ship."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.errors import MissingComponentError
from engine.text.word_pieces import WordPieces
from engine.trained import TRAINED

_WORDS: Final = "reader.words.bin"
_VOCABULARY: Final = "vocabulary.json"
_ZERO: Final = 70
"""The unsigned integer that stands for zero in the quantized vectors, see ``nlu_models.training.quantization``."""


class Embedding:
    """Maps sentences to the mean of their words' vectors, each weighted by how rare the word is among them.

    Source: Arora et al., "A Simple but Tough-to-Beat Baseline for Sentence Embeddings", ICLR 2017, with inverse
    document frequencies in place of smoothed probabilities.
    """

    def __init__(self, *, folder: Path = TRAINED) -> None:
        """Find the files; they are read when first needed.

        Args:
            folder: Holds the reader's word vectors and vocabulary.

        Raises:
            MissingComponentError: A file is not there.
        """
        for name in (_WORDS, _VOCABULARY):
            if not (folder / name).is_file():
                raise MissingComponentError(
                    f"The file {name!r} with the word vectors is not there. Install the product anew."
                )
        self._folder = folder

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one row of length 1 for each text; a text without a word that others lack is a row of zeros."""
        pieces = [np.unique(np.array(self._word_pieces.ids(text), np.int64)) for text in texts]
        seen, counts = np.unique(np.concatenate([np.empty(0, np.int64), *pieces]), return_counts=True)
        rarity = dict(zip(seen.tolist(), np.log((1 + len(texts)) / (1 + counts)), strict=True))
        rows = np.zeros((len(texts), self._vectors.shape[1]), np.float32)
        for row, ids in zip(rows, pieces, strict=True):
            if len(ids):
                weights = np.array([rarity[number] for number in ids.tolist()], np.float32)
                row += weights @ (self._vectors[ids].astype(np.float32) - _ZERO)
        rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
        return rows

    @cached_property
    def _word_pieces(self) -> WordPieces:
        return WordPieces(self._folder / _VOCABULARY)

    @cached_property
    def _vectors(self) -> NDArray[np.uint8]:
        numbers = np.memmap(self._folder / _WORDS, np.uint8, "r")
        return numbers.reshape(len(self._word_pieces.vocabulary), -1)


@cache
def embedding() -> Embedding:
    """Return the embedding that all share."""
    return Embedding()
