"""Learns the classifiers of sentences: ``python -m nlu_models.training.stance --data DATA``.

Both models learn from the training file of CompSent-19, less the rows of an inner dev part with object pairs of its
own, from sentences of it turned round by one word, and from the sentences written
for this project. ``--model`` chooses one. Scores on the inner dev part are printed;
``python -m evaluation.weighing --classifier NAME`` measures on the dev-test.
"""

from __future__ import annotations

from pathlib import Path

import click
from sklearn.metrics import f1_score

from engine.protocols import Classifier
from engine.types import Stance
from nlu_models.stance.bow import BagOfWordsClassifier
from nlu_models.stance.marking import TRAINED
from nlu_models.stance.transformer import TransformerClassifier
from nlu_models.training import bow, transformer
from nlu_models.training.examples import Example, read_compsent, read_own, split, turned_round

OWN_REPEATED = 2
"""How often each own sentence is learned from."""


@click.command(help=__doc__, context_settings={"max_content_width": 120})
@click.option("--data", type=click.Path(exists=True, file_okay=False, path_type=Path), required=True)
@click.option("--out", type=click.Path(exists=True, file_okay=False, path_type=Path), default=TRAINED)
@click.option("--model", type=click.Choice(["all", "bow", "transformer"]), default="all")
@click.option("--epochs", type=click.IntRange(1, 20), default=transformer.EPOCHS)
@click.option("--seed", type=int, default=0)
@click.option("--threads", type=click.IntRange(1, 256), default=1)
def main(data: Path, out: Path, model: str, epochs: int, seed: int, threads: int) -> None:
    """Learn, write the weights and print the scores."""
    train, inner = split(read_compsent(data / "compsent19" / "train.csv.gz"))
    train += turned_round(train, Stance.SECOND) + turned_round(train, Stance.FIRST) + OWN_REPEATED * read_own()
    click.echo(f"{len(train)} examples, {len(inner)} held out")
    if model in {"all", "bow"}:
        bow.train(train, out / "stance_bow.npz")
        report("bow", BagOfWordsClassifier(folder=out), inner)
    if model in {"all", "transformer"}:
        transformer.train(train, inner, out, epochs=epochs, seed=seed, threads=threads)
        report("transformer", TransformerClassifier(folder=out), inner)


def report(name: str, classifier: Classifier, held: list[Example]) -> None:
    """Print the F1 of a classifier; ``EQUAL`` counts as NONE, as in ``evaluation.weighing``."""
    labels = [Stance.FIRST, Stance.SECOND, Stance.NONE]
    found = [belief.stance for belief in classifier.classify([example.pairing for example in held])]
    found = [Stance.NONE if stance is Stance.EQUAL else stance for stance in found]
    gold = [example.label for example in held]
    each = " ".join(f"{figure:.3f}" for figure in f1_score(gold, found, labels=labels, average=None))
    weighted, macro = (f1_score(gold, found, average=average) for average in ("weighted", "macro"))
    click.echo(f"{name}, inner dev: BETTER WORSE NONE {each}, weighted F1 {weighted:.3f}, macro F1 {macro:.3f}")


if __name__ == "__main__":
    main()
