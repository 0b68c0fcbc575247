"""Actions that look closer at an answer, or word it in another way."""

from __future__ import annotations

from dataclasses import replace

from actions import views
from actions.aspect_weights import shares
from actions.base import Turn
from actions.comparison_action import ComparisonAction, next_steps
from actions.dialogue_state import SIDES
from actions.replies import Button, Reply, Utterance, say
from engine.text.tokens import stems
from engine.types import Answer
from nlu_models.intents import buttons

_PAGES = frozenset({"page", "article", "site"})


class ActionWhy(ComparisonAction):
    """Says what decided."""

    def name(self) -> str:
        return "action_why"

    def reply(self, turn: Turn) -> Reply:
        return self._look(turn, "why")


class ActionOtherSide(ComparisonAction):
    """Says what speaks for the one that lost, for the one that is named, or for both when none lost."""

    def name(self) -> str:
        return "action_other_side"

    def reply(self, turn: Turn) -> Reply:
        message, state = turn.message, turn.state
        if not state.complete:
            return Reply(state, asks=True)
        for view, one in zip(SIDES, state.objects, strict=False):
            others = [name for name in state.objects if name != one]
            if shares(message.objects, (one,)) or (len(others) == 1 and shares(message.opposed, others)):
                return self._look(turn, view)
        if message.objects or (message.opposed and not shares(message.opposed, state.objects)):
            return self._bring_in(turn, message.objects or message.opposed)
        return self._look(turn, views.behind(turn.compare(self._query(state)), against=message.opposed))


class ActionSources(ComparisonAction):
    """Lists what was cited last, or whole pages when these are asked for."""

    def name(self) -> str:
        return "action_sources"

    def reply(self, turn: Turn) -> Reply:
        state = turn.state
        if not state.complete:
            return Reply(state, asks=True)
        found = turn.compare(self._query(state))
        if not _PAGES.isdisjoint(stems(turn.message.text)):
            aspect = state.aspects[0].name if state.aspects else ""
            pages = Answer(views.pages(self.engine.browser.compare(state.objects, aspect, grouped=False)))
            return Reply(state, [Utterance(answer=pages, buttons=next_steps(found, shown="pages"))])
        if not views.arguments(found):
            return self._nothing(found, state)
        listed = views.sources(found, self._shown(found, state))
        if not listed.citations:
            return Reply(state, [say("utter_nothing_quoted", *next_steps(found))])
        return Reply(state, [Utterance(answer=listed, buttons=next_steps(found, shown="sources"))])


class ActionRepeat(ComparisonAction):
    """Says the last again."""

    def name(self) -> str:
        return "action_repeat"

    def reply(self, turn: Turn) -> Reply:
        if turn.state.view in {"", "answer"}:
            return self._verdict(turn, turn.state)
        return self._look(turn, turn.state.view)


class ActionShorter(ComparisonAction):
    """Answers again in fewer words."""

    def name(self) -> str:
        return "action_shorter"

    def reply(self, turn: Turn) -> Reply:
        state = turn.state
        if not state.complete:
            return Reply(state, asks=True)
        notes = [say("utter_shortest")] * (state.length == "short")
        return self._verdict(turn, replace(state, length="" if state.length == "long" else "short"), *notes)


class ActionLonger(ComparisonAction):
    """Answers again with more of the evidence."""

    def name(self) -> str:
        return "action_longer"

    def reply(self, turn: Turn) -> Reply:
        state = turn.state
        if not state.complete:
            return Reply(state, asks=True)
        notes = [say("utter_longest")] * (state.length == "long")
        return self._verdict(turn, replace(state, length="" if state.length == "short" else "long"), *notes)


class ActionStyle(ComparisonAction):
    """Words the answer in another way from now on."""

    def name(self) -> str:
        return "action_style"

    def reply(self, turn: Turn) -> Reply:
        known = self.engine.generators
        if turn.message.style not in known:
            each = [Button(name.capitalize(), buttons.in_style(name)) for name in known]
            return Reply(turn.state, [say("utter_unknown_style", *each)])
        return self._verdict(turn, replace(turn.state, style=turn.message.style, length=""))
