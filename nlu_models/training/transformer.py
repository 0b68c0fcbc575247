"""Learns the transformer classifier and writes it for ONNX Runtime."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import numpy as np
import torch
from click import echo
from onnxruntime.quantization import QuantType, quantize_dynamic
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers
from torch import Tensor, nn
from torch.nn import functional

from engine.text.word_pieces import WordPieces
from nlu_models.baselines.marking import CLASSES, hint
from nlu_models.baselines.transformer import MARKERS, UNKNOWN, Encoder
from nlu_models.training import encoders
from nlu_models.training.examples import Example, marked
from nlu_models.training.running_mean import RunningMean

BATCH: Final = 24
EPOCHS: Final = 4
RATE: Final = 1e-4
"""Learning rate of the top layer; each layer below learns ``DECAY`` times as fast."""
DECAY: Final = 0.9
HEAD_RATE: Final = 5e-4
HINT_DROPOUT: Final = 0.25
"""Share of examples learned without the keyphrase classifier's hint, whose rules have seen the training file."""
EMPHASIS: Final = (1.0, 1.3, 1.2, 1.0)
"""What an example of each class counts; the second object of a sentence seldom wins."""
AVERAGED: Final = 0.7
"""Last share of the steps over whose weights a running mean is kept."""
KEEP: Final = 0.94
"""Weight of the running mean against the weights of every fourth step."""


class Item(NamedTuple):
    """What the network reads of an example and should say."""

    ids: list[int]
    hint: list[float]
    target: tuple[float, ...]


class Network(nn.Module):
    """An encoder and a head over the mean state, the states at X and at Y, and the hint."""

    def __init__(self, encoder: nn.Module, x: int, y: int, like: Sequence[Sequence[int]]) -> None:
        """Put the head on an encoder.

        Args:
            encoder: A BERT-like model.
            x: Id of the marker of X.
            y: Id of the marker of Y.
            like: For X and for Y, the ids of the words whose mean its marker starts from.
        """
        super().__init__()
        self.x, self.y = x, y
        self.encoder = encoder
        words = self.encoder.embeddings.word_embeddings.weight
        with torch.no_grad():
            for marker, ids in zip((x, y), like, strict=True):
                words[marker] = words[list(ids)].mean(0)
        size = self.encoder.config.hidden_size
        self.dropout = nn.Dropout(0.1)
        self.head = nn.Sequential(
            nn.Linear(3 * size + len(CLASSES), size), nn.GELU(), nn.Dropout(0.1), nn.Linear(size, len(CLASSES))
        )

    def forward(self, ids: Tensor, hint: Tensor, mask: Tensor) -> Tensor:
        """Return the logits of ``CLASSES``."""
        states = self.encoder(input_ids=ids, attention_mask=mask).last_hidden_state.float()

        def mean(chosen: Tensor) -> Tensor:
            weights = chosen.float().unsqueeze(-1)
            return (states * weights).sum(1) / weights.sum(1).clamp(min=1.0)

        pooled = torch.cat([mean(mask), mean(ids == self.x), mean(ids == self.y)], -1)
        logits: Tensor = self.head(torch.cat([self.dropout(pooled), hint], -1))
        return logits


class Calibrated(nn.Module):
    """What is served: one unpadded sentence to probabilities."""

    def __init__(self, network: Network, temperature: float) -> None:
        super().__init__()
        self.network, self.temperature = network, temperature

    def forward(self, ids: Tensor, hint: Tensor) -> Tensor:
        """Return the probabilities of ``CLASSES``."""
        logits: Tensor = self.network(ids, hint, torch.ones_like(ids))
        return (logits / self.temperature).softmax(-1)


class How(NamedTuple):
    """How a transformer is learned."""

    encoder: str
    """See ``nlu_models.training.encoders.load``; its vocabulary is BERT's, uncased."""
    epochs: int
    """Passes over the examples, at least 1."""
    seed: int
    """Of the order of examples and the first weights of the head."""
    threads: int
    """Processor threads to learn with, at least 1."""


def train(examples: Sequence[Example], folder: Path, calibrated: Sequence[Example] | float, how: How) -> float:
    """Learn from examples and write ``stance.onnx`` and ``vocabulary.json``.

    Args:
        examples: What to learn from.
        folder: Where to write.
        calibrated: The temperature, or held-out examples to fit it to.
        how: See there.

    Returns:
        The temperature.
    """
    torch.manual_seed(how.seed)
    torch.set_num_threads(how.threads)
    order = random.Random(how.seed)
    vocabulary = Path(encoders.locate_tokenizer(how.encoder)) / "vocab.txt"
    words = write_vocabulary(vocabulary, folder / "vocabulary.json").vocabulary
    pieces = Encoder(folder)
    like = [[words["product"], words[letter.lower()]] for letter in MARKERS]
    network = Network(encoders.load(how.encoder, attn_implementation="eager"), pieces.x, pieces.y, like)
    averaged = learn(network, list(items(examples, pieces)), how.epochs, order)
    if isinstance(calibrated, float):
        temperature = calibrated
    else:
        temperature = fit_temperature(averaged, list(items(calibrated, pieces)))
    echo(f"temperature {temperature:.3f}")
    export(Calibrated(averaged, temperature), folder / "stance.onnx")
    return temperature


