"""What the words of a message point at: the comparison that it is about, and the things in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from actions.aspect_weights import newest, shares
from actions.dialogue_state import DialogueState, Subject
from actions.object_or_aspect import likeness
from actions.turn_comparisons import Found
from actions.user_message import UserMessage
from actions.views import verdicts
from engine.pipeline import Engine
from engine.retrieval.names import NAME, NameFinder
from engine.text.stop_words import STOP
from engine.text.tagging import tagger
from engine.text.tokens import TOKEN, Tokens, stems, unique
from engine.types import Query
from nlu_models.intents import LOSER, WINNER
from nlu_models.intents.draft import OF_ONE
from nlu_models.intents.message import compared
from nlu_models.intents.quantities import number

ABOUT = frozenset(
    {"ask_for", "ask_against", "other_side", "why", "ask_verdict", "ask_how_sure", "ask_how_many", "opinion"}
)
"""Intents of messages about what is or was compared."""
ASKS = frozenset({"compare", "add_aspect", *ABOUT})
"""Intents of what may be asked of an earlier comparison where nothing is found on the last one."""
_NARROWED = frozenset({"add_aspect", "change_object"})
_COUNTED = re.compile(
    r"\b(?:(?P<all>all)|of (?:the|these|those))\s+(?P<count>two|three|four|five|[2-5])\b"
    r"(?(all)|(?=\W*$|\W+(?:of|is|are|has|have|do|does)\b))",
    re.IGNORECASE,
)
"""How many of the things compared are meant: "all three", "which of the four is cheaper?"."""
_ALL = re.compile(r"\b(?:them all|all of (?:them|these|those))\b", re.IGNORECASE)
"""What means all things of a talk, also where they were compared two by two."""
_OF_ALL = frozenset({"compare", "add_aspect", "ask_verdict"})
"""Intents of what may be asked of all of them."""
_BESIDE = r"\b(?:compared (?:to|with)|than|versus|vs|against)\W+(?:the )?"
"""What stands before the thing that another one is held against."""
_ARTICLE = re.compile(r"^(?:the|our|those|my)\s+", re.IGNORECASE)
_COUNTS = {"both": 2, "two": 2, "three": 3, "four": 4, "five": 5}
_ORDINAL = re.compile(r"\b(?:second|third|fourth|fifth|sixth|[2-9](?:nd|rd|th))\b")
_FIRST = frozenset({"first", "1st", "beginning", "start", "started", "begin", "began", "originally", "initially"})
_BEFORE = frozenset({"before", "previous", "previously", "earlier", "last", "other"})
"""Words for a place among what was compared."""
_COMPARISON = frozenset({"comparison", "question", "topic", "subject", "pair", "thing", "things", "one", "ones"})
"""Words for what was compared."""
_MADE = 0.1
"""Least share of the mentions of a thing that have its maker before it."""
_LISTED = 0.3
"""So much more seldom a maker stands behind a thing than before it; of a list, "Python, Ruby", either may be first."""
_OURS = frozenset({"i", "we", "my", "our"})
_NAMED = 0.15
"""Least likeness of a kind to things that were compared before, from which they are taken to be of it."""
_WITH_KIND = 0.01
"""Least share of the sentences on such things that name the kind as well, from which they are."""


def placed(
    message: UserMessage, state: DialogueState, intent: str, compare: Callable[[Query], Found]
) -> tuple[UserMessage, DialogueState]:
    """Return a message with names for what it points at, and the state of the comparison that it is about.

    Args:
        message: What is said.
        state: What it follows.
        intent: Of the message.
        compare: Tells what won and what lost.
    """
    message, state = _in_its_comparison(message, state, intent)
    message, state = _among(message, state, intent)
    if not state.complete or {WINNER, LOSER}.isdisjoint((*message.objects, *message.replaced, *message.opposed)):
        return message, state
    won, lost = verdicts.outcome(compare(state.query))
    names = {WINNER: won, LOSER: lost}

    def placed_in(said: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(name for one in said if (name := names.get(one, one) or one * (intent in OF_ONE)))

    objects, replaced, opposed = map(placed_in, (message.objects, message.replaced, message.opposed))
    return message._replace(objects=objects, replaced=replaced, opposed=opposed), state


def made(message: UserMessage, objects: Sequence[str], finder: NameFinder) -> UserMessage:
    """Return a message that names things by their makers with these things, as texts call them: "the Honda" of CR-V.

    Args:
        message: What is said.
        objects: What is compared.
        finder: Tells how often texts call a thing so.
    """

    def of_maker(name: str) -> str:
        if not objects or shares((name,), objects) or finder.alone(name)[1] < NAME:
            return name
        return next((one for one in objects if makes(name, one)), name)

    def makes(name: str, one: str) -> bool:
        before, behind = finder.alone(f"{name} {one}")[0], finder.alone(f"{one} {name}")[0]
        return before >= _MADE * finder.alone(one)[0] > 0 and behind <= _LISTED * before

    named, opposed = (unique(map(of_maker, names)) for names in (message.objects, message.opposed))
    return message._replace(objects=named, opposed=opposed)


def _in_its_comparison(message: UserMessage, state: DialogueState, intent: str) -> tuple[UserMessage, DialogueState]:
    """Go to the last comparison with all that is named where that is asked about or meant, and not compared now.

    Where nothing is found on what is compared now, any question of one of the things leads to it, or a word for one.
    """
    named = message.replaced or (*message.objects, *message.opposed)
    lost = state.complete and not state.shown and intent in ASKS
    leads = intent in ABOUT or message.meant or message.replaced or (lost and len(named) == 1)
    if lost and not named and not told(message.text, state.objects):
        earlier = [one for one in state.compared if told(message.text, one.objects)]
        return message, state.at(earlier[-1]) if earlier else state
    if not (named and leads) or any(compared(one, state.objects) for one in named):
        return message, state
    latest = state.compared[::-1]
    for old in sorted(latest, key=lambda one: len(one.objects) != len(named) > 1):  # of just these two first
        known = {one: compared(one, old.objects) for one in named}
        if all(known.values()) and (intent in ABOUT or not shares(old.objects, state.objects)):
            named_so = (message.objects, message.opposed)
            objects, opposed = (tuple(known.get(one, one) for one in names) for names in named_so)
            return message._replace(objects=objects, opposed=opposed), state.at(old)
    return message, state


def _among(message: UserMessage, state: DialogueState, intent: str) -> tuple[UserMessage, DialogueState]:
    """Return the state of those of the things that a message is about, with what went out where it counts more.

    "Compare all three", "which of those two is cheaper?", "longer than the guinea pig, I mean".
    """
    if others := _others_of_all(message.text, state, intent):
        wider = state.about((*state.objects, *others), state.aspects)
        first = tuple(one for one in wider.objects if Tokens(message.text).find(stems(one)))
        return message._replace(objects=unique((*first, *wider.objects)) if first else ()), wider
    named = (*message.objects, *message.replaced)
    inner = [one for one in state.objects if shares(named, (one,))]
    if len(state.objects) < 3 or intent not in _NARROWED:
        return message, state
    beside = len(inner) == 1 and is_beside(inner[0], message.text)
    it = [one for one in newest(state) if one not in inner] if beside else []
    several = it or (len(inner) > 1 and intent == "add_aspect")
    if several and all(shares((one,), state.objects) for one in named):
        return message, state.about((*it, *inner), state.aspects)
    return message, state


def _others_of_all(text: str, state: DialogueState, intent: str) -> tuple[str, ...]:
    """Return what "all" means besides what is compared now: so many as it tells, else all but what was left out."""
    counted, of_all = _COUNTED.search(text), len(state.objects) == 2 and intent in _OF_ALL and _ALL.search(text)
    if not (state.complete and (counted or of_all)):
        return ()
    *before, last = state.kept().compared
    steps = [one for one in state.history if shares(one.objects, state.objects)]
    talk = [*(one for one in before if one.number == last.number), *steps]
    names = unique(name for one in reversed(talk) for name in one.objects)
    others: list[str] = []
    for name in names:
        if not shares((name,), (*state.objects, *others)) and (counted or not dropped(name, state)):
            others.append(name)
    missing = int(number(counted["count"])) - len(state.objects) if counted else len(others)
    return tuple(others[:missing]) if 0 < missing <= len(others) else ()


def is_beside(name: str, text: str) -> bool:
    """Return whether a text holds another thing against a name: "and compared to cycling?"; against any if empty."""
    return re.search(_BESIDE + re.escape(name), text, re.IGNORECASE) is not None


def dropped(name: str, state: DialogueState) -> str:
    """Return what a name stands for of what was compared beside all that is compared now, and was left out since."""
    wider = [one.objects for one in reversed(state.history) if {*one.objects} > {*state.objects}]
    gone = unique(one for objects in wider for one in objects if one not in state.objects)
    return compared(name, gone)


def recalled(message: UserMessage, state: DialogueState, engine: Engine) -> Subject | None:
    """Return what is gone back to of all that was compared: by its things, their kind, its number or its place."""
    known = state.kept().compared
    left = {one: [name for name in one.objects if not shares(message.unwanted, (name,))] for one in known}
    named = {one: told(message.text, left[one]) for one in known}
    if any(named.values()):
        best = max(reversed(known), key=lambda one: (named[one], named[one] == len(one.objects), one == state.subject))
        if 1 < named[best] < len(best.objects):
            return replace(best, objects=tuple(one for one in left[best] if told(message.text, (one,))))
        in_full = named[best] > 1 or any({*stems(name)} <= {*stems(message.text)} for name in best.objects)
        return (
            best if in_full else [one for one in known if one.number == best.number][-1]
        )  # "phones", of which one was
    words = _ARTICLE.sub("", message.before or next(iter(message.objects), "") or message.text).casefold()
    said = {*TOKEN.findall(words)}
    some, count = state.meant(words), max((_COUNTS.get(word, 0) for word in said), default=0)
    if some == state.objects and "all" not in said:  # "the first two", said of two, are those of more
        wider = (one for one in reversed(known) if len(one.objects) > len(some))
        of_wider = (state.at(one).meant(words) for one in wider)
        some = next((names for names in of_wider if len(names) == len(some) and names != some), some)
    if len(some) > 1 and count in {0, len(some)}:
        more = [one for one in known if "all" in said and {*one.objects} > {*some}]
        if more and len(some) == len(state.objects):
            return more[-1]
        return Subject(some, state.aspects, state.asked, state.period, state.without, state.publishers)
    if count > 1:
        return next((one for one in reversed(known) if len(one.objects) == count), None)
    kind = " ".join(word for word in words.split() if word not in STOP | _FIRST | _BEFORE | _COMPARISON)
    of_place = not kind or not said.isdisjoint(_COMPARISON | _OURS)
    ordinal = _ORDINAL.search(words)
    if of_place and (ordinal or not _FIRST.isdisjoint(said)):
        place = int(number(ordinal[0])) - 1 if ordinal else 0
        numbers = sorted({one.number for one in known})[place : place + 1]
        return next((one for one in known if one.number in numbers), None)
    if found := _of_kind(kind, known, engine, left=state.objects) if kind and known else None:
        return found
    others = [one for one in known if not shares(one.objects, state.objects)] or known[:-1]
    return others[-1] if others and not _BEFORE.isdisjoint(said) else None


def unmended(message: UserMessage, state: DialogueState) -> tuple[str, ...]:
    """Return the things compared but those that a correction names in full: "tea", where green tea is meant."""
    names = [{*stems(one)} for one in message.objects if message.meant]
    return tuple(one for one in state.objects if not any({*stems(one)} < name for name in names))


def of_kind_meant(message: UserMessage, state: DialogueState, engine: Engine) -> Subject | None:
    """Return the comparison that a correction means by the kind of its things: "I meant the consoles"."""
    (kind, *others) = message.objects or ("",)
    known = not kind or others or compared(kind, state.objects) or len(state.compared) < 2
    plural = f"the {kind} ".casefold() in f"{message.text} ".casefold() and tagger().tag([kind.casefold()]) == ["NNS"]
    return _of_kind(kind, state.compared, engine) if message.meant and plural and not known else None


def _of_kind(kind: str, known: Sequence[Subject], engine: Engine, *, left: Sequence[str] = ()) -> Subject | None:
    """Return the last comparison of things of a kind: that texts name with it, else that mean much like it.

    The one of the things that are ``left`` is returned only where no other is of the kind.
    """
    search = engine.retriever.search

    def share(name: str) -> float:
        return search((name, kind), k=1).total / max(1, search((name,), k=1).total)

    in_texts = {one: min(map(share, one.objects)) for one in known}
    in_meaning = {one: likeness(kind, one.objects) for one in known}
    for alike, least in ((in_texts, _WITH_KIND), (in_meaning, _NAMED)):
        best = max(known, key=lambda one, alike=alike: alike[one])  # type: ignore[misc]
        if alike[best] >= least:
            of_kind = [one for one in known if alike[one] >= alike[best] / 2 or shares(one.objects, best.objects)]
            return next((one for one in reversed(of_kind) if one.objects != left), of_kind[-1])
    return None


def told(text: str, names: Sequence[str]) -> int:
    """Return how many of some names a text names, in full or by a word of theirs."""
    words = {*stems(text)}
    return sum(not words.isdisjoint(stems(name)) for name in names)
