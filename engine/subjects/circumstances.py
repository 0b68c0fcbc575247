"""What a question is limited to, taken off the names of its things: a place, what they are used for or with."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from engine.protocols import QuestionParser, Retriever
from engine.retrieval.names import NAME, NameFinder
from engine.subjects.counting import RARE, sentences_with
from engine.subjects.forms import ends_with
from engine.text.tokens import unique
from engine.types import OVERALL_ASKED, Asked, AskedKind, Label, ParsedText, Span

_BEFORE_PLACE: Final = re.compile(r"^(?:in|at|by) ", re.IGNORECASE)
_DONE_THERE: Final = re.compile(r"(\w+ing) (in (?:winter|summer|spring|autumn|(?P<place>.+)))", re.IGNORECASE)
"""What is done in a place or a season: "flying in Europe"."""
_GOING_WITH: Final = re.compile(
    r"\b(?:better|best|well|good|great|nice) with (?:(?:an?|the|my|some) )?$", re.IGNORECASE
)
_WITH: Final = re.compile(r" with (?:(?:an?|the|my|some) )?", re.IGNORECASE)
_NOUN_WITH_USE: Final = re.compile(
    r"(?:for )?([^\W\d_]+(?: [^\W\d_]+)? ((?:for|with|in|on|at|to|if|when|without|during) .+))"
)


def with_noun_apart(question: ParsedText, parser: QuestionParser) -> ParsedText:
    """Return a question whose use does not begin with the noun of its last name: "sheets for summer"."""
    noun = _NOUN_WITH_USE.fullmatch(question.asked.use)
    last = max((span for span in question.spans if span.label is Label.OBJECT), default=None)
    if noun is None or last is None or not question.text.startswith(f" {noun[1]}", last.end):
        return question
    asked = parser.parse(f"which is better {noun[2]}, {' or '.join(question.objects)}?").asked
    return replace(question, asked=asked) if asked.kind is AskedKind.USE else question


def with_place_apart(question: ParsedText, finder: NameFinder) -> ParsedText:
    """Return a question that is limited to the place that stands behind what is done: "trains or flying in Europe"."""
    *others, last = question.objects or ("",)
    done = _DONE_THERE.fullmatch(last)
    if done is None or question.asked.use not in ("", done[2]) or any(" " in name for name in others):
        return question
    if done["place"] and finder.alone(done["place"])[1] < NAME:  # "staying in a hotel"
        return question
    asked = replace(question.asked, use=done[2])
    if not asked.is_special:
        asked = Asked(AskedKind.USE, words=f"better {done[2]}", use=done[2])
    cut = (
        span._replace(end=span.start + len(done[1]), text=done[1]) if span.text == last else span
        for span in question.spans
    )
    return replace(question, objects=(*others, done[1]), spans=tuple(cut), asked=asked)


def without_place(question: ParsedText, retriever: Retriever) -> ParsedText:
    """Return a question whose names do not reach into what limits it, nor begin with a preposition: "in Berlin".

    One that is a part of a name stays: "in ear" beside "over ear headphones".
    """
    use = question.asked.use
    done = [name for name in question.objects if use and name.endswith(f"ing {use}")]
    if done and question.asked.kind is AskedKind.USE:  # "planting in the ground"
        return replace(question, asked=OVERALL_ASKED)
    heads = [name.split()[-1] for name in question.objects if " " in name]
    parts = {
        one
        for one in question.objects
        if _BEFORE_PLACE.match(one)
        and any(not ends_with(one, head) and sentences_with(f"{one} {head}", retriever) >= RARE for head in heads)
    }
    spans = []
    for span in question.spans:
        name = _bare(span.text, use) if span.label is Label.OBJECT and span.text not in parts else span.text
        start = span.start + span.text.index(name)
        spans.append(Span(start, start + len(name), name, span.label))
    objects = unique(name if name in parts else _bare(name, use) for name in question.objects)
    return replace(question, objects=objects, spans=tuple(spans))


def with_use(question: ParsedText) -> ParsedText:
    """Return a question on three things on two of them with the third: "beer or wine with pizza"."""
    spans = [span for span in question.spans if span.label is Label.OBJECT]
    if len(spans) != 3 or len(question.objects) != 3:
        return question
    if _WITH.fullmatch(question.text[spans[1].end : spans[2].start]):
        third = spans[2]
    elif _GOING_WITH.search(question.text[: spans[0].start]):
        third = spans[0]
    else:
        return question
    name = question.name(third)
    return replace(
        question,
        objects=tuple(one for one in question.objects if one != name),
        aspects=(*question.aspects, name),
        spans=tuple(span._replace(label=Label.ASPECT) if span == third else span for span in question.spans),
        asked=replace(OVERALL_ASKED, kind=AskedKind.USE, use=f"with {name}"),
    )


def _bare(name: str, use: str) -> str:
    """Return a name without a place.

    >>> _bare("taxi in Berlin", "in Berlin"), _bare("plane from", "from Rome to Bonn"), _bare("in Paris", "")
    ('taxi', 'plane', 'Paris')
    """
    words = _BEFORE_PLACE.sub("", name).split(" ")
    ends = (end for end in range(1, len(words)) if f"{use} ".startswith(f"{' '.join(words[end:])} "))
    return " ".join(words[: next(ends, len(words))])
