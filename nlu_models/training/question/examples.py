"""From items to batches of tensors."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, Protocol, TypeVar

import torch
from torch import Tensor

from nlu_models.question.word_pieces import Encoder, places, windows
from nlu_models.training.question.data import INTENTS, OUTSIDE, Item
from nlu_models.training.question.network import KINDS, LABELS, MARKERS, MAX_PIECES

NEAR: Final = 1500
"""Examples among which those of like length come into one batch."""


class Sized(Protocol):
    """Whatever the network reads as ids."""

    @property
    def ids(self) -> Sequence[int]:
        """Return them, of the word pieces in order."""
        ...


E = TypeVar("E", bound=Sized)


class Example(NamedTuple):
    """An item as the network reads it."""

    ids: list[int]
    places: list[int]
    """Where the first piece of each word stands, without the words behind ``MAX_PIECES``."""
    item: Item
    taught: bool = False
    """Whether the teacher has learned from such items."""


class Batch(NamedTuple):
    """Examples as tensors; what an example is not labelled with is masked."""

    ids: Tensor
    places: Tensor
    """[batch, words], 0 behind the last word."""
    words: Tensor
    """[batch, words]; true where there is a word."""
    tags: Tensor
    """[batch, words]"""
    tagged: Tensor
    """[batch]"""
    comparative: Tensor
    """[batch], 0 or 1."""
    judged: Tensor
    """[batch]; true where ``comparative`` is known."""
    kinds: Tensor
    """[batch, kinds]; true for kinds that it may have, none where nothing is known."""
    intent: Tensor
    """[batch], -1 where it is not known."""
    weight: Tensor
    """[batch]"""
    taught: Tensor
    """[batch]"""


def example(item: Item, encoder: Encoder, *, taught: bool = False) -> Example:
    """Return an item as the network reads it."""
    words, context = (next(windows(text, encoder.words(text), MAX_PIECES), ()) for text in (item.text, item.previous))
    before = None if item.intent is None else context
    ids = encoder.ids(words, MARKERS[item.guideline], before=before)
    return Example(ids, places(words, before=before), item, taught)


def batches(examples: Iterable[Example], pieces: int, order: random.Random) -> list[list[Example]]:
    """Return the examples in random batches of similar length, of at most ``pieces`` ids with the padding."""
    shuffled = list(examples)
    order.shuffle(shuffled)
    return of_like_length(shuffled, NEAR, pieces, order)


def of_like_length(mixed: Sequence[E], near: int, pieces: int, order: random.Random) -> list[list[E]]:
    """Return examples in random batches, each of like length among ``near`` that follow one another.

    Args:
        mixed: In random order.
        near: Examples among which those of like length come into one batch.
        pieces: Most ids of a batch, with the padding.
        order: Mixes the batches.
    """
    found: list[list[E]] = []
    for start in range(0, len(mixed), near):
        batch: list[E] = []
        for one in sorted(mixed[start : start + near], key=lambda example: len(example.ids)):
            if batch and (len(batch) + 1) * len(one.ids) > pieces:
                found.append(batch)
                batch = []
            batch.append(one)
        found.append(batch)
    order.shuffle(found)
    return found


def tensors(batch: Sequence[Example]) -> Batch:
    """Return examples as tensors."""
    items = [one.item for one in batch]
    return Batch(
        ids=padded([one.ids for one in batch]),
        places=padded([one.places for one in batch]),
        words=padded([[1] * len(one.places) for one in batch]).bool(),
        tags=padded(
            [
                [LABELS.index(tag) for tag in (one.item.tags or [OUTSIDE] * len(one.places))[: len(one.places)]]
                for one in batch
            ]
        ),
        tagged=torch.tensor([one.item.tags is not None and bool(one.places) for one in batch]),
        comparative=torch.tensor([float(item.comparative or False) for item in items]),
        judged=torch.tensor([item.comparative is not None for item in items]),
        kinds=torch.tensor([[kind in (item.kinds or ()) for kind in KINDS] for item in items]),
        intent=torch.tensor([-1 if item.intent is None else INTENTS.index(item.intent) for item in items]),
        weight=torch.tensor([item.weight for item in items]),
        taught=torch.tensor([one.taught for one in batch]),
    )


def padded(rows: Sequence[Sequence[int]]) -> Tensor:
    """Return rows of numbers as one tensor, zeros behind the shorter ones."""
    longest = max(1, *map(len, rows))
    return torch.tensor([[*row, *[0] * (longest - len(row))] for row in rows])
