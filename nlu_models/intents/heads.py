"""A small head over what a network makes of a message: one hidden layer, each of its answers by itself."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

_Array = NDArray[np.float32]


class Head:
    """The fitted weights of a head, as ``nlu_models.training.messages.heads`` writes them."""

    def __init__(self, path: Path) -> None:
        """Read the weights."""
        with np.load(path, allow_pickle=False) as held:
            self._weights = {name: held[name].astype(np.float32) for name in held.files}

    def chances(self, read: _Array) -> NDArray[np.float64]:
        """Return the probability of each answer, so finely that the surest still leaves the others something.

        Args:
            read: What the head reads of one message.
        """
        w = self._weights
        inward = np.maximum(read @ w["inward"] + w["inward_bias"], 0.0)
        said = (inward @ w["outward"] + w["outward_bias"]).astype(np.float64)
        chances: NDArray[np.float64] = 1.0 / (1.0 + np.exp(-said))
        return chances
