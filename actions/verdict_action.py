"""What the actions share that tell how a comparison ends: the verdict on a subject, and what is new about it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from actions.aspect_weights import asked_last, heard, shares
from actions.base import Turn
from actions.dialogue_state import NO_VIEW, DialogueState, Subject, View, listed
from actions.evidence_action import EvidenceAction
from actions.next_steps import UNDO, next_steps
from actions.notes import before_notices, too_many
from actions.replies import Button, Reply, Utterance, say
from actions.request import degree_asked, is_polar
from actions.turn_comparisons import Found
from actions.views import evidence, points_of_view, revisions, verdicts
from engine.text.lexicon import dimension_of, topic_of
from engine.text.tokens import unique
from engine.types import (
    ALWAYS,
    EVERYBODY,
    OVERALL_ASKED,
    Answer,
    Asked,
    AskedKind,
    Aspect,
    Comparison,
    Standings,
    limit_of,
)
from engine.types.document import Role, own_words
from generation.answer_builder import plain
from generation.asked_verdict import aside, nothing_says, speaks_of_asked
from nlu_models.intents import buttons, is_point_of_view
from nlu_models.intents.steps.phrases import PERSON
from nlu_models.question.clauses import CHOOSING

SILENCE = "silence"
"""Kind of replies that nothing was found on something, with the number of what it is."""
_WHICH = re.compile(r"\b(?:which|what(?:['’]?s| is) (?:the )?be(?:st|tter))\b", re.IGNORECASE)
_OCCUPIED = (
    rf"{PERSON}(?:['’](?:m|re|s|ll be)|\s+(?:am|are|is|will be))\s+(?!(?:{'|'.join(sorted(CHOOSING))})\b)\w+ing\s+"
    r"(?:(?:an?|the|some|my|our)\s+)?"
)
"""What stands before that with which a person is occupied, which is what matters: "we're serving" curry."""
IN_A_WORD = re.compile(r"\bword\b", re.IGNORECASE)


class VerdictAction(EvidenceAction):
    """An action that gives verdicts."""

    def _verdict(self, turn: Turn, state: DialogueState, *notes: Utterance) -> Reply:
        """Give the verdict on a subject, or let the form ask for what it lacks.

        Args:
            turn: What is replied to.
            state: With the subject.
            notes: Said before.
        """
        if not state.complete:
            return Reply(state, notes, asks=True)
        most = self.engine.config.verdict.maximum_objects
        if len(state.objects) > most:
            before = turn.state if turn.state.complete else state
            return Reply(replace(before, pending=state.subject), [*notes, too_many(state, most)])
        found = turn.compare(state.query)
        if not evidence.arguments(found) and (lifted := self._lifted(turn, state)):
            hidden = {"names": listed(state.objects, "or"), "limit": limit_of(state.period, state.publishers)}
            return self._verdict(turn, lifted, *notes, say("utter_limit_lifted", **hidden))
        carried = state.asked == turn.state.asked and state.objects != turn.state.objects
        silent = evidence.arguments(found) and not speaks_of_asked(found)
        if carried and state.asked.kind is AskedKind.PROPERTY and silent:
            notes = (*notes, Utterance(answer=points_of_view.nothing_on(found, [state.asked.words])))
            state = replace(state, asked=OVERALL_ASKED)
            found = turn.compare(state.query)
        state = replace(
            state,
            objects=evidence.written(found, turn.message.text),
            aspects=found.aspects,
            asked=_asked_of(found, state),
            pending=None,
        )
        if not evidence.arguments(found):
            before = turn.state
            new = turn.message.unwanted or turn.message.meant or len(turn.message.objects) > 1
            follows = before.shown and shares(state.objects, before.objects) and not new
            fewer = all(shares((name,), before.objects) for name in state.objects)
            if not follows or fewer or any(one.outside + one.elsewhere for one in found.pairs):
                return self._nothing(turn, found, state, *notes)
            nothing = self._nothing(turn, found, replace(state, view=NO_VIEW), beside=before.objects)
            kept = replace(before, pending=nothing.state.pending, history=(*before.history, before.subject))
            return Reply(kept, [*nothing.said, say("utter_stays", subject=listed(kept.objects, "and"))])
        of_property = isinstance(found, Standings) and state.asked.kind is AskedKind.PROPERTY
        known = {*turn.state.history, turn.state.subject}
        told = (
            state.subject in known if speaks_of_asked(found) else replace(state.subject, asked=OVERALL_ASKED) in known
        )
        told = told and state.subject != turn.state.subject
        again = told and not (state.length or state.style) and not turn.message.aspects
        view = "asked" if of_property else "again" if again else "answer"
        if turn.intent == "compare" and turn.message.style:
            state = replace(state, style=turn.message.style)
        if turn.message.second == "shorter":
            on_all = speaks_of_asked(found) if state.asked.is_special else len(heard(found)) == len(found.aspects)
            view = "word" if on_all and IN_A_WORD.search(turn.message.text) else view
            state = replace(state, length="short")
        news = self._of_news(turn, found)
        state = _with_silence(replace(state, view=View(view)), news)
        told = state.question == turn.state.question != turn.message.text
        answer = self._shown(news, state, told=told)
        if any(one.response == "utter_only_from" for one in notes):
            limit = own_words(found.pairs[0].limit, Role.NOTICE)
            answer = replace(answer, blocks=tuple(one for one in answer.blocks if one not in limit))
        same = (turn.state.objects, turn.state.period, turn.state.publishers)
        if view == "answer" and (state.objects, state.period, state.publishers) == same:
            answer = replace(
                answer, blocks=(*answer.blocks, *revisions.recounted(found, turn.compare(turn.state.query)))
            )
        shown = Utterance(answer=answer, buttons=self._steps(turn, state, found), comparison=found)
        return Reply(state, [*notes, shown])

    def _lifted(self, turn: Turn, state: DialogueState) -> DialogueState | None:
        """Return a state without the limits of an earlier subject, if they hide all that there is on a new one."""
        message, follows = turn.message, shares(state.objects, turn.state.objects)
        limits_now = "filter" in (turn.intent, message.second) or message.period or message.publishers
        if follows or limits_now or not (any(state.period) or any(state.publishers)):
            return None
        hides = any(one.outside + one.elsewhere for one in turn.compare(state.query).pairs)
        return replace(state, period=ALWAYS, publishers=EVERYBODY) if hides else None

    def _of_one(self, turn: Turn, name: str) -> Reply:
        """Say what speaks for or against one thing beside what it is compared with, or ask what to set beside it."""
        asked = self.engine.parse(turn.message.text).asked
        rivals = self.engine.rivals(name) if asked.kind is AskedKind.AGAINST else []
        state = turn.state.about(
            (name, *rivals), map(Aspect, turn.message.aspects), question=turn.message.text, asked=asked
        )
        return self._verdict(turn, state if rivals else turn.state.about((name,), state.aspects))

    def _in_a_line(self, turn: Turn, points: verdicts.Summary | None = None) -> Reply:
        """Give the verdict on the whole, or for a use that is told of, in a line; of a name, whether it is that one.

        Args:
            turn: What is replied to.
            points: What was asked of the things, which is told first, and by which one may choose.
        """
        state, for_use = turn.state, turn.state.complete and turn.state.asked.kind is AskedKind.USE
        asked = state.asked if for_use and evidence.answers_asked(turn.compare(state.query)) else OVERALL_ASKED
        question = "" if turn.message.objects else state.question
        kept = state if asked == state.asked else state.after_property()  # so that a summary tells of it, too
        reply = self._verdict(turn, replace(kept, length="short", asked=asked, question=question))
        shown = replace(reply.state, length=state.length, question=state.question)
        if shown.view.kind != "answer":
            return replace(reply, state=shown)
        *said, last = reply.said
        found, blocks = turn.compare(shown.query), last.answer.blocks if last.answer else ()
        blocks, ending = verdicts.led(blocks, points, found) if points else (blocks, verdicts.leaning(found))
        answer = last.answer and replace(last.answer, blocks=before_notices(blocks, ending))
        return replace(reply, state=replace(shown, view=View("line")), said=[*said, replace(last, answer=answer)])

    def _summary(self, turn: Turn, known: Sequence[Subject]) -> Sequence[verdicts.Summary]:
        """Return what was found on each of some comparisons, and on all that was asked of them."""
        state = turn.state
        return [
            verdicts.Summary(
                turn.compare(replace(one, asked=OVERALL_ASKED).query),
                [turn.compare(replace(one, asked=asked).query) for asked in state.asked_of(one)],
                self._unsaid(turn, one),
                turn.compare(replace(one, aspects=one.earlier, asked=OVERALL_ASKED).query) if one.earlier else None,
            )
            for one in known
        ]

    def _unsaid(self, turn: Turn, one: Subject) -> Sequence[str]:
        """Return what was asked of some things, is not weighed and nothing was found on."""
        told = (*(aspect.name for aspect in one.aspects), *(asked.words for asked in turn.state.asked_of(one)))
        return [name for name in one.silent if not shares((name,), told)]

    def _news(self, turn: Turn, state: DialogueState, names: Sequence[str], *notes: Utterance) -> Reply:
        """Say what is new about the same things: from points of view, or on what is asked now where ``names`` is empty.

        A point of view that is unknown to the evidence and looks like none is not kept; it is asked what it is.
        """
        before, found = turn.compare(turn.state.query), turn.compare(state.query)
        brief = turn.message.second == "shorter"
        if not evidence.arguments(before) or (names and not evidence.arguments(found)):
            return self._verdict(turn, state, *notes)
        weighed = [one.name for one in heard(before) if dimension_of(one.name) == state.asked.dimension]
        if not names and weighed and not speaks_of_asked(found):
            return self._news(turn, turn.state, weighed, *notes)
        if not names:
            in_a_word = brief and speaks_of_asked(found) and IN_A_WORD.search(turn.message.text)
            view = View("word") if in_a_word else View("asked", brief=brief)
            state = replace(state, aspects=found.aspects, view=view, pending=None)
            of_pair = isinstance(found, Comparison) and not in_a_word
            news = self._of_news(turn, found)
            answer = (
                points_of_view.asked(found, self._parsed(turn), line=brief) if of_pair else self._shown(news, state)
            )
            if not speaks_of_asked(found) and turn.state.silent:
                unsaid = nothing_says(
                    state.asked, turn.message.text, things=state.objects, bounds=found.pairs[0].bounds
                )
                answer = Answer(own_words(f"{unsaid}{' either' * bool(turn.state.unheard)}."), opens=True)
            if not speaks_of_asked(found):
                state = turn.state.after_property().silent_on([state.asked.words or state.asked.use])
            shown = Utterance(answer=answer, buttons=self._steps(turn, state, found), comparison=found)
            return Reply(state, [*notes, shown], kind="" if speaks_of_asked(found) else f"{SILENCE}1")
        known = [aspect.name for aspect in heard(found) if shares((aspect.name,), names)]
        senses = {dimension_of(name) for name in known} - {dimension_of("")}
        silent = [name for name in names if not shares((name,), known) and dimension_of(name) not in senses]
        offered = turn.state.pending or turn.state.subject
        confirmed = (*offered.objects, *(one.name for one in offered.aspects))
        takes_place = shares(turn.message.unwanted, confirmed)  # "autofocus, not price"
        corrects = turn.message.meant and (asked_last(turn.state) or turn.state.asked.kind is AskedKind.PROPERTY)
        confirmed += tuple(names) if takes_place or corrects else ()
        strange = [name for name in silent if not is_point_of_view(name) and not topic_of(name)]
        strange = [
            name for name in strange if not shares((name,), confirmed) and not _is_said_of(name, turn.message.text)
        ]
        if strange and not turn.message.sure and not turn.message.all:
            kept = [one for one in state.aspects if not shares((one.name,), strange)]
            if not known:
                return self._object_or_aspect(turn, strange[0])
            state, found = replace(state, aspects=tuple(kept)), turn.compare(replace(state, aspects=tuple(kept)).query)
        weighs = turn.message.most or turn.message.less or turn.message.weights
        asks = not weighs and (is_polar(turn.message.text) or _WHICH.search(turn.message.text))
        unheard = tuple(silent) if asks else ()  # which matters to nobody yet
        stay = tuple(one for one in found.aspects if one in turn.state.aspects or not shares((one.name,), unheard))
        if not known and stay == turn.state.aspects:
            state = turn.state.after_property()
        state = replace(state, aspects=stay, pending=None)
        alone = not (known or turn.state.silent)
        again = not (known or alone)
        either = again and bool(turn.state.unheard)
        typed = [_as_typed(one, turn.message.text) for one in silent]
        untold = points_of_view.nothing_on(found, typed, alone=alone, again=again, either=either)
        if not known and turn.message.second == "ask_verdict":
            untold = replace(untold, blocks=before_notices(untold.blocks, verdicts.leaning(found)))
        nothing = [Utterance(answer=untold)] * bool(silent)
        state = _with_silence(state, found)
        if known:
            state = replace(state, view=View("on", tuple(known), brief=brief))
            answer = self._shown(found, state, before=None if turn.message.only else before)
            ending = points_of_view.alone(found, known) if turn.message.only else ()
            if turn.message.second == "ask_verdict":
                ending = (*ending, *verdicts.leaning(found, verdicts.chosen(found, known)))
            nothing = [Utterance(answer=replace(answer, blocks=before_notices(answer.blocks, ending))), *nothing]
        *first, last = (*notes, *nothing)
        on_all = found if stay == found.aspects else turn.compare(state.query)
        shown = replace(last, buttons=self._steps(turn, state, found), comparison=on_all)
        return Reply(state, [*first, shown], kind="" if known else f"{SILENCE}{len(silent)}")

    def _on_topics(self, turn: Turn, names: Sequence[str]) -> Reply:
        """Say what is said of what a question names; nothing of it is kept where nothing is found."""
        state, sure = turn.state, replace(turn, message=turn.message._replace(sure=True))
        new = [Aspect(name) for name in names if not shares((name,), [one.name for one in state.aspects])]
        reply = self._news(sure, state.about(state.objects, (*state.aspects, *new)), names)
        if reply.state.view.kind == "on" and reply.state.view != state.view:
            return reply
        before = turn.compare(state.query)
        said = [
            replace(
                one, buttons=[button for button in one.buttons if button != UNDO], comparison=one.comparison and before
            )
            for one in reply.said
        ]
        return Reply(replace(state, silent=reply.state.silent).silent_on(names), said, kind=reply.kind)

    def _object_or_aspect(self, turn: Turn, name: str) -> Reply:
        """Ask whether a name is one more thing or a point of view; "yes" takes it for a thing.

        Of what nobody compares with anything, which no answer could bring in, it is said that nothing was found.
        """
        state = turn.state
        if not self.engine.rivals(name):
            found = turn.compare(state.query)
            nothing = points_of_view.nothing_on(found, [name], alone=True)
            told = Utterance(answer=nothing, buttons=next_steps(found), comparison=found)
            return Reply(state.silent_on([name]), [told], kind=f"{SILENCE}1")
        ask = say(
            "utter_object_or_aspect",
            Button(f"Compare {plain(name)} too", buttons.along(name)),
            Button(f"Weigh {plain(name)}", buttons.for_aspect(name)),
            name=plain(name),
            other=plain(state.objects[-1]),
        )
        return Reply(replace(state, pending=replace(state.subject, objects=(*state.objects, name))), [ask])

    def _ask(self, turn: Turn, asked: Asked) -> Reply:
        """Say who has more of a property of what is compared; if somebody does, the verdict is about it from now on."""
        state = turn.state
        question = turn.message.text
        return self._news(turn, state.about(state.objects, state.aspects, question=question, asked=asked), ())

    def _ask_degree(self, turn: Turn) -> Reply | None:
        """Say who has more of a quality that it is asked of one thing whether it has it; None where nobody says so."""
        message, state, quality = turn.message, turn.state, degree_asked(turn.message)
        named = [one for one in state.objects if shares(message.objects, (one,))]
        if not (quality and state.complete and len(named) == len(message.objects) == 1):
            return None
        question = f"is {named[0]} {quality}?" if len(state.objects) == 2 else f"which is {quality}?"
        asked = self._read(question).asked
        after = state.about(state.objects, state.aspects, asked=asked)
        if asked.kind is not AskedKind.PROPERTY or not speaks_of_asked(turn.compare(after.query)):
            return None
        return self._ask(replace(turn, message=message._replace(text=question, aspects=())), asked)


def _asked_of(found: Found, state: DialogueState) -> Asked:
    """Return what a verdict is about: what was asked, else what the noun says that two names were searched without.

    "Aluminum frame" was searched as aluminum for a frame, and what follows rests on that as the verdict does.
    """
    of_noun = state.asked == OVERALL_ASKED and evidence.answers_asked(found)
    return found.pairs[0].asked if of_noun else state.asked


def _with_silence(state: DialogueState, found: Found) -> DialogueState:
    """Return a state that knows on what nothing was found of what a reply tells of."""
    on = [one.name for one in evidence.told_enough(found, heard(found))]
    silent = [one.name for one in found.aspects if one.name not in on]
    unsaid = [state.asked.use] if aside(found)[1] else []
    return replace(state, silent=unique((*(one for one in state.silent if one not in silent), *silent, *unsaid)))


def _as_typed(name: str, text: str) -> str:
    """Return what matters with its article and preposition as typed: "a toddler", "in three years", but "price"."""
    known = dimension_of(name) or topic_of(name)
    before = r"(?:in|at|with|without|during|under)\s+(?:(?:an?|the)\s+)?|(?:an?|the)\s+"
    typed = None if known else re.search(rf"\b(?:{before}){re.escape(name)}(?!\w)", text, re.IGNORECASE)
    return typed[0].lower() if typed and name.islower() else name


def _is_said_of(name: str, text: str) -> bool:
    """Return whether a message itself says that a name is what matters: "for a small team", "when it rains"."""
    before = r"\b(?:for|on|in|at|with|without|during|when|if|about|as|of|than)\s+(?:(?:an?|the|my|our|it)\s+)?"
    return re.search(f"(?:{before}|{_OCCUPIED}){re.escape(name)}", text, re.IGNORECASE) is not None
