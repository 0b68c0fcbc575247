"""Measures how often the right object wins: ``python -m evaluation.topics --data DATA --index DIR``.

The topics are those CAM was tuned on: two objects, an aspect, and which object is better on it, or a tie. Each is
compared with its aspect at weight 5. Two measures:

* the verdict: ``right`` or ``wrong`` if it names a winner (or calls them equal), else ``undecided`` or
  ``insufficient``; a tie is right if the objects are called equal;
* CAM's own measure on the share of the points of sentences with the aspect: a topic is correct if the share lies
  within .45 of 1 or 0, or within .05 of .5 for a tie; topics without such sentences are left out. The object is called
  better above a share of .55 and worse below .45; precision, recall and F1 are those of these classes.

Source: https://github.com/uhh-lt/cam, src/Evaluation/FeatureEvaluation.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean, pstdev
from typing import NamedTuple

import click

from engine.config import load_config
from engine.pipeline import Engine
from engine.types import Aspect, Comparison, Decision, Query
from evaluation.data import data_option

WEIGHT = 5
GOLD = {"object_1": 1.0, "tie": 0.5, "object_2": 0.0}
"""The file's winner → the share that the first object should have."""
RIGHT = {1.0: Decision.FIRST, 0.5: Decision.EQUAL, 0.0: Decision.SECOND}


class Topic(NamedTuple):
    """A comparison with a known winner."""

    number: int
    first: str
    second: str
    aspect: str
    gold: float
    """Share that the first object should have: 1, 0.5 or 0."""


class Published(NamedTuple):
    """CAM's measure over the topics that have any sentence with the aspect."""

    topics: int
    correct: int
    mean_deviation: float
    std_deviation: float
    scores: dict[str, tuple[float, float, float]]
    """Class (better, equal, worse) → precision, recall, F1; 0 where undefined."""


def read_topics(path: Path) -> list[Topic]:
    """Read topics from a CSV file with the columns number, object_1, object_2, aspect and winner."""
    with path.open(encoding="utf-8", newline="") as lines:
        return [
            Topic(int(row["number"]), row["object_1"], row["object_2"], row["aspect"], GOLD[row["winner"]])
            for row in csv.DictReader(lines)
        ]


def outcome(gold: float, decision: Decision) -> str:
    """Return ``right``, ``wrong``, ``undecided`` or ``insufficient``."""
    if decision in {Decision.UNDECIDED, Decision.INSUFFICIENT}:
        return decision.value
    return "right" if decision is RIGHT[gold] else "wrong"


def published(pairs: Sequence[tuple[float, float]]) -> Published:
    """Compute CAM's measure.

    Args:
        pairs: Gold share and share of the first object, each in [0, 1].
    """
    deviations = [abs(share - gold) for gold, share in pairs]
    correct = sum(d < (0.05 if gold == 0.5 else 0.45) for d, (gold, _) in zip(deviations, pairs, strict=True))
    classes = [(_class(gold), _class(share)) for gold, share in pairs]
    scores = {}
    for name in ("better", "equal", "worse"):
        hits = classes.count((name, name))
        returned, expected = sum(got == name for _, got in classes), sum(gold == name for gold, _ in classes)
        scores[name] = (
            hits / returned if returned else 0.0,
            hits / expected if expected else 0.0,
            2 * hits / (returned + expected) if returned + expected else 0.0,
        )
    mean, std = (fmean(deviations), pstdev(deviations)) if deviations else (0.0, 0.0)
    return Published(len(pairs), correct, mean, std, scores)


def _class(share: float) -> str:
    return "better" if share > 0.55 else "worse" if share < 0.45 else "equal"


def table(topics: Sequence[Topic], comparisons: Sequence[Comparison]) -> str:
    """Return one line per topic and the two measures as plain text."""
    lines = [
        f"{'no':>2}  {'first':<12} {'second':<12} {'aspect':<16} {'gold':>4} {'outcome':<12} {'conf':>5} {'whole':>5}"
        f" {'aspect':>6} {'arguments':>9} {'sources':>7}"
    ]
    outcomes: Counter[str] = Counter()
    pairs = []
    for topic, comparison in zip(topics, comparisons, strict=True):
        verdict = comparison.verdict
        whole, aspect = verdict.shares
        found = outcome(topic.gold, verdict.decision)
        outcomes[found] += 1
        if aspect.arguments:
            pairs.append((topic.gold, aspect.first))
        lines.append(
            f"{topic.number:>2}  {topic.first:<12} {topic.second:<12} {topic.aspect:<16} {topic.gold:>4} {found:<12}"
            f" {verdict.confidence:>5.2f} {whole.first if whole.arguments else '-':>5.2} "
            f"{aspect.first if aspect.arguments else '-':>6.2} {whole.arguments:>9} {whole.sources:>7}"
        )
    decided = outcomes["right"] + outcomes["wrong"]
    accuracy = f"{outcomes['right'] / decided:.3f}" if decided else "-"
    counts = ", ".join(f"{name} {outcomes[name]}" for name in ("right", "wrong", "undecided", "insufficient"))
    lines.append(f"\nverdict: {counts}; accuracy of the {decided} decided {accuracy}")
    cam = published(pairs)
    lines.append(
        f"CAM's measure: {cam.correct} of {cam.topics} correct, deviation {cam.mean_deviation:.3f}"
        f" (standard deviation {cam.std_deviation:.3f}); precision, recall, F1: "
        + "; ".join(f"{name} {p:.2f} {r:.2f} {f1:.2f}" for name, (p, r, f1) in cam.scores.items())
    )
    return "\n".join(lines)


@click.command()
@click.option("--index", type=click.Path(path_type=Path, exists=True), required=True, help="Index to search.")
@data_option
@click.option("--fast", is_flag=True, help="Weigh fewer sentences.")
def main(index: Path, data: Path, fast: bool) -> None:
    """Measure the winners of the CAM topics."""
    topics = read_topics(data / "cam_topics34" / "devtest.csv")
    engine = Engine(load_config(overrides={"retrieval": {"index": index}}))
    comparisons = [
        engine.compare(Query((topic.first, topic.second), (Aspect(topic.aspect, WEIGHT),), fast=fast))
        for topic in topics
    ]
    click.echo(table(topics, comparisons))
    engine.close()


if __name__ == "__main__":
    main()
