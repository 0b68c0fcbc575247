"""Questions for what more people do, which ask what is more popular: "do more people watch golf than tennis?"."""

from __future__ import annotations

import re
from typing import Final, Literal

from engine.types import Asked, AskedKind, Label, Span

POPULARITY: Final = "popularity"
"""The dimension of it."""
PEOPLE_DO: Final = (
    r"(?:buy|choose|drink|drive|eat|enjoy|follow|have|listen to|like|love|own|pick|play|prefer|read|ride|speak|use|"
    r"visit|want|watch|wear)"
)
"""What people do with things that are popular."""
_BY_MORE: Final = re.compile(
    rf"\b(?P<how>more|most|fewer|less) (?:people|folks) (?:\w+ly )?{PEOPLE_DO}\b", re.IGNORECASE
)
_RATHER: Final = re.compile(
    rf"\b(?:do|did) (?:\w+ )?(?:people|folks) {PEOPLE_DO} .+? (?P<how>more|less)(?: often)? th[ae]n\b", re.IGNORECASE
)
"""The same as what all do more or less with one thing than with another: "do people like golf more than tennis"."""
_NAMES: Final = re.compile(
    r" (?:(?:an?|the) )?(?P<one>\S+(?: \S+){0,2}?) (?:th[ae]n|or|vs\.?|versus) (?:(?:an?|the) )?"
    r"(?P<other>[^\s?!,;:]+(?: [^\s?!,;:]+){0,2}?)(?=\W*$|[?!,;:]| (?:in|at|on|for|these|nowadays)\b)",
    re.IGNORECASE,
)
"""The two things behind that."""


def popularity_asked(text: str) -> Asked | None:
    """Return what a question for what more people do asks for; None for any other.

    >>> popularity_asked("do fewer people own cats than dogs").words, popularity_asked("do more people die at sea")
    ('less popular', None)
    """
    said = _BY_MORE.search(text) or _RATHER.search(text)
    if said is None:
        return None
    end: Literal["more", "less"] = "more" if said["how"].lower() in {"more", "most"} else "less"
    return Asked(AskedKind.PROPERTY, POPULARITY, end, f"{end} popular")


def with_things(text: str, found: tuple[Span, ...]) -> tuple[Span, ...]:
    """Return spans with the two things of which more people do something with one, as it was found or is written."""
    said = _BY_MORE.search(text)
    names = _NAMES.match(text, said.end()) if said else None
    if said is None or names is None:
        return found
    spans = [Span(*said.span(), said[0], Label.PREDICATE)]
    for name in ("one", "other"):
        start, end = names.span(name)
        inside = [span for span in found if span.label is Label.OBJECT and start <= span.start < span.end <= end]
        spans += inside or [Span(start, end, names[name], Label.OBJECT)]
    first, last = said.start(), names.end()
    return tuple(sorted((*spans, *(span for span in found if span.end <= first or span.start >= last))))
