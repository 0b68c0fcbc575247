"""Larger networks that read claims, and what they believe: what the served reader and judge learn from.

Source: Hinton et al., "Distilling the knowledge in a neural network", 2015.
"""

from __future__ import annotations

import json
import lzma
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field
from tokenizers import Tokenizer

from engine.errors import InputError
from engine.text.word_pieces import WordPieces
from nlu_models.claims.marking import MARKERS, Marked, RowEncoder, place
from nlu_models.claims.properties import BETTER, asked
from nlu_models.training import encoders
from nlu_models.training.claims.examples import SIDES, Asker, Judged, Question, pass_of, some
from nlu_models.training.claims.join import JUDGED, sentences
from nlu_models.training.claims.network import Network, Pace, item, items, learn, say

UNJUDGED: Final = JUDGED / "unlabelled.jsonl.xz"
HEAD_RATE: Final = 3e-4
AVERAGED: Final = 0.4
AGAIN: Final = 0.45
"""Share of the questions on judged sentences that are drawn a second time, in other wordings."""
OTHER: Final = 0.45
"""Share of the sentences that are asked for a property of other sentences besides."""
UNSURE: Final = 0.02
"""What the teachers believe is surely no claim has a side or equality with less than this probability."""
CHUNK: Final = 20_000
_OPEN: Final = (0.0,) * len(SIDES)
"""Target of a question that nobody has judged."""


class Taught(BaseModel):
    """How larger networks learn and how far they are believed; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    encoder: str = "mpnet"
    """See ``nlu_models.training.encoders.load``."""
    number: int = Field(default=2, ge=1)
    """Each learns by a seed of its own; the mean of what they say is believed."""
    epochs: int = Field(default=3, ge=1, le=20)
    batch: int = Field(ge=1)
    rate: float = Field(gt=0)
    judged: float = Field(default=0.4, ge=0, le=1)
    """What the label of something judged counts beside the belief."""


class Teachers(Taught):
    """The part of a configuration file that says who is learned from."""

    sure: tuple[float, float] = (0.6, 0.13)
    """Shares of the judged questions and of the others that are kept where the teachers surely see no claim."""


class Unjudged(NamedTuple):
    """A sentence without labels."""

    marked: Marked
    words: str
    """What it was found for; empty when for its two things alone."""


class _Pieces(WordPieces):
    """Cuts texts as a teacher's own tokenizer does."""

    def __init__(self, path: Path) -> None:
        """Load a file of the ``tokenizers`` library, of any kind."""
        self._tokenizer = Tokenizer.from_file(str(path))
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        self.vocabulary = self._tokenizer.get_vocab()

    def ids(self, text: str) -> list[int]:
        """See ``WordPieces.ids``."""
        return list(self._tokenizer.encode(text, add_special_tokens=False).ids)

    def places(self, text: str) -> list[tuple[int, int]]:
        """See ``WordPieces.places``."""
        return list(self._tokenizer.encode(text, add_special_tokens=False).offsets)


def untaught(name: str) -> tuple[Network, RowEncoder]:
    """Return a teacher that has learned nothing yet, and what makes its ids."""
    pieces = _Pieces(Path(encoders.locate(name)) / "tokenizer.json")
    known = pieces.vocabulary
    start, end = ("<s>", "</s>") if "<s>" in known else ("[CLS]", "[SEP]")
    encoder = RowEncoder(pieces, start=start, end=end, markers=MARKERS)
    body = encoders.load(name, attn_implementation="eager")
    return Network(body, encoder.x, encoder.y, (known["x"], known["y"]), known.get("<pad>", 0)), encoder


