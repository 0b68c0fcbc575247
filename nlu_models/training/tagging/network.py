"""Word pieces in, a score for every tag of every word out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from engine.types import Label
from nlu_models.training.crf import Crf
from nlu_models.training.tagging.settings import NetworkSettings

CHARACTERS: Final = 256
"""Characters that are told apart; others share a number with one of them."""
LONGEST_PIECE: Final = 16
LABELS: Final = ("O", *(f"{prefix}-{label}" for label in Label for prefix in "BI"))


class Pieces(NamedTuple):
    """A text in word pieces, with whatever the encoder wants around it."""

    ids: list[int]
    firsts: list[int]
    """Where each word starts; words that did not fit in are missing."""
    tags: list[int]
    """Numbers of the tags of these words in ``LABELS``; empty when unknown."""


class Batch(NamedTuple):
    """Texts side by side, padded at the end."""

    ids: Tensor
    """[batch, pieces]"""
    mask: Tensor
    """[batch, pieces]; true where there is a piece."""
    firsts: Tensor
    """[batch, words]"""
    words: Tensor
    """[batch, words]; true where there is a word."""
    tags: Tensor
    """[batch, words]"""

    def to(self, device: torch.device) -> Batch:
        """Return the batch on a device."""
        return Batch(*(tensor.to(device) for tensor in self))


class WordPieces:
    """Cuts words into the pieces of an encoder's tokenizer, of whatever kind."""

    def __init__(self, tokenizer: Any, most: int) -> None:
        """Look up what stands around a text.

        Args:
            tokenizer: A tokenizer of the transformers library.
            most: The most pieces of a text.
        """
        self.tokenizer, self.most = tokenizer, most
        around = (tokenizer.cls_token_id, tokenizer.bos_token_id), (tokenizer.sep_token_id, tokenizer.eos_token_id)
        self.before, self.after = ([id_ for id_ in ids if id_ is not None][:1] for ids in around)
        self.padding = tokenizer.pad_token_id or 0

    def cut(self, words: Sequence[str], tags: Sequence[str] = ()) -> Pieces:
        """Return the pieces of a text; each word is cut by itself, as if after a blank."""
        ids, firsts = list(self.before), []
        cut = self.tokenizer([f" {word}" for word in words], add_special_tokens=False)["input_ids"] if words else []
        for pieces in cut:
            if len(ids) + len(pieces) + len(self.after) > self.most:
                break
            firsts.append(len(ids))
            ids += pieces or [self.tokenizer.unk_token_id]
        return Pieces(ids + self.after, firsts, [LABELS.index(tag) for tag in tags[: len(firsts)]])

    def batch(self, texts: Sequence[Pieces], padding: int) -> Batch:
        """Return texts as a batch; each has a word at least."""
        pieces, words = max(len(text.ids) for text in texts), max(len(text.firsts) for text in texts)

        def padded(rows: Sequence[list[int]], length: int, value: int) -> Tensor:
            return torch.tensor([row + [value] * (length - len(row)) for row in rows])

        return Batch(
            padded([text.ids for text in texts], pieces, padding),
            padded([[1] * len(text.ids) for text in texts], pieces, 0).bool(),
            padded([text.firsts for text in texts], words, 0),
            padded([[1] * len(text.firsts) for text in texts], words, 0).bool(),
            padded([text.tags or [0] * len(text.firsts) for text in texts], words, 0),
        )


class Contextual(nn.Module):
    """A transformer; a word has the state of its first piece."""

    def __init__(self, encoder: nn.Module) -> None:
        super().__init__()
        self.encoder, self.size = encoder, int(encoder.config.hidden_size)
        self.padding = int(encoder.config.pad_token_id or 0)

    @property
    def vectors(self) -> nn.Module:
        """Return the vectors of the word pieces."""
        return self.encoder.get_input_embeddings()

    def forward(self, batch: Batch) -> Tensor:
        """Return the states of the words, [batch, words, size]."""
        states = self.encoder(input_ids=batch.ids, attention_mask=batch.mask.long()).last_hidden_state.float()
        index = batch.firsts.unsqueeze(-1).expand(-1, -1, states.shape[-1])
        return torch.gather(states, 1, index)


