"""Other people: what they have, do and claim, and facts that no comparison answers."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from engine.text.lexicon import dimension_of, says_how_good
from engine.text.tagging import tagger
from nlu_models.intents.draft import EVEN, LIKELY, OF_ONE, Draft, apart
from nlu_models.intents.message import CERTAIN, Entity, compared
from nlu_models.intents.sayings import bare
from nlu_models.intents.steps.phrases import CLAIMS, OF_SELF, WRITERS

_OWNED_BY = re.compile(
    r"\W*(?:(?:and|but|well|so|ok|also|because)\W+)*(?:all\s+(?:of\s+)?)?(?:my|our|his|her)\s+(?:\w+\s+)??(?P<who>\w+)\s+"
    r"(?:(?:all|both|already|also|only|mostly)\s+)*"
    r"(?:have|has|own|owns|got|use|uses|(?:are(?:\s+all)?|play)\s+on|play|plays|drive|drives)\s+"
    r"(?:(?:an?|the|one)\s+)?(?P<name>[^?!.,;]+)\W*",
    re.IGNORECASE,
)
"""What tells which thing those have whom the person knows: "all my friends have an Xbox"."""


def leave_what_others_have(draft: Draft) -> Draft:
    """Take note of what one has whom the person knows, which asks nothing of the thing; weigh what several have."""
    owned = _OWNED_BY.fullmatch(draft.text) if draft.context.objects else None
    if owned is None or not compared(owned["name"].strip(), draft.context.objects):
        return draft
    several = tagger().tag(["my", owned["who"].lower()])[-1] == "NNS"
    who = [Entity("aspect", owned["who"], *owned.span("who"))] * several
    return draft.certainly("add_aspect" if who else "opinion", second="", relation="", entities=who)


_TAKES_SIDES: Final = (
    r"(?:say|said|think|thought|believe|prefer|compar\w+|like|love|hate|enjoy|recommend|mention|speak|talk|favou?r|choose|"
    r"pick|agree|disagree|vote|argue|claim|support|regret|complain)\b"
)
"""What persons do of which texts tell."""
_DONE_BY_MANY = re.compile(
    r"\bhow many (?:people|users|men|women) (?!(?:did|do|have) (?:yo)?u\b|"
    rf"(?:(?:have|had|would) )?(?:\w+ly )?(?:(?:who|that|here|are|were)\b|{_TAKES_SIDES}))\w",
    re.IGNORECASE,
)
"""What asks how many people do something, of which texts are no count, unless it is to say or prefer something."""
_FACT = re.compile(r"(?:what|how|when|where|who)\b(?:\s\w+)?\s+(?:do|does|did|is|was|were|will|can)\b", re.IGNORECASE)
"""What asks for a fact."""


def leave_fact(draft: Draft) -> Draft:
    """Leave what no comparison answers: "how many people drink tea in Germany?", "what does it take to own a cat?"."""
    if draft.intent == "ask_how_many" and _DONE_BY_MANY.search(draft.text):
        return replace(draft, intent="out_of_scope")
    alone = draft.intent == "add_aspect" and len(draft.entities) == len(draft.things) == 1 and not draft.known
    asks = alone and draft.context.names(draft.things[0]) and _FACT.match(bare(draft.text))
    is_fact = asks and not draft.parser.parse(draft.text).asked.is_special
    return replace(draft, intent="out_of_scope") if is_fact else draft


_DONE_BY_OTHERS = re.compile(
    r"(?:do|did|will|would|can)\s+(?:(?:most|many|all|some|any|your|the|other)\s+)?"
    r"(?P<who>people|(?!(?:they|these|those|both|others)\b)[a-z]+(?:\s+[a-z]+)?s)\s+"
    r"(?:(?:still|even|also|always|often|\w+ly)\s+)*"
    rf"(?:(?P<likes>like|love|hate|enjoy|prefer|favou?r)|(?!\w+ly\b|{_TAKES_SIDES})[a-z]+)\b[^?.!,;:]*\W*",
    re.IGNORECASE,
)
"""What asks whether others do something: "do landlords allow both?"."""
_NEEDED = re.compile(
    r"(?:do|will|would)\s+(?:(?:i|we)\s+(?:really\s+)?(?:need|have\s+to)\b[^?.!,;:]*|"
    r"(?P<you>(?:yo)?u)\s+(?:really\s+)?(?:need|have\s+to)\b[^?.!,;:]*?"
    r"(?P<it>\b(?:it|them|both|either|that|these|those))?)\W*",
    re.IGNORECASE,
)
"""What asks what one needs, or has to do: "do you need a net for it?"."""
_TELLS: Final = frozenset({*OF_ONE, "other_side", "why", "sources", "ask_verdict", "ask_how_many"})
"""Intents of what texts tell."""


def leave_to_others(draft: Draft) -> Draft:
    """Leave what others do, "do landlords allow both?", or what one needs; weigh for whom it is asked who likes it."""
    named = any(one.label != "reference" for one in draft.named)
    is_told = draft.intents[draft.likeliest] >= EVEN and draft.likeliest in _TELLS
    if draft.known or named or is_told or not draft.context.objects:
        return draft
    said = bare(draft.text)
    done = _DONE_BY_OTHERS.fullmatch(said)
    likes = done is not None and done["likes"] is not None
    if done and likes and done["who"].lower() not in WRITERS:
        start = draft.text.index(done["who"])
        who = Entity("aspect", done["who"], start, start + len(done["who"]))
        return replace(draft, intent="add_aspect", confidence=CERTAIN, entities=[who], second="", other="")
    needed = _NEEDED.fullmatch(said)
    of_program = needed and needed["you"] and not needed["it"] and draft.intents.get("chat", 0.0) >= LIKELY
    if likes or of_program or not (done or needed) or draft.parser.parse(draft.text).asked.is_special:
        return draft
    return replace(draft, intent="out_of_scope", confidence=CERTAIN, entities=[], second="", other="")


_SAYS_OF = re.compile(
    r"(?:['’]s|\s+(?:is|are|was|were|has|have|does|do|will|would|can)(?:n['’]?t)?|\s+\w+s)\s+\w", re.IGNORECASE
)
"""What stands behind something of which something is said."""
_ASKED_BACK = re.compile(r"\b(?:is|are|does|do)n['’]?t (?:it|they)\W*$", re.IGNORECASE)
"""What ends a claim that asks whether it holds."""
_OTHERS_DO = re.compile(
    r"\W*(?:(?:and|but|well|so|because|cause)\W+)*"
    r"(?:every(?:one|body)|no(?:body| one)|(?:most|all|many|some) (?:people|of us|my \w+)|people|all my \w+)\s+\w",
    re.IGNORECASE,
)
"""What somebody says that others do."""


def leave_claim(draft: Draft) -> Draft:
    """Leave to who says it what others claim or do: "my physio claims heel striking is bad", "everyone uses MySQL"."""
    is_known = draft.things and all(map(draft.context.names, draft.things))
    if draft.intent == "drop" and is_known and _ASKED_BACK.search(draft.text):  # "the second one is dead, isn't it"
        return replace(draft, intent="opinion")
    if draft.intent == "name_object" and is_known and _OTHERS_DO.match(draft.text) and not draft.text.endswith("?"):
        return replace(draft, intent="opinion")
    brings = draft.intent in {"add_object", "name_object"} and draft.names_new and not draft.text.endswith("?")
    says = brings and _SAYS_OF.match(draft.text, draft.things[0].end)
    claims = CLAIMS.match(draft.text) if says else None
    return replace(draft, intent="opinion") if claims and not OF_SELF.match(draft.text) else draft


_USED_BY_MANY = re.compile(
    r"\W*(?:(?:and|but|well|so|because)\W+)*"
    r"(?:every(?:one|body)|no(?:body|\s+one)|(?:hardly|barely)\s+any(?:one|body)|(?:most|many|few|more)\s+people|people)\s+"
    r"(?:(?:really|actually|still|even|just|already|else|ever)\s+)*(?P<does>(?:uses?|plays?|buys?|drives?|drinks?|is\s+on|are\s+on)\s+"
    r"(?:it|them|that|this))(?:\s+(?:any\s?more|though|tho|right|these\s+days|now))*\W*",
    re.IGNORECASE,
)
"""What says how many have a thing that is pointed at: "but nobody uses it right?"."""


def weigh_popularity(draft: Draft) -> Draft:
    """Weigh how popular the things are where it is said how many use one: "but nobody uses it right?"."""
    said = _USED_BY_MANY.fullmatch(draft.text) if draft.context.objects else None
    if said is None:
        return draft
    named = Entity("aspect", "popularity", *said.span("does"))
    return draft.certainly("add_aspect", second="", relation="", entities=[named])


_SAID_OF = re.compile(
    r"\b(?:(?:good|bad|better|worse|harmful|dangerous)\s+(?:for|to)|full\s+of|causes?|(?:gives?|brings?|makes?)\s+(?:(?:yo)?u|me|us|people))"
    r"\s+(?:(?:the|an?|your|my|our)\s+)?(?P<what>[^\W\d_]+)(?=\W|$)",
    re.IGNORECASE,
)
"""What is said of a thing, and in what respect: "is bad for the environment", "gives you acne"."""
_IS_SO = re.compile(
    r"\s+(?:is|are|was|were)\s+(?:(?:all|very|really|so|too|pretty|quite|rather|a bit|kind of)\s+)*"
    r"(?P<what>[a-z-]+|[a-z]+ing\s+(?!(?:is|are|do|does)n['’]?t\b)[^?!.,;]+?)(?=(?:\s+(?:on|for|to)\s+(?:me|us|my\s+\w+)|\s+imo)?\W*$)",
    re.IGNORECASE,
)
"""What says how a thing is, or what it does, at the end: "are lazy", "is itchy on me", "is eating memory"."""
_DOES = re.compile(r"\s+(?P<what>[a-z]+(?:\s+(?:down|up|out|apart))?)\b", re.IGNORECASE)
"""What says what a thing does: "breaks"."""
_STATES = re.compile(r"\W*(?:(?:and|but|well|so|because|cause|ok)\W+)*(?:(?:the|an?|my)\s+)?", re.IGNORECASE)
"""What stands before a thing of which the person himself says something."""
_PART_BEFORE = re.compile(
    r"\b(?:the|its|their)\s+(?P<what>[^\W\d_]+(?:\s+[^\W\d_]+)?)\s+(?:in|of|at|on|from)\s+(?:the\s+)?$", re.IGNORECASE
)
"""What stands before a thing of a part of which something is said: "the food in" Paris."""


def weigh_claim(draft: Draft) -> Draft:
    """Weigh in what respect something is claimed of a thing compared: "she says tea causes pain", "tea is sour"."""
    is_known = len(draft.things) == 1 and draft.context.names(draft.things[0])
    if not is_known or draft.intent not in {"opinion", "add_aspect", "ask_against", "name_object", "drop"}:
        return draft
    thing = draft.things[0]
    claims = CLAIMS.match(draft.text) or _ASKED_BACK.search(draft.text)
    part = _PART_BEFORE.search(draft.text, 0, thing.start) if _SAYS_OF.match(draft.text, thing.end) else None
    said = _SAID_OF.search(draft.text, thing.end) or part or _quality_said(draft.text, thing)
    done = None if said or not claims else _verb_said(draft.text, thing)
    said = (said or done) if claims or _STATES.fullmatch(draft.text, 0, thing.start) else None
    told = said and " " in said["what"] if draft.intent == "drop" else said  # but "the latter is too expensive"
    if said is None or not told or (draft.text.endswith("?") and not claims):
        return draft
    aspect = Entity("aspect", dimension_of(done["what"]) if done else said["what"], *said.span("what"))
    others = apart((one for one in draft.entities if one not in draft.things), [aspect])
    named = sorted([replace(thing, role=""), *others, aspect], key=lambda one: one.start)
    return replace(draft, intent="opinion", confidence=CERTAIN, entities=named)


def _quality_said(text: str, thing: Entity) -> re.Match[str] | None:
    """Return the quality that is said of a thing, and not only that it is good or bad: "cats are lazy"."""
    said = _IS_SO.match(text, thing.end)
    is_quality = said and tagger().tag(["is", *said["what"].lower().split()])[1] in {"JJ", "VBG"}
    return said if said and is_quality and not says_how_good(said["what"]) else None


def _verb_said(text: str, thing: Entity) -> re.Match[str] | None:
    """Return what it is said that a thing does, where that speaks of a dimension: "cars break a lot"."""
    said = _DOES.match(text, thing.end)
    is_done = said and tagger().tag(["it", said["what"].split()[0].lower()])[1].startswith("VB")
    return said if said and is_done and dimension_of(said["what"]) else None
