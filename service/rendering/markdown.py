"""Markdown (CommonMark, and GitHub's): for files that people keep and for assistants that show it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from service.rendering import plain
from service.rendering.blocks import Bars, Block, Bullets, Buttons, Line, Notice, Paragraph, Run, Source, Sources

BAR_CHARS = 20

_MARKUP = re.compile(r"[\\`*_{}\[\]<>#|~&!$@]")
_OPENING = re.compile(r"^(?:[-+=](?=\s|$|[-+=])|\d{1,9}(?=[.)]))")


def render(blocks: Sequence[Block]) -> str:
    """Return blocks as Markdown that ends with a line break; all text is escaped."""
    return "\n\n".join(map(_block, blocks)) + "\n"


def escape(text: str) -> str:
    """Return text that Markdown shows as it is, wherever it stands in a line but at its beginning."""
    return _MARKUP.sub(r"\\\g<0>", text)


def _block(block: Block) -> str:
    match block:
        case Paragraph(runs):
            return _line(runs)
        case Bullets(items):
            return "\n".join(f"- {_line(item)}" for item in items)
        case Bars(bars):
            return "\n".join(f"- {escape(plain.bar(bar, BAR_CHARS))} · {escape(plain.about(bar))}" for bar in bars)
        case Sources(sources):
            return "\n".join(map(_source, sources))
        case Notice(text):
            return f"> **Note:** {escape(text)}"
        case Buttons(buttons):
            return "Ask on: " + " · ".join(f"*{escape(button.title)}*" for button in buttons)


def _line(runs: Line) -> str:
    """Return a line whose first characters cannot begin a list, a heading or a rule."""
    text = "".join(map(_run, runs))
    opening = _OPENING.match(text)
    if opening is None:
        return text
    at = opening.end() if opening.group()[0].isdigit() else 0
    return f"{text[:at]}\\{text[at:]}"


def _run(run: Run) -> str:
    return f"**{escape(run.text)}**" if run.label == "heading" else escape(run.text)


def _source(source: Source) -> str:
    origin = f"[{escape(source.origin)}]({source.url})" if source.url else escape(source.origin)
    return " ".join(filter(None, (f"- \\[{source.n}\\]", escape(plain.said(source)), origin)))
