"""The network that reads messages: the trained question reader, and a head for each thing to say."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn
from torch.nn import functional
from transformers import BertConfig, BertModel

from engine.trained import TRAINED
from nlu_models.intents.message import INTENTS
from nlu_models.intents.network import REFERENTS, RELATIONS, ROLES, TAGS
from nlu_models.intents.state import MESSAGE, sequence
from nlu_models.training.messages.examples import FINER, Message

READER: Final = "reader.onnx"
DESCRIPTION: Final = "reader.json"
FIRST_GUIDELINE: Final = 3
"""Id of the first guideline of the reader."""
_PARTS: Final = (
    *("attention.self.query", "attention.self.key", "attention.self.value"),
    *("attention.output.dense", "intermediate.dense", "output.dense"),
)
"""Products of a layer, in the order in which the reader's file has them."""
_SIZE: Final = 384
_NONE: Final = np.zeros(0, np.float32)
LIKELIER: Final = 0.65
"""What the first of two readings counts."""
NO_PLACE: Final = -1
LOWER: Final = range(3, 6)
"""Layers after which a message's words still mean what they mean, and not yet what is wanted."""


class Start:
    """The weights of the served question reader, from its 8-bit file."""

    def __init__(self) -> None:
        """Read the file."""
        model = onnx.load(TRAINED / READER)
        self._tensors = {tensor.name: numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
        products = [node.input[1] for node in model.graph.node if node.op_type == "MatMulIntegerToFloat"]
        self._products = [name.removesuffix("_numbers") for name in products]
        described = json.loads((TRAINED / DESCRIPTION).read_text("utf-8"))
        self._intents, self._labels = described["intents"], described["labels"]
        plain = [node.input[1] for node in model.graph.node if node.op_type == "MatMul"]
        self._tags = next(name for name in plain if self._tensors.get(name, _NONE).shape == (_SIZE, len(self._labels)))

    def take_over(self, network: Network) -> None:
        """Give a network the encoder, and to its heads what the reader knows of their labels."""
        prefix = "network.encoder."
        for name, parameter in network.encoder.named_parameters():
            parameter.data.copy_(self._weights(name, prefix))
        _copy(network.guideline, self._embedding("network.guidelines.weight")[MESSAGE - FIRST_GUIDELINE])
        _copy(network.pool[0].weight, self._product("network.pool.0.weight").T)
        _copy(network.pool[0].bias, self._tensors["network.pool.0.bias"])
        weight, bias = self._tensors["network.intent.weight"], self._tensors["network.intent.bias"]
        coarse = {finer: intent for intent, found in reversed([*FINER.items()]) for finer in found}
        for n, intent in enumerate(INTENTS):
            known = intent if intent in self._intents else coarse.get(intent, "")
            if known in self._intents:
                at = self._intents.index(known)
                _copy(network.intent.weight[n], weight[:, at])
                _copy(network.intent.bias[n], bias[at] - (intent != known))
        for n, tag in enumerate(TAGS):
            known = tag.replace("use", "aspect")
            if known in self._labels:
                at = self._labels.index(known)
                _copy(network.tags.weight[n], self._tensors[self._tags][:, at])
                _copy(network.tags.bias[n], self._tensors["network.tags.bias"][at] - (tag != known))

    def _weights(self, name: str, prefix: str) -> Tensor:
        if name.startswith("embeddings.") and "LayerNorm" not in name:
            return torch.tensor(self._embedding(prefix + name))
        layer, _, part = name.removeprefix("encoder.layer.").partition(".")
        if part.removesuffix(".weight") in _PARTS:
            at = int(layer) * len(_PARTS) + _PARTS.index(part.removesuffix(".weight"))
            return torch.tensor(np.ascontiguousarray(self._product(self._products[at]).T))
        return torch.tensor(self._tensors[prefix + name])

    def _embedding(self, name: str) -> NDArray[np.float32]:
        numbers = self._tensors[f"{name}_quantized"].astype(np.float32) - self._tensors[f"{name}_zero_point"]
        found: NDArray[np.float32] = numbers * self._tensors[f"{name}_scale"]
        return found

    def _product(self, name: str) -> NDArray[np.float32]:
        found: NDArray[np.float32] = (
            self._tensors[f"{name}_numbers"].astype(np.float32) * self._tensors[f"{name}_scales"]
        )
        return found


def _copy(target: Tensor, source: NDArray[np.float32]) -> None:
    target.data.copy_(torch.tensor(np.array(source)))


def started(layers: int) -> Network:
    """Return a network that starts from the lowest layers of the served question reader."""
    config = BertConfig(
        hidden_size=_SIZE,
        num_hidden_layers=layers,
        num_attention_heads=12,
        intermediate_size=1536,
        attn_implementation="sdpa",
    )
    network = Network(BertModel(config, add_pooling_layer=False))
    Start().take_over(network)
    return network


class Said(NamedTuple):
    """Logits."""

    intent: Tensor
    """[batch, intents]"""
    second: Tensor
    """[batch, 1 + intents]: none, and each."""
    relation: Tensor
    tags: Tensor
    """[batch, length, tags]"""
    roles: Tensor
    referents: Tensor
    whole: Tensor
    """[batch, 2 × size]: the first state and the mean of all, of which the intents are read."""
    lower: Tensor
    """[batch, length, layers × size]: the states after lower layers, of which needs are read."""


class Network(nn.Module):
    """Reads the ids of ``nlu_models.intents.state``, 0 where padded; the embeddings stay as they are."""

    def __init__(self, encoder: nn.Module, dropout: float = 0.1) -> None:
        """Put heads on an encoder."""
        super().__init__()
        self.encoder = encoder
        size = encoder.config.hidden_size
        self.guideline = nn.Parameter(torch.zeros(size), requires_grad=False)
        self.dropout = nn.Dropout(dropout)
        self.pool = nn.Sequential(nn.Linear(2 * size, size), nn.GELU(), nn.Dropout(dropout))
        self.intent = nn.Linear(size, len(INTENTS))
        self.second = nn.Linear(size, 1 + len(INTENTS))
        self.relation = nn.Linear(size, len(RELATIONS))
        self.tags = nn.Linear(size, len(TAGS))
        self.roles = nn.Linear(size, len(ROLES))
        self.referents = nn.Linear(size, len(REFERENTS))

    def forward(self, ids: Tensor) -> Said:
        """Return the logits."""
        mask = ids != 0
        words = self.encoder.embeddings.word_embeddings(ids)
        vectors = torch.where((ids == MESSAGE).unsqueeze(-1), self.guideline, words)
        read = self.encoder(inputs_embeds=vectors, attention_mask=mask, output_hidden_states=True)
        states, lower = (
            read.last_hidden_state.float(),
            torch.cat([*read.hidden_states[: LOWER.stop][-len(LOWER) :]], -1),
        )
        weights = mask.unsqueeze(-1).float()
        mean = (states * weights).sum(1) / weights.sum(1)
        whole = torch.cat([states[:, 0], mean], -1)
        pooled = self.pool(self.dropout(whole))
        states = self.dropout(states)
        return Said(
            *(self.intent(pooled), self.second(pooled), self.relation(pooled)),
            *(self.tags(states), self.roles(states), self.referents(states)),
            *(whole, lower),
        )


class Example(NamedTuple):
    """A message as numbers."""

    ids: list[int]
    places: list[int]
    intents: list[float]
    """How likely each intent is; where several were not told apart, all of them are 1."""
    coarse: bool
    second: int
    relation: int
    tags: list[tuple[int, ...]]
    """For each word the tags that it may have."""
    roles: list[int]
    referents: list[int]


def example(message: Message) -> Example:
    """Return what is learned of a message; ``NO_PLACE`` is nothing."""
    ids, words, places = sequence(message.text, message.context)
    intents = [0.0] * len(INTENTS)
    for intent in message.intents:
        intents[INTENTS.index(intent)] = 1.0
    if message.other:
        intents[INTENTS.index(message.intent)] = LIKELIER
        intents[INTENTS.index(message.other)] = 1 - LIKELIER
    tags: list[tuple[int, ...]] = [(0,)] * len(words)
    roles, referents = [NO_PLACE] * len(words), [NO_PLACE] * len(words)
    for one in message.named:
        labels = ("aspect", "use") if message.coarse and one.label == "aspect" else (one.label,)
        inside = [n for n, word in enumerate(words) if word.start < one.end and one.start < word.end]
        for n in inside:
            tags[n] = tuple(TAGS.index(f"{'B' if n == inside[0] else 'I'}-{label}") for label in labels)
            roles[n] = ROLES.index(one.role)
            referents[n] = REFERENTS.index(one.referent) if one.referent else NO_PLACE
    second = INTENTS.index(message.second) + 1 if message.second else 0
    return Example(
        ids, places, intents, len(message.intents) > 1,
        NO_PLACE if message.coarse else second,
        NO_PLACE if message.coarse else RELATIONS.index(message.relation),
        tags, roles, referents,
    )  # fmt: skip


def losses(said: Said, batch: Sequence[Example]) -> Tensor:
    """Return the loss of a batch."""
    targets = torch.tensor([one.intents for one in batch])
    coarse = torch.tensor([one.coarse for one in batch])
    chances = said.intent.float().log_softmax(-1)
    any_of = -chances.masked_fill(targets == 0, -math.inf).logsumexp(-1)
    intent = torch.where(coarse, any_of, -(chances * targets).sum(-1)).mean()
    second = functional.cross_entropy(
        said.second.float(), torch.tensor([one.second for one in batch]), ignore_index=NO_PLACE, reduction="sum"
    )
    relation = functional.cross_entropy(
        said.relation.float(), torch.tensor([one.relation for one in batch]), ignore_index=NO_PLACE, reduction="sum"
    )
    rows = torch.tensor([n for n, one in enumerate(batch) for _ in one.places])
    places = torch.tensor([place for one in batch for place in one.places])
    allowed = torch.zeros(len(places), len(TAGS), dtype=torch.bool)
    for n, tags in enumerate(tags for one in batch for tags in one.tags):
        allowed[n, list(tags)] = True
    words = said.tags[rows, places].float().log_softmax(-1)
    tagged = -words.masked_fill(~allowed, -math.inf).logsumexp(-1).sum()
    role, referent = (
        functional.cross_entropy(
            scores[rows, places].float(), torch.tensor(targets), ignore_index=NO_PLACE, reduction="sum"
        )
        for scores, targets in (
            (said.roles, [role for one in batch for role in one.roles]),
            (said.referents, [referent for one in batch for referent in one.referents]),
        )
    )
    n = len(batch)
    return intent + (0.5 * second + 0.3 * relation + 0.5 * tagged + 0.3 * role + 0.3 * referent) / n


def padded(sequences: Sequence[Sequence[int]]) -> Tensor:
    """Return sequences as rows of one length."""
    rows = [torch.tensor(one) for one in sequences]
    return nn.utils.rnn.pad_sequence(rows, batch_first=True)
