"""The statements of an answer, as blocks or as another system's text: its sentences, and which claim something."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.text.tokens import Tokens
from engine.types.document import (
    Blocks,
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
)
from generation.citation_verification import numbers_first

_QUOTE = re.compile(r"“[^”]*”")
_BREAK = re.compile(r"\n+|(?<=[.!?]) +(?=\S)")
_END = re.compile(r"(?<=[.!?]) +")
_UNFOUND = re.compile(r"\b(?:nothing|none|no|not enough)\b", re.IGNORECASE)


def units(text: str) -> list[str]:
    """Return the sentences and lines of an answer; a quote is never cut."""
    masked = _QUOTE.sub(lambda quote: "“" + "x" * (len(quote.group()) - 2) + "”", text)
    borders = [0, *(offset for found in _BREAK.finditer(masked) for offset in found.span()), len(text)]
    return [text[start:end] for start, end in zip(borders[::2], borders[1::2], strict=True) if start < end]


def claims(text: str, objects: Sequence[str]) -> list[str]:
    """Return the sentences and lines of an answer that claim something of an object."""
    found: list[str] = []
    for unit in units(numbers_first(text)):
        own_words = _QUOTE.sub("", unit)
        named = any(Tokens(own_words).mentions(name) for name in objects)
        if _QUOTE.search(unit) or (named and not unit.endswith(":") and not _UNFOUND.search(own_words)):
            found.append(unit)
    return found


def sentences_of(blocks: Blocks) -> Iterator[Runs]:
    """Yield the sentences of paragraphs and lists, and the cells of tables; no headings and no notices."""
    for block in blocks:
        match block:
            case Paragraph(role=Role.HEADING | Role.NOTICE):
                pass
            case Paragraph(runs):
                yield from _sentences(runs)
            case BulletList(items):
                for item in items:
                    yield from _sentences(item)
            case Table(rows=rows):
                yield from (cell for row in rows for cell in row[1:] if cell)


def claims_of(blocks: Blocks, objects: Sequence[str]) -> list[Runs]:
    """Return the sentences of an answer that claim something of an object."""
    found: list[Runs] = []
    for runs in sentences_of(blocks):
        own_words = "".join(run.text for run in runs if isinstance(run, Words))
        named = any(Tokens(own_words).mentions(name) for name in objects)
        cites = any(isinstance(run, Quote | Statement) for run in runs)
        if cites or (named and not _UNFOUND.search(own_words)):
            found.append(runs)
    return found


def cited_parts_of(runs: Runs) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the parts of a sentence, each with the numbers behind it; what no number follows is left out."""
    said, part = "", ""
    for run in runs:
        numbers: tuple[int, ...] = ()
        match run:
            case Words(text):
                said += text
            case Quote(text, number):
                said += f"“{text}”"
                numbers = (number,) if number else ()
            case Statement(text, numbers):
                said += text
            case Reference(numbers):
                pass
        if numbers:
            part = said.strip(" ,;:.-") or part
            yield part, numbers
            said = ""


def _sentences(runs: Runs) -> Iterator[Runs]:
    """Yield runs cut where own words end a sentence."""
    sentence: list[Run] = []
    for run in runs:
        first, *others = _END.split(run.text) if isinstance(run, Words) and run.label is None else [""]
        if not others:
            sentence.append(run)
            continue
        sentence.append(Words(first))
        for text in others:
            yield tuple(sentence)
            sentence = [Words(text)] if text else []
    if sentence:
        yield tuple(sentence)
