"""A message as far as it is understood: the one value that the steps of ``parser.py`` take and return."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

from engine.protocols import QuestionParser
from engine.types import Label, Span
from nlu_models.intents.message import CERTAIN, Context, Entity, ParsedMessage
from nlu_models.intents.network import Named
from nlu_models.intents.sayings import Match

ASKED: Final = 0.4
"""Probability of the likeliest intent below which it is better to ask."""
EVEN: Final = 0.5
"""Probability from which a thing is left out, or what is corrected is no thing."""
LIKELY: Final = 0.65
"""Probability from which an intent is believed by which something is lost."""
NEEDS_NAME: Final = frozenset({"name_object", "add_object", "change_object", "back_to"})
"""Intents that mean nothing without a name."""
BRING_OTHERS: Final = frozenset({"add_object", "change_object"})
"""Intents that name what is not compared yet."""
BRINGS_IN: Final = BRING_OTHERS | {"name_object"}
"""Intents of what may name one more thing."""
OF_ONE: Final = frozenset({"ask_for", "ask_against"})
"""Intents of questions about a thing, of which a name tells more than what points at one."""
REFUSES: Final = frozenset({"deny", "drop", "insult", "undo", "other_side"})
"""Intents of what is said against a quote, or against a thing."""

_NO_THINGS: Final = frozenset({"compared", "comparing", "whats", "what's", "hows", "either", "neither", "both", "each"})
"""Words that the parser of questions may take for a thing where a question has little else."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What the steps so far have made of a message."""

    text: str
    """Cleaned and without misspelt words."""
    context: Context
    parser: QuestionParser
    known: Match | None
    """The known wording that it is, once it was read only where that is believed: its open places say little of where
    a name begins and ends."""
    parse: Callable[[str, Context], ParsedMessage]
    """Reads another message, such as a part of this one."""
    intents: Mapping[str, float] = field(default_factory=dict)
    """Intent → its probability, the likeliest first."""
    second: str = ""
    relation: str = ""
    named: tuple[Named, ...] = ()
    """Its words that name or point at something."""
    limits: tuple[Entity, ...] = ()
    """Bounds of time and of sources, which are not among the entities."""
    entities: Sequence[Entity] = ()
    """What the words stand for."""
    intent: str = ""
    """The one that was chosen of the likely ones, with its confidence and the next one; empty before that."""
    confidence: float = 0.0
    other: str = ""

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

    def part(self, text: str) -> ParsedMessage:
        """Read a part of the message as if it were all of it."""
        return self.parse(text, self.context)

    def things_of_question(self, *, least: int = 1) -> list[Entity]:
        """Return the things that the parser of questions finds, where it finds so many; several must be compared."""
        question = self.parser.parse(self.text)
        spans = [one for one in question.spans if question.name(one) in question.objects]
        named = (one for one in spans if one.text.casefold().partition(" of ")[0] not in _NO_THINGS)  # "either of them"
        things = self._entities("object", named)
        return things if len(things) >= least and (least == 1 or question.comparative) else []

    def aspects_of_question(self) -> list[Entity]:
        """Return what the parser of questions takes for what matters."""
        spans = self.parser.parse(self.text).spans
        return self._entities("aspect", (one for one in spans if one.label is Label.ASPECT))

    def _entities(self, entity: str, spans: Iterable[Span]) -> list[Entity]:
        return [Entity(entity, self.text[one.start : one.end], one.start, one.end) for one in spans]


def apart(entities: Iterable[Entity], others: Sequence[Entity | Named]) -> list[Entity]:
    """Return the entities that share no characters with any of the others."""
    return [one for one in entities if not any(one.start < other.end and other.start < one.end for other in others)]
