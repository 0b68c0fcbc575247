"""Builds an answer block by block: paragraphs, lists and tables of own words, quotes and the numbers of their sources.

A number always leads to a sentence that is quoted in the same answer, or that says the statement before it: what an
answer says about an object is in the cited sentence because it was cut out of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.text.tokens import Tokens, clean
from engine.types import Answer, Argument, Citation, Label, document
from engine.types.document import Block, BulletList, Paragraph, Reference, Role, Run, Runs, Statement, Table, Words
from generation.claim_extraction import MAX_QUOTE_CHARS
from generation.excerpt import excerpt

_NUMBER = re.compile(r"\[(\d+)\]")
_INNER_QUOTES = str.maketrans("“”", "‘’")

Mark = tuple[int, int, Label]


class Opening(str):
    """A part of a sentence: own words that say yes or no, how likely that is, or that nothing is known."""

    __slots__ = ()


class Quote(NamedTuple):
    """A part of a sentence: words of an argument's sentence between quotation marks, and its number."""

    argument: Argument
    words: str = ""
    """Words as they stand in the sentence; empty for as much of the sentence as fits."""
    part: tuple[int, int] | None = None
    """Half-open range of the cleaned sentence to quote from; all of it when None."""
    attributed: bool = False
    """Whether the words before it say that a source says it."""
    points: tuple[tuple[int, int], ...] = ()
    """Half-open ranges of the words that it is quoted for; those that decide whom it favours when empty."""


class Beside(NamedTuple):
    """A part of a sentence: what stands beside a quoted sentence in its document; it is no evidence."""

    text: str
    attributed: bool = False
    """As in ``Quote``."""


class Numbers(NamedTuple):
    """A part of a sentence: the numbers of sentences that the same answer quotes later."""

    arguments: Sequence[Argument]


class Claim(NamedTuple):
    """A part of a sentence: a statement in words of its own, and the numbers of the sentences that say it."""

    words: str
    arguments: Sequence[Argument]


Part = str | Quote | Beside | Numbers | Claim


def plain(name: str) -> str:
    """Return a user's name for something as it can stand in an answer: one line, and nothing that looks like a marker.

    >>> plain("C++"), plain("row[1]")
    ('C++', 'row(1)')
    """
    return _NUMBER.sub(r"(\1)", clean(name))


def listed(items: Sequence[Sequence[Part]], *, last: str = "and") -> list[Part]:
    """Return items, each one or more parts, with commas between them and a word before the last."""
    joined: list[Part] = []
    for number, item in enumerate(items):
        if number:
            joined.append(f"{'' if last[0] == ',' else ' '}{last} " if number == len(items) - 1 else ", ")
        joined += item
    return joined


