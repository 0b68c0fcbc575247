"""What was fitted to data: the files of ``nlu_models/trained``, each with a card there that names the command."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

TRAINED: Final = Path(str(files("nlu_models"))) / "trained"
"""The folder."""


class Linear(NamedTuple):
    """A linear model."""

    intercept: float
    weights: dict[str, float]
    """Feature → weight, in the order in which the features are computed."""


def read_linear(name: str) -> Linear:
    """Return a linear model by the name of its file."""
    held = json.loads((TRAINED / name).read_text("utf-8"))
    return Linear(held["intercept"], held["weights"])


def read_numbers(name: str) -> dict[str, float]:
    """Return fitted numbers by the name of their file."""
    held: dict[str, float] = json.loads((TRAINED / name).read_text("utf-8"))
    return held
