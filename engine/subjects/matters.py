"""What things are compared on, taken off their names: "Linux vs Windows gaming", "Canon's autofocus"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.members import is_called
from engine.protocols import QuestionParser, Retriever
from engine.retrieval.names import ENOUGH, KNOWN, NAME, SPOKEN, NameFinder, large_in, says_whence
from engine.subjects.classes import is_brand
from engine.subjects.counting import LOOKED_AT, OFTENER, RARE, is_written_large, naming_both, set_beside
from engine.subjects.forms import ITS, cut_span, ends_with, noun_behind, ways_to_cut
from engine.subjects.names import has_capitals_for_names
from engine.text.graded import grade
from engine.text.lexicon import dimension_of, sense, topic_of
from engine.text.stop_words import STOP
from engine.text.tagging import tagger
from engine.text.tokens import name_groups, stems
from engine.types import OVERALL_ASKED, Asked, AskedKind, Label, ParsedText, Span

_USE: Final = 0.03
"""Least part of the sentences with a use that have "for" before it: "for gaming"."""
_MATTERS: Final = frozenset({"NN", "NNS", "VBG"})
"""Tags of what things may be compared on."""
_IS_ONE: Final = 0.65
"""Likeness of a name to a word from which on that says what the thing is, and no part of it: "iPad" and "tablet"."""
_SUCH_NAMES: Final = 0.45
"""The same of two names with capitals and the noun behind both, which says what these are: "Xbox" and "console"."""
_OWNING: Final = r"\b(?!(?:he|here|it|she|that|there|what|who)\b)\w+"
"""What may have a part, behind which "'s" is no "is": "Canon's lenses", not "it's wet"."""
_CHOICE: Final = re.compile(r" (?:or|vs\.?|versus) (?:(?:an?|the) )?", re.IGNORECASE)


def with_point_behind(
    question: ParsedText, finder: NameFinder, retriever: Retriever, parser: QuestionParser
) -> ParsedText:
    """Return a question on two things on what ends it behind a comma: "Japan or Korea, street food".

    It is a third thing if it is written as a name, or set beside one of the others.
    """
    spans = [span for span in question.spans if span.label is Label.OBJECT]
    if len(spans) != 3 or len(question.objects) != 3:
        return question
    first, second, third = spans
    between, comma = question.text[first.end : second.start], question.text[second.end : third.start]
    ends = not question.text[third.end :].strip(" ?!.")
    if not (_CHOICE.fullmatch(between) and comma == ", " and ends) or finder.alone(third.text)[1] >= NAME:
        return question
    met = ((one.text, third.text) for one in (first, second))
    if any(finder.met(*pair).comparing or set_beside(*pair, retriever) for pair in met):
        return question
    spans = [span._replace(label=Label.ASPECT) if span == third else span for span in question.spans]
    names = tuple(one for one in question.objects if one != question.name(third))
    return _on(replace(question, objects=names, spans=tuple(spans)), third.text, parser)


def with_what_matters(
    question: ParsedText, finder: NameFinder, retriever: Retriever, parser: QuestionParser
) -> ParsedText:
    """Take off the first or last name what the things are compared on."""
    bare = _bare_choice(question)
    read, question = question, bare or question
    objects = (*question.objects[:-1], f"{question.objects[-1]} {noun_behind(question)}".strip())
    is_on_all = bare is not None or not (question.asked.is_special or question.aspects)
    for whole, other in ((objects[-1], objects[0]), (objects[0], objects[-1])):
        for name, left in ways_to_cut(whole):
            if left.replace(".", "").isdecimal():  # "Android 2.3"
                continue
            both = other.removesuffix(f" {left}"), name
            if (
                is_on_all
                and _is_property_or_use(left, finder, retriever)
                and not _is_name(whole, left, finder, retriever)
                and not _is_noun_of_both(both, left, finder)
                and _are_rather_compared(both, whole, left, finder)
            ):
                return _on(question, left, parser)
            is_seen = finder.alone(whole)[0] >= RARE or whole not in question.text
            if not is_seen and left[0].isupper() and has_capitals_for_names(question.text):  # "Kia Soul"
                continue
            if not ends_with(other, left) and _are_brands(whole, left, both, finder, retriever):
                aspects = (left,) if is_on_all else question.aspects
                return replace(_on(question, left, parser), asked=question.asked, aspects=aspects)
            if bare and other == objects[0] and _is_matter_of_both(both, whole, left, finder, retriever):
                return replace(_on(question, left, parser), asked=OVERALL_ASKED)
    return read


def _bare_choice(question: ParsedText) -> ParsedText | None:
    """Return a question that is nothing but a choice of two, with all behind the second as its name; else None."""
    chosen = _CHOICE.search(question.text)
    text = question.text.rstrip(" ?!.")
    if chosen is None or len(question.objects) != 2 or text[: chosen.start()] != question.objects[0]:
        return None
    name = text[chosen.end() :]
    if not f"{name} ".startswith(f"{question.objects[1]} ") or not STOP.isdisjoint(stems(name)):
        return None
    spans = (
        Span(0, chosen.start(), question.objects[0], Label.OBJECT),
        Span(chosen.end(), len(text), name, Label.OBJECT),
    )
    return replace(question, objects=(question.objects[0], name), aspects=(), spans=spans)


def _is_matter_of_both(names: tuple[str, str], whole: str, left: str, finder: NameFinder, retriever: Retriever) -> bool:
    """Return whether what ends a name is a noun that hardly anybody has behind it, and things are compared without it.

    A whole name that nobody has beside the other thing may be met more often: "wood siding" beside cement board.
    """
    from engine.text.related import likeness  # needs numpy

    *before, last = left.lower().split()
    is_noun = tagger().tag(["the", *before, last])[-1] in _MATTERS or tagger().knows(f"{last}s")
    is_one = any(likeness(name, last) >= _IS_ONE for name in names)  # "soup or tomato salad"
    without, with_it = (finder.met(names[0], name).comparing for name in (names[1], whole))
    if without < ENOUGH:
        return False
    is_of_both = all(is_called(name, left, retriever) for name in names)  # "basketball or hockey sport"
    are_such = all(finder.alone(name)[1] >= NAME and likeness(name, last) >= _SUCH_NAMES for name in names)
    is_plain = left.islower() and not is_written_large(whole, left, retriever)
    if without >= OFTENER * with_it and is_plain and (is_of_both or are_such):  # "iPhone or Android phone"
        return True
    if not is_noun or (is_one and not is_of_both) or finder.alone(left)[1] >= NAME:
        return False
    is_of_one = not naming_both(names[0], whole, retriever) and finder.alone(f"{names[0]} {left}")[0] < RARE
    if finder.alone(whole)[0] >= (KNOWN if is_of_one else RARE):
        return False
    return with_it < ENOUGH


def asked_of_part(question: ParsedText, finder: NameFinder, retriever: Retriever) -> ParsedText:
    """Return a question for a property of a part of two things on these: "is Canon's autofocus faster than Nikon's?".

    The part goes from the names where the things are compared, and the parts are not.
    """
    if question.asked.kind is not AskedKind.PROPERTY:
        return question
    part = question.aspects[0] if len(question.aspects) == 1 else ""
    if part and re.search(rf"{_OWNING}['’]s? {re.escape(part)}\b", question.text, re.IGNORECASE):
        return replace(question, asked=_of_it(part, question.asked))
    said = set(stems(question.asked.words))
    if len(question.objects) != 2 or not all(said.issuperset(stems(one)) for one in question.aspects):
        return question
    for whole in question.objects:
        part = whole.rpartition(" ")[2]
        first, second = (ITS.sub("", one.removesuffix(f" {part}")) for one in question.objects)
        are_named = stems(first) != stems(second) and all(finder.alone(one)[1] >= NAME for one in (first, second))
        is_its = whole not in (f"{first} {part}", f"{second} {part}")
        if part == whole or is_written_large(whole, part, retriever):
            continue
        if not (are_named and _may_be_part(part, (first, second), finder, is_its=is_its)):
            continue
        if finder.met(first, second).comparing >= ENOUGH > finder.met(*question.objects).comparing:
            spans = tuple(one for span in question.spans for one in cut_span(span, part))
            whole_part = f"{part} {question.asked.words}"
            if question.aspects == (question.asked.words,) and whole_part in question.text:  # "Perl code readability"
                part, known = whole_part, grade(whole_part)
                asked = replace(question.asked, dimension=known.dimension, words=whole_part)
            else:
                asked = _of_it(part, question.asked)
            return replace(question, objects=(first, second), aspects=(part,), asked=asked, spans=spans)
    return question


def _of_it(part: str, asked: Asked) -> Asked:
    """Return a property of a part as one that the whole has: "faster autofocus", "better battery life"."""
    words = asked.words.removeprefix(f"{part} ")
    head, own, whole = words.split()[0].lower(), dimension_of(part), f"{words} {part}"
    is_done = tagger().is_verb(head) or tagger().tag([head]) == ["VBG"]
    known = grade(f"{part} {words}" if is_done else whole)
    if known.dimension == own and known.sign > 0 and not asked.denied:
        return replace(asked, dimension=own, words=f"better {own}")
    return asked if is_done else replace(asked, dimension=own if known.dimension == own else whole, words=whole)


def _may_be_part(word: str, names: Sequence[str], finder: NameFinder, *, is_its: bool) -> bool:
    """Return whether a word is a noun of something that things have, and not of what one of them is.

    Args:
        word: A word behind a name.
        names: Of the things.
        finder: Knows how often what is written, and how.
        is_its: Whether the word is said to be of the thing: "Canon's lenses".
    """
    from engine.text.related import likeness  # needs numpy

    is_noun = tagger().tag(["the", word.lower()])[1].startswith("NN") and finder.alone(word)[1] < NAME
    is_one = not is_its and any(likeness(name, word) >= _IS_ONE for name in names)
    return is_noun and not word.isdecimal() and not is_one


def _are_brands(whole: str, last: str, names: Sequence[str], finder: NameFinder, retriever: Retriever) -> bool:
    """Return whether names are those of brands, and what ends a whole one says only what it is: "AMD processors"."""
    name = whole.removesuffix(f" {last}")
    hits = retriever.search((whole,), k=LOOKED_AT).hits
    is_written_small = len(hits) >= RARE and large_in(hits, name) < NAME  # "apple juice"
    if is_written_small or not finder.is_noun_behind(name, last) or any(map(says_whence, names)):
        return False
    beside = (0.0, 0.0) if finder.alone(whole)[0] >= KNOWN else finder.met(names[0], names[1]).large
    return all(is_brand(name, large, finder) for name, large in zip(names, beside, strict=True))


def _are_rather_compared(names: tuple[str, str], whole: str, left: str, finder: NameFinder) -> bool:
    """Return whether people compare things by names without what is left of a whole one, or may well do so.

    What can only be measured is no part of a name that nobody has: "cloth seat comfort", but "mountain bike comfort".
    """
    is_measured = _is_measured(left)
    longer = finder.alone(whole.removesuffix(left) + left.split()[0])[0] if is_measured else 0
    if longer >= KNOWN and longer > OFTENER * finder.alone(left)[0]:
        return False
    if finder.met(*names).comparing >= ENOUGH > finder.met(names[0], whole).comparing:
        return True
    is_name = finder.alone(whole)[0] >= RARE or any(finder.alone(name)[0] < KNOWN for name in names)
    return not is_name and (is_measured or topic_of(left) != "")


def _is_property_or_use(words: str, finder: NameFinder, retriever: Retriever) -> bool:
    sentences, large = finder.alone(words)
    if large >= NAME or not words.replace(" ", "").isalpha() or SPOKEN.fullmatch(words):
        return False
    if topic_of(words) or _is_measured(words):
        return True
    return sentences >= KNOWN and retriever.search((f"for {words}",), k=1).total >= _USE * sentences


def _is_name(whole: str, last: str, finder: NameFinder, retriever: Retriever) -> bool:
    """Return whether people use words as one name, often or with a capital on the last of them."""
    sentences, _ = finder.alone(whole)
    if stems(whole) in name_groups("spellings"):
        return True
    if sentences < RARE or (sentences >= KNOWN and not last.endswith("ing")):
        return sentences >= KNOWN
    return large_in(retriever.search((whole,), k=LOOKED_AT).hits, last) >= NAME


def _is_noun_of_both(names: Sequence[str], noun: str, finder: NameFinder) -> bool:
    """Return whether a noun ends the names of two things, which are hardly a property of them: solar and wind power."""
    called = [finder.alone(f"{name} {noun}")[0] for name in names]
    return min(called) >= RARE and max(called) >= KNOWN and all(finder.alone(name)[1] < NAME for name in names)


def _on(question: ParsedText, left: str, parser: QuestionParser) -> ParsedText:
    """Return a question without these words behind its names, asked on what they say."""
    objects = tuple(name.removesuffix(f" {left}") for name in question.objects)
    is_property = bool(topic_of(left)) or _is_measured(left)
    text = f"{' vs '.join(objects)} in terms of {left}" if is_property else f"{' or '.join(objects)} for {left}"
    asked = parser.parse(text).asked
    if asked.kind is not (AskedKind.PROPERTY if is_property else AskedKind.USE):
        known = grade(left)
        of_it = Asked(AskedKind.PROPERTY, known.dimension, "less" if known.sign < 0 else "more", left)
        asked = of_it if is_property else OVERALL_ASKED
    spans = tuple(part for span in question.spans for part in cut_span(span, left))
    return replace(question, objects=objects, aspects=(left,), asked=asked, spans=spans)


def _is_measured(words: str) -> bool:
    """Return whether words are a noun behind another that says of what it is: "image quality", "seat comfort"."""
    *of_what, noun = words.lower().split()
    known = sense(noun)
    is_noun = known is not None and known.role == "nouns" and not known.is_part
    return bool(of_what) and is_noun and set(tagger().tag(["the", *of_what, noun])[1:]) == {"NN"}
