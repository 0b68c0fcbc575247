"""The network that reads claims: an encoder and heads over its states at the two things."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Final, NamedTuple, Protocol, TypeVar

import numpy as np
import torch
from click import echo
from torch import Tensor, nn
from torch.nn import functional

from nlu_models.claims.marking import RowEncoder
from nlu_models.training.claims.examples import LEARNED_WITHOUT_NAMES, MODALITIES, REASONS, SIDES, Question
from nlu_models.training.running_mean import RunningMean

DECAY: Final = 0.9
"""Each layer learns so many times as fast as the one above."""
HEAD_RATE: Final = 5e-4
SHARES: Final = (1.0, 0.3, 0.2, 0.3)
"""What the losses of side, reason, modality and condition count."""
AVERAGED: Final = 0.6
"""Last share of the steps over whose weights a running mean is kept."""
DEVICE: Final = torch.device("cuda" if torch.cuda.is_available() else "cpu")
"""Where networks learn."""
KEEP: Final = 0.95
"""Weight of the running mean against the weights of every fourth step."""


class Ids(Protocol):
    """An item that a batch is made of."""

    @property
    def ids(self) -> list[int]:
        """Return the ids of its row."""


Row = TypeVar("Row", bound=Ids)
Model = TypeVar("Model", bound=nn.Module)


class Item(NamedTuple):
    """A question as ids, and what should be answered."""

    ids: list[int]
    target: tuple[float, ...]
    reason: tuple[float, ...] | None = None
    modality: tuple[float, ...] | None = None
    condition: list[float] | None = None
    """1 for the ids of the condition; None when it is not known."""
    weight: float = 1.0


class Logits(NamedTuple):
    """What the network says of a batch."""

    side: Tensor
    reason: Tensor
    modality: Tensor
    condition: Tensor
    """One for each id."""


class Network(nn.Module):
    """An encoder and heads over its first state, the mean state and the mean states at the markers."""

    def __init__(self, encoder: nn.Module, x: int, y: int, like: tuple[int, int], padding: int) -> None:
        """Put the heads on an encoder, whose word vectors learn nothing.

        Args:
            encoder: A BERT-like model without pooling.
            x: Id of the marker of X.
            y: Id of the marker of Y.
            like: Ids of the words whose vectors the markers get.
            padding: Id of the padding.
        """
        super().__init__()
        self.x, self.y, self.padding = x, y, padding
        self.encoder = encoder
        words = encoder.embeddings.word_embeddings.weight
        words.requires_grad_(False)
        with torch.no_grad():
            words[[x, y]] = words[list(like)]
        size = encoder.config.hidden_size
        self.dropout = nn.Dropout(0.1)
        self.side = nn.Sequential(nn.Linear(4 * size, size), nn.GELU(), nn.Dropout(0.1), nn.Linear(size, len(SIDES)))
        self.rest = nn.Linear(4 * size, len(REASONS) + len(MODALITIES))
        self.condition = nn.Linear(size, 1)

    def forward(self, ids: Tensor) -> Logits:
        """Return the logits of rows of ids."""
        states = self.states(ids)
        pooled = self.dropout(torch.cat(self.pooled(ids, states), -1))
        reason, modality = self.rest(pooled).split([len(REASONS), len(MODALITIES)], -1)
        return Logits(self.side(pooled), reason, modality, self.condition(states).squeeze(-1))

    def states(self, ids: Tensor) -> Tensor:
        """Return the states of rows of ids."""
        embedded = self.encoder.embeddings.word_embeddings(ids)
        states: Tensor = self.encoder(inputs_embeds=embedded, attention_mask=ids != self.padding).last_hidden_state
        return states.float()

    def pooled(self, ids: Tensor, states: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Return the first state of each row, the mean state, and the mean states at the markers of X and of Y."""

        def mean(chosen: Tensor) -> Tensor:
            weights = chosen.float().unsqueeze(-1)
            return (states * weights).sum(1) / weights.sum(1).clamp(min=1.0)

        return states[:, 0], mean(ids != self.padding), mean(ids == self.x), mean(ids == self.y)


class Pace(NamedTuple):
    """How fast a network learns."""

    batch: int
    rate: float
    """Of the top layer."""
    head_rate: float = HEAD_RATE
    averaged: float = AVERAGED
    """Last share of the steps over whose weights a running mean is kept."""


def item(question: Question, encoder: RowEncoder, order: random.Random | None = None) -> Item | None:
    """Return a question as ids; None where the things are too far apart.

    Args:
        question: The question.
        encoder: Makes ids.
        order: With it, the names of the things are left out of some rows.
    """
    names = order is None or order.random() >= LEARNED_WITHOUT_NAMES or question.reason > 0
    row = encoder.encode(question.words, question.marked, names=names)
    if row is None:
        return None
    condition: list[float] | None = None
    if question.modality >= 0 and question.reason in (0, REASONS.index("part_or_version_only")):
        start, end = question.condition or (0, 0)
        inside = [float(a < b and start < b and a < end) for a, b in row.offsets]
        condition = [0.0] * row.words + inside
    return Item(
        row.ids,
        question.target,
        _one_of(REASONS, question.reason),
        _one_of(MODALITIES, question.modality),
        condition,
        question.weight,
    )


def items(questions: Iterable[Question], encoder: RowEncoder, order: random.Random | None = None) -> list[Item]:
    """Return questions as ids, without those whose things are too far apart."""
    return [found for question in questions if (found := item(question, encoder, order)) is not None]


def _one_of(names: Sequence[str], index: int) -> tuple[float, ...] | None:
    return tuple(float(n == index) for n in range(len(names))) if index >= 0 else None


