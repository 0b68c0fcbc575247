"""What an answer is made of: blocks of runs, from which text, Markdown, HTML, SSML and channels' forms are drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
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
    """Words of a source, verbatim but for ``…`` where they are cut; drawn between quotation marks."""

    text: str
    number: int
    """Of its citation."""
    marks: tuple[tuple[int, int, Label], ...] = ()
    """What deciding words name: half-open ranges of ``text``, ascending, disjoint."""
    kind: Literal["quote"] = "quote"


@dataclass(frozen=True, slots=True)
class Statement:
    """Words of our own that cited sentences say."""

    text: str
    numbers: tuple[int, ...]
    """Of the citations that support it, at least one; a ``Reference`` to them follows or is drawn with it."""
    kind: Literal["statement"] = "statement"


@dataclass(frozen=True, slots=True)
class Reference:
    """The numbers of citations, drawn as ``[1][2]``; never spoken."""

    numbers: tuple[int, ...]
    kind: Literal["reference"] = "reference"


Run = Words | Quote | Statement | Reference
Runs = tuple[Run, ...]


class Role(StrEnum):
    """What a paragraph is for."""

    HEADLINE = "headline"
    """The verdict on what was asked, the first sentence of an answer."""
    BODY = "body"
    NOTICE = "notice"
    """What to know about the answer itself: sample texts, an index that could not be searched whole."""
    GENERATED = "generated"
    """What a language model wrote."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Sentences."""

    runs: Runs
    role: Role = Role.BODY
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
    rows: tuple[tuple[Runs, ...], ...]
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
