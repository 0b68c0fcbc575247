"""What is done with either of two things, before the first of them: "travel by bus or train", "a deck of wood"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from engine.text.tagging import tagger
from engine.text.tokens import TOKEN, word_set
from engine.types import Label, Span

_JOINTS: Final = r"(?:at|by|from|in|into|of|on|over|through|to|under|with)"
"""Prepositions that join a thing to what is done."""
_ARTICLES: Final = r"(?:(?:an?|the|my|our|your) )?"
_DEED: Final = re.compile(
    rf"\b(?:to (?P<do>[a-z]+)|(?:[a-z]+er|worse|best|worst|[a-z]+est|(?:more|less) [a-z]+) (?P<done>[a-z]+)) "
    rf"(?P<joint>{_JOINTS}) {_ARTICLES}(?=\S)"
)
"""What is done, behind "to", or as a participle behind what is graded, up to the thing it is done with."""
_HEAD: Final = re.compile(rf"(?P<head>(?:[a-z]+ing )?{_JOINTS}) {_ARTICLES}(?=\S)", re.IGNORECASE)
"""What joins a thing to what is done, and perhaps that: "living in"."""
_FIRST_WORD: Final = re.compile(rf"\S+ {_ARTICLES}(?=\S)", re.IGNORECASE)
_DOER: Final = re.compile(r"\b(?:to|should|shall|could|can|must|i|we|you|one) $", re.IGNORECASE)
"""What stands before what somebody does."""
_OTHER: Final = re.compile(rf" or (?:(?P<joint>{_JOINTS}) )?{_ARTICLES}", re.IGNORECASE)
"""What stands between that thing and the other one."""
_PARTICIPLES: Final = frozenset({"VBD", "VBG", "VBN"})
_OUT_OF: Final = re.compile(rf"(?<!\S)(?P<joint>from|in|of|out of|with) (?P<article>{_ARTICLES})", re.IGNORECASE)
"""What joins to something that of which it is made, or with which something is done to it."""
_NEXT: Final = re.compile(
    rf",? (?:or|vs\.?|versus) (?:(?P<joint>from|in|of|out of|with) )?(?P<article>{_ARTICLES})|, ", re.IGNORECASE
)
"""What stands between two of the things that are so joined."""
_SOMETHING: Final = re.compile(
    r"(?:(?:^\W*|\b(?:to|should|shall|could|can|must|i|we|you|one|i['’]?m|am|we['’]re|are) )(?P<does>[a-z]+) )?"
    r"(?P<what>(?:(?P<whose>an?|the|my|our|your|his|her|their|some) (?:[\w-]+ ){0,2}?)?[\w-]+)"
    r"(?P<made> (?:be )?(?:[a-z]+ed|built|cut|made|woven|written))? $",
    re.IGNORECASE,
)
"""What is made of something or done with it, before what joins this to it: "I build my deck", "my floor made"."""
_MAKING: Final = re.compile(r"(?:build|construct|mak(?:e|ing)\b)", re.IGNORECASE)
_OWN: Final = word_set("my our your his her their")
_NAMING: Final = frozenset({"NN", "NNS", "NNP"})
_NEAR: Final = 80
"""Characters before the first of the things in which all that stands."""


class Purpose(NamedTuple):
    """What is made of either of some things or done with it: a deck, of wood or plastic."""

    start: int
    """Where it begins, with its verb."""
    names: tuple[tuple[int, int], ...]
    """Where the names of the things stand, without what joins them to it."""
    use: str
    """For what either thing is: "for my deck"."""


def without_deed(text: str, found: tuple[Span, ...]) -> tuple[Span, ...]:
    """Return spans without what is done with either of two things: "charcoal" for "grilled on charcoal".

    Args:
        text: The question.
        found: What it names, in order.
    """
    if purpose := purpose_of(text, found):
        things = tuple(Span(start, end, text[start:end], Label.OBJECT) for start, end in purpose.names)
        end = things[-1].end
        return tuple(sorted((*(one for one in found if not purpose.start <= one.start < end), *things)))
    if (deed := _deed(text, found)) is None:
        return _bare(text, found)
    verb, end = deed.start("do") if deed["do"] else deed.start("done"), deed.end()
    kept = []
    for span in found:
        if span.label is Label.OBJECT and span.start < end < span.end:
            kept.append(Span(end, span.end, text[end : span.end], span.label))
        elif not verb <= span.start < end or (deed["do"] and span.label is not Label.OBJECT):
            kept.append(span)
    return tuple(kept)


def _bare(text: str, found: tuple[Span, ...]) -> tuple[Span, ...]:
    """Return spans without what is done with each thing alike or with the first alone: "living in", "from", "play"."""
    things = [span for span in found if span.label is Label.OBJECT]
    heads = [_HEAD.match(span.text) for span in things]
    said = [head and head["head"].lower() for head in heads]
    others = {one for one in said[1:] if one}
    is_shared = said and said[0] and others <= {said[0]} and (len(others) == 1 or " " in said[0])
    cut = dict(zip(things, heads, strict=True)) if len(things) > 1 and is_shared else {}
    does = _DOER.search(text, 0, things[0].start) if len(things) > 1 and not cut else None
    is_done = does and [tagger().tag(["to", *one.text.lower().split()])[1] == "VB" for one in things]
    if is_done == [True, *[False] * (len(things) - 1)]:
        cut = {things[0]: _FIRST_WORD.match(things[0].text)}

    def without_head(span: Span) -> Span:
        """Return a span without what is said of doing, and an article behind that."""
        head = cut.get(span)
        return span._replace(start=span.start + head.end(), text=span.text[head.end() :]) if head else span

    return tuple(map(without_head, found))


def before_deed(text: str, words: str, found: Sequence[Span]) -> str:
    """Return the words of a property before what is done with either thing: "taste better" of "taste better grilled".

    Args:
        text: The question.
        words: That it has, as they stand there.
        found: What it names, in order.
    """
    at, purpose = text.find(words), purpose_of(text, found) if words else None
    if purpose and at < purpose.start < at + len(words):
        return text[at : purpose.start].rstrip().removesuffix(" to")
    deed = _deed(text, found) if words else None
    is_cut = deed is not None and at < deed.start("done") < at + len(words)
    return text[at : deed.start("done")].rstrip() if deed and is_cut else words


def purpose_of(text: str, found: Sequence[Span]) -> Purpose | None:
    """Return what is made of either of the things that a question names, or done with it; None if nothing is.

    Args:
        text: The question.
        found: What it names, in order.
    """
    things = [span for span in found if span.label is Label.OBJECT]
    for at, first in enumerate(things[:-1]):
        begin = max(first.start - _NEAR, 0)
        for joint in _OUT_OF.finditer(text, begin, first.end):
            something = (
                _SOMETHING.search(text, begin, joint.start()) if first.start <= joint.end() < first.end else None
            )
            if not something or (first.start < joint.start() and not _is_made(something)):
                continue
            names = _joined_names(text, things[at:], joint, is_made=_is_made(something))
            if names and things[0].start >= something.start() and _is_purpose(something, joint["joint"].lower()):
                return Purpose(
                    something.start("does" if something["does"] else "what"), names, f"for {something['what']}"
                )
    return None


def _is_made(something: re.Match[str]) -> bool:
    """Return whether something is said to be made, and not only to have something else with it."""
    return bool(something["made"] or _MAKING.match(something["does"] or ""))


def _is_purpose(something: re.Match[str], joint: str) -> bool:
    """Return whether something is made of things, or done with them: "make my desk of", no "make a cup of"."""
    does, whose = something["does"] or "", (something["whose"] or "").lower()
    tag = tagger().tag(["the", *something["what"].lower().split()])[-1]
    is_thing = bool(whose) or tag == "NNS"  # no "lose weight with"
    is_done = something["made"] or (is_thing and (does.endswith("ing") or tagger().is_verb(does)))
    is_whole = joint != "of" or something["made"] or (_is_made(something) and (whose in _OWN or does[0] not in "mM"))
    return bool(is_done and is_whole) and tag in _NAMING


def _joined_names(
    text: str, things: Sequence[Span], joint: re.Match[str], *, is_made: bool
) -> tuple[tuple[int, int], ...]:
    """Return where the names of things stand that are joined to something alike; nothing if they are not."""
    names = [(joint.end(), things[0].end)]
    for before, thing in pairwise(things):
        between = _NEXT.match(text, before.end)
        if not between or not thing.start <= between.end() < thing.end:
            return ()
        is_alike = between["joint"] in (None, joint["joint"]) and bool(between["article"]) == bool(joint["article"])
        if between[0] != ", " and not (is_alike or is_made):
            return ()
        names.append((between.end(), thing.end))
    return tuple(names)


def _deed(text: str, found: Sequence[Span]) -> re.Match[str] | None:
    """Return what is done with either of two things, if one preposition joins both to it."""
    things = [span for span in found if span.label is Label.OBJECT]
    if len(things) < 2:
        return None
    first, second = things[-2:]
    deed = next((one for one in _DEED.finditer(text, 0, first.end) if first.start <= one.end() < first.end), None)
    between = _OTHER.fullmatch(text, first.end, second.start)
    if deed is None or between is None or between["joint"] not in (None, deed["joint"]):
        return None
    if any(thing.start < deed.start() for thing in things):
        return None
    if done := deed["done"]:
        is_done = done.endswith(("ed", "ing")) or tagger().tag(["was", done])[-1] in _PARTICIPLES
        return deed if is_done else None
    other = tagger().tag(TOKEN.findall(text[: second.end].lower()))[-1]
    return deed if between["joint"] or other not in ("VB", "VBP") else None  # "by bus or fly"