def read_unjudged(data: Path) -> list[Unjudged]:
    """Read the sentences that nobody has judged.

    Args:
        data: Folder of the public data sets.
    """
    with lzma.open(UNJUDGED, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    texts = dict(sentences(data, (row["id"] for row in rows)))
    marked = ((place(texts[row["id"]], row["first"], row["second"]), row.get("words", "")) for row in rows)
    return [Unjudged(found, words) for found, words in marked if found is not None]


def open_questions(unjudged: Iterable[Unjudged], train: Sequence[Judged], order: random.Random) -> Iterator[Question]:
    """Yield what is asked of sentences without knowing the answer, of the judged ones, too.

    Whom each favours, unless it was found for a property, that property, one that its own words name, and of some a
    property of other sentences; half of these in another wording.
    """
    asker = Asker(train, order)
    for sentence in unjudged:
        if sentence.words:
            yield Question(sentence.marked, asked(sentence.words).words, _OPEN)
        else:
            yield Question(sentence.marked, BETTER, _OPEN)
        yield from asker.open(sentence.marked, OTHER)
    for judged in train:
        yield from asker.open(judged.marked, OTHER)


def taught(
    settings: Teachers,
    train: Sequence[Judged],
    more: Sequence[Question],
    unjudged: Sequence[Unjudged],
    out: Path,
    report: Callable[[str, Network, RowEncoder], None],
    order: random.Random,
) -> list[Question]:
    """Return the questions of one pass of a student, with what teachers believe in their targets.

    Args:
        settings: Who teaches.
        train: The judged sentences.
        more: Further judged questions.
        unjudged: The other sentences.
        out: Where the teachers are kept, ``teacher0.pt`` and so on; those that are there learn no more.
        report: Is told of each teacher.
        order: Draws the questions.
    """
    questions = [*pass_of(train, order), *some(pass_of(train, order), order, AGAIN), *some(more, order)]
    questions += open_questions(unjudged, train, order)
    said: list[NDArray[np.float32]] = []
    for seed in range(settings.number):
        network, encoder = teacher(settings, train, more, out / f"teacher{seed}.pt", seed)
        report(f"teacher {seed}", network, encoder)
        said.append(sides(network, encoder, questions))
    beliefs = torch.tensor(np.mean(said, axis=0)).softmax(-1).tolist()
    return [
        question._replace(target=_mixed(question.target, tuple(belief), settings.judged))
        for question, belief in zip(questions, beliefs, strict=True)
        if order.random() < _kept(question, belief, settings)
    ]


def teacher(
    settings: Teachers, train: Sequence[Judged], more: Sequence[Question], kept: Path, seed: int
) -> tuple[Network, RowEncoder]:
    """Return a teacher and what makes its ids; it learns unless a file keeps what it has learned."""
    if kept.exists():
        return read_teacher(settings.encoder, kept)
    order = random.Random(seed)
    torch.manual_seed(seed)
    network, encoder = untaught(settings.encoder)
    passes = [items([*pass_of(train, order), *some(more, order)], encoder, order) for _ in range(settings.epochs)]
    pace = Pace(settings.batch, settings.rate, HEAD_RATE, AVERAGED)
    network = learn(network, passes, pace, order)
    torch.save(network.state_dict(), kept)
    return network, encoder


def read_teacher(encoder_name: str, kept: Path) -> tuple[Network, RowEncoder]:
    """Return a teacher that has learned, and what makes its ids.

    Raises:
        InputError: Its file is missing.
    """
    if not kept.exists():
        raise InputError(f"{kept} is missing: it keeps a teacher of claims, which claims_taught.toml makes.")
    network, encoder = untaught(encoder_name)
    network.load_state_dict(torch.load(kept, map_location="cpu"))
    return network, encoder


def sides(network: Network, encoder: RowEncoder, questions: Sequence[Question]) -> NDArray[np.float32]:
    """Return the logits of the sides, a row for each question; where the things are too far apart, surely ``NONE``."""
    found = np.tile(np.array([0.0, 0.0, 0.0, 9.0], np.float32), (len(questions), 1))
    for start in range(0, len(questions), CHUNK):
        rows = [item(question, encoder) for question in questions[start : start + CHUNK]]
        places = [start + n for n, row in enumerate(rows) if row is not None]
        for at, (side, *_) in zip(places, say(network, filter(None, rows), size=512), strict=True):
            found[at] = side.numpy()
    return found


def _mixed(label: tuple[float, ...], belief: tuple[float, ...], share: float) -> tuple[float, ...]:
    if label == _OPEN:
        return belief
    return tuple(share * one + (1 - share) * other for one, other in zip(label, belief, strict=True))


def _kept(question: Question, belief: Sequence[float], settings: Teachers) -> float:
    """Return the chance that a question is learned."""
    is_open = question.target == _OPEN
    surely_none = 1 - belief[-1] < UNSURE and (is_open or question.target[-1] > 0)
    return settings.sure[is_open] if surely_none else 1.0
