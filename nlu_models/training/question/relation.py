"""Learns what a question asks for, ``nlu_models.question.relation``, from the judged questions of ``data/questions``.

``python -m nlu_models.training nlu_models/training/configs/relation.toml --data DATA --out nlu_models/trained`` takes
minutes; ``python -m evaluation.asked --data DATA`` measures what is served.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

import click
import numpy as np
import torch
from pydantic import BaseModel, ConfigDict, Field
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.utils.rnn import pad_sequence

from engine.text.tokens import TOKEN
from engine.trained import TRAINED
from engine.types import AskedKind
from nlu_models.question.network import Network
from nlu_models.question.relation import KINDS, REACH, TAGS, WEIGHTS, inputs
from nlu_models.question.word_pieces import Encoder, windows
from nlu_models.training.crf import Crf
from nlu_models.training.question.judged import Judged, Judgement, read, read_written
from nlu_models.training.question.network import MARKERS, MAX_PIECES

BATCH: Final = 32
WARMUP: Final = 0.1
MOST_NORM: Final = 1.0
_UNKNOWN: Final = -100
_KINDS: Final = {"likeness": AskedKind.DIFFERENCE}


class RelationSettings(BaseModel):
    """A configuration file; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    task: Literal["relation"]
    size: int = Field(default=128, ge=1)
    """Numbers that a word is made of between the layers."""
    epochs: int = Field(default=20, ge=1)
    rate: float = Field(default=2e-3, gt=0)
    """Highest learning rate."""
    dropout: float = Field(default=0.3, ge=0, lt=1)
    seed: int = 0


class Example(NamedTuple):
    """A question as the head reads it, and what it shall say."""

    words: Tensor
    """[words, size]"""
    whole: Tensor
    tags: Tensor
    """[words], places in ``TAGS``."""
    kind: int
    """A place in ``KINDS``; ``_UNKNOWN`` of the best of a class, whose words are learned alone."""


class Head(nn.Module):
    """What ``RelationReader`` computes."""

    def __init__(self, words: int, whole: int, settings: RelationSettings) -> None:
        super().__init__()
        size = settings.size
        self.inward, self.tags = nn.Linear(words, size), nn.Linear(size, len(TAGS))
        self.beside = nn.Conv1d(size, size, 2 * REACH + 1, padding=REACH)
        self.kinds = nn.Linear(whole + 2 * size, len(KINDS))
        self.dropout, self.crf = nn.Dropout(settings.dropout), Crf(TAGS)

    def forward(self, words: Tensor, whole: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Return the scores of tags and of kinds.

        Args:
            words: [batch, words, size]
            whole: [batch, size]
            mask: [batch, words]; true where there is a word.
        """
        shown = mask.unsqueeze(-1)
        hidden = functional.gelu(self.inward(self.dropout(words)), approximate="tanh") * shown
        beside = self.beside(hidden.transpose(1, 2)).transpose(1, 2)
        hidden = self.dropout(hidden + functional.gelu(beside, approximate="tanh"))
        mean = (hidden * shown).sum(1) / shown.sum(1)
        most = hidden.masked_fill(~shown, -torch.inf).amax(1)
        return self.tags(hidden), self.kinds(torch.cat([self.dropout(whole), mean, most], -1))

    def arrays(self) -> dict[str, np.ndarray[Any, Any]]:
        """Return the weights as ``RelationReader`` has them."""
        layers = {"inward": self.inward, "tags": self.tags, "kinds": self.kinds}
        found = {name: layer.weight.T for name, layer in layers.items()}
        found |= {f"{name}_bias": layer.bias for name, layer in layers.items()}
        found |= {"beside": self.beside.weight.permute(2, 1, 0), "beside_bias": self.beside.bias}
        return {name: tensor.detach().half().numpy() for name, tensor in (found | {"steps": self.crf.scores}).items()}


def train(config: Mapping[str, Any], data: Path, out: Path, *, search: bool) -> None:
    """Learn and write; see ``nlu_models.training``.

    Raises:
        click.ClickException: A search was asked for.
    """
    settings = RelationSettings(**config)
    if search:
        raise click.ClickException("--search: what a question asks for has no grid to search")
    torch.manual_seed(settings.seed)
    learned = [one for one in read(data) if one.part == "train" and one.judgements[0].kind != "none"]
    head = learn(list(examples([*learned, *read_written()])), settings)
    out.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(out / WEIGHTS, allow_pickle=False, **head.arrays())


def examples(questions: Iterable[Judged]) -> Iterable[Example]:
    """Yield questions as the head reads them, with their first judgements."""
    encoder, network = Encoder(TRAINED / "vocabulary.json"), Network(TRAINED / "reader.onnx")
    for question in questions:
        words = next(windows(question.text, encoder.words(question.text), MAX_PIECES))
        states, whole = inputs(words, *network.run([encoder.ids(words, MARKERS["own_question"])]))
        judged = question.judgements[0]
        tags = tagged(question.text, [(word.start, word.end) for word in words], judged)
        yield Example(torch.tensor(states), torch.tensor(whole), torch.tensor(tags), _kind(judged))


def tagged(text: str, words: Sequence[tuple[int, int]], judged: Judgement) -> list[int]:
    """Return the places in ``TAGS`` of the words of a question; signs at the ends of what was judged are outside."""
    labels = ["O"] * len(words)
    for label, said in (("property", judged.words), ("use", judged.use)):
        start = text.find(said) if said else -1
        inside = [n for n, (at, end) in enumerate(words) if start >= 0 and start <= at and end <= start + len(said)]
        spoken = [n for n in inside if TOKEN.search(text, *words[n])]
        for n in range(spoken[0], spoken[-1] + 1) if spoken else ():
            labels[n] = f"{'B' if n == spoken[0] else 'I'}-{label}"
    return [TAGS.index(label) for label in labels]


def _kind(judged: Judgement) -> int:
    if judged.kind == "superlative":
        return _UNKNOWN if judged.property in ("good", "") else KINDS.index(AskedKind.PROPERTY)
    return KINDS.index(_KINDS.get(judged.kind) or AskedKind(judged.kind))


def learn(known: Sequence[Example], settings: RelationSettings) -> Head:
    """Return a head that has learned from examples."""
    order = random.Random(settings.seed)
    head = Head(known[0].words.shape[1], len(known[0].whole), settings)
    optimizer = torch.optim.AdamW(head.parameters(), settings.rate)
    steps = settings.epochs * -(-len(known) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, settings.rate, total_steps=steps, pct_start=WARMUP)
    for _ in range(settings.epochs):
        for batch in batches(known, order):
            words, tags = (pad_sequence([getattr(one, name) for one in batch], True) for name in ("words", "tags"))
            mask = pad_sequence([torch.ones(len(one.tags), dtype=torch.bool) for one in batch], True)
            scores, kinds = head(words, torch.stack([one.whole for one in batch]), mask)
            wanted = torch.tensor([one.kind for one in batch])
            loss = head.crf(scores, tags, mask).mean() + functional.cross_entropy(kinds, wanted, ignore_index=_UNKNOWN)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(head.parameters(), MOST_NORM)
            optimizer.step()
            schedule.step()
    return head.eval()


def batches(known: Sequence[Example], order: random.Random) -> list[list[Example]]:
    """Return examples in random batches of like length."""
    mixed = sorted(known, key=lambda one: (len(one.tags) // 4, order.random()))
    starts = [*range(0, len(mixed), BATCH), len(mixed)]
    found = [list(mixed[start:end]) for start, end in pairwise(starts)]
    order.shuffle(found)
    return found
