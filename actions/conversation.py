"""Actions of the conversation itself: yes, no, beginning again, being forgotten."""

from __future__ import annotations

from dataclasses import replace

from actions.base import FORM_LEFT, BotAction, Turn
from actions.comparison_action import ComparisonAction
from actions.dialogue_state import DialogueState
from actions.replies import Button, Reply, say, utter
from actions.sdk import Action, CollectingDispatcher, DomainDict, EventType, Tracker
from engine.policy import Concern
from generation.sentence_templates import capitalised
from nlu_models.intents import buttons


class ActionAffirm(ComparisonAction):
    """Does what was offered."""

    def reply(self, turn: Turn) -> Reply:
        if turn.state.pending:
            return self._take_pending(turn, turn.state.pending)
        return Reply(turn.state, [say("utter_affirm")] if turn.state.complete else (), asks=not turn.state.complete)


class ActionDeny(ComparisonAction):
    """Leaves what was offered or asked."""

    def reply(self, turn: Turn) -> Reply:
        state = turn.state if turn.state.complete else turn.state.about((), ())
        return Reply(replace(state, pending=None), [say("utter_deny")])


class ActionComplaint(ComparisonAction):
    """Bears an insult, or what was not understood; what is said not to have been answered is."""

    def reply(self, turn: Turn) -> Reply:
        return Reply(turn.state, [say("utter_insult" if turn.intent == "insult" else "utter_nlu_fallback")])


class ActionAskMeaning(BotAction):
    """Asks which of two readings of a message is meant."""

    def reply(self, turn: Turn) -> Reply:
        message = turn.message
        things = message.objects or message.opposed
        ways = [buttons.reading(way, things, message.aspects) for way in (message.second, message.other)]
        return Reply(turn.state, [say("utter_unsure", *(Button(capitalised(way.text), way) for way in ways if way))])


class ActionTalk(BotAction):
    """Takes thanks or says goodbye, and asks nothing meanwhile."""

    def reply(self, turn: Turn) -> Reply:
        return Reply(turn.state, [say("utter_thanks" if turn.intent == "thanks" else "utter_goodbye")])


class ActionDeclined(BotAction):
    """Says why something is not compared; nothing that was said before is lost."""

    kind = "talk"

    def reply(self, turn: Turn) -> Reply:
        concern = turn.intent if turn.intent in list(Concern) else Concern.OTHER_LANGUAGE
        return Reply(turn.state, [say("utter_declined", said=getattr(self.engine.config.policy, concern))])


class ActionRestart(BotAction):
    """Begins again; what was compared can still be gone back to."""

    def reply(self, turn: Turn) -> Reply:
        return Reply(DialogueState(index=turn.state.index, compared=turn.state.compared), [say("utter_restart")])


class ActionDeleteData(Action):
    """Has the whole conversation deleted: after this action Rasa keeps nothing of it (``bot.trackers``)."""

    async def run(self, dispatcher: CollectingDispatcher, tracker: Tracker, domain: DomainDict) -> list[EventType]:
        utter(dispatcher, say("utter_deleted"), deleted=True)
        return [*DialogueState().changes(DialogueState.of(tracker.slots)), *FORM_LEFT]
