"""Actions that look closer at an answer, at what it is made of, or word it in another way."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from actions.aspect_weights import shares, subject_before
from actions.base import Turn
from actions.comparison_action import ComparisonAction
from actions.dialogue_state import DialogueState, Subject, View, listed
from actions.next_steps import OTHER_SIDE, SOURCES, next_steps
from actions.replies import Button, Reply, Utterance, say
from actions.request import SPEECH, topics
from actions.turn_comparisons import Found
from actions.verdict_action import IN_A_WORD
from actions.views import evidence, figures, points_of_view, revisions, sources, verdicts
from engine.protocols import SummarizedRetriever
from engine.text.lexicon import dimension_of
from engine.text.related import likeness
from engine.text.stop_words import STOP
from engine.text.tokens import TOKEN, stems
from engine.types import Answer, AskedKind, Citation, limit_of
from engine.types.document import begun, own_words
from generation.question_focus import about
from generation.sentence_templates import capitalised
from nlu_models.intents import LOSER, OF_COUNTS, OF_FIGURES, WINNER, bare, buttons, is_point_of_view
from nlu_models.intents.styles import SIMPLE

_NOT = re.compile(r"\bwhy not (\S[^?.!]*)", re.IGNORECASE)
_WHY_ONE = re.compile(r"(?:why|how come)\s+(?!not\b)(?:(?:the|an?)\s+)?(\S[^?.!,;]*)\W*", re.IGNORECASE)
"""What asks for the reasons for a thing, if it has nothing but a name."""
_OTHER_ONE = re.compile(r"\bother (?:one|thing)\b", re.IGNORECASE)
_ALL = re.compile(r"\b(?:everything|all|much|full|whole)\b", re.IGNORECASE)
_MORE = re.compile(
    r"(?:(?:and|ok|any|some|show|give|me|list|got|a few|is there)\W+)*(?:more|others|else)\b(?! detail)", re.IGNORECASE
)
"""A message that wants more of what was listed."""
_QUOTES_ON_THAT = re.compile(r"\bquotes?\b.*\b(?:on|about|for|of)\s+(?:that|this|it)\b", re.IGNORECASE)
"""What wants more of those who say what was told last."""
_SAME = re.compile(r"\bsame\b", re.IGNORECASE)
_SUMS = re.compile(r"\b(?:sum|sums|summar\w*|recap\w*)\b", re.IGNORECASE)
"""What asks for all that was found on what was asked, and not only for fewer words."""
MOST_SUMMED = 3
"""Comparisons that are summed up, the last ones."""
_IN_A_LINE = re.compile(r"\b(?:sentence|line)\b", re.IGNORECASE)
_COUNTS = re.compile(
    r"\b(?:(?:how|that|so|too|only) (?:many|few|much)|count\w*|number of|everyone|majority|most)\b", re.IGNORECASE
)
"""What asks for the number of those who say something, and not for what they measured."""
_COMPARE = re.compile(r"\bcompar(?:e[sd]?|ing)\b", re.IGNORECASE)
"""What asks for the number of those who compare the things at all."""
_MOST_DO = re.compile(r"\b(?:what|which)\b.*\b(?:most|more)\b.*\bpeople\b", re.IGNORECASE)
"""What asks which of them most take, whatever was asked before."""
_THINGS = re.compile(
    r"\bhow many\b(?P<what>(?:\s+\w+){0,2}?)\s+(?:(?:are|do|did|have)\s+we\b|"
    r"(?:are|do) (?:yo)?u (?:now )?compar|(?:are|is) (?:there )?(?:being compared|left)\b)",
    re.IGNORECASE,
)
"""What asks for the number of the things compared, unless it names what tells of them."""
_TELLING = frozenset(stems("source sentence text quote post people person vote review opinion argument point"))
_WHY_FEW = re.compile(r"(?:why|how come)\b", re.IGNORECASE)
_OLDEST = re.compile(r"\b(?:oldest|earliest)\b", re.IGNORECASE)
_MOST_DATED = re.compile(r"\b(?:oldest|earliest|newest|latest|(?:most|least) recent|youngest)\b", re.IGNORECASE)
_AGE = re.compile(r"\b(?:how (?:old|recent|new|fresh)|what (?:year|date)|when|dated?)\b", re.IGNORECASE)
_PART = re.compile(
    r"\b(?:that|part|bit|claim|point|thing|statement|stuff|quote|said)\s+(?:about|on|regarding)\s+(?:the\s+|their\s+)?"
    r"(?P<on>\w[\w -]*?)(?=\s+(?:from|come|comes|came)\b|\W*$)",
    re.IGNORECASE,
)
"""What asks for the source of what was said on something: "the part about price"."""
_ON_POINT = re.compile(
    r"\b(?:about|on|of|regarding)\s+(?:(?:the|that|this|your)\s+)?(?P<on>[a-z][\w -]{1,30}?)"
    r"(?:\s+(?:one|part|bit|thing|point|question|answer|verdict|claim))?\W*$",
    re.IGNORECASE,
)
"""What asks about one of several answers, at the end of a message: "how sure are you of the price one"."""
_ONE_FAMILY = 0.6
"""Likeness from which on two words are of one family: "bias" and "biased"."""
_COMES_FROM = frozenset(stems("get got come came find found read take took quote"))
"""Words for how something came to be said."""
_MATTERS = re.compile(r"\b(?:matters?|chang\w+|counts?|difference|problem|bad)\b", re.IGNORECASE)
_MOST_SURE = re.compile(
    r"(?=.*\b(?:which|what)\b)(?=.*\b(?:verdicts?|answers?|comparisons?|results?|of (?:them|those|all|everything))\b)"
    r".*?\b(least|most|less|weakest|strongest|shakiest|closest|surest)\b",
    re.IGNORECASE,
)
"""A question for the one of all verdicts that is least sure, or most."""
_TAKES_SIDES = re.compile(
    r"\b(?:are|r|aren['’]?t)\s+(?:yo)?u\b.*\b(?:(?:un)?biased|neutral|objective|impartial|one[- ]sided|sponsored)\b",
    re.IGNORECASE,
)
"""What asks whether the program itself is for one of the things."""
_ALL_SOURCES = re.compile(r"\b(?:all|every\w*|each|full|complete|entire|others?|more|remaining|rest)\b", re.IGNORECASE)
"""What asks for more sources than those quoted."""
_CHANGED = re.compile(r"\bchang(?:e[ds]?|ing)\b", re.IGNORECASE)
"""What asks why a verdict is no longer what it was."""
_ABOVE = re.compile(r"\bbetter\b", re.IGNORECASE)
"""What takes for granted that the thing it names first is the better one: "why is Java better than Scala"."""
_PAGES = frozenset({"page", "article", "site"})


class ActionWhy(ComparisonAction):
    """Says what decided; of a thing that came last or that "why not" names, what speaks against it.

    Where it is asked why that one is better, or for it alone that has not won, it says what speaks for it.
    """

    without_evidence = "utter_no_winner"

    def reply(self, turn: Turn) -> Reply:
        if _CHANGED.search(turn.message.text) and (before := _before_left_out(turn.state)):
            gone = set(turn.state.without) - set(before.without)
            return replace(
                self._on_evidence(
                    turn, turn.state, lambda found: revisions.left_out(found, turn.compare(before.query), gone)
                ),
                kind="number",
            )
        refused = _NOT.search(turn.message.text)
        named = turn.message.objects or (turn.state.meant(refused[1]) if refused else ())
        if not (refused or named) and (silence := self._silence(turn)):
            return silence
        if turn.state.view.kind == "on" and not (refused or named or turn.message.second):
            return self._by_points(turn, self._look(turn, "on", *turn.state.view.names, times=1))
        if turn.state.shown and (of_other := self._why_other(turn, named)):
            return of_other
        several = len(turn.state.objects) > 2 and len(named) == 1
        is_above = _ABOVE.search(turn.message.text) is not None and shares(named[:1], (self._loser(turn),))
        if is_above and turn.state.complete and not refused:
            return self._side(turn, named[:1], against=False)
        if not (refused or several) or not turn.state.complete or not shares(named, turn.state.objects):
            return self._by_points(turn, self._look(turn, "why"))
        return self._side(turn, named, against=bool(refused) or shares(named, (self._loser(turn),)))

    def _why_other(self, turn: Turn, named: Sequence[str]) -> Reply | None:
        """Say that another thing won, and what speaks for the one that is asked for alone: "why tea?" of juice."""
        asked = _WHY_ONE.fullmatch(bare(turn.message.text))
        is_alone = asked and len(named) == 1 and shares(named, turn.state.meant(asked[1].strip()))
        found = turn.compare(turn.state.query)
        winner = verdicts.winner(found) if is_alone and shares(named, turn.state.objects) else ""
        if not winner or shares(named, (winner,)):
            return None
        reply = self._side(turn, named, against=False)
        first, *rest = reply.said
        won = own_words(f"{capitalised(verdicts.concluded(found)[1])}.")
        answer = first.answer and replace(first.answer, blocks=(*won, *first.answer.blocks))
        return replace(reply, said=[replace(first, answer=answer), *rest])

    def _by_points(self, turn: Turn, reply: Reply) -> Reply:
        """Begin a reason with the points of view without which the comparison would end otherwise."""
        state = turn.state
        if not (state.shown and state.aspects) or state.asked.is_special:
            return reply
        found, without = (turn.compare(one.query) for one in (state, replace(state, aspects=())))
        turned, (first, *rest) = revisions.turned(found, without), reply.said
        answer = first.answer and replace(first.answer, blocks=begun(first.answer.blocks, turned))
        return replace(reply, said=[replace(first, answer=answer), *rest]) if turned else reply


def _before_left_out(state: DialogueState) -> Subject | None:
    """Return the subject of the last step where that only left a quote out; else None."""
    before = state.history[-1] if state.history else None
    return before if before and before.without != state.without and before.objects == state.objects else None


class ActionOtherSide(ComparisonAction):
    """Says what speaks for the one that lost, or for both when none lost; for or against the one that is named."""

    without_evidence = "utter_no_winner"

    def reply(self, turn: Turn) -> Reply:
        message, state = turn.message, turn.state
        named = message.opposed or message.objects
        if state.complete and not {WINNER, LOSER}.isdisjoint(named):
            found = turn.compare(state.query)
            limit = limit_of(state.period, state.publishers)
            outcome = f"{verdicts.conclusion(found)}{f', where only what {limit} counts' if limit else ''}"
            return Reply(state, [say("utter_none_ahead", *next_steps(found), outcome=outcome)])
        if not state.complete:
            if len(named) == 1:
                return self._of_one(turn, named[0])
            return Reply(state.about(named, state.aspects) if named else state, asks=True)
        shown, seen = state.side
        same = turn.intent == "other_side" and shown == "against"
        against = bool(message.opposed) or turn.intent == "ask_against" or (same and bool(named))
        if len(state.objects) == 2 and _OTHER_ONE.search(message.text):
            against = against or same
            seen = seen or verdicts.outcome(turn.compare(state.query))[0]
            others = [one for one in state.objects if one != seen]
            named = tuple(others) if len(others) == 1 else named
        if named and turn.message.second == "ask_against":
            return self._look(turn, "each", *(one for one in state.objects if shares(named, (one,))))
        if named:
            return self._side(turn, named, against=against)
        if side := _opposite(turn):
            return self._look(turn, *side)
        found = turn.compare(state.query)
        winner = next((one.verdict.winner for one in found.pairs[:1] if len(state.objects) == 2), None)
        if turn.intent == "ask_against":
            return self._look(turn, "against", *([winner] if winner else state.objects))
        return self._look(turn, *verdicts.behind(found))


def _opposite(turn: Turn) -> tuple[str, ...]:
    """Return the side that is meant after one was shown: that of the other thing, or the other way round."""
    shown, name = turn.state.side
    if not name:
        return ()
    asked = {"ask_for": "for", "ask_against": "against"}.get(turn.intent)
    if asked and asked != shown:
        return asked, name
    others = [one for one in turn.state.objects if one != name]
    return (shown, others[0]) if len(others) == 1 else ()


class ActionSources(ComparisonAction):
    """Lists what was cited last, or whole pages when these are asked for."""

    kind = "sources"
    without_evidence = "utter_nothing_counted"

    def reply(self, turn: Turn) -> Reply:
        state = turn.state
        if not state.complete:
            return Reply(state, asks=True)
        found = turn.compare(state.query)
        if not _PAGES.isdisjoint(stems(turn.message.text)):
            aspect = state.aspects[0].name if state.aspects else ""
            pages = Answer(sources.pages(self.engine.browser.compare(state.objects, aspect, grouped=False)))
            return Reply(state, [Utterance(answer=pages, buttons=next_steps(found, shown="pages"))])
        if not evidence.arguments(found):
            return self._nothing(turn, found, state)
        if _ALL_SOURCES.search(turn.message.text):
            return replace(self._look(turn, "sources"), kind=self.kind)
        dated = turn.message.second == "ask_date" or _AGE.search(turn.message.text) is not None
        shown, earlier = self._numbered(found, replace(state, replied="")), bool(state.unheard)
        listed = sources.sources(found, shown, dated=dated, earlier=earlier)
        if not listed.citations:
            return Reply(state, [say("utter_nothing_quoted", *next_steps(found))])
        return Reply(state, [Utterance(answer=listed, buttons=next_steps(found, shown="sources"))])


class ActionSource(ActionSources):
    """Shows one of the sources that were cited last; where it is not told which of them, lists them."""

    kind = "source"

    def reply(self, turn: Turn) -> Reply:
        state = turn.state
        if not state.complete:
            return Reply(state, asks=True)
        found = turn.compare(state.query)
        if not evidence.arguments(found):
            return self._nothing(turn, found, state)
        told = turn.message.argument
        if told == 0 and _MOST_DATED.search(turn.message.text):
            return Reply(state, [Utterance(answer=_by_age(turn, found), buttons=next_steps(found))], kind="number")
        if told < 1 and len(turn.message.objects) == 1 and shares(turn.message.objects, state.objects):
            return self._side(turn, turn.message.objects, against=False)
        shown = self._numbered(found, state)
        count = len(shown.citations)
        point = _point_of(turn) if told == 0 else ""
        if point and not any(_is_on(point, one) for one in shown.citations):
            reply = self._on_topics(turn, (point,))
            none = own_words(f"None of what I quoted last is {about(point, None)}.")
            return replace(reply, said=[Utterance(answer=Answer(none)), *reply.said])
        told = told or next((one.number for one in _named_by_word(turn, shown.citations)), 0)
        if told == 0 and count > 1:
            return replace(super().reply(turn), kind="sources")
        number = told if told > 0 else count
        if not count:
            return Reply(state, [say("utter_nothing_quoted", *next_steps(found))])
        if number > count:
            few = f"there {'is 1' if count == 1 else f'are {count}'}"
            return Reply(state, [say("utter_no_such_source", SOURCES, number=str(number), few=few)])
        cited = shown.citations[number - 1]
        basis = f" {state.numbered}" if state.numbered else ""
        around = self.engine.context(cited.hit.sentence.id, before=1, after=1)
        answer = sources.source(found, shown, number, around)
        if asks_age := _AGE.search(turn.message.text):
            age = sources.ages([cited])
            alone = _AGE.match(bare(turn.message.text)) or state.replied == f"source{number}{basis}"
            answer = age if alone else replace(answer, blocks=(*age.blocks, *answer.blocks))
        return Reply(
            state,
            [Utterance(answer=answer, buttons=next_steps(found))],
            kind=f"source{number}{basis}{' dates' * bool(asks_age)}",
        )


class _Fact(ComparisonAction):
    """Says something about the evidence, with numbers of its own unless it is about a source that had one."""

    kind = "number"
    numbers: ClassVar[str] = ""
    """What its numbers are, see ``DialogueState.numbered``; empty where they are those of what was shown."""
    without_evidence = "utter_nothing_counted"

    def reply(self, turn: Turn) -> Reply:
        reply = self._on_evidence(turn, turn.state, lambda found: self.fact(turn, found))
        kind, *dates = self.kind.split()
        numbers = turn.state.numbered if turn.message.of_source else self.numbers
        return replace(reply, kind=" ".join(filter(None, (kind, numbers, *dates))))

    @abstractmethod
    def fact(self, turn: Turn, found: Found) -> Answer:
        """Return what to say of what was found."""

    def _cited(self, turn: Turn, found: Found) -> Sequence[Citation]:
        """Return the shown sources that the message asks about; none where it asks about all that was found."""
        if not turn.message.of_source:
            return ()
        shown, told = self._numbered(found, turn.state).citations, turn.message.argument
        return shown[-1:] if told < 0 else [one for one in shown if told in {0, one.number}]


_HOW_COUNTED = (
    "Of each sentence that names both I read which of the two it holds to be better, if it compares them at all. "
    "Each source then counts once, for the side of most that it says; one that sees no difference counts for neither."
)
"""How sources come to be counted."""


class ActionHowMany(_Fact):
    """Says how many sources say what, or what they say of something else that is named."""

    numbers = "many"

    def reply(self, turn: Turn) -> Reply:
        counted = _THINGS.search(turn.message.text) if turn.state.complete else None
        if counted and _TELLING.isdisjoint(stems(counted["what"])):
            names = turn.state.objects
            return Reply(turn.state, [say("utter_count", count=str(len(names)), names=listed(names, "and"))])
        if turn.state.shown and (others := topics(turn.message, turn.state)):
            return self._on_topics(turn, others)
        of_all = any(one.search(turn.message.text) for one in (OF_COUNTS, _COMPARE, _MOST_DO))
        return (None if of_all else self._silence(turn)) or super().reply(turn)

    def fact(self, turn: Turn, found: Found) -> Answer:
        on = () if _COMPARE.search(turn.message.text) else turn.state.on
        counted, searched = figures.how_many(found, on), self.engine.retriever
        if OF_COUNTS.search(turn.message.text):
            return replace(counted, blocks=(*counted.blocks, *own_words(_HOW_COUNTED)))
        if not _COUNTS.search(turn.message.text):  # "any benchmark numbers?"
            measured = own_words("I count who says what; what they measured I do not gather.")
            return replace(counted, blocks=(*counted.blocks, *measured))
        if not _WHY_FEW.match(bare(turn.message.text)) or not isinstance(searched, SummarizedRetriever):
            return counted
        few = own_words("I count only what says which of them is better, and I know no more texts than these.")
        return replace(counted, blocks=(*counted.blocks, *few, *sources.corpus(searched.summary())))


class ActionHowSure(_Fact):
    """Says how sure the verdict is, which of all is least so, what a source counts or whether its age does."""

    numbers = "sure"

    def reply(self, turn: Turn) -> Reply:
        state = turn.state
        if OF_FIGURES.search(turn.message.text):
            return Reply(state, [say("utter_figures")], kind="talk")
        if state.shown and _TAKES_SIDES.search(turn.message.text):
            whose = listed(evidence.publishers(turn.compare(state.query)), "and")
            told = {"names": listed(state.objects, "and"), "publishers": whose}
            return Reply(state, [say("utter_takes_no_side", SOURCES, OTHER_SIDE, **told)])
        known = state.kept().compared
        if (most := _MOST_SURE.match(turn.message.text)) and len(known) > 1:
            each = [turn.compare(one.query) for one in reversed(known)]
            said = verdicts.sureness(each, least=most[1].lower() not in {"most", "strongest", "surest"})
            return Reply(state, [Utterance(answer=said)], kind=self.kind)
        point = _ON_POINT.search(bare(turn.message.text)) if state.shown and not turn.message.of_source else None
        if point and (on_point := self._on_point(turn, point["on"])):
            return on_point
        return (None if turn.message.of_source else self._silence(turn)) or super().reply(turn)

    def _on_point(self, turn: Turn, point: str) -> Reply | None:
        """Say how sure it is what was told of a property asked before; None where a message points at no such one."""
        state = turn.state
        known = [one for one in state.asked_of(state.subject) if one.kind is AskedKind.PROPERTY]
        if asked := next((one for one in reversed(known) if _is_same(point, one.words)), None):
            return super().reply(replace(turn, state=state.about(state.objects, state.aspects, asked=asked)))
        silent = [one for one in reversed(state.silent) if _is_same(point, one)][:1]
        told = self._on_evidence(turn, state, lambda found: points_of_view.silence(found, silent)) if silent else None
        return told and replace(told, kind="number")

    def fact(self, turn: Turn, found: Found) -> Answer:
        if turn.state.replied.endswith("dates") and _MATTERS.search(turn.message.text):
            return sources.age_counts(found)
        cited = self._cited(turn, found)
        return sources.what_counts(found, cited) if cited else figures.how_sure(found, turn.state.on)


class ActionDates(_Fact):
    """Says from when the evidence is, or a source."""

    kind = "number dates"

    def fact(self, turn: Turn, found: Found) -> Answer:
        if turn.message.argument == 0 and _MOST_DATED.search(turn.message.text):
            return _by_age(turn, found)
        cited = self._cited(turn, found) or _named_by_word(turn, self._numbered(found, turn.state).citations)
        return sources.ages(cited) if cited else sources.dates(found, self._shown(found, turn.state))


def _is_same(point: str, words: str) -> bool:
    """Return whether words name what somebody points at, by its dimension or in one of its family: bias, "biased"."""
    dimension = dimension_of(point)
    alike = (likeness(one, other) >= _ONE_FAMILY for one in point.split() for other in words.split())
    return (bool(dimension) and dimension == dimension_of(words)) or any(alike)


def _named_by_word(turn: Turn, cited: Sequence[Citation]) -> Sequence[Citation]:
    """Return the one of several sources that a message names by a word of its quote: "that tyson thing"."""
    said = set(stems(" ".join(word for word in turn.message.text.lower().split() if word not in STOP)))
    said -= SPEECH | _COMES_FROM | set(stems(" ".join(turn.state.objects)))
    named = [one for one in cited if not said.isdisjoint(stems(one.hit.sentence.text))]
    return named if len(named) == 1 < len(cited) else ()


def _point_of(turn: Turn) -> str:
    """Return the point of view of which a message asks who said it; empty where it names none."""
    part = _PART.search(turn.message.text)
    named = (*turn.message.aspects, *filter(None, [part and part["on"]]))
    return next((one for one in named if is_point_of_view(one) or dimension_of(one)), "")


def _is_on(point: str, cited: Citation) -> bool:
    """Return whether a quote speaks of a point of view, in its words or in others for the same dimension."""
    text, dimension = cited.hit.sentence.text, dimension_of(point)
    same = dimension and any(dimension_of(word) == dimension for word in TOKEN.findall(text.lower()))
    return bool(same) or not set(stems(point)).isdisjoint(stems(text))


def _by_age(turn: Turn, found: Found) -> Answer:
    """Return the newest of what compares the things, or the oldest where that is asked for."""
    return sources.most_dated(found, oldest=bool(_OLDEST.search(turn.message.text)))


class ActionCorpus(ComparisonAction):
    """Says what is searched, and searches another index from now on where the message names one."""

    kind = "number"

    def reply(self, turn: Turn) -> Reply:
        searched, (first, *others) = self.engine.retriever, self.engine.of("").config.index_names
        summary = searched.summary() if isinstance(searched, SummarizedRetriever) else None
        chosen = turn.message.searched or turn.state.index or first
        state = replace(turn.state, index=chosen if chosen != first else "")
        choices = [buttons.in_index(name)[0] for name in (first, *others) if others and name != chosen]
        offered = [Button(choice.text.capitalize(), choice) for choice in choices]
        said = Utterance(answer=Answer(sources.corpus(summary, chosen if others else "")), buttons=offered)
        return (
            self._verdict(turn, state, said)
            if state.index != turn.state.index and state.complete
            else Reply(state, [said])
        )


class ActionRepeat(ComparisonAction):
    """Says the last again, or asks of other things what was asked of those before: "and the same question"."""

    def reply(self, turn: Turn) -> Reply:
        state = turn.state
        before = subject_before(state)
        if before and _SAME.search(turn.message.text) and not (state.aspects or state.asked.is_special):
            return self._verdict(turn, state.about(state.objects, before.aspects, asked=before.asked))
        if state.view.kind in {"", "answer"}:
            return self._verdict(turn, state)
        kind, names, times, brief = state.view
        return self._look(turn, kind, *names, times=times, brief=brief)


class ActionShorter(ComparisonAction):
    """Answers again in fewer words."""

    without_evidence = "utter_nothing_worded"

    def reply(self, turn: Turn) -> Reply:
        state = turn.state
        if not state.complete:
            return Reply(state, asks=True)
        if _SUMS.search(turn.message.text) and not _IN_A_LINE.search(turn.message.text):
            each = self._summary(turn, state.kept().compared[-MOST_SUMMED:])
            if state.view.kind == "line" or sum(one.points for one in each) > 1:
                return Reply(state, [Utterance(answer=verdicts.decided(each))])
        is_short = state.length == "short" or state.view.kind == "line"
        said_so = state.view.kind == "word" and not state.unheard
        if said_so or (is_short and _IN_A_LINE.search(turn.message.text)):
            return Reply(state, [say("utter_shortest")])
        if is_short or IN_A_WORD.search(turn.message.text):
            return self._look(turn, "word")
        return self._verdict(turn, replace(state, length="" if state.length == "long" else "short"))


class ActionLonger(ComparisonAction):
    """Answers again with more of the evidence, or goes on with the side of one thing."""

    without_evidence = "utter_nothing_counted"

    def reply(self, turn: Turn) -> Reply:
        state = turn.state
        if not state.complete:
            return Reply(state, asks=True)
        way, name = state.side
        if way in {"for", "against"} and _MORE.match(turn.message.text):
            return self._look(turn, way, name, times=state.view.times + 1)
        if state.on and state.shown and not _ALL.search(turn.message.text):
            return self._more_on(turn)
        if _QUOTES_ON_THAT.search(turn.message.text) and (quoted := self._more_of_asked(turn)):
            return quoted
        usual = (state.length == "short" or state.view.kind in {"line", "word"}) and not _ALL.search(turn.message.text)
        longer = replace(state, length="" if usual else "long", view=View("answer") if state.shown else state.view)
        quotes = state.shown and self._shown(turn.compare(state.query), state).citations
        is_all = bool(quotes) and (state.length == "long" or (not usual and self._says_no_more(turn, longer)))
        return self._verdict(turn, longer, *[say("utter_longest")] * is_all)

    def _more_on(self, turn: Turn) -> Reply:
        """Say more from the points of view that were told last alone, or that this is all."""
        reply, before = self._look(turn, "on", *turn.state.on, times=1), self._look(turn, "on", *turn.state.on)
        quoted, known = ([len(one.answer.citations) for one in told.said if one.answer] for told in (reply, before))
        is_all = turn.state.view.times > 0 or quoted == known
        return replace(reply, said=[*[say("utter_longest")] * is_all, *reply.said])

    def _more_of_asked(self, turn: Turn) -> Reply | None:
        """Quote who says of which thing what was asked last, and who else after that; None where nobody says it."""
        state = turn.state
        again = state.view.kind == "holds"
        if not state.shown or state.asked.kind is not AskedKind.PROPERTY:
            return None
        names = state.view.names if again else verdicts.said_of(turn.compare(state.query))
        return self._look(turn, "holds", *names, times=state.view.times + 1 if again else 0) if names else None

    def _says_no_more(self, turn: Turn, longer: DialogueState) -> bool:
        """Return whether a long answer has the words of one of the usual length."""
        found = turn.compare(longer.query)
        shown = (self._shown(found, one).text.split() for one in (replace(longer, length=""), longer))
        return len({*map(tuple, shown)} - {()}) == 1


class ActionStyle(ActionShorter):
    """Words the answer in another way from now on; a simple one is a short one."""

    def reply(self, turn: Turn) -> Reply:
        known = self.engine.config.generators
        if turn.message.style == SIMPLE:
            is_short = turn.state.length == "short" or turn.state.view.kind in {"line", "word"}
            return self._verdict(turn, replace(turn.state, length="short")) if is_short else super().reply(turn)
        if turn.message.style not in known:
            each = [Button(name.capitalize(), buttons.in_style(name)) for name in known]
            return Reply(turn.state, [say("utter_unknown_style", *each)])
        return self._verdict(turn, replace(turn.state, style=turn.message.style, length=""))
