"""What one message says, as the reader of ``nlu_models.turns`` understood it and Rasa hands it on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple, Self

from engine.text import unique


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
    def of(cls, message: Mapping[str, Any]) -> Self:
        """Read Rasa's ``latest_message``."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for entity in message.get("entities") or ():
            role = entity.get("role")
            found[role if role in {"old", "against"} else entity["entity"]].append(str(entity["value"]))
        return cls(
            text=message.get("text") or "",
            objects=unique(found["object"]),
            replaced=unique(found["old"]),
            opposed=unique(found["against"]),
            aspects=unique(found["aspect"]),
            thing=next(iter(found["thing"]), ""),
            style=next(iter(found["style"]), ""),
        )
