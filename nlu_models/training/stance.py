"""Learns the classifiers of sentences, as ``nlu_models/training/configs/stance.toml`` says.

All models learn from the training file of CompSent-19, less the rows of an inner dev part with object pairs of its own;
all but ``xgboost``, which is a published baseline, also from sentences of it turned round by one word and from the
sentences written for this project. Scores on the inner
dev part are printed; ``python -m evaluation.weighing --classifier NAME`` measures on the dev-test.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import click
import torch
from pydantic import BaseModel, ConfigDict, Field
from sklearn.metrics import f1_score

from engine.protocols import Classifier
from engine.types import Stance
from nlu_models.stance.boosted import BoostedTreesClassifier
from nlu_models.stance.bow import BagOfWordsClassifier
from nlu_models.stance.embedding import EmbeddingClassifier
from nlu_models.stance.transformer import TransformerClassifier
from nlu_models.training import boosted, bow, embedding, transformer
from nlu_models.training.examples import Example, read_compsent, read_own, split, turned_round

OWN_REPEATED = 2
"""How often each own sentence is learned from."""


class StanceSettings(BaseModel):
    """A configuration file; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    task: Literal["stance"]
    models: tuple[Literal["bow", "xgboost", "embedding", "transformer"], ...] = Field(min_length=1)
    encoder: str = "minilm-l6"
    """Of the transformer; see ``nlu_models.training.encoders.load``."""
    epochs: int = Field(ge=1, le=20)
    """Of the transformer."""
    seed: int


def train(config: Mapping[str, Any], data: Path, out: Path, *, search: bool) -> None:
    """Learn, write the weights and print the scores; see ``nlu_models.train``.

    Raises:
        click.ClickException: A search was asked for.
    """
    settings = StanceSettings(**config)
    if search:
        raise click.ClickException("--search: the classifiers of sentences have no grid to search")
    out.mkdir(parents=True, exist_ok=True)
    compsent, inner = split(read_compsent(data / "compsent19" / "train.csv.gz"))
    turned = turned_round(compsent, Stance.SECOND) + turned_round(compsent, Stance.FIRST)
    shown = compsent + turned + OWN_REPEATED * read_own()
    click.echo(f"{len(shown)} examples, {len(inner)} held out")
    if "bow" in settings.models:
        bow.train(shown, out / "stance_bow.npz")
        report("bow", BagOfWordsClassifier(folder=out), inner)
    if "xgboost" in settings.models:
        boosted.train(compsent, out / "stance_xgboost.npz")
        report("xgboost", BoostedTreesClassifier(folder=out), inner)
    if "embedding" in settings.models:
        embedding.train(shown, out / "stance_embedding.npz")
        report("embedding", EmbeddingClassifier(folder=out), inner)
    if "transformer" in settings.models:
        threads = torch.get_num_threads()
        transformer.train(
            shown, inner, out, encoder=settings.encoder, epochs=settings.epochs, seed=settings.seed, threads=threads
        )
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
