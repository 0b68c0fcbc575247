"""Learns how convincing a sentence is as evidence, as ``nlu_models/training/configs/quotes.toml`` says.

The judge goes on from the reader of claims: a copy of it gets a head over the state at the thing that a sentence is
quoted for and the one at the other thing, and learns from the judged quotes of ``data/quotes``. That a sentence is
wrong for the other thing, and what is wrong for both, it learns from ``data/claims`` as well.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

import click
import numpy as np
import torch
from pydantic import BaseModel, ConfigDict, Field
from sklearn.metrics import roc_auc_score
from torch import Tensor, nn
from torch.nn import functional

from engine.text.tokens import clean
from engine.text.word_pieces import WordPieces
from engine.trained import TRAINED
from engine.types import OVERALL, ComparisonInstance
from nlu_models.claims.judge import NETWORK, as_asked
from nlu_models.claims.marking import RowEncoder, mark, place
from nlu_models.training import encoders
from nlu_models.training.claims import join
from nlu_models.training.claims.examples import LEARNED_WITHOUT_NAMES
from nlu_models.training.claims.join import SPLITS, read_lines, sentences
from nlu_models.training.claims.learn import VOCABULARY, write_network
from nlu_models.training.claims.network import DECAY, HEAD_RATE, Network, descend, padded
from nlu_models.training.claims.restored import restore
from nlu_models.training.question.lean import LeanEncoder

JUDGED: Final = Path(__file__).parents[3] / "data" / "quotes"
TURNED: Final = 0.3
"""Share of the quotes that are no evidence for the other thing, either, as is told besides."""
TEMPTING: Final = ("other_sense", "third_thing", "part_or_version_only", "hypothetical", "irony")
"""Reasons why sentences that seem to claim something are no evidence."""
WHY: Final = 0.3
"""What the loss of the reasons counts, beside that of the grades."""


class JudgeSettings(BaseModel):
    """A configuration file; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    task: Literal["quotes"]
    layers: int = Field(default=6, ge=1, le=6)
    """Lowest layers of the reader that are kept."""
    epochs: int = Field(ge=1, le=20)
    batch: int = Field(default=16, ge=1)
    rate: float = Field(default=8e-5, gt=0)
    """Of the top layer."""
    claims: int = Field(default=0, ge=0)
    """Judged claims that each pass takes besides."""
    seed: int


class Item(NamedTuple):
    """A quote as ids, and how it was judged."""

    ids: list[int]
    for_x: bool
    """Whether it is quoted for ``X``."""
    sound: bool
    """Whether it is not wrong."""
    right: bool | None
    """Whether it is right; None where that is not known."""
    reason: int = -1
    """Which of the grades and reasons of the training part it has; -1 for none of them."""


class Judge(nn.Module):
    """A reader of claims whose head says how convincing a sentence is for one of its things."""

    def __init__(self, network: Network, reasons: int) -> None:
        """Take the reader over, and what its head for sides has learned first.

        Args:
            network: The reader.
            reasons: Grades and reasons that are told apart while it learns.
        """
        super().__init__()
        self.network = network
        size = network.encoder.config.hidden_size
        self.head = nn.Sequential(nn.Linear(4 * size, size), nn.GELU(), nn.Dropout(0.1), nn.Linear(size, 2 + reasons))
        self.head[0].load_state_dict(network.side[0].state_dict())

    def forward(self, ids: Tensor) -> tuple[Tensor, Tensor]:
        """Return what is said of rows of ids if they are quoted for ``X``, and for ``Y``.

        The first column is the logit of "not wrong", the second that of "right", the others those of the reasons.
        """
        first, whole, x, y = self.network.pooled(ids, self.network.states(ids))
        both = [torch.cat([first, whole, *things], -1) for things in ((x, y), (y, x))]
        for_x, for_y = self.head(self.network.dropout(torch.cat(both))).chunk(2)
        return for_x, for_y


