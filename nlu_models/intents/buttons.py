"""What the bot's buttons say: each message is made beside its meaning, so that a pressed button is never misread."""

from __future__ import annotations

from typing import NamedTuple

from engine.text.tokens import clean
from nlu_models.intents.message import Entity, ParsedMessage


class _Name(NamedTuple):
    """A name in a message."""

    value: str
    entity: str
    role: str = ""


def versus(first: str, second: str) -> ParsedMessage:
    """Compare two things."""
    return _made("compare", _Name(first, "object"), " vs ", _Name(second, "object"))


def instead(new: str, old: str) -> ParsedMessage:
    """Put one thing in the place of another."""
    return _made("change_object", "replace ", _Name(old, "object", "old"), " with ", _Name(new, "object", "new"))


def without(name: str) -> ParsedMessage:
    """Leave out a thing."""
    return _made("drop", "without ", _Name(name, "object"))


def for_aspect(name: str) -> ParsedMessage:
    """Add a point of view."""
    return _made("add_aspect", "and in terms of ", _Name(name, "aspect"), "?")


def in_style(generator: str) -> ParsedMessage:
    """Answer in the way of a generator."""
    return _made("style", "as ", _Name(generator, "style"))


def _made(intent: str, *parts: str | _Name) -> ParsedMessage:
    text, entities = "", []
    for part in parts:
        start, words = len(text), part if isinstance(part, str) else clean(part.value)
        text += words
        if isinstance(part, _Name):
            entities.append(Entity(part.entity, words, start, len(text), part.role))
    return ParsedMessage(intent, 1.0, tuple(entities), text=text)


def along(name: str) -> ParsedMessage:
    """Compare one more thing."""
    return _made("add_object", "add ", _Name(name, "object"))


WHY = _made("why", "why?")
SOURCES = _made("sources", "show me the sources")
OTHER_SIDE = _made("other_side", "the other side?")
UNDO = _made("undo", "undo")
YES = _made("affirm", "yes")
NO = _made("deny", "no")
ALL_YEARS = _made("filter", _Name("all years", "time", "any"))
