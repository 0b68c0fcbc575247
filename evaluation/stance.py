"""Measures how well sentences are weighed: ``python -m evaluation.stance --data DATA --classifier NAME …``.

* CompSent-19: F1 of BETTER, WORSE and NONE (for the object named first), their mean weighted by support and their plain
  mean; ``EQUAL`` counts as NONE, for the data set has no label for it. ``devtest`` is the public half of the official
  held-out file; all its object pairs are in the training file too. What a classifier is worth on pairs that it has not
  learned from, ``python -m nlu_models.training nlu_models/training/configs/stance.toml`` prints.
* own sentences: F1 of all four classes on data/equality/test.txt, the only sentences labelled for equality.
* swap: share of all sentences whose classification flips exactly when the two objects are exchanged.
* stance: macro F1 of the stance of an answer passage by the votes of its sentences; see ``evaluation.passages``.
* relevance: whether the most relevant argument comes first; see ``evaluation.relevance``.

Published figures are for whole test sets, of which the dev-test files are a part.

Source: Panchenko et al., ArgMining 2019 (CompSent-19); Bondarenko et al., WSDM 2022 (stance).
"""

from __future__ import annotations

import csv
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import click
from sklearn.metrics import f1_score

from engine import registry
from engine.protocols import Classifier
from engine.types import Classification, ComparisonInstance, Stance
from evaluation.data import data_option, open_text
from evaluation.passages import Passage, passage_stance, read_passages
from evaluation.relevance import read_arguments, table
from nlu_models.baselines.rule_stance import EVIDENCE, KeyphraseClassifier
from nlu_models.training.examples import Example, read_own

LABELS = {"BETTER": Stance.FIRST, "WORSE": Stance.SECOND, "NONE": Stance.NONE}
OWN_TEST = Path(__file__).parent.parent / "data" / "equality" / "test.txt"
CLASSES = (Stance.FIRST, Stance.SECOND, Stance.EQUAL, Stance.NONE)


class Labelled(NamedTuple):
    """A row of CompSent-19."""

    pairing: ComparisonInstance
    label: Stance


class Scores(NamedTuple):
    """F1 per class and their means, each in [0, 1]."""

    better: float
    worse: float
    none: float
    weighted: float
    macro: float


class FourScores(NamedTuple):
    """F1 per class and their plain mean, each in [0, 1]."""

    first: float
    second: float
    equal: float
    none: float
    macro: float


PUBLISHED = """\
XLM-R-large, published              1440                              .912     .836
RoBERTa, published                  1440              .697
InferSent, published                1440     .772     .417     .924     .853     .704
bag of words + XGBoost, published   1440     .758     .408     .925     .850     .697
adjective in -er, published         1440     .570     .000     .889     .755     .486
"""


def read_compsent(path: Path) -> list[Labelled]:
    """Return the rows of a CompSent-19 file that do not repeat its dev-test."""
    with open_text(path) as file:
        return [
            Labelled(ComparisonInstance(row["sentence"], row["object_a"], row["object_b"]), LABELS[row["label"]])
            for row in csv.DictReader(file)
            if "compsent19/devtest" not in row["leak"]
        ]


def score(rows: Sequence[Labelled], classified: Iterable[Classification]) -> Scores:
    """Score classifications of CompSent-19 rows."""
    gold = [row.label.value for row in rows]
    found = [(Stance.NONE if c.stance is Stance.EQUAL else c.stance).value for c in classified]
    better, worse, none = f1_score(gold, found, labels=[label.value for label in LABELS.values()], average=None)
    means = [f1_score(gold, found, average=average, zero_division=0.0) for average in ("weighted", "macro")]
    return Scores(*map(float, (better, worse, none, *means)))


def score_four(examples: Sequence[Example], classified: Iterable[Classification]) -> FourScores:
    """Score classifications of sentences that are labelled for equality too."""
    gold, found = [example.label.value for example in examples], [c.stance.value for c in classified]
    labels = [label.value for label in CLASSES]
    each = [float(figure) for figure in f1_score(gold, found, labels=labels, average=None, zero_division=0.0)]
    return FourScores._make([*each, fmean(each)])


def swapped_share(rows: Sequence[Labelled], classifier: Classifier) -> float:
    """Return the share of sentences whose classification flips exactly when the objects are exchanged."""
    straight = classifier.classify([row.pairing for row in rows])
    crossed = classifier.classify([row.pairing.flipped() for row in rows])
    return fmean(c == s.flipped() for s, c in zip(straight, crossed, strict=True))


