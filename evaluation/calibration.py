"""Measures whether the confidence of verdicts can be believed: ``python -m evaluation.calibration --data DATA``.

The winner of a pair of objects is the one that most of its labelled sentences in CompSent-19 prefer; pairs count with
at least ``--labels`` sentences that prefer one, and a majority. The evidence is a sample of all sentences of the pair,
labelled NONE or not, each a source of its own: 5, 10, 20 and 40 drawn at random, several times, and once all. A well
calibrated verdict of confidence .8 names the right leader in 80 % of such cases. Reported are the cases by confidence,
and the expected calibration error (ECE): the mean distance of confidence and accuracy over ten bins, weighted by their
cases. Verdicts without a winner count with the leader by share, but for those that are equal, lack evidence or have no
leader.

The setting ``verdict.temperature`` is chosen on the same pairs: the value with the least log loss. So that no pair
judges a value it helped to choose, the figures are those of cross-validation over five groups of pairs.

Source: Guo et al. 2017, "On Calibration of Modern Neural Networks", equation 3 and section 4.2.
"""

from __future__ import annotations

import csv
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import isclose, log
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import click

from engine.config import load_config
from engine.pipeline import Engine
from engine.types import Decision, Verdict
from evaluation.data import data_option, open_text

BINS = 10
BAR_CHARS = 40
FOLDS = 5
SIZES = (5, 10, 20, 40)
DRAWS = 5
TEMPERATURES = tuple(step / 4 for step in range(49))
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
    sources: int = 1
    fold: int = 0
    """Which group its pair belongs to."""


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
    """Yield the cases of pairs whose evidence is neither equal nor too little, and puts one ahead."""
    rng = random.Random(seed)
    for number, pair in enumerate(pairs):
        samples = [
            rng.sample(pair.sentences, size) for size in SIZES if size < len(pair.sentences) for _ in range(DRAWS)
        ]
        for evidence in (*samples, pair.sentences):
            verdict = engine.compare_from(evidence, (pair.first, pair.second)).verdict
            if verdict.decision not in {Decision.INSUFFICIENT, Decision.EQUAL} and _has_leader(verdict):
                yield case(verdict, first_wins=pair.first_wins, fold=number % FOLDS)


def _has_leader(verdict: Verdict) -> bool:
    share = verdict.shares[0]
    return not isclose(share.first, share.second)


def case(verdict: Verdict, *, first_wins: bool, fold: int = 0) -> Case:
    """Return whether a verdict names the right leader, and how sure it is."""
    share = verdict.shares[0]
    right = (share.first > share.second) == first_wins
    return Case(verdict.confidence, right, verdict.winner is not None, verdict.sources, fold)


def tempered(one: Case, temperature: float) -> Case:
    """Return a case of temperature 0 as it is at another one."""
    odds = (one.confidence / (1 - one.confidence)) ** (1 / (1 + temperature / one.sources))
    return one._replace(confidence=odds / (1 + odds))


def best_temperature(found: Sequence[Case]) -> float:
    """Return the temperature with the least log loss on cases of temperature 0, in steps of a quarter."""
    return min(TEMPERATURES, key=lambda temperature: log_loss([tempered(one, temperature) for one in found]))


def cross_validated(found: Sequence[Case]) -> list[Case]:
    """Return the cases, each at the temperature that is best for the pairs of the other groups."""
    chosen = {
        fold: best_temperature([one for one in found if one.fold != fold]) for fold in {one.fold for one in found}
    }
    return [tempered(one, chosen[one.fold]) for one in found]


def log_loss(found: Sequence[Case]) -> float:
    """Return the mean negative logarithm of the probability given to what was right."""
    return fmean(-log(one.confidence if one.right else 1 - one.confidence) for one in found)


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
    """Return the reliability plot of cases as plain text: bars end at the accuracy, ``|`` stands at the confidence."""
    lines = [f"{name}: {len(found)} cases, ECE {expected_calibration_error(found):.3f}"]
    for number, part in _bins(found).items():
        bar = f"{'#' * round(BAR_CHARS * _accuracy(part)):<{BAR_CHARS}}"
        at = min(BAR_CHARS - 1, round(BAR_CHARS * _confidence(part)))
        lines.append(
            f"  confidence {number / BINS:.1f}-{(number + 1) / BINS:.1f}: {len(part):>4} cases,"
            f" mean {_confidence(part):.3f}, right {_accuracy(part):.3f} {bar[:at]}|{bar[at + 1 :]}".rstrip()
        )
    return "\n".join(lines)


@click.command()
@data_option
@click.option("--labels", default=5, show_default=True, help="Fewest sentences of a pair that prefer one object.")
def main(data: Path, labels: int) -> None:
    """Measure the calibration of verdicts on CompSent-19 training pairs."""
    settings = load_config().verdict
    engine = Engine(load_config(overrides={"verdict": {"temperature": 0.0}}))
    pairs = read_pairs(data / "compsent19" / "train.csv.gz", labels=labels)
    raw = list(cases(engine, pairs))
    click.echo(f"{len(pairs)} pairs; best temperature {best_temperature(raw)}, in the settings {settings.temperature}")
    for name, found in (("temperature 0", raw), ("cross-validated", cross_validated(raw))):
        click.echo(table(f"{name}, all leaders", found))
        click.echo(table(f"{name}, winners", [one for one in found if one.decided]))


if __name__ == "__main__":
    main()
