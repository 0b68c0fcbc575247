"""What a network has learned of messages: their intents, what they name and point at, how sure that is."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.memory import keep_short
from engine.policy import Concern
from engine.text.tokens import TOKEN
from engine.trained import TRAINED
from nlu_models.intents.message import Context
from nlu_models.intents.needs import Needs
from nlu_models.intents.state import sequence, within
from nlu_models.intents.worry import Worry
from nlu_models.question.decoding import best_path, runs
from nlu_models.question.word_pieces import Word
from nlu_models.sessions import session

LABELS: Final = ("object", "aspect", "use", "weight", "time", "site", "style", "reference")
"""What a span may be."""
TAGS: Final = ("O", *(f"{prefix}-{label}" for label in LABELS for prefix in "BI"))
ROLES: Final = ("", "old", "new", "out", "class", "more", "less", "only", "since", "until", "in", "any")
REFERENTS: Final = (
    *("1", "2", "3", "4", "all", "aspect", "source", "argument", "said", "before", "unclear", "winner", "loser"),
)
"""What a reference points at: a thing by its place, all of them, the aspect that came last …"""
RELATIONS: Final = ("", "better", "worse", "more", "less", "same", "difference", "best", "judge")
NETWORK: Final = "messages.onnx"
DESCRIPTION: Final = "messages.json"
_OUTPUTS: Final = ("intent", "second", "relation", "tags", "roles", "referents", "whole", "lower")
_NEVER: Final = -1e4

_Array = NDArray[np.float32]


class Named(NamedTuple):
    """Words of a message that name or point at something."""

    start: int
    """Half-open ``[start, end)`` in the message."""
    end: int
    label: str
    """One of ``LABELS``."""
    role: str
    """One of ``ROLES``."""
    referent: str
    """One of ``REFERENTS`` for a reference, else empty."""


class Reading(NamedTuple):
    """What the network says of a message."""

    intents: dict[str, float]
    """Intent → its probability, the likeliest first."""
    second: str
    """What the message asks for besides; empty when nothing."""
    relation: str
    """One of ``RELATIONS``."""
    named: tuple[Named, ...]
    needs: tuple[str, ...] = ()
    """What matters to a person by what it tells, the likeliest first; of ``nlu_models.intents.needs.NEEDS``."""


class Output(NamedTuple):
    """What the network says of one message; see ``nlu_models.training.messages.network.Said``."""

    intent: _Array
    second: _Array
    relation: _Array
    tags: _Array
    roles: _Array
    referents: _Array
    whole: _Array
    lower: _Array


@cache
def transitions() -> _Array:
    """Return the scores of steps between tags: what is no span is never."""
    scores = np.zeros((len(TAGS) + 1, len(TAGS)), np.float32)
    for to, tag in enumerate(TAGS):
        if tag.startswith("I-"):
            scores[:, to] = _NEVER
            scores[[TAGS.index(f"B-{tag[2:]}"), to], to] = 0.0
    return scores


class MessageNetwork:
    """A six-layer encoder that reads a message behind the state of its conversation.

    Source: intent and slots in one network after Chen et al., "BERT for Joint Intent Classification and Slot Filling",
    2019; temperature of the intents after Guo et al., "On Calibration of Modern Neural Networks", ICML 2017.
    """

    def __init__(self, *, folder: Path = TRAINED) -> None:
        """Load the network.

        Args:
            folder: Holds ``messages.onnx``, ``messages.json``, ``messages_worry.npz``, ``messages_needs.npz`` and the
                vocabulary and word vectors of the reader.
        """
        self._session = session(folder / NETWORK)
        described: dict[str, Any] = json.loads((folder / DESCRIPTION).read_text("utf-8"))
        self._intents: list[str] = described["intents"]
        self.sure: float = described["sure"]
        """From this probability on, the intent is taken to be sure."""
        self._worry, self._needs = Worry(folder), Needs(folder)
        self._kept = keep_short(most=1 << 8, longest=500)(self._read)  # a turn reads the same several times

    def read(self, text: str, context: Context) -> Reading:
        """Read a message.

        Args:
            text: Cleaned, with a word at least; the beginning of a long message is read.
            context: What it follows.
        """
        return self._kept(text, replace(context, offered=()))

    def output(self, text: str, context: Context) -> tuple[Output, list[Word], list[int]]:
        """Return what the network itself says of a message, its words, and their places in what it reads."""
        ids, words, places = sequence(text, context)
        outputs = self._session.run(_OUTPUTS, {"ids": np.array([ids], np.int64)})
        return Output(*(np.asarray(output)[0] for output in outputs)), words, places

    def _read(self, text: str, context: Context) -> Reading:
        said, words, places = self.output(text, context)
        intents = self._worry.heard(said.intent, said.whole, self._intents.index(Concern.SELF_HARM))
        order = np.argsort(-intents, kind="stable").tolist()
        second = int(said.second.argmax())
        return Reading(
            intents={self._intents[n]: float(intents[n]) for n in order},
            second=self._intents[second - 1] if second else "",
            relation=RELATIONS[int(said.relation.argmax())],
            named=tuple(named(text, words, said.tags[places], said.roles[places], said.referents[places])),
            needs=self._needs.heard(said.lower[within(places)]) if words else (),
        )


def named(text: str, words: Sequence[Word], tags: _Array, roles: _Array, referents: _Array) -> list[Named]:
    """Return the spans that the scores of words make likeliest, each with its likeliest role and referent.

    Args:
        text: The message.
        words: Its words.
        tags: Log-probabilities, words × ``TAGS``.
        roles: Scores, words × ``ROLES``.
        referents: Scores, words × ``REFERENTS``.
    """
    path = [TAGS[tag] for tag in best_path(tags, transitions())]
    found = []
    for label, start, stop in runs(path):
        first, end = words[start].start, words[stop - 1].end
        if TOKEN.search(text, first, end):
            role = ROLES[int(roles[start:stop].mean(0).argmax())]
            referent = REFERENTS[int(referents[start:stop].mean(0).argmax())] if label == "reference" else ""
            found.append(Named(first, end, label, role, referent))
    return found


@cache
def network() -> MessageNetwork:
    """Return the network that comes with the product, loaded when it is first asked."""
    return MessageNetwork()
