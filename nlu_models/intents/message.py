"""A message and what it asks for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.text.stop_words import STOP
from engine.text.tokens import same_name, spellings

CERTAIN = 0.99
"""Confidence in what the words of a message leave no doubt about."""
SURE = 0.9
"""Confidence from which a name is believed to be what the message takes it for, a thing or what matters."""

WINNER: Final = "winner"
LOSER: Final = "loser"
"""Names of the thing that won and of the one that lost, whichever it is: "drop the worst one"."""


@dataclass(frozen=True, slots=True)
class Context:
    """What a message follows."""

    objects: tuple[str, ...] = ()
    aspects: tuple[str, ...] = ()
    reply: str = "start"
    """Kind of the last reply, see ``nlu_models.intents.state.REPLIES``; ``side`` and ``source`` with a number."""
    asked: str = ""
    """What the last reply asked about: "do you mean *rabbits* …?"."""
    offered: tuple[ParsedMessage, ...] = ()
    """What the buttons of the last reply say."""
    limited: bool = False
    """Whether only sources of a time or of some publishers count."""

    @property
    def kind(self) -> str:
        """Return the kind of the last reply, without a number."""
        return self.reply.rstrip("0123456789")

    @property
    def side(self) -> str:
        """Return the number of the thing whose side was just shown; empty where none was."""
        return self.reply.removeprefix("side") if self.kind == "side" else ""

    @property
    def source(self) -> str:
        """Return the number of the source that was just shown; empty where none was."""
        return self.reply.removeprefix("source") if self.kind == "source" else ""

    def names(self, thing: Entity) -> bool:
        """Return whether a thing is one of those that are compared."""
        known = (other for name in self.objects for other in spellings(name))
        is_known = any(is_same(name, thing.value) for name in known)
        return is_known or thing.value in {WINNER, LOSER} or any(_is_short(one, thing.value) for one in self.objects)


def compared(name: str, names: Sequence[str]) -> str:
    """Return the one of some names that a name stands for, in full or as a part of it alone: "Fox" of "Fox News"."""
    said = name.casefold().split()
    is_pointed_at = len(said) > 1 and said[-1] in {"one", "ones"} and len(spellings(name)) == 1  # but not "Xbox One"
    words = set(said[:-1] if is_pointed_at else said)
    whole = [one for one in names if any(is_same(other, name) for other in spellings(one)) or _is_short(one, name)]
    parts = [one for one in names if words < set(one.casefold().split())]
    return whole[0] if whole else parts[0] if len(parts) == 1 else ""


def is_same(one: str, name: str) -> bool:
    """Return whether a name is another one, or its plural, which stems may leave as it is: "Audis", "CR-Vs"."""
    return same_name(one, name) or name.casefold() == f"{one.casefold()}s"


def _is_short(one: str, name: str) -> bool:
    """Return whether one name is short for another: its letters in order, the first of each word among them.

    Source: after Schwartz and Hearst, "A Simple Algorithm for Identifying Abbreviation Definitions", PSB 2003.

    The other one may lack its number, and has no other number.

    >>> [_is_short("SC2", name) for name in ("starcraft 2", "starcraft", "starcraft 1", "SC1")]
    [True, True, False, False]
    """
    words, short = name.casefold().split(), "".join(one.casefold().split())
    if one[1:].islower() or not one[1:].strip() or words[:1] == [short]:  # which is written as a word
        return False
    reached = {0}  # so many letters of the short one may be those of the words so far
    for word in words:
        after = set(reached) if word in STOP else set[int]()
        for at in reached:
            if short[at : at + 1] == word[0]:
                rest, more = iter(word[1:]), at + 1
                while short[more : more + 1] and short[more] in rest:
                    more += 1
                after.update(range(at + 1, more + 1))
        reached = after
    lacks_number = not any(map(str.isdecimal, name))
    return any(at == len(short) or (lacks_number and short[at:].isdecimal()) for at in reached if at)


NOTHING_SAID = Context()
"""What the first message of a conversation follows."""


@dataclass(frozen=True, slots=True)
class Entity:
    """Something a message names, where it stands."""

    entity: str
    """``object``, ``aspect``, ``need`` (what matters by what a person tells), ``style``, ``time``, ``weight``, ``site``
    (who or what the sources are), ``argument`` (one that was shown), ``before`` (something talked about earlier) or
    ``index`` (to be searched)."""
    value: str
    """The name; for a style that of a generator, or ``other``; for a time a year; for an argument its number, ``-1``
    for the last; for a weight the factor by which the aspect before or after it counts more."""
    start: int
    """Half-open ``[start, end)`` in ``ParsedMessage.text``."""
    end: int
    role: str = ""
    """``new`` or ``old`` for what replaces or is replaced, ``meant`` for what takes the place of a name that was wrong,
    ``against`` for an object to be argued against, ``top`` for the one that has most of what is named, ``class`` for
    that of which the best is asked for, ``only`` for an aspect that takes the place of all others, ``most`` or ``less``
    for one that counts more or less, ``all`` for all of them; ``points`` for a weight that is not relative to others;
    ``since``, ``until`` or ``any`` for a time; ``out`` for a site or for what a message drops that asks for something
    else as well."""


@dataclass(frozen=True, slots=True)
class ParsedMessage:
    """What a message asks for."""

    intent: str
    """A name of ``INTENTS``."""
    confidence: float
    """In [0, 1]."""
    entities: tuple[Entity, ...] = ()
    text: str = ""
    """The cleaned message, which offsets refer to."""
    second: str = ""
    """What it asks for besides, a name of ``INTENTS``: "add rum, and which is cheaper?"."""
    other: str = ""
    """The intent that it may have instead, where the reader is not sure. Where it is better to ask, ``intent`` is
    ``unsure`` and ``second`` the likelier one."""
    relation: str = ""
    """How it compares: ``better``, ``worse``, ``more``, ``less``, ``same``, ``difference``, ``best`` or ``judge``."""


ANNOTATED: Final = (
    *("compare", "add_aspect", "drop", "change_object", "add_object", "name_object", "why", "sources", "filter"),
    *("other_side", "shorter", "longer", "repeat", "style", "swap", "restart", "greet", "thanks", "goodbye", "help"),
    *("affirm", "deny", "out_of_scope", "nlu_fallback"),
)
"""Intents that messages of ``data/comparely`` have."""

UNANNOTATED: Final = (
    *("propose", "undo", "back_to", "show_stored_data", "delete_data", "ask_source", "ask_for", "ask_against"),
    *("ask_how_many", "ask_how_sure", "ask_date", "ask_corpus", "ask_verdict", "other_language", "opinion", "chat"),
    *("insult", "group_ranking", "self_harm"),
)
"""Intents that no message of ``data/comparely`` has."""

INTENTS: Final = (*ANNOTATED, *UNANNOTATED)
"""What a message can ask for: the one list, which ``domain.yml`` follows."""

UNSURE: Final = "unsure"
"""The intent of a message that it is better to ask about."""
