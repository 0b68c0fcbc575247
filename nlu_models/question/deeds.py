"""What is done with either of two things, before the first of them: "travel by bus or train"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from engine.text.tagging import tagger
from engine.text.tokens import TOKEN
from engine.types import Label, Span

_JOINTS: Final = r"(?:at|by|from|in|into|of|on|over|through|to|under|with)"
"""Prepositions that join a thing to what is done."""
_ARTICLES: Final = r"(?:(?:an?|the|my|our|your) )?"
_DEED: Final = re.compile(
    rf"\b(?:to (?P<do>[a-z]+)|(?:[a-z]+er|worse|best|worst|[a-z]+est|(?:more|less) [a-z]+) (?P<done>[a-z]+)) "
    rf"(?P<joint>{_JOINTS}) {_ARTICLES}(?=\S)"
)
"""What is done, behind "to", or as a participle behind what is graded, up to the thing it is done with."""
_OTHER: Final = re.compile(rf" or (?:(?P<joint>{_JOINTS}) )?{_ARTICLES}", re.IGNORECASE)
"""What stands between that thing and the other one."""
_PARTICIPLES: Final = frozenset({"VBD", "VBG", "VBN"})


def without_deed(text: str, found: tuple[Span, ...]) -> tuple[Span, ...]:
    """Return spans without what is done with either of two things: "charcoal" for "grilled on charcoal".

    Args:
        text: The question.
        found: What it names, in order.
    """
    if (deed := _deed(text, found)) is None:
        return found
    verb, end = deed.start("do") if deed["do"] else deed.start("done"), deed.end()
    kept = []
    for span in found:
        if span.label is Label.OBJECT and span.start < end < span.end:
            kept.append(Span(end, span.end, text[end : span.end], span.label))
        elif not verb <= span.start < end or (deed["do"] and span.label is not Label.OBJECT):
            kept.append(span)
    return tuple(kept)


def before_deed(text: str, words: str, found: Sequence[Span]) -> str:
    """Return the words of a property before what is done with either thing: "taste better" of "taste better grilled".

    Args:
        text: The question.
        words: That it has, as they stand there.
        found: What it names, in order.
    """
    deed, at = _deed(text, found) if words else None, text.find(words)
    is_cut = deed is not None and at < deed.start("done") < at + len(words)
    return text[at : deed.start("done")].rstrip() if deed and is_cut else words


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
