"""What every action about a comparison does: what goes before its reply, and what ends it."""

from __future__ import annotations

from dataclasses import replace

from actions.aspect_weights import shares
from actions.base import Turn
from actions.dialogue_state import listed
from actions.next_steps import OTHER_SIDE, SOURCES, WHY, next_steps
from actions.notes import in_words
from actions.object_or_aspect import is_like
from actions.references import made
from actions.replies import Reply, Utterance, say
from actions.request import complains, group_asked, reasons, topics, writers
from actions.subject_action import SubjectAction
from actions.verdict_action import SILENCE
from actions.views import evidence, figures, points_of_view, verdicts
from engine import policy
from engine.retrieval.names import NameFinder, as_named
from engine.types import limit_of
from engine.types.document import Role, begun, own_words
from engine.validation import MAX_ASPECTS
from nlu_models.intents.draft import BRING_OTHERS

_OF_WRITERS = frozenset(
    {"ask_for", "ask_against", "other_side", "ask_how_sure", "sources", "ask_source", "ask_corpus", "ask_how_many"}
    | {"propose"}
)
"""Intents of messages that may ask for the word of some people."""
_COMPLAINTS = frozenset({"insult", "nlu_fallback", "deny", "drop", "chat", "out_of_scope"})
"""Intents of what says no more than that something was not answered."""
_OPENED = frozenset({"on", "asked", "line", "answer", "again", "with"})
"""Kinds of views that may begin with a yes or no."""


class ComparisonAction(SubjectAction):
    """An action that needs two things to compare; without them the form goes on."""

    def told(self, turn: Turn) -> Reply:
        """Return the reply: first the yes or no that was asked for, last the caution that the subject needs."""
        finder = NameFinder(self.engine.retriever)
        message = turn.message.spelt(finder.well_spelt)
        if len(message.objects) == 1:
            name = finder.of_these(as_named(message.objects[0], self.engine.retriever), turn.state.objects)
            message = message._replace(objects=(name,))
        if turn.intent not in BRING_OTHERS:
            message = made(message, turn.state.objects, finder)
        turn = replace(turn, message=message)
        if turn.state.shown and (group := group_asked(turn.message)):
            both = self._look(turn, "answer")
            return replace(both, said=[say("utter_writers", who=group), *both.said])
        who = writers(turn.message) if turn.intent in _OF_WRITERS else ""
        if who and turn.state.shown:
            counted = figures.how_many(turn.compare(turn.state.query))
            said = [say("utter_writers", who=who), Utterance(answer=counted, buttons=[SOURCES])]
            return Reply(turn.state, said, kind="number many")
        misses = complains(turn.message) and len(turn.message.objects) < 2  # else it asks all of it anew
        complains_alone = turn.state.shown and misses and turn.message.second != "insult"
        answered = self._unanswered(turn) if complains_alone else None
        if turn.intent in {"ask_how_sure", "why"} and turn.state.shown and (told := reasons(turn.message)):
            answered = self._on_topics(turn, told)
        if turn.intent in {"deny", "insult"} and turn.state.complete and not (turn.state.shown or turn.state.pending):
            answered = self._regret(turn)
        reply = _with_limit(turn, self._opened(turn, answered or self.reply(turn)))
        return self._with_caution(turn, _with_fallen(turn, _with_left_out(turn, reply)))

    def _opened(self, turn: Turn, reply: Reply) -> Reply:
        """Begin a reply with the yes or no that was asked for, or with which is the worse."""
        kind, names, *_ = reply.state.view
        place = next((n for n, one in enumerate(reply.said) if one.answer), None)
        if place is None or (reply.kind or self.kind) or kind not in _OPENED or not reply.state.shown:
            return reply
        said = reply.said[place].answer
        of_topic = not turn.message.aspects and topics(turn.message, turn.state)
        after = replace(turn, state=reply.state) if kind == "with" else turn
        claim = None if of_topic else self._claim(after, sure=kind == "line")
        found = turn.compare(reply.state.query)
        worst = turn.message.relation == "worse" and kind in {"on", "line"}
        if said is None or said.opens or not (claim or worst) or not evidence.arguments(found):
            return reply
        if claim and kind == "asked":
            claim = claim._replace(praises=True)
        first = verdicts.opening(found, claim, names if kind == "on" else ())
        opened = replace(
            reply.said[place], answer=replace(said, blocks=begun(said.blocks, first) if first else said.blocks)
        )
        return replace(reply, said=[*reply.said[:place], opened, *reply.said[place + 1 :]])

    def _with_caution(self, turn: Turn, reply: Reply) -> Reply:
        """End a reply that says something of the evidence with the word of caution that its subject needs."""
        state = reply.state
        caution = policy.caution_of(" ".join((*state.objects, turn.message.text))) if state.complete else None
        text = getattr(self.engine.config.policy, caution) if caution else ""
        told = any(text in one.answer.text for one in reply.said if one.answer)
        of_evidence = (reply.kind or self.kind) and not reply.kind.startswith(SILENCE)
        if not text or told or of_evidence or state.view.kind == "word":
            return reply
        if turn.intent in {"nlu_fallback", "add_aspect"} and not any(one.answer for one in reply.said):
            return replace(reply, said=[*reply.said, say("utter_declined", said=text)])
        return _noticed(reply, text)

    def _unanswered(self, turn: Turn) -> Reply | None:
        """Answer what a message says was not answered, or say what was understood; None if it says more than that."""
        state = turn.state
        if missed := topics(turn.message, state):
            is_thing = len(missed) == 1 and is_like(missed[0], state.objects, self.engine)
            return self._not_compared(turn, missed[0]) if is_thing else self._on_topics(turn, missed)
        return self._regret(turn) if turn.intent in _COMPLAINTS else None

    def _regret(self, turn: Turn) -> Reply:
        """Say what was understood, and what may be tried where nothing was found."""
        state = turn.state
        if not state.shown:
            others = self._rivals_of_each(state)
            return Reply(state, [say("utter_no_help", *others, names=listed(state.objects, "and"))])
        found = turn.compare(state.query)
        told = in_words(state.objects, (*state.context.aspects, *state.silent[-1:]))
        said = [say("utter_misunderstood", *[WHY, OTHER_SIDE] * (not state.silent), understood=told)]
        if state.silent:
            nothing = points_of_view.nothing_on(found, state.silent[-1:], alone=True)
            said.append(Utterance(answer=nothing, buttons=next_steps(found)))
        return Reply(state, said, kind=f"{SILENCE}1" * bool(state.silent))


