"""What a conversation is about: the slots of ``domain.yml``, as a value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from actions.sdk import EventType, SlotSet
from engine.errors import shorten
from engine.text.tokens import unique
from engine.types import ALWAYS, Aspect, Period, Query
from generation.answer_builder import plain
from nlu_models.intents import Context

SIDES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
"""How the views of the sides are called, in the order of the objects."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What a comparison is about: one that "yes" stands for, or one to go back to."""

    objects: tuple[str, ...]
    aspects: tuple[Aspect, ...]


@dataclass(frozen=True, slots=True)
class DialogueState:
    """What was said so far, as far as it matters; each field is a slot."""

    objects: tuple[str, ...] = ()
    """The things to compare: two or more when they are known, else none or one."""
    aspects: tuple[Aspect, ...] = ()
    question: str = ""
    """The question that ``objects`` and ``aspects`` were asked in, word for word; empty when nobody asked it so."""
    style: str = ""
    """Name of the generator that words the verdict; the configured one when empty."""
    length: str = ""
    """``short``, ``long``, or empty for the usual length."""
    view: str = ""
    """What was shown last: ``answer``, ``why``, ``both``, ``nothing``, or one of ``SIDES``."""
    pending: Subject | None = None
    """What "yes" stands for."""
    previous: Subject | None = None
    """What was compared before, to go back to."""
    period: Period = ALWAYS
    """The time from which evidence counts."""

    @property
    def complete(self) -> bool:
        """Return whether there are things to compare."""
        return len(self.objects) >= 2

    @property
    def shown(self) -> bool:
        """Return whether there is evidence on them, as far as it was looked for."""
        return self.complete and self.view != "nothing"

    @property
    def query(self) -> Query:
        """Return what is to be compared, as the engine is asked."""
        return Query(self.objects, self.aspects, self.period)

    @property
    def context(self) -> Context:
        """Return what the next message follows."""
        return Context(self.question, self.objects, tuple(aspect.name for aspect in self.aspects))

    @classmethod
    def of(cls, slots: Mapping[str, Any]) -> Self:
        """Read the slots of a conversation; a slot that was never set is None."""
        return cls(
            objects=tuple(slots.get("objects") or filter(None, [slots.get("object")])),
            aspects=_aspects(slots.get("aspects")),
            question=slots.get("question") or "",
            style=slots.get("style") or "",
            length=slots.get("length") or "",
            view=slots.get("view") or "",
            pending=_subject(slots.get("pending")),
            previous=_subject(slots.get("previous")),
            period=Period(*(slots.get("period") or ALWAYS)),
        )

    def slots(self) -> dict[str, Any]:
        """Return the values of the slots, None for what is empty."""
        return {
            "object": next(iter(self.objects), None),
            "objects": list(self.objects) if self.complete else None,
            "subject": listed(self.objects, "and") if self.shown else None,
            "aspects": _plain(self.aspects) or None,
            "question": self.question or None,
            "style": self.style or None,
            "length": self.length or None,
            "view": self.view or None,
            "pending": _slot(self.pending),
            "previous": _slot(self.previous),
            "period": list(self.period) if any(self.period) else None,
        }

    def changes(self, last: DialogueState) -> list[EventType]:
        """Return the events that turn the slots of ``last`` into these."""
        old = last.slots()
        return [SlotSet(name, value) for name, value in self.slots().items() if value != old[name]]

    def about(self, objects: Sequence[str], aspects: Iterable[Aspect], *, question: str = "") -> Self:
        """Return the state with another subject; of two names for one thing the first is kept.

        The time that was asked for holds as long as one of the things stays.
        """
        names, aspects = unique(objects), tuple(aspects)
        changed = self.shown and (names, aspects) != (self.objects, self.aspects)
        return replace(
            self,
            objects=names,
            aspects=aspects,
            previous=Subject(self.objects, self.aspects) if changed else self.previous,
            period=self.period if set(names) & set(self.objects) else ALWAYS,
            question=question,
            view=self.view if names == self.objects else "",
            pending=None,
        )


def listed(names: Sequence[str], last: str) -> str:
    """Return names as they stand in a sentence: "tea, coffee and water"."""
    shown = [shorten(plain(name), 40) for name in names]
    return f"{', '.join(shown[:-1])} {last} {shown[-1]}" if len(shown) > 1 else "".join(shown)


def _subject(value: Any) -> Subject | None:
    return Subject(tuple(value["objects"]), _aspects(value["aspects"])) if value else None


def _slot(subject: Subject | None) -> dict[str, Any] | None:
    if subject is None:
        return None
    return {"objects": list(subject.objects), "aspects": _plain(subject.aspects)}


def _aspects(value: Any) -> tuple[Aspect, ...]:
    return tuple(Aspect(aspect["name"], aspect["weight"]) for aspect in value or ())


def _plain(aspects: Sequence[Aspect]) -> list[dict[str, Any]]:
    return [{"name": aspect.name, "weight": aspect.weight} for aspect in aspects]
