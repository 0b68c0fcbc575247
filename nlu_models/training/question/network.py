"""The network of the reader: one encoder, and a small head for each thing that is read off it."""

from __future__ import annotations

from typing import Final, NamedTuple

import torch
from torch import Tensor, nn

from engine.types import Kind, Label
from nlu_models.training.crf import Crf
from nlu_models.training.question.data import GUIDELINES, INTENTS, OUTSIDE

LABELS: Final = (OUTSIDE, *(f"{prefix}-{label}" for label in (*Label, "shared") for prefix in "BI"))
KINDS: Final = tuple(kind for kind in Kind if kind is not Kind.STATEMENT)
MARKERS: Final = {name: 3 + at for at, name in enumerate(GUIDELINES)}
"""Guideline → id of the ``[unused…]`` entry of the vocabulary that stands for it; the stances use the first two."""
MAX_PIECES: Final = 128
"""Most word pieces of a text that are read at once."""


class Reading(NamedTuple):
    """What the heads say about a batch, as logits."""

    comparative: Tensor
    """[batch]"""
    kind: Tensor
    """[batch, kinds]"""
    tags: Tensor
    """[batch, length, labels]; only those of the first piece of a word count."""
    intent: Tensor
    """[batch, intents]"""
    states: Tensor
    """[batch, length, size]: the last layer of the encoder."""


class Network(nn.Module):
    """Reads ids, 0 where padded: ``[CLS] guideline piece … [SEP]``; a message has ``piece … [SEP]`` behind that.

    The word vectors of the encoder stay as they are; those of the guidelines are learned.
    """

    def __init__(self, encoder: nn.Module, dropout: float) -> None:
        """Put heads on an encoder.

        Args:
            encoder: A BERT-like model.
            dropout: Share of the values dropped before each head, in [0, 1).
        """
        super().__init__()
        self.encoder = encoder
        encoder.embeddings.word_embeddings.weight.requires_grad_(False)
        size = encoder.config.hidden_size
        self.guidelines = nn.Embedding(len(MARKERS), size)
        nn.init.normal_(self.guidelines.weight, std=0.02)
        self.dropout = nn.Dropout(dropout)
        self.pool = nn.Sequential(nn.Linear(2 * size, size), nn.GELU(), nn.Dropout(dropout))
        self.comparative = nn.Linear(size, 1)
        self.kind = nn.Linear(size, len(KINDS))
        self.tags = nn.Linear(size, len(LABELS))
        self.intent = nn.Linear(size, len(INTENTS))
        self.crf = Crf(LABELS)

    def forward(self, ids: Tensor) -> Reading:
        """Return the logits."""
        mask = ids != 0
        first = min(MARKERS.values())
        vectors = self.encoder.embeddings.word_embeddings(ids)
        marks = self.guidelines((ids[:, 1] - first).clamp(min=0))
        vectors = torch.cat([vectors[:, :1], marks.unsqueeze(1), vectors[:, 2:]], 1)
        states = self.encoder(inputs_embeds=vectors, attention_mask=mask).last_hidden_state.float()
        weights = mask.unsqueeze(-1).float()
        mean = (states * weights).sum(1) / weights.sum(1)
        pooled = self.pool(self.dropout(torch.cat([states[:, 0], mean], -1)))
        tags = self.tags(self.dropout(states))
        return Reading(self.comparative(pooled).squeeze(-1), self.kind(pooled), tags, self.intent(pooled), states)
