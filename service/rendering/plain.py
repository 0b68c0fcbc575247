"""Plain text: for notifications, for screens that show nothing else, and for programs that only pass text on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from engine.types.document import BulletList, Paragraph, Table, text_of
from service.rendering.blocks import Bar, Bars, Block, Buttons, Source, Sources, words_of

BAR_CHARS = 20


def render(blocks: Sequence[Block]) -> str:
    """Return blocks as text with an empty line around what stands apart; no markup, and nothing escaped."""
    shown: list[str] = []
    for own, group in groupby(blocks, lambda block: isinstance(block, Paragraph | BulletList | Table)):
        if own:
            shown.append(text_of(words_of(group)))
        else:
            shown += ("\n".join(_lines(block)) for block in group)
    return "\n\n".join(shown)


def bar(bar: Bar, chars: int = BAR_CHARS) -> str:
    """Return a bar with its numbers: ``Tea 71% ███████░░░ 29% coffee``."""
    return " ".join(filter(None, (bar.first, bar.left, bar.drawn(chars), bar.right, bar.second)))


def about(bar: Bar) -> str:
    """Return what a bar is about and what it rests on."""
    return f"{bar.about}: {bar.note}" if bar.about else bar.note


def source(source: Source) -> str:
    """Return a source with its number."""
    return " ".join(filter(None, (f"[{source.number}]", said(source), source.origin, source.url)))


def said(source: Source) -> str:
    """Return what a source says between quotation marks; empty when the answer quotes all of it."""
    return "" if source.quoted else f"“{source.sentence}”"


def _lines(block: Block) -> Iterator[str]:
    match block:
        case Bars(bars):
            yield from (f"{bar(one)}   {about(one)}" for one in bars)
        case Sources(sources):
            yield from map(source, sources)
        case Buttons(buttons):
            yield from (f"  {n}) {button.title}" for n, button in enumerate(buttons, 1))
