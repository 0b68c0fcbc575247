"""Actions on what matters of the things compared, on opinions of them, and on whose evidence counts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from actions.aspect_weights import alike, asked_last, heard, shares
from actions.base import Turn
from actions.comparison_action import ComparisonAction
from actions.dialogue_state import DialogueState, listed
from actions.next_steps import OTHER_SIDE, SOURCES, WHY, examples
from actions.object_or_aspect import is_like, is_noun
from actions.replies import Button, Reply, Utterance, say
from actions.request import is_graded, is_polar
from actions.subject_action import JOINING
from actions.user_message import UserMessage
from actions.views import evidence, sources, verdicts
from engine.text.graded import LESS
from engine.text.lexicon import dimension_of
from engine.text.tagging import tagger
from engine.text.tokens import TOKEN, stems
from engine.types import OVERALL_ASKED, Answer, Asked, AskedKind, Aspect, Kind
from generation.answer_builder import plain
from generation.asked_verdict import speaks_of_asked
from nlu_models.intents import bare, buttons
from nlu_models.intents.steps.importance import is_denied
from nlu_models.intents.steps.phrases import CLAIMS, PERSON, WANTS

MOST_YEARS = 3
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
_WHICH = re.compile(r"\bwhich\b", re.IGNORECASE)
_DOES = re.compile(r"\W*(?:(?:and|but|so|ok|then|well)\W+)*(?:do|does|did)\b", re.IGNORECASE)
"""How a question begins whether a thing does something."""
_MORE = frozenset({"JJR", "RBR"})
_OF_QUALITY = frozenset({"JJ", "JJR", "RBR"})


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
        message = self._by_needs(turn, _with_what_is_done(message, state))
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
            named = message.objects or message.needs or message.unwanted or message.replaced
            if message.relation in {"more", "less", "worse"} or not (named or "?" in message.text):
                return Reply(state, [say("utter_nlu_fallback")])
        denied = _denied(message, state)
        if message.less == message.aspects and message.less and (not state.aspects or denied == message.less):
            return self._drop(turn, message.less)  # less than what?
        if denied:
            return self._weigh_others(turn, denied)
        last = asked_last(state)
        corrects = message.meant and last
        asks = state.complete and message.aspects and not corrects and _only_asks(message, asked)
        if done := self._done_more(turn, asked):
            return self._ask(turn, done)
        is_graded = not all(tag.startswith("NN") for tag in tagger().tag(["the", *asked.words.split()])[1:])
        if asks and is_graded and not self._is_only_weighed(turn, message.aspects, asked):
            return self._ask(turn, asked)
        asked = self._better_in(turn, asked)
        asks = state.complete and message.aspects and not corrects and _only_asks(message, asked)
        if asks and self._is_only_asked(turn, message.aspects[0], asked):
            new = [one for one in message.aspects if not shares((one,), [kept.name for kept in state.aspects])]
            aspects = (*state.aspects, *map(Aspect, new))
            return self._news(turn, state.about(state.objects, aspects, asked=asked), ())
        of_person = state.complete and message.aspects and asked.is_situation
        by_clause = _WHEN.match(bare(message.text)) is not None or not all(map(is_noun, message.aspects))
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

    def _weigh_others(self, turn: Turn, denied: Sequence[str]) -> Reply:
        """Weigh what a message names besides what it says not to matter, which was never asked for."""
        aspects = tuple(one for one in turn.message.aspects if one not in denied)
        less = tuple(one for one in turn.message.less if one not in denied)
        told = self._told_of(turn, denied)
        note = say("utter_not_told" if told else "utter_unweighed", name=listed(told or denied, "and"))
        message = turn.message._replace(aspects=aspects, less=less)
        factors = {name: factor for name, factor in message.weights.items() if name in aspects}
        return self._weigh(
            replace(turn, message=message),
            aspects,
            None,
            note,
            most=message.most,
            less=less,
            factors=factors,
            dismissed=[dimension_of(one) or one for one in denied],
        )

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

    def _done_more(self, turn: Turn, asked: Asked) -> Asked | None:
        """Return which thing does something more, where sentences say it and a message asks whether one does it at all.

        "Does steel rust?" is answered by who says that steel rusts faster, as "which rusts faster?" is.
        """
        message, state = turn.message, turn.state
        done = message.aspects[0].lower() if len(message.aspects) == len(message.objects) == 1 else ""
        asks = state.complete and asked.kind is not AskedKind.PROPERTY and _DOES.match(message.text)
        said = bare(message.text).rstrip(" ?!.").lower()
        if not (done and asks and said.endswith(done) and tagger().is_verb(done.split()[0])):
            return None
        more = self._read(f"which {done} more?").asked
        if more.kind is not AskedKind.PROPERTY:
            return None
        found = turn.compare(state.about(state.objects, state.aspects, asked=more).query)
        return more if speaks_of_asked(found) else None

    def _better_in(self, turn: Turn, asked: Asked) -> Asked:
        """Return which thing is better in the only dimension that is named, "and fuel economy?", else what is asked."""
        names = turn.message.aspects
        is_named = turn.state.complete and len(names) == 1 and dimension_of(names[0]) and asked == OVERALL_ASKED
        return self._read(f"which has better {names[0]}?").asked if is_named else asked

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

    def _by_needs(self, turn: Turn, message: UserMessage) -> UserMessage:
        """Return a message that names what its person needs, where nothing is found on what it names itself."""
        corrects = message.meant or message.only or message.less or message.weights
        corrects = corrects or message.replaced or message.unwanted
        senses = {*map(dimension_of, message.aspects)} - {""}
        needs = tuple(one for one in message.needs if dimension_of(one) not in senses)
        if corrects or not (turn.state.complete and needs):
            return message
        if message.aspects and not self._is_unheard(turn, message.aspects):
            return message
        found = tuple(one for one in needs if not self._is_unheard(turn, (one,)))
        needs = found or (() if message.aspects else needs)
        return message._replace(aspects=needs, most=needs if message.most else ()) if needs else message

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


def _denied(message: UserMessage, state: DialogueState) -> tuple[str, ...]:
    """Return what a message says not to matter that much and nobody asked for: of it there is nothing to weigh less."""
    known = (*(one.name for one in state.aspects), *state.silent, state.asked.words)
    senses = {state.asked.dimension, *map(dimension_of, known)} - {""}
    new = (one for one in message.less if not shares((one,), known) and dimension_of(one) not in senses)
    return tuple(new) if is_denied(message.text) else ()


def _more(text: str) -> str:
    """Return the word by which a text says that something is more so: "smarter"; empty without one."""
    words = TOKEN.findall(text.lower())
    return next((word for word, tag in zip(words, tagger().tag(words), strict=True) if tag in _MORE), "")


def _is_subject(name: str, text: str) -> bool:
    """Return whether a question asks how a thing itself is: "is the train cheaper"."""
    verb = r"\b(?:is|are|was|were|do|does|did|has|have|will|would)\s+(?:(?:the|an?|my)\s+)?"
    return re.search(rf"{verb}{re.escape(name)}\b", text, re.IGNORECASE) is not None


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


def _tells_use(message: UserMessage, state: DialogueState) -> bool:
    """Return whether "I meant for the garden" tells for what the property counts that was named last."""
    last = state.aspects[-1].name if state.aspects else ""
    return bool(_MEANT_FOR.search(message.text) and dimension_of(last)) and not any(map(dimension_of, message.aspects))
