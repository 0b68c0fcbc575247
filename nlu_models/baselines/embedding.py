"""Weighs a sentence by its embedding: what the reader's encoder makes of it, read by a linear model."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.trained import TRAINED
from engine.types import ComparisonInstance
from nlu_models.baselines.marking import Marked, hint
from nlu_models.baselines.transformer import Encoder, MarkedClassifier
from nlu_models.sessions import session

GUIDELINE: Final = "own_statement"
"""How the reader is asked to read the sentence; it changes what its encoder attends to."""
NAMES: Final = ("x", "y")
"""Words that the encoder reads in place of the objects."""


class Embedder:
    """The encoder of the learned reader, asked for its states instead of its tags.

    Nothing in it was learned for weighing, and it costs no weights of its own.
    """

    def __init__(self, folder: Path = TRAINED) -> None:
        """Load the network.

        Args:
            folder: Holds ``reader.onnx``, which gives ``states``, ``reader.json``, and what ``Encoder`` needs.
        """
        self._session = session(folder / "reader.onnx")
        self._pieces = Encoder(folder)
        self._guideline = json.loads((folder / "reader.json").read_text("utf-8"))["guidelines"][GUIDELINE]
        self._names = [self._pieces.id(name) for name in NAMES]

    def embed(self, marked: Marked) -> NDArray[np.float32] | None:
        """Return the embedding of a sentence cut at its objects.

        Returns:
            The first state, the mean state, the mean states of X, of Y and of what stands between their nearest
            mentions, one behind the other, and +1 or -1 for X or Y standing first there; None where ``Encoder.ids`` is.
        """
        ids = self._pieces.ids(marked)
        if ids is None:
            return None
        read = np.array([ids[0], self._guideline, *ids[1:]])
        x, y = read == self._pieces.x, read == self._pieces.y
        read[x], read[y] = self._names
        states = self._states(read)
        left, right, sign = _nearest(x, y)
        between = states[left + 1 : right].mean(0) if right - left > 1 else np.zeros_like(states[0])
        parts = [states[0], states.mean(0), states[x].mean(0), states[y].mean(0), between]
        return np.concatenate([*parts, [np.float32(sign)]])

    def _states(self, ids: NDArray[np.int64]) -> NDArray[np.float32]:
        (states,) = self._session.run(["states"], {"ids": ids[None]})
        return np.asarray(states, np.float32).reshape(len(ids), -1)


def _nearest(x: NDArray[np.bool_], y: NDArray[np.bool_]) -> tuple[int, int, int]:
    """Return the bounds of what stands between the nearest X and Y, and 1 if X stands before it, else -1."""
    pairs = [(abs(int(a - b)), int(a), int(b)) for a in np.flatnonzero(x) for b in np.flatnonzero(y)]
    _, a, b = min(pairs)
    return min(a, b), max(a, b), 1 if a < b else -1


class EmbeddingClassifier(MarkedClassifier):
    """A multinomial logistic regression over the embedding of a sentence.

    Source: the InferSent classifier of Panchenko et al., "Categorizing Comparative Sentences", ArgMining 2019, with an
    encoder of today and a linear model in place of XGBoost.
    """

    def __init__(self, *, folder: Path = TRAINED, parser: Path = TRAINED, threads: int = 2) -> None:
        """Load the weights.

        Args:
            folder: Holds ``stance_embedding.npz``: ``weights`` for the four classes, ``bias``, and the weights of the
                keyphrase classifier's ``hint``.
            parser: Holds what ``Embedder`` needs.
            threads: Sentences weighed at the same time, at least 1.
        """
        with np.load(folder / "stance_embedding.npz", allow_pickle=False) as arrays:
            self._weights, self._bias, self._hint = (arrays[name] for name in ("weights", "bias", "hint"))
        self._embedder = Embedder(parser)
        super().__init__(threads)

    def weigh(self, pairing: ComparisonInstance, marked: Marked) -> Sequence[float] | None:
        """See ``MarkedClassifier.weigh``."""
        embedding = self._embedder.embed(marked)
        if embedding is None:
            return None
        logits = embedding @ self._weights + np.array(hint(pairing, marked)) @ self._hint + self._bias
        found: list[float] = np.exp(logits - logits.max()).tolist()
        return found
