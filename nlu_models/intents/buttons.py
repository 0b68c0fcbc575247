"""What the bot's buttons say: each message is made beside its meaning, so that a pressed button is never misread."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.resources import table_of
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


def back_to(names: Sequence[str]) -> ParsedMessage:
    """Go back to a comparison."""
    between = [", "] * (len(names) - 2) + [" and "]
    parts = [part for name, after in zip(names, [*between, ""], strict=True) for part in (_Name(name, "object"), after)]
    return _made("back_to", "back to ", *parts)


def instead(new: str, old: str) -> ParsedMessage:
    """Put one thing in the place of another."""
    return _made("change_object", "replace ", _Name(old, "object", "old"), " with ", _Name(new, "object", "new"))


def without(name: str) -> ParsedMessage:
    """Leave out a thing."""
    return _made("drop", "without ", _Name(name, "object"))


def without_quote(number: int) -> ParsedMessage:
    """Leave out a quote."""
    return _made("drop", "leave out quote ", _Name(str(number), "argument"))


def for_aspect(name: str) -> ParsedMessage:
    """Add a point of view."""
    return _made("add_aspect", "and in terms of ", _Name(name, "aspect"), "?")


def since(year: str) -> ParsedMessage:
    """Let what was written from a year on count."""
    return _made("filter", "only since ", _Name(year, "time", "since"))


def in_style(generator: str) -> ParsedMessage:
    """Answer in the way of a generator."""
    return _made("style", "as ", _Name(generator, "style"))


def in_index(name: str) -> tuple[ParsedMessage, ...]:
    """Search an index, in each way to say it."""
    return tuple(
        _made("ask_corpus", way, _Name(name, "index")) for way in ("search in ", "search ", "use ", "switch to ")
    )


def _made(intent: str, *parts: str | _Name) -> ParsedMessage:
    text, entities = "", []
    for part in parts:
        start, words = len(text), part if isinstance(part, str) else clean(part.value)
        text += words
        if isinstance(part, _Name):
            entities.append(Entity(part.entity, words, start, len(text), part.role))
    return ParsedMessage(intent, 1.0, tuple(entities), text=text)


def reading(intent: str, things: Sequence[str], aspects: Sequence[str]) -> ParsedMessage | None:
    """Return a message that leaves no doubt that it asks for this; None where no button could say it."""
    match intent, things:
        case "compare", [first, second]:
            return versus(first, second)
        case "name_object" | "add_object", [name]:
            return along(name)
        case "ask_for", [name]:
            return _made(intent, "what speaks for ", _Name(name, "object"), "?")
        case "ask_against", [name]:
            return _made(intent, "what speaks against ", _Name(name, "object", "against"), "?")
    match intent, (*things, *aspects):
        case "drop", [name]:
            return without(name)
        case "add_aspect", [name]:
            return for_aspect(name)
    return _made(intent, _PLAIN[intent]) if intent in _PLAIN else None


def along(name: str) -> ParsedMessage:
    """Compare one more thing."""
    return _made("add_object", "add ", _Name(name, "object"))


WHY = _made("why", "why?")
SOURCES = _made("sources", "show me the sources")
OTHER_SIDE = _made("other_side", "the other side?")
UNDO = _made("undo", "undo")
YES = _made("affirm", "yes")
NO = _made("deny", "no")
ALL_SOURCES = _made("filter", _Name("all sources again", "site", "any"))
ALL_YEARS = _made("filter", _Name("all years", "time", "any"))

_PLAIN: Final[dict[str, str]] = table_of(__file__)["plain"]
"""Intent without names → how a button asks for it."""
