"""A message as the network reads it: behind what is compared, what matters, and what was replied last."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from engine.trained import TRAINED
from nlu_models.intents.message import Context
from nlu_models.question.word_pieces import Encoder, Word

MESSAGE: Final = 11
"""Id that the question reader has learned for messages, its guideline ``own_turn``."""
REPLIES: Final = {
    "start": "start",
    "verdict": "winner",
    "side": "arguments",
    "why": "reasons",
    "sources": "sources",
    "source": "source",
    "number": "number",
    "talk": "talk",
    "nothing": "nothing",
    "ask_things": "which two",
    "ask_second": "with what",
    "ask_yes": "yes or no",
    "ask_which": "which",
    "ask_class": "class",
}
"""Kind of the reply that a message may follow → the words for it."""
MOST_STATE: Final = 60
"""Most ids of the state."""
MOST_PIECES: Final = 100
"""Most pieces of a message that are read."""


class Sequenced(NamedTuple):
    """What the network reads."""

    ids: list[int]
    words: list[Word]
    """Those of the message."""
    places: list[int]
    """Where the first piece of each word stands in ``ids``."""


@cache
def encoder(folder: Path = TRAINED) -> Encoder:
    """Return what turns texts into ids."""
    return Encoder(folder / "vocabulary.json")


def state(context: Context) -> str:
    """Return what a message follows, in words.

    >>> state(Context(("cats", "dogs"), ("price",), "side2"))
    'arguments 2 : 1 cats 2 dogs for price'
    """
    parts = [f"{REPLIES[context.kind]} {context.side} {context.asked}".strip(), ":"]
    parts += [f"{n} {name}" for n, name in enumerate(context.objects, 1)]
    parts += [f"for {' and '.join(context.aspects)}"] * bool(context.aspects)
    return " ".join(parts)


def sequence(text: str, context: Context) -> Sequenced:
    """Return a message behind its state: start, the guideline, the state, end, the message, end."""
    known = encoder()
    before = [piece for word in known.words(state(context)) for piece in word.ids]
    ids = [known.start, MESSAGE, *before[:MOST_STATE], known.end]
    words, places, size = [], [], 0
    for word in known.words(text):
        size += len(word.ids)
        if size > MOST_PIECES:
            break
        words.append(word)
        places.append(len(ids))
        ids += word.ids
    return Sequenced([*ids, known.end], words, places)


def within(places: Sequence[int]) -> slice:
    """Return where the ids of a message stand, given the places of its words: behind its state."""
    return slice(places[0], -1)
