"""What a head over the network of messages has learned, as ``nlu_models.intents.heads`` reads it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from torch import nn

Array = NDArray[np.float32]


def weights(inward: nn.Linear, outward: nn.Linear, *, middle: Array, scale: Array) -> dict[str, Array]:
    """Return the weights of a head that reads what it was taught in another scale.

    Args:
        inward: The layer that reads.
        outward: The layer that answers.
        middle: What was taken from what it reads.
        scale: By what that was divided.
    """
    into = inward.weight.detach().numpy() / scale
    return {
        "inward": into.T,
        "inward_bias": inward.bias.detach().numpy() - into @ middle,
        "outward": outward.weight.detach().numpy().T,
        "outward_bias": outward.bias.detach().numpy(),
    }


def write(path: Path, learned: Mapping[str, Array]) -> None:
    """Write the weights of a head in 16-bit numbers."""
    held = {name: one.astype(np.float16) for name, one in learned.items()}
    np.savez_compressed(path, allow_pickle=False, **held)
