"""What the bot does: Rasa's custom actions, one class each, run inside the service process.

What they say besides answers are the responses of ``domain.yml``; what happens when, its rules (``data/rules.yml``).
"""

from __future__ import annotations

from inspect import isabstract

from actions import answers, aspects, comparing, comparison_form, conversation, objects
from actions.base import BotAction, Run
from actions.sdk import Action
from actions.turn_comparisons import TurnComparisons
from engine.pipeline import Engine

ACTIONS: tuple[type[BotAction], ...] = tuple(
    kind
    for module in (comparing, objects, aspects, answers, conversation, comparison_form)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, BotAction) and not isabstract(kind)
)


def build(engine: Engine, comparisons: TurnComparisons, run: Run, *, timeout_s: float) -> list[Action]:
    """Return the actions.

    Args:
        engine: What they talk about.
        comparisons: Where the comparisons of a turn are made and held.
        run: Where the engine works.
        timeout_s: Seconds after which an action says that it takes too long; less than Rasa is given for a turn.
    """
    return [*(action(engine, comparisons, run, timeout_s) for action in ACTIONS), conversation.ActionDeleteData()]
