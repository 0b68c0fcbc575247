"""Learns what needs stand behind what persons tell, as ``nlu_models/training/configs/needs.toml`` says.

A sentence encoder learns them first from ``data/needs``; then a head over the lower layers of the served network of
messages learns from the same messages, and from what the encoder believes of many that have no labels: messages of
``data/messages``, and sentences in which people of ``corpus_reddit`` speak of themselves, above all those that tell a
need by its belief. The network stays as it is.
"""

from __future__ import annotations

import json
import lzma
import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

import click
import numpy as np
import torch
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field
from torch import Tensor, nn
from torch.nn import functional

from engine.text.tokens import TOKEN, word_set
from nlu_models.intents.message import Context
from nlu_models.intents.needs import NEEDS, WEIGHTS, inputs
from nlu_models.intents.network import network
from nlu_models.intents.state import encoder as word_pieces
from nlu_models.intents.state import within
from nlu_models.training import encoders
from nlu_models.training.messages import heads
from nlu_models.training.messages.examples import Told, read, read_needs
from nlu_models.training.messages.network import padded

CORPUS: Final = Path("corpus_reddit") / "background_posts.jsonl.xz"
PERSONS: Final = word_set("i i'm i've i'd my me we our he she")
"""Words of who speaks of himself, or of somebody near."""
WORDS: Final = range(5, 29)
"""How many words a sentence has that may be a message."""
SELDOM: Final = -4.0
"""Logit of a need before anything is learned of it."""
TELLS: Final = 0.3
"""Belief from which a text without a label is taken to tell a need."""
TEACHER: Final = "needs_teacher.pt"
SURE: Final = 1e-4
"""Distance that a belief keeps from none and from certainty."""
SMALLEST: Final = 1e-3
WARMUP: Final = 0.06
HEAD_FASTER: Final = 10
"""How many times as fast as its encoder the teacher's head learns."""
AT_ONCE: Final = 64
"""Texts that the teacher reads at once."""
BATCH: Final = 256
LABELLED: Final = 64
"""Labelled messages beside a batch of those without labels."""

Array = NDArray[np.float32]


class Settings(BaseModel):
    """A configuration file; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    task: Literal["needs"]
    encoder: str
    """See ``nlu_models.training.encoders.load``; its vocabulary is BERT's, uncased."""
    epochs: int = Field(ge=1, le=50)
    rate: float = Field(gt=0)
    batch: int = Field(ge=1, le=512)
    messages: int = Field(ge=0)
    """Messages of ``data/messages`` without labels."""
    sentences: int = Field(ge=0)
    """Sentences of the corpus."""
    size: int = Field(ge=1, le=4096)
    """Units of the hidden layer of the head."""
    head_epochs: int = Field(ge=1, le=200)
    head_rate: float = Field(gt=0)
    decay: float = Field(ge=0)
    dropout: float = Field(ge=0, lt=1)
    labelled: float = Field(ge=0)
    """What a labelled message counts beside one without labels."""
    seed: int


class Seen(NamedTuple):
    """What the head learns from: what it reads, and how likely each need is, rows of both."""

    read: Array
    needs: Array


def train(config: Mapping[str, Any], data: Path, out: Path, *, search: bool) -> None:
    """Learn and write the head. See ``nlu_models.training``.

    Raises:
        click.ClickException: A search was asked for.
    """
    if search:
        raise click.ClickException("--search: what hears needs has no grid to search")
    settings = Settings(**config)
    out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(settings.seed)
    order = random.Random(settings.seed)
    labelled = read_needs("train")
    teacher = taught(labelled, settings, order, kept=out / TEACHER)
    texts = order.sample(list(dict.fromkeys(one.text for one in read("train"))), settings.messages)
    texts += order.sample(list(dict.fromkeys(of_persons(data / CORPUS))), settings.sentences)
    texts, beliefs = telling(texts, believed(teacher, texts), order)
    contexts = [one.context for one in labelled]
    others = Seen(features([(text, order.choice(contexts)) for text in texts]), beliefs)
    known = Seen(features([(one.text, one.context) for one in labelled]), targets(labelled))
    heads.write(out / WEIGHTS, learn(known, others, settings))


class Teacher(nn.Module):
    """A sentence encoder, and a head over its first state and the mean of all."""

    def __init__(self, encoder: nn.Module) -> None:
        """Put the head on an encoder; its embeddings stay as they are."""
        super().__init__()
        self.encoder = encoder
        self.encoder.embeddings.requires_grad_(requires_grad=False)
        self.dropout = nn.Dropout(0.1)
        self.head = nn.Linear(2 * encoder.config.hidden_size, len(NEEDS))
        nn.init.constant_(self.head.bias, SELDOM)

    def forward(self, texts: Sequence[str]) -> Tensor:
        """Return the logits of the needs of some texts."""
        known = word_pieces()
        ids = padded([[known.start, *(n for word in known.words(text) for n in word.ids), known.end] for text in texts])
        mask = ids != 0
        states = self.encoder(input_ids=ids, attention_mask=mask).last_hidden_state.float()
        weights = mask.unsqueeze(-1).float()
        whole = torch.cat([states[:, 0], (states * weights).sum(1) / weights.sum(1)], -1)
        logits: Tensor = self.head(self.dropout(whole))
        return logits


