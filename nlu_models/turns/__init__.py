"""What a person wants with a chat message: a comparison, a follow-up to the last one, or something else."""

from nlu_models.turns.points import is_point_of_view
from nlu_models.turns.reading import read_turn
from nlu_models.turns.turn import INTENTS, NOTHING_SAID, UNANNOTATED, Context, Turn, TurnEntity

__all__ = [
    "INTENTS",
    "NOTHING_SAID",
    "UNANNOTATED",
    "Context",
    "Turn",
    "TurnEntity",
    "is_point_of_view",
    "read_turn",
]
