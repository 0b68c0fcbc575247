"""How well an answer is cited: does each citation support its statement, is each statement supported?

Source: Liu et al., "Evaluating Verifiability in Generative Search Engines", EMNLP Findings 2023: citation precision and
citation recall, there judged by people.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.text.tokens import stems
from engine.types import Answer
from evaluation.claims import cited_parts_of, claims, claims_of
from generation.citation_verification import THRESHOLD, SupportChecker, cited_parts


class Cited(NamedTuple):
    """Counts of one or more answers."""

    supporting: int
    """Citations whose sentence supports the part of the statement that they stand behind."""
    citations: int
    supported: int
    """Statements that are cited and each cited part of which one of its sentences supports."""
    statements: int

    @property
    def precision(self) -> float:
        """Return the citation precision in [0, 1]; 1 without citations."""
        return self.supporting / self.citations if self.citations else 1.0

    @property
    def recall(self) -> float:
        """Return the citation recall in [0, 1]; 1 without statements."""
        return self.supported / self.statements if self.statements else 1.0


def cited(text: str, sentences: Sequence[str], objects: Sequence[str], checker: SupportChecker) -> Cited:
    """Count what is supported in the text of another system.

    Args:
        text: An answer with reference numbers.
        sentences: What the numbers stand for, from 1.
        objects: Names of the compared things.
        checker: Who says what supports what.
    """
    return _counted(map(cited_parts, claims(text, objects)), sentences, objects, checker)


def cited_in(answer: Answer, objects: Sequence[str], checker: SupportChecker) -> Cited:
    """Count what is supported in an answer."""
    sentences = [citation.hit.sentence.text for citation in answer.citations]
    return _counted(map(cited_parts_of, claims_of(answer.blocks, objects)), sentences, objects, checker)


def _counted(
    statements: Iterable[Iterable[tuple[str, tuple[int, ...]]]],
    sentences: Sequence[str],
    objects: Sequence[str],
    checker: SupportChecker,
) -> Cited:
    supporting = citations = supported = count = 0
    for parts in statements:
        judged = [
            [0 < n <= len(sentences) and checker.support(part, sentences[n - 1], objects) >= THRESHOLD for n in numbers]
            for part, numbers in parts
            if stems(part)
        ]
        supporting += sum(map(sum, judged))
        citations += sum(map(len, judged))
        supported += bool(judged) and all(map(any, judged))
        count += 1
    return Cited(supporting, citations, supported, count)


def total(counts: Iterable[Cited]) -> Cited:
    """Return the sums of counts."""
    return Cited(*map(sum, zip(*counts, strict=True)))
