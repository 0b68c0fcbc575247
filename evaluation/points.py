"""Measures what is counted for a use or property that people ask for: ``python -m evaluation.points --data DATA``.

Of the judged sentences of ``data/quotes`` test that were drawn for such a question (``draw`` 3): for how many the
reader gives a side, how many of these sides are right, and how many of the judged sides it finds; the same where the
sentence must convince the judge, too, as it must to count.

``--models FOLDER`` measures other weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import click

from engine.text.tokens import clean
from engine.trained import TRAINED
from engine.types import ComparisonInstance, Stance
from engine.verdict.weights import RATHER, speaks
from evaluation.data import data_option
from evaluation.quotes import DRAW
from nlu_models.claims.reader import ClaimReader
from nlu_models.training.claims.join import read_lines, sentences

JUDGED = Path(__file__).parents[1] / "data" / "quotes" / "test.jsonl"


class Said(NamedTuple):
    """What is judged of a sentence, and what was read in it."""

    side: Stance
    """Which thing it puts first in what is asked; ``NONE`` where it is no evidence."""
    read: Stance
    convincing: float
    """How far it convinces of the side that was read, in [0, 1]."""


def read(data: Path, reader: ClaimReader) -> list[Said]:
    """Return the judged sentences with what a reader says of each.

    Args:
        data: Folder of the public data sets.
        reader: Reads and judges.

    Raises:
        InputError: A corpus is missing.
    """
    rows = [row for row in read_lines(JUDGED) if row["draw"] == DRAW]
    texts = dict(sentences(data, (row["id"] for row in rows)))
    instances = [ComparisonInstance(clean(texts[row["id"]]), *row["things"]) for row in rows]
    words = [row["about"][0] for row in rows]
    beliefs = reader.properties(instances, words)
    grades = [reader.judge([one], asked)[0] for one, asked in zip(instances, words, strict=True)]
    return [
        Said(
            Stance.NONE if row["grade"] == "wrong" else Stance[row["side"].upper()],
            belief.stance if speaks(belief) else Stance.NONE,
            grade.probabilities[belief.stance],
        )
        for row, belief, grade in zip(rows, beliefs, grades, strict=True)
    ]


def report(found: Sequence[Said], *, least: float) -> str:
    """Return how many sides are counted if a sentence must convince so far, and how many of them are right."""
    sides = {Stance.FIRST, Stance.SECOND}
    counted = [one for one in found if one.read in sides and one.convincing >= least]
    right = sum(one.read is one.side for one in counted)
    judged = sum(one.side in sides for one in found)
    precision, recall = right / max(1, len(counted)), right / max(1, judged)
    return f"{len(counted)} sides, right {precision:.3f}, found {recall:.3f} of {judged}"


@click.command(help=__doc__)
@data_option
@click.option("--models", type=click.Path(exists=True, file_okay=False, path_type=Path), default=TRAINED)
def main(data: Path, models: Path) -> None:
    """Print the table."""
    found = read(data, ClaimReader(folder=models))
    click.echo(f"{len(found)} sentences, {sum(one.side is not Stance.NONE for one in found)} of them evidence")
    click.echo(f"as they are read: {report(found, least=0.0)}")
    click.echo(f"and convince: {report(found, least=RATHER)}")


if __name__ == "__main__":
    main()
