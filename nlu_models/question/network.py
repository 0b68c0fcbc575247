"""The network behind the learned reader, in ONNX Runtime, for many callers at a time."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nlu_models.question.word_pieces import PADDING
from nlu_models.sessions import session

BATCH: Final = 8
"""Most sequences of one run."""
_OUTPUTS: Final = ("comparative", "kind", "tags", "states")


class Output(NamedTuple):
    """What the network says of a sequence."""

    comparative: float
    """Probability that the text is comparative, in [0, 1]."""
    kinds: NDArray[np.float32]
    """Probabilities of the kinds."""
    tags: NDArray[np.float32]
    """Log-probabilities of the labels, a row for each id of the sequence."""
    states: NDArray[np.float32]
    """What the encoder says of each id."""


class Network:
    """Runs sequences of ids, for many callers at a time.

    What is said of a sequence does not depend on its neighbours, see ``nlu_models.training.quantization``.
    """

    def __init__(self, path: Path) -> None:
        """Load the network.

        Args:
            path: An ONNX file that takes ``ids`` and gives ``comparative``, ``kind``, ``tags`` and ``states``.
        """
        self._session = session(path)
        self._pool = ThreadPoolExecutor(2, thread_name_prefix="parser")

    def run(self, sequences: Sequence[Sequence[int]]) -> list[Output]:
        """Run any number of sequences, those of like length together; return their outputs in order."""
        order = sorted(range(len(sequences)), key=lambda n: len(sequences[n]))
        groups = [order[at : at + BATCH] for at in range(0, len(order), BATCH)]
        runs = self._pool.map(self._run, [[sequences[n] for n in group] for group in groups])
        outputs: dict[int, Output] = {}
        for group, said in zip(groups, runs, strict=True):
            outputs |= zip(group, said, strict=True)
        return [outputs[n] for n in range(len(sequences))]

    def _run(self, sequences: Sequence[Sequence[int]]) -> list[Output]:
        ids = np.full((len(sequences), max(map(len, sequences))), PADDING, np.int64)
        for row, sequence in zip(ids, sequences, strict=True):
            row[: len(sequence)] = sequence
        comparative, kinds, tags, states = map(np.asarray, self._session.run(_OUTPUTS, {"ids": ids}))
        return [
            Output(float(comparative[n]), kinds[n], tags[n, : len(sequence)], states[n, : len(sequence)])
            for n, sequence in enumerate(sequences)
        ]
