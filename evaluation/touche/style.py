"""Asks public data what style is worth in the ranking for Touché: ``python -m evaluation.touche.style --data DATA``.

In ``stance``, from which ``evaluation.touche.fit`` learns, each document answers one question, so that how it is
written cannot tell whether it is relevant. Here the arguments of one comparison compete, each of them a document:

``summary`` (train)
    Some twenty sentences on two things lay before a writer (a language model) of three summaries; the grade of a
    sentence is how many cite it. One list per pair of things, and none of the pairs of the other set.
``cam_relevance`` (dev-test)
    People graded such sentences from 0 to 3. Nothing is fitted to them.

A logistic regression tells the higher graded of two sentences of a list by the difference of four numbers: the score of
the weights in use without style, ``comparing``, ``reasoning``, and ``length``, which is there so that longer sentences,
which hold more of all words, are not taken for better argued ones. Printed are its coefficients with 95 % intervals,
resampled over lists, and what style adds to nDCG@5: learned (five-fold, cross-validated) and as it is in use.
"""

from __future__ import annotations

import csv
import gzip
import json
import re
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import click
import numpy as np
import numpy.typing as npt

from engine.config import load_config
from engine.pipeline import Engine
from engine.retrieval.embedded.build import build_index
from evaluation.data import data_option
from evaluation.touche.fit import FOLDS, STYLE, Asked, ndcg, read_all
from evaluation.touche.measures import mean_of
from service.touche.ranking import WEIGHTS
from service.touche.topics import Topic

RESAMPLES = 200
SEED = 2022
PLAIN = {name: 0.0 if name in STYLE else weight for name, weight in WEIGHTS.items()}
"""The weights in use without those of style."""

Lists = Mapping[tuple[str, str], Sequence[tuple[str, int]]]
"""Two things → sentences with their grades."""
Vector = npt.NDArray[np.float64]

_CITED = re.compile(r"\[([\d,\s]+)\]")


def cited(summary: str) -> set[int]:
    """Return the numbers that a summary cites in brackets or names in its last line, "Arguments used".

    >>> sorted(cited("Tea is cheaper [2][4, 5]. Arguments used: 2, 7."))
    [2, 4, 5, 7]
    """
    text, _, named = summary.partition("Arguments used")
    return {int(n) for part in (*_CITED.findall(text), named) for n in re.findall(r"\d+", part)}


