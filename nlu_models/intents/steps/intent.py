"""The intent of a message: read by known wordings or the network, cleared of concerns, chosen, or asked about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.policy import Concern, are_people, is_harmless, is_measured, may_be
from engine.text.tagging import tagger
from engine.types import Kind
from nlu_models.intents import buttons
from nlu_models.intents.draft import ASKED, BRINGS_IN, EVEN, LIKELY, NEEDS_NAME, Draft
from nlu_models.intents.message import CERTAIN, SURE, UNSURE, Context, ParsedMessage, compared
from nlu_models.intents.network import Named, Reading, network
from nlu_models.intents.sayings import Match


def read(draft: Draft) -> Draft:
    """Read the message as the known wording that it is, or by the network where that knows better."""
    reading, known = network().read(draft.text, draft.context), draft.known
    if known and _counts(known, reading, draft.context):
        named = tuple(_within(draft.text, one, reading.named) for one in known.named)
        reading = Reading({known.saying.intent: CERTAIN}, known.saying.second, known.saying.relation, named)
    else:
        known = None
    intents, second, relation, named, _ = reading
    return replace(draft, known=known, intents=intents, second=second, relation=relation, named=named)


def _within(text: str, thing: Named, read: Sequence[Named]) -> Named:
    """Return a thing of a known wording without the adverbs behind a name, where the network leaves them out."""
    ends = [one.end for one in read if one.label == thing.label == "object" and thing.start <= one.start]
    end = next((end for end in ends if end < thing.end), thing.end)
    behind = tagger().tag(text[end : thing.end].lower().split())
    return thing._replace(end=end) if all(tag == "RB" for tag in behind) else thing


POSSIBLE: Final = 0.002
"""Probability from which a wording that leaves a name open is believed."""


def _counts(known: Match, reading: Reading, context: Context) -> bool:
    """Return whether a known wording counts: as it stands, or where the network doubts, or reads it so.

    One that names or points at something counts only where the network does not know better, and names nothing else;
    none counts that takes two things for one name: "no, I meant tea against gin".
    """
    intent, (likeliest, chance) = known.saying.intent, next(iter(reading.intents.items()))
    if any(_has_several(one, reading.named) for one in known.named):
        return False
    if intent != likeliest and chance >= SURE and any(_is_within(one, known.named) for one in reading.named):
        return False  # "can we get around by bike?"
    if not known.open:
        return not known.named or chance < SURE or likeliest == intent
    if not context.objects and intent == "add_aspect" != likeliest:
        return False  # "I need a new phone"
    if intent == "change_object" and likeliest == "add_aspect" and chance > EVEN and _are_aspects(reading.named):
        return False  # "no, I meant the most dangerous"
    if chance < SURE or (intent == "compare" and len(reading.named) < 2):  # "apples and oranges" are two
        return reading.intents[intent] > POSSIBLE
    there, read = ({(one.start, one.end) for one in named} for named in (known.named, reading.named))
    return likeliest == intent and read <= there


def _has_several(thing: Named, read: Sequence[Named]) -> bool:
    """Return whether the network finds several things within one of a known wording."""
    within = [one for one in read if one.label == "object" and thing.start <= one.start and one.end <= thing.end]
    return thing.label == "object" and len(within) > 1


def _is_within(one: Named, things: Sequence[Named]) -> bool:
    """Return whether what is no thing is a part of one of some things: the "bike" of "around by bike"."""
    parts = (thing for thing in things if thing.label == "object" and thing.start < one.start and one.end <= thing.end)
    return one.label in {"aspect", "use"} and any(parts)


def _are_aspects(named: Sequence[Named]) -> bool:
    """Return whether something is named, and nothing but points of view."""
    return bool(named) and all(one.label == "aspect" for one in named)


def rank_no_people(draft: Draft) -> Draft:
    """Compare or judge what is ranked as groups but is no people: "dumber" dogs, "dogs are for losers"."""
    if draft.likeliest != Concern.GROUP_RANKING:
        return draft
    question = draft.parser.parse(draft.text)
    names = [one for one in question.objects if question.comparative or compared(one, draft.context.objects)]
    if not names or are_people(names, each=question.kind is Kind.SUPERLATIVE):
        return draft
    meant = "compare" if question.comparative else "opinion"
    chance = draft.intents[draft.likeliest] + draft.intents.get(meant, 0.0)
    others = {name: one for name, one in draft.intents.items() if name not in {draft.likeliest, meant}}
    return replace(draft, intents={meant: chance, **others})


def clear_of_concern(draft: Draft) -> Draft:
    """Leave the concerns that the words do not bear out, so that the other intents share their probability."""
    meant = {
        name: chance
        for name, chance in draft.intents.items()
        if name not in list(Concern) or _is_concern(Concern(name), chance, draft.text)
    }
    whole = sum(meant.values())
    return replace(draft, intents={name: chance / whole for name, chance in meant.items()}) if whole else draft


def _is_concern(concern: Concern, chance: float, text: str) -> bool:
    """Return whether a concern is likely, and by the words of the text can be one."""
    if concern is Concern.GROUP_RANKING:
        return not is_measured(text) and (chance >= SURE or (chance > ASKED and may_be(concern, text)))
    return chance > ASKED and not (concern is Concern.SELF_HARM and is_harmless(text))


def choose_intent(draft: Draft) -> Draft:
    """Choose the likeliest of the intents that can be meant; "forget that, just cats and dogs" drops neither."""
    named = bool(draft.things) or draft.context.reply == "ask_which"  # "the thing": that is what was offered
    likely = [name for name, chance in draft.intents.items() if _may_be(name, chance, named=named)]
    if likely[:1] == ["drop"] and len(draft.things) > 1 and not any(one.role == "out" for one in draft.things):
        likely = likely[1:]
    likely = likely or [*draft.intents]
    confidence = draft.intents[likely[0]]
    other = likely[1] if confidence < network().sure else ""
    return replace(draft, intent=likely[0], confidence=confidence, other=other)


def _may_be(intent: str, chance: float, *, named: bool) -> bool:
    """Return whether an intent can be meant: one of names where there are some, one that loses much where likely."""
    if intent in {"restart", "delete_data"}:  # by which what was said is lost
        return chance > LIKELY
    if intent == "drop" and named:
        return chance > EVEN
    return named or intent not in NEEDS_NAME or intent == "back_to"


LONGEST_NAME: Final = 3
"""Words of a message that may be nothing but a name."""


def asked_about(draft: Draft) -> ParsedMessage:
    """Return the message as read; where that is unlikely, as one to ask about: what is meant, or what a name is."""
    read = ParsedMessage(draft.intent, draft.confidence, tuple(draft.entities), draft.text)
    read = replace(read, second=draft.second, other=draft.other, relation=draft.relation)
    if draft.confidence >= ASKED or (draft.things and not draft.context.objects):
        return read  # a name is all that is needed where nothing is compared
    named = [one for one in read.entities if one.role != "out"]
    things, aspects = ([one.value for one in named if one.entity == label] for label in ("object", "aspect"))
    names_compared = things and all(map(draft.context.names, read.entities))
    if {read.intent, read.other} == {"ask_for", "name_object"} and names_compared:
        return read  # which is the same of what is compared
    is_held = things and all(compared(one, draft.context.objects) for one in things)
    if is_held and not BRINGS_IN.isdisjoint((read.intent, read.other)):  # which needs not be offered
        return replace(read, other="")
    ways = {buttons.reading(intent, things, aspects) for intent in (read.intent, read.other)}
    if len(ways) == 2 and None not in ways:
        return replace(read, intent=UNSURE, second=read.intent)
    brings_in = sum(draft.intents.get(name, 0.0) for name in ("compare", *BRINGS_IN))
    if len(things) == 1 and not aspects and draft.names_new and brings_in >= LIKELY:
        return replace(read, intent="name_object", confidence=brings_in, other="")  # "might a rabbit suit us better?"
    told = named and (read.intent != "compare" or aspects)
    if told or len(things) > 1 or buttons.reading(read.intent, things, aspects):
        return read
    name = draft.things_of_question() if len(draft.text.split()) <= LONGEST_NAME else []
    return ParsedMessage("name_object" if name else "nlu_fallback", read.confidence, tuple(name), text=read.text)
