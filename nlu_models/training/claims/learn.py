"""Learns the reader of claims, as ``nlu_models/training/configs/claims.toml`` says.

With teachers (``claims_taught.toml``), larger networks learn from the judged sentences, and the student from what they
believe of these and of sentences that nobody has judged; see ``nlu_models.training.claims.teachers``. Temperatures and
the bias against claiming are fitted on the dev part, whose pairs of things occur in no other part.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from copy import deepcopy
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Literal, NamedTuple

import click
import numpy as np
import torch
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field
from torch import Tensor, nn

from nlu_models.claims.marking import RowEncoder
from nlu_models.claims.reader import DESCRIPTION, NETWORK, ClaimReader, Scale
from nlu_models.training import encoders
from nlu_models.training.claims import join
from nlu_models.training.claims.examples import (
    MODALITIES,
    REASONS,
    SIDES,
    Judged,
    Question,
    judged,
    of_compsent,
    of_own,
    pass_of,
    some,
)
from nlu_models.training.claims.measure import calibration_error, dev_questions, scores
from nlu_models.training.claims.network import Network, Pace, item, items, learn, say
from nlu_models.training.claims.restored import restore
from nlu_models.training.claims.teachers import Teachers, Unjudged, read_unjudged, sides, taught
from nlu_models.training.claims.written import STRATUM, read_written
from nlu_models.training.examples import read_compsent
from nlu_models.training.quantization import quantize, share_words
from nlu_models.training.question.lean import LeanEncoder
from nlu_models.training.transformer import write_vocabulary

POINT: Final = "point"
"""The stratum of sentences that were judged for a use or property that people ask for."""
COMPSENT: Final = Path("compsent19") / "train.csv.gz"
VOCABULARY: Final = "vocabulary.json"
SECOND_RATE: Final = 0.6
"""The student learns so many times as fast after its first passes."""
TAUGHT_AVERAGED: Final = 0.4
"""Last share of the steps with teachers over whose weights a running mean is kept."""
KINDS: Final[tuple[Literal["favours", "properties"], ...]] = ("favours", "properties")
BIASES: Final = [n / 20 for n in range(-10, 41)]
"""What may be added to the logit of ``NONE``."""


class ClaimsSettings(BaseModel):
    """A configuration file; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    task: Literal["claims"]
    encoder: str = "bge-small"
    """Of the student; see ``nlu_models.training.encoders.load``. Its vocabulary is BERT's, uncased."""
    layers: int = Field(default=6, ge=1)
    """Lowest layers of the encoder that are kept."""
    epochs: int = Field(ge=1, le=20)
    batch: int = Field(default=24, ge=1)
    rate: float = Field(default=1e-4, gt=0)
    compsent: float = Field(default=0.5, ge=0)
    """What a row of CompSent-19 counts; 0 to leave them out."""
    teachers: Teachers | None = None
    """Who is learned from besides; None to learn from the judged sentences alone."""
    late: tuple[str, ...] = ()
    """Strata of the judged sentences that come in only after ``epochs`` passes."""
    late_epochs: int = Field(default=1, ge=1, le=20)
    """Passes after those, if any stratum is late."""
    older: float = Field(default=1.0, ge=0, le=1)
    """Share of the other judged sentences that come beside the late strata."""
    start: str = ""
    """A served network that goes on with the late strata or with teachers; empty to learn from the first pass on."""
    frozen: int = Field(default=0, ge=0)
    """Lowest layers of it that learn nothing more, nor what is below them."""
    precision: dict[Literal["favours", "properties"], float]
    """Least precision of the claimed sides on the dev part, for each kind of question."""
    seed: int


class Material(NamedTuple):
    """What there is to learn from."""

    train: list[Judged]
    early: list[Judged]
    """Those of ``train`` that the first passes take."""
    late: list[Judged]
    """The others."""
    dev: list[Judged]
    test: list[Judged]
    points: list[Judged]
    """Those of the test part that were judged for what people ask for, and for nothing else."""
    more: list[Question]
    """Rows of CompSent-19 and own sentences."""
    unjudged: list[Unjudged]
    """Sentences without labels."""

    def held_out(self) -> dict[str, list[tuple[Literal["favours", "properties"], list[Question]]]]:
        """Return the questions of the held-out parts, for each kind of which there are some."""
        parts = {"dev": self.dev, "test": self.test, "points": self.points}
        return {
            part: [one for one in zip(KINDS, dev_questions(sentences), strict=True) if one[1]]
            for part, sentences in parts.items()
        }


