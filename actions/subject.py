"""Actions that change what is compared: the things, what matters about them, and from when."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from actions.aspect_weights import alike, heard, held, newest, others_before, shares, weighted
from actions.base import Turn
from actions.comparison_action import ComparisonAction
from actions.dialogue_state import DialogueState, Subject, View, listed
from actions.next_steps import MAX_BUTTONS, OTHER_SIDE, SOURCES, WHY, either, examples
from actions.notes import weighing
from actions.object_or_aspect import is_like, likeness
from actions.references import dropped, is_beside, of_kind_meant, recalled, told
from actions.replies import Button, Reply, Utterance, say
from actions.request import is_graded, is_polar, topics
from actions.subject_action import JOINING
from actions.user_message import UserMessage
from actions.verdict_action import IN_A_WORD
from actions.views import evidence, revisions, sources, verdicts
from engine.errors import shorten
from engine.retrieval.names import NameFinder
from engine.text.graded import LESS, grade
from engine.text.lexicon import dimension_of
from engine.text.spelling import quality_of
from engine.text.stop_words import STOP
from engine.text.tagging import tagger
from engine.text.tokens import TOKEN, Tokens, clean, stems, unique
from engine.types import ALWAYS, OVERALL, OVERALL_ASKED, Answer, Asked, AskedKind, Aspect, Kind, ParsedText, origin
from engine.validation import asks_above, class_of
from generation.answer_builder import plain
from generation.asked_verdict import speaks_of_asked
from nlu_models.intents import bare, buttons
from nlu_models.intents.message import compared
from nlu_models.intents.names_in_message import CLAUSE_END, PERSON, WANTS
from nlu_models.intents.parts_of_message import CLAIMS
from nlu_models.intents.quantities import AGES, number

_DOWNSIDES = re.compile(r"\b(?:disadvant|downside|drawback|shortcoming|cons\b|against|wrong|bad)", re.IGNORECASE)
_SIDES = frozenset({"for", "against", "each", "holds", "on"})
"""Kinds of views that are shown again when a quote is left out."""
MOST_QUOTED = 300
"""Characters of a quote that is left out."""
MOST_YEARS = 3
_KEPT = re.compile(r"\b(?:just|only|keep)\b([^.;!?]*)\W*$", re.IGNORECASE)
"""What ends a message that names what is left besides what goes."""
_AND = re.compile(r"\s+and\s+|,\s+(?:and\s+)?", re.IGNORECASE)
_OF_PERSON = re.compile(
    r"\W*(?:(?:ok|and|but|well|so)\W+)*(?:(?:i\s+am|i['’]?m|we\s+are|we['’]re|my\s+\w+\s+is)\b|"
    rf"{PERSON}(?:{WANTS})(?!to\b))",
    re.IGNORECASE,
)
"""How a message begins that says something of the person, who "is more of a visual learner", or what that wants."""
_TO_DO = re.compile(r"(?:i\s+meant?\W+)?(to\s+[a-z]+(?:\s+[a-z]+)?)(?:\W+(?:i\s+meant?|that\s+is))?\W*", re.IGNORECASE)
"""A message that says what is done with the things: "to play, I mean"."""
_OF_TASTE = re.compile(
    r"\W*(?:[^,.;!?]{1,40}[,.;!]+\s+)?(?:(?:ok|and|but|well|so|personally)\W+)*(?:i|we)\s+(?:(?:still|really|always|just|also)\s+)*"
    r"(?:like|love|prefer|enjoy|favou?r|hate|dislike)[sd]?(?:ed|red)?\b[^?]*$",
    re.IGNORECASE,
)
"""A message that tells only what the person likes: "I like tea more"."""
_MEANT_FOR = re.compile(r"\bmean\w*\s+for\b", re.IGNORECASE)
_WHEN = re.compile(r"(?:if|when|while)\b", re.IGNORECASE)
"""How a message begins that is a condition as a whole: "when my boss isn't looking"."""
_OTHER = re.compile(r"\bthe other\b", re.IGNORECASE)
_WHICH = re.compile(r"\bwhich\b", re.IGNORECASE)
_MOST = frozenset({"JJS", "RBS"})
_MORE = frozenset({"JJR", "RBR"})
_OF_QUALITY = frozenset({"JJ", "JJR", "RBR"})
_PICKS = re.compile(
    r"\b(?:pick|choose|find|buy|get|need|want|recommend|suggest|(?:look|search|shopp)ing for)\s+(?:me\s+)?"
    r"(?:an?|some|the)\s+(?:(?:new|good|great|decent|nice|better|best|right|suitable)\s+)*"
    r"(?P<kind>[a-z-]+(?:\s[a-z-]+)?)(?=\s+(?:for|to|that|which)\b|\W*$)",
    re.IGNORECASE,
)
"""What asks for one of a class: "help me pick a browser", "I need a new phone"."""
_NO_CLASS = {("one",), ("thing",), ("option",), ("choice",), ("best",)}
_ASKS_BACK = re.compile(r"(?:what|which)\b(?!\s+about\b)", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:the|their|its)\s+", re.IGNORECASE)
_POINT = re.compile(r"\s+(?:one|thing|bit|part|point|question|aspect|topic)$", re.IGNORECASE)
"""What ends words for something that was asked before: "the safety one"."""
_BACK_TO = re.compile(r"^.*?\bback to\b", re.IGNORECASE)
_AGE = stems("age")
SURELY = 3
"""Members that texts call so outright, from which on they are compared before anybody is asked."""
_MEANT = 0.4
"""Least likeness of a name to something that matters, from which that is left out for it."""


class ActionCompare(ComparisonAction):
    """Compares what the message names; one that completes an earlier message keeps its aspects."""

    def reply(self, turn: Turn) -> Reply:
        message, state = turn.message, turn.state
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
        subject = state.about(
            objects,
            weighted((*carried, *aspects), message.most, message.less, message.weights),
            question=message.text if (whole and not plainly) or self._parsed(turn).kind is Kind.YES_NO else "",
            asked=asked if whole or asked.is_special or message.relation == "better" else None,
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


class ActionVerdict(ComparisonAction):
    """Gives the verdict: after the form; in a line when asked who won, a line for each where all before is meant."""

    without_evidence = "utter_no_winner"

    def reply(self, turn: Turn) -> Reply:
        if turn.intent != "ask_verdict":
            return self._verdict(turn, turn.state)
        if turn.message.before and turn.state.compared:
            known = turn.state.kept().compared
            return Reply(turn.state, [Utterance(answer=verdicts.decided([turn.compare(one.query) for one in known]))])
        topic = () if turn.message.aspects or not is_polar(turn.message.text) else topics(turn.message, turn.state)
        if topic and turn.state.shown:
            return self._on_topics(turn, topic)
        new = [one for one in turn.message.aspects if not shares((one,), [kept.name for kept in turn.state.aspects])]
        if new and turn.state.complete:
            return self._weigh(turn, new)
        clauses = filter(None, (turn.message.text, *CLAUSE_END.split(turn.message.text)))
        read = (self._read(clause).asked for clause in clauses)
        told = (one for one in read if one.is_situation or one.kind is AskedKind.PROPERTY)
        if turn.state.complete and (asked := next(told, None)):
            return self._ask(turn, asked)  # "what would you pick if you lived in a flat?", "which is better for you?"
        if IN_A_WORD.search(turn.message.text):
            return self._look(turn, "word")
        return self._in_a_line(turn)


class ActionNameObject(ComparisonAction):
    """Brings in a name that may be a thing or a point of view."""

    def reply(self, turn: Turn) -> Reply:
        state, asked = turn.state, self._parsed(turn).asked
        known = state.complete and all(shares((name,), state.objects) for name in turn.message.objects)
        if turn.message.before and not turn.message.objects and state.complete:
            old = recalled(turn.message, state, self.engine)
            if old and not shares(old.objects, state.objects):
                return self._verdict(turn, state.at(old))
            return self._bring_in(turn, (_ARTICLE.sub("", turn.message.before),))
        parts = [part for name in turn.message.objects for part in ([name] if known else _AND.split(name))]
        apart = len(turn.message.objects) > 1 or not any(map(self.engine.rivals, turn.message.objects))
        if apart and (joined := self._join(turn, parts)):
            return joined
        if known and len(turn.message.objects) == 1 and asked.kind is AskedKind.PROPERTY:
            return self._ask(turn, asked)
        return self._bring_in(turn, turn.message.objects)


class ActionAddObject(ComparisonAction):
    """Compares one more thing beside the others."""

    def reply(self, turn: Turn) -> Reply:
        names, state = turn.message.objects, turn.state
        if state.pending and len(state.pending.objects) > len(state.objects) and names in {(), state.objects}:
            return self._take_pending(turn, state.pending)
        if not names and state.complete:
            names = tuple(one for one in others_before(state) if one not in state.objects)  # "not instead, as well"
        names = tuple(dropped(one, state) or one for one in names)
        new = tuple(one for one in names if not shares((one,), state.objects)) if state.complete else names
        if names and not new:
            return self._verdict(turn, state, say("utter_compared_already", name=plain(names[0])))
        return self._add(turn, new, sure=True)


class ActionChangeObject(ComparisonAction):
    """Puts another thing in the place of one of those compared."""

    def reply(self, turn: Turn) -> Reply:
        message, state = turn.message, turn.state
        if meant := of_kind_meant(message, state, self.engine):
            return self._verdict(turn, state.at(meant))
        if state.complete and not message.objects:
            wrong, *right = message.replaced or ("",)
            others = tuple(one for one in state.objects if not shares((wrong,), (one,)))
            question = self._parsed(turn)
            if len(others) == 1 and not right and question.kind is Kind.YES_NO:  # "is it better than C++?"
                return self._in_a_line(replace(turn, message=message._replace(objects=others)))
            if question.asked.kind is AskedKind.PROPERTY and is_beside("", message.text):
                return self._ask(turn, question.asked)  # "cheaper than tea, I mean"
            if _OTHER.search(message.text) and (other := self._other(turn)):
                return other
            if right and not shares((wrong,), state.objects):
                return self._bring_in(turn, right)
            if message.replaced:
                return self._drop(turn, right or message.replaced)  # where both are there, one stays
            return Reply(state, [say("utter_nlu_fallback")])
        if not state.complete or len(message.objects) != 1:
            named = message.objects if state.complete else (*state.objects, *message.objects)
            return self._verdict(turn, state.about(named, state.aspects))
        new = message.objects[0]
        if not (message.replaced or message.meant) and (back := dropped(new, state)):
            return self._add(turn, (back,), sure=True)
        text = Tokens(message.text)
        begins = new.casefold() if text.find(stems(f"the {new}")) else ""  # "the lab" of labrador
        stood = [one for one in state.objects if shares((new,), (one,))]
        stood = stood or [one for one in state.objects if begins and one.casefold().startswith(begins)]
        if message.meant and len(stood) == 1:  # what "it" stood for
            return self._verdict(turn, state)
        either_one = listed(state.objects, "or")
        each = [Button(f"Instead of {plain(one)}", buttons.instead(new, one)) for one in state.objects]
        said = [one for one in state.objects if message.meant and text.find(stems(one))]  # "with Linux I mean Ubuntu"
        replaced: Sequence[str] = message.replaced or (said if len(said) == 1 else ())
        if replaced and not shares(replaced, state.objects):
            replaced = [one for one in (compared(replaced[0], state.objects),) if one]
            replaced = replaced or alike(message.replaced[0], state.objects)
            if not (replaced or self.is_read(message.replaced[0])):
                note = say("utter_added_instead", old=plain(message.replaced[0]), new=plain(new))
                return self._add(turn, (new,), note, sure=True)
            if not replaced:  # "can Gimp replace Photoshop?", "a tablet instead of a laptop, then?"
                both = state.about((new, *message.replaced), (), question=message.text * is_polar(message.text))
                return self._verdict(turn, both)
        beside = is_beside(new, message.text)
        spoken = [one for one in state.objects if told(state.question, (one,))]
        if beside and len(spoken) == 1 and len(state.objects) > 2:  # "is Perl slow?", "compared to C, I mean"
            return self._verdict(turn, state.about((*spoken, new), state.aspects))
        last = state.objects[-1:] if beside and len(state.objects) == 2 else ()  # "I meant compared to rum"
        old = replaced or alike(new, state.objects) or last or newest(state)
        if not old and message.meant and not self.is_read(new):
            stays = say("utter_stays", subject=listed(state.objects, "and"))
            return Reply(state, [say("utter_never_read", names=plain(new)), stays])
        if not old and message.meant and not self._compared(new, state):
            return Reply(state, [say("utter_which_is_meant", *each, new=plain(new), either=either_one)])
        return self._replace(turn, old or (self._loser(turn),), new)

    def _other(self, turn: Turn) -> Reply | None:
        """Do with the other one of two what was just done with one: tell its side, or put something in its place."""
        state, new = turn.state, newest(turn.state)
        shown, name = state.side
        if name:
            return self._look(turn, shown, *(one for one in state.objects if one != name))
        before = others_before(state) if new else ()
        if len(before) != len(state.objects):
            return None
        gone = [one for one in before if one not in state.objects]
        kept = [new[0] if one in state.objects else one for one in before]
        note = say("utter_replaced", new=plain(new[0]), old=plain(next(one for one in before if one not in gone)))
        return self._verdict(turn, state.about(kept, state.aspects), note)

    def _compared(self, name: str, state: DialogueState) -> bool:
        """Return whether anybody compares a thing with one of those that are compared."""
        search = self.engine.retriever.search
        return any(search((name, one), k=1).hits for one in state.objects)


class ActionDrop(ComparisonAction):
    """Does without a point of view or a thing: the last one when the message names none."""

    def reply(self, turn: Turn) -> Reply:
        message, state = turn.message, turn.state
        names = (*message.objects, *message.aspects)
        if message.of_source:
            return self._without_quote(turn)
        if message.all:
            return self._verdict(turn, state.about(state.objects, (), asked=OVERALL_ASKED))
        if message.top and state.complete:
            return self._without_top(turn, message.top)
        points = not (message.objects or told(message.text, names))  # "drop it"
        if state.complete and (not names or (points and _has_grown(state))):
            return self._drop_last(turn)
        if (kept := _KEPT.search(message.text)) and all(shares(names, (one,)) for one in state.objects):
            names = tuple(name for name in names if not told(kept[1], (name,)))  # "drop tea, just rum and cocoa"
        return self._drop(turn, [_known(name, state) for name in names])

    def _without_top(self, turn: Turn, words: str) -> Reply:
        """Do without what has most of something, or is worst; tell which where nobody says so or too few would stay."""
        state, most = turn.state, max(1, int(number(words)))
        graded = grade(" ".join(word for word in words.split() if number(word) == "0"))
        of_property = Asked(AskedKind.PROPERTY, graded.dimension, "more" if graded.sign > 0 else "less", words)
        on_whole = graded.dimension == OVERALL
        asked = OVERALL_ASKED if on_whole else of_property
        found = turn.compare(state.about(state.objects, state.aspects, asked=asked).query)
        ranked = verdicts.ranked(found) if on_whole or (speaks_of_asked(found) and verdicts.ahead(found)[0]) else []
        gone = (ranked[-most:] if on_whole else ranked[:most]) if len(state.objects) > 2 else []
        if most > 1 and len(state.objects) - most < 2:
            return Reply(state, [say("utter_two_stay", names=listed(ranked or state.objects, "and"))])
        if not gone:
            return self._ask(turn, asked)
        left = [one for one in state.objects if one not in gone]
        return self._verdict(turn, state.about(left, state.aspects), say("utter_without", name=listed(gone, "and")))

    def _without_quote(self, turn: Turn) -> Reply:
        """Let a quote count no longer: show it, tell what that changes, and show without it what was shown."""
        state, told = turn.state, turn.message.argument
        if not state.complete:
            return Reply(state, asks=True)
        before = turn.compare(state.query)
        cited = self._shown(before, state).citations
        told = told or int(len(cited) == 1)  # "that quote"
        named = cited[-1:] if told < 0 else [one for one in cited if one.number == told]
        if not named:
            each = [Button(f"Number {one.number}", buttons.without_quote(one.number)) for one in cited]
            return Reply(
                state, [say("utter_which_quote", *each[:MAX_BUTTONS]) if each else say("utter_nothing_quoted")]
            )
        sentence, document = named[0].hit.sentence, named[0].hit.document
        left = state.about(state.objects, state.aspects, asked=state.asked, without=(*state.without, sentence.id))
        found = turn.compare(left.query)
        source = f" ({origin(document.source, document.id)})" * bool(document.source)
        note = say("utter_quote_left_out", quote=shorten(clean(sentence.text), MOST_QUOTED), source=source)
        if not evidence.arguments(found):
            return self._nothing(turn, found, left, note)
        left = replace(left, view=state.view if state.view.kind in _SIDES else View("again"))
        shown = Utterance(answer=self._shown(found, left), buttons=self._steps(turn, left, found), comparison=found)
        changes = revisions.changes(found, before, counted=left.view.kind in _SIDES)
        return Reply(left, [note, *[Utterance(answer=changes)] * bool(changes.blocks), shown])

    def _drop_last(self, turn: Turn) -> Reply:
        """Do without what was brought in last."""
        state = turn.state
        if _has_grown(state):
            return self._verdict(turn, state.about(state.history[-1].objects, state.aspects))
        if not (state.aspects or state.history):
            return self._verdict(turn, state, say("utter_stays", subject=listed(state.objects, "and")))
        if not state.aspects:
            return self._go_back(turn)
        return self._verdict(turn, state.about(state.objects, state.aspects[:-1]))


class ActionUndo(ComparisonAction):
    """Goes back to what was compared before, or to what the message names of it."""

    def reply(self, turn: Turn) -> Reply:
        message, state = turn.message, turn.state
        question = self.engine.parse(bare(_BACK_TO.sub("", message.text)))
        named = [one for one in message.objects if not shares((one,), state.objects)]
        if not (message.before or named) and turn.intent != "back_to":
            return self._go_back(turn)
        if named and message.unwanted:  # which is left out already
            after = state.about((*state.objects, *named), state.aspects)
            return self._verdict(turn, after, self._changed(turn, after))
        if asked_again := self._ask_again(turn):
            return asked_again
        old = recalled(message, state, self.engine)
        is_new = old is None or not all(told(name, old.objects) for name in question.objects)
        if is_new and len(question.objects) > 1:
            return self._verdict(turn, state.about(question.objects, ()))
        if old is None and message.before and state.complete and JOINING.match(message.text):
            return self._bring_in(turn, (_ARTICLE.sub("", message.before),))
        if old is None:
            name = message.before or next(iter(message.objects), "")
            each = [Button(f"{listed(one.objects, 'or')}?", buttons.back_to(one.objects)) for one in state.compared]
            if name or not each:
                return Reply(state, [say("utter_not_before", *each[-MAX_BUTTONS:], name=plain(name) or "anything")])
            return Reply(
                state, [Utterance(answer=verdicts.decided([turn.compare(one.query) for one in state.compared]))]
            )
        asks = _ASKS_BACK.match(bare(message.text)) and old.question
        notes = [say("utter_you_asked", question=old.question)] if asks else []
        comes_back = named and {*old.objects} > {*state.objects}  # "put the Audi back in"
        at = state.about(old.objects, state.aspects) if comes_back else state.at(old)
        new = [Aspect(one) for one in message.aspects if not shares((one,), [kept.name for kept in at.aspects])]
        return self._verdict(turn, at.about(at.objects, (*at.aspects, *new)) if new else at, *notes)

    def _ask_again(self, turn: Turn) -> Reply | None:
        """Ask again what was asked of the same things before, whether anything was found on it: "back to safety"."""
        message, state = turn.message, turn.state
        said = message.before or next(iter((*message.objects, *message.aspects)), "")
        name = _POINT.sub("", _ARTICLE.sub("", said))
        if not (name and state.complete) or any(told(message.text, one.objects) for one in state.kept().compared):
            return None
        points = _asked_of(state)
        point = held(name, [Aspect(one) for one in points])
        if point not in points:
            return None
        question = f"which is {point}?"
        asked = self._read(question).asked
        if asked.kind is AskedKind.PROPERTY and not _is_noun(point):
            return self._ask(replace(turn, message=message._replace(text=question)), asked)
        return self._on_topics(replace(turn, state=state.after_property()), (point,))


class ActionSwap(ComparisonAction):
    """Looks from the other end."""

    def reply(self, turn: Turn) -> Reply:
        state = turn.state
        new = [one for one in state.aspects if not state.history or one not in state.history[-1].aspects]
        weights = {one.name: one.weight for one in (new if len({one.weight for one in new}) > 1 else state.aspects)}
        if len({*weights.values()}) > 1 and state.view.kind == "on":
            both = max(weights.values()) + min(weights.values())
            swapped = [Aspect(one.name, both - weights.get(one.name, both - one.weight)) for one in state.aspects]
            counts = say("utter_weights", weights=weighing([one for one in swapped if one.name in weights]))
            return self._news(turn, state.about(state.objects, swapped), [*weights], counts)
        several = len(state.objects) > 2
        objects = state.objects if several else state.objects[::-1]
        return self._verdict(turn, state.about(objects, state.aspects), *[say("utter_no_other_way_round")] * several)


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


class ActionAddAspect(ComparisonAction):
    """Weighs one more point of view, or one otherwise than before, or one in the place of another."""

    def reply(self, turn: Turn) -> Reply:
        message, state = turn.message, turn.state
        if state.pending and len(state.pending.objects) > len(state.objects) and not state.objects:
            return self._take_pending(turn, state.pending, *message.aspects)
        if claimed := self._claimed(turn):
            return claimed
        if strange := self._asked_of_other(turn):
            return strange
        if degree := self._ask_degree(turn):
            return degree
        message = _with_what_is_done(message, state)
        turn = replace(turn, message=message)
        is_alone = message.meant and len(message.aspects) == 1
        asked = (self._read(message.aspects[0]) if is_alone else self._parsed(turn)).asked
        offered = state.pending and len(state.pending.objects) != len(state.objects)
        if state.pending and offered and message.objects and asked.kind is AskedKind.PROPERTY and not message.aspects:
            return self._verdict(turn, state.about(state.pending.objects, state.aspects, asked=asked))
        if state.complete and not (message.aspects or message.weights or offered):
            if asked.kind is AskedKind.PROPERTY or asked.is_situation:
                return self._ask(turn, asked)
            if (more := _more(message.text)) and (asked := self._read(f"which is {more}?").asked).words:
                return self._ask(turn, asked)
            if message.relation in {"more", "less", "worse"}:
                return Reply(state, [say("utter_nlu_fallback")])
        if message.less == message.aspects and message.less and not state.aspects:
            return self._drop(turn, message.less)  # less than what?
        last = _asked_last(state)
        corrects = message.meant and last
        asks = state.complete and message.aspects and not corrects and _only_asks(message, asked)
        is_graded = not all(tag.startswith("NN") for tag in tagger().tag(["the", *asked.words.split()])[1:])
        if asks and is_graded and not self._is_only_weighed(turn, message.aspects, asked):
            return self._ask(turn, asked)
        if asks and self._is_only_asked(turn, message.aspects[0], asked):
            aspects = (*state.aspects, Aspect(message.aspects[0]))
            return self._news(turn, state.about(state.objects, aspects, asked=asked), ())
        of_person = state.complete and message.aspects and asked.is_situation
        by_clause = _WHEN.match(bare(message.text)) is not None or not all(map(_is_noun, message.aspects))
        if of_person and by_clause and self._is_unheard(turn, message.aspects):
            return self._ask(turn, asked)
        replaced = (*message.replaced, *message.unwanted)
        left: Sequence[Aspect] = (
            () if message.only else [one for one in state.aspects if not shares(replaced, (one.name,))]
        )
        corrects_last = message.meant and len(left) == len(state.aspects) and not _tells_use(message, state)
        left = [one for one in left if one not in last] if corrects_last else left
        pending = state.pending.objects if state.pending and not message.aspects else ()
        names = message.aspects or tuple(name for name in pending if not shares((name,), state.objects))
        if message.second == "insult":
            known = (*state.silent, state.asked.words, *(one.name for one in state.aspects))
            if any(alike(one, names) for one in known):
                return self._on_topics(turn, names)
            return self._weigh(turn, names, left, say("utter_overlooked"))
        latest = state.aspects[-1].name if state.aspects else ""
        factors = {name or latest: factor for name, factor in message.weights.items()}
        gone = [one for one in state.aspects if one not in left]
        if (
            len(gone) == len(message.aspects) == 1 and not message.only
        ):  # one takes the place of another, with its weight
            note = say("utter_replaced", new=plain(names[0]), old=plain(gone[0].name))
            left = [Aspect(names[0], one.weight) if one in gone else one for one in state.aspects]
            return self._weigh(turn, names, left, note, most=message.most, less=message.less, factors=factors)
        return self._weigh(turn, names, left, most=message.most, less=message.less, factors=factors)

    def _asked_of_other(self, turn: Turn) -> Reply | None:
        """Ask of a thing where it was compared, else what to compare it with: "what about golf, is it expensive?"."""
        message, state = turn.message, turn.state
        is_told = JOINING.match(message.text) or any(_is_subject(one, message.text) for one in message.objects)
        if not (state.complete and is_told and is_polar(message.text)):
            return None
        known = [one for one in message.aspects if any(shares((one,), old.objects) for old in state.compared)]
        named = message.objects or tuple(known)
        if len(named) != 1 or shares(named, state.objects):
            return None
        aspects = tuple(one for one in message.aspects if one not in named)
        earlier = [one for one in state.compared if shares(named, one.objects)]
        if not earlier:
            return self._ask_rival(turn, named[0], tuple(map(Aspect, aspects)))
        there = message._replace(objects=named, aspects=aspects)
        return self.reply(replace(turn, message=there, state=state.at(earlier[-1])))

    def _is_only_asked(self, turn: Turn, name: str, asked: Asked) -> bool:
        """Return whether sentences say who has more of it, but no argument for one of the things is about it."""
        state = turn.state
        if not self._is_unheard(turn, [name]):
            return False
        return speaks_of_asked(turn.compare(state.about(state.objects, state.aspects, asked=asked).query))

    def _is_only_weighed(self, turn: Turn, names: Sequence[str], asked: Asked) -> bool:
        """Return whether arguments are about what less or more is asked of, but no sentence says who has it."""
        if asked.words.split()[0].lower() not in LESS | {"more", "most"}:
            return False
        found = turn.compare(turn.state.about(turn.state.objects, turn.state.aspects, asked=asked).query)
        return not (speaks_of_asked(found) or self._is_unheard(turn, names))

    def _is_unheard(self, turn: Turn, names: Sequence[str]) -> bool:
        """Return whether no argument for one of the things is about any of some points of view."""
        state = turn.state
        aspects = (*state.aspects, *map(Aspect, names))
        weighed = turn.compare(state.about(state.objects, aspects, asked=OVERALL_ASKED).query)
        return not shares(names, [one.name for one in heard(weighed)])


class ActionOpinion(ComparisonAction):
    """Takes note of an opinion: says what the sources say where it names what matters."""

    def reply(self, turn: Turn) -> Reply:
        message, state, question = turn.message, turn.state, self._parsed(turn)
        asked = question.asked
        named = (*message.objects, *message.opposed)
        if state.complete and len(named) == 1 and not shares(named, state.objects) and not message.aspects:
            graded = is_graded(message.text)
            told = CLAIMS.match(message.text) and is_like(named[0], state.objects, self.engine)
            comes_in = graded or told  # "my friend says Sony is best"
            return self._bring_in(turn, named) if comes_in else self._noted(turn)
        if claimed := self._claimed(turn):
            return claimed
        if state.complete and named and not shares(named, state.objects):
            return self._not_compared(turn, named[0])
        if not state.complete or not (message.aspects or shares(named, state.objects)):
            return self._noted(turn)
        if _OF_TASTE.match(message.text) and not message.aspects:
            return self._noted(turn)
        if asked.kind is AskedKind.PROPERTY:
            return self._ask(turn, asked)
        if message.aspects:
            return self._weigh(turn, message.aspects)
        if message.other == "ask_against":
            return self._side(turn, message.objects, against=True)
        says_so = question.kind is Kind.YES_NO or self._claim(
            turn
        )  # "so tea is better", "she likes tea, is she right?"
        if says_so or is_polar(message.text):
            reply = self._in_a_line(turn)
            return reply if says_so else replace(reply, said=[say("utter_unsaid"), *reply.said])
        return self._noted(turn)

    def _noted(self, turn: Turn) -> Reply:
        """Leave an opinion to the person, beside what was read."""
        state = turn.state
        if state.complete and not state.shown:
            return self._nothing(turn, turn.compare(state.query), state)
        told = {"outcome": verdicts.conclusion(turn.compare(state.query))} if state.shown else {}
        return Reply(state, [say("utter_opinion", *[WHY, OTHER_SIDE] * state.shown, **told)])


class ActionFilter(ComparisonAction):
    """Lets only sources from a time, or of some publishers, count."""

    def reply(self, turn: Turn) -> Reply:
        state, period = turn.state, turn.message.period
        if period is None and turn.message.publishers is None:
            found = turn.compare(state.query) if state.complete and not turn.message.sites else None
            dated = evidence.years(found) if found else []
            if found and not dated:
                return Reply(state, [Utterance(answer=sources.dates(found, Answer(())))])
            if len(dated) > 1:
                since = [Button(f"Since {year}", buttons.since(year)) for year in dated[-MOST_YEARS:]]
                return Reply(state, [say("utter_from_when", *since, years=f"{dated[0]} to {dated[-1]}")])
            offers = [SOURCES, OTHER_SIDE] if state.complete else examples()
            return Reply(state, [say("utter_no_filter", *offers)])
        asked = self._parsed(turn).asked
        asks = asked.kind is AskedKind.PROPERTY and _WHICH.search(turn.message.text)
        if state.complete and asks:  # "nothing before 2010, which is cheaper?"
            limited = replace(state, period=period or state.period, publishers=state.limited(turn.message.publishers))
            return self._ask(replace(turn, state=limited), asked)
        return self._limit(turn, period)


def _more(text: str) -> str:
    """Return the word by which a text says that something is more so: "smarter"; empty without one."""
    words = TOKEN.findall(text.lower())
    return next((word for word, tag in zip(words, tagger().tag(words), strict=True) if tag in _MORE), "")


def _is_subject(name: str, text: str) -> bool:
    """Return whether a question asks how a thing itself is: "is the train cheaper"."""
    verb = r"\b(?:is|are|was|were|do|does|did|has|have|will|would)\s+(?:(?:the|an?|my)\s+)?"
    return re.search(rf"{verb}{re.escape(name)}\b", text, re.IGNORECASE) is not None


def _has_grown(state: DialogueState) -> bool:
    """Return whether what came last are things beside those that were compared already."""
    before = state.history[-1].objects if state.history else ()
    return 1 < len(before) < len(state.objects) and all(shares((one,), state.objects) for one in before)


def _known(name: str, state: DialogueState) -> str:
    """Return what a name is said for of what matters: "allergy" for "allergic"; else the name."""
    if stems(name)[-1:] == _AGE:  # "forget my age", of who weighs elderly people for it
        return next((one.name for one in state.aspects if one.name in AGES), name)
    named = held(name, state.aspects)
    known = (*state.objects, *(one.name for one in state.aspects), state.asked.words)
    if named != name or shares((name,), known) or not state.aspects:
        return named
    alike = {one.name: likeness(name, (one.name,)) for one in state.aspects}
    likeliest = max(alike, key=alike.__getitem__)
    return likeliest if alike[likeliest] >= _MEANT else name


def _with_what_is_done(message: UserMessage, state: DialogueState) -> UserMessage:
    """Return "to play, I mean" after "which is harder?" as the whole question: "which is harder to play"."""
    to_do = _TO_DO.fullmatch(bare(message.text))
    last = state.asked.words if state.asked.kind is AskedKind.PROPERTY else next(reversed(state.silent), "")
    graded = last.partition(" to ")[0]
    if to_do is None or not graded or tagger().tag(["is", *graded.lower().split()])[-1] not in _OF_QUALITY:
        return message
    return message._replace(text=f"which is {graded} {to_do[1]}", aspects=())


def _only_asks(message: UserMessage, asked: Asked) -> bool:
    """Return whether a message names nothing but the property that it asks for, and no weight of it."""
    said = set(stems(f"{asked.words} {asked.use}"))
    weighed = message.most or message.less or message.only or message.replaced or message.unwanted
    several = len(message.aspects) > 1 or asked.kind is not AskedKind.PROPERTY
    of_person = _OF_PERSON.match(message.text)
    return not (weighed or several or of_person) and all(said.intersection(stems(name)) for name in message.aspects)


def _asked_of(state: DialogueState) -> tuple[str, ...]:
    """Return the points of view and properties that were asked of the things compared, the last one first."""
    same = [one for one in (state.subject, *reversed(state.history)) if one.objects == state.objects]
    weighed = [aspect.name for one in same for aspect in one.aspects]
    asked = [one.asked.words for one in same if one.asked.kind is AskedKind.PROPERTY]
    return unique((*weighed, *asked, *reversed(state.silent)))


def _asked_last(state: DialogueState) -> Sequence[Aspect]:
    """Return the points of view that were asked last; nothing where that was something that is not weighed."""
    if state.unheard:
        return [one for one in state.aspects if one.name in state.unheard]
    return () if state.asked.kind is AskedKind.PROPERTY else state.aspects[-1:]


def _tells_use(message: UserMessage, state: DialogueState) -> bool:
    """Return whether "I meant for the garden" tells for what the property counts that was named last."""
    last = state.aspects[-1].name if state.aspects else ""
    return bool(_MEANT_FOR.search(message.text) and dimension_of(last)) and not any(map(dimension_of, message.aspects))


def _is_noun(name: str) -> bool:
    """Return whether a name is a noun, counted by none: "beginners", but not "10 hours" or "get up"."""
    tags = tagger().tag(["the", *name.lower().split()])
    return tags[-1].startswith("NN") and "CD" not in tags


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
