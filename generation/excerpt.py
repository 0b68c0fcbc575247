"""Cuts a sentence to what can be quoted: bounded, verbatim, with both objects and the deciding words inside."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import product
from typing import NamedTuple

from engine.text.analysed import analysed

Range = tuple[int, int]

_REFERENCE = re.compile(r"\s?\[[\d\s,;–-]+\]|(?<=\])\([^)\s]*\)")
"""What would pass for a marker or a link in an answer: ``[12]``, ``[1, 3]`` and the target of ``[text](target)``."""
_BULLET = re.compile(r"(?:[>*•·#|–—-]+\s+|\[[\d\s,;–-]+\]\s+|\(?\d{1,2}[.)]\s+|\s+)+")
_INITIALS = re.compile(r"\b[^\W\d](?:\. ?[^\W\d])+$")
_CLAUSE = re.compile(r"[,;:.!?…)] | [(–—-]+ ?| (?=(?:and|but|because|so|while|which|although|when) )")
"""What parts two clauses."""
_QUOTES = '"“”'
_MENTIONS = 4
"""Occurrences of one name that are tried when a window is chosen."""


class Excerpt(NamedTuple):
    """What of a sentence is quoted."""

    pieces: tuple[Range, ...]
    """Half-open ranges of the sentence in order; between two of them something was left out."""
    cut_before: bool
    """Whether words of the sentence precede the first piece."""
    cut_after: bool


def excerpt(
    text: str, *, names: Sequence[str], marked: Iterable[Range], max_chars: int, within: Range | None = None
) -> Excerpt:
    """Choose what to quote of a sentence.

    Args:
        text: A cleaned sentence.
        names: Names of the compared objects.
        marked: Ranges of the words that decide whom the sentence favours.
        max_chars: The most characters to quote, >= 1.
        within: The part of the sentence to quote from; all of it when None.

    Returns:
        The whole sentence without its list bullet, enclosing quotation marks and full stop when it is short enough,
        else a window that ends at word borders and holds, as far as they fit, a mention of each name and the marked
        words; text to their left is kept before text to their right, since that is where a negation stands. Bracketed
        reference numbers and link targets are left out.
    """
    start, end = _trim(text, *(within or (0, len(text))))
    left, right = start, end
    if end - start > max_chars:
        left, right = _window(text, start, _focus(text, names, marked, max_chars) or (start, start), max_chars)
    pieces: list[Range] = []
    at = left
    for reference in _REFERENCE.finditer(text, left, right):
        pieces.append((at, reference.start()))
        at = reference.end()
    pieces.append((at, right))
    return Excerpt(tuple(piece for piece in pieces if text[slice(*piece)].strip()), left > start, right < end)


def _trim(text: str, start: int, end: int) -> Range:
    bullet = _BULLET.match(text, start, end)
    start = bullet.end() if bullet else start
    end = _stop(text, start, end)
    if not any(quote in text[start + 1 : end - 1] for quote in _QUOTES):
        if text[end - 1 : end] in _QUOTES:
            end = _stop(text, start, end - 1)
        if text[start : start + 1] in _QUOTES:
            start = end - len(text[start + 1 : end].lstrip())
    return start, max(start, end)


def _stop(text: str, start: int, end: int) -> int:
    """Return the end of ``text[start:end]`` without punctuation; the dot of initials ("U.S.") stays."""
    stripped = start + len(text[start:end].rstrip().removesuffix("''").rstrip(" .,;:"))
    dotted = text[stripped : stripped + 1] == "." and _INITIALS.search(text, max(start, stripped - 16), stripped)
    return stripped + 1 if dotted else stripped


def _focus(text: str, names: Sequence[str], marked: Iterable[Range], max_chars: int) -> Range | None:
    """Return the narrowest range that holds each name and the marked words, or some of them if not all fit."""
    tokens = analysed(text)
    mentions = [found[:_MENTIONS] for name in names if (found := tokens.mentions(name))]
    decisive = [[span] for span in marked]
    either = [[span for one in decisive for span in one]] if decisive else []
    one_name = [[one, *either] for one in mentions] if either else []
    for wanted in (mentions + decisive, mentions + either, mentions, *one_name, decisive):
        if wanted:
            hulls = [(min(starts), max(ends)) for starts, ends in (zip(*one, strict=True) for one in product(*wanted))]
            start, end = min(hulls, key=lambda hull: hull[1] - hull[0])
            if end - start <= max_chars:
                return start, end
    return None


def _window(text: str, start: int, focus: Range, max_chars: int) -> Range:
    """Return at most ``max_chars`` characters from ``start`` on that hold the focus: whole clauses if they fit."""
    left = start
    if focus[1] - start > max_chars:
        earliest = focus[1] - max_chars
        left = next((found.end() for found in _CLAUSE.finditer(text, earliest, focus[0])), 0)
        left = left or text.find(" ", earliest, focus[0]) + 1 or earliest
    limit = left + max_chars
    after = max(focus[1], left + 1)
    ends = [found.start() for found in _CLAUSE.finditer(text, after, limit)]
    ends = [end for end in ends if text.count("(", left, end) == text.count(")", left, end)] or ends
    right = ends[-1] if ends else text.rfind(" ", after, limit + 1)
    return left, _stop(text, left, right if right >= 0 else min(limit, len(text)))
