"""The public data sets: the option that says where they are, and how their files are opened."""

from __future__ import annotations

import gzip
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
