"""Learns whether a message worries, as ``nlu_models/training/configs/worry.toml`` says: a head over the served network.

It learns from ``data/policy/concerns_train.tsv``, each message alone and in a conversation, and from all messages of
``data/messages``. The network stays as it is.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Literal

import click
import numpy as np
import torch
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field
from torch import nn
from torch.nn import functional

from engine.policy import Concern
from nlu_models.intents.message import INTENTS, NOTHING_SAID, Context
from nlu_models.intents.network import network
from nlu_models.intents.worry import WEIGHTS, inputs
from nlu_models.training.messages import heads
from nlu_models.training.messages.examples import read, read_concerns

BATCH: Final = 512
SMALLEST: Final = 1e-5


class Settings(BaseModel):
    """A configuration file; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    task: Literal["worry"]
    size: int = Field(ge=1, le=1024)
    """Units of the hidden layer."""
    epochs: int = Field(ge=1, le=1000)
    rate: float = Field(gt=0)
    decay: float = Field(ge=0)
    dropout: float = Field(ge=0, lt=1)
    seed: int


def train(config: Mapping[str, Any], data: Path, out: Path, *, search: bool) -> None:  # noqa: ARG001 - asked of all
    """Learn and write the head; its data are part of the project. See ``nlu_models.training``.

    Raises:
        click.ClickException: A search was asked for.
    """
    if search:
        raise click.ClickException("--search: what tells worry has no grid to search")
    settings = Settings(**config)
    out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(settings.seed)
    read_of, worries = features(random.Random(settings.seed))
    heads.write(out / WEIGHTS, learn(read_of, worries, settings))


def features(order: random.Random) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return what the head reads of each message, and whether that worries."""
    messages = read("train")
    contexts = [one.context for one in messages if one.context.reply not in ("start", "")]
    told: list[tuple[str, Context, bool]] = [
        (one.text, one.context, one.intent == Concern.SELF_HARM) for one in messages
    ]
    for text, worries in read_concerns("train"):
        told += [(text, context, worries) for context in (NOTHING_SAID, order.choice(contexts))]
    at, found = INTENTS.index(Concern.SELF_HARM), []
    with click.progressbar(told, label="messages", show_eta=True) as shown:
        for text, context, _ in shown:
            said, _, _ = network().output(text, context)
            found.append(inputs(said.whole, float(said.intent[at])))
    return np.stack(found), np.array([worries for _, _, worries in told], np.float32)


def learn(
    read_of: NDArray[np.float32], worries: NDArray[np.float32], settings: Settings
) -> dict[str, NDArray[np.float32]]:
    """Return the weights of the head."""
    middle, scale = read_of.mean(0), read_of.std(0) + SMALLEST
    known, true = torch.tensor((read_of - middle) / scale), torch.tensor(worries)
    head = nn.Sequential(
        nn.Linear(known.shape[1], settings.size), nn.ReLU(), nn.Dropout(settings.dropout), nn.Linear(settings.size, 1)
    )
    optimizer = torch.optim.AdamW(head.parameters(), lr=settings.rate, weight_decay=settings.decay)
    for _ in range(settings.epochs):
        for batch in torch.randperm(len(known)).split(BATCH):
            loss = functional.binary_cross_entropy_with_logits(head(known[batch])[:, 0], true[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return heads.weights(head[0], head[3], middle=middle, scale=scale)
