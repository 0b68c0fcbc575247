"""Measures whether verdicts can be believed, and fits how sure they are: ``python -m evaluation.calibration``.

The winner of a pair of things is the one that most of its judged sentences favour (``data/claims``: sentences of real
retrieval); pairs count with at least ``--labels`` sentences that favour one, and a majority. None of them is of the
part that the reader of claims learned from. The evidence is a sample of all judged sentences of the pair, evidence or
not, each a source of its own: 5 and 10 drawn at random, several times, and once all. A well calibrated verdict of
confidence .8 names the right leader in 80 % of such cases. Reported are the cases by confidence, and the expected
calibration error (ECE): the mean distance of confidence and accuracy over ten bins, weighted by their cases. Verdicts
without a winner count with the leader by share, but for those that are equal, lack evidence or have no leader.

Two numbers are fitted: ``verdict.temperature``, the value with the least log loss, and ``verdict.ceiling``, the share
of the surest cases that are right, with one right and one wrong case added: no verdict is surer than judged pairs bear
out. So that no pair judges numbers that it helped to choose, the figures are those of cross-validation over five groups
of pairs. ``--out nlu_models/trained`` writes the numbers: do so whenever the reader of claims was trained anew.

Source: Guo et al. 2017, "On Calibration of Modern Neural Networks", equation 3 and section 4.2.
"""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import isclose, log
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

import click

from engine.config import load_config
from engine.pipeline import Engine
from engine.text.tokens import stems
from engine.types import Decision, Verdict
from evaluation.data import data_option
from nlu_models.training.claims.join import joined

BINS = 10
BAR_CHARS = 40
FOLDS = 5
SIZES = (5, 10)
DRAWS = 5
TEMPERATURES = tuple(step / 4 for step in range(49))
VOTES = {"first": 1, "second": -1}
SPLITS = ("dev", "test")
"""Judged sentences that the reader did not learn from."""
SUREST = 0.9
"""Confidence from which a case is one of the surest."""


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


class Fit(NamedTuple):
    """What makes confidence believable."""

    temperature: float
    ceiling: float


def read_pairs(rows: Iterable[Mapping[str, Any]], *, labels: int) -> list[Pair]:
    """Return the pairs of judged sentences that have a majority, by name.

    Args:
        rows: With ``sentence``, ``first``, ``second`` and ``favours``.
        labels: Fewest sentences that must favour one of the two.
    """
    judged: dict[tuple[str, ...], list[tuple[str, int]]] = defaultdict(list)
    written: dict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        keys = [" ".join(stems(row[side])) for side in ("first", "second")]
        for key, side in zip(keys, ("first", "second"), strict=True):
            written[key][row[side]] += 1
        vote = VOTES.get(row["favours"], 0)
        judged[tuple(sorted(keys))].append((row["sentence"], vote if keys[0] <= keys[1] else -vote))
    pairs = []
    for (first, second), said in sorted(judged.items()):
        votes = [vote for _, vote in said if vote]
        if len(votes) >= labels and sum(votes) != 0:
            one, other = (written[key].most_common(1)[0][0] for key in (first, second))
            pairs.append(Pair(one, other, sum(votes) > 0, tuple(dict.fromkeys(sentence for sentence, _ in said))))
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


def fitted(one: Case, fit: Fit) -> Case:
    """Return a case of temperature 0 and ceiling 1 as it is with others."""
    odds = (one.confidence / (1 - one.confidence)) ** (1 / (1 + fit.temperature / one.sources))
    return one._replace(confidence=min(fit.ceiling, odds / (1 + odds)))


def best_fit(found: Sequence[Case]) -> Fit:
    """Return the temperature with the least log loss on raw cases, in steps of a quarter, and then the ceiling."""
    temperature = min(TEMPERATURES, key=lambda one: log_loss([fitted(each, Fit(one, 1.0)) for each in found]))
    cooled = [fitted(each, Fit(temperature, 1.0)) for each in found]
    surest = [each.right for each in cooled if each.confidence >= SUREST]
    return Fit(temperature, (sum(surest) + 1) / (len(surest) + 2) if surest else SUREST)


def cross_validated(found: Sequence[Case]) -> list[Case]:
    """Return the cases, each with the numbers that are best for the pairs of the other groups."""
    chosen = {fold: best_fit([one for one in found if one.fold != fold]) for fold in {one.fold for one in found}}
    return [fitted(one, chosen[one.fold]) for one in found]


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
@click.option("--labels", default=3, show_default=True, help="Fewest sentences of a pair that favour one thing.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Folder to write verdict.json to.")
def main(data: Path, labels: int, out: Path | None) -> None:
    """Measure the calibration of verdicts on judged sentences, and fit it."""
    settings = load_config().verdict
    engine = Engine(load_config(overrides={"verdict": {"temperature": 0.0, "ceiling": 1.0}}))
    rows = joined(data)
    judged = [row for split in SPLITS for row in rows[split] if "favours" in row]
    pairs = read_pairs(judged, labels=labels)
    raw = list(cases(engine, pairs))
    fit = best_fit(raw)
    click.echo(f"{len(pairs)} pairs; best {fit}, in use {Fit(settings.temperature, settings.ceiling)}")
    as_used = [fitted(one, Fit(settings.temperature, settings.ceiling)) for one in raw]
    for name, found in (("raw", raw), ("as used", as_used), ("cross-validated", cross_validated(raw))):
        click.echo(table(f"{name}, all leaders", found))
        click.echo(table(f"{name}, winners", [one for one in found if one.decided]))
    if out is not None:
        numbers = {name: round(value, 3) for name, value in fit._asdict().items()}
        out.mkdir(parents=True, exist_ok=True)
        (out / "verdict.json").write_text(json.dumps(numbers) + "\n", "utf-8")


if __name__ == "__main__":
    main()
