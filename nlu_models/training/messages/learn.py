"""Learns the reader of messages, as ``nlu_models/training/configs/messages.toml`` says.

It starts from the lower layers of the served question reader, which knows what things and aspects are, and learns from
the annotated conversations and from the older messages. Temperature and threshold are fitted on the dev part.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Literal

import click
import torch
from pydantic import BaseModel, ConfigDict, Field
from torch import Tensor, nn

from nlu_models.intents import sayings
from nlu_models.intents.message import INTENTS
from nlu_models.intents.network import DESCRIPTION, NETWORK, RELATIONS, Reading, named
from nlu_models.intents.state import MESSAGE, sequence
from nlu_models.training.messages import sayings as drawn
from nlu_models.training.messages.examples import Message, read, read_older
from nlu_models.training.messages.measure import figures
from nlu_models.training.messages.network import Example, Network, Said, example, losses, padded, started
from nlu_models.training.messages.vary import vary
from nlu_models.training.quantization import quantize, share_words
from nlu_models.training.question.examples import of_like_length
from nlu_models.training.question.lean import LeanEncoder

WEIGHTS: Final = "messages.pt"
NEAR: Final = 640
"""Messages among which those of like length come into one batch."""
TEMPERATURES: Final = [n / 20 for n in range(10, 61)]
THRESHOLDS: Final = [n / 50 for n in range(10, 46)]
MOST_PIECES: Final = 500
"""Most ids of a batch, with the padding."""


class Settings(BaseModel):
    """A configuration file; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    task: Literal["messages"]
    layers: int = Field(ge=1, le=8)
    """Lowest layers of the reader's encoder that are kept."""
    frozen: int = Field(ge=0, le=8)
    """Lowest layers that learn nothing."""
    epochs: int = Field(ge=0, le=50)
    rate: float = Field(gt=0)
    decay: float = Field(gt=0, le=1)
    """Each layer learns so many times as fast as the one above."""
    head_rate: float = Field(gt=0)
    warmup: float = Field(gt=0, lt=1)
    keep: float = Field(ge=0, lt=1)
    """Weight of the running mean of the weights, kept over the second half, against the weights after a step."""
    older: bool
    """Whether the messages of ``data/comparely`` are learned from, too."""
    seed: int
    start: tuple[str, ...] = ()
    """``messages.pt`` of earlier runs, from whose mean it goes on; the served question reader when empty."""
    first: int | None = Field(default=None, ge=1)
    """How many messages of ``train.jsonl`` are learned from, the first ones; all when None."""


def train(config: Mapping[str, Any], data: Path, out: Path, *, search: bool) -> None:  # noqa: ARG001 - asked of all
    """Learn and write what is served; the conversations are part of the project. See ``nlu_models.training``.

    Raises:
        click.ClickException: A search was asked for.
    """
    if search:
        raise click.ClickException("--search: the reader of messages has no grid to search")
    settings = Settings(**config)
    out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(settings.seed)
    network = started(settings.layers)
    if settings.start:
        weights = [torch.load(one) for one in settings.start]
        network.load_state_dict({name: torch.stack([one[name] for one in weights]).mean(0) for name in weights[0]})
    network = learn(network, settings, out / WEIGHTS)
    export(network, out)


def learn(network: Network, settings: Settings, kept: Path) -> Network:
    """Return the mean of the late weights of a network that learns; after each epoch it is kept in a file."""
    order = random.Random(settings.seed)
    messages = [*read("train")[: settings.first], *(read_older("train") if settings.older else ())]
    dev = read("dev")
    known, names = sayings.sayings(), drawn.by_domain(messages)
    optimizer = torch.optim.AdamW(parameters(network, settings), weight_decay=0.01, fused=True)
    learned = [one for one in network.parameters() if one.requires_grad]
    mean, begun, steps = deepcopy(network), time.monotonic(), 0
    for epoch in range(settings.epochs):
        network.train()
        seen = [*messages, *drawn.draw(known, names, order)]
        cut = batches([example(vary(message, names, order)) for message in seen], order)
        total = 0.0
        for step, batch in enumerate(cut):
            done = (epoch + step / len(cut)) / settings.epochs
            for group in optimizer.param_groups:
                group["lr"] = group["top"] * min(1.0, done / settings.warmup) * max(0.02, 1 - done)
            with torch.autocast("cpu", torch.bfloat16):
                outputs = network(padded([one.ids for one in batch]))
            loss = losses(outputs, batch)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(learned, 1.0)
            optimizer.step()
            total += loss.item()
            if step % 50 == 49:
                click.echo(
                    f"step {step + 1} of {len(cut)}, {time.monotonic() - begun:.0f} s: loss {total / (step + 1):.3f}"
                )
            steps += done >= 0.5
            share = min(settings.keep, steps / (10 + steps)) if done >= 0.5 else 0.0
            for late, now in zip(mean.parameters(), network.parameters(), strict=True):
                late.data.lerp_(now.data, 1 - share)
        torch.save(mean.state_dict(), kept)
        shown = figures(dev, predict(mean, dev))
        seconds = time.monotonic() - begun
        click.echo(f"epoch {epoch + 1}, {seconds:.0f} s: loss {total / len(cut):.3f}, dev {shown}")
    return mean


