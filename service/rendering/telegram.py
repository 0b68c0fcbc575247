"""Telegram's HTML. All text is escaped; a long answer goes on in further messages, cut where a sentence ends.

Source: https://core.telegram.org/bots/api#formatting-options and #sendmessage, for the tags and the limits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from service.rendering.blocks import (
    Bar,
    Bars,
    Block,
    Bullets,
    Button,
    Buttons,
    Line,
    Notice,
    Paragraph,
    Run,
    Source,
    Sources,
)
from service.rendering.pieces import cut

MAX_UNITS = 4096
"""UTF-16 code units in a message, tags not counted."""
MAX_ENTITIES = 100
"""Of a message; Telegram drops the formatting of any more."""
MAX_PIECE_CHARS = 1000
BAR_CHARS = 10

_TAGS = {"heading": "b", "quote": "i"}


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
        pieces = [piece for long in line for piece in _cut(long)] or [_Piece("")]
        for number, piece in enumerate(pieces):
            added = [*([_Piece("\n")] if number == 0 and pages[-1] else []), piece]
            if _fits([*pages[-1], *added]):
                pages[-1] += added
            else:
                pages.append([piece])
    buttons = tuple(button for block in blocks if isinstance(block, Buttons) for button in block.buttons)
    texts = ["".join(piece.html for piece in page) or "…" for page in pages]
    return [*map(Message, texts[:-1]), Message(texts[-1], buttons)]


def units(text: str) -> int:
    """Return the length of a text as Telegram counts it."""
    return len(text.encode("utf-16-le")) // 2


def _fits(page: Sequence[_Piece]) -> bool:
    formatted = sum(1 for piece in page if piece.tag or piece.url)
    return formatted <= MAX_ENTITIES and sum(units(piece.text) for piece in page) <= MAX_UNITS


def _cut(piece: _Piece) -> Iterator[_Piece]:
    return (piece._replace(text=text) for text in cut(piece.text, MAX_PIECE_CHARS))


def _lines(blocks: Sequence[Block]) -> Iterator[list[_Piece]]:
    """Yield what is shown line by line; what stands apart has an empty line before it."""
    for number, block in enumerate(blocks):
        if number and isinstance(block, Bars | Sources):
            yield []
        match block:
            case Paragraph(runs):
                yield _line(runs)
            case Bullets(items):
                yield from ([_Piece("• "), *_line(item)] for item in items)
            case Bars(bars):
                yield from map(_bar, bars)
            case Sources(sources):
                yield from map(_source, sources)
            case Notice(text):
                yield [_Piece(text, "i")]
            case Buttons():
                pass


def _line(runs: Line) -> list[_Piece]:
    return [_run(run) for run in runs]


def _run(run: Run) -> _Piece:
    return _Piece(run.text, _TAGS.get(run.label, ""))


def _bar(bar: Bar) -> list[_Piece]:
    about = [_Piece(bar.about, "b"), _Piece("\n")] if bar.about else []
    right = f" {bar.right} {bar.second}" if bar.second else ""
    shown = [_Piece(f"{bar.first} {bar.left} "), _Piece(bar.drawn(BAR_CHARS), "code"), _Piece(right)]
    return [*about, *shown, _Piece("\n"), _Piece(bar.note, "i")]


def _source(source: Source) -> list[_Piece]:
    said = "" if source.quoted else f"“{source.sentence}” "
    return [_Piece(f"[{source.n}] {said}"), _Piece(source.origin, url=source.url)]
