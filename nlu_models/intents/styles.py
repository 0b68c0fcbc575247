"""The generators and the length that a message may ask for, by its words."""

from __future__ import annotations

import re
from typing import Final

from engine.text.tokens import TOKEN, word_set

SIMPLE: Final = "simple"
"""A short and simple answer: "explain it like I'm five"."""

STYLES = {
    style: re.compile(pattern, re.IGNORECASE)
    for style, pattern in {
        SIMPLE: r"\b(?:simple|simpler|simply|plain (?:english|words)|easier|easy words|layman|dumb|dummies|eli5|"
        r"(?:i['’]?m|i am|i was|to) (?:five|5|a child|a kid))\b",
        "template": r"\btemplates?\b",
        "textrank": r"\btext ?rank\b",
        "ctrl": r"\bctrl\b",
        "llm": r"\b(?:llm|language model)\b",
        "table": r"\b(?:tables?|spreadsheet|tabular|matrix)\b",
        "snippet": r"\b(?:snippets?|excerpts?)\b",
        "brief": r"^as brief$|\b(?:prose|paragraphs?|text|sentences|essay|words|just talk)\b|"
        r"\b(?:no|without) (?:\w+ )?(?:lists?|bullets?|dashes|points)\b",
        "bullets": r"\b(?:bullets?|bulleted|lists?|points|pros and cons)\b",
    }.items()
}
"""Generator, or ``SIMPLE`` → what asks for it; the first that is found counts."""


def style_of(text: str) -> str:
    """Return what a message asks for of ``STYLES``; ``other`` for what nobody serves."""
    return next((style for style, pattern in STYLES.items() if pattern.search(text)), "other")


_SIZES: Final = word_set(
    "word words line lines sentence sentences short shorter shortest shortly brief briefly quick quickly tldr"
)
_AROUND: Final = word_set(
    "a an in as it just only max maximum most tops please pls plz one single two three few 1 2 3 answer reply version "
    "possible keep make"
)
"""Words beside those that say how long an answer shall be, in a part of a message that says nothing else."""
_ALONE: Final = re.compile(r"\W*(?:just|only) one\W*", re.IGNORECASE)
_PART: Final = re.compile(r"[^,;:.!?…]+[,;:.!?…]*\s*")
_NUMBERED: Final = r"(?:one|an? single|two|three|a few|[123]) (?:words?|lines?|sentences?)"
_LINES: Final = re.compile(
    rf"(?:^(?:in |just |only |max )*{_NUMBERED} (?:max|maximum|only|tops|please|pls|plz)\b"
    rf"|\b(?:in|just|only|max) {_NUMBERED}(?: (?:max|maximum|only|tops|please|pls|plz))*(?=\W*$))",
    re.IGNORECASE,
)


def without_length(text: str) -> tuple[str, str]:
    """Return a message without what it says of the length of the answer, and that; nothing where it says nothing else.

    >>> without_length("gas or coal, one word"), without_length("short: why?"), without_length("2 lines max why")
    (('gas or coal', 'one word'), ('why?', 'short'), ('why', '2 lines max'))
    """
    parts = _PART.findall(text)
    for number, part in enumerate(parts):
        words = {word.lower() for word in TOKEN.findall(part)}
        found = _LINES.search(part.rstrip())
        if (words and words <= _SIZES | _AROUND and words & _SIZES) or _ALONE.fullmatch(part):
            said, left = part, ""
        elif found:
            said, left = found[0], part[: found.start()] + part[found.end() :]
        else:
            continue
        rest = "".join([*parts[:number], left, *parts[number + 1 :]]).strip(" ,;:-")
        return (rest, said.strip(" ,;:.!?…")) if any(map(str.isalnum, rest)) else (text, "")
    return text, ""