def parameters(network: Network, settings: Settings) -> list[dict[str, Any]]:
    """Return groups of parameters for an optimizer, each with its highest rate as ``top``."""
    layers = list(network.encoder.encoder.layer)
    below = [network.encoder.embeddings, *layers[: settings.frozen]]
    for part in below:
        part.requires_grad_(False)
    learned = layers[settings.frozen :]
    groups = [
        {"params": list(layer.parameters()), "top": settings.rate * settings.decay**depth, "lr": 0.0}
        for depth, layer in enumerate(reversed(learned))
    ]
    inside = {id(one) for one in network.encoder.parameters()}
    heads = [one for one in network.parameters() if id(one) not in inside]
    return [*groups, {"params": heads, "top": settings.head_rate, "lr": 0.0, "weight_decay": 0.0}]


def batches(examples: Sequence[Example], order: random.Random) -> list[list[Example]]:
    """Return examples in random batches of like length."""
    return of_like_length(order.sample(examples, len(examples)), NEAR, MOST_PIECES, order)


def logits(network: Network, messages: Sequence[Message]) -> list[Said]:
    """Return what a network says of each message, one at a time."""
    network.eval()
    found = []
    with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
        for message in messages:
            outputs = network(torch.tensor([sequence(message.text, message.context).ids]))
            found.append(Said(*(part[0].float() for part in outputs)))
    return found


def predict(network: Network, messages: Sequence[Message]) -> list[Reading]:
    """Return how a network reads messages, with probabilities that are not calibrated."""
    return [reading(message, outputs) for message, outputs in zip(messages, logits(network, messages), strict=True)]


def reading(message: Message, outputs: Said) -> Reading:
    """Return how a message is read, with probabilities that are not calibrated."""
    _, words, places = sequence(message.text, message.context)
    chances = outputs.intent.softmax(-1)
    second = int(outputs.second.argmax())
    scores = (part[places].numpy() for part in (outputs.tags.log_softmax(-1), outputs.roles, outputs.referents))
    return Reading(
        {INTENTS[n]: float(chances[n]) for n in chances.argsort(descending=True).tolist()},
        INTENTS[second - 1] if second else "",
        RELATIONS[int(outputs.relation.argmax())],
        tuple(named(message.text, words, *scores)),
    )


class Served(nn.Module):
    """A network with probabilities out."""

    def __init__(self, network: Network, temperature: float) -> None:
        super().__init__()
        self.network, self.temperature = deepcopy(network), temperature
        self.network.encoder = LeanEncoder(self.network.encoder)

    def forward(self, ids: Tensor) -> tuple[Tensor, ...]:
        """Return what ``nlu_models.intents.network`` asks for."""
        outputs = self.network(ids)
        return (
            (outputs.intent / self.temperature).softmax(-1),
            *(outputs.second, outputs.relation, outputs.tags.log_softmax(-1), outputs.roles, outputs.referents),
            *(outputs.whole, outputs.lower),
        )


def export(network: Network, out: Path) -> None:
    """Calibrate a network on the dev part and write what is served."""
    dev = read("dev")
    intents = torch.stack([one.intent for one in logits(network, dev)])
    temperature, sure = calibrate(dev, intents)
    click.echo(f"temperature {temperature:.2f}, sure from {sure:.2f}")
    (out / DESCRIPTION).write_text(json.dumps({"intents": INTENTS, "sure": sure}, indent=1) + "\n", "utf-8")
    with TemporaryDirectory() as scratch:
        full, small = Path(scratch, "full.onnx"), Path(scratch, "small.onnx")
        outputs = ["intent", "second", "relation", "tags", "roles", "referents", "whole", "lower"]
        torch.onnx.export(
            Served(network.eval(), temperature).eval(),
            (torch.tensor([[101, MESSAGE, 2003, 5572, 102], [101, MESSAGE, 2003, 102, 0]]),),
            full,
            input_names=["ids"],
            output_names=outputs,
            dynamic_axes={
                name: {0: "batch", 1: "length"}
                if name in {"ids", "tags", "roles", "referents", "lower"}
                else {0: "batch"}
                for name in ("ids", *outputs)
            },
            opset_version=17,
            dynamo=False,
        )
        quantize(full, small)
        share_words(small, out / NETWORK)


def calibrate(dev: Sequence[Message], intents: Tensor) -> tuple[float, float]:
    """Return the temperature, and the probability from which an intent is sure.

    A message below it is asked about; that is right where the intent is wrong, or where two careful people would read
    the message in different ways.
    """
    true = torch.tensor([INTENTS.index(message.intent) for message in dev])
    temperature = min(TEMPERATURES, key=lambda one: float(nn.functional.cross_entropy(intents / one, true)))
    chances, given = (intents / temperature).softmax(-1).max(-1)
    to_ask = (given != true) | torch.tensor([bool(message.other) for message in dev])
    sure = max(THRESHOLDS, key=lambda one: int(((chances < one) == to_ask).sum()))
    return temperature, sure
