"""What says of things what they are, and is none of them: "a pet, cat or dog", "Honda cars or Toyotas"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean
from typing import Final

from engine.members import is_called
from engine.protocols import QuestionParser, Retriever
from engine.retrieval.names import BRAND, KNOWN, NAME, NameFinder
from engine.subjects.counting import is_titled, naming_both, set_beside
from engine.text.lexicon import sense, topic_of
from engine.text.tagging import tagger
from engine.text.tokens import same_name, spellings
from engine.types import Asked, AskedKind, Label, ParsedText, Span

_CLASS: Final = 0.09
"""Part of the sentences with a thing and its class, at most, that set them so."""
_BEFORE_CLASS: Final = re.compile(r"\b(?:(?:an?|some)(?: (?:new|good|better))?|about) $", re.IGNORECASE)
_ARE_SUCH: Final = 0.5
"""Mean likeness of the names of brands to a noun from which on that says what they are: "Dell", "HP" and "laptop"."""
_MAKE_SUCH: Final = 0.42
"""The same for a noun that names no point of view: "TV", and no "server" of Linux."""
_NOUN_BEFORE_DEGREE: Final = re.compile(r" ([^\W\d_]+) (?=(?:\w+er|worse|(?:more|less) \w+) than )")
"""A noun behind the first thing, before what is asked of it: "are Honda cars better than Toyota?"."""
_MADE_BY: Final = re.compile(r"(\w+) (?:by|from) (?=\w)", re.IGNORECASE)
"""What stands before the name of a brand: "laptops by HP"."""
_APPOSED: Final = re.compile(r" ?[,:;–—-]+ ?(?:(?:is|are) (?:(?:an?|the) )?)?| so ", re.IGNORECASE)


def with_class_apart(
    question: ParsedText, finder: NameFinder, retriever: Retriever, parser: QuestionParser
) -> ParsedText:
    """Return a question on two brands without the noun of the first that says what these are: "Honda cars"."""
    first = min((span for span in question.spans if span.label is Label.OBJECT), default=None)
    behind = _NOUN_BEFORE_DEGREE.match(question.text, first.end) if first else None
    others = (span for span in question.spans if span.label is not Label.OBJECT)
    if behind and any(span.start <= behind.start(1) < span.end for span in others):  # "does Coke taste better"
        return question
    made = _MADE_BY.match(first.text) if first else None
    noun = behind[1] if behind else made[1] if made else first.text.split()[-1] if first else ""
    names = tuple(_without_noun(name, noun) for name in question.objects)
    is_of_one = made is not None or any(
        f"{name} {noun}" in question.text and not is_titled(f"{name} {noun}", noun, retriever) for name in names
    )
    known = sense(noun)
    is_part = known is not None and known.is_part  # "lenses"
    if question.aspects or is_part or not (noun and is_of_one and _are_such(names, noun, finder)):
        return question
    text = question.text
    for end in spellings(noun):
        text = re.sub(rf"(?<=\w) {re.escape(end)}\b|\b{re.escape(end)} (?:by|from) ", "", text, flags=re.IGNORECASE)
    bare = (_without_noun(span.text, noun) if span.label is Label.OBJECT else span.text for span in question.spans)
    spans = tuple(
        Span(start := span.start + span.text.index(name), start + len(name), name, span.label)
        for span, name in zip(question.spans, bare, strict=True)
    )
    return replace(question, objects=names, spans=spans, asked=parser.parse(text).asked, called=noun)


def _without_noun(name: str, noun: str) -> str:
    """Return a name without a noun at its end, or before whoever makes such things.

    >>> _without_noun("Honda cars", "car"), _without_noun("laptops by HP", "laptops"), _without_noun("by car", "car")
    ('Honda', 'HP', 'by')
    """
    if (made := _MADE_BY.match(name)) and same_name(made[1], noun):
        return name[made.end() :]
    core, _, last = name.rpartition(" ")
    return core if core and same_name(last, noun) else name


def with_things_of_class(question: ParsedText, asked: Asked, finder: NameFinder, retriever: Retriever) -> ParsedText:
    """Return a question on a noun that stands behind one of its names, for all of them, as one on such things: lenses.

    Where all are called so, or it is such things that brands are known for, it says no more than what they are:
    "language" behind Python, "phones" behind HTC. What is a point of view as well stays one unless it says what they
    are: "camera" behind Canon, but not behind Samsung.

    Args:
        question: As it is set right.
        asked: What it asks where the noun says no more.
        finder: Knows how nouns are written.
        retriever: The index.
    """
    names, noun = question.objects, " ".join(question.aspects)
    is_behind = any(f"{name} {noun}" in question.text for name in names)
    is_asked = question.asked.kind is AskedKind.USE or not is_behind or len(question.aspects) != 1 or len(names) < 2
    known, are_such = sense(noun), not is_asked and _are_such(names, noun, finder)
    if is_asked or not (topic_of(noun) == "" or are_such):
        return question
    is_part = known is not None and known.is_part  # "lenses"
    if (are_such and not is_part) or all(is_called(name, noun, retriever) for name in names):
        spans = tuple(span for span in question.spans if span.label is not Label.ASPECT)
        return replace(question, aspects=(), asked=asked, spans=spans, called=noun * are_such)
    return replace(question, aspects=(finder.in_plural(noun),), asked=asked)


def _are_such(names: Sequence[str], noun: str, finder: NameFinder) -> bool:
    """Return whether names are those of brands, and a noun says what these are, or what they make."""
    from engine.text.related import likeness  # needs numpy

    last = noun.lower().split()[-1]
    is_thing = tagger().is_countable(last) or tagger().tag(["the", last])[-1] == "NNS"
    if not is_thing or fmean(likeness(name, noun) for name in names) < (_ARE_SUCH if topic_of(noun) else _MAKE_SUCH):
        return False
    beside = finder.met(names[0], names[1]).large if len(names) == 2 else (0.0,) * len(names)
    return all(is_brand(name, large, finder) for name, large in zip(names, beside, strict=True))


def is_brand(name: str, beside: float, finder: NameFinder) -> bool:
    """Return whether a name mostly has a capital; one that is no word, "Nike", often, or is hardly met: "DeWalt"."""
    sentences, large = finder.alone(name)
    is_word = any(map(tagger().knows, name.lower().split()))
    return max(large, beside) >= (BRAND if is_word else NAME) or (sentences < KNOWN and not is_word)


def is_apposed(question: ParsedText, finder: NameFinder) -> bool:
    """Return whether the first of three things says what the others are: "a pet, cat or dog", "databases: MySQL or".

    It has an article, or says of what one speaks, or is a common noun of several before brands; and a mark alone stands
    behind it.
    """
    spans = [span for span in question.spans if span.label is Label.OBJECT]
    if len(spans) != len(question.objects):
        return False
    first, second, third = spans
    between, before = question.text[first.end : second.start], question.text[: first.start]
    large = [finder.alone(name)[1] for name in in_order(question)]
    is_plural = tagger().tag(first.text.lower().split())[-1] == "NNS" and large[0] < NAME <= min(large[1:])
    return (
        (is_plural or between.startswith(":") or _BEFORE_CLASS.search(before) is not None)
        and _APPOSED.fullmatch(between) is not None
        and "," not in question.text[second.end : third.start]
    )


def in_order(question: ParsedText) -> list[str]:
    """Return the names of a question in the order in which it has them."""
    return [question.name(span) for span in question.spans if span.label is Label.OBJECT]


def is_class(objects: Sequence[str], retriever: Retriever) -> bool:
    """Return whether nobody sets the first of three things beside the others, as people do with these."""
    kind, first, second = objects
    beside = max(_share_beside(kind, name, retriever) for name in (first, second))
    return beside < _CLASS and 2 * beside < _share_beside(first, second, retriever)


def _share_beside(first: str, second: str, retriever: Retriever) -> float:
    """Return which part of the sentences with two things set them beside each other."""
    total = naming_both(first, second, retriever)
    return set_beside(first, second, retriever) / total if total else 0.0
