"""Reads a message: buttons, dates and known wordings by rules, all else by a network that knows what it follows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from engine.policy import Concern, are_people, concern_of, is_measured, may_be
from engine.protocols import QuestionParser
from engine.text.graded import grade
from engine.text.lexicon import dimension_of, sense, topic_of
from engine.text.morphology import as_thing
from engine.text.spelling import mended
from engine.text.stop_words import STOP
from engine.text.tagging import FINITE, tagger
from engine.text.tokens import TOKEN, clean, same_name
from engine.types import OVERALL, AskedKind, Kind, Label, Span
from nlu_models.intents import buttons
from nlu_models.intents.limits import WEB, limits, sites
from nlu_models.intents.message import (
    CERTAIN,
    LOSER,
    NOTHING_SAID,
    SURE,
    UNSURE,
    WINNER,
    Context,
    Entity,
    ParsedMessage,
    compared,
)
from nlu_models.intents.network import Named, Reading, network
from nlu_models.intents.object_or_aspect import is_point_of_view
from nlu_models.intents.quantities import factor, number, years
from nlu_models.intents.sayings import Match, bare, find
from nlu_models.intents.styles import SIMPLE, style_of, without_length
from nlu_models.question.clauses import About, Clause, clauses, dimension_told, is_dismissed
from nlu_models.question.object_names import completed

ASKED = 0.4
"""Probability of the likeliest intent below which it is better to ask."""
POSSIBLE = 0.002
"""Probability from which a wording that leaves a name open is believed."""
LIKELY = 0.65
"""Probability from which an intent is believed by which something is lost."""
EVEN = 0.5
"""Probability from which a thing is left out."""
LOSES: Final = frozenset({"restart", "delete_data"})
"""Intents by which what was said is lost."""
NEEDS_NAME = frozenset({"name_object", "add_object", "change_object", "back_to"})
"""Intents that mean nothing without a name."""
_ADDS: Final = frozenset({"add_aspect", "add_object", "name_object"})
"""Intents beside which something may be left out: "repair costs, not reliability"."""
_NAMES_ONE: Final = frozenset({"add_aspect", "compare", "name_object"})
"""Intents of messages that may name one more thing with its use."""
_BRING_OTHERS: Final = frozenset({"add_object", "change_object"})
"""Intents that name what is not compared yet."""
_BETWEEN: Final = {"aspect": {"", "to"}, "object": {"a", "an", "the", "my"}, "site": {"", "/", "."}}
"""What may stand between two parts of what is named, by its label."""
_ASKS_OF_ONE: Final = frozenset({"ask_for", "ask_against", "compare", "name_object"})
"""Intents of questions for what speaks for or against one thing, where nothing is compared."""
_SAY_WHAT_MATTERS: Final = frozenset({"add_aspect", "opinion"})
"""Intents of messages that may name what matters by telling of a thing: "Ruby is slow"."""
_COURTESIES: Final = frozenset({"thanks", "greet"})
"""Intents of what is said before what is asked: "Thanks a lot! And which is cheaper?"."""
_OF_SOURCE: Final = frozenset({"ask_date", "ask_how_sure"})
"""Intents that are about a source where one was just shown."""
_OF_ONE: Final = frozenset({"ask_for", "ask_against"})
"""Intents of questions about a thing, of which a name tells more than what points at one."""
_QUOTING: Final = frozenset({"side", "why", "sources", "source"})
"""Kinds of replies that number nothing but quotes."""
_REFUSES: Final = frozenset({"deny", "drop", "insult", "undo", "other_side"})
_UNTRUE: Final = _REFUSES - {"drop"}
_ACCEPTS: Final = frozenset({"affirm", "thanks", "opinion", "chat", "ask_date", "ask_for", "ask_source", "add_aspect"})
"""Intents of what is said against a quote, a quote rather than a thing, and of what takes note of it."""
_OF_YEARS: Final = frozenset({"ask_date", "ask_corpus"})
"""Intents of questions for years, beside which a year is no limit."""
_TALK: Final = frozenset(
    {"insult", "chat", "opinion", "affirm", "deny", "greet", "out_of_scope", "nlu_fallback", UNSURE}
)
"""Intents that ask for nothing."""
MOST_CLAUSES = 4
"""Clauses of a message that are read one by one: the first ones beside an insult, all behind thanks or a greeting."""
LONGEST_NAME = 3
"""Words of a message that may be nothing but a name."""
LONGEST_DONE = 3
"""Words for what a thing does."""
LONGEST_DATE = 200
"""Characters; in a longer message nobody asks for a limit by one of the forms of ``limits``."""

_OF_THINGS: Final = frozenset({About.THINGS, About.ONE, About.NAMED})
"""Of what clauses speak in which something may be named that matters."""

_PAYLOAD = re.compile(r"/\w+\s*(?:\{.*)?")
"""A message written for Rasa's own parser, "/greet", which means nothing here."""
_MEANT = re.compile(r"\b(?:mean|meant|ment|typo)\b", re.IGNORECASE)
"""What a person says who corrects a name: "no, I meant …"."""
_IF = re.compile(
    r"\b(?:if|when|because|since)\s+(?:i|we|you|he|she|they|it|one)\s+"
    r"(?:never\s+|(?:don['’]?t|do not)\s+)?(\w[^?!.,]*\w)",
    re.IGNORECASE,
)
"""What tells a condition, denied or not."""
_WEIGHS = r"(?:\s+(?:weighs?|counts?|matters?|is|at))?"
_ITS_NUMBER = re.compile(
    rf"{_WEIGHS}\s*[:=]?\s*(?P<weight>\d{{1,2}}(?:[.,]\d+)?\s*%?)(?!\s*(?:times|x)\b|[\w:])", re.IGNORECASE
)
"""The weight that stands behind each of several points of view: "price 3, speed 1"."""
_EXAMPLE = re.compile(
    r"\W*(?:such as|like|as in|meaning|for example|say|e\.?g\.?|i\.?e\.?)\W+(?:(?:an?|the)\s+)?", re.IGNORECASE
)
"""What stands between a name and an example of it: "desktop Linux, like Ubuntu"."""
_ALL = re.compile(
    r"\bnothing (?:else|more)(?: (?:matters|counts))?\W*$"
    r"|\b(?:is|are|that['’]?s) all (?:that|i|we)\b|^\W*all (?:that|i|we)\b",
    re.IGNORECASE,
)
"""What says that nothing matters but what is named."""
_BEGINS: Final = r"(?:(?<=[,;:] )|(?<=\b[Aa]nd )|^)(?!and\b|And\b)"
_NUMBERED = (
    re.compile(rf"{_BEGINS}(?P<name>[^\W\d]+(?: [^\W\d]+){{0,2}}?){_WEIGHS}[ :=]+(?P<weight>\d{{1,2}})(?=[,;.!]|$)"),
    re.compile(rf"{_BEGINS}(?P<weight>\d{{1,2}}) (?:for|on|to) (?P<name>[^\W\d]+(?: [^\W\d]+){{0,2}})(?=[,;.!]|$)"),
)
"""A point of view with its weight behind or before it, and nothing else between two marks."""
_COUNTS_LESS = re.compile(r"\b(?:than|not|no|less|as)\b|n['’]?t\b", re.IGNORECASE)
"""What shows that something does not count more than anything else."""
_WHY_NOT = re.compile(r"why not\b", re.IGNORECASE)
_FOR_USE = re.compile(r"\s+for\s+(?:(?:an?|the|my|our)\s+)?", re.IGNORECASE)
_UNDER = re.compile(
    r"\b(?P<how>[\w'’]+)\s+(?:with|without|over|on|under|in|at)\s+(?:(?:an?|the|my|our|his|her)\s+)?$", re.IGNORECASE
)
"""What stands before a circumstance of how something is or does something: "a mess with", "works better over"."""
_HOW: Final = frozenset({"JJ", "JJR", "NN", "NNS", "RBR"})
_EVENLY: Final = frozenset({"same", "difference"})
"""Relations of messages that set things beside each other: "on par with"."""
_ASKED = re.compile(
    r".*\bi\s+(?:(?:just|only)\s+)?(?:asked|was asking|wanted to know)(?:\s+(?:yo)?u)?\s+"
    r"(?=(?:whether|if|which|what|who|how|why|is|are|do|does)\b)",
    re.IGNORECASE,
)
"""What stands before a question that is asked once more: "that is not what I said, I asked whether …"."""
JUDGED = re.compile(
    r"\W{1,9}(?:(?:and|so|but)\W{1,9})?(?:(?:is|are|am|was|were)(?:n['’]?t)?\s+(?:i|he|she|they|it|that|this)\s+(?:\w+ly\s+)?)?"
    r"(?P<word>right|rite|correct|true|wrong|mistaken|(?<=(?:it|at|is)\s)so)\W{0,9}$|"
    r"\W{1,9}(?:is|are|am|was|were)(?:n['’]?t)?\s+(?:i|he|she|they)\s+(?P<else>\w[^?.!,;]{0,60}?)\W{0,9}$",
    re.IGNORECASE,
)
"""What asks behind a claim whether it is right, or whether who makes it is something else."""
COMPLAINS = re.compile(
    r"\b(?:(?:yo)?u|ya)(?:['’]?re|\s+are)?\s+(?:ignor|dodg|evad|avoid|misunderst|misread)\w+\b|"
    r"\b(?:(?:yo)?u(?:['’]?re)?|ya|that(?:['’]?s)?)\s+(?:(?:still|just)\s+)?"
    r"(?:(?:d(?:id|o|oes)|have|are)\s?(?:n['’]?o?t|\s+not)|never|no|not)\s+"
    r"(?:an?\s+|really\s+|even\s+)?(?:answer|sa(?:y|id)|tell|told|explain|consider|mention)(?:ed|ing|s)?\b|"
    r"\b(?:yo)?u\s+(?:said|told me|wrote)\s+nothing\b|"
    r"\b(?:not|n['’]?t)\s+(?:(?:quite|really|exactly|at all)\s+)?"
    r"(?:what i\s+(?:asked|said|meant|wanted)|(?:an answer to |answer )?my question)|"
    r"\b(?:i\s+(?:asked|was asking)|my question (?:is|was))\s+(?:(?:yo)?u\s+)?about\b",
    re.IGNORECASE,
)
"""What says that something was not answered."""
_CLAIMS = re.compile(
    r"[^?!.,;:]{1,50}?\b(?:heard|read|(?:say|think|believe|claim|reckon|swear|insist|argue)s?|said|(?:thought|told|tells)(?:\s+(?:me|us))?|"
    r"(?:believ|claim)ed|(?:keeps?\s+)?saying)\s+(?:that\s+)?(?=\w)",
    re.IGNORECASE,
)
"""What tells who claims something."""
_IS = re.compile(r"^(\w.*?)\s+(is|are|was|were)\s+", re.IGNORECASE)
_WHETHER = re.compile(r"^if\b", re.IGNORECASE)
_LEAD_END = re.compile(r"(?::|\s[-–]|[.!,])\s+")
"""What ends words that say what a message is, "new topic: …"."""
_CLAUSE_END = re.compile(r"[?!.,;]+(?:\s+|$)|(?<=\w)\s+(?=(?:u|ur|you|you['’]?re)\b)", re.IGNORECASE)
_THANKS_END = re.compile(rf"{_CLAUSE_END.pattern}|\s+and\s+", re.IGNORECASE)
_ABOUT = re.compile(
    r"\b(?:about|(?:think|thought) of|mention(?:ed)?|consider(?:ed)?)\s+(?:(?:the|my|our|its|their)\s+)?(\w+)"
    r"(?=(?:\s+at\s+all)?\s*(?:[?!.,;]|$))",
    re.IGNORECASE,
)
"""What names what an answer left out: "you did not even think about the smoke"."""
_NUMBER = re.compile(r"(?:\b(?:number|no\.?|nr\.?)\s*|[#\[])\d+$", re.IGNORECASE)
"""What tells the number of a quote, at the end of it."""
_SOME = re.compile(r"\b(?:first|last|other) (?:two|three|[23])\b|\bothers\b", re.IGNORECASE)
"""What points at some of the things that are compared."""
_OTHERS = re.compile(r"\bothers?\b", re.IGNORECASE)
_NOT = re.compile(r"\b(?:not|rather than)\s+(?:the\s+)?$", re.IGNORECASE)
"""What stands before something that is not meant."""
_ALL_BUT = re.compile(r"\b(?:(?:all|any|every)\w*\b.*\bbut|except|excluding|without)\s+(?:the\s+)?$", re.IGNORECASE)
"""What stands before a source that is left out."""
_AGAIN = re.compile(r"\b(?:again|back(?: in)?)\W*$", re.IGNORECASE)
"""What ends a message by which a source counts that was left out."""
_WORD_BEFORE, _WORD_AFTER = re.compile(r"[\w./-]*$"), re.compile(r"[\w./-]*\w")
"""The rest of the word that the name of a source is part of: "r/" of "r/tea", ".co.uk"."""
_DOES = re.compile(
    r"(?:(?:and|but|so|ok|then)\W+)*(?:do|does|did|don['’]?t|doesn['’]?t|didn['’]?t|is|are|was|were)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
"""What begins a question whether a thing does or is something."""
_OF_WHAT = re.compile(r"\b(?:what|how)(?:['’]?s| is| are) the ([a-z][a-z ]*?)(?: like)?\W*$", re.IGNORECASE)
"""A question how things are from a point of view: "what's the price", "how is the range?"."""
_QUESTION_END = re.compile(r"[?!.]\s+")
_ROLES = {"class": "class", "more": "most", "less": "less", "only": "only", "old": "old", "new": "new", "out": "out"}


def parse_message(text: str, *, parser: QuestionParser, context: Context = NOTHING_SAID) -> ParsedMessage:
    """Read one chat message.

    Args:
        text: What the person typed, of any length; it is cleaned first.
        parser: Understands questions that name what they compare.
        context: What the message follows.

    Returns:
        The most likely intent; never raises on strange text.
    """
    typed = clean(text)
    text = mended(typed)
    if concern := concern_of(text):
        return ParsedMessage(concern, CERTAIN, text=text)
    pressed = next((button for button in context.offered if button.text.casefold() == typed.casefold()), None)
    if pressed:
        return pressed
    known = find(text, context)
    told = known is not None and known.saying.intent == "shorter"
    left, length = (text, "") if told or len(text) > LONGEST_DATE else without_length(text)
    if length:
        read = parse_message(left, parser=parser, context=context)
        if read.intent not in _TALK:
            word = ", one word" * ("word" in length.split())  # last, so that all else stands where it stood
            second = "shorter" if read.second in {"", "why"} else read.second
            return replace(read, text=f"{read.text}{word}", second=second)
    polite, *rest = _QUESTION_END.split(text)
    few = 0 < len(rest) < MOST_CLAUSES
    courtesy = next(iter(network().read(polite, context).intents)) if few and not known else ""
    if courtesy in _COURTESIES:
        read = parse_message(_QUESTION_END.split(text, maxsplit=1)[1], parser=parser, context=context)
        return replace(read, intent="goodbye") if (courtesy, read.intent) == ("thanks", "greet") else read
    if asked := _ASKED.match(text):
        return parse_message(_WHETHER.sub("whether", text[asked.end() :]), parser=parser, context=context)
    if claim := _claimed(text, parser, context):
        return claim
    lead, *new = _LEAD_END.split(text, maxsplit=1)
    if new and not known and (other := find(lead, context)) and other.saying.intent == "restart":
        return replace(parse_message(new[0], parser=parser), second="restart")
    if not any(map(str.isalnum, text)) or _PAYLOAD.fullmatch(text):
        sign = "nlu_fallback" if known is None else known.saying.intent
        return ParsedMessage(sign, CERTAIN, text=text)
    reading = network().read(text, context)
    known = known if known and _counts(known, reading, context) else None
    complains = context.objects and not reading.named and COMPLAINS.search(text)
    if complains and next(iter(reading.intents)) not in {*_REFUSES, *_BRING_OTHERS, "nlu_fallback"}:
        return ParsedMessage("deny", LIKELY, text=text)
    found = understood(text, _said(known) if known else reading, parser, context, known=known is not None)
    if found.intent in {"insult", "nlu_fallback", "thanks"}:
        return _beside(found, parser, context) or found
    return _alone(found, parser, context) or found


def _claimed(text: str, parser: QuestionParser, context: Context) -> ParsedMessage | None:
    """Return what somebody claims of the things compared, and is asked to be right, without who claims it.

    What something is said to be for is read as the question whether it is: "is tea for old people?".
    """
    judged, who = JUDGED.search(text), _CLAIMS.match(text)
    if not (context.objects and judged and who and who.end() < judged.start()):
        return None
    said = text[who.end() : judged.start()]
    read = parse_message(said, parser=parser, context=context)
    if not any(one.entity == "aspect" for one in read.entities) and _IS.match(said) and _FOR_USE.search(said):
        asked = parse_message(_IS.sub(r"\2 \1 ", f"{said}?"), parser=parser, context=context)
        return replace(asked, intent="opinion", other="", relation="")
    things = [one for one in read.entities if one.entity == "object"]
    if not read.entities or read.intent in list(Concern) or not all(map(context.names, things)):
        return None
    if read.intent == "compare":
        return replace(read, text=text[who.end() :])
    named, _ = _of_clauses(said, read.entities, context, compares=False)
    return replace(read, intent="opinion", entities=tuple(named), other="", text=text[who.end() :])


def _beside(found: ParsedMessage, parser: QuestionParser, context: Context) -> ParsedMessage | None:
    """Return what is said beside an insult: what is asked, thanks or a goodbye, or what was not thought of.

    Beside thanks it is a goodbye alone.
    """
    ends = _THANKS_END if found.intent == "thanks" else _CLAUSE_END
    parts = [part for part in ends.split(found.text)[:MOST_CLAUSES] if part not in {"", found.text}]
    read = [parse_message(part, parser=parser, context=context) for part in parts]
    if found.intent == "thanks":
        return next((one for one in read if one.intent == "goodbye"), None)
    if all(one.intent != "insult" for one in (found, *read)):
        return None
    asked = [one for one in read if one.intent not in _TALK and one.confidence >= LIKELY]
    if asked:
        return next((one for one in asked if one.intent != "thanks"), asked[0])
    about = _ABOUT.search(found.text) if context.objects else None
    if not about or about[1].casefold() in STOP:
        return None
    named = Entity("aspect", about[1], about.start(1), about.end(1))
    return replace(found, intent="add_aspect", entities=(named,), confidence=SURE, second="insult")


def _alone(found: ParsedMessage, parser: QuestionParser, context: Context) -> ParsedMessage | None:
    """Return a message with a single new thing as it reads on its own, where it then compares two other things."""
    things = [one for one in found.entities if one.entity == "object"]
    if not context.objects or found.intent != "compare" or len(things) != 1 or context.names(things[0]):
        return None
    alone = parse_message(found.text, parser=parser)
    others = [one for one in alone.entities if one.entity == "object" and not context.names(one)]
    return alone if alone.intent == "compare" and len(others) > 1 else None


def _counts(known: Match, reading: Reading, context: Context) -> bool:
    """Return whether a known wording counts: where the network doubts, or reads it so and names nothing else."""
    likeliest, chance = next(iter(reading.intents.items()))
    if not known.open:
        follows = context.kind in known.saying.replies and "verdict" not in known.saying.replies
        return follows or chance < SURE or likeliest == known.saying.intent
    if any(len({part.label for part in reading.named if _within(part, one)}) > 1 for one in known.named):
        return False  # "and rabbits for kids?"
    if not context.objects and known.saying.intent == "add_aspect" != likeliest:
        return False  # "I need a new phone"
    of_things = known.saying.intent == "compare" and len(reading.named) < 2  # "apples and oranges" are two
    if chance < SURE or of_things:
        return reading.intents[known.saying.intent] > POSSIBLE
    there, read = ({(one.start, one.end) for one in named} for named in (known.named, reading.named))
    return likeliest == known.saying.intent and read <= there


def _said(known: Match) -> Reading:
    """Return a known wording as if the network had read it."""
    saying = known.saying
    return Reading({saying.intent: CERTAIN}, saying.second, saying.relation, known.named)


def understood(
    text: str, reading: Reading, parser: QuestionParser, context: Context, *, known: bool = False
) -> ParsedMessage:
    """Return what a reading means for what is compared.

    Args:
        text: The message.
        reading: Of the network, or of a known wording.
        parser: Understands questions that name what they compare.
        context: What the message follows.
        known: Whether it is a known wording, whose open places say little of where a name begins and ends.
    """
    reading = _of_quotes(_of_things(reading, text, parser, context), text, context)
    when = limits(text, limited=context.limited) if len(text) <= LONGEST_DATE else ()
    best = reading.relation == "best" or _is_of_class(reading)
    named = [one if best or one.role != "class" else one._replace(role="") for one in _joined(text, reading.named)]
    if context.side and named and _is_it(text, named[0]):
        named[0] = named[0]._replace(referent=context.side)
    found = [one for part in named for one in _entities(text, part, context, dated=bool(when))]
    entities = [one for one in found if not _overlap(one, when)]
    things = [one for one in entities if one.entity in {"object", "before"} and one.role != "class"]
    likeliest = next(iter(reading.intents))
    others = any(_OTHERS.search(text[one.start : one.end]) for one in named if one.label == "reference")
    if context.side and others and reading.intents[likeliest] < LIKELY:
        likeliest, reading = "other_side", reading._replace(intents={"other_side": CERTAIN})
    if likeliest in _OF_ONE and any(one.label == "object" for one in named):  # "for the first one, what is bad of tea?"
        references = [one for one in named if one.label == "reference"]
        entities, things = ([one for one in some if not _overlap(one, references)] for some in (entities, things))
    if likeliest not in _BRING_OTHERS:
        entities = [_compared(text, one, context, alone=len(things) == 1) if one in things else one for one in entities]
    if not things and not known and likeliest in NEEDS_NAME:
        things = [one for one in _things(text, parser) if not _overlap(one, entities)]
        entities += things
    if context.objects and reading.intents.get("drop", 0.0) > ASKED and (most := _with_most(text)):
        entities, things, likeliest = [most], [most], "drop"
        reading = reading._replace(intents={"drop": CERTAIN})
    if not entities and not known and likeliest == "add_aspect":
        entities = _aspects(text, parser) or _condition(text)
    is_open = not (known or entities) and reading.intents[likeliest] < SURE
    if not known and (done := _done(text, things, context)):
        reading, entities = reading._replace(intents={"add_aspect": CERTAIN}), [*things, done]
    elif is_open and context.objects and (of := _OF_WHAT.search(text)) and is_point_of_view(of[1]):
        reading, entities = reading._replace(intents={"add_aspect": CERTAIN}), [Entity("aspect", of[1], *of.span(1))]
    if weighed := _numbered(text, entities, context):
        entities = weighed
        if likeliest not in {"compare", *Concern}:
            reading = reading._replace(intents={"add_aspect": CERTAIN}, second="")
            things = []
    if sum(reading.intents.get(name, 0.0) for name in _OF_YEARS) > ASKED and likeliest in _OF_YEARS:
        when = ()  # "how old is that, before 2010?"
    elif when and not entities:
        return ParsedMessage("filter", CERTAIN, when, text=text)
    nameable = bool(things) or context.reply == "ask_which"  # "the thing": that is what was offered
    likely = [name for name, chance in reading.intents.items() if _may_be(name, chance, text, named=nameable)]
    if likely[:1] == ["drop"] and len(things) > 1 and not any(one.role == "out" for one in things):
        likely = likely[1:]  # "forget that, just cats and dogs"
    likely = likely or [*reading.intents]
    intent, confidence = likely[0], reading.intents[likely[0]]
    both = _things(text, parser, least=2) if intent in _OF_ONE else []
    if both and not any(map(context.names, both)):  # "what speaks against Java compared with Python?"
        intent, entities, things = "compare", [*both, *(one for one in entities if not _overlap(one, both))], both
    if intent in _ASKS_OF_ONE and not context.objects and (one := _asked_against(text, parser)):
        intent, entities, things = "ask_for" if intent == "ask_for" else "ask_against", [one], [one]
    new = bool(context.objects and things) and not any(map(context.names, things))
    if intent == "ask_against" and new and _WHY_NOT.match(bare(text)):
        intent = "add_object"
    alone = len(entities) == len(things) or _of_what_matters(entities, context)
    if intent == "add_aspect" and things and alone and not any(map(context.names, things)):
        entities = [replace(one, entity="aspect") for one in entities]
    elif intent in _NAMES_ONE and len(things) == 1 and _is_for_use(text, entities, context):
        intent = "add_object"
    elif intent == "name_object" and len(things) > 1 and not context.objects:
        intent = "compare"
    elif intent in {"restart", "filter"} and len(things) > 1:  # "new question: tea or coffee"
        intent, reading = "compare", reading._replace(second=intent)
    elif context.limited and {one.value.casefold() for one in things} & WEB:  # "the web instead"
        entities = [replace(one, entity="site", role="") if one in things else one for one in entities]
        intent = "filter"
    if (known or confidence < LIKELY) and intent in {"name_object", "add_object"} and _matter(things, context):
        entities = [replace(one, entity="aspect") for one in entities]
        intent = "add_aspect"
    if intent == "change_object" and _of_what_matters(entities, context):
        roles = {"new": "meant" if len(entities) == 1 else "", "old": "out"}
        entities = [
            replace(one, entity="aspect", role=roles.get(one.role, one.role)) if one in things else one
            for one in entities
        ]
        intent = "add_aspect"
    meant = [_compared(text, one, context, alone=True) for one in things]
    if text.endswith("?") and meant and all(map(context.names, meant)) and _is_denied(intent, text, meant):
        intent, entities = "ask_verdict", [replace(one, role="") for one in meant if one.role != "old"]
    if intent == "change_object" and not any(one.role for one in named) and _things(text, parser, least=2):
        intent = "compare"
    if intent == "add_aspect" and not things and len(entities) == 1 and _ALL.search(text):
        entities, reading = [replace(entities[0], role="only")], reading._replace(second="")
    if (
        intent == "drop" and reading.second and (things or reading.second not in NEEDS_NAME)
    ):  # what is left out besides has a role of its own
        intent, reading = reading.second, reading._replace(second="drop")
    if intent == "compare" and reading.relation != "best":
        least = 2 if things or context.objects or reading.relation == "judge" else 1
        asked = [] if len(things) > 1 and not known else _things(text, parser, least=least)
        entities = _bounded(text, entities, [one for one in asked if not known or _overlap(one, things)])
        series = iter(completed(one.value for one in entities if one.entity == "object"))
        entities = [replace(one, value=next(series)) if one.entity == "object" else one for one in entities]
        if reading.relation not in _EVENLY:
            entities = list(_with_circumstances(text, entities, context))
        entities, parts = _of_clauses(text, entities, context, compares=True)
        if not reading.second and any(part.about is About.FORM for part in parts):
            reading = reading._replace(second="shorter")
    elif intent in _SAY_WHAT_MATTERS and context.objects:
        entities, _ = _of_clauses(text, entities, context, compares=False)
        if entities and all(one.role == "out" for one in entities):
            intent = "drop"  # "we hardly ever print"
    if intent in _ADDS and not reading.second and any(one.role == "out" for one in entities):
        reading = reading._replace(second="drop")
    if when and intent not in {"filter", "compare"}:
        reading = reading._replace(second=reading.second or "filter")
    if (
        intent in {"compare", "add_aspect"}
        and {one.value for one in things} == set(context.objects)
        and all(text[one.start : one.end] != one.value for one in things)
    ):
        entities = [one for one in entities if one not in things]  # "all three": the same again
    of_source = intent == "ask_source" or (context.source and intent in _OF_SOURCE)
    if of_source and not any(one.entity == "argument" for one in entities):
        entities.append(_argument(text, 0, len(text), context))
    if intent == "filter" and not entities and len(text) <= LONGEST_DATE:
        entities = sites(text)
    if intent == "style" or (intent == "longer" and style_of(text) == SIMPLE):
        intent = "style"
        entities = [Entity("style", style_of(text), 0, len(text)), *(one for one in entities if one.role == "out")]
    read_so = ParsedMessage(
        intent,
        confidence,
        tuple(_fitting(intent, text, sorted([*entities, *when], key=lambda one: one.start), reading.second, context)),
        text=text,
        second=reading.second,
        other=likely[1] if confidence < network().sure else "",
        relation="best" if best else reading.relation,
    )
    told = bool(things) and not context.objects  # a name is all that is needed where nothing is compared
    return _asked_about(read_so, parser, context) if confidence < ASKED and not told else read_so


def _of_things(reading: Reading, text: str, parser: QuestionParser, context: Context) -> Reading:
    """Return a ranking of groups as a comparison where it names no people: "dumber" dogs, "the worst" laptop.

    Of what is compared it is an opinion: "dogs are for losers".
    """
    likeliest, chance = next(iter(reading.intents.items()))
    if likeliest != Concern.GROUP_RANKING:
        return reading
    question = parser.parse(text)
    of_class = question.kind is Kind.SUPERLATIVE
    names = [one for one in question.objects if question.comparative or compared(one, context.objects)]
    if not names or are_people(names, each=of_class):
        return reading
    meant = "compare" if question.comparative else "opinion"
    others = {name: one for name, one in reading.intents.items() if name not in {likeliest, meant}}
    return reading._replace(intents={meant: chance + reading.intents.get(meant, 0.0), **others})


def _of_quotes(reading: Reading, text: str, context: Context) -> Reading:
    """Return what is said against a quote, "number 2 is nonsense", or asks to do without one, as leaving it out."""
    pointing = [one for one in reading.named if one.label == "reference"]
    for one in reversed(pointing):
        told = _NUMBER.search(text[: one.end])
        beyond = one.referent.isdecimal() and (told or int(one.referent) > len(context.objects))
        if one.referent != "source" and not (one.referent.isdecimal() and (beyond or context.kind in _QUOTING)):
            continue
        rest = _CLAUSE_END.split(text[one.end :])[0]
        verb = tagger().tag(TOKEN.findall(rest.lower())[:1])
        says = verb and verb[0] in FINITE and not text.endswith("?")
        of_thing = one.referent != "source" and not beyond
        left_out = one.role == "out" and (one.referent == "source" or (told and context.kind in _QUOTING))
        if left_out or (says and _is_refused(f"that{rest}", context, _UNTRUE if of_thing else _REFUSES)):
            quote = one._replace(start=pointing[0].start, referent="source", role="")
            return Reading({"drop": CERTAIN}, "", "", (quote,))
    return reading


def _is_refused(text: str, context: Context, refuses: frozenset[str]) -> bool:
    """Return whether what is said of something rather turns it down than takes note of it."""
    intents = network().read(text, context).intents
    against, for_it = (sum(intents[name] for name in names) for names in (refuses, _ACCEPTS))
    return against > for_it


def _is_of_class(reading: Reading) -> bool:
    """Return whether a message asks which one of a class to take: "help me choose a laptop"."""
    roles = [one.role for one in reading.named if one.label == "object"]
    return roles == ["class"] and reading.relation == "better" and next(iter(reading.intents)) == "compare"


def _is_it(text: str, named: Named) -> bool:
    """Return whether what is named is a bare "it" that stands for a thing."""
    stands = named.referent.isdecimal() or named.referent == "aspect"
    return stands and text[named.start : named.end].casefold() in {"it", "its"}


def _may_be(intent: str, chance: float, text: str, *, named: bool) -> bool:
    """Return whether an intent can be meant: one of names where there are some, a concern where it is likely."""
    if intent == Concern.OTHER_LANGUAGE:
        return chance > ASKED
    if intent in LOSES:
        return chance > LIKELY
    if intent == "drop" and named:
        return chance > EVEN
    if intent in list(Concern):
        if intent == Concern.GROUP_RANKING and is_measured(text):
            return False
        return chance >= SURE or (chance > ASKED and may_be(Concern(intent), text))
    return named or intent not in NEEDS_NAME or intent == "back_to"


def _asked_about(turn: ParsedMessage, parser: QuestionParser, context: Context) -> ParsedMessage:
    """Return a turn as one to ask about: which of its two readings is meant, what a name is, or all of it."""
    named = [one for one in turn.entities if one.role != "out"]
    things, aspects = ([one.value for one in named if one.entity == label] for label in ("object", "aspect"))
    if {turn.intent, turn.other} == {"ask_for", "name_object"} and things and all(map(context.names, turn.entities)):
        return turn  # which is the same of what is compared
    ways = {buttons.reading(intent, things, aspects) for intent in (turn.intent, turn.other)}
    if len(ways) == 2 and None not in ways:
        return replace(turn, intent=UNSURE, second=turn.intent)
    told = named and (turn.intent != "compare" or aspects)
    if told or len(things) > 1 or buttons.reading(turn.intent, things, aspects):
        return turn
    name = _things(turn.text, parser) if len(turn.text.split()) <= LONGEST_NAME else []
    return ParsedMessage("name_object" if name else "nlu_fallback", turn.confidence, tuple(name), text=turn.text)


def _joined(text: str, named: Sequence[Named]) -> list[Named]:
    """Return what is named, with neighbouring words for the same as one: "easiest" to "learn", "take" the "bus".

    What is said not to be meant points at nothing: "not both".
    """
    joined: list[Named] = []
    for one in named:
        if one.referent == "all" and not one.role and _NOT.search(text, 0, one.start):
            continue
        before = joined[-1] if joined else None
        between = _BETWEEN.get(one.label, ()) if before and one.label == before.label else ()
        is_phrase = before and one.label == before.label == "aspect" and sense(text[before.start : one.end])
        if before and (is_phrase or text[before.end : one.start].strip().casefold() in between):  # "value for money"
            joined[-1] = before._replace(end=one.end)
        else:
            joined.append(one)
    return joined


def _matter(things: Sequence[Entity], context: Context) -> bool:
    """Return whether names look like what matters, and not one of the things that are compared does."""
    return (
        bool(things)
        and all(is_point_of_view(one.value) for one in things)
        and not any(map(is_point_of_view, context.objects))
    )


def _is_for_use(text: str, entities: Sequence[Entity], context: Context) -> bool:
    """Return whether a message names something that is not compared yet for a use: "rabbits for kids"."""
    of_use = [pair for pair in pairwise(entities) if _FOR_USE.fullmatch(text, pair[0].end, pair[1].start)]
    things = [one for one, _ in of_use if one.entity == "object" and one.role != "class"]
    return bool(context.objects) and any(not (context.names(one) or is_point_of_view(one.value)) for one in things)


def _of_what_matters(named: Sequence[Entity], context: Context) -> bool:
    """Return whether it is something that matters, and no thing, that is replaced: "the stomach instead of sleep"."""
    old = [one.value for one in named if one.role in {"old", "out"}]
    if old:
        return any(same_name(name, aspect) for name in old for aspect in context.aspects)
    return len(named) == 1 and named[0].entity == "object" and bool(context.aspects) and _matter(named, context)


def _overlap(one: Entity, others: Sequence[Entity | Named]) -> bool:
    return any(one.start < other.end and other.start < one.end for other in others)


def _entities(text: str, named: Named, context: Context, *, dated: bool) -> Iterator[Entity]:
    """Yield what words of a message stand for: a reference stands for what it points at."""
    words, role = text[named.start : named.end], _ROLES.get(named.role, "")
    match named.label:
        case "object":
            yield Entity(
                "object", words, named.start, named.end, role if role in {"old", "new", "out", "class"} else ""
            )
        case "aspect" | "use":
            if words.casefold() not in STOP:
                yield Entity("aspect", words, named.start, named.end, role if role != "new" else "")
        case "weight" if weight := factor(words):
            yield Entity("weight", weight, named.start, named.end)
        case "time" if not dated:
            yield from (
                Entity("time", value, named.start, named.end, bound) for bound, value in years(words, named.role)
            )
        case "site":
            before, after = _WORD_BEFORE.search(text, 0, named.start), _WORD_AFTER.match(text, named.end)
            start, end = before.start() if before else named.start, after.end() if after else named.end
            is_out = (role == "out" and not _AGAIN.search(text)) or _ALL_BUT.search(text, 0, start)
            yield Entity("site", text[start:end], start, end, "out" if is_out else "")
        case "reference":
            yield from _meant(words, named, role, context)


def _compared(text: str, one: Entity, context: Context, *, alone: bool) -> Entity:
    """Return what a name stands for of those that are compared, else itself.

    That is part of one, "the 360", "electric" where two stoves are compared, or what one does: "renting" for "rent".
    """
    words = set(one.value.casefold().split())
    done = [name for name in context.objects if alone and words <= set(as_thing(name.casefold()).split()[:1])]
    told = alone or one.value.isdecimal() or text[: one.start].casefold().endswith("the ")
    whole = done[0] if len(done) == 1 else compared(one.value, context.objects) if told else ""
    return replace(one, value=whole) if whole and not context.names(one) else one


def _meant(words: str, named: Named, role: str, context: Context) -> Iterator[Entity]:
    """Yield what a reference points at; nothing where that is not clear or not there."""
    referent = named.referent
    if referent in {"source", "argument"}:
        yield _argument(words, named.start, named.end, context)
    elif referent == "before":
        yield Entity("before", words, named.start, named.end)
    elif referent == "all" and role == "out":
        yield Entity("aspect", words, named.start, named.end, "all")
    elif referent == "aspect" and context.aspects:
        yield Entity("aspect", context.aspects[-1], named.start, named.end, role)
    elif referent == "all":
        yield from (Entity("object", name, named.start, named.end, role) for name in context.objects)
    elif referent in {WINNER, LOSER}:
        yield Entity("object", referent, named.start, named.end, role)
    elif referent == "unclear" and _SOME.search(words):
        yield Entity("object", words, named.start, named.end, role)  # which the state of the conversation tells
    elif referent.isdecimal() and int(referent) <= len(context.objects):
        place = -1 if re.search(r"\b(?:last|latter)\b", words, re.IGNORECASE) else int(referent) - 1
        yield Entity("object", context.objects[place], named.start, named.end, role)


def _numbered(text: str, entities: Sequence[Entity], context: Context) -> list[Entity]:
    """Return what is named, points of view with the weights behind them, where several have one, whatever is said."""
    known = (one for name in context.aspects for one in re.finditer(rf"\b{re.escape(name)}\b", text, re.IGNORECASE))
    said = [Entity("aspect", one[0], one.start(), one.end()) for one in known]
    aspects = [_unnumbered(text, one) for one in entities if one.entity == "aspect"]
    aspects += [one for one in said if not _overlap(one, entities)]
    weighed = {one: number for one in aspects if (number := _ITS_NUMBER.match(text, one.end))}
    alone = [one for pattern in _NUMBERED for one in pattern.finditer(text)]
    if any(topic_of(one["name"]) or one["name"] in context.aspects for one in alone):
        weighed |= {Entity("aspect", one["name"], *one.span("name")): one for one in alone}
    whole = bool(context.objects) and any(one[0] == bare(text).strip(" ?!.") for one in alone)
    if len(weighed) < (1 if whole else 2):
        return []
    weights = [
        Entity("weight", factor(number["weight"]), *number.span("weight"), "points") for number in weighed.values()
    ]
    others = [one for one in entities if one.entity != "aspect" and not _overlap(one, [*weighed, *weights])]
    named = [one for one in aspects if not _overlap(one, [*weighed])]
    return sorted([*others, *named, *(replace(one, role="") for one in weighed), *weights], key=lambda one: one.start)


def _done(text: str, things: Sequence[Entity], context: Context) -> Entity | None:
    """Return what a message asks whether a thing does or is it, as what matters: "does it rust?", "is it noisy?"."""
    if len(things) != 1 or not context.names(things[0]) or not _DOES.fullmatch(text, 0, things[0].start):
        return None
    start, end = things[0].end + 1, len(text.rstrip(" ?!."))
    words = text[start:end].lower().split()
    tags = tagger().tag(words)
    graded = not {"JJR", "RBR", "JJS", "RBS"}.isdisjoint(tags)
    verb = next((word for word in words if word != "still"), "")
    is_done = len(words) <= LONGEST_DONE and (tagger().is_verb(verb) or dimension_of(text[start:end])) and not graded
    return Entity("aspect", text[start:end], start, end) if is_done else None


def _is_denied(intent: str, text: str, things: Sequence[Entity]) -> bool:
    """Return whether a message that asks sets one thing before another or denies one, and so changes nothing."""
    denied = [one for one in things if one.role in {"old", "out"} and _NOT.search(text, 0, one.start)]
    return len(denied) == 1 and len(things) == {"change_object": 2, "drop": 1}.get(intent, 0)


def _with_most(text: str) -> Entity | None:
    """Return the words for what has most of something, "the slowest", "the one that is least safe"; not the best."""
    found = list(TOKEN.finditer(text))
    tags = tagger().tag([one[0].lower() for one in found])
    for at, (one, tag) in enumerate(zip(found, tags, strict=True)):
        graded = one[0].lower() in {"most", "least"}
        end = found[at + 1] if graded and tags[at + 1 : at + 2] in (["JJ"], ["RB"]) else one
        alone = tag == "JJS" and not graded and number(one[0]) == "0"
        if end is not one or (alone and grade(one[0].lower()).dimension != OVERALL):
            return Entity("object", text[one.start() : end.end()], one.start(), end.end(), "top")
    return None


def _unnumbered(text: str, one: Entity) -> Entity:
    """Return a point of view without a number that was read as a part of its name."""
    end = one.start + len(re.sub(rf"{_WEIGHS}(?:[\s:=]*\d+)?$", "", text[one.start : one.end]))
    return replace(one, value=text[one.start : end], end=end) if one.start < end < one.end else one


def _argument(words: str, start: int, end: int, context: Context) -> Entity:
    """Return the source or argument that words point at: the one just shown, or the next one, where none is told."""
    told = number(words)
    if told == "0":
        told = str(int(context.source or 0) + ("next" in words.casefold().split()))
    return Entity("argument", told, start, end)


def _bounded(text: str, entities: list[Entity], things: list[Entity]) -> list[Entity]:
    """Return what a question names, its things as the parser of questions has them, where it has any.

    Where a name lies within one of the parser's, it is the name. Of two questions with two things each, "rent or buy?
    renting vs buying", the last one is meant.
    """
    if things:
        shorter = [one for one in entities if one.entity == "object" and any(_within(one, other) for other in things)]
        things = [*shorter, *(one for one in things if not _overlap(one, shorter))]
        entities = [one for one in entities if one.entity != "object" and not _overlap(one, things)] + things
    last = max((end.end() for end in _QUESTION_END.finditer(text)), default=0)
    meant = sum(one.entity == "object" and one.start >= last for one in entities) > 1
    return [one for one in entities if not meant or one.entity != "object" or one.start >= last]


def _within(one: Entity | Named, other: Entity | Named) -> bool:
    return other.start <= one.start and one.end <= other.end


def _things(text: str, parser: QuestionParser, *, least: int = 1) -> list[Entity]:
    """Return the things that the parser of questions finds, where it finds so many; more than one must be compared."""
    question = parser.parse(text)
    found = len(question.text) == len(text) and len(question.objects) >= least
    if not found or (least > 1 and not question.comparative):
        return []
    spans = [span for span in question.spans if question.name(span) in question.objects]
    return [Entity("object", text[span.start : span.end], span.start, span.end) for span in spans]


def _asked_against(text: str, parser: QuestionParser) -> Entity | None:
    """Return the one thing that a question names which asks what speaks for or against it."""
    question = parser.parse(text)
    things = _things(text, parser)
    return things[0] if question.asked.kind is AskedKind.AGAINST and len(things) == len(question.objects) == 1 else None


def _aspects(text: str, parser: QuestionParser) -> list[Entity]:
    """Return what the parser of questions takes for what matters."""
    question = parser.parse(text)
    spans = [one for one in question.spans if one.label is Label.ASPECT and len(question.text) == len(text)]
    return [Entity("aspect", text[one.start : one.end], one.start, one.end) for one in spans]


def _spans(text: str, entities: Sequence[Entity]) -> list[Span]:
    """Return where a message names things."""
    things = [one for one in entities if one.entity == "object" and one.role != "class"]
    return [Span(one.start, one.end, text[one.start : one.end], Label.OBJECT) for one in things]


def _of_clauses(
    text: str, entities: Sequence[Entity], context: Context, *, compares: bool
) -> tuple[list[Entity], list[Clause]]:
    """Return what a message names as its clauses have it, and these.

    What a clause tells of the person is none of what matters, but for nouns where something is compared already: "my
    hands are small". What tells of a thing is about a dimension: "Ruby is slow", "it costs money".
    """
    parts = clauses(text, _spans(text, entities), known=() if compares else context.objects)
    named = [one for one in entities if one.entity == "aspect"]
    several = len(named) > 1 and not any(one.entity == "weight" for one in entities)
    told = [one for one in entities if one.entity != "aspect"]
    for one in named:
        part = next((part for part in parts if part.start <= one.start < part.end), None)
        about = part.about if part else About.THINGS
        if part and not compares and is_dismissed(text, part, one.end):
            told.append(replace(one, role="out"))
            continue
        adjective = not one.role and tagger().tag(["is", one.value.lower()])[1:] == ["JJ"]
        if about is About.ONE and adjective:
            told.append(replace(one, value=dimension_of(one.value) or one.value))
        elif about is About.WEIGHT and part and compares and several and not one.role:
            counts = _COUNTS_LESS.search(text, part.start, one.start) is None
            told.append(replace(one, role="most" if counts else ""))
        elif about in _OF_THINGS or about is About.WEIGHT or not (compares or adjective):
            told.append(one)
    for part in parts:
        silent = not any(part.start <= one.start < part.end for one in named)
        if part.about is About.ONE and silent and (dimension := dimension_told(text, part)):
            told.append(Entity("aspect", dimension, part.start, part.end))
    return told, parts


def _with_circumstances(text: str, entities: Sequence[Entity], context: Context) -> Iterator[Entity]:
    """Yield entities, as what matters those in whose case something is said of a thing that is compared already."""
    things = [one for one in entities if one.entity == "object"]
    new = [one for one in things if not context.names(one)]
    for one in entities:
        under = _UNDER.search(text, 0, one.start) if one in new and len(new) < len(things) else None
        told = under and not any(other.end == under.end("how") for other in things)
        tags = tagger().tag(TOKEN.findall(text[: under.end("how")].lower())) if under and told else [""]
        yield replace(one, entity="aspect", role="") if tags[-1] in _HOW else one


def _condition(text: str) -> list[Entity]:
    """Return the condition that a message names as what matters."""
    found = _IF.search(text)
    return [Entity("aspect", found[1], *found.span(1))] if found else []


def _fitting(intent: str, text: str, entities: Sequence[Entity], second: str, context: Context) -> Iterator[Entity]:
    """Yield entities in the roles that the intent gives them."""
    named = [one for one in entities if one.entity == "object"]
    general = [one for one, other in pairwise(named) if _EXAMPLE.fullmatch(text, one.end, other.start)]
    for one in entities:
        role = "old" if one in general and intent == "change_object" else one.role
        if one.entity == "object" and intent == "ask_against":
            role = "against"
        elif one.entity == "object" and intent == "change_object" and not (len(named) > 1 and role):
            is_old = len(named) > 1 or role == "old" or context.reply == "ask_which"
            role = "old" if is_old and context.names(one) else "new"
        alone = intent == "add_aspect" and len(entities) == 1 and not role
        if (role == "new" or alone) and _MEANT.search(text):
            role = "meant"
        if one.role == "out" and second == "drop":
            role = "out"
        if role == "out" and intent == "drop" and not second and one.entity != "site":
            role = ""
        if role in {"old", "new"} and intent != "change_object" and one.entity == "object":
            role = ""
        yield replace(one, role=role)
