"""What one message says, as the reader of ``nlu_models.intents`` understood it and Rasa hands it on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Self

from engine.text.tokens import unique
from engine.types import Period

_PLACES = {
    "former": slice(0, 1),
    "first": slice(0, 1),
    "first one": slice(0, 1),
    "latter": slice(1, 2),
    "second": slice(1, 2),
    "second one": slice(1, 2),
    "third": slice(2, 3),
    "third one": slice(2, 3),
    "first two": slice(0, 2),
    "last two": slice(-2, None),
    "last": slice(-1, None),
    "last one": slice(-1, None),
}
"""Names that point at what was named before."""


_ROLES = frozenset({"old", "against", "only", "most", "less", "meant", "all", "out"})


class UserMessage(NamedTuple):
    """A message and the things it names."""

    text: str
    objects: tuple[str, ...] = ()
    """Without those of the next two kinds; names in here do not repeat."""
    replaced: tuple[str, ...] = ()
    """Objects to be replaced."""
    opposed: tuple[str, ...] = ()
    """Objects to argue against."""
    aspects: tuple[str, ...] = ()
    all: bool = False
    """Whether all aspects are meant."""
    meant: bool = False
    """Whether the object or aspect is the correction of another: "no, I meant …"."""
    only: bool = False
    """Whether the aspects take the place of those named before."""
    most: tuple[str, ...] = ()
    """Aspects that count more than the others."""
    less: tuple[str, ...] = ()
    """Aspects that count less than the others."""
    style: str = ""
    period: Period | None = None
    """The time from which evidence shall count; None when the message names none."""
    sites: tuple[str, ...] = ()
    """Who or what the sources shall be."""
    unwanted: tuple[str, ...] = ()
    """What is left out by a message that asks for something else as well."""
    weights: tuple[float, ...] = ()
    """By which factors aspects count more, in the order of their names."""
    argument: int = 0
    """Number of an argument or source that was shown, -1 for the last; 0 when the message names none."""
    before: str = ""
    """What was talked about earlier and is asked for again."""
    second: str = ""
    """Intent that the message has besides."""
    other: str = ""
    """Intent that it may have instead: what it means is not sure, and better asked."""
    relation: str = ""
    """See ``nlu_models.intents.ParsedMessage``."""

    @classmethod
    def of(cls, message: Mapping[str, Any], objects: Sequence[str] = ()) -> Self:
        """Read Rasa's ``latest_message``.

        Args:
            message: With its text and entities.
            objects: What "the former" and "the second one" point at.
        """
        found: defaultdict[str, list[str]] = defaultdict(list)
        entities = message.get("entities") or ()
        for entity in entities:
            role = entity.get("role")
            value = str(entity["value"])
            place = _PLACES.get(value.casefold())
            meant = tuple(objects[place]) if place and len(objects) > 1 else ()
            found[role if role in _ROLES else entity["entity"]] += meant or (value,)
        meant_aspects = [one["value"] for one in entities if (one["entity"], one.get("role")) == ("aspect", "meant")]
        times = {entity["role"]: str(entity["value"]) for entity in entities if entity["entity"] == "time"}
        return cls(
            text=message.get("text") or "",
            objects=unique(found["object"] + [name for name in found["meant"] if name not in meant_aspects]),
            replaced=unique(found["old"]),
            opposed=unique(found["against"]),
            aspects=unique(found["aspect"] + meant_aspects + found["only"] + found["most"] + found["less"]),
            all=bool(found["all"]),
            meant=bool(found["meant"]),
            only=bool(found["only"]),
            most=unique(found["most"]),
            less=unique(found["less"]),
            style=next(iter(found["style"]), ""),
            period=Period(times.get("since", ""), times.get("until", "")) if times else None,
            sites=unique(found["site"]),
            unwanted=unique(found["out"]),
            weights=tuple(map(float, found["weight"])),
            argument=int(next(iter(found["argument"]), 0)),
            before=next(iter(found["before"]), ""),
            second=message.get("second") or "",
            other=message.get("other") or "",
            relation=message.get("relation") or "",
        )
