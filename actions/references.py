"""What the words of a message point at: the comparison that it is about, and the things in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from actions import views
from actions.aspect_weights import shares
from actions.dialogue_state import DialogueState, Subject
from actions.object_or_aspect import likeness
from actions.turn_comparisons import Found
from actions.user_message import UserMessage
from engine.pipeline import Engine
from engine.text.stop_words import STOP
from engine.text.tagging import tagger
from engine.text.tokens import TOKEN, stems
from engine.types import Query
from nlu_models.intents import LOSER, WINNER
from nlu_models.intents.message import compared
from nlu_models.intents.quantities import number

ABOUT = frozenset(
    {"ask_for", "ask_against", "other_side", "why", "ask_verdict", "ask_how_sure", "ask_how_many", "opinion"}
)
"""Intents of messages about what is or was compared."""
_ARTICLE = re.compile(r"^(?:the|our|those|my)\s+", re.IGNORECASE)
_COUNTS = {"both": 2, "two": 2, "three": 3, "four": 4, "five": 5}
_ORDINAL = re.compile(r"\b(?:second|third|fourth|fifth|sixth|[2-9](?:nd|rd|th))\b")
_FIRST = frozenset({"first", "1st", "beginning", "start", "started", "begin", "began", "originally", "initially"})
_BEFORE = frozenset({"before", "previous", "previously", "earlier", "last", "other"})
"""Words for a place among what was compared."""
_COMPARISON = frozenset({"comparison", "question", "topic", "subject", "pair", "thing", "things", "one", "ones"})
"""Words for what was compared."""
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
    if not state.complete or {WINNER, LOSER}.isdisjoint((*message.objects, *message.replaced, *message.opposed)):
        return message, state
    won, lost = views.outcome(compare(state.query))
    names = {WINNER: won, LOSER: lost}

    def placed_in(said: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(name for one in said if (name := names.get(one, one)))

    objects, replaced, opposed = map(placed_in, (message.objects, message.replaced, message.opposed))
    return message._replace(objects=objects, replaced=replaced, opposed=opposed), state


def _in_its_comparison(message: UserMessage, state: DialogueState, intent: str) -> tuple[UserMessage, DialogueState]:
    """Go to the last comparison with all that is named where that is asked about or meant, and not compared now."""
    named = (*message.objects, *message.opposed)
    if not named or not (intent in ABOUT or message.meant) or any(compared(one, state.objects) for one in named):
        return message, state
    for old in reversed(state.compared):
        known = {one: compared(one, old.objects) for one in named}
        if all(known.values()) and (intent in ABOUT or not shares(old.objects, state.objects)):
            objects, opposed = (tuple(known[one] for one in names) for names in (message.objects, message.opposed))
            return message._replace(objects=objects, opposed=opposed), state.at(old)
    return message, state


def recalled(message: UserMessage, state: DialogueState, engine: Engine) -> Subject | None:
    """Return what is gone back to of all that was compared: by its things, their kind, its number or its place."""
    known = state.kept().compared
    named = {one: told(message.text, one.objects) for one in known}
    if any(named.values()):
        best = max(reversed(known), key=lambda one: (named[one], named[one] == len(one.objects), one == state.subject))
        if 1 < named[best] < len(best.objects):
            return replace(best, objects=tuple(one for one in best.objects if told(message.text, (one,))))
        in_full = named[best] > 1 or any({*stems(name)} <= {*stems(message.text)} for name in best.objects)
        return (
            best if in_full else [one for one in known if one.number == best.number][-1]
        )  # "phones", of which one was
    words = _ARTICLE.sub("", message.before or next(iter(message.objects), "") or message.text).casefold()
    said = {*TOKEN.findall(words)}
    some, count = state.meant(words), max((_COUNTS.get(word, 0) for word in said), default=0)
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
    if found := _of_kind(kind, known, engine) if kind and known else None:
        return found
    others = [one for one in known if not shares(one.objects, state.objects)] or known[:-1]
    return others[-1] if others and not _BEFORE.isdisjoint(said) else None


def of_kind_meant(message: UserMessage, state: DialogueState, engine: Engine) -> Subject | None:
    """Return the comparison that a correction means by the kind of its things: "I meant the consoles"."""
    (kind, *others) = message.objects or ("",)
    known = not kind or others or compared(kind, state.objects) or len(state.compared) < 2
    plural = f"the {kind} ".casefold() in f"{message.text} ".casefold() and tagger().tag([kind.casefold()]) == ["NNS"]
    return _of_kind(kind, state.compared, engine) if message.meant and plural and not known else None


def _of_kind(kind: str, known: Sequence[Subject], engine: Engine) -> Subject | None:
    """Return the last comparison of things of a kind: that texts name with it, else that mean much like it."""
    search = engine.retriever.search

    def share(name: str) -> float:
        return search((name, kind), k=1).total / max(1, search((name,), k=1).total)

    in_texts = {one: min(map(share, one.objects)) for one in known}
    in_meaning = {one: likeness(kind, one.objects) for one in known}
    for alike, least in ((in_texts, _WITH_KIND), (in_meaning, _NAMED)):
        best = max(known, key=lambda one, alike=alike: alike[one])  # type: ignore[misc]
        if alike[best] >= least:
            of_kind = [one for one in known if alike[one] >= alike[best] / 2 or shares(one.objects, best.objects)]
            return of_kind[-1]
    return None


def told(text: str, names: Sequence[str]) -> int:
    """Return how many of some names a text names, in full or by a word of theirs."""
    words = {*stems(text)}
    return sum(not words.isdisjoint(stems(name)) for name in names)