def write_vocabulary(words: Path, path: Path) -> WordPieces:
    """Write a lower-casing WordPiece tokenizer without added tokens; return what reads it."""
    vocabulary = {word: n for n, word in enumerate(words.read_text("utf-8").splitlines())}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token=UNKNOWN))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    path.write_text(json.dumps(json.loads(tokenizer.to_str()), ensure_ascii=False, separators=(",", ":")), "utf-8")
    return WordPieces(path)


def items(examples: Sequence[Example], encoder: Encoder) -> Iterator[Item]:
    """Yield what the network reads of each example that it would be asked about."""
    for example, sentence in marked(examples):
        ids = encoder.ids(sentence)
        if ids is not None:
            yield Item(ids, hint(example.pairing, sentence), example.canonical(sentence))


def batches(all_items: list[Item], order: random.Random) -> list[list[Item]]:
    """Return the items in random batches of similar length."""
    order.shuffle(all_items)
    cut: list[list[Item]] = []
    for start in range(0, len(all_items), 20 * BATCH):
        near = sorted(all_items[start : start + 20 * BATCH], key=lambda item: len(item.ids))
        cut += [near[n : n + BATCH] for n in range(0, len(near), BATCH)]
    order.shuffle(cut)
    return cut


def tensors(batch: Sequence[Item]) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Return padded ids, hints, the mask of the ids and the targets."""
    longest = max(len(item.ids) for item in batch)
    ids = torch.tensor([item.ids + [0] * (longest - len(item.ids)) for item in batch])
    mask = torch.tensor([[1] * len(item.ids) + [0] * (longest - len(item.ids)) for item in batch])
    return ids, torch.tensor([item.hint for item in batch]), mask, torch.tensor([item.target for item in batch])


def learn(network: Network, learned: list[Item], epochs: int, order: random.Random) -> Network:
    """Fit a network and return it with the running mean of its weights."""
    layers = list(network.encoder.encoder.layer)
    groups = [{"params": layer.parameters(), "lr": RATE * DECAY**depth} for depth, layer in enumerate(reversed(layers))]
    groups.append({"params": network.encoder.embeddings.parameters(), "lr": RATE * DECAY ** len(layers) / 2})
    groups.append({"params": network.head.parameters(), "lr": HEAD_RATE})
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01)
    steps = epochs * math.ceil(len(learned) / BATCH)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1.0, 10 * (step + 1) / steps) * max(0.02, 1 - step / steps)
    )
    emphasis = torch.tensor(EMPHASIS)
    averaged = RunningMean(network, steps, last=AVERAGED, keep=KEEP)
    step = 0
    for epoch in range(epochs):
        network.train()
        losses = []
        for batch in batches(learned, order):
            ids, hints, mask, targets = tensors(batch)
            hints = hints * (torch.rand(len(batch), 1) >= HINT_DROPOUT)
            with torch.autocast("cpu", torch.bfloat16):
                logits = network(ids, hints, mask)
            loss = -(targets * emphasis * functional.log_softmax(logits.float(), -1)).sum(-1).mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
            step += 1
            averaged.follow(network, step)
        echo(f"epoch {epoch + 1} of {epochs}: loss {np.mean(losses):.3f}")
    return averaged.network.eval()


def fit_temperature(network: Network, held: Sequence[Item]) -> float:
    """Return the temperature that gives the held-out targets the least cross-entropy.

    Source: Guo et al., "On Calibration of Modern Neural Networks", ICML 2017.
    """
    logits, targets = [], []
    with torch.no_grad():
        for start in range(0, len(held), BATCH):
            ids, hints, mask, target = tensors(held[start : start + BATCH])
            logits.append(network(ids, hints, mask))
            targets.append(target)
    grid = np.geomspace(0.3, 3.0, 60).tolist()
    return float(min(grid, key=lambda t: functional.cross_entropy(torch.cat(logits) / t, torch.cat(targets)).item()))


def export(model: Calibrated, path: Path) -> None:
    """Write a network for ONNX Runtime, its weights as 8-bit integers."""
    model.eval()
    network = model.network
    sample = (torch.tensor([[network.x, network.y, network.x]]), torch.zeros(1, len(CLASSES)))
    with TemporaryDirectory() as folder:
        full = Path(folder) / "full.onnx"
        torch.onnx.export(
            model,
            sample,
            full,
            input_names=["ids", "hint"],
            output_names=["probabilities"],
            dynamic_axes={"ids": {1: "length"}},
            opset_version=17,
            dynamo=False,
        )
        quantize_dynamic(full, path, weight_type=QuantType.QInt8, per_channel=True)
