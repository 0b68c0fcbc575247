"""Actions that compare what a message names, give the verdict, and say what a thing can be compared with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from statistics import fmean

from actions.aspect_weights import shares, weighted
from actions.base import Turn
from actions.comparison_action import ComparisonAction
from actions.dialogue_state import DialogueState, Subject, listed
from actions.next_steps import either
from actions.notes import weighing
from actions.object_or_aspect import is_like
from actions.references import is_beside, told
from actions.replies import Reply, Utterance, say
from actions.request import is_graded, is_polar, topics
from actions.user_message import UserMessage
from actions.verdict_action import IN_A_WORD
from actions.views import verdicts
from engine.retrieval.names import NameFinder
from engine.text.lexicon import dimension_of
from engine.text.related import likeness
from engine.text.spelling import quality_of
from engine.text.stop_words import STOP
from engine.text.tagging import tagger
from engine.text.tokens import TOKEN, stems
from engine.types import ALWAYS, OVERALL_ASKED, AskedKind, Aspect, Decision, Kind, ParsedText
from engine.validation import asks_above, class_of
from generation.answer_builder import plain
from nlu_models.intents.steps.phrases import CLAUSE_END, MEANT

_DOWNSIDES = re.compile(r"\b(?:disadvant|downside|drawback|shortcoming|cons\b|against|wrong|bad)", re.IGNORECASE)
_MOST = frozenset({"JJS", "RBS"})
_PICKS = re.compile(
    r"\b(?:pick|choose|find|buy|get|need|want|recommend|suggest|(?:look|search|shopp)ing for)\s+(?:me\s+)?"
    r"(?:an?|some|the)\s+(?:(?:new|good|great|decent|nice|better|best|right|suitable)\s+)*"
    r"(?P<kind>[a-z-]+(?:\s[a-z-]+)?)(?=\s+(?:for|to|that|which)\b|\W*$)",
    re.IGNORECASE,
)
"""What asks for one of a class: "help me pick a browser", "I need a new phone"."""
_CHOOSES = re.compile(
    r"\b(?:which|what)\s+(?P<kind>[a-z-]+(?:\s[a-z-]+)??)\s+(?=(?:(?:i|we)\s+)?(?:should|shall)\b|(?:do|would|can)\s+(?:i|we|you)\b)",
    re.IGNORECASE,
)
"""What asks which one of a class somebody should choose: "which browser should I take?"."""
_IN_THE_END = re.compile(
    r"^\W*(?:(?:ok(?:ay)?|alright|all right|well|right|and)\W+)?so\b(?=\W+(?:which|what|who)\b)|"
    r"\b(?:in the end|finally|after all|all in all|overall|(?:all things|everything) considered|"
    r"(?:given|considering|knowing|with|after) (?:all(?: of)?|everything)(?: (?:that|this|these|those))?|"
    r"(?:suit|fit)s? (?:me|us))\b",
    re.IGNORECASE,
)
"""What asks for the verdict on all that was said."""
_NO_CLASS = {("one",), ("thing",), ("option",), ("choice",), ("best",)}
_OF_CLASS = 0.37
"""Mean likeness of things to a noun from which on one of them may be called so: "car" of two makers of cars."""
SURELY = 3
"""Members that texts call so outright, from which on they are compared before anybody is asked."""


class _DecidingAction(ComparisonAction):
    """An action that says which of the things compared to choose."""

    def _decide(self, turn: Turn) -> Reply:
        """Say which of the things compared to choose, by what the message names or asks besides."""
        topic = () if turn.message.aspects or not is_polar(turn.message.text) else topics(turn.message, turn.state)
        if topic and turn.state.shown:
            return self._on_topics(turn, topic)
        new = [one for one in turn.message.aspects if not shares((one,), [kept.name for kept in turn.state.aspects])]
        if new and turn.state.complete:
            return self._weigh(turn, new)
        clauses = filter(None, (turn.message.text, *CLAUSE_END.split(turn.message.text)))
        read = (self._read(_IN_THE_END.sub("", clause)).asked for clause in clauses)
        told = (one for one in read if one.is_situation or one.kind is AskedKind.PROPERTY)
        if turn.state.complete and (asked := next(told, None)):
            return self._ask(turn, asked)  # "what would you pick if you lived in a flat?", "which is better for you?"
        if IN_A_WORD.search(turn.message.text):
            return self._look(turn, "word")
        turn = replace(turn, state=_with_those_before(turn))
        by_points = turn.state.shown and not turn.message.objects
        return self._in_a_line(turn, *self._summary(turn, turn.state.kept().compared[-1:]) if by_points else ())


class ActionCompare(_DecidingAction):
    """Compares what the message names; one that completes an earlier message keeps its aspects."""

    def reply(self, turn: Turn) -> Reply:
        message, state = turn.message, turn.state
        if of_these := self._choose_of_these(turn):
            return of_these
        if not (state.objects or message.kinds or message.objects[1:]) and (kind := self._wanted_class(message)):
            message = message._replace(objects=(), kinds=(kind,), relation="best")
            turn = replace(turn, message=message)
        question = self.engine.parse(message.text)
        if question.of_class and not shares(question.objects, state.objects):
            return self._one_of_class(turn, question)
        if not message.objects:
            return self._nothing_named(turn)
        if len(message.objects) == 1 and not state.objects:
            message = message._replace(objects=NameFinder(self.engine.retriever).apart(message.objects[0]))
            turn = replace(turn, message=message)
        is_class = question.objects == message.objects[1:] and message.objects[0] in message.text
        if is_class and asks_above(question):  # "which browser is faster than Firefox?"
            message = message._replace(objects=question.objects)
            turn = replace(turn, message=message)
        if class_of(question) and len(message.objects) == 1 and not state.objects:
            return self._nothing_named(turn)
        if message.period and all(name in message.period for name in message.objects):
            return self._limit(turn, message.period)
        is_of_one = len(message.objects) == 1 and not shares(message.objects, state.objects) and asks_above(question)
        if is_of_one and self.engine.is_read_ahead and (answer := self.engine.answer_alone(question)):
            return Reply(state, [Utterance(answer=answer)])
        asked = question.asked
        if state.complete and len(message.objects) == 1:
            named = message.aspects
            if not shares(message.objects, state.objects):
                strange = named or not is_like(message.objects[0], state.objects, self.engine)
                earlier = [one for one in state.compared if strange and shares(message.objects, one.objects)]
                if not earlier and (claimed := self._claimed(turn)):
                    return claimed
                judges = message.relation == "judge" or (is_polar(message.text) and not is_graded(message.text))
                if judges and strange and (message.sure or named):
                    return self._ask_rival(turn, message.objects[0], tuple(map(Aspect, named)))
                if earlier:  # "is tea healthier?"
                    return self.reply(replace(turn, state=state.at(earlier[-1])))
                beside = is_beside(message.objects[0], message.text)
                of_class = self._of_class(turn, message.objects[0]) if strange and not beside else None
                return of_class or self._bring_in(turn, message.objects)
            if asked.kind is AskedKind.AGAINST:
                return self._side(turn, message.objects, against=bool(_DOWNSIDES.search(message.text)))
            said = set(stems(f"{asked.words} {asked.use}"))
            if asked.kind is AskedKind.PROPERTY and not any(said.isdisjoint(stems(one)) for one in named):
                return self._ask(turn, asked)
            if degree := self._ask_degree(turn):
                return degree
            return self._weigh(turn, named) if named else self._bring_in(turn, message.objects)
        if asked.kind is AskedKind.AGAINST and len(message.objects) == 1 and not state.complete:
            return self._of_one(turn, message.objects[0])
        if not message.aspects and len(message.objects) == len(state.objects) == 1:
            return self._second(turn, message.objects[0])
        if asked.kind is AskedKind.AGAINST and len(question.objects) < len(message.objects):
            question = replace(question, asked=OVERALL_ASKED)  # "rum beats both of them"
        named = _in_full(message.objects, question.objects)
        right = self.engine.set_right(replace(question, objects=named, aspects=message.aspects))
        objects, asked = right.objects, right.asked
        differs = asked.kind is AskedKind.DIFFERENCE or (question.kind is Kind.DIFFERENCE and not asked.is_special)
        plainly = differs and message.relation != "difference"
        asked = OVERALL_ASKED if plainly else asked  # "compare tea and juice"
        if len(objects) == len(state.objects) == 1:
            objects = (*state.objects, *objects)
        new = [name for name in objects if not shares((name,), state.objects)]
        stays = state.view.kind == "nothing" and len(new) < len(objects)
        asked = state.asked if stays and state.asked.is_situation and not asked.is_special else asked
        if len(new) == len(objects) and (joined := self._join(turn, new)):
            return joined
        narrows = len(state.objects) > 2 and all(shares((name,), state.objects) for name in objects)
        widens = state.complete and all(shares((name,), objects) for name in state.objects)
        objects = (*state.objects, *new) if widens else objects
        continues = narrows or widens or (not state.complete and (not state.objects or shares(objects, state.objects)))
        carried = state.aspects if continues else ()
        whole = objects == right.objects and not carried
        said = set(stems(asked.words)) if asked.kind is AskedKind.PROPERTY or asked.is_situation else set()
        weighed = (*message.most, *message.less, *message.weights)
        if message.weights and any(said.intersection(stems(name)) for name in weighed):
            asked, said, whole = OVERALL_ASKED, set(), False
        aspects = [Aspect(name) for name in right.aspects if said.isdisjoint(stems(quality_of(name)))]
        corrects = narrows and MEANT.search(message.text)  # "I meant just these two", of what was asked
        is_new = (
            asked.is_special
            or asked.wants_worst
            or (not corrects and (whole or message.relation in {"better", "best"}))
        )
        subject = state.about(
            objects,
            weighted((*carried, *aspects), message.most, message.less, message.weights),
            question=message.text if (whole and not plainly) or self._parsed(turn).kind is Kind.YES_NO else "",
            asked=asked if is_new else None,
            period=message.period,
        )
        publishers, notes = self._publishers(turn, subject)
        subject = replace(subject, publishers=publishers)
        told = shares(weighed, [one.name for one in subject.aspects])
        notes += [say("utter_weights", weights=weighing(subject.aspects))] * told
        return self._verdict(turn, subject, *notes)

    def _one_of_class(self, turn: Turn, question: ParsedText) -> Reply:
        """Compare a thing of which it is asked whether it is the best of its class with others of that."""
        names, aspects = self.engine.contenders(question), map(Aspect, question.aspects)
        return self._verdict(turn, turn.state.about(names, aspects, question=turn.message.text, asked=question.asked))

    def _choose_of_these(self, turn: Turn) -> Reply | None:
        """Say which of the things compared to choose where a message calls them by their class."""
        message, state = turn.message, turn.state
        chosen = _CHOOSES.search(message.text) if state.complete else None
        if chosen is None or not self._are_of_class(chosen["kind"].lower(), state.objects):
            return None
        start, end = chosen.span("kind")
        text = f"{message.text[:start]}one{message.text[end:]}"
        aspects = tuple(one for one in message.aspects if told(text, (one,)))
        return self._decide(replace(turn, message=message._replace(text=text, objects=(), kinds=(), aspects=aspects)))

    def _are_of_class(self, kind: str, objects: Sequence[str]) -> bool:
        """Return whether things are of a class, by what it means or by what texts call so."""
        if fmean(likeness(kind, one) for one in objects) >= _OF_CLASS:
            return True
        members = [one.name for one in self.engine.members(kind)]
        return bool(members) and all(shares((one,), members) or is_like(one, members, self.engine) for one in objects)

    def _wanted_class(self, message: UserMessage) -> str:
        """Return the class of which a message wants one, if two of it are known; no brand, "I want an iPhone"."""
        picks = _PICKS.search(message.text)
        kind = picks["kind"] if picks else ""
        is_common = kind and NameFinder(self.engine.retriever).is_common(kind.split()[-1])
        return kind if is_common and len(self.engine.members(kind, message.aspects)) > 1 else ""

    def _of_class(self, turn: Turn, name: str) -> Reply | None:
        """Propose members of a class where a message asks for one while other things are compared."""
        asks = any(tag.startswith("VB") for tag in tagger().tag(TOKEN.findall(turn.message.text)))
        names = [one.name for one in self.engine.members(name)] if asks else []
        return _choose(turn.state, name, names, map(Aspect, turn.message.aspects)) if len(names) > 1 else None

    def _nothing_named(self, turn: Turn) -> Reply:
        """Reply to a comparison without names: of the best of a class, of what was offered, or of the same again."""
        message, state, question = turn.message, turn.state, self._parsed(turn)
        best = message.relation == "best" or (question.kind is Kind.SUPERLATIVE and not state.complete)
        classes = [name for name in question.objects if name.casefold() not in STOP and stems(name) not in _NO_CLASS]
        classes = [name for name in classes if tagger().tag(name.casefold().split())[-1] != "CD"]  # "rank the three"
        kinds = message.kinds or classes
        if best and (kinds or not (state.complete or state.pending)):
            aspects = message.aspects or question.aspects
            aspects += tuple(word for kind in kinds[:1] for word in kind.split()[:-1] if dimension_of(word))  # "cheap"
            state = state if state.complete else state.about((), map(Aspect, aspects))
            members = self.engine.members(kinds[0], aspects) if kinds else []
            names, called = [one.name for one in members], [one.name for one in members if one.called]
            standing = [one for one in state.objects if shares((one,), names)]
            if standing and called:
                names = [one for one in names if is_like(one, state.objects, self.engine)]
                names += [one for one in state.objects if not shares((one,), names)]
            if len(called) >= SURELY or len(standing) > 1:  # "best German car" of BMW, Audi and Opel
                kept = state.objects if standing else ()
                taken = (*kept, *(one for one in called if not shares((one,), kept)))
                weighed = map(Aspect, () if question.asked.kind is AskedKind.PROPERTY else aspects)
                note = say("utter_taken_of_class", name=plain(kinds[0]), others=listed(taken, "and"))
                weighs = (*(state.aspects if kept else ()), *weighed)
                after = state.about(taken, weighs, question=turn.message.text, asked=question.asked)
                return self._verdict(turn, after, *[note] * bool(called))
            if len(names) > 1:
                graded = [one for one in question.predicates if tagger().tag(["the", *one.lower().split()])[1] in _MOST]
                kind = f"{kinds[0]} {question.asked.use}".strip()
                return _choose(state, kind, names, map(Aspect, aspects), most=graded[0] if graded else "best")
            kind = plain(kinds[0]) if kinds else ""
            why = say("utter_none_of_class", name=kind) if kind else say("utter_best_of_many")
            return Reply(state, [why], asks=not state.complete)
        meant = message.sure or message.aspects or message.other == "affirm"
        if state.pending and not (state.complete or meant):
            return Reply(state, [say("utter_nlu_fallback")])
        if state.pending and state.pending.objects != state.objects:
            return self._take_pending(turn, state.pending, *message.aspects)
        told = question.asked.words and not message.aspects  # "which should I play first?"
        if state.complete and (question.asked.kind is AskedKind.PROPERTY or told):
            return self._ask(turn, question.asked)
        if state.complete and message.aspects:
            return self._weigh(turn, message.aspects, () if message.only else None)
        if state.view.kind == "nothing" and any(state.period):
            return self._limit(turn, ALWAYS)
        if state.complete:
            asked = question.asked if message.relation == "difference" else None
            asked = OVERALL_ASKED if message.relation in {"better", "best"} else asked
            return self._verdict(turn, state.about(state.objects, state.aspects, asked=asked))
        return self._verdict(turn, state.about((), map(Aspect, message.aspects)))


class ActionVerdict(_DecidingAction):
    """Gives the verdict: after the form; in a line when asked who won, a line for each where all before is meant."""

    without_evidence = "utter_no_winner"

    def reply(self, turn: Turn) -> Reply:
        if turn.intent != "ask_verdict":
            return self._verdict(turn, turn.state)
        if turn.message.before and turn.state.compared:
            known = self._summary(turn, turn.state.kept().compared)
            return Reply(turn.state, [Utterance(answer=verdicts.decided(known))])
        return self._decide(turn)


class ActionPropose(ComparisonAction):
    """Says what a thing can be compared with."""

    def reply(self, turn: Turn) -> Reply:
        state = turn.state
        names = turn.message.objects or state.objects
        if not names:
            return Reply(state, asks=True)
        known = {name: self.engine.rivals(name) for name in names}
        new = {name: [one for one in known[name] if not shares((one,), state.objects)] for name in names}
        name, others = next(
            ((name, some) for rivals in (new, known) for name, some in rivals.items() if some), ("", [])
        )
        if not name:
            return Reply(state, [say("utter_no_rivals")])
        each = [either(name, other) for other in others]
        return Reply(state, [say("utter_rivals", *each, name=plain(name), others=listed(others, "and"))])


def _in_full(names: tuple[str, ...], read: tuple[str, ...]) -> tuple[str, ...]:
    """Return names with the noun that a reader of questions finds behind them.

    >>> _in_full(("gas", "electric"), ("gas", "electric car")), _in_full(("gas", "oil"), ("gas", "cheap oil"))
    (('gas', 'electric car'), ('gas', 'oil'))
    """
    same = len(names) == len(read) and all(
        whole == name or whole.startswith(f"{name} ") for name, whole in zip(names, read, strict=True)
    )
    return read if same else names


def _choose(
    state: DialogueState, kind: str, names: Sequence[str], aspects: Iterable[Aspect], *, most: str = "best"
) -> Reply:
    """Offer a comparison of things of a class that the index holds; "yes" is for all of them."""
    each = [either(names[0], other) for other in names[1:]]
    ask = say("utter_best_of_class", *each, name=f"{plain(most)} {plain(kind)}", others=listed(names, "and"))
    return Reply(replace(state, pending=Subject(tuple(names), tuple(aspects))), [ask])


def _with_those_before(turn: Turn) -> DialogueState:
    """Return the state with all things where too little compares the two asked of last, and one was compared before."""
    state = turn.state
    found = turn.compare(state.query) if len(state.objects) == 2 and not turn.message.objects else None
    known = [one for one in state.compared if shares(state.objects, one.objects)]
    others = [one for one in known if {*map(stems, one.objects)} != {*map(stems, state.objects)}]
    if not (found and others and found.pairs[0].verdict.decision is Decision.INSUFFICIENT):
        return state
    new = [name for name in state.objects if not shares((name,), others[-1].objects)]
    return state.about((*others[-1].objects, *new), others[-1].aspects) if len(new) == 1 else state
