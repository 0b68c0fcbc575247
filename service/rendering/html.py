"""HTML: a fragment of headings, lists and links without script or style, safe to put into any page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from service.rendering.blocks import Bar, Bars, Block, Bullets, Buttons, Line, Notice, Paragraph, Run, Source, Sources


def render(blocks: Sequence[Block]) -> str:
    """Return blocks as HTML, one element per line; all text is escaped."""
    return "\n".join(map(_block, blocks))


def _block(block: Block) -> str:
    match block:
        case Paragraph(runs):
            return f"<p>{_line(runs)}</p>"
        case Bullets(items):
            return _list("ul", (f"<li>{_line(item)}</li>" for item in items))
        case Bars(bars):
            return _list('ul class="bars"', map(_bar, bars))
        case Sources(sources):
            return _list('ol class="sources"', map(_source, sources))
        case Notice(text):
            return f'<p class="notice" role="note">{escape(text)}</p>'
        case Buttons(buttons):
            shown = (
                f'<button type="button" value="{escape(button.message)}">{escape(button.title)}</button>'
                for button in buttons
            )
            return f'<p class="buttons">{" ".join(shown)}</p>'


def _list(tag: str, items: Iterable[str]) -> str:
    return f"<{tag}>{''.join(items)}</{tag.partition(' ')[0]}>"


def _line(runs: Line) -> str:
    return "".join(map(_run, runs))


def _run(run: Run) -> str:
    match run.label:
        case "heading":
            return f"<strong>{escape(run.text)}</strong>"
        case "quote":
            return f"<q>{escape(run.text[1:-1])}</q>"  # a browser draws the marks
        case "marker":
            return f"<cite>{escape(run.text)}</cite>"
    return escape(run.text)


def _bar(bar: Bar) -> str:
    meter = f'<meter min="0" max="1" value="{bar.share:.3f}">{bar.left}</meter>'
    about = f"<b>{escape(bar.about)}</b> " if bar.about else ""
    right = f"{bar.right} {escape(bar.second)} " if bar.second else ""
    return f"<li>{about}{escape(bar.first)} {bar.left} {meter} {right}<small>{escape(bar.note)}</small></li>"


def _source(source: Source) -> str:
    origin = escape(source.origin)
    if source.url:
        origin = f'<a href="{escape(source.url)}" rel="nofollow noopener noreferrer">{origin}</a>'
    said = "" if source.quoted else f"<q>{escape(source.sentence)}</q> "
    return f'<li value="{source.n}">{said}{origin}</li>'