def train(config: Mapping[str, Any], data: Path, out: Path, *, search: bool) -> None:
    """Learn, measure on the dev and test parts, and write; see ``nlu_models.training``.

    Raises:
        click.ClickException: A search was asked for.
    """
    settings = ClaimsSettings(**config)
    if search:
        raise click.ClickException("--search: the reader of claims has no grid to search")
    out.mkdir(parents=True, exist_ok=True)
    material = read(data, settings)
    order = random.Random(settings.seed)
    torch.manual_seed(settings.seed)
    network, encoder = student(settings, out)

    def passed(network: Network, sentences: Sequence[Judged], epochs: int, rate: float) -> Network:
        """Return the network after passes over judged sentences."""
        passes = [
            items([*pass_of(sentences, order), *some(material.more, order)], encoder, order) for _ in range(epochs)
        ]
        return learn(network, passes, Pace(settings.batch, rate), order)

    kept = out / "student.pt"
    if settings.start:
        restore(network, Path(settings.start))
        for still in (network.encoder.embeddings, *network.encoder.encoder.layer[: settings.frozen]):
            still.requires_grad_(not settings.frozen)
    elif kept.exists():
        network.load_state_dict(torch.load(kept))
    else:
        network = passed(network, material.early, settings.epochs, settings.rate)
        torch.save(network.state_dict(), kept)
    if settings.late:
        if not settings.start:
            report("student before the late strata", network, encoder, material)
        older = order.sample(material.early, round(settings.older * len(material.early)))
        network = passed(network, [*material.late, *older], settings.late_epochs, settings.rate * SECOND_RATE)
    if settings.teachers:
        report("student without teachers", network, encoder, material)
        learned = taught(
            settings.teachers,
            material.train,
            material.more,
            material.unjudged,
            out,
            lambda name, network, encoder: report(name, network, encoder, material),
            order,
        )
        pace = Pace(settings.batch, settings.rate, averaged=TAUGHT_AVERAGED)
        before = deepcopy(network).cpu()
        network = between(before, learn(network, [items(learned, encoder, order)], pace, order).cpu())
    finish(network, encoder, material, settings, out)


def between(before: Network, after: Network) -> Network:
    """Return the network halfway from one to what it has become.

    Source: Wortsman et al., "Robust fine-tuning of zero-shot models", CVPR 2022, equation 1, with a coefficient of .5.
    """
    with torch.no_grad():
        for now, then in zip(after.parameters(), before.parameters(), strict=True):
            now.lerp_(then, 0.5)
    return after


def read(data: Path, settings: ClaimsSettings) -> Material:
    """Read the judged sentences and the other material."""
    rows = join.joined(data)
    held = {row["sentence"] for split in ("dev", "test") for row in rows[split]}
    more = of_own()
    if settings.compsent:
        compsent = read_compsent(data / COMPSENT)
        more += of_compsent([one for one in compsent if one.pairing.sentence not in held], settings.compsent)
    unjudged = read_unjudged(data) if settings.teachers else []
    dev = judged(rows["dev"])
    test, points = (
        judged(row for row in rows["test"] if (row["stratum"] == POINT) is wanted) for wanted in (False, True)
    )
    early, late = (
        [
            *judged(row for row in rows["train"] if (row["stratum"] in settings.late) is wanted),
            *(read_written() if (STRATUM in settings.late) is wanted else ()),
        ]
        for wanted in (False, True)
    )
    return Material([*early, *late], early, late, dev, test, points, more, unjudged)


def student(settings: ClaimsSettings, out: Path) -> tuple[Network, RowEncoder]:
    """Return the untrained student and what makes its ids."""
    words = Path(encoders.locate_tokenizer(settings.encoder)) / "vocab.txt"
    encoder = RowEncoder(write_vocabulary(words, out / VOCABULARY))
    body = encoders.load(settings.encoder, attn_implementation="eager")
    body.encoder.layer = body.encoder.layer[: settings.layers]
    body.config.num_hidden_layers = settings.layers
    return Network(body, encoder.x, encoder.y, (encoder.id("x"), encoder.id("y")), 0), encoder


def fit_temperature(logits: NDArray[np.float64], wanted: NDArray[np.int64]) -> float:
    """Return the temperature that gives the right sides the least cross-entropy.

    Source: Guo et al., "On Calibration of Modern Neural Networks", ICML 2017.
    """
    grid = np.geomspace(0.5, 4.0, 80).tolist()
    return float(min(grid, key=lambda one: _cross_entropy(softmax(logits / one), wanted)))


def fit_bias(probabilities: NDArray[np.float64], wanted: NDArray[np.int64], precision: float) -> float:
    """Return the least bias on ``NONE`` with which the claimed sides reach a precision; the largest if none does."""
    for bias in BIASES:
        if scores(biased(probabilities, bias), wanted).precision >= precision:
            return bias
    return BIASES[-1]


def biased(probabilities: NDArray[np.float64], bias: float) -> NDArray[np.float64]:
    """Return probabilities after a bias is added to the logit of ``NONE``."""
    found = probabilities * np.exp([0.0] * (len(SIDES) - 1) + [bias])
    scaled: NDArray[np.float64] = found / found.sum(1, keepdims=True)
    return scaled


def softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the probabilities of rows of logits."""
    powers = np.exp(logits - logits.max(1, keepdims=True))
    found: NDArray[np.float64] = powers / powers.sum(1, keepdims=True)
    return found


def _cross_entropy(probabilities: NDArray[np.float64], wanted: NDArray[np.int64]) -> float:
    return float(-np.log(np.maximum(probabilities[np.arange(len(wanted)), wanted], 1e-9)).mean())


def answers(
    network: Network, encoder: RowEncoder, questions: Sequence[Question]
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return the logits of the sides and the right sides; things too far apart are surely ``NONE``."""
    logits = sides(network, encoder, questions).astype(np.float64)
    return logits, np.array([int(np.argmax(question.target)) for question in questions])


def report(name: str, network: Network, encoder: RowEncoder, material: Material) -> None:
    """Print how a network does on the held-out parts as it is."""
    for part, asked_for in material.held_out().items():
        for kind, questions in asked_for:
            logits, wanted = answers(network, encoder, questions)
            click.echo(f"{name}, {part}, {kind}: {scores(logits, wanted)}")
            if kind == "favours":
                asked = [(one, found) for one in questions if (found := item(one, encoder)) is not None]
                said = say(network, [found for _, found in asked])
                reason = np.mean(
                    [int(r.argmax()) == one.reason for (one, _), (_, r, _, _) in zip(asked, said, strict=True)]
                )
                modality = np.mean(
                    [int(m.argmax()) == one.modality for (one, _), (_, _, m, _) in zip(asked, said, strict=True)]
                )
                click.echo(f"{name}, {part}: reasons right {reason:.3f}, modality right {modality:.3f}")


def finish(network: Network, encoder: RowEncoder, material: Material, settings: ClaimsSettings, out: Path) -> None:
    """Write a student as it is served, calibrate that on the dev part and measure it; the network is used up."""
    report("student", network, encoder, material)
    scales: dict[str, Scale] = {
        kind: Scale(fit_temperature(*answers(network, encoder, questions)), 0.0)
        for kind, questions in zip(KINDS, dev_questions(material.dev), strict=True)
    }
    export(network, out / NETWORK)
    describe(scales, out)
    for kind, questions in zip(KINDS, dev_questions(material.dev), strict=True):
        bias = fit_bias(*served(out, questions), settings.precision[kind])
        scales[kind] = scales[kind]._replace(bias=bias)
    describe(scales, out)
    for part, asked_for in material.held_out().items():
        for kind, questions in asked_for:
            found = served(out, questions)
            click.echo(f"served, {part}, {kind}: {scores(*found)}, ECE {calibration_error(*found):.3f} {scales[kind]}")


def served(folder: Path, questions: Sequence[Question]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return the probabilities of the sides as the reader in a folder gives them, and the right sides."""
    beliefs = ClaimReader(folder=folder).compare([(question.marked, question.words) for question in questions])
    rows = [
        (belief if question.marked.x_is_first else belief.flipped()).probabilities.values()
        for belief, question in zip(beliefs, questions, strict=True)
    ]
    return np.array([[*row] for row in rows]), np.array([int(np.argmax(one.target)) for one in questions])


def describe(scales: Mapping[str, Scale], folder: Path) -> None:
    """Write what the reader has to know beside the network that is there, and a name for both."""
    rounded = {kind: {"temperature": round(one.temperature, 3), "bias": one.bias} for kind, one in scales.items()}
    model = blake2b((folder / NETWORK).read_bytes() + json.dumps(rounded).encode(), digest_size=8).hexdigest()
    description = {"model": model, "sides": SIDES, "reasons": REASONS, "modalities": MODALITIES, **rounded}
    (folder / DESCRIPTION).write_text(json.dumps(description, indent=1) + "\n", "utf-8")


class Served(nn.Module):
    """A network written out for serving."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network
        self.network.encoder = LeanEncoder(network.encoder)

    def forward(self, ids: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Return the logits of side, reason, modality and condition."""
        return tuple(self.network(ids))


def export(network: Network, path: Path) -> None:
    """Write a network for ONNX Runtime, its weights as 8-bit integers; the network is used up."""
    names = ("side", "reason", "modality", "condition")
    write_network(Served(network).eval(), path, names, own=(network.x, network.y))


def write_network(served: nn.Module, path: Path, names: Sequence[str], *, own: tuple[int, int]) -> None:
    """Write what reads ids for ONNX Runtime, its weights as 8-bit integers.

    Args:
        served: Says something of rows of ids; what it calls ``condition`` of each id.
        path: Where to write.
        names: Of what it says.
        own: Ids of the markers, whose vectors are the reader's own.
    """
    x, y = own
    sample = torch.tensor([[101, 2488, 102, x, 2003, y, 102], [101, 102, x, y, 102, 0, 0]])
    of_ids = {0: "batch", 1: "length"}
    with TemporaryDirectory() as folder:
        full, small = Path(folder, "full.onnx"), Path(folder, "small.onnx")
        torch.onnx.export(
            served.cpu(),
            (sample,),
            full,
            input_names=["ids"],
            output_names=list(names),
            dynamic_axes={
                "ids": of_ids,
                **{name: of_ids if name == "condition" else {0: "batch"} for name in names},
            },
            opset_version=17,
            dynamo=False,
        )
        quantize(full, small)
        share_words(small, path, own=own)