class AnswerBuilder:
    """An answer in the making.

    Attributes:
        cited: The arguments cited so far, in the order of their numbers.
        quotes: Whether any is quoted so far.
    """

    def __init__(self, objects: Sequence[str], *, lines: bool = False) -> None:
        """Start an empty answer.

        Args:
            objects: Names of the compared things, kept in view when a long sentence is cut.
            lines: Whether each sentence is a paragraph of its own.
        """
        self.cited: list[Argument] = []
        self.quotes = False
        self._objects = tuple(objects)
        self._lines = lines
        self._broken = False
        self._opens = False
        self._blocks: list[Block] = []

    def add(self, *parts: Part, role: Role | None = None) -> None:
        """Append a sentence; no part at all adds nothing.

        Args:
            parts: Text, quotes and numbers.
            role: Of the sentence; the first of an answer is its headline, others are the body when None.
        """
        if not parts:
            return
        before = self._blocks[-1] if self._blocks else None
        self._opens = self._opens if before else isinstance(parts[0], Opening)
        goes_on = isinstance(before, Paragraph) and not (self._lines or self._broken)
        self._broken = False
        role = role or (Role.BODY if before else Role.HEADLINE)
        runs = self._runs(parts)
        if isinstance(before, Paragraph) and goes_on and before.role is role:
            self._blocks[-1] = replace(before, runs=(*before.runs, Words(" "), *runs))
        else:
            self._blocks.append(Paragraph(runs, role, goes_on))

    def break_line(self) -> None:
        """Begin a paragraph with the next sentence."""
        self._broken = True

    def add_item(self, *parts: Part) -> None:
        """Append an item to the list that the answer ends with, or to a new one."""
        runs = self._runs(parts)
        if self._blocks and isinstance(before := self._blocks[-1], BulletList):
            self._blocks[-1] = BulletList((*before.items, runs))
        else:
            self._blocks.append(BulletList((runs,)))

    def add_table(self, header: Sequence[str], rows: Iterable[Sequence[Sequence[Part]]]) -> None:
        """Append a table, or go on with the one that has these columns, which then stands behind what was added since.

        Args:
            header: Names of the columns.
            rows: Cells, each of any number of parts.
        """
        cells = tuple(tuple(self._runs(cell) for cell in row) for row in rows)
        columns = tuple((Words(name),) if name else () for name in header)
        before = next((block for block in self._blocks if isinstance(block, Table) and block.header == columns), None)
        self._blocks = [block for block in self._blocks if block is not before]
        self._blocks.append(Table(columns, (*before.rows, *cells) if before else cells))

    def finish(self, generator: str, *, aspects: Iterable[str] = ()) -> Answer:
        """Return the answer.

        Args:
            generator: Name of the generator.
            aspects: Names to mark as aspects where the answer mentions them.
        """
        names = tuple(aspects)
        blocks = tuple(_changed(block, lambda runs: self._labelled(runs, names)) for block in self._blocks)
        citations = tuple(Citation(number, argument.hit) for number, argument in enumerate(self.cited, 1))
        return Answer(blocks, citations, generator, opens=self._opens)

    def _runs(self, parts: Sequence[Part]) -> Runs:
        return tuple(run for part in parts if part for run in self._part(part))

    def _part(self, part: Part) -> Iterator[Run]:
        match part:
            case str():
                yield Words(part)
            case Quote():
                self.quotes = True
                yield self._quote(part)
            case Beside(text, attributed):
                yield document.Quote(plain(text).translate(_INNER_QUOTES), 0, attributed=attributed)
            case Claim(words, arguments):
                yield Statement(words, tuple(map(self._number, arguments)))
            case Numbers(arguments):
                yield Reference(tuple(map(self._number, arguments)))

    def _number(self, argument: Argument) -> int:
        ids = [cited.hit.sentence.id for cited in self.cited]
        if argument.hit.sentence.id in ids:
            return ids.index(argument.hit.sentence.id) + 1
        self.cited.append(argument)
        return len(self.cited)

    def _quote(self, quote: Quote) -> document.Quote:
        number = self._number(quote.argument)
        if quote.words:
            words = quote.words.translate(_INNER_QUOTES)
            return document.Quote(words, number, ((0, len(words), Label.ASPECT),), quote.attributed)
        text, marks = self._excerpt(quote)
        return document.Quote(text, number, marks, quote.attributed)

    def _excerpt(self, quote: Quote) -> tuple[str, tuple[Mark, ...]]:
        """Return what is quoted of a sentence, and the deciding words in it."""
        text = clean(quote.argument.hit.sentence.text)
        markers = quote.argument.classification.markers
        marked = quote.points or [(one.start, one.end) for one in markers if text[one.start : one.end] == one.text]
        pieces, cut_before, cut_after = excerpt(
            text, names=self._objects, marked=marked, max_chars=MAX_QUOTE_CHARS, within=quote.part
        )
        said, marks = "…" * cut_before, list[Mark]()
        for number, (start, end) in enumerate(pieces):
            said += "…" * (number > 0)
            shift = len(said) - start
            said += text[start:end].translate(_INNER_QUOTES)
            marks += [(a + shift, b + shift, Label.PREDICATE) for a, b in marked if start <= a and b <= end]
        return said + "…" * cut_after, tuple(marks)

    def _labelled(self, runs: Runs, aspects: Sequence[str]) -> Runs:
        """Return runs with what they name marked, and own words in one run as far as they are alike."""
        labelled: list[Run] = []
        for run in _joined(runs):
            match run:
                case Words(text, None):
                    at = 0
                    for start, end, label in self._marks(text, (), aspects):
                        labelled += [Words(text[at:start])] if at < start else []
                        labelled.append(Words(text[start:end], label))
                        at = end
                    labelled += [Words(text[at:])] if at < len(text) else []
                case document.Quote():
                    labelled.append(replace(run, marks=self._marks(run.text, run.marks, aspects)))
                case _:
                    labelled.append(run)
        return tuple(labelled)

    def _marks(self, text: str, known: Sequence[Mark], aspects: Iterable[str]) -> tuple[Mark, ...]:
        tokens = Tokens(text)
        marks: list[Mark] = []
        found = [(start, end, Label.OBJECT) for name in self._objects for start, end in tokens.mentions(name)]
        found += known
        found += [(start, end, Label.ASPECT) for name in aspects for start, end in tokens.mentions(name)]
        for start, end, label in found:
            if all(end <= first or last <= start for first, last, _ in marks):
                marks.append((start, end, label))
        return tuple(sorted(marks))


def _joined(runs: Runs) -> Runs:
    """Return runs with neighbouring words in one."""
    joined: list[Run] = []
    for run in runs:
        if isinstance(run, Words) and joined and isinstance(before := joined[-1], Words):
            joined[-1] = Words(before.text + run.text)
        else:
            joined.append(run)
    return tuple(joined)


def _changed(block: Block, change: Callable[[Runs], Runs]) -> Block:
    match block:
        case Paragraph(runs):
            return replace(block, runs=change(runs))
        case BulletList(items):
            return BulletList(tuple(map(change, items)))
        case Table(header, rows):
            return Table(tuple(map(change, header)), tuple(tuple(map(change, row)) for row in rows))