def taught(labelled: Sequence[Told], settings: Settings, order: random.Random, *, kept: Path) -> Teacher:
    """Return an encoder that has learned the needs of labelled messages; kept in a file, from which it comes again."""
    teacher, true = Teacher(encoders.load(settings.encoder)), torch.tensor(targets(labelled))
    if kept.exists():
        teacher.load_state_dict(torch.load(kept))
        return teacher.eval()
    optimizer = torch.optim.AdamW(
        [
            {"params": [one for one in teacher.encoder.parameters() if one.requires_grad], "lr": settings.rate},
            {"params": teacher.head.parameters(), "lr": settings.rate * HEAD_FASTER},
        ],
        weight_decay=0.01,
    )
    a_pass = -(-len(labelled) // settings.batch)
    steps = settings.epochs * a_pass

    def pace(step: int) -> float:
        return min(1.0, step / (WARMUP * steps)) * max(0.0, 1 - step / steps)

    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, pace)
    teacher.train()
    with click.progressbar(length=steps, label="teacher", show_eta=True) as shown:
        for _ in range(settings.epochs):
            for batch in torch.tensor(order.sample(range(len(labelled)), len(labelled))).split(settings.batch):
                with torch.autocast("cpu", torch.bfloat16):
                    said = teacher([labelled[n].text for n in batch.tolist()])
                loss = _loss(said, true[batch])
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                schedule.step()
                shown.update(1)
    torch.save(teacher.state_dict(), kept)
    return teacher.eval()


def of_persons(corpus: Path) -> Iterator[str]:
    """Yield the sentences of a corpus in which people speak of themselves."""
    with lzma.open(corpus, "rt", encoding="utf-8") as lines:
        for line in lines:
            for text in json.loads(line)["sents"]:
                words = TOKEN.findall(text.lower())
                if len(words) in WORDS and not PERSONS.isdisjoint(words):
                    yield text


def believed(teacher: Teacher, texts: Sequence[str]) -> Array:
    """Return how likely a teacher holds each need to be in texts, texts × needs."""
    order = sorted(range(len(texts)), key=lambda n: len(texts[n]))
    found = np.zeros((len(texts), len(NEEDS)), np.float32)
    with torch.no_grad(), click.progressbar(range(0, len(order), AT_ONCE), label="beliefs", show_eta=True) as shown:
        for start in shown:
            batch = order[start : start + AT_ONCE]
            with torch.autocast("cpu", torch.bfloat16):
                said = teacher([texts[n] for n in batch])
            found[batch] = said.float().sigmoid().clamp(SURE, 1 - SURE).numpy()
    return found


def telling(texts: Sequence[str], beliefs: Array, order: random.Random) -> tuple[list[str], Array]:
    """Return the texts that tell a need by a teacher's beliefs, as many others, and the beliefs on both."""
    tells = beliefs.max(1) >= TELLS
    others = np.flatnonzero(~tells).tolist()
    chosen = [*np.flatnonzero(tells).tolist(), *order.sample(others, min(len(others), int(tells.sum())))]
    click.echo(f"{len(texts)} texts, {tells.sum()} tell a need")
    return [texts[n] for n in chosen], beliefs[chosen]


def features(told: Sequence[tuple[str, Context]]) -> Array:
    """Return what the head reads of messages behind what they follow."""
    found = []
    with click.progressbar(told, label="messages", show_eta=True) as shown:
        for text, context in shown:
            said, _, places = network().output(text, context)
            found.append(inputs(said.lower[within(places)]))
    return np.stack(found)


def targets(labelled: Sequence[Told]) -> Array:
    """Return which needs labelled messages tell, messages × needs."""
    return np.array([[need in one.needs for need in NEEDS] for one in labelled], np.float32)


def learn(known: Seen, others: Seen, settings: Settings) -> dict[str, Array]:
    """Return the weights of the head.

    Args:
        known: Labelled messages.
        others: Texts without labels, with what a teacher believes of them.
        settings: How it learns.

    Source: Hinton et al., "Distilling the knowledge in a neural network", 2015.
    """
    middle, scale = others.read.mean(0), others.read.std(0) + SMALLEST
    read, labelled = (torch.tensor((one.read - middle) / scale) for one in (others, known))
    beliefs, true = torch.tensor(others.needs), torch.tensor(known.needs)
    inward, outward = nn.Linear(read.shape[1], settings.size), nn.Linear(settings.size, len(NEEDS))
    head = nn.Sequential(nn.Dropout(0.1), inward, nn.ReLU(), nn.Dropout(settings.dropout), outward)
    optimizer = torch.optim.AdamW(head.parameters(), lr=settings.head_rate, weight_decay=settings.decay)
    with click.progressbar(range(settings.head_epochs), label="head", show_eta=True) as shown:
        for epoch in shown:
            for group in optimizer.param_groups:
                group["lr"] = settings.head_rate * (1 - epoch / settings.head_epochs)
            batches = torch.randperm(len(read)).split(BATCH)
            beside = islice(cycle(torch.randperm(len(labelled)).split(LABELLED)), len(batches))
            for batch, few in zip(batches, beside, strict=True):
                loss = _loss(head(read[batch]), beliefs[batch])
                loss = loss + settings.labelled * _loss(head(labelled[few]), true[few])
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
    return heads.weights(inward, outward, middle=middle, scale=scale)


def _loss(said: Tensor, true: Tensor) -> Tensor:
    """Return the loss of a batch, that of a text summed over its needs."""
    whole = functional.binary_cross_entropy_with_logits(said.float(), true, reduction="sum")
    return whole / len(true)
