"""The form that asks until there are two things to compare: how its answers are taken, and how the second is asked."""

from __future__ import annotations

from dataclasses import replace

from actions.aspect_weights import shares
from actions.base import BotAction, Turn
from actions.dialogue_state import DialogueState, listed
from actions.next_steps import either
from actions.references import unmended
from actions.replies import Reply, say
from actions.sdk import EventType, SlotSet, Tracker
from actions.views import evidence
from engine.types import Aspect
from generation.answer_builder import plain

ANSWERING = frozenset({"compare", "name_object", "add_object", "change_object"})
"""Intents of messages that may name what the form has asked for."""

UNANSWERING = frozenset({"out_of_scope", "nlu_fallback"})
"""Intents of messages after which it asks again."""


class ValidateComparisonForm(BotAction):
    """Takes the things that an answer names; any other message is left to its own rule.

    Of a second thing that nobody compares with the first, but others, it says so, and the form asks on.
    """

    def reply(self, turn: Turn) -> Reply:
        message, state = turn.message, turn.state
        if not turn.asked or turn.intent not in ANSWERING or not message.objects:
            return Reply(state)
        whole = turn.intent == "compare" and len(message.objects) > 1
        names = message.objects if whole else (*unmended(message, state), *message.objects)
        carried = state.aspects if not state.objects or shares(names, state.objects) else ()
        both = state.about(names, (*carried, *map(Aspect, message.aspects)))
        both = replace(both, period=message.period or both.period, publishers=both.limited(message.publishers))
        if len(message.objects) == len(state.objects) == 1 and both.complete and not message.aspects:
            others = self._others(turn, both)
            if others:
                one, other = map(plain, both.objects)
                note = say("utter_nobody_compares", name=one, other=other, others=listed(others, "and"))
                return Reply(state, [note])
        return Reply(both)

    def _others(self, turn: Turn, both: DialogueState) -> list[str]:
        """Return what the first thing is compared with, if the two are not and the index knows the second."""
        if evidence.arguments(turn.compare(both.query)) or not self.engine.retriever.search(both.objects[1:], k=1).hits:
            return []
        return self.engine.rivals(both.objects[0])

    def _events(self, reply: Reply, turn: Turn, tracker: Tracker) -> list[EventType]:
        events = reply.state.changes(turn.state)
        taken = turn.asked and (turn.intent in UNANSWERING or (turn.intent in ANSWERING and turn.message.objects))
        if taken and not any(event["name"] in {"object", "objects"} for event in events):
            first = next(iter(reply.state.objects), None)
            events.append(SlotSet("object", first))  # it is valid, so the form goes on
        return events


class ActionAskObjects(BotAction):
    """Asks what to compare the first thing with, and proposes what the index compares it with."""

    def reply(self, turn: Turn) -> Reply:
        state = turn.state
        name = state.objects[0]
        known = state.history[-1].objects if state.history else ()
        rivals = self.engine.rivals(name)
        known = tuple(one for one in known if not shares((one,), (name, *rivals)))
        each = [either(name, one) for one in (*rivals, *known)]
        return Reply(state, [say("utter_ask_objects", *each, name=plain(name))])

    def _events(self, reply: Reply, turn: Turn, tracker: Tracker) -> list[EventType]:
        return []