def batches(items: Sequence[Row], size: int, order: random.Random) -> list[list[Row]]:
    """Return the items in random batches of like length."""
    shuffled = order.sample(items, len(items))
    cut: list[list[Row]] = []
    for start in range(0, len(shuffled), 30 * size):
        near = sorted(shuffled[start : start + 30 * size], key=lambda one: len(one.ids))
        cut += [near[n : n + size] for n in range(0, len(near), size)]
    order.shuffle(cut)
    return cut


def padded(rows: Sequence[list[int]], padding: int) -> Tensor:
    """Return the ids of a batch."""
    longest = max(map(len, rows))
    return torch.tensor([row + [padding] * (longest - len(row)) for row in rows], device=DEVICE)


def reading() -> torch.autocast:
    """Return the context in which networks read: bfloat16 where that is exact enough."""
    return torch.autocast(DEVICE.type, torch.bfloat16)


def loss_of(logits: Logits, batch: Sequence[Item]) -> Tensor:
    """Return the loss of a batch."""
    numbers = partial(torch.tensor, device=DEVICE)
    weights = numbers([one.weight for one in batch])
    side = functional.cross_entropy(logits.side, numbers([one.target for one in batch]), reduction="none")
    total = SHARES[0] * (side * weights).mean()
    for share, said, wanted in (
        (SHARES[1], logits.reason, [one.reason for one in batch]),
        (SHARES[2], logits.modality, [one.modality for one in batch]),
    ):
        rows = [n for n, one in enumerate(wanted) if one is not None]
        if rows:
            targets = numbers([wanted[n] for n in rows])
            total = total + share * functional.cross_entropy(said[rows], targets) * len(rows) / len(batch)
    rows = [n for n, one in enumerate(batch) if one.condition is not None]
    if rows:
        length = logits.condition.shape[1]
        known = [batch[n].condition or [] for n in rows]
        targets = numbers([one + [0.0] * (length - len(one)) for one in known])
        mask = numbers([[1.0] * len(one) + [0.0] * (length - len(one)) for one in known])
        each = functional.binary_cross_entropy_with_logits(logits.condition[rows], targets, reduction="none")
        total = total + SHARES[3] * (each * mask).sum() / mask.sum() * len(rows) / len(batch)
    return total


def learn(network: Network, passes: Sequence[Sequence[Item]], pace: Pace, order: random.Random) -> Network:
    """Fit a network and return it with the running mean of its weights.

    Args:
        network: What learns.
        passes: The items of each pass.
        pace: How fast.
        order: Of the items.
    """
    layers = list(network.encoder.encoder.layer)
    groups: list[dict[str, Any]] = [
        {"params": one.parameters(), "lr": pace.rate * DECAY**n} for n, one in enumerate(reversed(layers))
    ]
    inner = {id(parameter) for layer in layers for parameter in layer.parameters()}
    others = [one for one in network.encoder.parameters() if id(one) not in inner and one.requires_grad]
    groups.append({"params": others, "lr": pace.rate * DECAY ** len(layers) / 2})
    heads = [network.side, network.rest, network.condition]
    groups.append({"params": [one for head in heads for one in head.parameters()], "lr": pace.head_rate})

    def loss(batch: Sequence[Item]) -> Tensor:
        with reading():
            logits = network(padded([one.ids for one in batch], network.padding))
        return loss_of(Logits(*(one.float() for one in logits)), batch)

    return descend(network, groups, passes, pace, order, loss)


def descend(
    model: Model,
    groups: list[dict[str, Any]],
    passes: Sequence[Sequence[Row]],
    pace: Pace,
    order: random.Random,
    loss_of: Callable[[Sequence[Row]], Tensor],
) -> Model:
    """Fit a model and return it with the running mean of its weights.

    Args:
        model: What learns.
        groups: Its parameters, with the rate of each group.
        passes: The items of each pass.
        pace: Its batches, and the share of the steps that the mean is of.
        order: Of the items.
        loss_of: Returns the loss of a batch.
    """
    model.to(DEVICE)
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01, fused=True)
    steps = sum(math.ceil(len(items) / pace.batch) for items in passes)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1.0, 10 * (step + 1) / steps) * max(0.02, 1 - step / steps)
    )
    averaged = RunningMean(model, steps, last=pace.averaged, keep=KEEP)
    step = 0
    for epoch, items in enumerate(passes, 1):
        model.train()
        losses: list[float] = []
        for batch in batches(items, pace.batch, order):
            loss = loss_of(batch)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
            step += 1
            averaged.follow(model, step)
            if step % 50 == 0:
                echo(f"step {step} of {steps}: loss {np.mean(losses[-100:]):.3f}")
        echo(f"epoch {epoch} of {len(passes)}: loss {np.mean(losses):.3f}")
    return averaged.network.eval()


def say(network: Network, items: Iterable[Item], size: int = 32) -> list[tuple[Tensor, Tensor, Tensor, Tensor]]:
    """Return the logits of each item, in order: side, reason, modality, and condition for each of its ids."""
    chosen = list(items)
    order = sorted(range(len(chosen)), key=lambda n: len(chosen[n].ids))
    found: dict[int, tuple[Tensor, Tensor, Tensor, Tensor]] = {}
    network.eval().to(DEVICE)
    with torch.no_grad(), reading():
        for start in range(0, len(order), size):
            rows = order[start : start + size]
            logits = network(padded([chosen[n].ids for n in rows], network.padding))
            for at, n in enumerate(rows):
                side, reason, modality, condition = (one[at].float().cpu() for one in logits)
                found[n] = side, reason, modality, condition[: len(chosen[n].ids)]
    return [found[n] for n in range(len(chosen))]
