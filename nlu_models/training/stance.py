"""Learns the classifiers of sentences, as ``nlu_models/training/configs/stance.toml`` says.

All models learn from the training file of CompSent-19; all but ``xgboost``, which is a published baseline, also from
sentences of it turned round by one word and from the sentences written for this project. They are measured on an inner
dev part with object pairs of its own, and then learn again with it; ``python -m evaluation.stance --classifier NAME``
measures that on the dev-test.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

import click
import torch
from pydantic import BaseModel, ConfigDict, Field
from sklearn.metrics import f1_score

from engine.protocols import Classifier
from engine.types import Stance
from nlu_models.baselines.boosted import BoostedTreesClassifier
from nlu_models.baselines.bow import BagOfWordsClassifier
from nlu_models.baselines.embedding import EmbeddingClassifier
from nlu_models.baselines.transformer import TransformerClassifier
from nlu_models.training import boosted, bow, embedding, transformer
from nlu_models.training.examples import Example, read_compsent, read_own, split, turned_round
from nlu_models.training.unlabelled import Together, imitated, read_unlabelled

CLASSIFIERS: Final[Mapping[str, Callable[..., Classifier]]] = {
    "bow": BagOfWordsClassifier,
    "xgboost": BoostedTreesClassifier,
    "embedding": EmbeddingClassifier,
    "transformer": TransformerClassifier,
}
OWN_REPEATED: Final = 2
"""How often each own sentence is learned from."""


class StanceSettings(BaseModel):
    """A configuration file; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    task: Literal["stance"]
    models: tuple[Literal["bow", "xgboost", "embedding", "transformer"], ...] = Field(min_length=1)
    encoder: str = "minilm-l6"
    """Of the transformer; see ``nlu_models.training.encoders.load``."""
    teachers: tuple[str, ...] = ()
    """Encoders of transformers that are learned first and imitated on ``imitated`` sentences; none for no imitation."""
    imitated: int = Field(default=8000, ge=1)
    epochs: int = Field(ge=1, le=20)
    """Of the transformer."""
    seed: int


class Lesson(NamedTuple):
    """What classifiers learn from."""

    rows: Sequence[Example]
    """Of CompSent-19."""
    believed: Sequence[Example] = ()
    """Unlabelled sentences with what teachers believe of them, for the transformer."""

    def examples(self) -> list[Example]:
        """Return the rows, the same turned round, and our own sentences."""
        turned = turned_round(self.rows, Stance.SECOND) + turned_round(self.rows, Stance.FIRST)
        return [*self.rows, *turned, *OWN_REPEATED * read_own()]


def train(config: Mapping[str, Any], data: Path, out: Path, *, search: bool) -> None:
    """Learn and measure on the inner dev part, then learn from all rows and write; see ``nlu_models.training``.

    Raises:
        click.ClickException: A search was asked for.
    """
    settings = StanceSettings(**config)
    if search:
        raise click.ClickException("--search: the classifiers of sentences have no grid to search")
    rows = read_compsent(data / "compsent19" / "train.csv.gz")
    seen, inner = split(rows)
    click.echo(f"{len(seen)} rows to learn from, {len(inner)} held out")
    believed: Sequence[Example] = ()
    if "transformer" in settings.models and settings.teachers:
        teachers = [teacher(name, settings, seen, inner, out / "teachers" / name) for name in settings.teachers]
        together = Together(teachers)
        report("teachers together", together, inner)
        believed = imitated(read_unlabelled(data), inner, together, settings.imitated, settings.seed)
    measured = out / "measured"
    temperature = learn(settings, Lesson(seen, believed), measured, inner)
    for name in settings.models:
        report(name, CLASSIFIERS[name](folder=measured), inner)
    learn(settings, Lesson(rows, believed), out, temperature)


def learn(settings: StanceSettings, lesson: Lesson, folder: Path, calibrated: Sequence[Example] | float) -> float:
    """Learn all models and write them.

    Args:
        settings: Which, and how.
        lesson: What to learn from.
        folder: Where to write; made if missing.
        calibrated: The temperature of the transformer, or held-out examples to fit it to.

    Returns:
        The temperature, 1 without a transformer.
    """
    folder.mkdir(parents=True, exist_ok=True)
    examples = lesson.examples()
    if "bow" in settings.models:
        bow.train(examples, folder / "stance_bow.npz")
    if "xgboost" in settings.models:
        boosted.train(lesson.rows, folder / "stance_xgboost.npz")
    if "embedding" in settings.models:
        embedding.train(examples, folder / "stance_embedding.npz")
    if "transformer" not in settings.models:
        return 1.0
    return learn_transformer(settings.encoder, settings, [*examples, *lesson.believed], folder, calibrated)


def teacher(
    encoder: str, settings: StanceSettings, rows: Sequence[Example], inner: Sequence[Example], folder: Path
) -> TransformerClassifier:
    """Return a transformer on an encoder, learned unless it lies in its folder from an earlier run."""
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "stance.onnx").exists():
        learn_transformer(encoder, settings, Lesson(rows).examples(), folder, inner)
    learned = TransformerClassifier(folder=folder)
    report(f"teacher on {encoder}", learned, inner)
    return learned


def learn_transformer(
    encoder: str,
    settings: StanceSettings,
    examples: Sequence[Example],
    folder: Path,
    calibrated: Sequence[Example] | float,
) -> float:
    """Learn a transformer, write it, and return its temperature."""
    how = transformer.How(encoder, settings.epochs, settings.seed, torch.get_num_threads())
    return transformer.train(examples, folder, calibrated, how)


def report(name: str, classifier: Classifier, held: Sequence[Example]) -> None:
    """Print the F1 of a classifier; ``EQUAL`` counts as NONE, as in ``evaluation.stance``."""
    labels = [Stance.FIRST, Stance.SECOND, Stance.NONE]
    found = [belief.stance for belief in classifier.classify([example.pairing for example in held])]
    found = [Stance.NONE if stance is Stance.EQUAL else stance for stance in found]
    gold = [example.label for example in held]
    each = " ".join(f"{figure:.3f}" for figure in f1_score(gold, found, labels=labels, average=None))
    weighted, macro = (f1_score(gold, found, average=average) for average in ("weighted", "macro"))
    click.echo(f"{name}, inner dev: BETTER WORSE NONE {each}, weighted F1 {weighted:.3f}, macro F1 {macro:.3f}")
