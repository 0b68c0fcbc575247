"""What every search for whole pages does alike: which words of a query count, how much, and how a page is shown."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from engine.resources import table_of
from engine.retrieval.snippets import snippet
from engine.text.tokens import stems, word_set
from engine.types import Document, Page, PageHit

MAX_TERMS = 64
TITLE_WEIGHT = 1.5
"""How much a word in the title counts against one in the text."""

_FUNCTION_WORDS = word_set(table_of(__file__)["function_words"])


class Terms(NamedTuple):
    """A query as phrases of stems."""

    names: tuple[tuple[str, ...], ...]
    """Every page must have all of them."""
    words: Mapping[tuple[str, ...], float]
    """Each that a page has lifts it; phrase → weight."""

    @property
    def stems(self) -> frozenset[str]:
        """Return all stems that a reader looks for."""
        return frozenset(one for phrase in (*self.names, *self.words) for one in phrase)


def terms_of(query: str, *, names: Sequence[str] = (), also: Mapping[str, float] | None = None) -> Terms | None:
    """Return the phrases of a query; None when it cannot match anything.

    Words such as "the" and "which" count only in a name, or when there are no others.
    """
    named = tuple(dict.fromkeys(map(stems, names)))
    if not all(named):
        return None
    known = {one for phrase in named for one in phrase}
    asked = [one for one in dict.fromkeys(stems(query)) if one not in known]
    telling = [one for one in asked if one not in _FUNCTION_WORDS]
    words: dict[tuple[str, ...], float] = {(one,): 1.0 for one in telling or ([] if named else asked)}
    for phrase, weight in (also or {}).items():
        if key := stems(phrase):
            words.setdefault(key, weight)
    kept = dict(list(words.items())[:MAX_TERMS])
    return Terms(named, kept) if named or kept else None


def page_of(document: Document) -> Page:
    """Return a document as a page."""
    text = " ".join(sentence.text for sentence in document.sentences)
    return Page(
        document.id,
        document.title,
        document.url,
        text,
        document.source,
        document.date,
        document.sample,
        document.language,
    )


def hit_of(document: Document, rank: int, score: float, wanted: Collection[str]) -> PageHit:
    """Return a document as a place in a list of results.

    Args:
        document: With its sentences.
        rank: Its place, from 1.
        score: The search's own.
        wanted: Stems of the query.
    """
    shown = snippet([sentence.text for sentence in document.sentences], wanted, title=document.title)
    return PageHit(page_of(document), rank, score, *shown)
