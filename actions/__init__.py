"""What the bot does: Rasa's custom actions, one class each, run inside the service process.

What they say besides answers are the responses of ``domain.yml``; what happens when, its rules (``data/rules.yml``).
"""

from __future__ import annotations

from actions.answers import (
    ActionCorpus,
    ActionDates,
    ActionHowMany,
    ActionHowSure,
    ActionLonger,
    ActionOtherSide,
    ActionRepeat,
    ActionShorter,
    ActionSource,
    ActionSources,
    ActionStyle,
    ActionWhy,
)
from actions.base import BotAction, Run
from actions.comparison_form import ActionAskObjects, ValidateComparisonForm
from actions.conversation import (
    ActionAffirm,
    ActionAskMeaning,
    ActionDeclined,
    ActionDeleteData,
    ActionDeny,
    ActionRestart,
    ActionTalk,
)
from actions.sdk import Action
from actions.subject import (
    ActionAddAspect,
    ActionAddObject,
    ActionChangeObject,
    ActionCompare,
    ActionDrop,
    ActionFilter,
    ActionNameObject,
    ActionOpinion,
    ActionPropose,
    ActionSwap,
    ActionUndo,
    ActionVerdict,
)
from actions.turn_comparisons import TurnComparisons
from engine.pipeline import Engine

ACTIONS: tuple[type[BotAction], ...] = (
    *(ActionCompare, ActionVerdict, ActionNameObject, ActionAddObject, ActionChangeObject, ActionDrop, ActionUndo),
    *(ActionSwap, ActionPropose, ActionAddAspect, ActionOpinion, ActionFilter),
    *(ActionWhy, ActionOtherSide, ActionSources, ActionRepeat, ActionShorter, ActionLonger, ActionStyle),
    *(ActionSource, ActionHowMany, ActionHowSure, ActionDates, ActionCorpus),
    *(ActionAffirm, ActionDeny, ActionAskMeaning, ActionTalk, ActionDeclined, ActionRestart),
    *(ValidateComparisonForm, ActionAskObjects),
)


def build(engine: Engine, comparisons: TurnComparisons, run: Run, *, timeout_s: float) -> list[Action]:
    """Return the actions.

    Args:
        engine: What they talk about.
        comparisons: Where the comparisons of a turn are made and held.
        run: Where the engine works.
        timeout_s: Seconds after which an action says that it takes too long; less than Rasa is given for a turn.
    """
    return [*(action(engine, comparisons, run, timeout_s) for action in ACTIONS), ActionDeleteData()]
