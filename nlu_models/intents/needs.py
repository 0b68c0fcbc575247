"""What a person needs who tells of themselves: a head over the lower layers of the network of messages.

"It mustn't leave me stranded" asks for reliability, though no word of it says so.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.resources import table_of
from nlu_models.intents.heads import Head

NEEDS: Final = tuple(table_of(__file__)["needs"])
"""What may matter to a person, as one names it where it is weighed."""
WEIGHTS: Final = "messages_needs.npz"
HEARD: Final = 0.3
"""Probability from which on a need is heard: few messages tell one, and the head has learned how few."""

_LAYERS: Final = 3
"""Whose states stand beside each other."""

_Array = NDArray[np.float32]


class Needs:
    """The fitted weights: of what the network makes of the words of a message, the needs behind it."""

    def __init__(self, folder: Path) -> None:
        """Read ``messages_needs.npz`` in ``folder``; see ``nlu_models.training.messages.needs``."""
        self._head = Head(folder / WEIGHTS)

    def heard(self, states: _Array) -> tuple[str, ...]:
        """Return the needs that are heard, the likeliest first.

        Args:
            states: Those of the pieces of a message after the lower layers, pieces × size.
        """
        chances = self._head.chances(inputs(states))
        return tuple(NEEDS[n] for n in np.argsort(-chances, kind="stable").tolist() if chances[n] >= HEARD)


def inputs(states: _Array) -> _Array:
    """Return what the head reads of a message: the mean of its states, and the greatest of those of the lowest layer.

    Args:
        states: Pieces × size, those of three layers beside each other.
    """
    return np.concatenate([states.mean(0), states[:, : states.shape[1] // _LAYERS].max(0)])
