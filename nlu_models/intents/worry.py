"""Whether a message worries: a head over the network of messages, learned from what does and what only sounds so."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from nlu_models.intents.heads import Head

WEIGHTS: Final = "messages_worry.npz"
HEARD: Final = 0.4
"""Probability from which on worry is heard; below it is none, so that other intents are as sure as they were."""
_LEAST: Final = 1e-9
"""Probability that is told from none."""

_Array = NDArray[np.float32]


class Worry:
    """The fitted weights: of what the network says of a message, the probability that it is about self-harm."""

    def __init__(self, folder: Path) -> None:
        """Read ``messages_worry.npz`` in ``folder``; see ``nlu_models.training.messages.worry``."""
        self._head = Head(folder / WEIGHTS)

    def heard(self, intents: _Array, whole: _Array, at: int) -> _Array:
        """Return the probabilities of the intents with that of self-harm as this head has it, none where it hears none.

        Args:
            intents: As the network has them.
            whole: What it reads them of.
            at: Place of self-harm among them.
        """
        chance = self._head.chances(inputs(whole, float(intents[at]))).item()
        chance = chance if chance > HEARD else 0.0
        others = np.delete(intents, at)
        heard: _Array = np.insert(others * ((1.0 - chance) / max(float(others.sum()), _LEAST)), at, chance)
        return heard.astype(np.float32)


def inputs(whole: _Array, chance: float) -> _Array:
    """Return what the head reads of a message: what the network reads its intents of, and its own view of self-harm.

    Args:
        whole: Of one message.
        chance: How likely the network holds self-harm to be.
    """
    return np.append(whole, np.float32(np.log(max(chance, _LEAST))))