class Served(Judge):
    """A judge written out for serving."""

    def __init__(self, judge: Judge) -> None:
        """Take a judge over, which is used up."""
        nn.Module.__init__(self)
        self.network, self.head = judge.network, judge.head
        self.network.encoder = LeanEncoder(judge.network.encoder)

    def forward(self, ids: Tensor) -> Tensor:
        """Return the expected grade of each row, from 0 for wrong to 1 for right: quoted for ``X``, and for ``Y``."""
        return torch.stack([torch.sigmoid(said[:, :2]).mean(-1) for said in super().forward(ids)], -1)


def train(config: Mapping[str, Any], data: Path, out: Path, *, search: bool) -> None:
    """Learn, measure on the dev and test parts, and write; see ``nlu_models.training``.

    Raises:
        click.ClickException: A search was asked for.
    """
    settings = JudgeSettings(**config)
    if search:
        raise click.ClickException("--search: the judge of quotes has no grid to search")
    out.mkdir(parents=True, exist_ok=True)
    rows = read(data)
    order = random.Random(settings.seed)
    torch.manual_seed(settings.seed)
    encoder = RowEncoder(WordPieces(TRAINED / VOCABULARY))
    body = encoders.load("bge-small", attn_implementation="eager")
    body.encoder.layer = body.encoder.layer[:6]
    body.config.num_hidden_layers = 6
    reader = Network(body, encoder.x, encoder.y, (encoder.id("x"), encoder.id("y")), 0)
    restore(reader, TRAINED / "claims.onnx")
    body.encoder.layer = body.encoder.layer[: settings.layers]
    reasons = sorted({(row["grade"], row["reason"]) for row in rows["train"]})
    judge = Judge(reader, len(reasons))
    held = {row["id"] for split in SPLITS[1:] for row in rows[split]}
    claims = [row for row in join.joined(data)["train"] if row["id"] not in held and _seems_to_claim(row)]
    passes = [
        [
            *items(rows["train"], encoder, reasons, order),
            *of_claims(order.sample(claims, settings.claims), encoder, order),
        ]
        for _ in range(settings.epochs)
    ]
    judge = learn(judge, passes, settings, order)
    for split in SPLITS[1:]:
        report(split, judge, list(items(rows[split], encoder, reasons)))
    torch.save(judge.state_dict(), out / "judge.pt")
    export(judge, out / NETWORK)


def read(data: Path) -> dict[str, list[dict[str, Any]]]:
    """Return the judged quotes of each split, with the sentence as an instance and the property that was asked for."""
    rows = {split: read_lines(JUDGED / f"{split}.jsonl") for split in SPLITS}
    texts = dict(sentences(data, {row["id"] for found in rows.values() for row in found}))
    for found in rows.values():
        for row in found:
            row["instance"] = ComparisonInstance(clean(texts[row["id"]]), *row["things"])
            row["words"] = row["about"][0] if row["asked"] else OVERALL
    return rows


def items(
    rows: Iterable[Mapping[str, Any]],
    encoder: RowEncoder,
    reasons: Sequence[tuple[str, str]],
    order: random.Random | None = None,
) -> Iterable[Item]:
    """Yield judged quotes as ids, without those whose things are too far apart.

    Args:
        rows: As ``read`` returns them.
        encoder: Makes the ids.
        reasons: Grades and reasons that are told apart.
        order: With it, the names of the things are left out of some rows.
    """
    for row in rows:
        marked = mark(row["instance"])
        names = order is None or order.random() >= LEARNED_WITHOUT_NAMES
        found = None if marked is None else encoder.encode(as_asked(row["words"]), marked, names=names)
        if found is not None and marked is not None:
            why, sound = (row["grade"], row["reason"]), row["grade"] != "wrong"
            for_x = marked.x_is_first is (row["side"] == "first")
            reason = reasons.index(why) if why in reasons else -1
            yield Item(found.ids, for_x, sound, row["grade"] == "right", reason)
            if order is not None and sound and order.random() < TURNED:
                yield Item(found.ids, not for_x, sound=False, right=False)


