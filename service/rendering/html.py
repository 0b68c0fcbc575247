"""HTML: a fragment of paragraphs, lists, tables and links without script or style, safe to put into any page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from engine.types.document import BulletList, Paragraph, Quote, Reference, Role, Run, Runs, Statement, Table, Words
from service.rendering.blocks import Bar, Bars, Block, Buttons, Source, Sources

_ATTRIBUTES = {
    Role.HEADLINE: ' class="headline"',
    Role.NOTICE: ' class="notice" role="note"',
    Role.GENERATED: ' class="generated"',
}


def render(blocks: Sequence[Block]) -> str:
    """Return blocks as HTML, one element per line; all text is escaped."""
    return "\n".join(map(_block, blocks))


def _block(block: Block) -> str:
    match block:
        case Paragraph(runs, Role.HEADING):
            return f"<p><strong>{_line(runs)}</strong></p>"
        case Paragraph(runs, role):
            return f"<p{_ATTRIBUTES.get(role, '')}>{_line(runs)}</p>"
        case BulletList(items):
            return _list("ul", (f"<li>{_line(item)}</li>" for item in items))
        case Table(header, rows):
            head = "".join(f'<th scope="col">{_line(cell)}</th>' if cell else "<td></td>" for cell in header)
            return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(map(_row, rows))}</tbody></table>"
        case Bars(bars):
            return _list('ul class="bars"', map(_bar, bars))
        case Sources(sources):
            return _list('ol class="sources"', map(_source, sources))
        case Buttons(buttons):
            shown = (
                f'<button type="button" value="{escape(button.message)}">{escape(button.title)}</button>'
                for button in buttons
            )
            return f'<p class="buttons">{" ".join(shown)}</p>'


def _list(tag: str, items: Iterable[str]) -> str:
    return f"<{tag}>{''.join(items)}</{tag.partition(' ')[0]}>"


def _row(row: Sequence[Runs]) -> str:
    name, *cells = row
    said = "".join(f"<td>{_line(cell) or '–'}</td>" for cell in cells)
    return f'<tr><th scope="row">{_line(name)}</th>{said}</tr>'


def _line(runs: Runs) -> str:
    return "".join(map(_run, runs))


def _run(run: Run) -> str:
    match run:
        case Words(text):
            return escape(text)
        case Quote(text, number):
            said = f"<q>{escape(text)}</q>"  # a browser draws the marks
            return f"{said} {_numbers([number])}" if number else said
        case Statement(text, numbers):
            return f"{escape(text)} {_numbers(numbers)}"
        case Reference(numbers):
            return _numbers(numbers)


def _numbers(numbers: Iterable[int]) -> str:
    return "".join(f"<cite>[{number}]</cite>" for number in numbers)


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
    return f'<li value="{source.number}">{said}{origin}</li>'
