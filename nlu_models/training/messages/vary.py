"""Varies messages: other things, typing errors, no signs at the end or between, another reply before."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.text.tokens import same_name
from nlu_models.training.messages.examples import Message
from nlu_models.training.messages.sayings import Names
from nlu_models.training.question.augment import typo

RENAMED: Final = 0.35
"""Share of the messages whose things become others, in the state and the message alike."""
TYPO: Final = 0.15
HASTY: Final = 0.08
"""Share of the messages with typing errors in many words, in what is named as well."""
SLIPS: Final = 0.45
"""Share of the longer words of such a message that are mistyped, some of them twice."""
BARE: Final = 0.3
UNPARTED: Final = 0.15
"""Share of the messages with commas that lose them: "tea coffee or cocoa"."""
REPLIED: Final = 0.15
"""Share of the messages after a verdict that follow a look at it or a question back instead, or the other way round."""
FILLED: Final = 0.15
"""Share of the messages, but small talk, that get a word before or after them."""
_LEADS: Final = (
    *(
        "ok",
        "ok so",
        "and",
        "hm",
        "well",
        "uh",
        "please",
        "no,",
        "hey",
        "sorry,",
        "thanks,",
        "great,",
        "so",
        "but",
        "now",
    ),
    *("right,", "cool,", "yeah", "actually", "alright", "oh", "then", "um so", "can you", "listen,", "good,", "wait,"),
)
_TAILS: Final = (
    "please",
    "pls",
    "then",
    "lol",
    "tho",
    "thanks",
    "mate",
    "now",
    "though",
    "actually",
    "again?",
    "or what",
)
_TALK: Final = frozenset(
    {"greet", "thanks", "goodbye", "affirm", "deny", "chat", "insult", "nlu_fallback", "repeat", "undo", "self_harm"}
)
_LOOKS: Final = ("verdict", "why", "sources", "number")
_ANSWERS: Final = frozenset({"affirm", "deny"})
_SHORTEST_TYPO: Final = 4
_WORD: Final = re.compile(r"[^\W\d_]{3,}")


def vary(message: Message, names: Sequence[Names], order: random.Random) -> Message:
    """Return a message, or one that means the same.

    Args:
        message: What was annotated.
        names: Of other things, those of a domain together: what is compared stays of one kind.
        order: Decides what is left to chance.
    """
    if order.random() < RENAMED:
        message = _renamed(message, sorted(order.choice(names).things), order)
    if order.random() < UNPARTED:
        message = _unparted(message)
    slip = order.random()
    if slip < TYPO:
        message = _mistyped(message, order)
    elif slip < TYPO + HASTY:
        message = _hasty(message, order)
    if order.random() < BARE:
        bare = message.text.rstrip("?!. ")
        if bare and all(one.end <= len(bare) for one in message.named):
            message = replace(message, text=bare)
    if message.intent not in _TALK and order.random() < FILLED:
        message = _filled(message, order)
    if message.context.reply in _LOOKS and message.intent not in _ANSWERS and order.random() < REPLIED:
        message = replace(message, context=replace(message.context, reply=order.choice((*_LOOKS, "ask_yes"))))
    return message


def _renamed(message: Message, names: Sequence[str], order: random.Random) -> Message:
    known = {name: order.choice(names) for name in message.context.objects}
    for at in reversed(range(len(message.named))):
        one = message.named[at]
        if one.label != "object" or one.role == "class":
            continue
        old = message.text[one.start : one.end]
        new = next((new for name, new in known.items() if same_name(name, old)), "") or order.choice(names)
        message = _with(message, one.start, one.end, new)
    objects = tuple(known.values())
    return replace(message, context=replace(message.context, objects=objects))


def _mistyped(message: Message, order: random.Random) -> Message:
    inside = {at for one in message.named for at in range(one.start, one.end)}
    words, start = [], 0
    for word in message.text.split(" "):
        if len(word) >= _SHORTEST_TYPO and word.isalpha() and start not in inside:
            words.append((start, word))
        start += len(word) + 1
    if not words:
        return message
    start, word = order.choice(words)
    return _with(message, start, start + len(word), typo(word, order))


def _hasty(message: Message, order: random.Random) -> Message:
    for word in reversed([*_WORD.finditer(message.text)]):
        if order.random() < SLIPS:
            new = typo(word[0], order)
            new = typo(new, order) if len(new) > _SHORTEST_TYPO and order.random() < SLIPS / 2 else new
            message = _with(message, word.start(), word.end(), new)
    return message


def _unparted(message: Message) -> Message:
    for comma in reversed([*re.finditer(r",(?= )", message.text)]):
        if not any(one.start < comma.end() and comma.start() < one.end for one in message.named):
            message = _with(message, comma.start(), comma.end(), "")
    return message


def _filled(message: Message, order: random.Random) -> Message:
    if order.random() < 0.5:
        return _with(message, 0, 0, f"{order.choice(_LEADS)} ")
    return replace(message, text=f"{message.text} {order.choice(_TAILS)}")


def _with(message: Message, start: int, end: int, new: str) -> Message:
    """Return a message with other characters in a place; what is named there or behind it moves along."""
    longer = len(new) - (end - start)
    named = tuple(
        one._replace(start=one.start + longer * (one.start >= end), end=one.end + longer * (one.end >= end))
        for one in message.named
    )
    return replace(message, text=message.text[:start] + new + message.text[end:], named=named)
