"""Learns the reader; see ``nlu_models.training``.

Several workers learn at the same time, each on one processor core from batches of its own, and every few steps take
the mean of their weights; so no core waits for another at every layer. A worker writes a checkpoint after each epoch,
from which an interrupted run goes on.

Source: local steps and averaging after Stich, "Local SGD converges fast and communicates little", ICLR 2019; a mean of
late weights after Izmailov et al., "Averaging weights leads to wider optima and better generalization", UAI 2018;
slower lower layers after Howard and Ruder, "Universal language model fine-tuning", ACL 2018.
"""

from __future__ import annotations

import json
import time
import tomllib
from collections.abc import Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import click
import numpy as np
import torch
from torch import Tensor, distributed, multiprocessing, nn

from nlu_models.training import encoders
from nlu_models.training.question.calibrate import calibrate
from nlu_models.training.question.distillation_set import Lesson
from nlu_models.training.question.examples import Batch, Example, tensors
from nlu_models.training.question.export import export
from nlu_models.training.question.losses import imitation, losses, read_batch
from nlu_models.training.question.network import MARKERS, Network, Reading
from nlu_models.training.question.score import measure, predict
from nlu_models.training.question.settings import Settings

CONFIGS: Final = Path(__file__).parents[1] / "configs"
TEACHER: Final = "teacher"
CHECKPOINT: Final = "checkpoint-{}.pt"
"""Of a worker, by its rank."""
SYNC: Final = 8
"""Steps between two meetings of the workers."""
LEAST_RATE: Final = 0.02
"""Share of the learning rate that is left at the end."""
PROGRESS: Final = 50
"""Steps between two lines of progress."""


def train(config: Mapping[str, Any], data: Path, out: Path, *, search: bool) -> None:
    """Learn from examples and write what is served; see ``nlu_models.training``.

    Raises:
        click.UsageError: If a search is wanted.
    """
    if search:
        raise click.UsageError("a reader has no [search]; leave --search out")
    settings = Settings(**config)
    before = {guideline: out / name for guideline, name in settings.specialists.items()}
    if settings.teacher:
        before[TEACHER] = out / settings.teacher
    for folder in before.values():
        click.echo(folder.name)
        learn(read_settings(folder.name), data, folder)
    learn(settings, data, out, before)
    finish(settings, data, out)


def read_settings(name: str) -> Settings:
    """Read a configuration that lies beside that of the default reader."""
    return Settings(**tomllib.loads((CONFIGS / f"{name}.toml").read_text("utf-8")))


def learn(settings: Settings, data: Path, folder: Path, before: Mapping[str, Path] | None = None) -> None:
    """Learn a network, unless its last checkpoint is there.

    Args:
        settings: How.
        data: The folder of the public data sets.
        folder: Where checkpoints go.
        before: ``TEACHER`` and guidelines of specialists → folders of those that are imitated; none if None.
    """
    folder.mkdir(parents=True, exist_ok=True)
    last = folder / CHECKPOINT.format(0)
    if last.exists() and torch.load(last)["epoch"] >= settings.epochs:
        return
    with TemporaryDirectory() as scratch:
        arguments = (settings, data, folder, dict(before or {}), str(Path(scratch) / "meeting"))
        multiprocessing.spawn(_work, arguments, nprocs=settings.workers)


def _work(rank: int, settings: Settings, data: Path, folder: Path, before: Mapping[str, Path], meeting: str) -> None:
    distributed.init_process_group("gloo", init_method=f"file://{meeting}", rank=rank, world_size=settings.workers)
    Worker(rank, settings, data, folder, before).learn()
    distributed.destroy_process_group()


