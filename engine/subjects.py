"""What a question compares, set right by what the index knows.

What stands behind a name may be what the things are compared on, "Linux vs Windows gaming", and a class may stand
before its things, "a pet, cat or dog". A reader of questions alone cannot tell "Windows gaming" from "Windows Phone",
or a pet from a third animal.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.protocols import QuestionParser, Retriever
from engine.retrieval.names import ENOUGH, KNOWN, NAME, NameFinder, large_in
from engine.text.lexicon import dimension_of
from engine.types import OVERALL_ASKED, AskedKind, Label, ParsedText, Span

_RARE: Final = 3
"""Sentences with the whole of a name, at least, for it to matter how they write it."""
_USE: Final = 0.03
"""Least part of the sentences with a use that have "for" before it: "for gaming"."""
_LOOKED_AT: Final = 40
_BESIDE: Final = ("{} or {}", "{} and {}", "{} vs {}", "{} than {}")
"""How people set a thing beside its like."""
_CLASS: Final = 0.09
"""Part of the sentences with a thing and its class, at most, that set them so."""
_BEFORE_CLASS: Final = re.compile(r"\b(?:an?|some)(?: (?:new|good|better))? $", re.IGNORECASE)
_APPOSED: Final = re.compile(r" ?[,:;–—-]+ ?")


def set_right(question: ParsedText, retriever: Retriever, parser: QuestionParser) -> ParsedText:
    """Return a question with what it compares, and on what, as the index knows them.

    Args:
        question: As it was read.
        retriever: The index.
        parser: Reads what is asked once the names are known.
    """
    if len(question.objects) > 1 and not question.asked.is_special and not question.aspects:
        question = _with_what_matters(question, NameFinder(retriever), retriever, parser)
    if len(question.objects) == 3 and _is_apposed(question) and _is_class(question.objects, retriever):
        first, *others = (span for span in question.spans if span.label is Label.OBJECT)
        spans = tuple(span for span in question.spans if span != first)
        return replace(question, objects=tuple(span.text for span in others), spans=spans)
    return question


def _with_what_matters(
    question: ParsedText, finder: NameFinder, retriever: Retriever, parser: QuestionParser
) -> ParsedText:
    """Take off the first or last name what the things are compared on."""
    objects = question.objects
    for whole, other in ((objects[-1], objects[0]), (objects[0], objects[-1])):
        words = whole.split()
        for cut in range(1, len(words)):
            name, left = " ".join(words[:cut]), " ".join(words[cut:])
            beside = other.removesuffix(f" {left}")
            if (
                _is_property_or_use(left, finder, retriever)
                and not _is_name(whole, left, finder, retriever)
                and finder.met(beside, name).comparing >= ENOUGH > finder.met(beside, whole).comparing
            ):
                return _on(question, left, parser)
    return question


def _is_property_or_use(words: str, finder: NameFinder, retriever: Retriever) -> bool:
    sentences, large = finder.alone(words)
    if large >= NAME or not words.replace(" ", "").isalpha():
        return False
    if dimension_of(words):
        return True
    return sentences >= KNOWN and retriever.search((f"for {words}",), k=1).total >= _USE * sentences


def _is_name(whole: str, last: str, finder: NameFinder, retriever: Retriever) -> bool:
    """Return whether people use words as one name, often or with a capital on the last of them."""
    sentences, _ = finder.alone(whole)
    if sentences < _RARE or sentences >= KNOWN:
        return sentences >= KNOWN
    return large_in(retriever.search((whole,), k=_LOOKED_AT).hits, last) >= NAME


def _on(question: ParsedText, left: str, parser: QuestionParser) -> ParsedText:
    """Return a question without these words behind its names, asked on what they say."""
    objects = tuple(name.removesuffix(f" {left}") for name in question.objects)
    is_property = bool(dimension_of(left))
    text = f"{' vs '.join(objects)} in terms of {left}" if is_property else f"{' or '.join(objects)} for {left}"
    asked = parser.parse(text).asked
    if asked.kind is not (AskedKind.PROPERTY if is_property else AskedKind.USE):
        asked = OVERALL_ASKED
    spans = tuple(part for span in question.spans for part in _parts(span, left))
    return replace(question, objects=objects, aspects=(left,), asked=asked, spans=spans)


def _parts(span: Span, left: str) -> tuple[Span, ...]:
    """Return a span, or the name and what matters where both are in it."""
    name = span.text.removesuffix(f" {left}")
    if span.label is not Label.OBJECT or name == span.text:
        return (span,)
    end = span.start + len(name)
    return Span(span.start, end, name, span.label), Span(end + 1, span.end, left, Label.ASPECT)


def _is_apposed(question: ParsedText) -> bool:
    """Return whether the first of three things has an article, and a mark alone stands behind it: "a pet, cat or"."""
    spans = [span for span in question.spans if span.label is Label.OBJECT]
    if len(spans) != len(question.objects):
        return False
    first, second, third = spans
    return (
        _BEFORE_CLASS.search(question.text[: first.start]) is not None
        and _APPOSED.fullmatch(question.text[first.end : second.start]) is not None
        and "," not in question.text[second.end : third.start]
    )


def _is_class(objects: Sequence[str], retriever: Retriever) -> bool:
    """Return whether nobody sets the first of three things beside the others, as people do with these."""
    kind, first, second = objects
    beside = max(_share_beside(kind, name, retriever) for name in (first, second))
    return beside < _CLASS and 2 * beside < _share_beside(first, second, retriever)


def _share_beside(first: str, second: str, retriever: Retriever) -> float:
    """Return which part of the sentences with two things set them beside each other."""
    total = retriever.search((first, second), k=1).total
    ways = (way.format(*pair) for way in _BESIDE for pair in ((first, second), (second, first)))
    return sum(retriever.search((way,), k=1).total for way in ways) / total if total else 0.0
