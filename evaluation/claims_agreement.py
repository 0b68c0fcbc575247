"""Measures how well two judges of claims agree: ``python -m evaluation.claims_agreement``.

Both judged the sentences of ``data/claims/second.jsonl``, blind to each other; the first judgement stands in the split
that the sentence belongs to.
"""

from __future__ import annotations

import click
from sklearn.metrics import cohen_kappa_score

from nlu_models.training.claims.join import JUDGED, SPLITS, read_lines

FIELDS = ("favours", "modality", "not_evidence")


def agreement(first: list[str], second: list[str]) -> tuple[float, float]:
    """Return the share of equal labels and Cohen's kappa.

    Source: Cohen (1960), A coefficient of agreement for nominal scales, equation 1.
    """
    same = sum(a == b for a, b in zip(first, second, strict=True)) / len(first)
    return same, float(cohen_kappa_score(first, second))


@click.command(help=__doc__)
def main() -> None:
    """Print agreement and kappa of each field."""
    rows = {row["id"]: row for split in SPLITS for row in read_lines(JUDGED / f"{split}.jsonl")}
    second = read_lines(JUDGED / "second.jsonl")
    click.echo(f"{len(second)} sentences judged twice\n{'':14}agreement  kappa")
    for field in FIELDS:
        same, kappa = agreement([rows[row["id"]][field] for row in second], [row[field] for row in second])
        click.echo(f"{field:14}{same:9.3f}{kappa:7.3f}")


if __name__ == "__main__":
    main()
