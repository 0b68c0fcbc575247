"""Learns the second opinion of a reader that is trained already, and sets the reader's thresholds anew."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import click
import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field
from scipy.sparse import csr_matrix, diags
from scipy.special import expit
from sklearn.linear_model import LogisticRegression

from nlu_models.question.ngrams import BUCKETS, Ngrams, buckets
from nlu_models.question.parser import DESCRIPTION, NGRAMS, LearnedQuestionParser
from nlu_models.training.question.calibrate import OWN, thresholds
from nlu_models.training.question.data import Item, apart, read
from nlu_models.training.question.score import precise_recall

RARE: Final = 2
"""Least texts that a feature must be in."""


class Taught(BaseModel):
    """What one guideline is learned from."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    sets: tuple[str, ...] = Field(min_length=1)
    """Names of the sets to learn from; the texts of ``dev`` are left out."""
    dev: tuple[str, ...] = Field(min_length=1)
    """Names of the sets on which the probabilities of both models together are calibrated."""


class Settings(BaseModel):
    """What a configuration file says; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    task: Literal["ngrams"]
    c: Annotated[float, Field(gt=0)]
    """Inverse strength of the penalty on the weights."""
    share: Annotated[float, Field(gt=0)]
    """What the logit of this model counts beside that of the network."""
    guidelines: Mapping[str, Taught] = Field(min_length=1)


def train(config: Mapping[str, Any], data: Path, out: Path, *, search: bool) -> None:
    """Learn, write ``NGRAMS`` and new thresholds beside the reader in ``out``, and print the dev scores.

    Raises:
        click.UsageError: If a search is wanted.
    """
    if search:
        raise click.UsageError("the second opinion of a reader has no [search]; leave --search out")
    settings = Settings(**config)
    dev = {name: judged(read(data, taught.dev), name) for name, taught in settings.guidelines.items()}
    learned = {
        name: apart(judged(read(data, taught.sets), name), dev[name]) for name, taught in settings.guidelines.items()
    }
    tables = {name: features([item.text for item in items]) for name, items in learned.items()}
    rarity = rarity_of(list(tables.values()))
    arrays: dict[str, list[Any]] = {"weights": [], "bias": [], "together": []}
    for name, items in learned.items():
        model = LogisticRegression(C=settings.c, max_iter=500)
        model.fit(
            scaled(tables[name], rarity),
            [item.comparative for item in items],
            sample_weight=[item.weight for item in items],
        )
        arrays["weights"].append(model.coef_[0].astype(np.float16))
        arrays["bias"].append(model.intercept_[0])
        arrays["together"].append([1.0, settings.share, 0.0])
    write(out / NGRAMS, rarity, arrays, list(learned))
    for row, (name, items) in enumerate(dev.items()):
        network = LearnedQuestionParser(folder=out, guideline=name, second_opinion=False)
        alone = np.array([found.probability for found in network.parse_all([item.text for item in items])])
        arrays["together"][row] = calibrated(out / NGRAMS, name, items, alone, settings.share)
    write(out / NGRAMS, rarity, arrays, list(learned))
    for name, items in dev.items():
        report(out, name, items)


def judged(items: Sequence[Item], guideline: str) -> list[Item]:
    """Return the items of a guideline of which is known whether they compare."""
    return [item for item in items if item.comparative is not None and item.guideline == guideline]


def features(texts: Sequence[str]) -> csr_matrix:
    """Return a row for each text, 1 in the columns of its features."""
    found = [buckets(text) for text in texts]
    ends = np.cumsum([0, *map(len, found)])
    columns = np.concatenate([np.zeros(0, np.int64), *found])
    return csr_matrix((np.ones(len(columns), np.float32), columns, ends), shape=(len(texts), BUCKETS))


def rarity_of(tables: Sequence[csr_matrix]) -> NDArray[np.float16]:
    """Return the inverse document frequency of features, 0 for those in fewer than ``RARE`` texts."""
    count = np.sum([np.asarray(table.sum(0)).ravel() for table in tables], axis=0)
    texts = sum(table.shape[0] for table in tables)
    return np.where(count < RARE, 0.0, np.log((1 + texts) / (1 + count)) + 1).astype(np.float16)


def scaled(table: csr_matrix, rarity: NDArray[np.float16]) -> csr_matrix:
    """Return rows of length 1 in which a feature counts by its rarity."""
    weighted = table @ diags(rarity.astype(np.float32))
    lengths = np.sqrt(np.asarray(weighted.multiply(weighted).sum(1)).ravel())
    return diags(1 / np.maximum(lengths, 1e-9)) @ weighted


def write(path: Path, rarity: NDArray[np.float16], arrays: Mapping[str, list[Any]], names: Sequence[str]) -> None:
    """Write what ``Ngrams`` loads."""
    found: dict[str, Any] = {name: np.array(rows) for name, rows in arrays.items()}
    np.savez_compressed(path, rarity=rarity, guidelines=np.array(names), **found)


def calibrated(
    path: Path, guideline: str, items: Sequence[Item], alone: NDArray[np.float64], share: float
) -> list[float]:
    """Return the row of ``together`` for a guideline.

    Source: Platt, "Probabilistic outputs for support vector machines", 1999.
    """
    ngrams = Ngrams(path)
    sure = alone.clip(1e-6, 1 - 1e-6)
    logits = np.log(sure / (1 - sure)) + share * np.array([ngrams.logit(item.text, guideline) for item in items])
    line = LogisticRegression().fit(logits[:, None], [item.comparative for item in items])
    scale, shift = float(line.coef_[0, 0]), float(line.intercept_[0])
    if guideline == OWN:
        set_thresholds(path.with_name(DESCRIPTION), items, expit(scale * logits + shift))
    return [scale, scale * share, shift]


def set_thresholds(path: Path, items: Sequence[Item], probabilities: NDArray[np.float64]) -> None:
    """Write the thresholds for both models together."""
    description = json.loads(path.read_text("utf-8"))
    both = thresholds([bool(item.comparative) for item in items], probabilities)
    description["threshold"], description["precise_threshold"] = both
    path.write_text(json.dumps(description, indent=1) + "\n", "utf-8")


def report(folder: Path, guideline: str, items: Sequence[Item]) -> None:
    """Print what each of the two is worth on the dev texts."""
    truth = [bool(item.comparative) for item in items]
    for what, second in (("network alone", False), ("with n-grams", True)):
        parser = LearnedQuestionParser(folder=folder, guideline=guideline, second_opinion=second)
        found = [question.probability for question in parser.parse_all([item.text for item in items])]
        best, recall = precise_recall(truth, found)
        click.echo(f"{guideline}, {len(items)} dev texts, {what}: best F1 {best:.3f}, recall at .99 {recall:.3f}")
