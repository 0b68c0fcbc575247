"""The public data sets: the option that says where they are, and how their files are opened."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TextIO, cast

import click

data_option = click.option(
    "--data",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    required=True,
    help="Folder of the public data sets.",
)


def open_text(path: Path) -> TextIO:
    """Open a text file, gzipped if its name ends in ``.gz``; line ends stay as they are."""
    if path.suffix == ".gz":
        return cast("TextIO", gzip.open(path, "rt", encoding="utf-8", newline=""))
    return path.open(encoding="utf-8", newline="")


def dump_linear(intercept: float, weights: Mapping[str, float], *, digits: int) -> str:
    """Return what the file of a linear model holds, its numbers rounded."""
    rounded = {name: round(weight, digits) for name, weight in weights.items()}
    return json.dumps({"intercept": round(intercept, digits), "weights": rounded}, indent=1)
