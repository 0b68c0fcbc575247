"""What the answers share: how they name a point of view, quote for a side, and end."""

from __future__ import annotations

from collections.abc import Sequence

from engine.text.lexicon import dimension_of
from engine.types import Answer, Comparison, Stance, Standings
from engine.types.document import Role
from generation.answer_builder import AnswerBuilder, Quote, listed, plain
from generation.evidence import Evidence
from generation.question_focus import called, viewpoint
from generation.sentence_templates import capitalised, samples

PER_SIDE = 3


def on_aspect(name: str) -> str:
    """Return how a sentence begins that tells of a point of view."""
    return f"On {plain(called(name))}" if dimension_of(name) else capitalised(viewpoint(name, None))


def add_for(
    builder: AnswerBuilder, evidence: Evidence, stance: Stance, quotes: Sequence[Quote], *, lines: bool
) -> None:
    """Add quotes for a side, as items of a list or as one sentence."""
    who = "One sees no difference: " if stance is Stance.EQUAL else f"For {evidence.names[stance]}: "
    if lines:
        for quote in quotes:
            builder.add_item(who, quote)
    else:
        builder.add(who, *listed([[quote] for quote in quotes]), ".")


def finish(builder: AnswerBuilder, found: Comparison | Standings, name: str) -> Answer:
    """Return the answer that was built, with a notice where it quotes sample texts."""
    builder.add(*samples(builder), role=Role.NOTICE)
    return builder.finish(name, aspects=[aspect.name for aspect in found.aspects])
