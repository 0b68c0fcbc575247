"""Plain text: for notifications, for screens that show nothing else, and for programs that only pass text on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from service.rendering.blocks import Bar, Bars, Block, Bullets, Buttons, Line, Notice, Paragraph, Source, Sources

BAR_CHARS = 20


def render(blocks: Sequence[Block]) -> str:
    """Return blocks as text with an empty line around what stands apart; no markup, and nothing escaped."""
    return "\n\n".join("\n".join(_lines(block)) for block in _joined(blocks))


def line(runs: Line) -> str:
    """Return the text of a line."""
    return "".join(run.text for run in runs)


def bar(bar: Bar, chars: int = BAR_CHARS) -> str:
    """Return a bar with its numbers: ``Tea 71% ███████░░░ 29% coffee``."""
    return " ".join(filter(None, (bar.first, bar.left, bar.drawn(chars), bar.right, bar.second)))


def about(bar: Bar) -> str:
    """Return what a bar is about and what it rests on."""
    return f"{bar.about}: {bar.note}" if bar.about else bar.note


def source(source: Source) -> str:
    """Return a source with its number."""
    return " ".join(filter(None, (f"[{source.n}]", said(source), source.origin, source.url)))


def said(source: Source) -> str:
    """Return what a source says between quotation marks; empty when the answer quotes all of it."""
    return "" if source.quoted else f"“{source.sentence}”"


def _joined(blocks: Sequence[Block]) -> Iterator[tuple[Block, ...]]:
    """Return the text of an answer as one group, and every other block alone."""
    text: tuple[Block, ...] = ()
    for block in blocks:
        if isinstance(block, Paragraph | Bullets):
            text = (*text, block)
            continue
        if text:
            yield text
        text = ()
        yield (block,)
    if text:
        yield text


def _lines(group: tuple[Block, ...]) -> Iterator[str]:
    for block in group:
        match block:
            case Paragraph(runs):
                yield line(runs)
            case Bullets(items):
                yield from (f"- {line(item)}" for item in items)
            case Bars(bars):
                yield from (f"{bar(one)}   {about(one)}" for one in bars)
            case Sources(sources):
                yield from map(source, sources)
            case Notice(text):
                yield f"Note: {text}"
            case Buttons(buttons):
                yield from (f"  {n}) {button.title}" for n, button in enumerate(buttons, 1))
