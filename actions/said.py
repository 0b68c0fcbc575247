"""What one message says, as the reader of ``nlu_models.turns`` understood it and Rasa hands it on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Self

from engine.text import unique

_PLACES = {
    "former": 0,
    "first": 0,
    "first one": 0,
    "latter": 1,
    "second": 1,
    "second one": 1,
    "third": 2,
    "third one": 2,
}


class Said(NamedTuple):
    """A message and the things it names."""

    text: str
    objects: tuple[str, ...] = ()
    """Without those of the next two kinds; names in here do not repeat."""
    replaced: tuple[str, ...] = ()
    """Objects to be replaced."""
    opposed: tuple[str, ...] = ()
    """Objects to argue against."""
    aspects: tuple[str, ...] = ()
    thing: str = ""
    """A name that may be an object or an aspect."""
    style: str = ""

    @classmethod
    def of(cls, message: Mapping[str, Any], objects: Sequence[str] = ()) -> Self:
        """Read Rasa's ``latest_message``.

        Args:
            message: With its text and entities.
            objects: What "the former" and "the second one" point at.
        """
        found: defaultdict[str, list[str]] = defaultdict(list)
        for entity in message.get("entities") or ():
            role = entity.get("role")
            value = str(entity["value"])
            place = _PLACES.get(value.casefold(), len(objects))
            named = objects[place] if place < len(objects) > 1 else value
            found[role if role in {"old", "against"} else entity["entity"]].append(named)
        return cls(
            text=message.get("text") or "",
            objects=unique(found["object"]),
            replaced=unique(found["old"]),
            opposed=unique(found["against"]),
            aspects=unique(found["aspect"]),
            thing=next(iter(found["thing"]), ""),
            style=next(iter(found["style"]), ""),
        )
