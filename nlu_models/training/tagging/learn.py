"""One run of learning: as many epochs as were asked for, stopped and resumed at the end of any."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import click
import torch
from safetensors.torch import load_file, save_file
from seqeval.metrics import f1_score
from torch import Tensor, nn

from nlu_models.training.question.data import Item
from nlu_models.training.tagging.network import Pieces
from nlu_models.training.tagging.settings import LearningSettings
from nlu_models.training.tagging.tagger import Tagger

CHECKPOINT: Final = "checkpoint.pt"
BEST: Final = "best.safetensors"
RATIO: Final = 32
"""How many times lower than the greatest the lowest rate of the slanted triangle is."""


def linear(progress: float, warmup: float) -> float:
    """Return the share of the greatest rate: up in a line while warming up, then down to 0 in a line."""
    return progress / warmup if progress < warmup else (1 - progress) / (1 - warmup)


def slanted(progress: float, warmup: float) -> float:
    """Return the share of the greatest rate: as ``linear``, but from and to a fraction of it instead of 0.

    Source: Howard and Ruder (ACL 2018), equation 3.
    """
    return (1 + linear(progress, warmup) * (RATIO - 1)) / RATIO


SCHEDULES: Final[dict[str, Callable[[float, float], float]]] = {"linear": linear, "slanted": slanted}


def entity_f1(tagger: Tagger, held: Sequence[Item]) -> float:
    """Return the F1 of all entities of items together, exact in bounds and label."""
    gold = [list(item.tags or ()) for item in held]
    return float(f1_score(gold, tagger.tag([item.words for item in held])))


class Run:
    """A tagger on its way: learns an epoch, is measured, and is put down where it can be taken up again."""

    def __init__(self, tagger: Tagger, settings: LearningSettings, seed: int, steps: int, folder: Path) -> None:
        """Take up what lies in the folder, if anything.

        Args:
            tagger: Not learned yet.
            settings: How to learn.
            seed: Of the order of examples and of dropout.
            steps: Of an epoch.
            folder: Of this run alone.
        """
        self.tagger, self.settings, self.seed, self.folder = tagger, settings, seed, folder
        self.network = tagger.network
        head = [*self.network.head.parameters(), *(p for p in self.network.crf.parameters() if p.requires_grad)]
        groups = [
            {"params": [p for p in self.network.body.parameters() if p.requires_grad], "lr": settings.rate},
            {"params": head, "lr": settings.rate * settings.head_rate},
        ]
        self.optimizer = torch.optim.AdamW(groups, weight_decay=settings.weight_decay, fused=True)
        share, total = SCHEDULES[settings.schedule], settings.epochs * steps
        self.schedule = torch.optim.lr_scheduler.LambdaLR(
            self.optimizer, lambda step: share(min(1.0, (step + 1) / (total + 1)), settings.warmup)
        )
        self.epoch, self.best = 0, -1.0
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / CHECKPOINT).exists():
            self._take_up(torch.load(folder / CHECKPOINT, weights_only=True))

    def _take_up(self, state: dict[str, Any]) -> None:
        self.epoch, self.best = state["epoch"], state["best"]
        if self.epoch < self.settings.epochs:
            self.network.load_state_dict(state["network"])
            self.optimizer.load_state_dict(state["optimizer"])
            self.schedule.load_state_dict(state["schedule"])

    def put_down(self) -> None:
        """Write everything that the next epoch depends on; a file is whole or not there."""
        state: dict[str, Any] = {"epoch": self.epoch, "best": self.best}
        if self.epoch < self.settings.epochs:
            state |= {
                "network": self.network.state_dict(),
                "optimizer": self.optimizer.state_dict(),
                "schedule": self.schedule.state_dict(),
            }
        unfinished = self.folder / f"{CHECKPOINT}.part"
        torch.save(state, unfinished)
        unfinished.replace(self.folder / CHECKPOINT)

    def learn(self, texts: Sequence[Pieces], held: Sequence[Item]) -> float:
        """Learn the epochs that are left and return the best F1 on the held-out items; ``BEST`` has its weights."""
        started, first = time.monotonic(), self.epoch
        while self.epoch < self.settings.epochs:
            loss = self._epoch(texts)
            self.epoch += 1
            f1 = entity_f1(self.tagger, held)
            if f1 > self.best:
                self.best = f1
                save_file(weights(self.network), self.folder / BEST)
            self.put_down()
            left_s = (time.monotonic() - started) / (self.epoch - first) * (self.settings.epochs - self.epoch)
            done = f"epoch {self.epoch} of {self.settings.epochs}"
            click.echo(f"  {done}: loss {loss:.3f}, F1 {f1:.3f}, {left_s:.0f} s left")
        self.network.load_state_dict(load_file(self.folder / BEST))
        return self.best

    def _epoch(self, texts: Sequence[Pieces]) -> float:
        torch.manual_seed(self.seed * 1000 + self.epoch)
        self.network.train()
        device = next(self.network.parameters()).device
        losses = []
        cut = batches(texts, self.settings.batch, random.Random(f"{self.seed} {self.epoch}"))
        with click.progressbar(cut, label=f"  epoch {self.epoch + 1}") as shown:
            for chosen in shown:
                batch = self.tagger.pieces.batch(chosen, self.network.body.padding).to(device)
                with torch.autocast(device.type, torch.bfloat16, enabled=self.settings.bf16):
                    loss = self.network.loss(batch)
                self.optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), self.settings.clip)
                self.optimizer.step()
                self.schedule.step()
                losses.append(loss.item())
        return sum(losses) / len(losses)


def batches(texts: Sequence[Pieces], size: int, order: random.Random) -> list[list[Pieces]]:
    """Return the texts in random batches, texts of similar length together."""
    mixed = order.sample(list(texts), len(texts))
    cut = []
    for start in range(0, len(mixed), 20 * size):
        near = sorted(mixed[start : start + 20 * size], key=lambda text: len(text.ids))
        cut += [near[at : at + size] for at in range(0, len(near), size)]
    order.shuffle(cut)
    return cut


def steps_of(texts: Sequence[Pieces], size: int) -> int:
    """Return how many batches an epoch has."""
    whole, rest = divmod(len(texts), 20 * size)
    return 20 * whole + math.ceil(rest / size)


def weights(network: nn.Module) -> dict[str, Tensor]:
    """Return the weights of a network, each by itself in memory."""
    return {name: value.detach().cpu().contiguous() for name, value in network.state_dict().items()}


def mean(states: Sequence[dict[str, Tensor]]) -> dict[str, Tensor]:
    """Return the mean of the weights of several runs; what is no weight, and the same in all, as it is."""
    return {
        name: torch.stack([state[name] for state in states]).mean(0) if one.is_floating_point() else one
        for name, one in states[0].items()
    }
