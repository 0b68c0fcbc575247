"""Learns the classifiers of sentences, as ``nlu_models/training/configs/stance.toml`` says.

Both models learn from the training file of CompSent-19, less the rows of an inner dev part with object pairs of its
own, from sentences of it turned round by one word, and from the sentences written for this project. Scores on the inner
dev part are printed; ``python -m evaluation.weighing --classifier NAME`` measures on the dev-test.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import click
import torch
from pydantic import BaseModel, ConfigDict, Field
from sklearn.metrics import f1_score

from engine.protocols import Classifier
from engine.types import Stance
from nlu_models.stance.bow import BagOfWordsClassifier
from nlu_models.stance.embedding import EmbeddingClassifier
from nlu_models.stance.transformer import TransformerClassifier
from nlu_models.training import bow, embedding, transformer
from nlu_models.training.examples import Example, read_compsent, read_own, split, turned_round
from nlu_models.training.unlabelled import imitated, read_unlabelled

OWN_REPEATED = 2
"""How often each own sentence is learned from."""


class StanceSettings(BaseModel):
    """A configuration file; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    task: Literal["stance"]
    models: tuple[Literal["bow", "embedding", "transformer"], ...] = Field(min_length=1)
    encoder: str = "minilm-l6"
    """Of the transformer; see ``nlu_models.training.encoders.load``."""
    teachers: tuple[str, ...] = ()
    """Encoders of transformers that are learned first and imitated on ``imitated`` sentences; none for no imitation."""
    imitated: int = Field(default=8000, ge=1)
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
    shown, inner = split(read_compsent(data / "compsent19" / "train.csv.gz"))
    shown += turned_round(shown, Stance.SECOND) + turned_round(shown, Stance.FIRST) + OWN_REPEATED * read_own()
    click.echo(f"{len(shown)} examples, {len(inner)} held out")
    if "bow" in settings.models:
        bow.train(shown, out / "stance_bow.npz")
        report("bow", BagOfWordsClassifier(folder=out), inner)
    if "embedding" in settings.models:
        embedding.train(shown, out / "stance_embedding.npz")
        report("embedding", EmbeddingClassifier(folder=out), inner)
    if "transformer" in settings.models:
        teachers = [teacher(name, settings, shown, inner, out / "teachers" / name) for name in settings.teachers]
        if teachers:
            shown += imitated(read_unlabelled(data), inner, teachers, settings.imitated, settings.seed)
            click.echo(f"{len(shown)} examples with those of the teachers")
        learn_transformer(settings.encoder, settings, shown, inner, out)
        report("transformer", TransformerClassifier(folder=out), inner)


def teacher(
    encoder: str, settings: StanceSettings, shown: Sequence[Example], inner: Sequence[Example], folder: Path
) -> TransformerClassifier:
    """Return a transformer on an encoder, learned unless it lies in its folder from an earlier run."""
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "stance.onnx").exists():
        learn_transformer(encoder, settings, shown, inner, folder)
    learned = TransformerClassifier(folder=folder)
    report(f"teacher on {encoder}", learned, inner)
    return learned


def learn_transformer(
    encoder: str, settings: StanceSettings, shown: Sequence[Example], inner: Sequence[Example], folder: Path
) -> None:
    """Learn a transformer and write it."""
    threads = torch.get_num_threads()
    transformer.train(
        shown, inner, folder, encoder=encoder, epochs=settings.epochs, seed=settings.seed, threads=threads
    )


def report(name: str, classifier: Classifier, held: Sequence[Example]) -> None:
    """Print the F1 of a classifier; ``EQUAL`` counts as NONE, as in ``evaluation.weighing``."""
    labels = [Stance.FIRST, Stance.SECOND, Stance.NONE]
    found = [belief.stance for belief in classifier.classify([example.pairing for example in held])]
    found = [Stance.NONE if stance is Stance.EQUAL else stance for stance in found]
    gold = [example.label for example in held]
    each = " ".join(f"{figure:.3f}" for figure in f1_score(gold, found, labels=labels, average=None))
    weighted, macro = (f1_score(gold, found, average=average) for average in ("weighted", "macro"))
    click.echo(f"{name}, inner dev: BETTER WORSE NONE {each}, weighted F1 {weighted:.3f}, macro F1 {macro:.3f}")
