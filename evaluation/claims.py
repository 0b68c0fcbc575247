"""The statements of an answer: its sentences and lines, and which of them claim something."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.text.tokens import Tokens
from generation.citation_verification import numbers_first

_QUOTE = re.compile(r"“[^”]*”")
_BREAK = re.compile(r"\n+|(?<=[.!?]) +(?=\S)")
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
