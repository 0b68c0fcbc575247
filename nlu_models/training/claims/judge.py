"""Learns how convincing a sentence is as evidence, as ``nlu_models/training/configs/quotes.toml`` says.

The judge goes on from the reader of claims: a copy of it gets a head over the state at the thing that a sentence is
quoted for and the one at the other thing, and learns from the judged quotes of ``data/quotes``. That a sentence is
wrong for the other thing, and what is wrong for both, it learns from ``data/claims`` as well. With teachers, larger
judges learn the same first, and it learns what they believe of these quotes and of sentences that nobody has judged.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
from nlu_models.claims.marking import Marked, RowEncoder, mark, place
from nlu_models.training import encoders
from nlu_models.training.claims import join
from nlu_models.training.claims.examples import LEARNED_WITHOUT_NAMES, judged, pass_of, some
from nlu_models.training.claims.join import SPLITS, read_lines, sentences
from nlu_models.training.claims.learn import VOCABULARY, write_network
from nlu_models.training.claims.network import DECAY, DEVICE, Network, Pace, descend, padded, reading
from nlu_models.training.claims.restored import restore
from nlu_models.training.claims.teachers import Taught, open_questions, read_teacher, read_unjudged, sides
from nlu_models.training.question.lean import LeanEncoder

JUDGED: Final = Path(__file__).parents[3] / "data" / "quotes"
TURNED: Final = 0.3
"""Share of the quotes that are no evidence for the other thing, either, as is told besides."""
TEMPTING: Final = ("other_sense", "third_thing", "part_or_version_only", "hypothetical", "irony")
"""Reasons why sentences that seem to claim something are no evidence."""
WHY: Final = 0.3
"""What the loss of the reasons counts, beside that of the grades."""
SIDE: Final = 0.2
"""Teachers judge what they read with a side of more than this probability."""
ANSWERED: Final = 0.55
"""Share of the questions on judged sentences that they read besides."""
AT_ONCE: Final = 64


class TeachersOfJudge(Taught):
    """The part of a configuration file that says who is learned from."""

    folder: Path
    """Where ``learn`` kept the teachers of the reader, which go on as judges."""
    claims: int = Field(default=6000, ge=0)
    """Judged claims that each of their passes takes besides."""


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
    frozen: int = Field(default=0, ge=0)
    """Lowest layers that learn nothing more."""
    teachers: TeachersOfJudge | None = None
    """Who is learned from besides; None to learn from what was judged alone."""
    seed: int


class Quote(NamedTuple):
    """A sentence that is quoted for one of its things, and how that was judged."""

    marked: Marked
    words: str
    """The property that was asked for."""
    for_x: bool
    """Whether it is quoted for ``X``."""
    wanted: tuple[float, float] = (0.0, 0.0)
    """How probably it is not wrong, and right."""
    known: tuple[float, float] = (1.0, 1.0)
    """What each of these counts."""
    reason: int = -1
    """Which of the grades and reasons of the training part it has; -1 for none of them."""
    names: bool = True
    """Whether the names of the things are read."""


class Item(NamedTuple):
    """A quote as ids."""

    ids: list[int]
    quote: Quote


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
    for still in body.encoder.layer[: settings.frozen]:
        still.requires_grad_(False)
    held = {row["id"] for split in SPLITS[1:] for row in rows[split]}
    claims = [row for row in join.joined(data)["train"] if row["id"] not in held and _seems_to_claim(row)]
    reasons = sorted({(row["grade"], row["reason"]) for row in rows["train"]})

    def drawn(most: int) -> list[Quote]:
        """Return the quotes of a pass, and so many claims."""
        return [*quotes(rows["train"], reasons, order), *of_claims(order.sample(claims, most), order)]

    passes = [drawn(settings.claims) for _ in range(settings.epochs)]
    if settings.teachers:
        passes = [taught(settings.teachers, passes, drawn, data, order)]
    judge = Judge(reader, len(reasons))
    judge = learn(judge, [items(one, encoder) for one in passes], Pace(settings.batch, settings.rate), order)
    for split in SPLITS[1:]:
        report(split, judge, items(quotes(rows[split], reasons), encoder))
    torch.save(judge.state_dict(), out / "judge.pt")
    export(judge, out / NETWORK)


def taught(
    settings: TeachersOfJudge,
    passes: Sequence[Sequence[Quote]],
    drawn: Callable[[int], list[Quote]],
    data: Path,
    order: random.Random,
) -> list[Quote]:
    """Return quotes with what larger judges believe, beside what was judged.

    Args:
        settings: Who teaches.
        passes: Quotes that were judged.
        drawn: Draws such quotes for the teachers, with so many claims.
        data: Folder of the public data sets.
        order: Of everything.

    Returns:
        Those of ``passes``, and of the sentences that nobody has judged those in which every reader that goes on as a
        teacher sees a side, quoted for the likelier one or, now and then, for the other one.
    """
    material = join.joined(data)["train"]
    train = judged(material)
    asked = [*open_questions(read_unjudged(data), train, order), *some(pass_of(train, order), order, ANSWERED)]
    seen, said = [], []
    made = [one for found in passes for one in found]
    for seed in range(settings.number):
        network, encoder = read_teacher(settings.encoder, settings.folder / f"teacher{seed}.pt")
        seen.append(torch.tensor(sides(network, encoder, asked)).softmax(-1)[:, :2])
        reasons = 1 + max(one.reason for one in made)
        lessons = [items(drawn(settings.claims), encoder) for _ in range(settings.epochs)]
        judge = learn(Judge(network, reasons), lessons, Pace(settings.batch, settings.rate), order)
        said.append((judge, encoder))
    believed = torch.stack(seen).mean(0)
    sees_a_side = (torch.stack(seen).amax(-1) > SIDE).all(0)
    for question, of_x, chosen in zip(
        asked, (believed[:, 0] > believed[:, 1]).tolist(), sees_a_side.tolist(), strict=True
    ):
        if chosen:
            for_x = of_x is (order.random() >= TURNED)
            made.append(Quote(question.marked, question.words, for_x, known=(0.0, 0.0)))
    logits = torch.stack([answers(judge, encoder, made) for judge, encoder in said]).mean(0)
    return [
        _mixed(quote, belief, settings.judged) for quote, belief in zip(made, logits.sigmoid().tolist(), strict=True)
    ]


def answers(judge: Judge, encoder: RowEncoder, asked: Sequence[Quote]) -> Tensor:
    """Return the logits of "not wrong" and "right" for each quote; where its things are too far apart, of neither."""
    found = torch.full((len(asked), 2), -5.0)
    rows = [(n, row) for n, quote in enumerate(asked) if (row := item(quote, encoder)) is not None]
    rows.sort(key=lambda row: len(row[1].ids))
    judge.eval()
    with torch.no_grad():
        for start in range(0, len(rows), AT_ONCE):
            batch = rows[start : start + AT_ONCE]
            found[[n for n, _ in batch]] = said(judge, [row for _, row in batch])[:, :2].cpu()
    return found


def _mixed(quote: Quote, belief: Sequence[float], share: float) -> Quote:
    sound, right = (
        share * known * label + (1 - share * known) * believed
        for known, label, believed in zip(quote.known, quote.wanted, belief, strict=True)
    )
    return quote._replace(wanted=(sound, right), known=(1.0, 1.0))


def read(data: Path) -> dict[str, list[dict[str, Any]]]:
    """Return the judged quotes of each split, with the sentence as an instance and the property that was asked for."""
    rows = {split: read_lines(JUDGED / f"{split}.jsonl") for split in SPLITS}
    texts = dict(sentences(data, {row["id"] for found in rows.values() for row in found}))
    for found in rows.values():
        for row in found:
            row["instance"] = ComparisonInstance(clean(texts[row["id"]]), *row["things"])
            row["words"] = row["about"][0] if row["asked"] else OVERALL
    return rows


def quotes(
    rows: Iterable[Mapping[str, Any]], reasons: Sequence[tuple[str, str]], order: random.Random | None = None
) -> Iterator[Quote]:
    """Yield judged quotes, without those whose things are not named apart.

    Args:
        rows: As ``read`` returns them.
        reasons: Grades and reasons that are told apart.
        order: With it, the names of the things are left out of some, and some are quoted for the other thing as well.
    """
    for row in rows:
        marked = mark(row["instance"])
        if marked is None:
            continue
        why, sound = (row["grade"], row["reason"]), row["grade"] != "wrong"
        end = as_asked(row["words"])
        for_x = marked.x_is_first is ((row["side"] == "first") is not end.turned)
        wanted = (float(sound), float(row["grade"] == "right"))
        names = order is None or order.random() >= LEARNED_WITHOUT_NAMES
        reason = reasons.index(why) if why in reasons else -1
        found = Quote(marked, end.words, for_x, wanted, reason=reason, names=names)
        yield found
        if order is not None and sound and order.random() < TURNED:
            yield found._replace(for_x=not for_x, wanted=(0.0, 0.0), reason=-1)


def of_claims(rows: Iterable[Mapping[str, Any]], order: random.Random) -> Iterator[Quote]:
    """Yield judged claims as quotes: for whom a sentence speaks, in general or in a property, and for whom it does not.

    Whether what speaks for a thing is right or weak is not known.
    """
    for row in rows:
        marked = place(row["sentence"], row["first_spans"], row["second_spans"])
        told = [(one["property"], one["more"]) for name in ("claims", "probes") for one in row.get(name, ())]
        if "favours" in row:
            told += [(OVERALL, row["favours"])] * (len(told) or 1)
        words, side = order.choice(told)
        if marked is not None and side != "equal":
            end, for_first = as_asked(words), order.random() < 0.5
            sound = float(side == ("first" if for_first else "second"))
            known = (1.0, 1.0 - sound)
            yield Quote(marked, end.words, marked.x_is_first is (for_first is not end.turned), (sound, 0.0), known)


def item(quote: Quote, encoder: RowEncoder) -> Item | None:
    """Return a quote as ids; None where its things are too far apart."""
    found = encoder.encode(quote.words, quote.marked, names=quote.names)
    return None if found is None else Item(found.ids, quote)


def items(found: Iterable[Quote], encoder: RowEncoder) -> list[Item]:
    """Return quotes as ids, without those whose things are too far apart."""
    return [one for quote in found if (one := item(quote, encoder)) is not None]


def _seems_to_claim(row: Mapping[str, Any]) -> bool:
    told = (one["more"] != "none" for name in ("claims", "probes") for one in row.get(name, ()))
    return row.get("favours", "none") != "none" or row.get("not_evidence", "") in TEMPTING or any(told)


def said(judge: Judge, batch: Sequence[Item]) -> Tensor:
    """Return what a judge says of items, each quoted for the thing that it was judged for."""
    with reading():
        for_x, for_y = judge(padded([one.ids for one in batch], judge.network.padding))
    return torch.where(torch.tensor([[one.quote.for_x] for one in batch], device=DEVICE), for_x, for_y).float()


def loss_of(found: Tensor, batch: Sequence[Item]) -> Tensor:
    """Return the loss of a batch: whether each is not wrong and whether it is right, and the reason."""
    wanted, known = (
        torch.tensor([getattr(one.quote, name) for one in batch], device=DEVICE) for name in ("wanted", "known")
    )
    loss = functional.binary_cross_entropy_with_logits(found[:, :2], wanted, weight=known)
    rows = [n for n, one in enumerate(batch) if one.quote.reason >= 0]
    if not rows:
        return loss
    reasons = torch.tensor([batch[n].quote.reason for n in rows], device=DEVICE)
    return loss + WHY * functional.cross_entropy(found[rows, 2:], reasons) * len(rows) / len(batch)


def learn(judge: Judge, passes: Sequence[Sequence[Item]], pace: Pace, order: random.Random) -> Judge:
    """Fit a judge and return it with the running mean of its weights."""
    layers = list(judge.network.encoder.encoder.layer)
    groups: list[dict[str, Any]] = [
        {"params": list(one.parameters()), "lr": pace.rate * DECAY**n} for n, one in enumerate(reversed(layers))
    ]
    judge.network.encoder.embeddings.requires_grad_(False)
    groups.append({"params": list(judge.head.parameters()), "lr": pace.head_rate})
    return descend(judge, groups, passes, pace, order, lambda batch: loss_of(said(judge, batch), batch))


def report(split: str, judge: Judge, found: Sequence[Item]) -> None:
    """Print how well a judge tells right from other quotes, and wrong ones from others."""
    with torch.no_grad():
        logits = np.vstack(
            [said(judge, found[at : at + AT_ONCE]).cpu().numpy() for at in range(0, len(found), AT_ONCE)]
        )
    expected = (1 / (1 + np.exp(-logits[:, :2]))).mean(1)
    right = roc_auc_score([one.quote.wanted[1] > 0 for one in found], expected)
    wrong = roc_auc_score([one.quote.wanted[0] > 0 for one in found], expected)
    click.echo(f"{split}, {len(found)} quotes: AUC of right {right:.3f}, of wrong {wrong:.3f}")


def export(judge: Judge, path: Path) -> None:
    """Write a judge for ONNX Runtime, its weights as 8-bit integers; the judge is used up."""
    write_network(Served(judge).eval(), path, ("convincing",), own=(judge.network.x, judge.network.y))
