"""The roles of what is named, and what is asked besides, once the intent is chosen."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from nlu_models.intents.draft import Draft
from nlu_models.intents.limits import sites
from nlu_models.intents.message import Entity
from nlu_models.intents.steps.entities import quote
from nlu_models.intents.steps.phrases import MEANT, NOT
from nlu_models.intents.styles import style_of


def put_request_first(draft: Draft) -> Draft:
    """Compare in "new question: tea or coffee", and add in "drop rum and add gin", where all else is done besides."""
    if draft.intent in {"restart", "filter"} and len(draft.things) > 1:
        return replace(draft, intent="compare", second=draft.intent)
    is_besides = draft.intent == "drop" and draft.second  # what is left out then has a role of its own
    return replace(draft, intent=draft.second, second="drop") if is_besides else draft


def leave_unmeant(draft: Draft) -> Draft:
    """Leave out what stands behind "not", where another point of view is meant: "readability, not speed of coding"."""
    named = [
        one
        for one in draft.entities
        if one.entity == "aspect" or (one in draft.things and not draft.context.names(one))
    ]
    unmeant = [one for one in named if NOT.search(draft.text, 0, one.start)]
    if draft.intent != "add_aspect" or not any(one.entity == "aspect" and one not in unmeant for one in named):
        return draft
    shaped = [replace(one, entity="aspect", role="out") if one in unmeant else one for one in draft.entities]
    return replace(draft, entities=shaped)


def ask_besides(draft: Draft) -> Draft:
    """Drop or limit besides: "repair costs, not reliability", "add gin, only since 2015"."""
    if draft.second:
        return draft
    is_out = any(one.role == "out" for one in draft.entities)
    if is_out and draft.intent in {"add_aspect", "add_object", "name_object"}:
        return replace(draft, second="drop")
    return replace(draft, second="filter") if draft.limits and draft.intent not in {"filter", "compare"} else draft


def ask_the_same(draft: Draft) -> Draft:
    """Ask the same again of "all three", where all things compared are pointed at and none is named."""
    things = draft.things
    is_named = any(one.label == "object" for one in draft.named)
    is_named = is_named or any(draft.text[one.start : one.end] == one.value for one in things)
    is_same = not is_named and {one.value for one in things} == set(draft.context.objects)
    if draft.intent not in {"compare", "add_aspect"} or not is_same:
        return draft
    return replace(draft, entities=[one for one in draft.entities if one not in things])


def find_what_is_meant(draft: Draft) -> Draft:
    """Find the source of "who wrote that?", the publishers of "only reddit", the style of "as a table"."""
    text, intent, entities = draft.text, draft.intent, draft.entities
    of_source = intent == "ask_source" or (draft.context.source and intent in {"ask_date", "ask_how_sure"})
    if of_source and not any(one.entity == "argument" for one in entities):
        return replace(draft, entities=[*entities, quote(text, 0, len(text), draft.context)])
    if intent == "filter" and not entities:
        return replace(draft, entities=sites(text))
    if intent == "style":
        style = Entity("style", style_of(text), 0, len(text))
        return replace(draft, entities=[style, *(one for one in entities if one.role == "out")])
    return draft


_EXAMPLE = re.compile(
    r"\W*(?:such as|like|as in|meaning|for example|say|e\.?g\.?|i\.?e\.?)\W+(?:(?:an?|the)\s+)?", re.IGNORECASE
)
"""What stands between a name and an example of it: "desktop Linux, like Ubuntu"."""


def give_roles(draft: Draft) -> Draft:
    """Give what is named the role that it has for the intent: "no, I meant …", "Ubuntu instead", "rather than tea"."""
    entities = sorted([*draft.entities, *draft.limits], key=lambda one: one.start)
    objects = [one for one in entities if one.entity == "object"]
    general = [one for one, other in pairwise(objects) if _EXAMPLE.fullmatch(draft.text, one.end, other.start)]
    alone = draft.intent == "add_aspect" and sum(one.role != "out" for one in entities) == 1
    is_no = draft.intent == "change_object" and draft.text.casefold().startswith(("no ", "no, "))
    corrects = is_no or MEANT.search(draft.text)

    def role(one: Entity) -> str:
        role = one.role
        if role == "out" and draft.second == "drop":
            return role
        if one.entity == "object":
            match draft.intent:
                case "ask_against":
                    role = "against"
                case "change_object" if one in general:
                    role = "old"
                case "change_object" if len(objects) == 1 or not role:
                    is_old = len(objects) > 1 or role == "old" or draft.context.reply == "ask_which"
                    role = "old" if is_old and draft.context.names(one) else "new"
        if (role == "new" or (alone and not role)) and corrects:
            return "meant"
        if role == "out" and draft.intent == "drop" and not draft.second and one.entity != "site":
            return ""
        is_replaced = role in {"old", "new"} and one.entity == "object"
        return "" if is_replaced and draft.intent != "change_object" else role

    return replace(draft, entities=[replace(one, role=role(one)) for one in entities])
