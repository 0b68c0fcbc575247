"""Cuts text that is longer than a place holds, at the end of a sentence where there is one."""

from __future__ import annotations

import re
from collections.abc import Iterator

_SENTENCE_END = re.compile(r"[.!?…][)”’\"'\]]*\s+")
_BLANK = re.compile(r"\s+")


def cut(text: str, max_chars: int) -> Iterator[str]:
    """Yield a text in pieces that together are the text.

    Args:
        text: One line.
        max_chars: The most characters of a piece, at least 1. A piece ends after a sentence, or after a word when the
            sentence is longer, or anywhere when the word is.
    """
    while len(text) > max_chars:
        at = _last_end(_SENTENCE_END, text, max_chars) or _last_end(_BLANK, text, max_chars) or max_chars
        yield text[:at]
        text = text[at:]
    if text:
        yield text


def _last_end(pattern: re.Pattern[str], text: str, max_chars: int) -> int:
    """Return where the last match within ``max_chars`` ends; 0 without one."""
    return max((match.end() for match in pattern.finditer(text, 0, max_chars)), default=0)
