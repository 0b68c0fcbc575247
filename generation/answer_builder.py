"""Builds an answer while its text grows: quotes, their numbers, and the words each citation supports.

A number always leads to a sentence that is quoted in the same answer, and the claim of its citation is that quote:
what an answer says about an object is in the cited sentence because it was cut out of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.text.tokens import Tokens, clean
from engine.types import Answer, Argument, Citation, Label, Span
from generation.excerpt import excerpt

MAX_QUOTE_CHARS = 200

_NUMBER = re.compile(r"\[(\d+)\]")
_INNER_QUOTES = str.maketrans("“”", "‘’")


class Quote(NamedTuple):
    """A part of a text: words of an argument's sentence between quotation marks, and its number."""

    argument: Argument
    words: str = ""
    """Words as they stand in the sentence; empty for as much of the sentence as fits."""
    part: tuple[int, int] | None = None
    """Half-open range of the cleaned sentence to quote from; all of it when None."""


class Numbers(NamedTuple):
    """A part of a text: the numbers of sentences that the same answer quotes later."""

    arguments: Sequence[Argument]


class Claim(NamedTuple):
    """A part of a text: a statement in words of its own, and the numbers of the sentences that say it."""

    words: str
    arguments: Sequence[Argument]


Part = str | Quote | Numbers | Claim


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
            joined.append(f" {last} " if number == len(items) - 1 else ", ")
        joined += item
    return joined


class AnswerBuilder:
    """An answer in the making.

    Attributes:
        cited: The arguments cited so far, in the order of their numbers.
    """

    def __init__(self, objects: Sequence[str], *, separator: str = " ") -> None:
        """Start an empty answer.

        Args:
            objects: Names of the compared things, kept in view when a long sentence is cut.
            separator: What stands between two additions: a blank or a line break.
        """
        self.cited: list[Argument] = []
        self._objects = tuple(objects)
        self._separator = separator
        self._text = ""
        self._breaks = 0
        self._claims: dict[str, tuple[int, int]] = {}
        self._spans: list[tuple[int, int, Label]] = []

    def add(self, *parts: Part) -> None:
        """Append a sentence or a line made of text, quotes and numbers; no part at all adds nothing."""
        if self._text and parts:
            self._text += "\n" * self._breaks or self._separator
        self._breaks = 0 if parts else self._breaks
        for part in parts:
            match part:
                case str():
                    self._text += part
                case Quote():
                    self._quote(part)
                case Claim(words, arguments):
                    start = len(self._text)
                    self._text += words
                    for argument in arguments:
                        self._claims.setdefault(argument.hit.sentence.id, (start, start + len(words)))
                    self._text += " " + "".join(f"[{self._number(argument)}]" for argument in arguments)
                case Numbers(arguments):
                    self._text += "".join(f"[{self._number(argument)}]" for argument in arguments)

    def break_line(self, breaks: int = 1) -> None:
        """Put line breaks, not the separator, before the next addition."""
        self._breaks = breaks

    def finish(self, generator: str, *, aspects: Iterable[str] = ()) -> Answer:
        """Return the answer.

        Args:
            generator: Name of the generator.
            aspects: Names to mark as aspects where the text mentions them.
        """
        citations = [
            Citation(number, argument.hit, *self._claims[argument.hit.sentence.id])
            for number, argument in enumerate(self.cited, 1)
        ]
        return Answer(self._text, tuple(citations), self._labelled(aspects), generator)

    def _number(self, argument: Argument) -> int:
        ids = [cited.hit.sentence.id for cited in self.cited]
        if argument.hit.sentence.id in ids:
            return ids.index(argument.hit.sentence.id) + 1
        self.cited.append(argument)
        return len(self.cited)

    def _quote(self, quote: Quote) -> None:
        argument, words, part = quote
        self._text += "“"
        start = len(self._text)
        if words:
            self._text += words.translate(_INNER_QUOTES)
            self._spans.append((start, len(self._text), Label.ASPECT))
        else:
            self._write_excerpt(argument, part)
        sentence_id = argument.hit.sentence.id
        if not words or sentence_id not in self._claims:
            self._claims[sentence_id] = (start, len(self._text))
        self._text += f"” [{self._number(argument)}]"

    def _write_excerpt(self, argument: Argument, part: tuple[int, int] | None) -> None:
        text = clean(argument.hit.sentence.text)
        marked = [
            (span.start, span.end)
            for span in argument.classification.markers
            if text[span.start : span.end] == span.text
        ]
        pieces, cut_before, cut_after = excerpt(
            text, names=self._objects, marked=marked, max_chars=MAX_QUOTE_CHARS, within=part
        )
        self._text += "…" * cut_before
        for number, (start, end) in enumerate(pieces):
            self._text += "…" * (number > 0)
            shift = len(self._text) - start
            self._text += text[start:end].translate(_INNER_QUOTES)
            self._spans += [(a + shift, b + shift, Label.PREDICATE) for a, b in marked if start <= a and b <= end]
        self._text += "…" * cut_after

    def _labelled(self, aspects: Iterable[str]) -> tuple[Span, ...]:
        tokens = Tokens(self._text)
        ranges = [(*found, Label.OBJECT) for name in self._objects for found in tokens.mentions(name)]
        ranges += self._spans
        ranges += [(*found, Label.ASPECT) for name in aspects for found in tokens.mentions(name)]
        spans: list[Span] = []
        for start, end, label in ranges:
            if all(end <= span.start or span.end <= start for span in spans):
                spans.append(Span(start, end, self._text[start:end], label))
        return tuple(sorted(spans))