class CharacterCnn(nn.Module):
    """Vectors of word pieces, made of their characters by a convolution.

    Source: Peters et al., "Deep contextualized word representations" (ELMo), 2018, the layer below its language model.
    """

    embedding_dim = 25 * 5

    def __init__(self, letters: Tensor) -> None:
        """Keep the characters of all pieces.

        Args:
            letters: [pieces, characters]; 0 where there is none.
        """
        super().__init__()
        self.register_buffer("letters", letters)
        self.characters = nn.Embedding(CHARACTERS + 1, 16, padding_idx=0)
        self.layers = nn.ModuleList(nn.Conv1d(16, 25, width, padding=width - 1) for width in range(1, 6))

    def forward(self, ids: Tensor) -> Tensor:
        """Return the vectors of pieces, [batch, pieces, embedding_dim]."""
        seen, places = ids.unique(return_inverse=True)
        characters = self.characters(self.letters[seen]).transpose(1, 2)
        vectors = torch.cat([layer(characters).max(-1).values for layer in self.layers], -1)
        return vectors.tanh()[places]


def letters_of(tokenizer: Any) -> Tensor:
    """Return the characters of each of a tokenizer's word pieces, see ``CharacterCnn``."""
    pieces = tokenizer.convert_ids_to_tokens(range(len(tokenizer)))
    rows = [[1 + ord(char) % CHARACTERS for char in piece[:LONGEST_PIECE]] for piece in pieces]
    return torch.tensor([row + [0] * (LONGEST_PIECE - len(row)) for row in rows])


class BiLstm(nn.Module):
    """A recurrent network in both directions over words, each the mean of the vectors of its pieces.

    Source: Huang et al., "Bidirectional LSTM-CRF models for sequence tagging", 2015.
    """

    padding = 0

    def __init__(self, vectors: nn.Embedding | CharacterCnn, hidden: int, dropout: float) -> None:
        super().__init__()
        self.vectors, self.size = vectors, 2 * hidden
        self.dropout = nn.Dropout(dropout)
        self.lstm = nn.LSTM(vectors.embedding_dim, hidden, batch_first=True, bidirectional=True)

    def forward(self, batch: Batch) -> Tensor:
        """Return the states of the words, [batch, words, size]."""
        vectors = self.vectors(batch.ids)
        positions = torch.arange(batch.ids.shape[1], device=batch.ids.device)
        starts = torch.where(batch.words, batch.firsts, len(positions))
        owner = (positions.unsqueeze(0).unsqueeze(-1) >= starts.unsqueeze(1)).sum(-1) - 1
        of_word = functional.one_hot(owner.clamp(min=0), starts.shape[1]).float()
        of_word = of_word * ((owner >= 0) & batch.mask).unsqueeze(-1)
        sums = of_word.transpose(1, 2) @ vectors
        means = sums / of_word.sum(1).clamp(min=1.0).unsqueeze(-1)
        packed = nn.utils.rnn.pack_padded_sequence(
            self.dropout(means), batch.words.sum(1).cpu(), batch_first=True, enforce_sorted=False
        )
        states, _ = nn.utils.rnn.pad_packed_sequence(self.lstm(packed)[0], batch_first=True)
        return states


class Network(nn.Module):
    """A body that gives words states, and a head that gives states tags."""

    def __init__(self, body: Contextual | BiLstm, settings: NetworkSettings) -> None:
        super().__init__()
        self.body, self.settings = body, settings
        self.dropout = nn.Dropout(settings.dropout)
        self.head = nn.Linear(body.size, len(LABELS))
        self.crf = Crf(LABELS).requires_grad_(settings.crf)
        body.vectors.requires_grad_(not settings.fixed)

    def forward(self, batch: Batch) -> Tensor:
        """Return the scores of the tags, [batch, words, labels]."""
        scores: Tensor = self.head(self.dropout(self.body(batch)))
        return scores.float()

    def loss(self, batch: Batch) -> Tensor:
        """Return the mean loss of a word."""
        scores = self(batch)
        if self.settings.crf:
            total: Tensor = self.crf(scores, batch.tags, batch.words).sum()
        else:
            total = functional.cross_entropy(scores[batch.words], batch.tags[batch.words], reduction="sum")
        return total / batch.words.sum()

    def decode(self, batch: Batch) -> list[list[str]]:
        """Return the tags of each text's words."""
        scores = self(batch)
        if not self.settings.crf:
            scores = scores.log_softmax(-1)
        return [[LABELS[tag] for tag in tags] for tags in self.crf.decode(scores, batch.words)]
