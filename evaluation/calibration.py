"""Measures whether the confidence of verdicts can be believed: ``python -m evaluation.calibration --data DATA``.

The winner of a pair of objects is the one that most of its labelled sentences in CompSent-19 prefer; pairs count with
at least ``--labels`` sentences that prefer one, and a majority. The evidence is a sample of all sentences of the pair,
labelled NONE or not, each a source of its own: 5, 10, 20 and 40 drawn at random, several times, and once all. A well
calibrated verdict of confidence .8 names the right leader in 80 % of such cases. Reported are the cases by confidence,
and the expected calibration error (ECE): the mean distance of confidence and accuracy over ten bins, weighted by their
cases. Verdicts without a winner count with the leader by share, but for those that are equal or lack evidence.

Source: Guo et al. 2017, "On Calibration of Modern Neural Networks", equation 3.
"""

from __future__ import annotations

import csv
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import click

from engine.config import load_config
from engine.pipeline import Engine
from engine.types import Decision, Verdict
from evaluation.data import data_option, open_text

BINS = 10
SIZES = (5, 10, 20, 40)
DRAWS = 5
VOTES = {"BETTER": 1, "WORSE": -1, "NONE": 0}


class Pair(NamedTuple):
    """Two objects that people compared, with the one that most prefer."""

    first: str
    second: str
    first_wins: bool
    sentences: tuple[str, ...]


class Case(NamedTuple):
    """A verdict with a known right leader."""

    confidence: float
    right: bool
    decided: bool
    """Whether the verdict named a winner; otherwise its larger share counts as the leader."""


def read_pairs(path: Path, *, labels: int) -> list[Pair]:
    """Read the pairs of a CompSent-19 file.

    Args:
        path: A gzipped CSV file with the columns object_a, object_b, sentence and label.
        labels: Fewest sentences that must prefer one of the two.

    Returns:
        Pairs with a majority, by name; sentences in the order of the file, without repeats.
    """
    rows: dict[tuple[str, str], list[tuple[str, int]]] = defaultdict(list)
    with open_text(path) as lines:
        for row in csv.DictReader(lines):
            named = row["object_a"].lower(), row["object_b"].lower()
            first, second = sorted(named)
            sign = VOTES[row["label"]]
            rows[first, second].append((row["sentence"], sign if named[0] == first else -sign))
    pairs = []
    for (first, second), labelled in sorted(rows.items()):
        votes = [vote for _, vote in labelled if vote]
        if len(votes) >= labels and sum(votes) != 0:
            sentences = tuple(dict.fromkeys(sentence for sentence, _ in labelled))
            pairs.append(Pair(first, second, sum(votes) > 0, sentences))
    return pairs


def cases(engine: Engine, pairs: Sequence[Pair], *, seed: int = 0) -> Iterator[Case]:
    """Yield the cases of pairs whose evidence is neither equal nor too little."""
    rng = random.Random(seed)
    for pair in pairs:
        samples = [
            rng.sample(pair.sentences, size) for size in SIZES if size < len(pair.sentences) for _ in range(DRAWS)
        ]
        for evidence in (*samples, pair.sentences):
            verdict = engine.compare_from(evidence, (pair.first, pair.second)).verdict
            if verdict.decision not in {Decision.INSUFFICIENT, Decision.EQUAL}:
                yield case(verdict, first_wins=pair.first_wins)


def case(verdict: Verdict, *, first_wins: bool) -> Case:
    """Return whether a verdict names the right leader, and how sure it is."""
    share = verdict.shares[0]
    right = share.first != share.second and (share.first > share.second) == first_wins
    return Case(verdict.confidence, right, verdict.winner is not None)


def expected_calibration_error(found: Sequence[Case]) -> float:
    """Return the ECE in [0, 1]; 0 without cases."""
    return sum(len(part) * abs(_confidence(part) - _accuracy(part)) for part in _bins(found).values()) / max(
        1, len(found)
    )


def _bins(found: Sequence[Case]) -> dict[int, list[Case]]:
    bins: dict[int, list[Case]] = defaultdict(list)
    for one in found:
        bins[min(BINS - 1, int(one.confidence * BINS))].append(one)
    return dict(sorted(bins.items()))


def _confidence(part: Sequence[Case]) -> float:
    return fmean(one.confidence for one in part)


def _accuracy(part: Sequence[Case]) -> float:
    return fmean(one.right for one in part)


def table(name: str, found: Sequence[Case]) -> str:
    """Return the reliability of cases as plain text."""
    lines = [f"{name}: {len(found)} cases, ECE {expected_calibration_error(found):.3f}"]
    lines += [
        f"  confidence {number / BINS:.1f}-{(number + 1) / BINS:.1f}: {len(part):>4} cases,"
        f" mean {_confidence(part):.3f}, right {_accuracy(part):.3f}"
        for number, part in _bins(found).items()
    ]
    return "\n".join(lines)


@click.command()
@data_option
@click.option("--labels", default=5, show_default=True, help="Fewest sentences of a pair that prefer one object.")
def main(data: Path, labels: int) -> None:
    """Measure the calibration of verdicts on CompSent-19 training pairs."""
    engine = Engine(load_config())
    pairs = read_pairs(data / "compsent19" / "train.csv.gz", labels=labels)
    found = list(cases(engine, pairs))
    click.echo(f"{len(pairs)} pairs")
    click.echo(table("all leaders", found))
    click.echo(table("winners", [one for one in found if one.decided]))


if __name__ == "__main__":
    main()
