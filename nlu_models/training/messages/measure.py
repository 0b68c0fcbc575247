"""How well messages are read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from nlu_models.intents.network import Named, Reading
from nlu_models.training.messages.examples import Message


class Figures(NamedTuple):
    """Shares in [0, 1]."""

    intent: float
    """Messages whose first intent is right."""
    name: float
    """F1 of the words that name or point at something, with their label."""
    entity: float
    """The same, with role and referent."""
    referent: float
    """References that point at the right thing, of all that are there."""
    second: float
    """F1 of the second intents."""
    relation: float
    """Relations that are right, of the messages that have one."""

    def __str__(self) -> str:
        """Return all on a line."""
        return " ".join(f"{name} {value:.3f}" for name, value in self._asdict().items())


def figures(messages: Sequence[Message], readings: Sequence[Reading]) -> Figures:
    """Return how well messages are read."""
    pairs = list(zip(messages, readings, strict=True))
    right = sum(next(iter(reading.intents)) in message.intents for message, reading in pairs)
    seconds = [(message.second, reading.second) for message, reading in pairs if message.second or reading.second]
    both = sum(true == given for true, given in seconds)
    counted = sum(bool(true) + bool(given) for true, given in seconds)
    related = [message.relation == reading.relation for message, reading in pairs if message.relation]
    pointing = [(message, reading) for message, reading in pairs if any(one.referent for one in message.named)]
    pointed = sum(
        len({one for one in message.named if one.referent} & set(reading.named)) for message, reading in pointing
    )
    there = sum(bool(one.referent) for message, _ in pointing for one in message.named)
    return Figures(
        right / len(pairs),
        _f1([(_plain(message.named), _plain(reading.named)) for message, reading in pairs]),
        _f1([(Counter(message.named), Counter(reading.named)) for message, reading in pairs]),
        pointed / there if there else 1.0,
        2 * both / counted if counted else 1.0,
        sum(related) / len(related) if related else 1.0,
    )


def _plain(named: Sequence[Named]) -> Counter[Named]:
    return Counter(one._replace(role="", referent="") for one in named)


def _f1(pairs: Sequence[tuple[Counter[Named], Counter[Named]]]) -> float:
    right = sum((true & given).total() for true, given in pairs)
    total = sum(true.total() + given.total() for true, given in pairs)
    return 2 * right / total if total else 1.0
