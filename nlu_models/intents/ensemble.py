"""Puts what a network learned of messages beside what the rules say: the surer of the two is believed."""

from __future__ import annotations

import re
from dataclasses import replace

from engine.text.tokens import same_name
from engine.types import Label, Message, Span
from nlu_models.intents.keywords import style_of
from nlu_models.intents.message import CERTAIN, INTENTS, Context, Entity, ParsedMessage

_NAMES = {
    "compare": {Label.OBJECT, Label.ASPECT},
    "drop": {Label.OBJECT, Label.ASPECT},
    "other_side": {Label.OBJECT},
    "add_aspect": {Label.ASPECT},
    "add_object": {Label.OBJECT},
    "change_object": {Label.OBJECT},
    "name_object": {Label.OBJECT},
}
"""Intents whose messages name something → of which kind."""
_NEEDING = _NAMES.keys() - {"compare", "other_side"}
"""Intents that mean nothing without a name."""
_WEIGHTS = {
    "only": re.compile(r"\b(?:only|just|nothing but)\b", re.IGNORECASE),
    "less": re.compile(r"\b(?:less important|matters? (?:\w+ )?less|not (?:so|that|very) important)\b", re.IGNORECASE),
    "most": re.compile(r"\b(?:most|above all|main|mainly|priority|key|crucial|twice|double|deciding)\b", re.IGNORECASE),
}
"""Role of an aspect → words that give it, in a message that adds one."""
_AGAINST = re.compile(
    r"\b(?:against|wrong|bad|suck\w*|hate\w*|over(?:rated|priced)|ugly|awful|terrible)\b", re.IGNORECASE
)


def surer(turn: ParsedMessage, message: Message, context: Context) -> ParsedMessage:
    """Return a turn, or what the network understood where it is surer; plain names are cut as the network cuts them.

    Args:
        turn: What the rules say; its confidence is the share of such turns that are right.
        message: What the network says; its probabilities are calibrated too.
        context: What the message follows.
    """
    intent, probability = next(iter(message.intents.items()), ("", 0.0))
    spelled_out = any(entity.entity == "aspect" and entity.role for entity in turn.entities)
    if spelled_out or probability <= turn.confidence or intent not in INTENTS:
        return _cut(turn, message, context)
    awaited = turn.intent == "name_object" and len(context.objects) == 1
    if awaited and intent == "add_aspect":
        return _cut(turn, message, context)
    if intent == turn.intent:
        return _cut(replace(turn, confidence=probability), message, context)
    entities = _entities(turn.text, intent, message.spans, context)
    if intent in _NEEDING and not entities:
        return _cut(turn, message, context)
    if intent == "change_object" and all(entity.role == "old" for entity in entities):
        return _cut(turn, message, context)
    return ParsedMessage(intent, probability, entities, turn.question, turn.text)


def _cut(turn: ParsedMessage, message: Message, context: Context) -> ParsedMessage:
    """Return a turn with the network's names in place of its own, unless it has none, is sure, or one has a role."""
    sure = turn.confidence >= CERTAIN
    if sure or turn.intent not in _NEEDING or not turn.entities or any(entity.role for entity in turn.entities):
        return turn
    found = _entities(turn.text, turn.intent, message.spans, context)
    whole = all(turn.text[one.start : one.end] == one.value for one in found)  # it reads what stands before, too
    return replace(turn, entities=found) if found and whole else turn


def _entities(text: str, intent: str, spans: tuple[Span, ...], context: Context) -> tuple[Entity, ...]:
    """Return what the network's spans name in a message of an intent."""
    if intent == "style":
        return (Entity("style", style_of(text), 0, len(text)),)
    return tuple(
        Entity(str(span.label), span.text, span.start, span.end, _role(span, intent, text, context))
        for span in spans
        if span.label in _NAMES.get(intent, ())
    )


def _role(span: Span, intent: str, text: str, context: Context) -> str:
    if intent == "add_aspect":
        return next((role for role, words in _WEIGHTS.items() if words.search(text)), "")
    if intent == "change_object":
        return "old" if any(same_name(span.text, one) for one in context.objects) else "new"
    if intent == "other_side" and span.label is Label.OBJECT:
        return "against" if _AGAINST.search(text) else ""
    return ""
