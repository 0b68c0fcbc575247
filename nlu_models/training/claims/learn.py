"""Learns the reader of claims, as ``nlu_models/training/configs/claims.toml`` says.

A larger network, the teacher, learns from the judged sentences; the student learns from them and from what the teacher
believes of sentences that nobody has judged. Temperatures and the bias against claiming are fitted on the dev part,
whose pairs of things occur in no other part.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Literal, NamedTuple

import click
import numpy as np
import torch
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field
from tokenizers import Tokenizer
from torch import Tensor, nn

from nlu_models.claims.marking import MARKERS, RowEncoder, place
from nlu_models.claims.reader import DESCRIPTION, NETWORK
from nlu_models.training import encoders
from nlu_models.training.claims import join
from nlu_models.training.claims.examples import (
    MODALITIES,
    REASONS,
    SIDES,
    Asker,
    Judged,
    Question,
    judged,
    of_compsent,
    of_own,
)
from nlu_models.training.claims.measure import calibration_error, dev_questions, scores
from nlu_models.training.claims.network import Item, Network, Pace, item, learn, say
from nlu_models.training.examples import read_compsent
from nlu_models.training.quantization import quantize
from nlu_models.training.question.lean import LeanEncoder
from nlu_models.training.transformer import write_vocabulary

UNJUDGED: Final = "unlabelled.jsonl"
COMPSENT: Final = Path("compsent19") / "train.csv.gz"
VOCABULARY: Final = "vocabulary.json"
MORE: Final = 0.5
"""Share of CompSent-19 and the own sentences that each pass takes."""
BIASES: Final = np.linspace(0.0, 2.0, 41)
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
    teacher: str = ""
    """Encoder of the teacher; empty to learn from the judged sentences alone."""
    teacher_epochs: int = Field(default=2, ge=1, le=20)
    teacher_batch: int = Field(default=16, ge=1)
    teacher_rate: float = Field(default=4e-5, gt=0)
    precision: float = Field(default=0.9, ge=0, le=1)
    """Least precision of the claimed sides on the dev part."""
    seed: int


class Material(NamedTuple):
    """What there is to learn from."""

    train: list[Judged]
    dev: list[Judged]
    test: list[Judged]
    more: list[Question]
    """Rows of CompSent-19 and own sentences."""
    unjudged: list[Judged]
    """Sentences without labels."""


def train(config: Mapping[str, Any], data: Path, out: Path, *, search: bool) -> None:
    """Learn, measure on the dev and test parts, and write; see ``nlu_models.train``.

    Raises:
        click.ClickException: A search was asked for.
    """
    settings = ClaimsSettings(**config)
    if search:
        raise click.ClickException("--search: the reader of claims has no grid to search")
    out.mkdir(parents=True, exist_ok=True)
    material = read(data, settings)
    believed: list[list[Question]] = []
    if settings.teacher:
        believed = taught(settings, material, out)
    random_of = random.Random(settings.seed)
    torch.manual_seed(settings.seed)
    network, encoder = student(settings, out)
    passes = []
    for epoch in range(settings.epochs):
        questions = pass_of(material, random_of) + (believed[epoch % len(believed)] if believed else [])
        passes.append(items(questions, encoder, random_of))
        click.echo(f"pass {epoch + 1}: {len(passes[-1])} rows")
    network = learn(network, passes, Pace(settings.epochs, settings.batch, settings.rate), random_of)
    finish(network, encoder, material, settings, out)


def read(data: Path, settings: ClaimsSettings) -> Material:
    """Read the judged sentences and the other material."""
    rows = join.joined(data)
    held = {row["sentence"] for split in ("dev", "test") for row in rows[split]}
    more = of_own()
    if settings.compsent:
        compsent = read_compsent(data / COMPSENT)
        more += of_compsent([one for one in compsent if one.pairing.sentence not in held], settings.compsent)
    unjudged: list[Judged] = []
    if settings.teacher:
        unread = join.read_lines(join.JUDGED / UNJUDGED)
        texts = dict(join.sentences(data, (row["id"] for row in unread)))
        for row in unread:
            marked = place(texts[row["id"]], row["first"], row["second"])
            if marked is not None:
                unjudged.append(Judged(marked, "none", (), "asserted", None, ""))
    train, dev, test = (judged(rows[split]) for split in join.SPLITS)
    return Material(train, dev, test, more, unjudged)


def pass_of(material: Material, order: random.Random) -> list[Question]:
    """Return the questions of one pass over the judged sentences and the other material."""
    asker = Asker(material.train, order)
    return [question for sentence in material.train for question in asker.questions(sentence)] + [
        question for question in material.more if order.random() < MORE
    ]


def items(questions: Iterable[Question], encoder: RowEncoder, order: random.Random | None = None) -> list[Item]:
    """Return questions as ids, without those whose things are too far apart."""
    return [found for question in questions if (found := item(question, encoder, order)) is not None]


def student(settings: ClaimsSettings, out: Path) -> tuple[Network, RowEncoder]:
    """Return the untrained student and what makes its ids."""
    words = Path(encoders.locate_tokenizer(settings.encoder)) / "vocab.txt"
    encoder = RowEncoder(write_vocabulary(words, out / VOCABULARY))
    body = encoders.load(settings.encoder, attn_implementation="eager")
    body.encoder.layer = body.encoder.layer[: settings.layers]
    body.config.num_hidden_layers = settings.layers
    return Network(body, encoder.x, encoder.y, (encoder.id("x"), encoder.id("y")), 0), encoder


def teacher(settings: ClaimsSettings) -> tuple[Network, RowEncoder]:
    """Return the untrained teacher and what makes its ids."""
    folder = Path(encoders.locate(settings.teacher))
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    body = encoders.load(settings.teacher, attn_implementation="eager")
    known = tokenizer.get_vocab()
    start, end = ("<s>", "</s>") if "<s>" in known else ("[CLS]", "[SEP]")
    encoder = RowEncoder(tokenizer, start=start, end=end, markers=MARKERS)
    return Network(body, encoder.x, encoder.y, (known["x"], known["y"]), known.get("<pad>", 0)), encoder


def taught(settings: ClaimsSettings, material: Material, out: Path) -> list[list[Question]]:
    """Learn a teacher, unless ``out`` keeps one, and return what it believes of the unjudged sentences.

    Returns:
        Questions for two passes: whom each sentence favours in both, and other properties in each.
    """
    order = random.Random(settings.seed)
    torch.manual_seed(settings.seed)
    network, encoder = teacher(settings)
    kept = out / "teacher.pt"
    if kept.exists():
        network.load_state_dict(torch.load(kept))
    else:
        passes = [items(pass_of(material, order), encoder, order) for _ in range(settings.teacher_epochs)]
        pace = Pace(settings.teacher_epochs, settings.teacher_batch, settings.teacher_rate)
        network = learn(network, passes, pace, order)
        torch.save(network.state_dict(), kept)
    report("teacher", network, encoder, material)
    return believed(network, encoder, material, order)


def believed(network: Network, encoder: RowEncoder, material: Material, order: random.Random) -> list[list[Question]]:
    """Return questions on the unjudged sentences with the teacher's probabilities as targets."""
    asker = Asker(material.train, order)
    general = [asker.questions(sentence)[0] for sentence in material.unjudged]
    found = []
    for _ in range(2):
        special = [question for one in material.unjudged for question in asker.unjudged(one)]
        found.append(_believed(network, encoder, special))
    whole = _believed(network, encoder, general)
    return [whole + special for special in found]


