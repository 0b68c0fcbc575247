"""What only the comparison before a message can tell: whether a name is a thing or a point of view, old or new."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from engine.text.tokens import Tokens, same_name
from nlu_models.intents.message import CERTAIN, Context, Entity, ParsedMessage
from nlu_models.intents.object_or_aspect import is_point_of_view

_DROPPING = re.compile(
    r"\b(?:forget|drop|remove|ignore|skip|leave|without|take|scratch|neglect|disregard|never ?mind|nvm|"
    r"(?:don'?t|do not|not) (?:\w+ ){0,2}?(?:count|consider|bother|care|matter|play|important)|no more|over)\b",
    re.IGNORECASE,
)
_REPLACING = re.compile(
    r"^(?:no|not)\b|\b(?:not|instead|in ?stead|insted|rather than|in place of|meant)\b", re.IGNORECASE
)
_COMPARING = re.compile(r"\bcompare\b", re.IGNORECASE)
"""What asks for a second thing after one, and for another after two: "compare it with …"."""
_BRINGING = re.compile(
    r"(?:(?:and|or|but|so|ok|then|hm+|what about|how about|what of|just|even|a|the)\b[\s,]*)*", re.IGNORECASE
)
"""What may stand before a name that is brought in."""
_AGAINST = re.compile(
    r"\b(?:against|suck\w*|wrong|hate\w*|regret\w*|garbage|overrated|overpriced|ugly|dead|cruel|terrible|awful|opponents?|"
    r"catch|kill)\b",
    re.IGNORECASE,
)
_ACTIVITY = re.compile(r"^[a-z]{3,}ing\b")
"""What may be a purpose ("for running") or, beside others of its kind, a thing ("running or cycling")."""
_CHOICE = re.compile(r"\b(?:or|vs|versus|compare)\b|/", re.IGNORECASE)
_REFUSING = re.compile(r"(?:(?:ok|okay|then|and|so|please)\b[\s,]*)*no (?:more )?(?!not\b)[^,;]+$", re.IGNORECASE)
"""What stands before what is not wanted any more: "no Nano then"."""
_PLACE = re.compile(r"(?:the )?(?:first|second|third|last|former|latter)(?: one| two| ones)?", re.IGNORECASE)
"""What points at things that are compared: "only the first two"."""
_NAMING = frozenset({"other_side", "why", "swap", "sources"})
"""Intents whose messages may name the things that are compared."""


def in_context(turn: ParsedMessage, context: Context) -> ParsedMessage:
    """Return a turn as it must be meant after ``context``."""
    if turn.intent == "drop":
        turn = replace(turn, entities=tuple(_unwanted(entity, context) for entity in turn.entities))
    known = tuple(_known(turn.text, context))
    if (
        _REFUSING.match(turn.text)
        and known
        and turn.intent in {"name_object", "change_object", "compare", "add_aspect"}
    ):
        return replace(_as(turn, "drop", known[:1]), confidence=CERTAIN)
    if len(context.objects) < 2:
        return _completing(turn) if context.objects else turn
    if turn.intent == "name_object" and _COMPARING.search(turn.text):
        return _as(turn, "change_object", tuple(replace(entity, role="new") for entity in turn.entities))
    if turn.intent == "name_object" and not _shared(turn, context) and _respects(turn, context):
        return _as(turn, "add_aspect", tuple(replace(entity, entity="aspect") for entity in turn.entities))
    if turn.intent == "change_object":
        turn = _turned(turn, context)
    if turn.intent == "change_object" and _shared_aspects(turn, context):
        aspects = (replace(one, entity="aspect", role="old" * (one.role == "old")) for one in turn.entities)
        return _as(turn, "add_aspect", tuple(aspects))
    if turn.intent == "add_aspect":
        return _weighed(turn, context)
    if turn.intent == "compare":
        return _compared(turn, context)
    if turn.intent in {"out_of_scope", "name_object", "deny", "filter"} and known and _DROPPING.search(turn.text):
        return _as(turn, "drop", known)
    if turn.intent == "out_of_scope" and len({one.value.casefold() for one in known if one.entity == "object"}) == 1:
        turn = _as(turn, "other_side", ())
    if turn.intent in _NAMING and not turn.entities:
        role = "against" if turn.intent == "other_side" and _AGAINST.search(turn.text) else ""
        return replace(turn, entities=tuple(replace(one, role=role * (one.entity == "object")) for one in known))
    return turn


def _as(turn: ParsedMessage, intent: str, entities: tuple[Entity, ...]) -> ParsedMessage:
    return replace(turn, intent=intent, entities=entities)


def _unwanted(entity: Entity, context: Context) -> Entity:
    """Return what is to be dropped as an object if it is compared, else as an aspect."""
    compared = any(same_name(entity.value, one) for one in context.objects)
    return replace(entity, entity="object" if compared else "aspect")


def _known(text: str, context: Context) -> Iterator[Entity]:
    """Yield the objects and aspects of the context that a text names."""
    tokens = Tokens(text)
    for label, names in (("object", context.objects), ("aspect", context.aspects)):
        for start, end in sorted({found for name in names for found in tokens.mentions(name)}):
            yield Entity(label, text[start:end], start, end)


def _shared(turn: ParsedMessage, context: Context) -> list[Entity]:
    """Return the objects of a turn that are compared already."""
    objects = [entity for entity in turn.entities if entity.entity == "object"]
    return [one for one in objects if any(same_name(one.value, name) for name in context.objects)]


def _turned(turn: ParsedMessage, context: Context) -> ParsedMessage:
    """Return a turn that replaces a thing that is compared: "substitute R for MATLAB" has them the other way round."""
    roles = {one.role: any(same_name(one.value, name) for name in context.objects) for one in turn.entities}
    if roles != {"new": True, "old": False}:
        return turn
    other = {"new": "old", "old": "new"}
    return replace(turn, entities=tuple(replace(one, role=other[one.role]) for one in turn.entities))


def _shared_aspects(turn: ParsedMessage, context: Context) -> bool:
    """Return whether a turn replaces a point of view."""
    old = [one.value for one in turn.entities if one.role == "old"]
    return any(same_name(value, name) for value in old for name in context.aspects)


def _respects(turn: ParsedMessage, context: Context) -> bool:
    """Return whether a turn names points of view, and the things that are compared are none themselves."""
    if _of_respects(context):
        return False
    bare = bool(turn.entities) and not turn.text[: turn.entities[0].start].strip()
    return all(is_point_of_view(one.value) or (bare and _ACTIVITY.search(one.value)) for one in turn.entities)


def _of_respects(context: Context) -> bool:
    """Return whether what is compared could be points of view elsewhere: spring and autumn, running and cycling."""
    return any(is_point_of_view(name) or _ACTIVITY.search(name) for name in context.objects)


def _weighed(turn: ParsedMessage, context: Context) -> ParsedMessage:
    """Return a turn that adds an aspect, unless the comparison is of such things or the aspect is one of the two."""
    if not turn.entities:
        return turn
    last = turn.entities[-1]
    if last.role == "only" and all(_is_thing(entity, context) for entity in turn.entities):
        things = tuple(replace(entity, entity="object", role="") for entity in turn.entities)
        return replace(_as(turn, "name_object", things), confidence=CERTAIN)
    if len(turn.entities) == 2 and any(same_name(last.value, one) for one in context.objects):
        new, old = (replace(entity, entity="object") for entity in turn.entities)
        return _as(turn, "change_object", (replace(new, role="new"), replace(old, role="old")))
    if _of_respects(context) and _BRINGING.fullmatch(turn.text[: last.start]) and not last.role:
        return _as(turn, "name_object", tuple(replace(entity, entity="object") for entity in turn.entities))
    return turn


def _is_thing(entity: Entity, context: Context) -> bool:
    """Return whether "only …" names a thing: by its place, as one that is compared, or by a capital letter."""
    known = any(same_name(entity.value, one) for one in context.objects)
    proper = entity.value[:1].isupper() and not is_point_of_view(entity.value)
    return known or proper or bool(_PLACE.fullmatch(entity.value))


def _completing(turn: ParsedMessage) -> ParsedMessage:
    """Return a turn after one thing alone: what would replace it is the second thing."""
    if turn.intent == "change_object" and [entity.role for entity in turn.entities] in (["new"], ["meant"]):
        return _as(turn, "name_object", tuple(replace(entity, role="") for entity in turn.entities))
    return turn


def _compared(turn: ParsedMessage, context: Context) -> ParsedMessage:
    """Return a question as the follow-up that it is when it names one of the things that are compared."""
    objects = [entity for entity in turn.entities if entity.entity == "object"]
    aspects = [entity for entity in turn.entities if entity.entity == "aspect"]
    shared = _shared(turn, context)
    if len(context.objects) > 2 and objects and objects == shared and not _CHOICE.search(turn.text):
        return replace(turn, intent="name_object")
    points = all(is_point_of_view(one.value) for one in objects) or bool(aspects)
    if turn.question is None and points and not shared and not _CHOICE.search(turn.text):
        return _as(turn, "add_aspect", tuple(replace(one, entity="aspect") for one in turn.entities))
    if len(objects) == 1 and shared and aspects:
        return replace(turn, intent="add_aspect")
    if len(objects) == 2 and len(shared) == 1 and _REPLACING.search(turn.text):
        roles = {one: "old" if one in shared else "new" for one in objects}
        return _as(turn, "change_object", tuple(replace(one, role=roles.get(one, "")) for one in turn.entities))
    return turn
