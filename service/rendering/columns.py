"""Tables in a font whose characters are all as wide: columns that stand below each other, cells that are wrapped."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from engine.types.document import Table, line_of

_GAP = "  "
_EMPTY = "–"
"""Stands in a cell that says nothing."""


def draw(table: Table, width: int) -> list[str]:
    """Return the header of a table and its rows, each as lines joined by line breaks.

    Args:
        table: The table.
        width: The most characters of a line, wide ones counted twice.
    """
    header, *rows = [[line_of(cell) for cell in row] for row in (table.header, *table.rows)]
    cells = [header, *([cell or _EMPTY for cell in row] for row in rows)]
    widths = _widths([max(map(measure, column)) for column in zip(*cells, strict=True)], width)
    drawn = ["\n".join(_row(row, widths)) for row in cells]
    return [f"{drawn[0]}\n{_GAP.join('-' * chars for chars in widths)}", *drawn[1:]]


def measure(text: str) -> int:
    """Return how many columns a text takes."""
    return sum(map(_columns, text))


def _columns(char: str) -> int:
    if unicodedata.category(char) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _widths(wanted: Sequence[int], width: int) -> list[int]:
    """Return the widths of columns: what they want if there is room, else the narrow ones that and the others alike."""
    widths: dict[int, int] = {}
    room = width - len(_GAP) * (len(wanted) - 1)
    for n, (wants, column) in enumerate(sorted((wants, column) for column, wants in enumerate(wanted))):
        widths[column] = max(1, min(wants, room // (len(wanted) - n)))
        room -= widths[column]
    return [widths[column] for column in range(len(wanted))]


def _row(cells: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    wrapped = [_wrapped(cell, width) for cell, width in zip(cells, widths, strict=True)]
    for line in zip_longest(*wrapped, fillvalue=""):
        padded = (text + " " * (width - measure(text)) for text, width in zip(line, widths, strict=True))
        yield _GAP.join(padded).rstrip()


def _wrapped(text: str, width: int) -> list[str]:
    """Return a text in lines of at most this width, broken between words, and within one that is wider."""
    lines = [""]
    for word in text.split():
        if lines[-1] and measure(lines[-1]) + 1 + measure(word) <= width:
            lines[-1] += f" {word}"
            continue
        lines += [""] if lines[-1] else []
        for char in word:
            if lines[-1] and measure(lines[-1]) + _columns(char) > width:
                lines.append("")
            lines[-1] += char
    return lines
