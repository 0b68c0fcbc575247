"""Fits the weights of the ranking for Touché: ``python -m evaluation.touche.fit --data DATA``.

The documents of Touché cannot be had without a licence, so that the weights are learned where question and answer are
public: a topic is a comparative question of ``stance`` train, relevant is its answer, all other answers are not. A
logistic regression tells the relevant of two documents apart by the difference of their features; weights below 0 are
cut off. What a document's style says (``comparing``, ``reasoning``, ``length``) cannot be learned where each document
is relevant once, and is left at 0 here; ``evaluation.touche.style`` asks other data.

Printed are the weights and nDCG@5 with its 95 % bootstrap interval over questions: BM25, BM25 with expansion, the
model by five-fold cross-validation over questions, and the weights in use. With ``--among SOURCE`` the answers are
hidden among other documents, which were not fitted to.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import click
import numpy as np

from engine.config import load_config
from engine.pipeline import Engine
from engine.retrieval.embedded.build import build_index
from evaluation.data import data_option, dump_linear
from evaluation.touche import measures
from evaluation.touche.measures import Grades, Measured, mean_of
from service.touche.ranking import DEPTH, WEIGHTS, Read, ToucheRanker
from service.touche.topics import Topic

FOLDS = 5
STYLE = ("comparing", "reasoning", "length")
"""Features that say nothing of the question."""
_PER_TOPIC = 20  # documents that the relevant one is told apart from
_RIDGE = 1.0


class Asked(NamedTuple):
    """A question with the documents that were read for it."""

    qid: str
    grades: Mapping[str, int]
    read: Sequence[Read]


def write_answers(path: Path, out: Path) -> tuple[list[Topic], Grades]:
    """Write the answers of a stance file as documents; return the questions as topics, and the judgements."""
    topics, grades, seen = [], {}, set[str]()
    with path.open(encoding="utf-8") as lines, out.open("w", encoding="utf-8") as file:
        for n, row in enumerate(map(json.loads, lines), 1):
            file.write(json.dumps({"id": f"answer-{n}", "text": row["answer"]}) + "\n")
            if row["question"] not in seen:
                seen.add(row["question"])
                topics.append(Topic(str(n), row["question"]))
                grades[str(n)] = {f"answer-{n}": 1}
            else:
                first = next(topic for topic in topics if topic.title == row["question"])
                grades[first.number][f"answer-{n}"] = 1
    return topics, grades


def read_all(topics: Sequence[Topic], grades: Grades, engine: Engine, *, judged_only: bool = False) -> list[Asked]:
    """Read the best documents of each topic, or of all that are found only those that were judged."""
    ranker, asked = ToucheRanker(engine), []
    for topic in topics:
        plain, expanded, question = ranker.candidates(topic)
        judged = grades[topic.number]
        hits = [hit for hit in plain if hit.page.id in judged] if judged_only else plain[:DEPTH]
        asked.append(Asked(topic.number, judged, ranker.read(hits, expanded, question)))
    return asked


def ndcg(asked: Sequence[Asked], weights: Mapping[str, float]) -> list[float]:
    """Return nDCG@5 of each question when its documents are ranked with these weights."""
    row = np.array([weights.get(name, 0.0) for name in WEIGHTS])
    scores = {}
    for n, one in enumerate(asked):
        found = [float(row @ read.features) for read in one.read]
        order = sorted(range(len(found)), key=lambda n: (-found[n], n))
        scores[str(n)] = {one.read[n].hit.page.id: -float(place) for place, n in enumerate(order)}
    values = measures.ndcg(scores, {str(n): one.grades for n, one in enumerate(asked)})
    return [values.get(str(n), 0.0) for n in range(len(asked))]


def fit(asked: Sequence[Asked]) -> dict[str, float]:
    """Return the weights of a pairwise logistic regression, the one of ``bm25`` being 1."""
    from sklearn.linear_model import LogisticRegression

    pairs = []
    for one in asked:
        relevant = [read.features for read in one.read if one.grades.get(read.hit.page.id)]
        other = [read.features for read in one.read if not one.grades.get(read.hit.page.id)][:_PER_TOPIC]
        pairs += [np.subtract(good, bad) for good in relevant for bad in other]
    differences = np.array(pairs)
    differences[:, [n for n, name in enumerate(WEIGHTS) if name in STYLE]] = 0.0
    model = LogisticRegression(C=1.0 / _RIDGE, fit_intercept=False, max_iter=1_000)
    model.fit(np.concatenate([differences, -differences]), np.repeat([1, 0], len(differences)))
    found = dict(zip(WEIGHTS, np.clip(model.coef_[0], 0.0, None), strict=True))
    return {name: float(weight / found["bm25"]) for name, weight in found.items()}


def cross_validated(asked: Sequence[Asked]) -> list[float]:
    """Return nDCG@5 of each question under weights that were fitted to the other folds."""
    values = [0.0] * len(asked)
    for fold in range(FOLDS):
        weights = fit([one for n, one in enumerate(asked) if n % FOLDS != fold])
        held_out = range(fold, len(asked), FOLDS)
        for n, value in zip(held_out, ndcg([asked[n] for n in held_out], weights), strict=True):
            values[n] = value
    return values


@click.command(help=__doc__, context_settings={"max_content_width": 120})
@data_option
@click.option("--among", type=click.Path(exists=True, path_type=Path), help="Further documents: a source to index.")
def main(data: Path, among: Path | None) -> None:
    """Print weights and figures."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        topics, grades = write_answers(data / "stance" / "train.jsonl", folder / "answers.jsonl")
        build_index([folder / "answers.jsonl", *([among] if among else [])], folder / "index")
        engine = Engine(load_config(overrides={"retrieval": {"index": folder / "index"}}))
        asked = read_all(topics, grades, engine)
        engine.close()
    if among is None:
        click.echo(dump_linear(0.0, fit(asked), digits=2))
    systems = {"BM25": ndcg(asked, {"bm25": 1.0}), "BM25, expanded": ndcg(asked, {"expanded": 1.0})}
    if among is None:
        systems["model, cross-validated"] = cross_validated(asked)
    systems["weights in use"] = ndcg(asked, WEIGHTS)
    click.echo(f"{f'{len(asked)} questions':24}nDCG@5  95 % interval")
    for system, values in systems.items():
        click.echo(_shown(system, mean_of(values)))
    gain = [one - other for one, other in zip(systems["weights in use"], systems["BM25"], strict=True)]
    click.echo(_shown("in use above BM25", mean_of(gain)))


def _shown(name: str, figure: Measured) -> str:
    return f"{name:24}{figure.mean:6.3f}  {figure.low:.3f} to {figure.high:.3f}"


if __name__ == "__main__":
    main()
