"""Speech: sentences that a voice can say, and SSML for the assistants that take it (speak, p and s alone).

What is said has letters, digits and the punctuation of sentences; addresses, numbers of sources and markup are left
out, and the signs that people say as words are words: ``C++``, ``.NET``, ``vs``, ``%``.

Source: Speech Synthesis Markup Language 1.1, W3C 2010, sections 3.1.1 and 3.1.8.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from sentencex import segment

from engine.resources import table_of
from engine.types.document import BulletList, Paragraph, Quote, Reference, Runs, Statement, Table, Words, rows_of
from service.rendering.blocks import Bar, Bars, Block, Buttons, Source, Sources

QUOTED = "one source says:"

_SAID = tuple((re.compile(pattern, re.IGNORECASE), word) for pattern, word in table_of(__file__)["said"])

_DATE = re.compile(r"\b\d{4}-\d\d-\d\d\b")
_PUNCTUATION = frozenset(".,;:!?'’-")
_LONE = re.compile(r"(?<!\w)['’-]+|['’-]+(?!\w)")
_PAUSES = re.compile(r"(?!(?<=\d)[,:]\d)\s*[,;:](?:\s*[,;:])*")
_BEFORE_END = re.compile(r"[\s,;:]+(?=[.!?])")
_BLANKS = re.compile(r"\s+")


def render(blocks: Sequence[Block]) -> str:
    """Return all of an answer as SSML."""
    return speak(sentences(blocks))


def speak(sentences: Iterable[str]) -> str:
    """Return sentences of ``sentences`` or ``spoken`` as SSML; nothing in them needs to be escaped."""
    return f"<speak><p>{''.join(f'<s>{sentence}</s>' for sentence in sentences)}</p></speak>"


def sentences(blocks: Sequence[Block]) -> tuple[str, ...]:
    """Return what a voice says of blocks, sentence by sentence."""
    return tuple(said for block in blocks for said in _block(block) if said)


def spoken(text: str) -> str:
    """Return a line as a voice can say it; empty when nothing of it can be said."""
    text = _DATE.sub(_day, text)
    for pattern, word in _SAID:
        text = pattern.sub(word, text)
    text = "".join(char if char in _PUNCTUATION or unicodedata.category(char)[0] in "LMN" else " " for char in text)
    text = _BEFORE_END.sub("", _PAUSES.sub(_longest, _LONE.sub(" ", text)))
    text = _BLANKS.sub(" ", text).strip(" ,;:")
    return text if any(char.isalnum() for char in text) else ""


def _day(match: re.Match[str]) -> str:
    try:
        day = date.fromisoformat(match.group())
    except ValueError:
        return match.group()
    return f"{day:%B} {day.day} {day.year}"


def _longest(match: re.Match[str]) -> str:
    """Return the longest of several pauses: a colon, a semicolon, a comma."""
    return next(pause for pause in ":;," if pause in match.group()) + " "


def _block(block: Block) -> Iterator[str]:
    match block:
        case Paragraph(runs):
            yield from _line(runs)
        case BulletList(items):
            for item in items:
                yield from _line(item)
        case Table():
            for name, cells in rows_of(block):
                for column, cell in cells:
                    yield from _line((*name, Words(", "), *column, Words(": "), *cell))
        case Bars(bars):
            yield from map(_bar, bars)
        case Sources(sources):
            yield from map(_source, sources)
        case Buttons(buttons):
            titles = [title for title in (spoken(button.title).rstrip(".?!") for button in buttons) if title]
            if titles:
                yield f"You can say: {_listed(titles)}."


def _line(runs: Runs) -> Iterator[str]:
    """Yield the sentences of a line; the words of a source are never said as our own."""
    text = ""
    for run in runs:
        match run:
            case Words(words) | Statement(words):
                text += words
            case Quote(words, attributed=attributed):
                says = f"{QUOTED} " if text.strip() else f"{QUOTED.capitalize()} "
                text += words if attributed else says + words
            case Reference():
                pass
    for sentence in segment("en", spoken(text)):  # spoken first: the dot of .NET ends no sentence
        if said := spoken(sentence):
            yield _ended(said)


def _bar(bar: Bar) -> str:
    about = f"On {spoken(bar.about)}: " if spoken(bar.about) else ""
    other = f", {spoken(bar.second)} {spoken(bar.right)}, {spoken(bar.note)}" if bar.second else ""
    return _ended(f"{about}{spoken(bar.first)} {spoken(bar.left)}{other}")


def _source(source: Source) -> str:
    origin = spoken(source.origin.replace(" · ", ", "))
    return _ended(f"Source {source.number}: {origin}. {spoken(source.sentence)}")


def _listed(words: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _ended(said: str) -> str:
    return said if said.endswith((".", "!", "?")) else f"{said.rstrip(',;: ')}."
