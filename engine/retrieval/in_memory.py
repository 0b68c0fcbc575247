"""Retrieval from sentences or documents at hand, without an index."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.errors import NotFoundError, shorten
from engine.retrieval.sentence_query import merge, parse, split_id
from engine.text.comparing import CUES
from engine.text.tokens import Tokens, is_question, stems
from engine.types import Document, SearchResult, Sentence

_K1, _B = 1.2, 0.75


class _Entry(NamedTuple):
    sentence: Sentence
    document: Document
    tokens: Tokens


class ListRetriever:
    """Searches given sentences; number ``n``, counted from 1, is the document ``"n"`` and a source of its own.

    Given documents are searched in the same way, sentence by sentence.

    A match scores the sum of what was looked for and of the weights of its comparative cues, damped by length as in
    BM25. Rarity does not count: among sentences that were picked for two things, the two things are not rare.

    Source: Robertson and Zaragoza 2009, "The Probabilistic Relevance Framework: BM25 and Beyond", equation 3.15.
    """

    def __init__(self, *, sentences: Sequence[str] = (), documents: Sequence[Document] = ()) -> None:
        """Cut the sentences into tokens.

        Args:
            sentences: Any number of any texts; they are kept as they are.
            documents: Any number, with their sentences and with different ids.
        """
        listed = [
            Document(str(n), source=f"sentence {n}", sentences=(Sentence(f"{n}#0", text, str(n), 0),))
            for n, text in enumerate(sentences, 1)
        ]
        self._documents = {document.id: document for document in (*listed, *documents)}
        self._entries = [
            _Entry(sentence, bare, Tokens(sentence.text))
            for document in self._documents.values()
            for bare in [replace(document, sentences=())]
            for sentence in document.sentences
        ]
        words = sum(len(entry.tokens.tokens) for entry in self._entries)
        self._mean_length = max(1.0, words / max(1, len(self._entries)))

    @property
    def size(self) -> int:
        """Return how many sentences there are."""
        return len(self._entries)

    @property
    def generation(self) -> str:
        """Return a constant: a list does not change."""
        return ""

    def search(self, objects: Sequence[str], *, aspects: Sequence[str] = (), k: int = 10_000) -> SearchResult:
        """Find sentences that name every object; see ``Retriever.search``."""
        started = time.perf_counter()
        named = [stems(name) for name in objects]
        wanted = [phrase for phrase in map(stems, aspects) if phrase]
        naming = self._with_all(named)
        stating = [entry for entry in naming if not is_question(entry.sentence.text)]
        tiers: tuple[list[_Entry], list[_Entry]] = ([], [])
        for entry in stating:
            tiers[not any(map(entry.tokens.find, wanted))].append(entry)
        ranked = [match for tier in tiers for match in self._ranked(tier, [*named, *wanted])]
        hits = merge(ranked, k)
        return SearchResult(hits, len(stating), len(naming) - len(stating), time.perf_counter() - started)

    def find(self, query: str, *, k: int = 50) -> SearchResult:
        """Find sentences by keywords; see ``Retriever.find``."""
        started = time.perf_counter()
        phrases = parse(query)
        found = self._with_all(phrases)
        hits = merge(self._ranked(found, phrases), k)
        return SearchResult(hits, len(found), took_s=time.perf_counter() - started)

    def context(self, sentence_id: str, *, before: int = 3, after: int = 3) -> tuple[Sentence, ...]:
        """Return a sentence with its neighbours; see ``Retriever.context``."""
        document_id, position = split_id(sentence_id)
        sentences = self.document(document_id).sentences
        if not any(sentence.position == position for sentence in sentences):
            raise NotFoundError(f"There is no sentence {shorten(sentence_id)!r} in the list; ids look like 3#0.")
        low, high = position - max(0, before), position + max(0, after)
        return tuple(sentence for sentence in sentences if low <= sentence.position <= high)

    def document(self, document_id: str) -> Document:
        """Return a document; see ``Retriever.document``."""
        if document_id not in self._documents:
            raise NotFoundError(
                f"There is no document {shorten(document_id)!r} among the {len(self._documents)} of the list."
            )
        return self._documents[document_id]

    def close(self) -> None:
        """Do nothing: there are no files."""

    def _with_all(self, phrases: Sequence[tuple[str, ...]]) -> list[_Entry]:
        return [entry for entry in self._entries if phrases and all(map(entry.tokens.find, phrases))]

    def _ranked(
        self, entries: Sequence[_Entry], phrases: Sequence[tuple[str, ...]]
    ) -> list[tuple[float, Sentence, Document]]:
        matches = [(self._score(entry.tokens, phrases), entry.sentence, entry.document) for entry in entries]
        return sorted(matches, key=lambda match: -match[0])

    def _score(self, tokens: Tokens, phrases: Sequence[tuple[str, ...]]) -> float:
        found = sum(bool(tokens.find(phrase)) for phrase in phrases)
        cues = sum(CUES.get(token, 0.0) for token in {token.stem for token in tokens.tokens})
        length = len(tokens.tokens) / self._mean_length
        return round((found + cues) * (_K1 + 1) / (1 + _K1 * (1 - _B + _B * length)), 4)
