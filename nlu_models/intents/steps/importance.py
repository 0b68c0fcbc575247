"""What counts more, less or alone of what a message names: "price matters less than comfort", "price 3, speed 1"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.text.lexicon import topic_of
from nlu_models.intents.draft import Draft, apart
from nlu_models.intents.message import Entity
from nlu_models.intents.quantities import factor
from nlu_models.intents.sayings import bare
from nlu_models.intents.steps.phrases import CLAUSE_END

_DENIES: Final = r"\b(?:not|never|(?!ca|could)\w+n['’]?t)\b"
"""What denies that something counts, unlike what somebody cannot do."""
_COUNTS: Final = (
    r"(?:important|much|crucial|essential|relevant|critical|decisive|interest(?:ed|ing)|worried|concerned|bothered)\b"
)
"""Words for how much something counts."""
_SO: Final = r"(?:quite\s+|all\s+)?(?:that|so|as|too|very|overly|terribly|particularly|really)"
_NOT_SO: Final = rf"{_DENIES}(?:\s+\w+){{0,2}}?\s+{_SO}\s+{_COUNTS}"
"""What says that something does not count that much."""
_ARTICLE: Final = r"(?:(?:the|my|our|its?|their)\s+)?"
_A_LITTLE: Final = r"(?:a\s+(?:little\s+bit|bit|little|tad)|slightly|somewhat)"
_BEHIND = re.compile(
    rf"\s*,?\s+(?:(?!(?:and|because|but|since|so|i|we|he|she|they)\b)\w+\s+){{0,2}}?"
    rf"(?:(?:{_A_LITTLE}\s+)?less|{_NOT_SO})(?:\s+(?:so|important|relevant|crucial|weight))?"
    r"(?=\s*(?:$|[,;.!?]|\b(?:than(?!\s*[$€£]?\d)|as|to|for|and|but|though)\b))|"
    r"\s+(?:is|are)\s+(?:only\s+|just\s+)?(?:secondary|a minor (?:point|thing|concern))\b",
    re.IGNORECASE,
)
"""What stands behind something that counts less: "is less important", "doesn't matter that much", "is secondary"."""
_BEFORE = re.compile(
    rf"(?:\b(?:care|worry|mind|think|weigh|put|give|worried|concerned|interested|bothered)\s+(?:{_A_LITTLE}\s+)?less|"
    rf"less important|{_NOT_SO})\s+(?:(?:is|are|about|for|on|by|in|of|to|weight|importance)\s+){{0,2}}{_ARTICLE}$",
    re.IGNORECASE,
)
"""What stands before something that counts less: "I care less about", "not so worried about"."""
_LITTLE_LESS = re.compile(rf"\b{_A_LITTLE}\s+less\b", re.IGNORECASE)
LITTLE_LESS: Final = 0.75
"""How many times as much something counts as what counts a little more."""
_MEASURED = re.compile(
    rf"\b(?:less|more|not|never|\w+n['’]?t)\b.*\b(?:than|as)\s+(?:(?:about|for|on|in)\s+)?{_ARTICLE}$", re.IGNORECASE
)
"""What stands before something by which is told how much something else counts."""
_DENIED = re.compile(rf"{_NOT_SO}(?!\s+(?:as|than)\b)", re.IGNORECASE)
"""What says that something does not count that much, whatever else does."""
_ASKS = re.compile(r"\W*(?:(?:and|but|so|ok)\W+)*(?:which|who)\b", re.IGNORECASE)
"""What asks of which thing something is less: "which smells less"."""
_READ_AS: Final = frozenset({"add_aspect", "drop", "compare", "swap"})
"""Intents that a message may be read as which says that something counts less."""


def is_denied(text: str) -> bool:
    """Return whether a text says that something does not count that much, and measures it by nothing else."""
    return _DENIED.search(text) is not None


def weigh_less(draft: Draft) -> Draft:
    """Let what is said to count less do so, and drop neither that nor by what it is told."""
    aspects = [one for one in draft.entities if one.entity == "aspect"]
    behind = bare(draft.text[aspects[-1].end :]) if aspects else ""
    is_dropped = draft.likeliest == "drop" and CLAUSE_END.search(behind)  # "video is not so important, forget it"
    if draft.likeliest not in _READ_AS or is_dropped or _ASKS.match(draft.text):
        return draft
    roles = _roles(draft.text, aspects)
    entities = [replace(one, role=roles.get(one, one.role)) for one in draft.entities]
    second = draft.second if any(one.role == "out" for one in entities) else ""
    lessens = "less" in roles.values()
    weighs = lessens and draft.likeliest != "compare"
    if lessens:
        little = (one.span() for one in _LITTLE_LESS.finditer(draft.text))
        entities += apart((Entity("weight", str(LITTLE_LESS), *span) for span in little), entities)
    draft = replace(draft, entities=entities, second=second) if roles else draft
    return draft.certainly("add_aspect") if weighs else draft


def _roles(text: str, aspects: Sequence[Entity]) -> dict[Entity, str]:
    """Return what counts less with its role, and with none by what that is told, which is not dropped."""
    roles: dict[Entity, str] = {}
    for at, one in enumerate(aspects):
        before = text[aspects[at - 1].end if at else 0 : one.start]
        measures = _MEASURED.search(text, 0, one.start) if at or one.role == "out" else None
        if not measures and (_BEHIND.match(text, one.end) or _BEFORE.search(before)):
            roles[one] = "less"
        elif measures and (roles or one.role == "out"):
            roles[one] = ""
    return roles


_WEIGHS: Final = r"(?:\s+(?:weighs?|counts?|matters?|is|at))?"
_ITS_NUMBER = re.compile(
    rf"{_WEIGHS}\s*[:=]?\s*(?P<weight>\d{{1,2}}(?:[.,]\d+)?\s*%?)(?!\s*(?:times|x)\b|[\w:])", re.IGNORECASE
)
"""The weight that stands behind each of several points of view: "price 3, speed 1"."""
_BEGINS: Final = r"(?:(?<=[,;:] )|(?<=\b[Aa]nd )|^)(?!and\b|And\b)"
_NUMBERED = (
    re.compile(
        rf"{_BEGINS}(?P<name>[^\W\d]+(?: [^\W\d]+){{0,2}}?){_WEIGHS}[ :=]+(?P<weight>\d{{1,2}})"
        r"(?=[,;.!]|$| (?:for|of|with) )"
    ),
    re.compile(rf"{_BEGINS}(?P<weight>\d{{1,2}}) (?:for|on|to) (?P<name>[^\W\d]+(?: [^\W\d]+){{0,2}})(?=[,;.!]|$)"),
)
"""A point of view with its weight behind or before it, and nothing else between two marks."""


def weigh_by_numbers(draft: Draft) -> Draft:
    """Weigh points of view by the numbers beside them, whatever else is said: "price 3, speed 1", "5 for looks"."""
    text, known = draft.text, draft.context.aspects
    aspects = [one for one in draft.entities if one.entity == "aspect"]
    weighed = {one: weight for one in aspects if (weight := _ITS_NUMBER.match(text, one.end))}
    alone = [one for pattern in _NUMBERED for one in pattern.finditer(text)]
    if any(topic_of(one["name"]) or one["name"] in known for one in alone):
        weighed |= {Entity("aspect", one["name"], *one.span("name")): one for one in alone}
    if len(weighed) < 2:
        return draft
    weights = [Entity("weight", factor(one["weight"]), *one.span("weight"), "points") for one in weighed.values()]
    others = apart((one for one in draft.entities if one.entity != "aspect"), [*weighed, *weights])
    named = [*others, *apart(aspects, [*weighed]), *(replace(one, role="") for one in weighed), *weights]
    draft = replace(draft, entities=sorted(named, key=lambda one: one.start))
    return draft if draft.likeliest == "compare" else draft.certainly("add_aspect", second="")


_ALL = re.compile(
    r"\bnothing (?:else|more)(?: (?:matters|counts))?\W*$"
    r"|\b(?:is|are|that['’]?s) all (?:that|i|we)\b|^\W*all (?:that|i|we)\b"
    r"|\b(?:only|just|solely)(?: (?:really|ever))? (?:cares?|cared|bothered|concerned|interested)\b",
    re.IGNORECASE,
)
"""What says that nothing matters but what is named."""


def let_only_count(draft: Draft) -> Draft:
    """Let only what is named count in "price, nothing else matters", "I only care about price"."""
    are_aspects = draft.entities and all(one.entity == "aspect" and one.role != "out" for one in draft.entities)
    if draft.intent != "add_aspect" or not are_aspects or not _ALL.search(draft.text):
        return draft
    return replace(draft, entities=[replace(one, role="only") for one in draft.entities], second="")