def calibrate(rows: Sequence[Labelled]) -> dict[str, tuple[int, int, int]]:
    """Return how often each kind of finding of the keyphrase classifier agrees with the labels; see ``EVIDENCE``."""
    classifier = KeyphraseClassifier()
    counts = {kind: [0, 0, 0] for kind in EVIDENCE}
    for pairing, label in rows:
        finding = classifier.find(pairing)
        if finding is not None:
            agreeing = Stance.FIRST if finding.favoured is Stance.NONE else finding.favoured
            counts[finding.kind][2 if label is Stance.NONE else int(label is not agreeing)] += 1
    return {kind: (agreed, other, none) for kind, (agreed, other, none) in counts.items()}


def throughput(rows: Sequence[Labelled], classifier: Classifier) -> float:
    """Return sentences per second of processor time on one thread, after one warm-up."""
    instances = [row.pairing for row in rows]
    classifier.classify(instances)
    started = time.process_time()
    classifier.classify(instances)
    return len(instances) / (time.process_time() - started)


@click.command(help=__doc__, context_settings={"max_content_width": 120})
@data_option
@click.option(
    "--classifier",
    "names",
    type=click.Choice(registry.names("classifier")),
    multiple=True,
    default=("keyphrase",),
    help="Who weighs; may be given several times.",
)
@click.option("--calibrate", "calibrating", is_flag=True, help="Print the keyphrase classifier's EVIDENCE and stop.")
def main(data: Path, names: tuple[str, ...], calibrating: bool) -> None:
    """Print the tables."""
    train = read_compsent(data / "compsent19" / "train.csv.gz")
    if calibrating:
        for kind, counts in calibrate(train).items():
            click.echo(f'    "{kind}": {counts},')
        return
    classifiers: dict[str, Classifier] = {name: registry.load("classifier", name) for name in names}
    devtest = read_compsent(data / "compsent19" / "devtest.csv")
    _print_compsent(classifiers, devtest)
    _print_own(classifiers, read_own(OWN_TEST))
    passages = read_passages(data / "stance" / "train.jsonl")
    rated = read_arguments(data / "cam_relevance" / "relevance_devtest.csv")
    for name, classifier in classifiers.items():
        _print_rest(name, classifier, [*train, *devtest], passages)
        click.echo(table(rated, classifier=name))


def _head(what: str, columns: Sequence[str]) -> str:
    return f"{what:36}{'n':>6}" + "".join(f"{column:>9}" for column in columns)


def _row(what: str, n: int, figures: Sequence[float]) -> str:
    return f"{what:36}{n:6}" + "".join(f"{figure:9.3f}" for figure in figures)


def _one_by_one(classifier: Classifier, instances: Iterable[ComparisonInstance]) -> list[Classification]:
    """Classify each sentence alone: the budget of a cascade is meant for the sentences of one comparison."""
    return [classifier.classify([pairing])[0] for pairing in instances]


def _print_compsent(classifiers: Mapping[str, Classifier], devtest: Sequence[Labelled]) -> None:
    click.echo(_head("CompSent-19, F1", Scores._fields))
    for name, classifier in classifiers.items():
        figures = score(devtest, _one_by_one(classifier, [row.pairing for row in devtest]))
        click.echo(_row(f"{name}, devtest", len(devtest), figures))
    click.echo(PUBLISHED)


def _print_own(classifiers: Mapping[str, Classifier], examples: Sequence[Example]) -> None:
    click.echo(_head("own sentences, four classes, F1", FourScores._fields))
    for name, classifier in classifiers.items():
        figures = score_four(examples, _one_by_one(classifier, [example.pairing for example in examples]))
        click.echo(_row(name, len(examples), figures))
    click.echo()


def _print_rest(name: str, classifier: Classifier, rows: Sequence[Labelled], passages: Sequence[Passage]) -> None:
    click.echo(f"{name}: {swapped_share(rows, classifier):.2%} of {len(rows)} sentences flip exactly when swapped")
    click.echo(f"{name}: {throughput(rows, classifier):,.0f} sentences/s on one thread")
    found = [passage_stance(passage, classifier).value for passage in passages]
    macro = f1_score([passage.label.value for passage in passages], found, average="macro", zero_division=0.0)
    click.echo(f"{name}: stance, macro F1 {macro:.3f} on {len(passages)} passages (published .58 on the whole set)\n")


if __name__ == "__main__":
    main()
