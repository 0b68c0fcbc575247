"""What is compared: things to choose between, to add, to exchange, to correct and to drop."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from engine.text.graded import grade
from engine.text.related import likeness
from engine.text.tagging import tagger
from engine.text.tokens import TOKEN, stems
from engine.types import OVERALL, AskedKind
from nlu_models.intents.draft import ASKED, BRINGS_IN, OF_ONE, Draft, apart
from nlu_models.intents.message import SURE, Entity, compared
from nlu_models.intents.object_or_aspect import is_point_of_view
from nlu_models.intents.quantities import number
from nlu_models.intents.sayings import bare
from nlu_models.intents.steps.aspects import are_points_of_view
from nlu_models.intents.steps.entities import stands_for
from nlu_models.intents.steps.phrases import FOR_USE, MEANT, NOT

_OF_CHOICE = re.compile(r"\s*(?:[,/]|\b(?:or|vs\.?|versus)(?!\w))+\s*", re.IGNORECASE)
"""What stands between things of which one is chosen."""
_BESIDE = re.compile(
    r"\s+(?:(?:as\s+)?(?:compared|opposed|next)\s+(?:to|with)|against)\s+(?:(?:the|an?)\s+)?", re.IGNORECASE
)
"""What stands between two things of which one is held against the other."""


def compare_bare(draft: Draft) -> Draft:
    """Compare the things that a message names and nothing else, where any is new: "cats or dogs", "tea vs gin then"."""
    held, is_other = draft.context.objects, draft.likeliest != "compare" and draft.intents[draft.likeliest] >= SURE
    points = any(one.label == "reference" for one in draft.named)  # "gin vs those two"
    if draft.known or is_other or points or len(held) < 2 or draft.likeliest == "back_to":
        return draft
    things, said = draft.things_of_question(least=2), bare(draft.text).rstrip(" ?!.")
    is_new = not all(compared(one.value, held) for one in things)
    if not is_new or are_points_of_view(things, draft.context):
        return draft
    is_all = draft.text[things[0].start : things[-1].end] == said
    of_choice = all(_OF_CHOICE.fullmatch(draft.text, one.end, other.start) for one, other in pairwise(things))
    are_names = "RB" not in tagger().tag([one.value.lower() for one in things])  # "tin, additionally or otherwise?"
    return draft.certainly("compare", entities=things) if is_all and of_choice and are_names else draft


def compare_meant(draft: Draft) -> Draft:
    """Compare the two things that a correction names as a choice: "no, I meant tea or gin, forget the rum"."""
    meant = MEANT.search(draft.text)
    things = [one for one in draft.things if meant and meant.end() <= one.start]
    between = (things[0].end, things[1].start) if len(things) > 1 else (0, 0)
    is_pair = any(form.fullmatch(draft.text, *between) for form in (_OF_CHOICE, _BESIDE))
    chosen = things[:2] if is_pair else []
    if draft.known or not chosen or not draft.context.objects:
        return draft
    others = [one for one in draft.entities if one not in draft.things]
    rest = [one for one in others if not NOT.search(draft.text, 0, one.start)]
    return draft.certainly("compare", entities=[*(replace(one, role="") for one in chosen), *rest])


def choose_bare(draft: Draft) -> Draft:
    """Ask for the verdict where all things compared are named again and nothing else: "ok so tea or coffee?"."""
    things, held = draft.things, draft.context.objects
    if draft.likeliest not in {"compare", "ask_verdict"} or len(draft.entities) != len(things):
        return draft
    is_closing = draft.text.endswith("?") or not draft.text.startswith(bare(draft.text))
    is_all = len(things) == len(held) > 1 and {compared(one.value, held) for one in things} == set(held)
    is_choice = all(_OF_CHOICE.fullmatch(draft.text, one.end, other.start) for one, other in pairwise(things))
    said = bare(draft.text).rstrip(" ?!.")
    if not (is_closing and is_all and is_choice and draft.text[things[0].start : things[-1].end] == said):
        return draft
    return draft.certainly("ask_verdict", second="", relation="", entities=[])


_COMPARES = re.compile(r"\b(?:compare|hold|pit|put)\s+(?:(?:the|an?)\s+)?$", re.IGNORECASE)
"""What stands before the first of two things that are to be compared with each other."""
_WITH = re.compile(r"\s+(?:with|to|and|against|vs\.?|versus)\s+(?:(?:the|an?)\s+)?", re.IGNORECASE)
"""What stands between them."""


def compare_instead(draft: Draft) -> Draft:
    """Compare the two things that a message names together: "compare tea with rum instead".

    Where one of two is named with a new one, this takes the place of the other.
    """
    things, held = draft.things, draft.context.objects
    is_change = draft.intent == "change_object" and len(things) == 2
    told = is_change and _COMPARES.search(draft.text, 0, things[0].start)
    if not told or not _WITH.fullmatch(draft.text, things[0].end, things[1].start):
        return draft
    stays = [one for one in things if draft.context.names(one)]
    others = [name for name in held if not any(compared(one.value, (name,)) for one in stays)]
    if len(stays) != 1 or len(others) != 1:
        return replace(draft, intent="compare", entities=[replace(one, role="") for one in draft.entities])
    shaped = [replace(one, value=others[0], role="old") if one in stays else one for one in draft.entities]
    return replace(draft, entities=[replace(one, role="new") if one in things else one for one in shaped])


_THAN = re.compile(r"\bthan\W+(?:(?:the|an?)\s+)?$", re.IGNORECASE)
"""What stands before the thing that another one is held against."""
_RATHER = re.compile(r"\brather\b[^?!.;:]*$", re.IGNORECASE)
"""What stands before one that is not wanted."""
_THEN = re.compile(r"\W+then\W*$", re.IGNORECASE)
"""What ends a message behind the thing that it chooses."""


def change_nothing(draft: Draft) -> Draft:
    """Ask for the verdict where one of the things compared is chosen, or denied: "tea then", "so tea, not coffee?".

    A thing that another one is held against stays: "is it better than tea", said of rum, compares these two.
    """
    one = draft.things[0] if len(draft.things) == 1 else None
    is_chosen = (
        one and _THEN.match(draft.text, one.end) and bare(draft.text).startswith(draft.text[one.start : one.end])
    )
    if one and is_chosen and draft.intent == "name_object" and draft.context.names(one):
        return replace(draft, intent="ask_verdict")
    wanted = {"change_object": 2, "drop": 1}.get(draft.intent)
    things = [stands_for(draft, one, alone=True) for one in draft.things]
    is_pair = draft.intent == "change_object" and len(things) == 2
    held = is_pair and _THAN.search(draft.text, things[0].end, things[1].start)
    if held and (all(map(draft.context.names, things)) or not _RATHER.search(draft.text, 0, things[1].start)):
        return replace(draft, intent="compare", entities=[replace(one, role="") for one in draft.entities])
    denied = [one for one in things if one.role in {"old", "out"} and NOT.search(draft.text, 0, one.start)]
    asks = draft.text.endswith("?") and len(things) == wanted and len(denied) == 1
    if not asks or not all(map(draft.context.names, things)):
        return draft
    return replace(draft, intent="ask_verdict", entities=[replace(one, role="") for one in things if one.role != "old"])


_ASKS_OF_ONE: Final = frozenset({*OF_ONE, "compare", "name_object"})
"""Intents of questions for what speaks for or against one thing, where nothing is compared."""
_WHY_NOT = re.compile(r"why not\b", re.IGNORECASE)


def ask_of_one(draft: Draft) -> Draft:
    """Tell what is asked of one thing from a comparison: "what speaks against Java compared with Python?"."""
    both = draft.things_of_question(least=2) if draft.intent in OF_ONE else []
    if both and not any(map(draft.context.names, both)):
        draft = replace(draft, intent="compare", entities=[*both, *apart(draft.entities, both)])
    if draft.intent in _ASKS_OF_ONE and not draft.context.objects:
        question, things = draft.parser.parse(draft.text), draft.things_of_question()
        if question.asked.kind is AskedKind.AGAINST and len(things) == len(question.objects) == 1:
            return replace(draft, intent="ask_for" if draft.intent == "ask_for" else "ask_against", entities=things)
    is_offer = draft.intent == "ask_against" and _WHY_NOT.match(bare(draft.text))
    return replace(draft, intent="add_object") if is_offer and draft.context.objects and draft.names_new else draft


def add_for_use(draft: Draft) -> Draft:
    """Add a thing that is named with its use: "rabbits for kids"."""
    if draft.intent not in {"add_aspect", "compare", "name_object"} or len(draft.things) != 1:
        return draft
    thing, around = draft.things[0], pairwise(draft.entities)
    of_use = any(one == thing and FOR_USE.fullmatch(draft.text, one.end, use.start) for one, use in around)
    is_new = draft.context.objects and draft.names_new and not is_point_of_view(thing.value)
    return replace(draft, intent="add_object") if of_use and is_new and thing.entity == "object" else draft


_ITS = re.compile(r"\b(?:their|its)\s+$", re.IGNORECASE)
"""What stands before something that a thing has."""


def weigh_meant(draft: Draft) -> Draft:
    """Weigh what is meant of the one thing to which a second is asked for, "their tablets"; a longer name is this one.

    "I meant HP tablets" of HP means these of it, as "tablets, I mean" does; "I meant green tea" another name for tea.
    """
    things, names = draft.things, draft.context.objects
    is_asked = draft.context.reply == "ask_second" and len(names) == 1 and draft.intent in BRINGS_IN
    follows = len(things) == 2 and draft.context.names(things[0]) and things[0].end + 1 == things[1].start
    if not is_asked or not (follows or len(things) == 1):
        return draft
    one, corrects = things[-1], MEANT.search(draft.text)
    is_longer = corrects and {*stems(names[0])} < {*stems(one.value)}
    begins = is_longer and one.value.casefold().startswith(f"{names[0]} ".casefold())
    start = one.start + len(names[0]) + 1 if begins else one.start
    what = Entity("aspect", draft.text[start : one.end], start, one.end)
    if _ITS.search(draft.text, 0, one.start) or ((corrects or follows) and _is_of_name(what.value, names[0])):
        return replace(draft, intent="add_aspect", other="", entities=[what, *apart(draft.entities, things)])
    return replace(draft, intent="change_object", other="") if is_longer else draft


def _is_of_name(words: str, name: str) -> bool:
    """Return whether words for several things are written as no name beside one that is: "tablets" of HP."""
    return name != name.lower() and words.islower() and tagger().tag(["the", *words.split()])[-1] == "NNS"


_BY_IT = re.compile(
    r"\b(?:by|with|when i (?:say|said|wrote))\s+(?:(?:an?|the)\s+)?(?P<said>\w[^?!.,;:]{0,40}?)\s+i\s+"
    r"(?:(?:actually|really|just)\s+)?(?:mean|meant|ment)\s+(?:(?:more\s+)?like\s+)?(?:(?:an?|the)\s+)?$",
    re.IGNORECASE,
)
"""What stands before what somebody means by a word: "by bike I meant a"."""


def explain_word(draft: Draft) -> Draft:
    """Let what is meant take the place of what a word stood for: "by bike I meant a mountain bike", said of cycling."""
    names = draft.context.objects
    for one in draft.things if names else ():
        says = _BY_IT.search(draft.text, 0, one.start)
        if says is None:
            continue
        said = Entity("object", says["said"], *says.span("said"), "old")
        old = stands_for(draft, said, alone=True)
        old = old if draft.context.names(old) else replace(old, value=_most_alike(said.value, names))
        if old.value:
            return draft.certainly("change_object", second="", relation="", entities=[old, replace(one, role="new")])
    return draft


_SAME_THING: Final = 0.6
"""Likeness from which on a word may stand for a thing: "bike" for cycling."""
_CLEARLY: Final = 0.2
"""By so much more alike it is to that than to the other things."""


def _most_alike(word: str, names: Sequence[str]) -> str:
    """Return the one of some names that means much the same as a word, and clearly more than the others; else none."""
    alike = sorted(((likeness(word, name), name) for name in names), reverse=True)
    clear = alike[0][0] >= _SAME_THING and all(alike[0][0] - other >= _CLEARLY for other, _ in alike[1:])
    return alike[0][1] if clear else ""


_NO = re.compile(r"\W*no\b\W*(?:sorry\b\W*)?(?:the\s+)?", re.IGNORECASE)
_REFUSE: Final = frozenset({"drop", "filter", "name_object", "add_object", "deny"})
"""Intents of a no to what is named."""


def correct_with_no(draft: Draft) -> Draft:
    """Take "no, Java", which is neither compared nor weighed, for the correction of a name."""
    said = [(one.start, one.end, one.entity) for one in draft.entities]
    opened, end = _NO.match(draft.text), len(draft.text.rstrip(" .!?"))
    fits = opened and draft.context.objects and draft.names_new and said == [(opened.end(), end, "object")]
    return draft.certainly("change_object") if fits and draft.likeliest in _REFUSE else draft


_KEEP: Final = frozenset({"compare", "add_aspect"})
"""Intents of messages that may ask how one thing is without another."""
_WITHOUT = re.compile(r"\bwithout (?:the )?(?P<name>\w[^?!.,;]*)", re.IGNORECASE)


def drop_without(draft: Draft) -> Draft:
    """Drop a thing compared that is not wanted, "just the two, without the water"; "I own no car" drops nothing."""
    lacking = [one for one in draft.entities if one.value.startswith("without ")]
    if draft.likeliest == "drop" and lacking and len(lacking) == len(draft.entities):
        return draft.certainly("add_aspect")
    found = _WITHOUT.search(draft.text)
    name = compared(found["name"].strip(), draft.context.objects) if found else ""
    if not found or not name or draft.likeliest in _KEEP:
        return draft
    return draft.certainly("drop", entities=[Entity("object", name, *found.span("name"))])


_SEVERAL: Final = frozenset({"two", "three", "four", "2", "3", "4"})
"""How many of the things compared are left out: "the two slowest"."""


def drop_with_most(draft: Draft) -> Draft:
    """Drop "the slowest", "the two worst" or "the one that is least safe"; not the best, nor where one is named."""
    is_told = any(
        one.role == "out" and one.value in draft.context.objects for one in draft.entities
    )  # "no tea, the cheapest"
    if is_told or not draft.context.objects or draft.intents.get("drop", 0.0) <= ASKED:
        return draft
    words = list(TOKEN.finditer(draft.text))
    tags = tagger().tag([one[0].lower() for one in words])
    for at, (one, tag) in enumerate(zip(words, tags, strict=True)):
        graded = one[0].lower() in {"most", "least"}
        end = words[at + 1] if graded and tags[at + 1 : at + 2] in (["JJ"], ["RB"]) else one
        alone = tag == "JJS" and not graded and number(one[0]) == "0"
        count = next(
            (word for word in (*words[max(0, at - 1) : at], *words[at + 1 : at + 2]) if word[0] in _SEVERAL), one
        )
        known = grade(one[0].lower())
        if end is not one or (alone and (known.dimension != OVERALL or (count is not one and known.sign < 0))):
            start, stop = min(one.start(), count.start()), max(end.end(), count.end())
            return draft.certainly("drop", entities=[Entity("object", draft.text[start:stop], start, stop, "top")])
    return draft
