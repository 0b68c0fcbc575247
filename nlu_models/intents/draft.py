"""A message as far as it is understood: the value that each step of ``parser.py`` takes and returns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Self

from engine.protocols import QuestionParser
from engine.types import Label
from nlu_models.intents.message import CERTAIN, Context, Entity
from nlu_models.intents.network import Named

ASKED: Final = 0.4
"""Probability of the likeliest intent below which it is better to ask."""
LIKELY: Final = 0.65
"""Probability from which an intent is believed by which something is lost."""
NEEDS_NAME: Final = frozenset({"name_object", "add_object", "change_object", "back_to"})
"""Intents that mean nothing without a name."""
BRING_OTHERS: Final = frozenset({"add_object", "change_object"})
"""Intents that name what is not compared yet."""
OF_ONE: Final = frozenset({"ask_for", "ask_against"})
"""Intents of questions about a thing, of which a name tells more than what points at one."""
REFUSES: Final = frozenset({"deny", "drop", "insult", "undo", "other_side"})
"""Intents of what is said against a quote, or against a thing."""
LONGEST_DATE: Final = 200
"""Characters; in a longer message nobody asks for a limit by one of the forms of ``limits``."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What the steps so far have made of a message."""

    text: str
    context: Context
    parser: QuestionParser
    is_known: bool
    """Whether it is a known wording, whose open places say little of where a name begins and ends."""
    intents: Mapping[str, float]
    """Intent → its probability, the likeliest first."""
    second: str
    """What it asks for besides."""
    relation: str
    """How it compares."""
    named: tuple[Named, ...]
    """Its words that name or point at something."""
    limits: tuple[Entity, ...] = ()
    """Bounds of time and of sources, which are not among the entities."""
    entities: Sequence[Entity] = ()
    """What those words stand for."""
    intent: str = ""
    """The intent that was chosen of the likely ones; empty before that."""
    confidence: float = 0.0
    """Of the intent when it was chosen."""
    other: str = ""
    """The intent that came next, where that is not sure."""

    @property
    def likeliest(self) -> str:
        """Return the intent that is likeliest, whether it can be meant or not."""
        return next(iter(self.intents))

    @property
    def things(self) -> list[Entity]:
        """Return the entities that are things to compare, or compared earlier."""
        return [one for one in self.entities if one.entity in {"object", "before"} and one.role != "class"]

    @property
    def names_new(self) -> bool:
        """Return whether it names things, and none that is compared already."""
        return bool(self.things) and not any(map(self.context.names, self.things))

    @property
    def compares(self) -> bool:
        """Return whether it compares things, rather than asks for the best of a class."""
        return self.intent == "compare" and self.relation != "best"

    def certainly(self, intent: str, **changes: Any) -> Self:
        """Return the draft with an intent that the words leave no doubt about, and other changes."""
        return replace(self, intents={intent: CERTAIN}, **changes)

    def things_of_question(self, *, least: int = 1) -> list[Entity]:
        """Return the things that the parser of questions finds, where it finds so many; several must be compared."""
        question = self.parser.parse(self.text)
        if len(question.objects) < least or (least > 1 and not question.comparative):
            return []
        spans = [span for span in question.spans if question.name(span) in question.objects]
        return [Entity("object", self.text[span.start : span.end], span.start, span.end) for span in spans]

    def aspects_of_question(self) -> list[Entity]:
        """Return what the parser of questions takes for what matters."""
        spans = [span for span in self.parser.parse(self.text).spans if span.label is Label.ASPECT]
        return [Entity("aspect", self.text[span.start : span.end], span.start, span.end) for span in spans]


def overlaps(one: Entity | Named, others: Iterable[Entity | Named]) -> bool:
    """Return whether one shares characters with any of the others."""
    return any(one.start < other.end and other.start < one.end for other in others)


def apart(entities: Iterable[Entity], others: Sequence[Entity | Named]) -> list[Entity]:
    """Return the entities that share no characters with any of the others."""
    return [one for one in entities if not overlaps(one, others)]


def within(one: Entity | Named, other: Entity | Named) -> bool:
    """Return whether one lies in the other."""
    return other.start <= one.start and one.end <= other.end
