"""How names stand in a question: what is behind them, what they end with, where they are cut."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from engine.text.stop_words import STOP
from engine.text.tagging import tagger
from engine.text.tokens import same_name, spellings, stems
from engine.types import Label, ParsedText, Span

_FEW_WORDS: Final = re.compile(r"[^\W\d_]\w*(?: [^\W\d_]\w*)?")
_MARK: Final = re.compile(r"[,;:] ")
"""What ends the noun behind names: "electric or gas cars, which are cheaper?"."""
ONES: Final = re.compile(r"(?<=\w) ones?$")
"""What stands for the noun that a name lacks: "a Windows one"."""
ITS: Final = re.compile(r"['’]s?$")
"""What ends the name of a thing before a part of it: "Canon's autofocus"."""


def is_pointed_at(name: str) -> bool:
    """Return whether a name lacks its noun, "a Windows one"; not the Xbox One."""
    return ONES.search(name) is not None and len(spellings(name)) == 1


def ends_with(name: str, head: str) -> bool:
    """Return whether the last words of a name are these."""
    return same_name(" ".join(name.split()[-len(head.split()) :]), head)


def noun_behind(question: ParsedText) -> str:
    """Return a noun behind the last name, and before what else was read, that the reader took for nothing."""
    last = max((span for span in question.spans if span.label is Label.OBJECT), default=None)
    if last is None:
        return ""
    names = (name for name in question.objects if question.text.startswith(name, last.start))
    start = last.start + len(max(names, key=len, default=last.text))
    rest = question.text[start:]
    ends = [span.start - start for span in question.spans if span.start > start]
    ends += [at for at in [rest.find(question.asked.use or "?")] if at >= 0]
    behind = _MARK.split(rest[: min(ends, default=len(rest))], maxsplit=1)[0].strip(" ?!.")
    is_noun = _FEW_WORDS.fullmatch(behind) and tagger().tag(["the", *behind.lower().split()])[-1].startswith("NN")
    return behind if is_noun and behind not in question.aspects and not STOP.intersection(stems(behind)) else ""


def cut_span(span: Span, left: str, label: Label = Label.ASPECT) -> tuple[Span, ...]:
    """Return a span, or the name and what is behind it where both are in it."""
    name = span.text.removesuffix(f" {left}")
    if span.label is not Label.OBJECT or name == span.text:
        return (span,)
    end = span.start + len(name)
    return Span(span.start, end, name, span.label), Span(end + 1, span.end, left, label)


def ways_to_cut(name: str) -> Iterator[tuple[str, str]]:
    """Yield the ways to cut a name in two.

    >>> [*ways_to_cut("Town & Country black")]
    [('Town & Country', 'black')]
    """
    words = name.split()
    ways = (cut for cut in range(1, len(words)) if "&" not in words[cut - 1 : cut + 1])
    yield from ((" ".join(words[:cut]), " ".join(words[cut:])) for cut in ways)
