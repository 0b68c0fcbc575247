"""The circumstances of a person: what he has, lacks, wants or begins with, and in whose case something is said."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from typing import Final

from engine.policy import Concern, is_harmless
from engine.text.lexicon import dimension_of
from engine.text.tagging import tagger
from engine.text.tokens import TOKEN, Tokens, spellings, word_set
from nlu_models.intents.draft import ASKED, BRINGS_IN, Draft, apart
from nlu_models.intents.message import CERTAIN, Context, Entity, ParsedMessage, compared, is_same
from nlu_models.intents.network import network
from nlu_models.intents.quantities import AGES
from nlu_models.intents.sayings import bare
from nlu_models.intents.steps.phrases import PERSON, WANTS
from nlu_models.question.clauses import OCCASION

_HAS = re.compile(
    r"\b(?:i|we|he|she|they)(?:['’]ve| have)? (?:already |only |just |still )?"
    r"(?P<does>(?:know|use|own|have|had|got|speak|play)s?) (?:an? |some |my |our )?$",
    re.IGNORECASE,
)
"""What stands before something that somebody has or can do."""
_HAS_NOT = re.compile(
    r"\W*(?:(?:and|but|well|so|ok)\W+)*(?:i|we|he|she|they) (?:really )?"
    r"(?:(?:do|does)(?:n['’]?t| not) (?:have|own|earn)|(?:have|has)(?:n['’]?t| not) got)\b",
    re.IGNORECASE,
)
"""How somebody begins who tells what he lacks."""


def weigh_means(draft: Draft) -> Draft:
    """Weigh what somebody has or lacks, and neither bring it in nor leave it out: "I already know PHP"."""
    if draft.likeliest == "drop" and draft.context.objects and _HAS_NOT.match(draft.text):
        lacking = tuple(one._replace(role="") for one in draft.named)
        return draft.certainly("add_aspect", named=lacking) if lacking else draft
    new = [one for one in draft.named if one.label == "object"]
    has = _HAS.search(draft.text, 0, new[0].start) if len(new) == 1 else None
    is_compared = has and compared(draft.text[new[0].start : new[0].end], draft.context.objects)
    if not has or is_compared or draft.likeliest not in {*BRINGS_IN, "add_aspect"}:
        return draft
    use = new[0]._replace(label="use", role="", start=has.start("does"))
    return draft.certainly("add_aspect", named=tuple(use if one == new[0] else one for one in draft.named))


_AT_HAND = re.compile(
    r"\b(?:know|use|own|have|has|had|got|speak|play|write|drive|run)s? (?:(?:an?|the|some|my|our|one|two|three) )?$",
    re.IGNORECASE,
)
"""What stands before something that somebody has or can do, whoever it is: "most of us know"."""


def leave_what_is_at_hand(draft: Draft) -> Draft:
    """Leave to the person what he has or knows of the things compared, which no text weighs: "I only know Java"."""
    names = draft.context.objects

    def is_at_hand(one: Entity) -> bool:
        if one.entity != "aspect" or one.role == "out":
            return False
        is_thing = any(is_same(other, one.value) for name in names for other in spellings(name))
        is_had = _AT_HAND.search(draft.text, 0, one.start) is not None
        return is_thing or (is_had and any(Tokens(one.value).mentions(name) for name in names))

    had = [one for one in draft.entities if is_at_hand(one)]
    if draft.known or draft.likeliest not in {"add_aspect", "opinion"} or draft.text.endswith("?") or not had:
        return draft
    rest = [one for one in draft.entities if one not in had]
    if any(one.entity == "aspect" for one in rest):
        return replace(draft, entities=rest)
    things = [replace(one, entity="object", value=compared(one.value, names) or one.value) for one in had]
    return draft.certainly("opinion", second="", relation="", entities=[*things, *rest])


_BEGINS = re.compile(
    rf"(?:\W*(?:(?:and|but|well|so|ok|also)\W+)*)(?P<who>{PERSON})(?:(?:['’](?:ve|s)|\s+(?:have|has))?\s+"
    r"(?P<never>never\s+(?:(?:really|actually|ever|even)\s+)?(?P<done>[a-z]+)"
    r"(?:\s+an?\s+(?:single\s+)?\w+\s+of\s+\w+|(?P<what>\s+[^?!.,;]+?)?\s+(?:before|in\s+(?:my|our|his|her)\s+life)|))|"
    r"(?:['’](?:m|s|re)|\s+(?:am|is|are))\s+(?:(?:just|very|pretty|quite|really|completely|totally|still|relatively)\s+)*"
    r"(?P<new>(?:(?:brand\s+)?new|a\s+newcomer)\s+to\s+(?P<to>[^?!.,;]+)))\W*",
    re.IGNORECASE,
)
"""What tells that somebody begins with something: "I've never sewn before", "my son is new to chess"."""
_NO_PRACTICE: Final = word_set(
    "been heard said seen liked loved thought understood wanted needed meant asked known cared trusted told felt "
    "believed noticed met knew saw went mattered lived belonged enjoyed"
)
"""What one has never done and is yet no beginner for."""
_TOLD = re.compile(r"\b(?:before|of|to)\b", re.IGNORECASE)
"""What leaves no doubt that somebody tells what he has not done yet, and nothing sadder."""
_PLACES: Final = word_set("town city area country neighborhood neighbourhood region place state forum site here")
"""What somebody may be new to who is no beginner for that."""


def weigh_beginner(draft: Draft) -> Draft:
    """Weigh what suits beginners for somebody who has never done it, or is new to it."""
    begins = _BEGINS.fullmatch(draft.text) if draft.context.objects else None
    if begins is None or any(compared(word, draft.context.objects) for word in TOKEN.findall(draft.text)):
        return draft
    if draft.likeliest == Concern.SELF_HARM and not _TOLD.search(draft.text):
        return draft
    done, to = (begins["done"] or "").lower(), TOKEN.findall((begins["to"] or "").lower())
    is_done = done not in _NO_PRACTICE and tagger().tag(["have", done])[1] in {"VBN", "VBD"}
    if not (is_done if done else _PLACES.isdisjoint(to)):
        return draft
    span = begins.span("never" if done else "new")
    return draft.certainly("add_aspect", second="", relation="", entities=[Entity("aspect", "beginners", *span)])


_WANTS = re.compile(
    r"\b(?:want|wanna|need|trying|hope|hoping|plan|planning|decided|going)(?:\s+to)?\s+(?P<what>\w[^.!?,;]{2,60})",
    re.IGNORECASE,
)


def take_wish(draft: Draft) -> Draft:
    """Take what somebody wants for himself for what matters: "I want to lose weight"."""
    is_taken = draft.likeliest == Concern.SELF_HARM and is_harmless(draft.text)
    wish = _WANTS.search(draft.text) if is_taken or draft.likeliest == "add_aspect" else None
    if wish is None or not draft.context.objects or draft.entities:
        return draft
    return draft.certainly("add_aspect", entities=[Entity("aspect", wish["what"].strip(), *wish.span("what"))])


_NEEDED = re.compile(
    r"\bcan(?:['’]?t|not|\s+not)\s+(?:\w+ly\s+)?(?:live|do|go|work|survive|cope)\s+"
    r"without\s+(?:(?:my|the|an?|our|some)\s+)?(?P<what>[^.!?,;]+)",
    re.IGNORECASE,
)
"""What names that which somebody cannot do without."""


def weigh_needed(draft: Draft) -> Draft:
    """Weigh what somebody cannot do without, and not how it is without that: "I can't live without adblock"."""
    is_told = draft.likeliest == "add_aspect" or (draft.likeliest == Concern.SELF_HARM and is_harmless(draft.text))
    needed = _NEEDED.search(bare(draft.text)) if is_told and draft.context.objects else None
    if needed is None:
        return draft
    start = draft.text.rindex(needed["what"])
    found = Entity("aspect", needed["what"], start, start + len(needed["what"]))
    return draft.certainly("add_aspect", entities=[*apart(draft.entities, [found]), found])


_BEFORE_PERSON = re.compile(
    r"(?:(?:^|[,;.!]|\b(?:and|but|so|because))\s*(?:my|our|his|her|the)\s+)(?:\w+\s+)?$", re.IGNORECASE
)
"""What stands before a person at the beginning of a clause."""
_WANTS_IT = re.compile(WANTS, re.IGNORECASE)


def leave_who_wants(draft: Draft) -> Draft:
    """Leave out the person who would have what matters: "my aunt wants something safe"."""
    points = [one for one in draft.entities if one.entity == "aspect" and one.role != "out"]
    ages = {one.start for one in points if one.value in AGES}
    persons = [
        one
        for one in points
        if _BEFORE_PERSON.search(draft.text, 0, one.start)
        and (_WANTS_IT.match(draft.text, one.end) or _is_of_age(draft.text, one, ages))
    ]
    if len(persons) == len(points):
        return draft
    return replace(draft, entities=[one for one in draft.entities if one not in persons])


_IS_OF_AGE = re.compile(
    r"(?:['’]s|\s+(?:is|are|just turned|turned))\s+(?:(?:about|almost|nearly|over)\s+)?", re.IGNORECASE
)
"""What stands between a person and how old that is."""


def _is_of_age(text: str, person: Entity, ages: Collection[int]) -> bool:
    """Return whether it is said how old a person is, given where ages are told: "my dad is 70"."""
    told = _IS_OF_AGE.match(text, person.end)
    return told is not None and told.end() in ages


_IS_NOT = re.compile(
    r"\b(?:i|we|he|she|(?:my|our|his|her)\s+[\w-]+)"
    r"(?:(?:['’](?:m|s|re)|\s+(?:am|is|are))\s+not|\s+(?:is|are)n['’]?t)\s+"
    r"(?P<degree>(?:(?:that|all|so|too|very|really|exactly)\s+)*)(?P<what>\w+)",
    re.IGNORECASE,
)
"""What tells what a person is not: "she isn't very tall"."""


def leave_what_person_is_not(draft: Draft) -> Draft:
    """Leave to the person what she is not, which no thing is: "she isn't very tall"."""
    told = _IS_NOT.finditer(draft.text)
    ends = {one.end() for one in told if one["degree"] or tagger().tag(["is", one["what"].lower()])[1] == "JJ"}
    return replace(draft, entities=[one for one in draft.entities if one.entity != "aspect" or one.end not in ends])


_TO_WORK = re.compile(r"work\b", re.IGNORECASE)
_ON_THE_WAY = re.compile(
    r"\b(?:driv\w+|drove|commut\w+|rid\w+|walk\w*|cycl\w+|bik\w+|travel\w*|run|go|goes|bus|train|miles|km)\b[^?!.,;]*\bto\s+$",
    re.IGNORECASE,
)
"""What stands before the place to which somebody goes."""


def leave_way_to_work(draft: Draft) -> Draft:
    """Leave out the work that somebody is on the way to: "I drive 20 miles to work"."""

    def is_on_the_way(one: Entity) -> bool:
        is_work = one.entity == "aspect" and _TO_WORK.match(draft.text, one.start)
        return bool(is_work and _ON_THE_WAY.search(draft.text, 0, one.start))

    return replace(draft, entities=[one for one in draft.entities if not is_on_the_way(one)])


_MEASURE = re.compile(r"\d[\d.,]*\s*[a-z]+(?:\s+(?:an?|per|each|every)(?:\s+[a-z]+)?)?", re.IGNORECASE)
_DOES_SO_MUCH = re.compile(
    rf"{PERSON}(?!{WANTS})\s+(?:\w+ly\s+)?(?!(?:have|has|had|got|get|want|need|spend|pay)\b)[a-z]+(?:\s+[a-z]+)?"
    r"(?:\s+(?:about|around|roughly|like|over|almost|nearly|up to))?\s+$",
    re.IGNORECASE,
)
"""What stands before how much somebody does something: "I drive about"."""


def leave_measure(draft: Draft) -> Draft:
    """Leave out how much somebody does something where he names what matters: "I run 20 km a week, so grip matters"."""

    def is_measure(one: Entity) -> bool:
        is_counted = one.entity == "aspect" and not one.role and _MEASURE.fullmatch(one.value)
        return bool(is_counted and _DOES_SO_MUCH.search(draft.text, 0, one.start))

    rest = [one for one in draft.entities if not is_measure(one)]
    return replace(draft, entities=rest) if any(one.entity == "aspect" for one in rest) else draft


_TO = re.compile(r"\bto\s+$", re.IGNORECASE)
_SO_MUCH = re.compile(
    r"\s+(?:(?:(?:too|so|that|very)\s+)?(?:much|many|little|heavy)\s+|(?:a\s+lot|lots|loads)\s+of\s+|"
    r"(?:an?|the|my|our|any|some)\s+)?",
    re.IGNORECASE,
)
"""What stands between what is done and that which it is done to: "carry much weight"."""


def leave_what_is_done(draft: Draft) -> Draft:
    """Leave out the verb of what matters where that is named behind it: "I don't want to carry much weight"."""
    starts = {one.start for one in draft.entities if one.entity == "aspect"}

    def is_done(one: Entity) -> bool:
        to_do = one.entity == "aspect" and " " not in one.value and _TO.search(draft.text, 0, one.start)
        behind = _SO_MUCH.match(draft.text, one.end) if to_do and tagger().is_verb(one.value.lower()) else None
        return behind is not None and behind.end() in starts

    return replace(draft, entities=[one for one in draft.entities if not is_done(one)])


_UNDER = re.compile(
    r"\b(?P<how>[\w'’]+)\s+(?:with|without|over|on|under|in|at)\s+(?:(?:an?|the|my|our|his|her)\s+)?$", re.IGNORECASE
)
"""What stands before a circumstance of how something is or does something: "a mess with", "works better over"."""
_HOW: Final = frozenset({"JJ", "JJR", "NN", "NNS", "RBR"})


_SPEAKING_OF = re.compile(r"\b(?:about|for|on|in|with|regarding)\s+(?:(?:an?|the|my|our)\s+)?$", re.IGNORECASE)
_COLON = re.compile(r"\s*:\s+(?!.*\b(?:it|they)\b)", re.IGNORECASE)
"""What stands before what a comparison is for, and between that and what is compared, if that is not itself."""


def take_circumstances(draft: Draft) -> Draft:
    """Take for what matters in whose case something is said of a thing compared: "is tea a mess with kids?".

    So is for what things are compared that are named behind a colon: "about floors: wood or tile?".
    """
    things = draft.things
    new = [one for one in things if not draft.context.names(one)]
    if not draft.compares or not new:
        return draft

    def shaped(one: Entity) -> Entity:
        speaks_of = one in new and _SPEAKING_OF.search(draft.text, 0, one.start) and _COLON.match(draft.text, one.end)
        if speaks_of and sum(other.start > one.end for other in things) > 1:
            return replace(one, entity="aspect", role="")
        if len(new) == len(things):
            return one
        under = _UNDER.search(draft.text, 0, one.start) if one in new else None
        if not under or any(other.end == under.end("how") for other in things):
            return one
        tags = tagger().tag(TOKEN.findall(draft.text[: under.end("how")].lower()))
        return replace(one, entity="aspect", role="") if tags[-1] in _HOW else one

    return replace(draft, entities=[shaped(one) for one in draft.entities])


def leave_occasion(draft: Draft) -> Draft:
    """Leave out when the person decides or begins: "this winter", not "in winter"."""
    told = [range(*one.span()) for one in OCCASION.finditer(draft.text)]

    def is_occasion(one: Entity) -> bool:
        return one.entity == "aspect" and any(one.start in when and one.end - 1 in when for when in told)

    return replace(draft, entities=[one for one in draft.entities if not is_occasion(one)])


_WEATHER: Final = {"rain": "rain", "pour": "rain", "snow": "snow", "hail": "hail", "freez": "frost", "storm": "storms"}
"""Verbs that the weather does → the nouns that speak of it."""
_WEATHER_DOES = re.compile(
    rf"\bit(?:['’]s|\s+is|\s+does|\s+can|\s+will)?\s+(?:\w+ly\s+|often\s+|always\s+)?"
    rf"(?P<does>{'|'.join(_WEATHER)})(?:e?s|e|ing)?\b",
    re.IGNORECASE,
)
"""What tells how the weather is by what it does."""


def weigh_weather(draft: Draft) -> Draft:
    """Weigh the weather by its noun: rain for "it rains a lot where I live"."""
    told = _WEATHER_DOES.search(draft.text)

    def shaped(one: Entity) -> Entity:
        is_weather = told and one.entity == "aspect" and told.start("does") <= one.end and one.start < told.end()
        return replace(one, value=_WEATHER[told["does"].lower()]) if told and is_weather else one

    return replace(draft, entities=[shaped(one) for one in draft.entities])


_TROUBLE = re.compile(
    r"(?:trouble|difficult(?:y|ies)|problems?|issues?)(?:\s+(?:with|in|at))?\s+"
    r"(?:(?:my|the|an?|our|his|her|their)\s+)?(?P<what>\w+(?:\s+\w+)??)(?=\W*$|[,;.!?]|\s+(?:and|but|so|at|in|on|when)\b)",
    re.IGNORECASE,
)
"""What names that with which somebody has trouble: "trouble sleeping", "problems with my knees"."""


_TROUBLING: Final = frozenset({"VBG", "NN", "NNS"})
_NOUN_OF: Final = {"sleeping": "sleep", "seeing": "sight", "breathing": "breath"}
"""What somebody has trouble doing → the noun that speaks of it."""


def weigh_what_troubles(draft: Draft) -> Draft:
    """Weigh that with which somebody has trouble, and not the trouble: "I have trouble sleeping"."""

    def shaped(one: Entity) -> Entity:
        trouble = _TROUBLE.match(draft.text, one.start) if one.entity == "aspect" else None
        what = trouble["what"] if trouble else ""
        if trouble is None or tagger().tag(["the", *what.lower().split()])[-1] not in _TROUBLING:
            return one
        return Entity("aspect", _NOUN_OF.get(what.lower(), what), *trouble.span("what"), one.role)

    named = [shaped(one) for one in draft.entities]
    return replace(draft, entities=[*dict.fromkeys(named)]) if draft.likeliest == "add_aspect" else draft


_CLOSING = re.compile(
    r"(?:\s*[,;.!:–-]+\s*|\s+(?=so\b))(?:(?:and|but|so|then|ok|now)\W+)*"
    r"(?:which|what|who)\b[^,;.!?:]*\?*\W*$",
    re.IGNORECASE,
)
"""A question that closes a message, behind what a person tells of itself."""
_TELLS: Final = frozenset({"chat", "nlu_fallback", "opinion", "out_of_scope", "propose"})
"""Intents as which a message may be read that tells of the person and names nothing."""
_ASKING = re.compile(r"\?\W*$|\b(?:how|what|whether|which)\b", re.IGNORECASE)
"""What a message has that asks, and tells nothing."""
_TELLING: Final = 4
"""Fewest words by which a person tells anything of itself."""
_MAY_MATTER: Final = 0.2
"""Probability from which it may be told what matters."""


def with_needs(found: ParsedMessage, text: str, context: Context) -> ParsedMessage:
    """Return a message with what its person needs by what it tells: reliability for "it mustn't leave me stranded".

    What is told before a question for the verdict is heard as if it stood alone.

    Args:
        found: As it is read without that.
        text: The whole message, cleaned.
        context: What it follows.
    """
    asks = "ask_verdict" in (found.intent, found.second)
    text = _CLOSING.sub("", text) if asks else text
    if not context.objects or found.relation or _ASKING.search(text) or len(text.split()) < _TELLING:
        return found
    told = network().read(text, context)
    names_nothing = (asks or found.intent in _TELLS) and not found.entities
    if told.needs and (found.confidence < ASKED or (names_nothing and told.intents["add_aspect"] >= _MAY_MATTER)):
        second = "ask_verdict" if asks else ""
        points = tuple(one for one in found.entities if one.entity == "aspect")
        found = replace(found, intent="add_aspect", confidence=CERTAIN, second=second, other="", entities=points)
    if found.intent != "add_aspect":
        return found
    known = {one.value for one in found.entities if one.entity == "need"}
    named = {one.value.lower() for one in found.entities if one.entity == "aspect"}
    new = (need for need in told.needs if need not in known and not _is_other_sense(need, named))
    needs = (Entity("need", need, 0, len(found.text)) for need in new)
    return replace(found, entities=(*found.entities, *needs))


def _is_other_sense(need: str, named: Collection[str]) -> bool:
    """Return whether a need takes the word of a dimension that is named for another one: weight loss, of "weight"."""
    word = need.partition(" ")[0]
    return word in named and dimension_of(word) not in {"", dimension_of(need)}
