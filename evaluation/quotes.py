"""Measures whether the most convincing quote comes first: ``python -m evaluation.quotes --data DATA``.

Of each side of each judged question of ``data/quotes`` that has several quotes: how often the first is right and how
often it is wrong, the same of the first three where there are more, and how many pairs of quotes that were judged
differently stand in the right order. In the order of answers, of the ranker and of the reader's confidence, beside the
best and the mean of all. The 95 % interval is a bootstrap over questions' pairs of things.

``--fit`` prints weights for the order of answers instead, those of a logistic regression over pairs of quotes of one
side, fitted to train and dev.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

import click
import numpy as np
from sklearn.linear_model import LogisticRegression

from engine.config import load_config
from engine.pipeline import Engine
from evaluation.data import data_option, dump_linear
from generation.evidence import WORTH, Evidence, subset
from nlu_models.training.claims.join import SPLITS, read_lines, sentences

JUDGED = Path(__file__).parents[1] / "data" / "quotes"
GRADES = {"right": 1.0, "weak": 0.4, "wrong": 0.0}
STRENGTH = 0.1
"""Inverse strength of the penalty on the weights."""
SEED = 14
RESAMPLES = 2000
FIRST = 3


class Judged(NamedTuple):
    """A quote, as an answer sees it, and how it was judged."""

    features: tuple[float, ...]
    grade: float
    objects: frozenset[str]


Score = Callable[[Judged], float]
Sides = list[list[Judged]]


def read_sides(data: Path, split: str, engine: Engine) -> Sides:
    """Return the judged quotes of each side; those that are not taken for arguments now are left out.

    Args:
        data: Folder of the public data sets.
        split: Train, dev or test.
        engine: Reads the sentences.

    Raises:
        InputError: A corpus is missing.
    """
    asked: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in read_lines(JUDGED / f"{split}.jsonl"):
        asked[row["question"]].append(row)
    texts = dict(sentences(data, (row["id"] for rows in asked.values() for row in rows)))
    return [side for question, rows in asked.items() for side in _sides(question, rows, texts, engine)]


def _sides(
    question: str, rows: Sequence[Mapping[str, Any]], texts: Mapping[str, str], engine: Engine
) -> Iterator[list[Judged]]:
    known = sorted({row["id"] for row in rows})
    query = engine.query_of(engine.parse(question))
    if len(query.objects) != 2:
        return
    whole = engine.compare_from([texts[one] for one in known], query)
    found = whole.asked_verdict
    evidences = {False: Evidence(whole)}
    if found and found.arguments:
        evidences[True] = Evidence(subset(whole, found.verdict, found.arguments))
    sides: dict[tuple[str, bool], list[Judged]] = defaultdict(list)
    for row in rows:
        evidence = evidences.get(row["asked"])
        for argument in evidence.comparison.arguments if evidence else ():
            place = int(argument.hit.sentence.id.partition("#")[0]) - 1
            if evidence and known[place] == row["id"] and argument.stance.name.lower() == row["side"]:
                features = evidence.features(argument, tuple(row["about"]))
                judged = Judged(features, GRADES[row["grade"]], frozenset(query.objects))
                sides[row["side"], row["asked"]].append(judged)
    yield from (side for side in sides.values() if len(side) > 1)


def worth(one: Judged) -> float:
    """Return what an answer orders by."""
    return float(np.dot(list(WORTH.values()), one.features))


def report(sides: Sides, score: Score) -> str:
    """Return the figures of an order, in one line."""
    first: dict[frozenset[str], list[float]] = defaultdict(list)
    wrong, three, agreeing = [], [], []
    for side in sides:
        ordered = sorted(side, key=score, reverse=True)
        first[ordered[0].objects].append(float(ordered[0].grade == 1))
        wrong.append(float(ordered[0].grade == 0))
        three += [float(one.grade == 1) for one in ordered[:FIRST]] if len(ordered) > FIRST else []
        differing = [(a, b) for a, b in permutations(side, 2) if a.grade > b.grade]
        agreeing += [float(score(a) > score(b)) + (score(a) == score(b)) / 2 for a, b in differing]
    low, high = _interval(list(first.values()))
    right = fmean(share for shares in first.values() for share in shares)
    return (
        f"first right {right:.3f} ({low:.3f} to {high:.3f}), wrong {fmean(wrong):.3f}, "
        f"of three right {fmean(three):.3f}, pairs {fmean(agreeing):.3f}"
    )


def _interval(groups: Sequence[Sequence[float]]) -> tuple[float, float]:
    chance = np.random.default_rng(SEED)
    drawn = (chance.integers(len(groups), size=len(groups)) for _ in range(RESAMPLES))
    means = [fmean(one for at in places for one in groups[at]) for places in drawn]
    low, high = np.percentile(means, [2.5, 97.5])
    return float(low), float(high)


def fit(sides: Sides) -> list[float]:
    """Return the weight of each feature: what tells the better of two quotes of one side."""
    scale = np.std([one.features for side in sides for one in side], axis=0)
    better, counts = [], []
    for side in sides:
        for a, b in permutations(side, 2):
            if a.grade > b.grade:
                better.append((np.array(a.features) - b.features) / scale)
                counts.append((a.grade - b.grade) / len(side))
    model = LogisticRegression(C=STRENGTH, fit_intercept=False, max_iter=3000)  # type: ignore[no-untyped-call]
    labels = [1] * len(better) + [0] * len(better)
    model.fit([*better, *(-one for one in better)], labels, sample_weight=counts * 2)
    return [float(weight) for weight in model.coef_[0] / scale]


@click.command(help=__doc__, context_settings={"max_content_width": 120})
@data_option
@click.option("--fit", "fitting", is_flag=True, help="Print the weights and stop.")
def main(data: Path, fitting: bool) -> None:
    """Print the figures."""
    engine = Engine(load_config())
    if fitting:
        weights = fit([*read_sides(data, "train", engine), *read_sides(data, "dev", engine)])
        click.echo(dump_linear(0.0, dict(zip(WORTH, weights, strict=True)), digits=3))
        return
    order: dict[str, Score] = {
        "answers": worth,
        "ranker": lambda one: one.features[list(WORTH).index("score")],
        "confidence": lambda one: one.features[list(WORTH).index("confidence")],
        "best": lambda one: one.grade,
        "any": lambda _: 0.0,
    }
    for split in SPLITS:
        sides = read_sides(data, split, engine)
        click.echo(f"{split}: {sum(map(len, sides))} quotes of {len(sides)} sides")
        for name, score in order.items():
            click.echo(f"  {name:11}{report(sides, score)}")


if __name__ == "__main__":
    main()
