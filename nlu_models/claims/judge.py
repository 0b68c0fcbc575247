"""Judges whether sentences convince somebody who chooses between two things."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Final

import numpy as np

from engine.types import OVERALL, SILENT, Classification, ComparisonInstance
from nlu_models.claims.marking import Row, RowEncoder, mark
from nlu_models.claims.properties import BETTER, Asked, asked
from nlu_models.sessions import session

NETWORK: Final = "quotes.onnx"
BATCH: Final = 4
"""Most rows of one run."""
JUDGING: Final = 2
"""Version of how the network is asked."""
_PADDING: Final = 0
_DIGITS: Final = 4
"""Of a judgement; those behind depend on what is judged beside it."""


def as_asked(words: str) -> Asked:
    """Return how the judge is asked for a property, or for which is better: as the reader is.

    >>> as_asked("overall").words, as_asked("more reliable").words, as_asked("less reliable")
    ('better overall', 'reliable', Asked(words='reliable', turned=True))
    """
    return Asked(BETTER) if words == OVERALL else asked(words)


class EvidenceJudge:
    """The reader of claims once more, learned anew to say how convincing a sentence is for each of its things."""

    def __init__(self, folder: Path, encoder: RowEncoder, pool: Executor) -> None:
        """Load the network.

        Args:
            folder: Holds ``quotes.onnx`` and ``reader.words.bin``.
            encoder: That of the reader.
            pool: Runs rows.
        """
        self._path = folder / NETWORK
        self._session = session(self._path)
        self._encoder, self._pool = encoder, pool

    @cached_property
    def model(self) -> str:
        """Name the weights, and how they are asked."""
        return f"{blake2b(self._path.read_bytes(), digest_size=8).hexdigest()}-{JUDGING}"

    def judge(self, instances: Sequence[ComparisonInstance], words: str) -> list[Classification]:
        """Say how convincing sentences are as evidence; see ``engine.protocols.ClaimReader``.

        What has less of a property is what the other has more of: "less reliable" misleads the network.
        """
        end = as_asked(words)
        found = [SILENT] * len(instances)
        rows: dict[int, tuple[Row, bool]] = {}
        for n, instance in enumerate(instances):
            marked = mark(instance)
            row = marked and self._encoder.encode(end.words, marked)
            if marked and row:
                rows[n] = row, marked.x_is_first
        order = sorted(rows, key=lambda n: -len(rows[n][0].ids))
        groups = [order[at : at + BATCH] for at in range(0, len(order), BATCH)]
        runs = self._pool.map(self._run, [[rows[n][0] for n in group] for group in groups])
        for group, said in zip(groups, runs, strict=True):
            for n, (x, y) in zip(group, said, strict=True):
                first, second = (x, y) if rows[n][1] is not end.turned else (y, x)
                found[n] = Classification(first, second, 0.0, 0.0)
        return found

    def _run(self, rows: Sequence[Row]) -> list[list[float]]:
        ids = np.full((len(rows), max(len(row.ids) for row in rows)), _PADDING, np.int64)
        for line, row in zip(ids, rows, strict=True):
            line[: len(row.ids)] = row.ids
        (said,) = self._session.run(("convincing",), {"ids": ids})
        grades: list[list[float]] = np.round(np.asarray(said, np.float64), _DIGITS).tolist()
        return grades
