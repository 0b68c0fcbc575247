"""What a question compares, set right by what the index knows.

What stands behind a name may be what the things are compared on, "Linux vs Windows gaming", and a class may stand
before its things, "a pet, cat or dog". A reader of questions alone cannot tell "Windows gaming" from "Windows Phone",
or a pet from a third animal, and does not know that "road or mountain bike" is about two bikes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.protocols import QuestionParser, Retriever
from engine.retrieval.names import NameFinder, as_named
from engine.subjects.circumstances import with_noun_apart, with_place_apart, with_use, without_place
from engine.subjects.classes import in_order, is_apposed, is_class, with_class_apart, with_things_of_class
from engine.subjects.forms import is_pointed_at
from engine.subjects.heads import with_compound, with_heads
from engine.subjects.matters import asked_of_part, with_point_behind, with_what_matters
from engine.subjects.names import (
    with_examples,
    with_letter,
    with_models,
    with_parts_joined,
    with_qualifiers,
    with_three,
    with_whole_names,
)
from engine.text.morphology import plural
from engine.text.tokens import names_same
from engine.types import Label, ParsedText

_DONE_TO: Final = re.compile(r"\w+ (?:an?|the|my|our) (\w+)", re.IGNORECASE)
"""What something is done to: "buying a house"."""
_CHOICE: Final = 2
"""Names of a question, of which none is left out as another name of the other."""


def set_right(question: ParsedText, retriever: Retriever, parser: QuestionParser) -> ParsedText:
    """Return a question with what it compares, and on what, as the index knows them.

    Args:
        question: As it was read.
        retriever: The index.
        parser: Reads what is asked once the names are known.
    """
    finder = NameFinder(retriever)
    question = with_models(with_whole_names(with_noun_apart(question, parser)), retriever, parser)
    question = with_letter(question, retriever)
    question = with_qualifiers(question, finder, retriever)
    question = without_place(with_place_apart(question, finder), retriever)
    question = with_parts_joined(with_use(with_examples(question)))
    question = with_point_behind(question, finder, retriever, parser)
    if len(question.objects) == 2:
        question = with_class_apart(question, finder, retriever, parser)
        question = asked_of_part(with_three(question, finder, retriever), finder, retriever)
    read = question
    if len(question.objects) > 1 and not any(map(is_pointed_at, question.objects)):
        question = with_what_matters(with_compound(question, retriever), finder, retriever, parser)
    question = with_heads(question, finder, retriever)
    question = with_things_of_class(question, read.asked, finder, retriever)
    question = _well_spelt(question, finder)
    ends = [name.lower().endswith((" one", " ones")) and not is_pointed_at(name) for name in question.objects]
    named = [name if one else as_named(name, retriever) for name, one in zip(question.objects, ends, strict=True)]
    done = finder.as_done(named)
    question = replace(question, objects=_once(named) if len(named) > _CHOICE else tuple(done or named))
    if done and (thing := _DONE_TO.match(question.text, max(span.start for span in question.spans))):
        question = replace(question, called=plural(thing[1]))
    if len(question.objects) == 3 and is_apposed(question, finder) and is_class(in_order(question), retriever):
        first, *others = (span for span in question.spans if span.label is Label.OBJECT)
        spans = tuple(span for span in question.spans if span != first)
        return replace(question, objects=tuple(span.text for span in others), spans=spans)
    return question


def _once(names: Sequence[str]) -> tuple[str, ...]:
    """Return names without those that are other names of one before them: "Coke, Coca-Cola or Pepsi"."""
    kept: list[str] = []
    for name in names:
        if not any(names_same(one, name) for one in kept):
            kept.append(name)
    return tuple(kept)


def _well_spelt(question: ParsedText, finder: NameFinder) -> ParsedText:
    """Return a question with what it asks, and on what, as it is spelt."""
    words, use = map(finder.well_spelt, (question.asked.words, question.asked.use))
    aspects = tuple(map(finder.well_spelt, question.aspects))
    return replace(question, asked=replace(question.asked, words=words, use=use), aspects=aspects)