def _believed(network: Network, encoder: RowEncoder, questions: Sequence[Question]) -> list[Question]:
    asked = [(question, found) for question in questions if (found := item(question, encoder)) is not None]
    answers = say(network, [found for _, found in asked])
    return [
        question._replace(
            target=tuple(side.softmax(-1).tolist()),
            reason=int(reason.argmax()) if question.reason >= 0 else -1,
            modality=int(modality.argmax()) if question.modality >= 0 else -1,
        )
        for (question, _), (side, reason, modality, _) in zip(asked, answers, strict=True)
    ]


class Fitted(NamedTuple):
    """What turns the logits of one kind of question into probabilities."""

    temperature: float
    bias: float
    """Added to the logit of ``NONE`` after the temperature, so that the most probable side is claimed as seldom as
    the precision asks for."""


def fit(logits: NDArray[np.float64], wanted: NDArray[np.int64], precision: float) -> Fitted:
    """Return the temperature of least cross-entropy, and the least bias that reaches a precision.

    Source: Guo et al., "On Calibration of Modern Neural Networks", ICML 2017.
    """
    grid = np.geomspace(0.5, 4.0, 80)
    temperature = float(min(grid, key=lambda one: _cross_entropy(softmax(logits / one), wanted)))
    for bias in BIASES.tolist():
        if scores(softmax(biased(logits / temperature, bias)), wanted).precision >= precision:
            return Fitted(temperature, bias)
    return Fitted(temperature, float(BIASES[-1]))