def finish(settings: Settings, data: Path, folder: Path) -> None:
    """Measure a learned network on the dev sets, calibrate it and write what is served."""
    network = new(settings)
    take_over(network, load(folder))
    held = Lesson(settings, data).held
    found = {name: predict(network, examples) for name, examples in held.items()}
    figures = {name: measure(examples, found[name]) for name, examples in held.items()}
    (folder / "dev.json").write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
    for name, values in figures.items():
        click.echo(f"{name}: " + ", ".join(f"{what} {value:.3f}" for what, value in values.items()))
    calibration = calibrate(held, found)
    click.echo(str(calibration))
    export(network.eval(), calibration, folder)


def new(settings: Settings) -> Network:
    """Return a network that has learned nothing."""
    network = Network(encoders.load(settings.encoder, attn_implementation="eager"), settings.dropout)
    if settings.layers:
        shorten(network, settings.layers)
    return network


def shorten(network: Network, layers: int) -> None:
    """Leave a network the lowest layers of its encoder.

    Source: Sajjad et al., "On the effect of dropping layers of pre-trained transformer models", 2023.
    """
    network.encoder.encoder.layer = network.encoder.encoder.layer[:layers]
    network.encoder.config.num_hidden_layers = layers


def load(folder: Path) -> dict[str, Tensor]:
    """Return the mean of the late weights of a learned network."""
    averaged: dict[str, Tensor] = torch.load(folder / CHECKPOINT.format(0))["averaged"]
    return averaged


def take_over(network: Network, state: Mapping[str, Tensor]) -> None:
    """Load learned weights into a network that may have fewer layers, know more guidelines and have more heads."""
    for name, now in network.state_dict().items():
        if name in state:
            now[: len(state[name])].copy_(state[name])


def parameters(network: Network, settings: Settings) -> list[dict[str, Any]]:
    """Return groups of parameters for an optimizer, each with its highest rate as ``top``."""
    layers = list(network.encoder.encoder.layer)
    groups = [(layer, settings.rate * settings.decay**depth) for depth, layer in enumerate(reversed(layers))]
    groups.append((network.encoder.embeddings, settings.rate * settings.decay ** len(layers)))
    found = [
        {"params": [one for one in part.parameters() if one.requires_grad], "top": rate, "lr": 0.0}
        for part, rate in groups
    ]
    taken = {id(one) for one in network.encoder.parameters()}
    heads = [one for one in network.parameters() if id(one) not in taken]
    return [*found, {"params": heads, "top": settings.head_rate, "lr": 0.0, "weight_decay": 0.0}]


class Teachers:
    """A teacher of everything, and specialists that have learned one guideline each."""

    def __init__(self, settings: Settings, folders: Mapping[str, Path]) -> None:
        """Load them; see ``learn``."""
        networks = {name: new(settings.model_copy(update={"layers": 0})).eval() for name in folders}
        for name, network in networks.items():
            take_over(network, load(folders[name]))
        self._teacher = networks.pop(TEACHER)
        self._specialists = {MARKERS[guideline]: network for guideline, network in networks.items()}

    def read(self, batch: Batch) -> Reading:
        """Return the teacher's logits, or their mean with a specialist's where there is one."""
        with torch.no_grad():
            reading = read_batch(self._teacher, batch)
            for marker, specialist in self._specialists.items():
                rows = (batch.ids[:, 1] == marker).nonzero().squeeze(-1)
                if len(rows):
                    said = read_batch(specialist, batch._replace(ids=batch.ids[rows]))
                    reading.comparative[rows] = (reading.comparative[rows] + said.comparative) / 2
                    reading.tags[rows] = (reading.tags[rows] + said.tags) / 2
        return reading


