"""A tagger with all that it needs to read, made anew or from a folder."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import torch
from safetensors.torch import load_file, save_file
from torch import nn
from transformers import AutoConfig, AutoModel, AutoTokenizer

from nlu_models.training import encoders
from nlu_models.training.tagging.network import (
    LABELS,
    BiLstm,
    CharacterCnn,
    Contextual,
    Network,
    Pieces,
    WordPieces,
    letters_of,
)
from nlu_models.training.tagging.settings import NetworkSettings

BATCH: Final = 32
CARD: Final = "tagger.json"
WEIGHTS: Final = "weights.safetensors"
ENCODER: Final = "encoder"
"""Folder of the tokenizer and of the shape of the encoder."""


class Tagger:
    """Gives every word of a text its tag."""

    def __init__(self, network: Network, pieces: WordPieces) -> None:
        """Put the parts together."""
        self.network, self.pieces = network, pieces

    @classmethod
    def new(cls, settings: NetworkSettings) -> Tagger:
        """Return a tagger that has not learned yet, always the same from the same settings."""
        torch.manual_seed(0)
        tokenizer = AutoTokenizer.from_pretrained(encoders.locate_tokenizer(settings.encoder))
        if settings.characters:
            return cls._of(_reading_characters(letters_of(tokenizer), settings), settings, tokenizer)
        encoder = encoders.load(settings.encoder)
        if settings.type == "transformer":
            body = Contextual(encoders.as_roberta(encoder) if settings.roberta else encoder)
            return cls._of(body, settings, tokenizer)
        vectors = encoder.get_input_embeddings()
        start = nn.Embedding(*vectors.weight.shape)
        if not settings.random:
            start.weight.data.copy_(vectors.weight)
        return cls._of(BiLstm(start, settings.hidden, settings.dropout), settings, tokenizer)

    @classmethod
    def load(cls, folder: Path) -> Tagger:
        """Return the tagger of a folder that ``save`` wrote; needs nothing else."""
        settings = NetworkSettings(**json.loads((folder / CARD).read_text("utf-8"))["network"])
        tokenizer = AutoTokenizer.from_pretrained(folder / ENCODER)
        weights = load_file(folder / WEIGHTS)
        if settings.type == "transformer":
            config = AutoConfig.from_pretrained(folder / ENCODER)
            body: Contextual | BiLstm = Contextual(encoders.without_pooler(AutoModel.from_config(config)))
        elif settings.characters:
            body = _reading_characters(weights["body.vectors.letters"], settings)
        else:
            body = BiLstm(nn.Embedding(*weights["body.vectors.weight"].shape), settings.hidden, settings.dropout)
        tagger = cls._of(body, settings, tokenizer)
        tagger.network.load_state_dict(weights)
        return tagger

    @classmethod
    def _of(cls, body: Contextual | BiLstm, settings: NetworkSettings, tokenizer: Any) -> Tagger:
        most = settings.max_pieces
        if isinstance(body, Contextual):
            positions = getattr(body.encoder.config, "max_position_embeddings", most)
            most = min(most, positions - body.padding - 1)
        return cls(Network(body, settings), WordPieces(tokenizer, most))

    def save(self, folder: Path, card: Mapping[str, Any]) -> None:
        """Write the tagger.

        Args:
            folder: Made if it is not there.
            card: What else is known about it, for people.
        """
        folder.mkdir(parents=True, exist_ok=True)
        self.pieces.tokenizer.save_pretrained(folder / ENCODER)
        if isinstance(self.network.body, Contextual):
            self.network.body.encoder.config.save_pretrained(folder / ENCODER)
        save_file({name: value.contiguous() for name, value in self.network.state_dict().items()}, folder / WEIGHTS)
        record = {"network": self.network.settings.model_dump(), "labels": LABELS, **card}
        (folder / CARD).write_text(json.dumps(record, indent=2) + "\n", "utf-8")

    def tag(self, texts: Sequence[Sequence[str]]) -> list[list[str]]:
        """Return one tag for every word of every text; a text may have no words."""
        return self.tag_cut([self.pieces.cut(words) for words in texts], [len(words) for words in texts])

    def tag_cut(self, texts: Sequence[Pieces], lengths: Sequence[int]) -> list[list[str]]:
        """Return the tags of texts in pieces, filled up with ``O`` to as many words as they have."""
        self.network.eval()
        found: list[list[str]] = [["O"] * length for length in lengths]
        for chosen in self._similar(texts):
            batch = self.pieces.batch([texts[at] for at in chosen], self.network.body.padding)
            with torch.no_grad():
                tags = self.network.decode(batch.to(next(self.network.parameters()).device))
            for at, one in zip(chosen, tags, strict=True):
                found[at][: len(one)] = one
        return found

    @staticmethod
    def _similar(texts: Sequence[Pieces]) -> Iterator[list[int]]:
        order = sorted((at for at, text in enumerate(texts) if text.firsts), key=lambda at: len(texts[at].ids))
        yield from (order[start : start + BATCH] for start in range(0, len(order), BATCH))


def _reading_characters(letters: torch.Tensor, settings: NetworkSettings) -> BiLstm:
    return BiLstm(CharacterCnn(letters), settings.hidden, settings.dropout)
