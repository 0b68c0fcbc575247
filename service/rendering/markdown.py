"""Markdown (CommonMark, and GitHub's with its tables): for files that people keep and for assistants that show it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.types.document import BulletList, Paragraph, Role, Runs, Table, line_of
from service.rendering import plain
from service.rendering.blocks import Bars, Block, Buttons, Source, Sources

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
        case Paragraph(runs, Role.HEADING):
            return f"**{escape(line_of(runs))}**"
        case Paragraph(runs, Role.NOTICE):
            return f"> {_line(runs)}"
        case Paragraph(runs):
            return _line(runs)
        case BulletList(items):
            return "\n".join(f"- {_line(item)}" for item in items)
        case Table(header, rows):
            return "\n".join((_row(header), _row(header, "---"), *(_row(row, empty="–") for row in rows)))
        case Bars(bars):
            return "\n".join(f"- {escape(plain.bar(bar, BAR_CHARS))} · {escape(plain.about(bar))}" for bar in bars)
        case Sources(sources):
            return "\n".join(map(_source, sources))
        case Buttons(buttons):
            return "Ask on: " + " · ".join(f"*{escape(button.title)}*" for button in buttons)


def _line(runs: Runs) -> str:
    """Return a line whose first characters cannot begin a list, a heading or a rule."""
    text = escape(line_of(runs))
    opening = _OPENING.match(text)
    if opening is None:
        return text
    at = opening.end() if opening.group()[0].isdigit() else 0
    return f"{text[:at]}\\{text[at:]}"


def _row(cells: Sequence[Runs], rule: str = "", *, empty: str = "") -> str:
    return f"| {' | '.join(rule or escape(line_of(cell)) or empty for cell in cells)} |"


def _source(source: Source) -> str:
    origin = f"[{escape(source.origin)}]({source.url})" if source.url else escape(source.origin)
    return " ".join(filter(None, (f"- \\[{source.number}\\]", escape(plain.said(source)), origin)))