class Worker:
    """One of the processes that learn."""

    def __init__(self, rank: int, settings: Settings, data: Path, folder: Path, before: Mapping[str, Path]) -> None:
        """Load what the first epoch needs; see ``learn``."""
        torch.manual_seed(settings.seed)
        torch.set_num_threads(1)
        torch.set_flush_denormal(True)
        self._rank, self._settings = rank, settings
        self._checkpoint = folder / CHECKPOINT.format(rank)
        self._lesson = Lesson(settings, data)
        self._network = new(settings)
        self._teachers = Teachers(settings, before) if before else None
        if TEACHER in before:
            take_over(self._network, load(before[TEACHER]))
        self._averaged = deepcopy(self._network)
        self._optimizer = torch.optim.AdamW(parameters(self._network, settings), weight_decay=0.01, fused=True)
        self._learned = [one for one in self._network.parameters() if one.requires_grad]
        torch.manual_seed(settings.seed + rank)

    def learn(self) -> None:
        """Learn all epochs that are not yet in the checkpoint."""
        first = 0
        if self._checkpoint.exists():
            state = torch.load(self._checkpoint)
            first = state["epoch"]
            self._network.load_state_dict(state["network"])
            self._averaged.load_state_dict(state["averaged"])
            self._optimizer.load_state_dict(state["optimizer"])
        begun = time.monotonic()
        for number in range(first, self._settings.epochs):
            self._epoch(number, begun, first)
            state = {
                "epoch": number + 1,
                "network": self._network.state_dict(),
                "averaged": self._averaged.state_dict(),
                "optimizer": self._optimizer.state_dict(),
            }
            unfinished = self._checkpoint.with_suffix(".part")
            torch.save(state, unfinished)
            unfinished.replace(self._checkpoint)

    def _epoch(self, number: int, begun: float, first: int) -> None:
        cut = self._lesson.epoch(number)
        steps = len(cut) // self._settings.workers
        self._network.train()
        history: dict[str, list[float]] = {}
        for step, batch in enumerate(cut[self._rank :: self._settings.workers][:steps]):
            done = (number + step / steps) / self._settings.epochs
            for name, loss in self._step(batch, done).items():
                history.setdefault(name, []).append(loss)
            if step % SYNC == SYNC - 1 or step == steps - 1:
                self._meet(done)
            if self._rank == 0 and step % PROGRESS == PROGRESS - 1:
                share = (number - first + (step + 1) / steps) / (self._settings.epochs - first)
                to_go = (time.monotonic() - begun) * (1 / share - 1)
                means = " ".join(f"{name} {np.mean(values[-PROGRESS:]):.4f}" for name, values in history.items())
                click.echo(f"epoch {number + 1} step {step + 1} of {steps}, {to_go:.0f} s to go: {means}")

    def _step(self, examples: Sequence[Example], done: float) -> dict[str, float]:
        """Learn from a batch, ``done`` of all steps done, and return its losses."""
        scale = min(1.0, done / self._settings.warmup) * max(LEAST_RATE, 1 - done)
        for group in self._optimizer.param_groups:
            group["lr"] = group["top"] * scale
        batch = tensors(examples)
        reading = read_batch(self._network, batch)
        share = 0.0 if self._teachers is None else self._settings.imitated
        found = losses(self._network, reading, batch, share)
        if self._teachers is not None:
            for name, loss in imitation(reading, self._teachers.read(batch), batch).items():
                found[name] = found.get(name, 0.0) + share * loss
        self._optimizer.zero_grad()
        torch.stack([self._settings.loss[name] * loss for name, loss in found.items()]).sum().backward()
        nn.utils.clip_grad_norm_(self._learned, 1.0)
        self._optimizer.step()
        return {name: loss.item() for name, loss in found.items()}

    def _meet(self, done: float) -> None:
        """Give all workers the mean of their weights, and keep its running mean."""
        if self._settings.workers > 1:
            together = nn.utils.parameters_to_vector(self._learned).detach()
            distributed.all_reduce(together)
            nn.utils.vector_to_parameters(together / self._settings.workers, self._learned)
        if done < 1 - self._settings.averaged:
            self._averaged.load_state_dict(self._network.state_dict())
        else:
            for mean, now in zip(self._averaged.parameters(), self._network.parameters(), strict=True):
                mean.data.lerp_(now.data, 1 - self._settings.keep)
