"""Names that a question has in part, or that reach too far: the whole of them, two for one, one for two."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import reduce
from itertools import pairwise
from typing import Final

from engine.protocols import QuestionParser, Retriever
from engine.retrieval.names import ENOUGH, IDLE, SPOKEN, NameFinder
from engine.subjects.counting import OFTENER, RARE, SENTENCE_WORDS, is_titled, sentences_with, set_beside
from engine.subjects.forms import ITS, cut_span, ways_to_cut
from engine.text.comparing import LIKE
from engine.text.stop_words import STOP
from engine.text.tagging import GRADED, tagger
from engine.text.tokens import TOKEN, stem, unique
from engine.types import Label, ParsedText, Span

_QUALIFIER: Final = re.compile(r"(?<![\w-])([^\W\d_]+(?:['’]s)?) $")
"""The word before a name."""
_SAYS_WHICH: Final = frozenset({"NN", "NNS", "JJ"})
_SIDE_BY_SIDE: Final = re.compile(r"(?:['’]s?)? ")
"""What stands between two parts of one name: "women's soccer"."""
_LETTER: Final = re.compile(
    r" [b-hj-z](?=\W*$|[,;:?!]| (?:and|or|vs\.?|versus|than|by|for|in|on|with|at|if|as|good|more|less|worse|\w+er)\b)",
    re.IGNORECASE,
)
"""A letter that may end the name before it, and is no word there: "u" of "is the Wii u good" is one."""
_RUN: Final = re.compile(r"(?: [A-Z](?![\w.+#]*['’])[\w.+#-]*\w\b)+")
"""Words with capitals that run on from a name: the model behind the brand, "Focus" of the "Ford Focus"."""
_NEXT: Final = re.compile(
    r" [^\W\d_][\w+#-]+(?=\W*$|[,:;?!]| (?:or|and|vs\.?|versus|than|more|less|worse|\w+er|as|for|in)\b)", re.IGNORECASE
)
"""One word that may end the name before it, small or large."""
_LARGE: Final = re.compile(r"(?<=[^.!?:;] )[A-Z][a-z]+\b")
"""A word with a capital that no beginning explains."""


def with_whole_names(question: ParsedText) -> ParsedText:
    """Return a question with the whole of a name of which a part was taken: "normal" running shoes, a "Nikon D" 700."""
    spans = [span.text for span in question.spans if span.label is Label.OBJECT]
    numbers = [one for one in question.aspects if SPOKEN.fullmatch(one)]
    whole = {
        name: one
        for name in question.objects
        for one in (*(f"{name} {number}" for number in numbers), *spans)
        if one in question.text and one.startswith(f"{name} ")
        if IDLE.issuperset(name.lower().split()) or one.removeprefix(f"{name} ") in numbers
    }
    aspects = tuple(one for one in question.aspects if not any(name.endswith(f" {one}") for name in whole.values()))
    return replace(question, objects=tuple(whole.get(name, name) for name in question.objects), aspects=aspects)


def with_letter(question: ParsedText, retriever: Retriever) -> ParsedText:
    """Return a question whose names have the letter that ends them in texts, too: the "wii u", vitamin "c"."""

    def whole(span: Span) -> Span:
        found = _LETTER.match(question.text, span.end) if span.label is Label.OBJECT else None
        name = f"{span.text}{found[0]}" if found else ""
        return span._replace(end=span.end + 2, text=name) if name and sentences_with(name, retriever) >= RARE else span

    spans = tuple(map(whole, question.spans))
    if spans == question.spans:
        return question
    return replace(question, objects=unique(one.text for one in spans if one.label is Label.OBJECT), spans=spans)


def with_models(question: ParsedText, retriever: Retriever, parser: QuestionParser) -> ParsedText:
    """Return a question whose names have the words that run on from them, the model behind the brand: "Ford Focus".

    These have capitals, unless all words have them, or texts write them so: "is the ford focus faster than a polo".
    """
    patterns = (_RUN, _NEXT) if has_capitals_for_names(question.text) else (_NEXT,)
    others = [span for span in question.spans if span.label is not Label.PREDICATE]

    def whole(span: Span) -> Span:
        for run in filter(None, (pattern.match(question.text, span.end) for pattern in patterns)):
            name = f"{span.text}{run[0]}"
            graded = tagger().tag(["is", run[0].strip().lower()])[1] in GRADED
            if graded and question.text.startswith(" than ", run.end()):  # what compares: no search tells more
                continue
            free = all(one.end <= run.start() or one.start >= run.end() for one in others)
            if free and (run.re is _RUN or is_titled(name, run[0].strip(), retriever)):
                return span._replace(end=run.end(), text=name)
        return span

    wholes = {span: whole(span) for span in question.spans if span.label is Label.OBJECT}
    runs = {(span.end, one.end): one.text.removeprefix(span.text) for span, one in wholes.items() if one != span}
    if not runs:
        return question
    objects = unique(one.text if one != span else question.name(span) for span, one in wholes.items())
    inside = {span for span in question.spans for start, end in runs if start < span.start < end}
    spans = tuple(wholes.get(span, span) for span in question.spans if span not in inside)
    asked = question.asked
    if any(asked.words.startswith(run.strip()) for run in runs.values()):  # "Fit better" of "is the Honda Fit better"
        asked = parser.parse(reduce(lambda text, run: text.replace(run, "", 1), runs.values(), question.text)).asked
    return replace(question, objects=objects, spans=spans, asked=asked)


def has_capitals_for_names(text: str) -> bool:
    """Return whether a text has capitals for names alone, and is no title.

    >>> [*map(has_capitals_for_names, ("Is a Honda Fit cheaper?", "Is A Honda Fit Cheaper?", "IS A FIT CHEAPER?"))]
    [True, False, False]
    """
    large = [word.lower() for word in _LARGE.findall(text)]
    graded = (tagger().tag(["is", word])[1] in GRADED for word in large)
    return not text.isupper() and STOP.isdisjoint(map(stem, large)) and not any(graded)


def with_qualifiers(question: ParsedText, finder: NameFinder, retriever: Retriever) -> ParsedText:
    """Return a question whose names have the noun before them with which they are those of other things.

    "Chocolate milk" is such a name, and "women's tennis".
    """

    def whole(span: Span) -> Span:
        before = _QUALIFIER.search(question.text, 0, span.start)
        free = before and all(one.end <= before.start(1) or one.start >= span.start for one in question.spans)
        if span.label is not Label.OBJECT or span.text not in question.objects or not (before and free):
            return span
        name = question.text[before.start(1) : span.end]
        return span._replace(start=before.start(1), text=name) if is_name(before, span, name) else span

    def is_name(before: re.Match[str], span: Span, name: str) -> bool:
        tags = tagger().tag(TOKEN.findall(question.text[: span.end].lower()))
        at = len(TOKEN.findall(question.text[: span.start])) - 1
        if before[1].lower() in IDLE or not (tags[at] in _SAYS_WHICH or ITS.search(before[1])):
            return False
        by_chance = finder.alone(before[1])[0] * finder.alone(span.text)[0] / max(1, retriever.size) / SENTENCE_WORDS
        return sentences_with(name, retriever) >= max(RARE, OFTENER * by_chance)

    wholes = {span: whole(span) for span in question.spans}
    if all(span == one for span, one in wholes.items()):
        return question
    named = {span.text: one.text for span, one in wholes.items()}
    objects = tuple(named.get(name, name) for name in question.objects)
    return replace(question, objects=objects, spans=tuple(sorted(wholes.values())))


def with_parts_joined(question: ParsedText) -> ParsedText:
    """Return a question on three things on two of them where nothing stands between two: "harvard uni or MIT"."""
    spans = [span for span in question.spans if span.label is Label.OBJECT]
    if len(spans) != 3 or len(question.objects) != 3:
        return question
    for one, other in pairwise(spans):
        if _SIDE_BY_SIDE.fullmatch(question.text, one.end, other.start):
            whole = Span(one.start, other.end, question.text[one.start : other.end], one.label)
            kept = tuple(whole if span == one else span for span in question.spans if span != other)
            objects = (whole.text if span == one else question.name(span) for span in spans if span != other)
            return replace(question, objects=tuple(objects), spans=kept)
    return question


def with_examples(question: ParsedText) -> ParsedText:
    """Return a question on a class with an example of it as one thing: "energy drinks like Red Bull or coffee"."""
    for one, other in pairwise(sorted(span for span in question.spans if span.label is not Label.PREDICATE)):
        if LIKE.fullmatch(question.text[one.end : other.start]):
            whole = Span(one.start, other.end, question.text[one.start : other.end], Label.OBJECT)
            spans = sorted((whole, *(span for span in question.spans if span not in (one, other))))
            objects = unique(question.name(span) for span in spans if span.label is Label.OBJECT)
            aspects = tuple(name for name in question.aspects if name != question.name(other))
            if len(objects) > 1:
                return replace(question, objects=objects, aspects=aspects, spans=tuple(spans))
    return question


def with_three(question: ParsedText, finder: NameFinder, retriever: Retriever) -> ParsedText:
    """Return a question with the first name as two, if people set its words beside each other more than together."""
    first, second = question.objects
    for one, other in ways_to_cut(first):
        comparing, beside = finder.met(one, other).comparing, set_beside(one, other, retriever)
        together = sentences_with(first, retriever)
        if comparing + beside >= ENOUGH and beside > together:
            spans = tuple(part for span in question.spans for part in cut_span(span, other, Label.OBJECT))
            return replace(question, objects=(one, other, second), spans=spans)
    return question
