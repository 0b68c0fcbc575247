"""What a person wants with a chat message: a comparison, a follow-up to the last one, or something else."""

from nlu_models.intents.message import (
    ANNOTATED,
    INTENTS,
    LOSER,
    NOTHING_SAID,
    SURE,
    UNSURE,
    WINNER,
    Context,
    Entity,
    ParsedMessage,
)
from nlu_models.intents.object_or_aspect import is_point_of_view
from nlu_models.intents.parser import parse_message
from nlu_models.intents.sayings import bare
from nlu_models.intents.steps.evidence import OF_COUNTS, OF_FIGURES
from nlu_models.intents.steps.paraphrases import JUDGED
from nlu_models.intents.steps.parts import COMPLAINS

__all__ = [
    "ANNOTATED",
    "COMPLAINS",
    "INTENTS",
    "JUDGED",
    "LOSER",
    "NOTHING_SAID",
    "OF_COUNTS",
    "OF_FIGURES",
    "SURE",
    "UNSURE",
    "WINNER",
    "Context",
    "Entity",
    "ParsedMessage",
    "bare",
    "is_point_of_view",
    "parse_message",
]
