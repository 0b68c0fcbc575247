"""What the actions share that tell of evidence: what is shown of it, and what is said where there is none."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import ClassVar

from actions.aspect_weights import heard, shares
from actions.base import BotAction, Turn
from actions.dialogue_state import DialogueState, View, listed
from actions.next_steps import ALL_SOURCES, ALL_YEARS, MAX_BUTTONS, UNDO, either, examples, next_steps
from actions.notes import asked_anew, before_notices, did_you_mean, sentences, strictly
from actions.replies import Button, Reply, Utterance, say
from actions.request import is_graded, is_polar
from actions.turn_comparisons import Found
from actions.views import evidence, figures, parts, points_of_view, sides, sources, verdicts
from engine.retrieval.names import ENOUGH, KNOWN, NameFinder, in_short, spellings_beside
from engine.text.comparing import LIKE
from engine.text.tagging import FINITE, tagger
from engine.text.tokens import stem, stems
from engine.types import OVERALL_ASKED, Answer, AskedKind, Comparison, Kind, Length, ParsedText, Standings
from engine.types.document import own_words
from generation.answer_builder import plain
from generation.asked_verdict import aside, speaks_of_asked
from generation.standings import Pairs, describe
from nlu_models.intents import bare

LENGTHS = {"short": Length.LINE, "long": Length.FULL}
MAX_RIVALS = 2


class EvidenceAction(BotAction):
    """An action that shows what was found, or says that nothing was."""

    without_evidence: ClassVar[str] = "utter_still_nothing"
    """What it says of things that nobody compares, when that was told before."""

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

    def _silence(self, turn: Turn) -> Reply | None:
        """Say on how much it rests that nothing was found, where the last reply was that; None after any other."""
        names = turn.state.unheard
        told = (
            self._on_evidence(turn, turn.state, lambda found: points_of_view.silence(found, names)) if names else None
        )
        return told and replace(told, kind="number")

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
                return sides.side(found, names, of_asked=True, besides=times * parts.PER_SIDE)
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
        if again and (asked := asked_anew(turn, state)):
            lifts = [ALL_YEARS] * (outside > 0) or [ALL_SOURCES] * (elsewhere > 0) or self._rivals_of_each(state)
            told = {"nothing": asked.removesuffix(" either")}
            nothing = Utterance("utter_nothing_either", told, lifts, comparison=found)
            return Reply(state, [*notes, nothing])
        both = f"both {names}" if len(found.pairs) == 1 else f"two of {names}"
        if outside:
            told = {
                "names": both,
                "time": strictly(state.period),
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
                return did_you_mean(state, {name: meant})
        if unknown:
            notes = (*notes, say("utter_never_read", names=listed(unknown, "or")))
        named = [one for one in found.aspects if shares((one.name,), turn.message.aspects)]
        answer = self.engine.answer(evidence.speaking_of(found, named), question=self._question(state))
        instead = own_words(self._compared_instead(state))
        answer = replace(answer, blocks=before_notices(answer.blocks, instead))
        return Reply(state, [*notes, Utterance(answer=answer, buttons=self._elsewhere(turn, state), comparison=found)])

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
        asked = found.asked
        if asked.words and found.text.startswith(asked.words) and is_graded(asked.words.split()[0]):
            words = asked.words[0].lower() + asked.words[1:]  # a capital that only begins the text
            found = replace(found, asked=replace(asked, words=words))
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
