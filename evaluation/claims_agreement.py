"""Measures how well two judges of claims agree: ``python -m evaluation.claims_agreement``.

Both judged the sentences of ``data/claims/second.jsonl``, blind to each other; the first judgement stands in the split
that the sentence belongs to.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

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
    rows = {_key(row): row for split in SPLITS for row in read_lines(JUDGED / f"{split}.jsonl")}
    second = read_lines(JUDGED / "second.jsonl")
    whole = [row for row in second if "favours" in row]
    click.echo(f"{len(whole)} sentences judged twice\n{'':14}agreement  kappa")
    for field in FIELDS:
        same, kappa = agreement([rows[_key(row)][field] for row in whole], [row[field] for row in whole])
        click.echo(f"{field:14}{same:9.3f}{kappa:7.3f}")
    twice = [
        (first["more"], one["more"])
        for row in second
        for one in row.get("probes", ())
        for first in rows[_key(row)]["probes"]
        if first["property"] == one["property"]
    ]
    same, kappa = agreement([first for first, _ in twice], [one for _, one in twice])
    click.echo(f"{'properties':14}{same:9.3f}{kappa:7.3f}  ({len(twice)} of them)")


def _key(row: Mapping[str, Any]) -> str:
    """Return what names a sentence with its two things."""
    return f"{row['id']} {row['first']} {row['second']}"


if __name__ == "__main__":
    main()
