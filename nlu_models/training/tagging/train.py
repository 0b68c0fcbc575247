"""Trains a tagger as a configuration file says: search, one run per seed, the mean of their weights."""

from __future__ import annotations

import hashlib
import random
import shutil
from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any, Final

import click
import torch
from safetensors.torch import load_file

from nlu_models.training.question.data import Item, apart, letters, read
from nlu_models.training.tagging.learn import BEST, Run, entity_f1, mean, steps_of
from nlu_models.training.tagging.settings import LearningSettings, TaggerSettings
from nlu_models.training.tagging.tagger import Tagger

RUNS: Final = "runs"


def train(config: Mapping[str, Any], data: Path, out: Path, *, search: bool) -> None:
    """Learn from examples and write the tagger; see ``nlu_models.training``.

    Source: the mean of the weights of several runs is the stochastic weight ensembling of Chekalina et al. (EACL 2021).
    """
    settings = TaggerSettings(**config)
    dev = [item for item in read(data, settings.dev) if item.tags]
    shown, held = divide([item for item in apart(read(data, settings.train), dev) if item.tags], settings.held_out)
    click.echo(f"{len(shown)} texts to learn from, {len(held)} to choose by")
    training = Training(settings, shown, held, out / RUNS)
    learning, tried = training.search() if search else (settings.learning, [])
    states, figures = {}, {}
    for seed in learning.seeds:
        click.echo(f"seed {seed}: batch {learning.batch}, rate {learning.rate:g}")
        tagger, figures[f"seed {seed}"], folder = training.run(learning, seed)
        states[f"seed {seed}"] = load_file(folder / BEST)
    if len(states) > 1:
        states["mean"] = mean(list(states.values()))
        tagger.network.load_state_dict(states["mean"])
        figures["mean"] = entity_f1(tagger, held)
    best = max(figures, key=figures.__getitem__)
    tagger.network.load_state_dict(states[best])
    card: dict[str, Any] = {"learning": learning.model_dump(), "search": tried, "f1": figures, "kept": best}
    if dev:
        card["dev_f1"] = entity_f1(tagger, dev)
    tagger.save(out, card | {"train": settings.train, "dev": settings.dev})
    click.echo(", ".join(f"{name} {f1:.3f}" for name, f1 in figures.items()) + f" F1; kept: {best}")
    shutil.rmtree(out / RUNS)


def divide(items: Sequence[Item], share: float) -> tuple[list[Item], list[Item]]:
    """Return the items to learn from, and a share of them to choose by, at least one; no text is in both.

    The same items are always divided in the same way.
    """
    texts = sorted({letters(item.text) for item in items})
    drawn = set(random.Random(0).sample(texts, max(1, round(share * len(texts)))))
    return (
        [item for item in items if letters(item.text) not in drawn],
        [item for item in items if letters(item.text) in drawn],
    )


class Training:
    """The runs of one configuration; one that was done is not done again, one that was stopped goes on."""

    def __init__(self, settings: TaggerSettings, shown: Sequence[Item], held: Sequence[Item], folder: Path) -> None:
        """Keep the parts together.

        Args:
            settings: The configuration.
            shown: What to learn from.
            held: What to choose by.
            folder: Where the runs lie until all are done.
        """
        self.settings, self.shown, self.held, self.folder = settings, shown, held, folder
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

    def run(self, learning: LearningSettings, seed: int) -> tuple[Tagger, float, Path]:
        """Return the tagger of one run, its F1 on the held-out texts and its folder."""
        settings = self.settings.model_copy(update={"learning": learning, "search": None})
        key = hashlib.sha256(f"{seed} {settings.model_dump_json()}".encode()).hexdigest()[:12]
        tagger = Tagger.new(self.settings.network)
        tagger.network.to(self.device)
        cut = [tagger.pieces.cut(item.words, item.tags or ()) for item in self.shown]
        texts = [text for text in cut if text.firsts]
        run = Run(tagger, learning, seed, steps_of(texts, learning.batch), self.folder / key)
        return tagger, run.learn(texts, self.held), run.folder

    def search(self) -> tuple[LearningSettings, list[dict[str, float]]]:
        """Return the settings that do best on the held-out texts, and what was tried.

        Raises:
            click.ClickException: The file says nothing about a search.
        """
        grid, learning = self.settings.search, self.settings.learning
        if grid is None:
            raise click.ClickException("--search needs a table [search] in the configuration: batch, rate, epochs")
        tried = []
        for batch, rate in product(grid.batch, grid.rate):
            click.echo(f"search: batch {batch}, rate {rate:g}")
            asked = {"batch": batch, "rate": rate, "epochs": grid.epochs or learning.epochs}
            _, f1, _ = self.run(learning.model_copy(update=asked), learning.seeds[0])
            tried.append({"batch": batch, "rate": rate, "f1": f1})
        best = max(tried, key=lambda one: one["f1"])
        return learning.model_copy(update={"batch": int(best["batch"]), "rate": best["rate"]}), tried
