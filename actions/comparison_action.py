"""What the actions about a comparison share: the verdict on a subject, a closer look, and what goes before them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from itertools import chain
from typing import ClassVar

from actions.aspect_weights import NOBODY_SAID, heard, held, newest, others_before, shares, weighted
from actions.base import BotAction, Turn
from actions.dialogue_state import NO_VIEW, NOTHING_SAID, DialogueState, Subject, View, listed
from actions.object_or_aspect import is_like, is_set_beside, likeness, role_of
from actions.references import is_beside
from actions.replies import Button, Reply, Utterance, say
from actions.request import asks_generally, claim_of, complains, degree_asked, is_polar, reasons, topics, writers
from actions.turn_comparisons import Found
from actions.views import evidence, figures, parts, points_of_view, revisions, sides, sources, verdicts
from engine import policy
from engine.retrieval.names import ENOUGH, KNOWN, NameFinder, as_named, in_short, spellings_beside
from engine.text.comparing import LIKE
from engine.text.lexicon import dimension_of, topic_of
from engine.text.tagging import FINITE, tagger
from engine.text.tokens import Tokens, same_name, stem, stems, unique
from engine.types import (
    ALWAYS,
    EVERYBODY,
    OVERALL_ASKED,
    Answer,
    Asked,
    AskedKind,
    Aspect,
    Comparison,
    Decision,
    Kind,
    Label,
    Length,
    ParsedText,
    Period,
    Publishers,
    Standings,
    bounds_of,
    limit_of,
)
from engine.types.document import Blocks, Paragraph, Role, begun, own_words
from engine.validation import MAX_ASPECTS
from generation.answer_builder import plain
from generation.asked_verdict import aside, nothing_says, speaks_of_asked
from generation.question_focus import called, is_comparative
from generation.sentence_templates import found_nothing
from generation.standings import Pairs, describe
from nlu_models.intents import bare, buttons, is_point_of_view
from nlu_models.intents.parts_of_message import CLAIMS
from nlu_models.intents.quantities import AGES

LENGTHS = {"short": Length.LINE, "long": Length.FULL}
MAX_BUTTONS = 8
MAX_OFFERED = 2
_SILENCE = "silence"
"""Kind of replies that nothing was found on something, with the number of what it is."""
_WHICH = re.compile(r"\b(?:which|what(?:['’]?s| is) (?:the )?be(?:st|tter))\b", re.IGNORECASE)
JOINING = re.compile(r"\W*(?:\w+\W+){0,2}?(?:(?:what|how)\s+about|and|also|plus|add)\b", re.IGNORECASE)
_BESIDE = re.compile(r"\W*(?:and|also|plus)\s+[^?.!]{0,80}\bor\b", re.IGNORECASE)
_AGAINST = re.compile(r"\b(?:or|vs|versus|against|than|better)\b|\bcompare", re.IGNORECASE)
"""What begins a message that brings in more things, those of a choice too, and what shows that they are compared."""
_OF_WRITERS = frozenset(
    {"ask_for", "ask_against", "other_side", "ask_how_sure", "sources", "ask_source", "ask_corpus", "ask_how_many"}
    | {"propose"}
)
"""Intents of messages that may ask for the word of some people."""
_COMPLAINTS = frozenset({"insult", "nlu_fallback", "deny", "drop", "chat", "out_of_scope"})
"""Intents of what says no more than that something was not answered."""
_OPENED = frozenset({"on", "asked", "line", "answer", "again", "with"})
"""Kinds of views that may begin with a yes or no."""
IN_A_WORD = re.compile(r"\bword\b", re.IGNORECASE)
MAX_RIVALS = 2
_ALIKE = 0.75
"""Least share of letters that two spellings have in common, see ``difflib``."""

WHY = Button("Why?", buttons.WHY)
SOURCES = Button("Sources", buttons.SOURCES)
OTHER_SIDE = Button("The other side", buttons.OTHER_SIDE)
UNDO = Button("Undo", buttons.UNDO)
ALL_SOURCES = Button("All sources", buttons.ALL_SOURCES)
ALL_YEARS = Button("All years", buttons.ALL_YEARS)


class ComparisonAction(BotAction):
    """An action that needs two things to compare; without them the form goes on."""

    without_evidence: ClassVar[str] = "utter_still_nothing"
    """What it says of things that nobody compares, when that was told before."""

    # ---------------------------------------------------------------------------------------------- what is said

    def told(self, turn: Turn) -> Reply:
        """Return the reply: first the yes or no that was asked for, last the caution that the subject needs."""
        finder = NameFinder(self.engine.retriever)
        message = turn.message.spelt(finder.well_spelt)
        if len(message.objects) == 1:
            name = as_named(message.objects[0], self.engine.retriever)
            message = message._replace(objects=(finder.of_these(name, turn.state.objects),))
        turn = replace(turn, message=message)
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
        of_evidence = (reply.kind or self.kind) and not reply.kind.startswith(_SILENCE)
        if not text or told or of_evidence or state.view.kind == "word":
            return reply
        if turn.intent in {"nlu_fallback", "add_aspect"} and not any(one.answer for one in reply.said):
            return replace(reply, said=[*reply.said, say("utter_declined", said=text)])
        return _noticed(reply, text)

    def _claim(self, turn: Turn, *, sure: bool = False) -> verdicts.Claim | None:
        """Return what a message asks a yes or no about; surely where it names a thing, and the verdict answers."""
        state = turn.state
        if not state.shown or not (sure or is_polar(turn.message.text)):
            return None
        return claim_of(turn.message, state, lambda: verdicts.outcome(turn.compare(state.query))[0])

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
        told = _told(state.objects, (*state.context.aspects, *state.silent[-1:]))
        said = [say("utter_misunderstood", *[WHY, OTHER_SIDE] * (not state.silent), understood=told)]
        if state.silent:
            nothing = points_of_view.nothing_on(found, state.silent[-1:], alone=True)
            said.append(Utterance(answer=nothing, buttons=next_steps(found)))
        return Reply(state, said, kind=f"{_SILENCE}1" * bool(state.silent))

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
            return Reply(replace(before, pending=state.subject), [*notes, _too_many(state, most)])
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
        state = replace(state, objects=evidence.written(found, turn.message.text), aspects=found.aspects, pending=None)
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

    def _in_a_line(self, turn: Turn) -> Reply:
        """Give the verdict on the whole, or for a use that is told of, in a line; of a name, whether it is that one."""
        state, for_use = turn.state, turn.state.complete and turn.state.asked.kind is AskedKind.USE
        asked = state.asked if for_use and evidence.answers_asked(turn.compare(state.query)) else OVERALL_ASKED
        question = "" if turn.message.objects else state.question
        reply = self._verdict(turn, replace(state, length="short", asked=asked, question=question))
        shown = replace(reply.state, length=state.length, question=state.question)
        if shown.view.kind != "answer":
            return replace(reply, state=shown)
        *said, last = reply.said
        leaning = verdicts.leaning(turn.compare(shown.query))
        told = last.answer and replace(last.answer, blocks=_before_notices(last.answer.blocks, leaning))
        return replace(reply, state=replace(shown, view=View("line")), said=[*said, replace(last, answer=told)])

    def _of_news(self, turn: Turn, found: Found) -> Found:
        """Return what is to be shown: without what the person was told before that nothing was found on.

        What was asked last stays where there are other things now: "and rum?" asks for it of rum.
        """
        message, silent = turn.message, turn.state.silent
        on = evidence.told_enough(found, heard(found))
        known = [one for one in found.aspects if one not in on and shares((one.name,), silent)]
        general, unsaid = aside(found)
        asked = found.pairs[0].asked
        found = general if unsaid and asked.use in silent and asked.use != self._parsed(turn).asked.use else found
        is_new = not all(shares((name,), turn.state.objects) for name in found.objects)
        asks = (*message.aspects, *(turn.state.unheard if is_new else ()))
        left = [one for one in found.aspects if one not in known or shares((one.name,), asks)]
        return evidence.speaking_of(found, left)

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
                answer = Answer(own_words(f"{unsaid} either."), opens=True)
            if not speaks_of_asked(found):
                state = turn.state.after_property().silent_on([state.asked.words or state.asked.use])
            shown = Utterance(answer=answer, buttons=self._steps(turn, state, found), comparison=found)
            return Reply(state, [*notes, shown], kind="" if speaks_of_asked(found) else f"{_SILENCE}1")
        known = [aspect.name for aspect in heard(found) if shares((aspect.name,), names)]
        senses = {dimension_of(name) for name in known} - {dimension_of("")}
        silent = [name for name in names if not shares((name,), known) and dimension_of(name) not in senses]
        offered = turn.state.pending or turn.state.subject
        confirmed = (*offered.objects, *(one.name for one in offered.aspects))
        confirmed += tuple(names) if shares(turn.message.unwanted, confirmed) else ()  # "autofocus, not price"
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
        nothing = (
            [Utterance(answer=points_of_view.nothing_on(found, silent, alone=alone, again=again))] if silent else []
        )
        state = _with_silence(state, found)
        if known:
            state = replace(state, view=View("on", tuple(known), brief=brief))
            answer = self._shown(found, state, before=None if turn.message.only else before)
            ending = points_of_view.alone(found, known) if turn.message.only else ()
            nothing = [Utterance(answer=replace(answer, blocks=_before_notices(answer.blocks, ending))), *nothing]
        *first, last = (*notes, *nothing)
        on_all = found if stay == found.aspects else turn.compare(state.query)
        shown = replace(last, buttons=self._steps(turn, state, found), comparison=on_all)
        return Reply(state, [*first, shown], kind="" if known else f"{_SILENCE}{len(silent)}")

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

    def _silence(self, turn: Turn) -> Reply | None:
        """Say on how much it rests that nothing was found, where the last reply was that; None after any other."""
        names = turn.state.unheard
        told = (
            self._on_evidence(turn, turn.state, lambda found: points_of_view.silence(found, names)) if names else None
        )
        return told and replace(told, kind="number")

    def _side(self, turn: Turn, names: Sequence[str], *, against: bool) -> Reply:
        """Say what speaks for or against a thing; one that is not compared is brought in."""
        compared = [one for one in turn.state.objects if shares(names, (one,))]
        if turn.state.complete and not compared:
            strange = against and not is_like(names[0], turn.state.objects, self.engine)
            return self._ask_rival(turn, names[0]) if strange else self._bring_in(turn, names)
        way, back = ("against", "for") if against else ("for", "against")
        if compared and (claim := self._claim(turn)):
            topic = topics(turn.message, turn.state)
            named = replace(turn, message=turn.message._replace(objects=(claim.name,)))
            return self._on_topics(turn, topic) if topic else self._in_a_line(named)
        others = [one for one in turn.state.objects if one not in compared]
        kind, names, times, brief = turn.state.view
        if not brief and (kind, names) == (way, tuple(compared)) and len(compared) == 1 and not turn.state.replied:
            return self._look(turn, way, *compared, times=times + 1)
        told = len(turn.state.objects) == 2 and turn.state.view == View(back, tuple(others))
        return self._look(turn, way, *compared, times=int(told))

    def _look(self, turn: Turn, kind: str, *names: str, times: int = 0, brief: bool = False) -> Reply:
        """Look at the comparison in another way; a short reason is the verdict in a line, with what is best said."""
        brief = brief or turn.message.second == "shorter"
        kind = "line" if brief and kind == "why" else kind
        state = replace(turn.state, view=View(kind, names, times, brief), pending=None)
        return self._on_evidence(turn, state, lambda found: self._shown(found, state, told=True), shown=kind)

    def _on_evidence(
        self, turn: Turn, after: DialogueState, answer: Callable[[Found], Answer], *, shown: str = "answer"
    ) -> Reply:
        """Answer from what was found; ask for what is missing, or say that nobody compares the things.

        Args:
            turn: What is replied to.
            after: The state after an answer.
            answer: Makes it.
            shown: The kind of the view that it shows, which is not offered again.
        """
        state = turn.state
        if not state.complete:
            return Reply(state, asks=True)
        found = turn.compare(state.query)
        if not evidence.arguments(found):
            return self._nothing(turn, found, state)
        told = answer(self._of_news(turn, found))
        return Reply(after, [Utterance(answer=told, buttons=next_steps(found, shown=shown))])

    def _numbered(self, found: Found, state: DialogueState) -> Answer:
        """Return the answer that numbers point at: a fact told last, what was shown, or else what usually is."""
        fact = {"many": figures.how_many, "sure": figures.how_sure}.get(state.numbered)
        usual = replace(state, view=View("answer"), length="")  # for one that quoted nobody, "in a word"
        answers = chain([fact(found, state.on)] if fact else [], (self._shown(found, one) for one in (state, usual)))
        return next((one for one in answers if one.citations), Answer(()))

    def _shown(self, found: Found, state: DialogueState, *, before: Found | None = None, told: bool = False) -> Answer:
        """Return what is or was shown: the same words each time, so that numbers keep their sources.

        Args:
            found: What was found.
            state: With the view.
            before: What was found without the points of view that are shown.
            told: Whether a question for yes or no was answered before, which is not done twice.
        """
        found = evidence.without_topics(found, state.dismissed)
        question = self._question(state)
        question = replace(question, kind=Kind.DIRECT) if question and told else question
        kind, names, times, brief = state.view
        most = 1 if brief else parts.PER_SIDE
        match kind:
            case "why":
                return sides.why(found, question)
            case "sources":
                return sources.sources(found, self._shown(found, replace(state, view=View("answer"))), rest=True)
            case "word":
                return verdicts.in_a_word(found)
            case "for" | "against" | "each":
                ways = {"for": False, "against": True}
                return sides.side(found, names, against=ways.get(kind), besides=times * parts.PER_SIDE, most=most)
            case "holds":
                return sides.side(found, names, of_asked=True)
            case "both":
                return sides.both_sides(found)
            case "asked" if state.asked != OVERALL_ASKED and (
                isinstance(found, Comparison) or not speaks_of_asked(found)
            ):
                return points_of_view.asked(found, question, line=brief)
            case "again" if state.asked.kind not in {AskedKind.AGAINST, AskedKind.DIFFERENCE}:
                return verdicts.again(found, question)
            case "asked" if isinstance(found, Standings) and not state.style and state.length != "long":
                pairs = Pairs.NONE if state.length == "short" else Pairs.LEADERS
                return describe(found, question=question, generator="asked", pairs=pairs, asked_alone=True)
            case "with" if isinstance(found, Standings):
                return describe(found, generator="with", pairs=Pairs.ALL, new=names)
            case "on":
                lines = state.style == "bullets"
                quoted = parts.PER_SIDE if times else 1
                return points_of_view.on(found, names, before=before, lines=lines, brief=brief, most_quoted=quoted)
        length = LENGTHS.get("short" if kind == "line" else state.length, Length.CHAT)
        return self.engine.answer(found, question=question, generator=state.style or None, length=length)

    def _nothing(
        self, turn: Turn, found: Found, state: DialogueState, *notes: Utterance, beside: Sequence[str] = ()
    ) -> Reply:
        """Say that nobody compares them, ask for a name that may be misspelt, and the second time say it otherwise.

        Args:
            turn: What is replied to.
            found: What was found.
            state: The state after the reply.
            notes: What is said first.
            beside: What else was compared, beside which a name may be known.
        """
        again = state.view.kind == "nothing"
        state, names = replace(state, view=View("nothing")), listed(state.objects, "and")
        outside, elsewhere = sum(one.outside for one in found.pairs), sum(one.elsewhere for one in found.pairs)
        if again and (asked := _asked_anew(turn, state)):
            lifts = [ALL_YEARS] * (outside > 0) or [ALL_SOURCES] * (elsewhere > 0) or self._rivals_of_each(state)
            told = {"nothing": asked.removesuffix(" either")}
            nothing = Utterance("utter_nothing_either", told, lifts, comparison=found)
            return Reply(state, [*notes, nothing])
        both = f"both {names}" if len(found.pairs) == 1 else f"two of {names}"
        if outside:
            told = {
                "names": both,
                "time": _strictly(state.period),
                "sentences": sentences(outside),
                "undated": str(sum(one.undated for one in found.pairs)),
            }
            return Reply(state, [*notes, Utterance("utter_nothing_from", told, [ALL_YEARS], comparison=found)])
        if elsewhere:
            told = {"names": both, "whose": state.publishers.words, "sentences": sentences(elsewhere)}
            return Reply(state, [*notes, Utterance("utter_nothing_by", told, [ALL_SOURCES], comparison=found)])
        if again:
            asked_of = [one for one in state.objects if shares((*turn.message.objects, *turn.message.opposed), (one,))]
            told = {"names": names, "either": listed(asked_of or state.objects, "or")}
            others = self._rivals_of_each(state)
            return Reply(state, [*notes, Utterance(self.without_evidence, told, others, comparison=found)])
        unknown = [name for name in state.objects if not self.is_read(name)]
        for name in unknown:
            if meant := self._spelling(name, [one for one in (*state.objects, *beside) if one not in unknown]):
                return _did_you_mean(state, {name: meant})
        if unknown:
            notes = (*notes, say("utter_never_read", names=listed(unknown, "or")))
        named = [one for one in found.aspects if shares((one.name,), turn.message.aspects)]
        answer = self.engine.answer(evidence.speaking_of(found, named), question=self._question(state))
        instead = own_words(self._compared_instead(state))
        answer = replace(answer, blocks=_before_notices(answer.blocks, instead))
        return Reply(state, [*notes, Utterance(answer=answer, buttons=self._elsewhere(turn, state), comparison=found)])

    # ------------------------------------------------------------------------------------------- what is compared

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
        question = f"is {named[0]} more {quality}?" if len(state.objects) == 2 else f"which is more {quality}?"
        asked = self._read(question).asked
        after = state.about(state.objects, state.aspects, asked=asked)
        if asked.kind is not AskedKind.PROPERTY or not speaks_of_asked(turn.compare(after.query)):
            return None
        return self._ask(replace(turn, message=message._replace(text=question, aspects=())), asked)

    def _limit(self, turn: Turn, period: Period | None) -> Reply:
        """Let only what was written in a time, or by those whom the message names, count."""
        publishers, refused = self._publishers(turn, turn.state)
        if refused and period is None:
            return Reply(turn.state, refused)
        state = turn.state.about(turn.state.objects, turn.state.aspects, period=period, publishers=publishers)
        notes = [*refused, *limits(turn.state, state)]
        if not notes:
            notes = limits(NOTHING_SAID, state) or [say("utter_all_sources" if period is None else "utter_all_years")]
        found = turn.compare(state.query) if state.complete else None
        pairs = found.pairs if found and evidence.arguments(found) else ()
        if left_out := sum(one.outside + one.elsewhere for one in pairs):
            undated = sum(one.undated for one in pairs)
            of_them = f", {undated} of them undated" * any(state.period)
            notes.append(say("utter_left_out", sentences=f"{sentences(left_out)}{of_them}"))
        return self._verdict(turn, state, *notes)

    def _publishers(self, turn: Turn, state: DialogueState) -> tuple[Publishers, list[Utterance]]:
        """Return whose evidence counts after a message; that of before, and why, where none, or all, would compare."""
        said = turn.message.publishers or EVERYBODY
        limited = state.limited(turn.message.publishers)
        if said == EVERYBODY or limited == state.publishers or not state.complete:
            return limited, []
        before, after = (turn.compare(one.query) for one in (state, replace(state, publishers=limited)))
        first, second = (sum(one.elsewhere for one in found.pairs) for found in (before, after))
        if not evidence.arguments(before) or (evidence.arguments(after) and (first != second or said.only)):
            return limited, []
        share = "nothing" if said.only or first == second else "everything"
        told = {"share": share, "whose": Publishers(said.only or said.without).words}
        names, among = listed(state.objects, "and"), listed(evidence.publishers(before), "and")
        return state.publishers, [say("utter_no_publisher", SOURCES, names=names, publishers=among, **told)]

    def _second(self, turn: Turn, name: str) -> Reply:
        """Compare the one thing that was named with a second one; ask on when nobody does, but others are compared."""
        state = turn.state
        both = state.about((*state.objects, name), state.aspects)
        if both.complete and not evidence.arguments(turn.compare(both.query)):
            others = self.engine.rivals(state.objects[0])
            if others and self.engine.retriever.search((name,), k=1).hits:
                one = plain(state.objects[0])
                note = say("utter_nobody_compares", name=one, other=plain(name), others=listed(others, "and"))
                return Reply(state, [note], asks=True)
        return self._verdict(turn, both)

    def _bring_in(self, turn: Turn, names: Sequence[str]) -> Reply:
        """Take names as things or as points of view, whichever they are."""
        state = turn.state
        if not names and state.pending:
            return self._take_pending(turn, state.pending)
        if not names and state.complete:
            return self._verdict(turn, state)
        if len(names) > 1 and all(shares((name,), state.objects) for name in names):
            return self._verdict(turn, state.about(names, state.aspects))
        if len(names) == len(state.objects) == 1:
            return self._second(turn, names[0])
        if not state.complete:
            return self._verdict(turn, state.about((*state.objects, *names), state.aspects))
        if all(shares(names, (one,)) for one in state.objects):
            names = [one for one in names if not shares((one,), state.objects)]
        if len(names) != 1:
            return self._verdict(turn, state.about(names, state.aspects if shares(names, state.objects) else ()))
        name = names[0]
        for one in state.objects:
            if shares((one,), (name,)):
                return self._side(turn, (one,), against=state.side[0] == "against")
        if state.pending and len(state.pending.objects) == 1:
            return self._verdict(turn, state.about((*state.pending.objects, name), state.pending.aspects))
        begins = name[1:].islower() and turn.message.text.startswith(name)  # with a capital that tells nothing
        written = name[0].lower() + name[1:] if begins else name
        held = is_beside(name, turn.message.text)
        if not held and self._goes_on(turn, name):
            return self._weigh(turn, (written,))
        if self._is_of_each(turn, name):
            return self._weigh(replace(turn, message=turn.message._replace(sure=True)), (written,))
        role = Label.OBJECT if held else role_of(written, turn.compare(state.query), self.engine)
        if role is None and not turn.message.other:
            if not (turn.message.sure or self.is_read(name)):
                return Reply(state, [say("utter_never_read", names=plain(name))])
            role = Label.OBJECT  # as the message was read
        if role is Label.ASPECT:
            return self._weigh(turn, (written,))
        return self._add(turn, (name,)) if role is Label.OBJECT else self._object_or_aspect(turn, name)

    def _goes_on(self, turn: Turn, name: str) -> bool:
        """Return whether a message goes on with what matters that was told last: "and cheese", after "for milk"."""
        state = turn.state
        last = state.on or state.unheard
        goes_on = last and JOINING.match(turn.message.text)
        return bool(goes_on) and likeness(name, last) > likeness(name, state.objects)

    def _is_of_each(self, turn: Turn, name: str) -> bool:
        """Return whether a message asks about something that each of the things has: "what about the beaches?"."""
        several = f"the {name}".casefold() in turn.message.text.casefold() and tagger().tag(["the", name])[-1] == "NNS"
        return several and not is_like(name, turn.state.objects, self.engine)

    def _add(self, turn: Turn, names: Sequence[str], *notes: Utterance, sure: bool = False) -> Reply:
        """Compare more things beside the others; of what nothing compares with them only that is told.

        They are compared in what was asked last, unless the message asks something itself, or a side was told since.
        """
        state = turn.state
        asked = self._parsed(turn).asked
        general = asks_generally(turn.message.text) and not asked.is_special
        of_property = state.asked.kind is AskedKind.PROPERTY and (general or state.side[0])
        uses = [one for one in turn.message.aspects if not shares((one,), [kept.name for kept in state.aspects])]
        asks = asked if asked.kind is AskedKind.PROPERTY else OVERALL_ASKED if of_property else None
        silent = self._read(f"which is {state.unheard[-1]}?").asked if state.unheard and asks is None else asked
        asks = silent if silent.kind is AskedKind.PROPERTY else asks
        wider = state.about((*state.objects, *names), (*state.aspects, *map(Aspect, uses)), asked=asks)
        if not state.shown or len(wider.objects) > self.engine.config.verdict.maximum_objects:
            return self._verdict(turn, wider)
        found = turn.compare(wider.query)
        searched = evidence.searched(found)
        met = {one for pair in found.pairs if evidence.arguments(pair) for one in pair.objects}
        if asks == silent and not speaks_of_asked(found) and (silent != asked or asked.dimension == asked.words):
            wider = replace(wider, asked=OVERALL_ASKED)  # "is rum worth a look?"
            nothing = [Utterance(answer=points_of_view.nothing_on(found, [silent.words]))] * (silent != asked)
            notes = (*notes, *nothing)
        lonely = [name for name in names if searched.get(name, name) not in met]
        if lonely and not sure:
            told = {
                "names": listed(lonely, "and"),
                "either": listed(lonely, "or"),
                "subject": listed(state.objects, "or"),
            }
            others = [either(*pair) for pair in self._rivals(state.objects, beside=dict.fromkeys(lonely, ()))]
            parted = [Button(f"Without {plain(one)}", buttons.without(one)) for one in lonely]
            after = replace(wider, view=View("answer"))
            return Reply(after, [say("utter_nobody_compares_thing", *parted, *others, **told)])
        added = listed(evidence.written(found)[len(state.objects) :], "and")
        note = next((one for one in notes if one.response), say("utter_added", names=added))
        reply = self._verdict(turn, wider, note, *(one for one in notes if one.answer))
        if reply.state.view.kind == "answer" and not (state.length or state.style):
            after = replace(reply.state, view=View("with", tuple(names)))
            last = replace(reply.said[-1], answer=self._shown(self._of_news(turn, turn.compare(after.query)), after))
            reply = replace(reply, state=after, said=[*reply.said[:-1], last])
        if len(state.objects) > 2 or len(names) > 1:
            return reply
        return reply.offering(*(Button(f"Without {plain(one)}", buttons.without(one)) for one in state.objects))

    def _claimed(self, turn: Turn) -> Reply | None:
        """Bring in one more thing of the kind of those compared for what is said of it: "my boss says Ruby is slow"."""
        message, state = turn.message, turn.state
        new = [one for one in (*message.objects, *message.opposed) if not shares((one,), state.objects)]
        asks = message.text.endswith("?") or is_polar(message.text)
        told = asks or CLAIMS.match(message.text)  # no "Ruby is slow", which asks for nothing
        comes_in = told and state.complete and message.aspects and len(new) == 1
        kind = comes_in and is_like(new[0], state.objects, self.engine)
        comes_in = kind or (comes_in and asks and is_set_beside(new[0], state.objects, self.engine))
        weighed = message._replace(aspects=tuple(dimension_of(one) or one for one in message.aspects))
        return self._add(replace(turn, message=weighed), new, sure=True) if comes_in else None

    def _join(self, turn: Turn, names: Sequence[str]) -> Reply | None:
        """Bring in several things of the kind of those compared, "what about Redis and SQLite?"; offer to part them."""
        state, text = turn.state, turn.message.text
        beside = _BESIDE.match(text) or not _AGAINST.search(text)  # "and solar or wind?"
        opened = JOINING.match(text)
        opens = opened and not any(name.casefold() in opened[0].casefold() for name in names)  # but "tea and rum"
        joins = state.complete and len(names) > 1 and opens and beside
        brings = turn.intent == "name_object"
        if not joins or not (brings or any(is_like(name, state.objects, self.engine) for name in names)):
            return None
        reply = self._add(turn, names, sure=True)
        return reply.offering(either(*names)) if len(names) == 2 else reply

    def _object_or_aspect(self, turn: Turn, name: str) -> Reply:
        """Ask whether a name is one more thing or a point of view; "yes" takes it for a thing.

        Of what nobody compares with anything, which no answer could bring in, it is said that nothing was found.
        """
        state = turn.state
        if not self.engine.rivals(name):
            found = turn.compare(state.query)
            nothing = points_of_view.nothing_on(found, [name], alone=True)
            told = Utterance(answer=nothing, buttons=next_steps(found), comparison=found)
            return Reply(state.silent_on([name]), [told], kind=f"{_SILENCE}1")
        ask = say(
            "utter_object_or_aspect",
            Button(f"Compare {plain(name)} too", buttons.along(name)),
            Button(f"Weigh {plain(name)}", buttons.for_aspect(name)),
            name=plain(name),
            other=plain(state.objects[-1]),
        )
        return Reply(replace(state, pending=replace(state.subject, objects=(*state.objects, name))), [ask])

    def _go_back(self, turn: Turn) -> Reply:
        """Compare again what was compared before."""
        if not turn.state.history and turn.state.view.kind not in {"", "answer", "again", "nothing"}:
            return self._look(turn, "answer")
        if not turn.state.history:
            nothing = [say("utter_nothing_to_undo", WHY, SOURCES)] * turn.state.complete
            return Reply(turn.state, nothing, asks=not turn.state.complete)
        before = turn.state.back()
        told = say("utter_undone", subject=_told(before.objects, [one.name for one in before.aspects]))
        notes = [told, *limits(turn.state, before)]
        on = [one.name for one in heard(turn.compare(before.query))] if before.complete else []
        again = [one.name for one in before.aspects if one.name in on and before.asked == OVERALL_ASKED]
        if again and before.objects == turn.state.objects:
            return self._news(turn, before, again, *notes)
        return self._verdict(turn, before, *notes)

    def _take_pending(self, turn: Turn, pending: Subject, *names: str) -> Reply:
        """Compare what was offered, for what else matters, too."""
        aspects = (*pending.aspects, *map(Aspect, names))
        return self._verdict(turn, turn.state.about(pending.objects, aspects, asked=pending.asked))

    def _drop(self, turn: Turn, names: Sequence[str]) -> Reply:
        """Do without points of view or things, of what is compared or of what was offered."""
        state, offered = turn.state, turn.state.pending
        wider = offered and len(offered.objects) > max(2, len(state.objects)) and shares(names, offered.objects)
        known = offered.objects if offered and wider else state.objects
        senses = {dimension_of(name) for name in names} - {""}
        kept = [one for one in state.aspects if not shares(names, (one.name,)) and dimension_of(one.name) not in senses]
        objects = [one for one in known if not shares(names, (one,))]
        if len(known) == 2 and len(objects) == 1:  # it had taken the place of another, or that one is named again
            replaced = others_before(state) if shares(names, newest(state)) else ()
            objects = list(replaced) or [*objects, *_named_again(turn, (*names, *objects))]
        unasked = shares(names, (state.asked.words,)) or state.asked.dimension in senses
        unasked = unasked or (state.asked.is_situation and not AGES.keys().isdisjoint(names))
        asked = OVERALL_ASKED if unasked else state.asked
        untold = self._told_of(turn, names)
        said = (dimension_of(one) for one in turn.message.aspects if one in turn.message.text)  # and not "it"
        dismissed = unique((*state.dismissed, *untold, *filter(None, said)))
        same = (*objects, *kept, asked) == (*state.objects, *state.aspects, state.asked)
        if same and untold:
            after = state.about(objects, kept, dismissed=dismissed)
            return self._verdict(turn, after, say("utter_not_told", name=listed(untold, "and")))
        if same and names:
            unknown = "’ or ‘".join(map(plain, names))
            return Reply(state, [say("utter_not_weighed", *[WHY, SOURCES] * state.shown, name=unknown)])
        gone = [one for one in known if one not in objects] if len(known) > 2 else []
        gone += [called(one.name) for one in state.aspects if one not in kept]
        gone += [state.asked.dimension or state.asked.words] * (unasked and len(kept) == len(state.aspects))
        left = weighing(kept) if len(kept) < len(state.aspects) else ""
        notes = [say("utter_without", name=listed(gone, "and"))] * bool(gone)
        notes += [say("utter_weights", weights=left)] * bool(left)
        after = state.about(objects, kept, asked=asked, dismissed=dismissed)
        return self._verdict(turn, after, *notes)

    def _told_of(self, turn: Turn, names: Sequence[str]) -> list[str]:
        """Return the points of view that some names stand for, as far as answers speak of them though nobody asked."""
        state = turn.state
        pairs = turn.compare(state.query).pairs if state.shown and state.view.kind else ()
        mined = {one.dimension or one.name for pair in pairs for one in pair.mined}
        told = unique(dimension_of(name) or name for name in names)
        return [one for one in told if one in mined and one not in state.dismissed]

    def _not_compared(self, turn: Turn, name: str) -> Reply:
        """Say that a thing is not among those compared, which stay, and offer to bring it in."""
        state, new = turn.state, as_named(name, self.engine.retriever)
        offer = Button(f"Compare {plain(new)} too", buttons.along(new))
        told = say("utter_not_compared", offer, name=plain(new), subject=listed(state.objects, "and"))
        return Reply(replace(state, pending=replace(state.subject, objects=(*state.objects, new))), [told])

    def _ask_rival(self, turn: Turn, name: str, aspects: Sequence[Aspect] = ()) -> Reply:
        """Ask what to compare a thing with while something else is compared, which stays."""
        others = [one for one in self.engine.rivals(name) if not shares((one,), (name,))]
        each = [either(name, one) for one in unique((*others, *turn.state.objects))][:MAX_BUTTONS]
        pending = Subject((name,), tuple(aspects))
        return Reply(replace(turn.state, pending=pending), [say("utter_ask_objects", *each, name=plain(name))])

    def _replace(self, turn: Turn, old: Sequence[str], new: str) -> Reply:
        """Put ``new`` in the place of the object that ``old`` names, and offer the other way."""
        state = turn.state
        if shares((new,), state.objects):
            both = turn.message.replaced and not shares((new,), old) and len(state.objects) > 2
            if both:
                return self._drop(turn, old)
            return self._verdict(turn, state, say("utter_compared_already", name=plain(new)))
        gone = next((one for one in state.objects if shares(old, (one,))), state.objects[-1])
        objects = [new if one == gone else one for one in state.objects]
        after = state.about(objects, state.aspects)
        reply = self._verdict(turn, after, self._changed(turn, after))
        last = reply.said[-1]
        if (
            len(objects) > 2
            or new not in reply.state.objects
            or not evidence.arguments(turn.compare(reply.state.query))
        ):
            return reply
        stays = next(one for one in state.objects if one != gone)
        button = Button(f"{plain(new)} or {plain(gone)}?", buttons.instead(gone, stays))
        return replace(reply, said=[*reply.said[:-1], replace(last, buttons=[button, *last.buttons])])

    def _changed(self, turn: Turn, after: DialogueState) -> Utterance:
        """Return the note which things are compared in place of which others, as texts write them."""
        before = others_before(turn.state) if turn.message.unwanted else turn.state.objects
        named = zip(after.objects, evidence.written(turn.compare(after.query)), strict=True)
        new = [shown for one, shown in named if not shares((one,), before)]
        gone = [one for one in before if not shares((one,), after.objects)]
        return say("utter_replaced", new=listed(new, "and"), old=listed(gone, "and"))

    def _weigh(
        self,
        turn: Turn,
        names: Sequence[str],
        left: Sequence[Aspect] | None = None,
        *notes: Utterance,
        most: Sequence[str] = (),
        less: Sequence[str] = (),
        factors: Mapping[str, float] = NOBODY_SAID,
    ) -> Reply:
        """Add points of view to those that are left, and let some count more or less than the others."""
        state = turn.state
        left = state.aspects if left is None else left
        names, most, less = ([held(name, left) for name in some] for some in (names, most, less))
        factors = {held(name, left): factor for name, factor in factors.items()}
        new = [name for name in names if not shares((name,), [aspect.name for aspect in left])]
        left = [one for one in left if not get_close_matches(one.name, new, cutoff=_ALIKE)]
        aspects = weighted((*left, *map(Aspect, new)), most, less, factors, points=turn.message.points)
        told = [one for one in aspects if len(names) == 1 or shares((*names, *factors), (one.name,))]
        notes = (*notes, *[say("utter_weights", weights=weighing(told))] * bool(most or less or factors))
        if aspects == state.aspects and names and not notes:
            known = say("utter_weighed_already", name=plain(called(names[0])))
            return self._news(
                turn, state, names, *[known] * (turn.intent != "opinion" and not is_polar(turn.message.text))
            )
        weighed = state.about(state.objects, aspects, asked=OVERALL_ASKED if new else None)
        news = names and state.complete
        return self._news(turn, weighed, names, *notes) if news else self._verdict(turn, weighed, *notes)

    # ------------------------------------------------------------------------------------------ what helps to tell

    def _loser(self, turn: Turn) -> str:
        """Return the object that lost; the last one when none did."""
        return verdicts.outcome(turn.compare(turn.state.query))[1] or turn.state.objects[-1]

    def _parsed(self, turn: Turn) -> ParsedText:
        return self._read(turn.message.text)

    def _question(self, state: DialogueState) -> ParsedText | None:
        return self._read(state.question) if state.question else None

    def _read(self, text: str) -> ParsedText:
        """Return what a text asks as a question, without what is said before and after everything.

        One that names a single thing behind its verb asks for a yes or no, "is Java really faster?", as what is asked
        back does: "Java beats both, doesn't it?".
        """
        found = self.engine.parse(bare(text))
        verb = tagger().tag(found.text.lower().split()[:2])[:1]
        polar = len(found.objects) == 1 and ((verb and verb[0] in FINITE) or is_polar(text))
        return replace(found, kind=Kind.YES_NO) if polar else found

    def _steps(self, turn: Turn, state: DialogueState, found: Found) -> list[Button]:
        """Return what a person may want to say next: to take back what was changed, to look closer or elsewhere."""
        changed = state.history and state.subject != turn.state.subject
        undo = [UNDO] if changed and shares(state.objects, turn.state.objects) else []
        return [*undo, *(next_steps(found) or self._elsewhere(turn, state))]

    def _elsewhere(self, turn: Turn, state: DialogueState) -> list[Button]:
        """Return what things that are not compared with each other can be compared with; at the beginning, examples.

        What both are in short comes before all else, where people compare that: "glass" and "plastic" of bottles.
        """
        *short, _ = (in_short(state.objects) if len(state.objects) == 2 else ()) or ("",)
        if short and NameFinder(self.engine.retriever).met(*short).comparing >= ENOUGH:
            return [either(*short)]
        return self._rivals_of_each(state) or ([] if turn.state.complete else examples())

    def _rivals_of_each(self, state: DialogueState) -> list[Button]:
        return [either(*pair) for pair in self._rivals(state.objects)[:MAX_BUTTONS]]

    def _rivals(
        self, objects: Sequence[str], *, beside: Mapping[str, Sequence[str]] | None = None
    ) -> list[tuple[str, str]]:
        """Return things with what each is compared with but what is compared now.

        Args:
            objects: What is compared now.
            beside: The things, and beside what each stands; those compared, beside each other, when None.
        """
        if beside is None:
            beside = {one: [other for other in objects if other != one] for one in objects}
        rivals = ((one, other) for one in beside for other in self.engine.rivals(one, beside=beside[one])[:MAX_RIVALS])
        return [pair for pair in rivals if not shares(pair[1:], objects)]

    def _compared_instead(self, state: DialogueState) -> str:
        """Return what things that are not compared with each other are compared with; empty where that is not known."""
        known = self._rivals(state.objects)
        of_each = [(one, [other for first, other in known if first == one]) for one in state.objects]
        told = [f"{plain(one)} with {listed(others, 'and')}" for one, others in of_each if others]
        return f"What I have read compares {', and '.join(told)}." if told else ""

    def is_read(self, name: str) -> bool:
        """Return whether a text names a thing, or of a class with an example of it one of the two."""
        return any(self.engine.retriever.search((part,), k=1).hits for part in LIKE.split(name))

    def _spelling(self, name: str, known: Sequence[str]) -> str:
        found = (meant for one in known for meant in spellings_beside((name,), (one,), self.engine.retriever))
        finder = NameFinder(self.engine.retriever)
        well_spelt = {stem(word) for word in name.split() if finder.alone(word)[0] >= KNOWN}
        kept = (meant for (meant,) in found if well_spelt.issubset(stems(meant)))
        return next((meant for meant in kept if not shares((meant,), known)), "")


def _told(objects: Sequence[str], about: Sequence[str]) -> str:
    """Return what is compared and what matters of it, in words."""
    names = unique(f"‘{one}’" for one in about)
    return listed(objects, "or") + (f", regarding {listed(names, 'and')}" if names else "")


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


def _before_notices(blocks: Blocks, new: Blocks) -> Blocks:
    """Return the blocks of an answer with new ones at its end, before what is to know about it."""
    return tuple(sorted((*blocks, *new), key=lambda one: isinstance(one, Paragraph) and one.role is Role.NOTICE))


def _noticed(reply: Reply, text: str) -> Reply:
    """Return a reply that ends with an answer with a notice at its end."""
    *said, last = reply.said or [Utterance()]
    if last.answer is None:
        return reply
    answer = replace(last.answer, blocks=(*last.answer.blocks, *own_words(text, Role.NOTICE)))
    return replace(reply, said=[*said, replace(last, answer=answer)])


def _asked_anew(turn: Turn, state: DialogueState) -> str:
    """Return that nothing was found on what a message asks for, without the full stop; empty where it asks nothing new.

    Args:
        turn: With the message and the state before it.
        state: The state after it.
    """
    before, objects, bounds = turn.state, state.objects, bounds_of(state.period, state.publishers)
    if (turn.message.meant or state.asked != before.asked) and (state.asked.is_special or state.asked.is_situation):
        return nothing_says(state.asked, turn.message.text, things=objects, bounds=bounds)
    new = [one.name for one in state.aspects if not shares((one.name,), [old.name for old in before.aspects])]
    named = [one for one in objects if shares(turn.message.objects, (one,))] or objects
    return f"{found_nothing(new)} for {listed(named, 'or')}{bounds}" if new and objects == before.objects else ""


def _with_silence(state: DialogueState, found: Found) -> DialogueState:
    """Return a state that knows on what nothing was found of what a reply tells of."""
    on = [one.name for one in evidence.told_enough(found, heard(found))]
    silent = [one.name for one in found.aspects if one.name not in on]
    unsaid = [state.asked.use] if aside(found)[1] else []
    return replace(state, silent=unique((*(one for one in state.silent if one not in silent), *silent, *unsaid)))


def _named_again(turn: Turn, names: Sequence[str]) -> list[str]:
    """Return what was compared before and is named by a message besides some names."""
    text = Tokens(turn.message.text)
    before = unique(name for one in reversed(turn.state.history) for name in one.objects)
    return [name for name in before if not shares((name,), names) and text.find(stems(name))]


def _is_said_of(name: str, text: str) -> bool:
    """Return whether a message itself says that a name is what matters: "for a small team", "when it rains"."""
    before = r"\b(?:for|on|in|at|with|without|during|when|if|about|as|of|than)\s+(?:(?:an?|the|my|our|it)\s+)?"
    return re.search(before + re.escape(name), text, re.IGNORECASE) is not None


def next_steps(found: Found, *, shown: str = "answer") -> list[Button]:
    """Return what a person may want to say next: questions about the verdict, two aspects that others name.

    Args:
        found: What is talked about.
        shown: The kind of the view that is shown, which is not offered again.
    """
    if isinstance(found, Standings):
        names = dict(zip(found.objects, evidence.written(found), strict=True))
        first, second = (names[place.object] for place in found.whole.places[:2])
        closer = [button for view, button in (("why", WHY), ("sources", SOURCES)) if view != shown]
        return [*closer, either(first, second)]
    if not evidence.arguments(found):
        return []
    closer_by_view = {"why": WHY, "sources": SOURCES}
    if found.verdict.decision is not Decision.INSUFFICIENT and shown not in {"for", "against", "both"}:
        closer_by_view["other_side"] = OTHER_SIDE
    asked = [aspect.name for aspect in found.aspects]
    reasons = [mined.name for mined in found.mined if mined.method == "reason" and len(mined.sentences) > 1]
    nouns = [name for name in reasons if not is_comparative(name)]
    new = [name for name in nouns if not any(same_name(name, known) for known in asked)]
    aspects = [Button(f"For {name}", buttons.for_aspect(name)) for name in new[:MAX_OFFERED]]
    # Of "gas or electric" the dryers, not the stoves.
    other_senses = [either(*(f"{name} {noun}" for name in found.objects)) for noun in found.senses[1 : 1 + MAX_OFFERED]]
    return [*(button for view, button in closer_by_view.items() if view != shown), *aspects, *other_senses]


def weighing(aspects: Sequence[Aspect]) -> str:
    """Return what aspects weigh, the heaviest first, in words."""
    return listed([f"{plain(one.name)} {one.weight}" for one in sorted(aspects, key=lambda one: -one.weight)], "and")


def either(first: str, second: str) -> Button:
    """Return the button that compares two things."""
    return Button(f"{plain(first)} or {plain(second)}?", buttons.versus(first, second))


def examples() -> list[Button]:
    """Return comparisons to try, as ``domain.yml`` offers them too."""
    return [either(*pair) for pair in (("Python", "MATLAB"), ("tea", "coffee"), ("cats", "dogs"))]


def sentences(number: int) -> str:
    """Return a number of sentences in words."""
    return f"{number} sentence{'s' * (number != 1)}"


def limits(before: DialogueState, after: DialogueState | Subject) -> list[Utterance]:
    """Return what to say where something else counts than before."""
    if (before.period, before.publishers) == (after.period, after.publishers):
        return []
    lifted = [say("utter_all_years")] * (any(before.period) and not any(after.period))
    lifted += [say("utter_all_sources")] * (any(before.publishers) and not any(after.publishers))
    limit = limit_of(after.period, after.publishers)
    return [*lifted, *([say("utter_only_from", limit=limit)] if limit else [])]


def _strictly(period: Period) -> str:
    """Return a time behind "none was written"."""
    since, until = (int(one) if len(one) == 4 else 0 for one in period)
    if bool(since) is bool(until):
        return period.words
    return f"later than {since - 1}" if since else f"before {until + 1}"


def _too_many(state: DialogueState, most: int) -> Utterance:
    """Ask which object to leave out."""
    each = [Button(f"Without {plain(name)}", buttons.without(name)) for name in state.objects[:MAX_BUTTONS]]
    return say("utter_too_many", *each, most=str(most), count=str(len(state.objects)), name=plain(state.objects[-1]))


def _did_you_mean(state: DialogueState, spelt: Mapping[str, str]) -> Reply:
    """Ask about names that nothing in the index has; "yes" is for the other spellings."""
    objects = tuple(spelt.get(name, name) for name in state.objects)
    names, meant = listed([*spelt], "and"), listed([*spelt.values()], "and")
    button = Button(meant, buttons.versus(*objects) if len(objects) == 2 else buttons.instead(meant, names))
    ask = say("utter_did_you_mean", button, name=names, meant=meant)
    return Reply(replace(state, pending=replace(state.subject, objects=objects)), [ask])