def _with_limit(turn: Turn, reply: Reply) -> Reply:
    """End a reply on other things, with a new limit, or that nothing is found on, with what alone counts."""
    state = reply.state
    limit = limit_of(state.period, state.publishers)
    counts = f"Only what {limit} counts."
    notice = own_words(counts, Role.NOTICE)[0]
    told = any(one.response == "utter_only_from" or (one.answer and notice in one.answer.blocks) for one in reply.said)
    is_new = "filter" in (turn.intent, turn.message.second) or not shares(state.objects, turn.state.objects)
    bites = len(state.silent) > len(turn.state.silent)
    return reply if told or not (limit and (is_new or bites)) else _noticed(reply, counts)


def _with_left_out(turn: Turn, reply: Reply) -> Reply:
    """Say first what a message leaves out that brings in something else: "add gin and drop rum"."""
    before = turn.state.history[-1].objects if turn.message.second == "drop" and turn.state.history else ()
    out = [one for one in before if shares(turn.message.unwanted, (one,)) and one not in turn.state.objects]
    said = {one.response for one in reply.said}
    if not out or "utter_replaced" in said or shares(out, reply.state.objects):
        return reply
    new, old = listed([one for one in reply.state.objects if not shares((one,), before)], "and"), listed(out, "and")
    swaps = new and "utter_added" not in said
    note = say("utter_replaced", new=new, old=old) if swaps else say("utter_without", name=old)
    return replace(reply, said=[note, *reply.said])


def _with_fallen(turn: Turn, reply: Reply) -> Reply:
    """End a reply with what is weighed no longer, as nothing was found on it and too much else is."""
    after, named = reply.state.aspects, (*turn.message.unwanted, *turn.message.replaced, *turn.message.aspects)
    gone = [one.name for one in turn.state.aspects if not shares((one.name,), (*named, *(new.name for new in after)))]
    if len(after) < MAX_ASPECTS or turn.state.objects != reply.state.objects or not gone:
        return reply
    return _noticed(reply, f"I weigh {MAX_ASPECTS} points of view at most, and {listed(gone, 'and')} no longer.")


def _noticed(reply: Reply, text: str) -> Reply:
    """Return a reply that ends with an answer with a notice at its end."""
    *said, last = reply.said or [Utterance()]
    if last.answer is None:
        return reply
    answer = replace(last.answer, blocks=(*last.answer.blocks, *own_words(text, Role.NOTICE)))
    return replace(reply, said=[*said, replace(last, answer=answer)])
