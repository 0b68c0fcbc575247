"""Writes a learned reader for serving: a folder that ``LearnedQuestionParser`` loads, its second opinion apart."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from onnx.external_data_helper import set_external_data
from torch import Tensor, nn

from engine.trained import TRAINED
from engine.types import Form
from nlu_models.question.parser import DESCRIPTION
from nlu_models.training.quantization import MARKS, WORDS, quantize
from nlu_models.training.question.data import INTENTS
from nlu_models.training.question.lean import LeanEncoder
from nlu_models.training.question.network import KINDS, LABELS, MARKERS, MAX_PIECES, Network

NETWORK: Final = "reader.onnx"
VOCABULARY: Final = "vocabulary.json"


@dataclass(frozen=True, slots=True)
class Calibration:
    """What turns logits into probabilities that come true as often as they say."""

    comparative: Mapping[str, tuple[float, float]]
    """Guideline → scale and shift of the logit; (1, 0) for the others."""
    kind: float = 1.0
    """Temperature of the kinds, > 0."""
    intent: float = 1.0
    """Temperature of the intents, > 0."""
    threshold: float = 0.5
    precise_threshold: float = 0.9
    """Probability of comparing from which 99 of 100 texts of the dev sets do."""


class Served(nn.Module):
    """A network with probabilities out."""

    def __init__(self, network: Network, calibration: Calibration) -> None:
        super().__init__()
        self.network, self.kind, self.intent = deepcopy(network), calibration.kind, calibration.intent
        self.network.encoder = LeanEncoder(self.network.encoder)
        lines = [calibration.comparative.get(name, (1.0, 0.0)) for name in MARKERS]
        self.lines = nn.Parameter(torch.tensor(lines), requires_grad=False)

    def forward(self, ids: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
        """Return whether it compares, of which kind it is, its tags, what it asks for, and the states."""
        reading = self.network(ids)
        line = self.lines[(ids[:, 1] - min(MARKERS.values())).clamp(min=0)]
        comparative = torch.sigmoid(reading.comparative * line[:, 0] + line[:, 1])
        return (
            comparative,
            (reading.kind / self.kind).softmax(-1),
            reading.tags.log_softmax(-1),
            (reading.intent / self.intent).softmax(-1),
            reading.states,
        )


def export(network: Network, calibration: Calibration, folder: Path) -> None:
    """Write what is served.

    Args:
        network: Learned.
        calibration: See there.
        folder: Where to write; must exist.
    """
    description = {
        "labels": LABELS,
        "kinds": KINDS,
        "intents": INTENTS,
        "guidelines": MARKERS,
        "default": {Form.QUESTION: "own_question", Form.STATEMENT: "own_statement"},
        "threshold": calibration.threshold,
        "precise_threshold": calibration.precise_threshold,
        "transitions": np.round(network.crf.scores.detach().double().numpy(), 4).tolist(),
        "max_pieces": MAX_PIECES,
    }
    (folder / DESCRIPTION).write_text(json.dumps(description, indent=1) + "\n", "utf-8")
    if folder != TRAINED:
        shutil.copy(TRAINED / VOCABULARY, folder)
    with TemporaryDirectory() as scratch:
        full, small = Path(scratch, "full.onnx"), Path(scratch, "small.onnx")
        to_onnx(Served(network, calibration), full)
        quantize(full, small)
        set_apart(small, folder)


def to_onnx(model: Served, path: Path) -> None:
    """Write a network with 32-bit weights."""
    first = min(MARKERS.values())
    sample = torch.tensor([[101, first, 2003, 5572, 102], [101, first, 2003, 102, 0]])
    torch.onnx.export(
        model.eval(),
        (sample,),
        path,
        input_names=["ids"],
        output_names=["comparative", "kind", "tags", "intent", "states"],
        dynamic_axes={
            "ids": {0: "batch", 1: "length"},
            "comparative": {0: "batch"},
            "kind": {0: "batch"},
            "tags": {0: "batch", 1: "length"},
            "intent": {0: "batch"},
            "states": {0: "batch", 1: "length"},
        },
        opset_version=17,
        dynamo=False,
    )


def set_apart(network: Path, folder: Path) -> None:
    """Write a network as ``NETWORK``, its word vectors, the largest tensor, as ``WORDS`` beside it."""
    model = onnx.load(network)
    largest = max(model.graph.initializer, key=lambda tensor: len(tensor.raw_data))
    words, before = numpy_helper.to_array(largest).copy(), np.fromfile(TRAINED / WORDS, np.uint8)
    if words.size == before.size:
        words[[*MARKS]] = before.reshape(words.shape)[[*MARKS]]
    (folder / WORDS).write_bytes(words.tobytes())
    set_external_data(largest, WORDS, offset=0, length=len(largest.raw_data))
    largest.ClearField("raw_data")
    (folder / NETWORK).write_bytes(model.SerializeToString())
