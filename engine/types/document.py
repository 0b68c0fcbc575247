"""What an answer is made of: blocks of runs, from which text, Markdown, HTML, SSML and channels' forms are drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal

from engine.types.questions import Label


@dataclass(frozen=True, slots=True)
class Words:
    """Words of our own."""

    text: str
    label: Label | None = None
    """What the words name, to be marked: an object, an aspect or a predicate."""
    kind: Literal["words"] = "words"


@dataclass(frozen=True, slots=True)
class Quote:
    """Words of a source, verbatim but for ``…`` where they are cut; drawn between quotation marks before its number."""

    text: str
    number: int
    """Of its citation; 0 for what stands beside a cited sentence, which is drawn without a number."""
    marks: tuple[tuple[int, int, Label], ...] = ()
    """What words of it name, the deciding ones and the compared things: half-open ranges, ascending, disjoint."""
    attributed: bool = False
    """Whether the words before it say that a source says it; a voice says so where they do not."""
    kind: Literal["quote"] = "quote"


@dataclass(frozen=True, slots=True)
class Statement:
    """Words of our own that cited sentences say."""

    text: str
    numbers: tuple[int, ...]
    """Of the citations that support it, at least one; drawn behind it."""
    kind: Literal["statement"] = "statement"


@dataclass(frozen=True, slots=True)
class Reference:
    """The numbers of citations behind the words before it, drawn as ``[1][2]``; never spoken."""

    numbers: tuple[int, ...]
    kind: Literal["reference"] = "reference"


Run = Words | Quote | Statement | Reference
Runs = tuple[Run, ...]


class Role(StrEnum):
    """What a paragraph is for."""

    HEADLINE = "headline"
    """The verdict on what was asked, the first sentence of an answer."""
    BODY = "body"
    HEADING = "heading"
    """What the list below it is of."""
    NOTICE = "notice"
    """What to know about the answer itself: sample texts, an index that could not be searched whole."""
    GENERATED = "generated"
    """What a language model wrote."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Sentences."""

    runs: Runs
    role: Role = Role.BODY
    continues: bool = False
    """Whether it goes on in the line of the paragraph before it where text has no paragraphs."""
    kind: Literal["paragraph"] = "paragraph"


@dataclass(frozen=True, slots=True)
class BulletList:
    """Items of equal rank."""

    items: tuple[Runs, ...]
    kind: Literal["list"] = "list"


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells under a header; all rows are as long as the header."""

    header: tuple[Runs, ...]
    """Names of the columns; that of the first, which names the rows, may be empty."""
    rows: tuple[tuple[Runs, ...], ...]
    """Cells; one without runs says nothing."""
    kind: Literal["table"] = "table"


Block = Paragraph | BulletList | Table
Blocks = tuple[Block, ...]


def runs_of(blocks: Blocks) -> Iterator[Run]:
    """Yield the runs of blocks in the order of reading, tables row by row."""
    for block in blocks:
        match block:
            case Paragraph(runs):
                yield from runs
            case BulletList(items):
                for item in items:
                    yield from item
            case Table(header, rows):
                for row in (header, *rows):
                    for cell in row:
                        yield from cell


def own_words(text: str, role: Role = Role.BODY) -> Blocks:
    """Return words of our own as paragraphs, one a line.

    >>> own_words("Hello!")
    (Paragraph(runs=(Words(text='Hello!', label=None, kind='words'),), role=<Role.BODY: 'body'>, continues=False, \
kind='paragraph'),)
    """
    return tuple(Paragraph((Words(line),), role) for line in text.splitlines() if line.strip())


def begun(blocks: Blocks, text: str) -> Blocks:
    """Return blocks that begin with words of our own, in their first paragraph if they begin with one."""
    match blocks:
        case (Paragraph() as first, *rest):
            return (replace(first, runs=(Words(text), *first.runs)), *rest)
    return (*own_words(text), *blocks)


def marker(numbers: Iterable[int]) -> str:
    """Return the numbers of citations as they are drawn.

    >>> marker([1, 2])
    '[1][2]'
    """
    return "".join(f"[{number}]" for number in numbers)


def line_of(runs: Runs) -> str:
    """Return runs as text: quotes between quotation marks, numbers in brackets."""
    return "".join(map(_text, runs))


def text_of(blocks: Blocks) -> str:
    """Return blocks as plain text, for programs and places that show nothing else; nobody needs to parse it.

    A paragraph is a line, an item of a list a line after a dash, a row of a table a line that names its columns.
    """
    return "\n".join(line for block in lines_of(blocks) for line in _lines(block))


def numbers_of(run: Run) -> tuple[int, ...]:
    """Return the numbers of the citations that a run shows."""
    match run:
        case Quote(_, number):
            return (number,) if number else ()
        case Statement(_, numbers) | Reference(numbers):
            return numbers
        case Words():
            return ()


def lines_of(blocks: Blocks) -> Iterator[Block]:
    """Yield blocks as a place without paragraphs shows them: those that go on in a line in one with it."""
    line: Paragraph | None = None
    for block in blocks:
        if isinstance(block, Paragraph) and line and block.continues:
            line = replace(line, runs=(*line.runs, Words(" "), *block.runs))
            continue
        if line:
            yield line
        line = block if isinstance(block, Paragraph) else None
        if not line:
            yield block
    if line:
        yield line


def rows_of(table: Table) -> Iterator[tuple[Runs, list[tuple[Runs, Runs]]]]:
    """Yield the name of each row of a table, and its other cells that say something, each after its column's name."""
    for name, *cells in table.rows:
        yield name, [(column, cell) for column, cell in zip(table.header[1:], cells, strict=True) if cell]


def _lines(block: Block) -> Iterator[str]:
    match block:
        case Paragraph(runs):
            yield line_of(runs)
        case BulletList(items):
            yield from (f"- {line_of(item)}" for item in items)
        case Table():
            for name, cells in rows_of(block):
                said = "; ".join(f"{line_of(column)}: {line_of(cell)}" for column, cell in cells)
                yield f"{line_of(name)} – {said}"


def _text(run: Run) -> str:
    match run:
        case Words(text):
            return text
        case Quote(text, number):
            return f"“{text}” {marker([number])}" if number else f"“{text}”"
        case Statement(text, numbers):
            return f"{text} {marker(numbers)}"
        case Reference(numbers):
            return marker(numbers)