def read_lists(data: Path) -> tuple[Lists, Lists]:
    """Read the lists of ``summary`` (train) and those of ``cam_relevance`` (dev-test)."""
    judged: dict[tuple[str, str], list[tuple[str, int]]] = {}
    with (data / "cam_relevance" / "relevance_devtest.csv").open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            if row["argument"]:
                things = (row["object_1"], row["object_2"])
                judged.setdefault(things, []).append((row["argument"], int(float(row["relevance"]))))
    seen = {frozenset(map(str.lower, things)) for things in judged}
    used: dict[tuple[str, str], list[tuple[str, int]]] = {}
    with gzip.open(data / "summary" / "cam2_chatgpt_train.jsonl.gz", "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            things = (row["object_1"], row["object_2"])
            if (pair := frozenset(map(str.lower, things))) not in seen:
                seen.add(pair)
                summaries = [cited(summary) for summary in row["summaries"]]
                grades = [sum(n in one for one in summaries) for n, _ in enumerate(row["arguments"], 1)]
                used[things] = list(zip(row["arguments"], grades, strict=True))
    return used, judged


def read_arguments(lists: Lists) -> list[Asked]:
    """Read the sentences of each list as documents about the question which of its things is better."""
    topics, grades = [], {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with (folder / "arguments.jsonl").open("w", encoding="utf-8") as file:
            for number, (things, sentences) in enumerate(lists.items()):
                topics.append(Topic(str(number), f"Which is better, {' or '.join(things)}?", things))
                grades[str(number)] = {f"{number}-{n}": grade for n, (_, grade) in enumerate(sentences)}
                for n, (text, _) in enumerate(sentences):
                    file.write(json.dumps({"id": f"{number}-{n}", "text": text}) + "\n")
        build_index([folder / "arguments.jsonl"], folder / "index")
        engine = Engine(load_config(overrides={"retrieval": {"index": folder / "index"}}))
        asked = read_all(topics, grades, engine, judged_only=True)
        engine.close()
    return asked


def coefficients(asked: Sequence[Asked]) -> Vector:
    """Return the coefficients of the score without style and of ``STYLE``; lists weigh alike."""
    from sklearn.linear_model import LogisticRegression

    differences, weights = [], []
    for one in asked:
        found = [(one.grades[read.hit.page.id], _columns(read.features)) for read in one.read]
        pairs = [good - bad for high, good in found for low, bad in found if high > low]
        differences += pairs
        weights += [1.0 / max(1, len(pairs))] * len(pairs)
    x, share = np.array(differences), np.array(weights)
    model = LogisticRegression(fit_intercept=False, max_iter=1_000)
    model.fit(np.concatenate([x, -x]), np.repeat([1, 0], len(x)), sample_weight=np.concatenate([share, share]))
    found_coefficients: Vector = model.coef_[0]
    return found_coefficients


def learned(asked: Sequence[Asked]) -> dict[str, float]:
    """Return the weights in use with learned ones for style, in units of the score; none below 0, none for length."""
    score, comparing, reasoning, _ = coefficients(asked)
    unit = max(score, 1e-6)
    return PLAIN | {"comparing": max(0.0, comparing / unit), "reasoning": max(0.0, reasoning / unit)}


def cross_validated(asked: Sequence[Asked]) -> list[float]:
    """Return nDCG@5 of each list with style learned from the other folds."""
    values = [0.0] * len(asked)
    for fold in range(FOLDS):
        weights = learned([one for n, one in enumerate(asked) if n % FOLDS != fold])
        for n in range(fold, len(asked), FOLDS):
            (values[n],) = ndcg([asked[n]], weights)
    return values


def _columns(features: Sequence[float]) -> Vector:
    by_name = dict(zip(WEIGHTS, features, strict=True))
    return np.array([sum(PLAIN[name] * by_name[name] for name in WEIGHTS), *(by_name[name] for name in STYLE)])


def _shown(name: str, values: Sequence[float]) -> str:
    figure = mean_of(values)
    return f"{name:40}{figure.mean:+7.3f}  {figure.low:+.3f} to {figure.high:+.3f}"


def _gain(asked: Sequence[Asked], values: Sequence[float]) -> list[float]:
    return [one - other for one, other in zip(values, ndcg(asked, PLAIN), strict=True)]


@click.command(help=__doc__, context_settings={"max_content_width": 120})
@data_option
def main(data: Path) -> None:
    """Print coefficients and figures."""
    used, judged = map(read_arguments, read_lists(data))
    chance = np.random.default_rng(SEED)
    telling = [one for one in used if len(set(one.grades.values())) > 1]
    draws = chance.integers(len(telling), size=(RESAMPLES, len(telling)))
    low, high = np.quantile([coefficients([telling[n] for n in draw]) for draw in draws], (0.025, 0.975), axis=0)
    click.echo(f"{len(telling)} lists of summary tell sentences apart; coefficients with 95 % intervals")
    for name, value, *bounds in zip(("score", *STYLE), coefficients(telling), low, high, strict=True):
        click.echo(f"{name:40}{value:+7.3f}  {bounds[0]:+.3f} to {bounds[1]:+.3f}")
    for name, asked in (("summary", used), ("cam_relevance dev-test", judged)):
        click.echo(f"nDCG@5, {len(asked)} lists of {name}")
        click.echo(_shown("BM25", ndcg(asked, {"bm25": 1.0})))
        click.echo(_shown("weights without style", ndcg(asked, PLAIN)))
        tried = cross_validated(telling) if asked is used else ndcg(asked, learned(telling))
        click.echo(_shown("learned style adds", _gain(telling if asked is used else asked, tried)))
        click.echo(_shown("style in use adds", _gain(asked, ndcg(asked, WEIGHTS))))


if __name__ == "__main__":
    main()