def biased(logits: NDArray[np.float64], bias: float) -> NDArray[np.float64]:
    """Return logits with a bias on ``NONE``."""
    return logits + np.array([0.0] * (len(SIDES) - 1) + [bias])


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
    asked = [(n, found) for n, question in enumerate(questions) if (found := item(question, encoder)) is not None]
    logits = np.tile(np.array([0.0, 0.0, 0.0, 9.0]), (len(questions), 1))
    for (n, _), (side, *_) in zip(asked, say(network, [found for _, found in asked]), strict=True):
        logits[n] = side.double().numpy()
    return logits, np.array([int(np.argmax(question.target)) for question in questions])


def report(name: str, network: Network, encoder: RowEncoder, material: Material) -> None:
    """Print how a network does on the held-out parts as it is."""
    for part, sentences in (("dev", material.dev), ("test", material.test)):
        for kind, questions in zip(("favours", "properties"), dev_questions(sentences), strict=True):
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
    """Calibrate a student on the dev part, measure it and write it."""
    torch.save(network.state_dict(), out / "student.pt")
    report("student", network, encoder, material)
    fitted: dict[str, Fitted] = {}
    for kind, questions in zip(("favours", "properties"), dev_questions(material.dev), strict=True):
        fitted[kind] = fit(*answers(network, encoder, questions), settings.precision)
    for part, sentences in (("dev", material.dev), ("test", material.test)):
        for kind, questions in zip(("favours", "properties"), dev_questions(sentences), strict=True):
            logits, wanted = answers(network, encoder, questions)
            probabilities = softmax(biased(logits / fitted[kind].temperature, fitted[kind].bias))
            error = calibration_error(probabilities, wanted)
            click.echo(f"calibrated, {part}, {kind}: {scores(probabilities, wanted)}, ECE {error:.3f} {fitted[kind]}")
    (out / DESCRIPTION).write_text(json.dumps(describe(fitted), indent=1) + "\n", "utf-8")
    export(network, out / NETWORK)


def describe(fitted: Mapping[str, Fitted]) -> dict[str, Any]:
    """Return what the reader has to know beside the network."""
    scales = {kind: one._asdict() for kind, one in fitted.items()}
    return {"sides": SIDES, "reasons": REASONS, "modalities": MODALITIES, **scales}


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
    served = Served(network).eval()
    sample = torch.tensor(
        [[101, 2488, 102, network.x, 2003, network.y, 102], [101, 102, network.x, network.y, 102, 0, 0]]
    )
    names = ("side", "reason", "modality", "condition")
    with TemporaryDirectory() as folder:
        full = Path(folder) / "full.onnx"
        torch.onnx.export(
            served,
            (sample,),
            full,
            input_names=["ids"],
            output_names=list(names),
            dynamic_axes={
                "ids": {0: "batch", 1: "length"},
                **{name: {0: "batch"} for name in names[:-1]},
                "condition": {0: "batch", 1: "length"},
            },
            opset_version=17,
            dynamo=False,
        )
        quantize(full, path)
