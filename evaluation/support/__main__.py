"""Measures the support checker and what it says of the generators: ``python -m evaluation.support --data DATA``.

Printed for pairs of a claim and a sentence made from ``compsent19`` dev-test and ``summary`` dev-test: how many of each
kind are judged rightly; precision, recall and F1 of "supported", the area under the ROC curve, and the reliability of
the probabilities. Then, for the machine-written and the expert-edited answers of ``cam_relevance``, the area under the
curve with cited arguments to be told from the others of the same comparison, and the share of citations that hold. What
it says of the generators is in ``python -m evaluation.wording``.

``--fit`` prints the weights instead: a logistic regression on pairs made from ``compsent19`` train and ``summary``
train, and its figures on the object pairs left out.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from engine import registry
from engine.text.tokens import clean
from evaluation.calibration import Case
from evaluation.calibration import table as reliability
from evaluation.citations import Cited, cited, total
from evaluation.claims import claims
from evaluation.data import data_option, dump_linear, open_text
from evaluation.support.pairs import Pair, labelled_pairs, split, summary_pairs
from generation.citation_verification import THRESHOLD, Features, SupportChecker, cited_parts

Scores = NDArray[np.float64]

_USED = re.compile(r"\W*Used Arguments.*\Z", re.DOTALL | re.IGNORECASE)


def features_of(pairs: Sequence[Pair], checker: SupportChecker) -> Scores:
    """Return the features of pairs, shape ``[pairs, features]``."""
    return np.array([checker.features(pair.claim, pair.sentence, (pair.first, pair.second)) for pair in pairs])


def fit(pairs: Sequence[Pair], checker: SupportChecker) -> tuple[float, Scores]:
    """Return intercept and weights of a logistic regression."""
    from sklearn.linear_model import LogisticRegression

    model = LogisticRegression(C=10, max_iter=2000)
    model.fit(features_of(pairs, checker), [pair.supported for pair in pairs])
    return float(model.intercept_[0]), model.coef_[0]


def area(right: Sequence[float], wrong: Sequence[float]) -> float:
    """Return how often a right one has a higher score than a wrong one, ties counted half: the area under the ROC."""
    ranks = np.array(sorted(wrong))
    below = np.searchsorted(ranks, right, "left") + np.searchsorted(ranks, right, "right")
    return float(below.mean() / (2 * max(1, ranks.size)))


def report(name: str, pairs: Sequence[Pair], scores: Sequence[float]) -> str:
    """Return how well pairs are judged, as plain text."""
    judged = [score >= THRESHOLD for score in scores]
    kinds: dict[tuple[str, bool], list[bool]] = defaultdict(list)
    for pair, yes in zip(pairs, judged, strict=True):
        kinds[pair.kind, pair.supported].append(yes == pair.supported)
    hits = sum(yes and pair.supported for pair, yes in zip(pairs, judged, strict=True))
    precision, recall = hits / max(1, sum(judged)), hits / max(1, sum(pair.supported for pair in pairs))
    auc = area(
        *([s for pair, s in zip(pairs, scores, strict=True) if pair.supported is side] for side in (True, False))
    )
    lines = [
        f"{name}: {len(pairs)} pairs, precision {precision:.3f}, recall {recall:.3f}, "
        f"F1 {2 * precision * recall / max(1e-9, precision + recall):.3f}, ROC AUC {auc:.3f}"
    ]
    for (kind, supported), right in sorted(kinds.items()):
        lines.append(
            f"  {'supported' if supported else 'false':10}{kind:28}{len(right):6} pairs, {fmean(right):.3f} right"
        )
    cases = [Case(score, pair.supported, True) for pair, score in zip(pairs, scores, strict=True)]
    return "\n".join([*lines, reliability("probability of support, and how many are supported", cases)])


def scores_of(pairs: Sequence[Pair], checker: SupportChecker) -> list[float]:
    """Return how likely each claim is supported."""
    return [checker.support(pair.claim, pair.sentence, (pair.first, pair.second)) for pair in pairs]


def written(path: Path, field: str, arguments: Path, checker: SupportChecker) -> tuple[float, Cited]:
    """Measure written answers.

    Args:
        path: A JSON Lines file of ``cam_relevance``.
        field: Where its answers stand.
        arguments: The file that holds the arguments of the comparisons.
        checker: Who is asked.

    Returns:
        The area under the curve of cited arguments against the others of the comparison; what the citations hold.
    """
    given = {_key(row): [clean(text) for text in row["arguments"]] for row in _rows(arguments)}
    right: list[float] = []
    wrong: list[float] = []
    counts: list[Cited] = []
    for row in _rows(path):
        objects, sentences = (row["object_1"], row["object_2"]), given.get(_key(row), [])
        for answer in row[field] if sentences else ():
            text = _USED.sub("", answer).replace("**", "")
            counts.append(cited(text, sentences, objects, checker))
            for part, numbers in (found for claim in claims(text, objects) for found in cited_parts(claim)):
                for n, sentence in enumerate(sentences, 1):
                    (right if n in numbers else wrong).append(checker.support(part, sentence, objects))
    return area(right, wrong), total(counts)


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with open_text(path) as lines:
        yield from map(json.loads, lines)


def _key(row: dict[str, Any]) -> tuple[str, ...]:
    return row["object_1"], row["object_2"], row["aspect"]


def _cited(counts: Cited) -> str:
    return (
        f"citation precision {counts.precision:.3f} of {counts.citations}, "
        f"recall {counts.recall:.3f} of {counts.statements} statements"
    )


def _fit(data: Path, checker: SupportChecker) -> None:
    train = [
        *labelled_pairs(data / "compsent19" / "train.csv.gz"),
        *summary_pairs(data / "summary" / "cam2_chatgpt_train.jsonl.gz"),
    ]
    fitted, held_out = split(train)
    intercept, weights = fit(fitted, checker)
    click.echo(dump_linear(intercept, dict(zip(Features._fields, weights.tolist(), strict=True)), digits=3))
    scores = 1 / (1 + np.exp(-(features_of(held_out, checker) @ weights + intercept)))
    click.echo(report("other pairs of train", held_out, scores.tolist()))


@click.command(help=__doc__, context_settings={"max_content_width": 120})
@data_option
@click.option("--classifier", type=click.Choice(registry.names("classifier")), default="keyphrase", show_default=True)
@click.option("--fit", "fitting", is_flag=True, help="Print the checker's weights and stop.")
def main(data: Path, classifier: str, fitting: bool) -> None:
    """Print the tables."""
    checker = SupportChecker(registry.load("classifier", classifier))
    if fitting:
        _fit(data, checker)
        return
    for name, pairs in (
        ("compsent19 dev-test", [*labelled_pairs(data / "compsent19" / "devtest.csv")]),
        ("summary dev-test", [*summary_pairs(data / "summary" / "cam2_chatgpt_devtest.jsonl")]),
    ):
        click.echo(report(name, pairs, scores_of(pairs, checker)))
    silver = data / "cam_relevance" / "silver_summaries_devtest.jsonl"
    gold = data / "cam_relevance" / "gold_summaries_devtest.jsonl"
    for name, path, field in (
        ("machine-written", silver, "gpt35_answers"),
        ("edited by experts", gold, "expert_answers"),
    ):
        auc, counts = written(path, field, silver, checker)
        click.echo(f"cam_relevance dev-test, {name}: cited or not, ROC AUC {auc:.3f}; {_cited(counts)}")


if __name__ == "__main__":
    main()
