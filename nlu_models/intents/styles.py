"""The generators that a message may ask for, by its words."""

from __future__ import annotations

import re

STYLES = {
    style: re.compile(pattern, re.IGNORECASE)
    for style, pattern in {
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
"""Generator → what asks for it; the first that is found counts."""


_SIMPLE = re.compile(
    r"\b(?:simple|simpler|simply|plain|easier|easy words|layman|dumb|dummies|eli5|(?:i['’]?m|i am|i was|to) "
    r"(?:five|5|a child|a kid))\b",
    re.IGNORECASE,
)


def is_simple(text: str) -> bool:
    """Return whether a message asks for a short and simple answer: "explain like I'm five"."""
    return _SIMPLE.search(text) is not None


def style_of(text: str) -> str:
    """Return the generator that a message asks for: ``bullets``, ``table`` …; ``other`` for one that nobody serves."""
    return next((style for style, pattern in STYLES.items() if pattern.search(text)), "other")
