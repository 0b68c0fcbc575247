"""What every search for sentences does alike: which phrases of a query count, and how copies make one hit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, zip_longest

from engine.text.tokens import analyse, clean
from engine.types import Document, Hit, SearchResult, Sentence

MAX_QUERY_WORDS = 64


def parse(query: str) -> list[tuple[str, ...]]:
    """Return the phrases of stems that a keyword query asks for: each word, and each ``"quoted words"`` as one.

    Only the first 64 words count.
    """
    phrases: list[tuple[str, ...]] = []
    left = MAX_QUERY_WORDS
    parts = query.split('"')
    for number, part in enumerate(parts):
        quoted = number % 2 == 1 and number < len(parts) - 1
        words = tuple(analyse(part).split()[:left])
        left -= len(words)
        phrases += [words] if quoted and words else [(word,) for word in words]
    return list(dict.fromkeys(phrases))


def merge(matches: Iterable[tuple[float, Sentence, Document]], k: int) -> tuple[Hit, ...]:
    """Merge sentences with the same text, whatever its case and spaces, into one hit each.

    Args:
        matches: Score, sentence and its document, best first; copies have the same score.
        k: The most hits to return, >= 1; no more matches are taken than needed.

    Returns:
        Hits in the order of their first copy.
    """
    groups: dict[str, list[tuple[float, Sentence, Document]]] = {}
    last = 0.0
    for match in matches:
        score, sentence, _ = match
        key = " ".join(sentence.text.casefold().split())
        if key in groups:
            groups[key].append(match)
        elif len(groups) < k:
            groups[key] = [match]
            last = score
        elif score != last:
            break
    return tuple(_hit(group) for group in groups.values())


def together(results: Sequence[SearchResult]) -> SearchResult:
    """Return what several searches found, each sentence once: the best of each search first."""
    ranked = chain.from_iterable(zip_longest(*(result.hits for result in results)))
    hits = {hit.sentence.id: hit for hit in ranked if hit is not None}
    repeated = sum(len(result.hits) for result in results) - len(hits)
    return SearchResult(
        tuple(hits.values()),
        sum(result.total for result in results) - repeated,
        sum(result.questions_removed for result in results),
        sum(result.took_s for result in results),
        next((result.notice for result in results if result.notice), ""),
    )


def _hit(copies: Sequence[tuple[float, Sentence, Document]]) -> Hit:
    score, sentence, document = copies[0]
    if len(copies) == 1:
        return Hit(sentence, score, document, (), (document.source,))
    return Hit(
        sentence,
        score,
        document,
        tuple(copy.id for _, copy, _ in copies[1:]),
        tuple(sorted({place.source for _, _, place in copies})),
    )


def split_id(sentence_id: str) -> tuple[str, int]:
    """Return document and position of a sentence id ``<document>#<position>``; position -1 when it is not one."""
    document_id, _, position = clean(sentence_id).rpartition("#")
    number = int(position) if position.isdecimal() and len(position) <= 10 else -1
    return document_id, number if str(number) == position else -1
