"""Measures whether what is quoted convinces: ``python -m evaluation.quotes --data DATA``.

Of the sides of the judged questions of ``data/quotes``: for how many an answer quotes any statement, and how many of
the first quotes are right, weak and wrong; the same if each side were quoted. Then, of each side that has several
statements: how often the first is right and how often it is wrong, the same of the first three where there are more,
and how many pairs of statements that were judged differently stand in the right order. In the order of answers, of the
ranker, of the reader's confidence and of the judge, beside the best and the mean of all. The 95 % interval is a
bootstrap over questions' pairs of things.

``--fit FOLDER`` writes the weights of answers instead: logistic regressions of the grades of dev, from which the judge
did not learn, and of whether they are wrong, with a bound that the soundest statement of 60 % of dev's sides reaches.
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
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from engine.config import load_config
from engine.pipeline import Engine
from evaluation.data import data_option, dump_linear
from generation.evidence import SOUND, WORTH, Evidence, subset
from nlu_models.training.claims.join import SPLITS, read_lines, sentences

JUDGED = Path(__file__).parents[1] / "data" / "quotes"
GRADES = {"right": 1.0, "weak": 0.4, "wrong": 0.0}
STRENGTH = 0.1
"""Inverse strength of the penalty on the weights."""
SEED = 14
RESAMPLES = 2000
FIRST = 3
DRAW = 3
"""The draw whose sentences answers did not quote; ``evaluation.points`` measures them."""
QUOTED = 0.6
"""Share of the sides of dev of which a statement is quoted."""


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
        if row["draw"] < DRAW:
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
    yield from sides.values()


def worth(one: Judged) -> float:
    """Return what an answer orders by."""
    return float(np.dot(list(WORTH.values()), one.features))


def sound(one: Judged) -> float:
    """Return what an answer quotes nothing below 0 of."""
    return SOUND.intercept + float(np.dot(list(SOUND.weights.values()), one.features))


def quoted(sides: Sides, *, least: float) -> str:
    """Return for how many sides a statement is quoted if it must be so sound, and how the first ones are judged."""
    told = [max(kept, key=worth) for side in sides if (kept := [one for one in side if sound(one) >= least])]
    right, weak, wrong = (fmean(one.grade == grade for one in told) for grade in GRADES.values())
    pairs: dict[frozenset[str], list[float]] = defaultdict(list)
    for one in told:
        pairs[one.objects].append(float(one.grade == 0))
    low, high = _interval(list(pairs.values()))
    return (
        f"{len(told)} of {len(sides)} sides quoted, right {right:.3f}, weak {weak:.3f}, wrong {wrong:.3f} "
        f"({low:.3f} to {high:.3f})"
    )


def report(sides: Sides, score: Score) -> str:
    """Return the figures of an order of the sides with several statements, in one line."""
    sides = [side for side in sides if len(side) > 1]
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


def fit(sides: Sides) -> tuple[list[float], list[float], float]:
    """Return the weights of an order, those of what is sound, and what is added to these to be quoted from 0 on."""
    known = [one for side in sides for one in side]
    features = np.array([one.features for one in known])
    scale = features.std(axis=0)
    order, kept = (
        _weights(features / scale, np.array(shares)) / scale
        for shares in ([one.grade for one in known], [float(one.grade > 0) for one in known])
    )
    soundest = [max(float(np.dot(kept, one.features)) for one in side) for side in sides]
    return order.tolist(), kept.tolist(), -float(np.quantile(soundest, 1 - QUOTED))


def _weights(features: NDArray[np.float64], shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the weights of a logistic regression whose rows are so far of the one class and else of the other."""
    model = LogisticRegression(C=STRENGTH, max_iter=3000)
    labels = [1] * len(shares) + [0] * len(shares)
    model.fit(np.vstack([features] * 2), labels, sample_weight=np.concatenate([shares, 1 - shares]))
    found: NDArray[np.float64] = model.coef_[0]
    return found


@click.command(help=__doc__, context_settings={"max_content_width": 120})
@data_option
@click.option("--fit", "folder", type=click.Path(file_okay=False, path_type=Path), help="Write the weights and stop.")
def main(data: Path, folder: Path | None) -> None:
    """Print the figures."""
    engine = Engine(load_config())
    known = list(WORTH)
    if folder:
        order, kept, added = fit(read_sides(data, "dev", engine))
        for name, intercept, weights in (("quotes_judged.json", 0.0, order), ("quoted.json", added, kept)):
            held = dump_linear(intercept, dict(zip(known, weights, strict=True)), digits=3)
            (folder / name).write_text(held + "\n", "utf-8")
        return
    orders: dict[str, Score] = {
        "answers": worth,
        "ranker": lambda one: one.features[known.index("score")],
        "confidence": lambda one: one.features[known.index("confidence")],
        "judge": lambda one: one.features[known.index("convincing")],
        "best": lambda one: one.grade,
        "any": lambda _: 0.0,
    }
    for split in SPLITS[1:]:
        sides = read_sides(data, split, engine)
        click.echo(f"{split}: {sum(map(len, sides))} quotes of {len(sides)} sides")
        for name, least in (("answers", 0.0), ("each", -float("inf"))):
            click.echo(f"  {name:11}{quoted(sides, least=least)}")
        for name, score in orders.items():
            click.echo(f"  {name:11}{report(sides, score)}")


if __name__ == "__main__":
    main()
