"""Telegram's HTML. All text is escaped; a long answer goes on in further messages, cut where a sentence ends.

Source: https://core.telegram.org/bots/api#formatting-options and #sendmessage, for the tags and the limits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from typing import NamedTuple

from engine.types.document import (
    BulletList,
    Paragraph,
    Quote,
    Reference,
    Role,
    Run,
    Runs,
    Statement,
    Table,
    Words,
    line_of,
    marker,
)
from service.rendering.blocks import Bar, Bars, Block, Button, Buttons, Source, Sources
from service.rendering.columns import draw
from service.rendering.pieces import cut

MAX_UNITS = 4096
"""UTF-16 code units in a message, tags not counted."""
MAX_ENTITIES = 100
"""Of a message; Telegram drops the formatting of any more."""
MAX_PIECE_CHARS = 1000
BAR_CHARS = 10

TABLE_CHARS = 42
"""Width of a table: what a telephone shows without breaking lines."""


class Message(NamedTuple):
    """What ``sendMessage`` takes, and the suggestions below it."""

    html: str
    buttons: tuple[Button, ...] = ()


class _Piece(NamedTuple):
    """Words in one format."""

    text: str
    tag: str = ""
    url: str = ""

    @property
    def html(self) -> str:
        text = escape(self.text, quote=False)
        if self.url:
            return f'<a href="{escape(self.url)}">{text}</a>'
        return f"<{self.tag}>{text}</{self.tag}>" if self.tag else text


def render(blocks: Sequence[Block]) -> list[Message]:
    """Return blocks as messages, at least one; the last has the buttons."""
    pages: list[list[_Piece]] = [[]]
    for line in _lines(blocks):
        cuts = [long._replace(text=text) for long in line for text in cut(long.text, MAX_PIECE_CHARS)]
        pieces = cuts or [_Piece("")]
        for number, piece in enumerate(pieces):
            added = [*([_Piece("\n")] if number == 0 and pages[-1] else []), piece]
            if _fits([*pages[-1], *added]):
                pages[-1] += added
            else:
                pages.append([piece])
    buttons = tuple(button for block in blocks if isinstance(block, Buttons) for button in block.buttons)
    texts = ["".join(_html(page)) or "…" for page in pages]
    return [*map(Message, texts[:-1]), Message(texts[-1], buttons)]


def units(text: str) -> int:
    """Return the length of a text as Telegram counts it."""
    return len(text.encode("utf-16-le")) // 2


def _fits(page: Sequence[_Piece]) -> bool:
    formatted = sum(1 for piece in page if piece.tag or piece.url)
    return formatted <= MAX_ENTITIES and sum(units(piece.text) for piece in page) <= MAX_UNITS


def _html(page: Sequence[_Piece]) -> Iterator[str]:
    """Yield the pieces of a message, the rows of a table as one."""
    for (tag, url), group in groupby(page, lambda piece: (piece.tag, piece.url)):
        pieces = [*group]
        joined = [_Piece("".join(piece.text for piece in pieces), tag, url)] if tag == "pre" else pieces
        yield from (piece.html for piece in joined)


def _lines(blocks: Sequence[Block]) -> Iterator[list[_Piece]]:
    """Yield what is shown line by line; what stands apart has an empty line before it."""
    for number, block in enumerate(blocks):
        if number and isinstance(block, Bars | Sources):
            yield []
        match block:
            case Paragraph(runs, Role.HEADING):
                yield [_Piece(line_of(runs), "b")]
            case Paragraph(runs, Role.NOTICE):
                yield [_Piece(line_of(runs), "i")]
            case Paragraph(runs):
                yield _line(runs)
            case BulletList(items):
                yield from ([_Piece("• "), *_line(item)] for item in items)
            case Table():
                yield [_Piece(f"{row}\n", "pre") for row in draw(block, TABLE_CHARS)]
            case Bars(bars):
                yield from map(_bar, bars)
            case Sources(sources):
                yield from map(_source, sources)
            case Buttons():
                pass


def _line(runs: Runs) -> list[_Piece]:
    return [piece for run in runs for piece in _run(run)]


def _run(run: Run) -> list[_Piece]:
    match run:
        case Words(text):
            return [_Piece(text)]
        case Quote(text, number):
            return [_Piece(f"“{text}”", "i"), *([_Piece(f" {marker([number])}")] if number else [])]
        case Statement(text, numbers):
            return [_Piece(f"{text} {marker(numbers)}")]
        case Reference(numbers):
            return [_Piece(marker(numbers))]


def _bar(bar: Bar) -> list[_Piece]:
    about = [_Piece(bar.about, "b"), _Piece("\n")] if bar.about else []
    right = f" {bar.right} {bar.second}" if bar.second else ""
    shown = [_Piece(f"{bar.first} {bar.left} "), _Piece(bar.drawn(BAR_CHARS), "code"), _Piece(right)]
    return [*about, *shown, _Piece("\n"), _Piece(bar.note, "i")]


def _source(source: Source) -> list[_Piece]:
    said = "" if source.quoted else f"“{source.sentence}” "
    return [_Piece(f"[{source.number}] {said}"), _Piece(source.origin, url=source.url)]
