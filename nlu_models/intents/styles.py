"""The generators that a message may ask for, by its words."""

from __future__ import annotations

import re
from typing import Final

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