def of_claims(rows: Iterable[Mapping[str, Any]], encoder: RowEncoder, order: random.Random) -> Iterable[Item]:
    """Yield judged claims as quotes: for whom a sentence speaks, in general or in a property, and for whom it does not.

    Whether what speaks for a thing is right or weak is not known.
    """
    for row in rows:
        marked = place(row["sentence"], row["first_spans"], row["second_spans"])
        told = [(one["property"], one["more"]) for name in ("claims", "probes") for one in row.get(name, ())]
        if "favours" in row:
            told += [(OVERALL, row["favours"])] * (len(told) or 1)
        words, side = order.choice(told)
        found = encoder.encode(as_asked(words), marked) if marked else None
        if found is not None and marked is not None and side != "equal":
            for_first = order.random() < 0.5
            sound = side == ("first" if for_first else "second")
            yield Item(found.ids, marked.x_is_first is for_first, sound, None if sound else False)


def _seems_to_claim(row: Mapping[str, Any]) -> bool:
    told = (one["more"] != "none" for name in ("claims", "probes") for one in row.get(name, ()))
    return row.get("favours", "none") != "none" or row.get("not_evidence", "") in TEMPTING or any(told)


def said(judge: Judge, batch: Sequence[Item]) -> Tensor:
    """Return what a judge says of items, each quoted for the thing that it was judged for."""
    with torch.autocast("cpu", torch.bfloat16):
        for_x, for_y = judge(padded([one.ids for one in batch], judge.network.padding))
    return torch.where(torch.tensor([[one.for_x] for one in batch]), for_x, for_y).float()


def loss_of(found: Tensor, batch: Sequence[Item]) -> Tensor:
    """Return the loss of a batch: whether each is not wrong and whether it is right, and the reason."""
    wanted = torch.tensor([[float(one.sound), float(bool(one.right))] for one in batch])
    known = torch.tensor([[1.0, float(one.right is not None)] for one in batch])
    loss = functional.binary_cross_entropy_with_logits(found[:, :2], wanted, weight=known)
    rows = [n for n, one in enumerate(batch) if one.reason >= 0]
    if not rows:
        return loss
    reason = functional.cross_entropy(found[rows, 2:], torch.tensor([batch[n].reason for n in rows]))
    return loss + WHY * reason * len(rows) / len(batch)


def learn(judge: Judge, passes: Sequence[Sequence[Item]], settings: JudgeSettings, order: random.Random) -> Judge:
    """Fit a judge and return it with the running mean of its weights."""
    layers = list(judge.network.encoder.encoder.layer)
    groups: list[dict[str, Any]] = [
        {"params": list(one.parameters()), "lr": settings.rate * DECAY**n} for n, one in enumerate(reversed(layers))
    ]
    judge.network.encoder.embeddings.requires_grad_(False)
    groups.append({"params": list(judge.head.parameters()), "lr": HEAD_RATE})
    return descend(judge, groups, passes, settings.batch, order, lambda batch: loss_of(said(judge, batch), batch))


def report(split: str, judge: Judge, found: Sequence[Item]) -> None:
    """Print how well a judge tells right from other quotes, and wrong ones from others."""
    with torch.no_grad():
        logits = np.vstack([said(judge, found[at : at + 32]).numpy() for at in range(0, len(found), 32)])
    expected = (1 / (1 + np.exp(-logits[:, :2]))).mean(1)
    right = roc_auc_score([bool(one.right) for one in found], expected)
    wrong = roc_auc_score([one.sound for one in found], expected)
    click.echo(f"{split}, {len(found)} quotes: AUC of right {right:.3f}, of wrong {wrong:.3f}")


def export(judge: Judge, path: Path) -> None:
    """Write a judge for ONNX Runtime, its weights as 8-bit integers; the judge is used up."""
    write_network(Served(judge).eval(), path, ("convincing",), own=(judge.network.x, judge.network.y))
