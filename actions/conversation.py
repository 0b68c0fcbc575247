"""Actions of the conversation itself: yes, no, beginning again, being forgotten."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from actions.base import FORM_LEFT, BotAction, Turn
from actions.comparison_action import ComparisonAction
from actions.dialogue_state import DialogueState
from actions.replies import Button, Reply, say, utter
from actions.sdk import Action, CollectingDispatcher, DomainDict, EventType, Tracker
from engine.policy import Concern
from generation.sentence_templates import capitalised
from nlu_models.intents import buttons

_TALK: Final = tuple(
    (response, re.compile(words, re.IGNORECASE))
    for response, words in {
        "utter_joke": r"\b(?:jokes?|riddle|poem|sing|something funny|(?:a|another) story)\b",
        "utter_name": r"\bname\b|\bcall(?:ed)?\b|\byou are\W*$",
        "utter_maker": r"\b(?:who|which|what)\b.*\b(?:made|makes?r?|built|creat\w+|programmed|own(?:s|er)?|invented|"
        r"wrote|develop\w+|designed|runs|behind|author|boss)\b",
        "utter_language_model": r"\b(?:chat ?gpt|gpt\S*|claude|gemini|copilot|siri|alexa|openai|llm|language model)\b|"
        r"\b(?:use|using|run on|(?:based|built) on|powered by) (?:an? )?ai\b",
        "utter_person": r"\b(?:human|bot|chatbot|robot|real|ai|machine|person|computer|program|(?:wo)?man)\b",
        "utter_working": r"\b(?:are|r|is|you|u|any(?:one|body))(?:\s+\w+){0,2}\s+"
        r"(?:there|here|home|online|awake|listening|alive|on|down)\W*$|\b(?:work(?:s|ing)?|function|broken)\b",
        "utter_feelings": r"\b(?:do|can|are|would) (?:yo)?u\b(?! (?:have|need) to\b)|"
        r"\b(?:love|like|hate|miss) (?:yo)?u\b|\byour (?:fav\w+|hobby)\b",
    }.items()
)
"""What may be asked of the program itself, by its response, and what words ask it: the first that fits."""


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


class ActionChat(BotAction):
    """Says what is asked of the program itself, and declines other talk."""

    def reply(self, turn: Turn) -> Reply:
        response = next((name for name, words in _TALK if words.search(turn.message.text)), "utter_chat")
        served = self.engine.config.llm
        if response == "utter_language_model" and served.url:
            return Reply(turn.state, [say(response, model=served.model or "one that is served to me")])
        return Reply(turn.state, [say("utter_no_language_model" if response == "utter_language_model" else response)])


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
