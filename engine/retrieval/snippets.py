"""The part of a page that answers a query: some of its sentences, in at most 300 characters."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from engine.text.tokens import TOKEN, stem

MAX_CHARS = 300
_MAX_SENTENCES = 400  # of a page, read for its snippet
_LEAD_CHARS = 80  # before the first word of the query in a sentence that is too long
_PREFIX_CHARS = 3


class Snippet(NamedTuple):
    """A part of a page."""

    text: str
    """At most 300 characters; what is left out of a sentence is marked by an ellipsis."""
    highlights: tuple[tuple[int, int], ...] = ()
    """Half-open ranges of the words of the query, ascending, disjoint."""


def snippet(sentences: Sequence[str], wanted: Collection[str], *, title: str = "") -> Snippet:
    """Return the sentences in a row that have the most different words of a query, the first such on a tie.

    Args:
        sentences: The page, clean.
        wanted: Stems of the query.
        title: What stands above the snippet; where the page begins with it, it is not said again.

    Returns:
        Without text when the page has nothing but its title.
    """
    sentences = sentences[_of_title(sentences, title) :]
    found = [_stems_in(sentence, wanted) for sentence in sentences[:_MAX_SENTENCES]]
    best, chosen = (-1, 0), (0, 0)
    for start in range(len(found)):
        end = _end(sentences, start)
        inside = [word for words in found[start:end] for word in words]
        score = len(set(inside)), min(len(inside), 8)
        if score > best and (found[start] or best < (0, 0)):
            best, chosen = score, (start, end)
    text = " ".join(sentences[slice(*chosen)])
    text = text if len(text) <= MAX_CHARS else _cut(text, wanted)
    return Snippet(text, tuple(match.span() for match in TOKEN.finditer(text) if stem(match.group()) in wanted))


def _of_title(sentences: Sequence[str], title: str) -> int:
    """Return how many sentences at the beginning are the title, whatever its case, spaces and punctuation."""
    left = _letters(title)
    for number, sentence in enumerate(sentences if left else (), 1):
        said = _letters(sentence[: 2 * len(title) + 1])
        if not left.startswith(said):
            return 0
        left = left[len(said) :]
        if not left:
            return number
    return 0


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _end(sentences: Sequence[str], start: int) -> int:
    """Return the end of the sentences from ``start`` on that fit into a snippet; one always does."""
    end, chars = start + 1, len(sentences[start])
    while end < len(sentences) and chars + 1 + len(sentences[end]) <= MAX_CHARS:
        chars += 1 + len(sentences[end])
        end += 1
    return end


def _stems_in(sentence: str, wanted: Collection[str]) -> list[str]:
    lowered = sentence.lower()
    if lowered.isascii() and not any(word[:_PREFIX_CHARS] in lowered for word in wanted):
        return []  # to cut each sentence of a hundred pages into stems takes too long
    return [found for found in map(stem, TOKEN.findall(sentence)) if found in wanted]


def _cut(text: str, wanted: Collection[str]) -> str:
    """Return a part of a long text that begins shortly before the first word of the query."""
    first = next((match.start() for match in TOKEN.finditer(text) if stem(match.group()) in wanted), 0)
    start = max(0, first - _LEAD_CHARS)
    if start:
        start = text.find(" ", start, first) + 1 or start
    part = text[start : start + MAX_CHARS - 2]
    if start + len(part) < len(text):
        part = (part[: part.rfind(" ")] if " " in part[MAX_CHARS // 2 :] else part) + "…"
    return ("…" if start else "") + part
