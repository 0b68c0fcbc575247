"""Extractive baselines: sentences of the input, each with its number, up to the length of a written summary.

Source: Mihalcea and Tarau, "TextRank: Bringing Order into Texts", EMNLP 2004, section 4 (similarity by common words,
weighted PageRank, d = .85).
"""

from __future__ import annotations

import random
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from math import log

import numpy as np
from rouge_score.tokenizers import DefaultTokenizer

from engine.text.tokens import clean, stems
from evaluation.wording.measures import plain

WORDS = 175
"""Mean length of the summaries of ``summary`` dev."""
_DAMPING = 0.85
_STEPS = 50
_TOKENIZER = DefaultTokenizer(use_stemmer=True)  # type: ignore[no-untyped-call]

Baseline = Callable[[Sequence[str], Sequence[str]], Sequence[int]]
"""Given sentences and references, the numbers of the sentences to take, from 0, best first."""


def text(sentences: Sequence[str], order: Sequence[int]) -> str:
    """Return the sentences in this order up to ``WORDS`` words, but at least one."""
    ends = [*accumulate(len(sentences[n].split()) for n in order)]
    taken = [n for n, end in zip(order, ends, strict=True) if end <= WORDS] or [*order[:1]]
    return "\n".join(f"{clean(sentences[n])} [{n + 1}]" for n in taken)


def lead(sentences: Sequence[str], references: Sequence[str]) -> Sequence[int]:  # noqa: ARG001
    """Take the first sentences."""
    return range(len(sentences))


def chance(sentences: Sequence[str], references: Sequence[str]) -> Sequence[int]:  # noqa: ARG001
    """Take sentences at random, always the same ones."""
    return random.Random(zlib.crc32("".join(sentences).encode())).sample(range(len(sentences)), len(sentences))


def textrank(sentences: Sequence[str], references: Sequence[str]) -> Sequence[int]:  # noqa: ARG001
    """Take the sentences that are most like the others."""
    words = [frozenset(stems(clean(sentence))) for sentence in sentences]
    weights = np.array([[_alike(a, b) if a is not b else 0.0 for b in words] for a in words])
    sums = weights.sum(axis=1, keepdims=True)
    moves = np.divide(weights, sums, out=np.zeros_like(weights), where=sums > 0)
    scores = np.ones(len(words))
    for _ in range(_STEPS):
        scores = 1 - _DAMPING + _DAMPING * scores @ moves
    return [int(n) for n in np.argsort(-scores, kind="stable")]


def oracle(sentences: Sequence[str], references: Sequence[str]) -> Sequence[int]:
    """Take the sentence that adds most to ROUGE-1 and ROUGE-2, again and again: what no extract can much exceed."""
    given = [_grams(sentence) for sentence in sentences]
    wanted = [_grams(reference) for reference in references]
    taken: list[int] = []
    said: Counter[tuple[str, ...]] = Counter()
    best = 0.0
    while len(taken) < len(sentences):
        scores = {n: max(_f1(said + given[n], one) for one in wanted) for n in range(len(given)) if n not in taken}
        n = max(scores, key=scores.__getitem__)
        if scores[n] <= best:
            break
        best = scores[n]
        said += given[n]
        taken.append(n)
    return taken


def _grams(text: str) -> Counter[tuple[str, ...]]:
    """Return the stems of a text as ROUGE counts them, and the pairs of neighbours."""
    words: list[str] = _TOKENIZER.tokenize(plain(text))  # type: ignore[no-untyped-call]
    return Counter([*((word,) for word in words), *pairwise(words)])


def _f1(one: Counter[tuple[str, ...]], other: Counter[tuple[str, ...]]) -> float:
    return 2 * (one & other).total() / max(1, one.total() + other.total())


def _alike(one: frozenset[str], other: frozenset[str]) -> float:
    scale = log(max(1, len(one))) + log(max(1, len(other)))
    return len(one & other) / scale if scale > 0 else 0.0


BASELINES: dict[str, Baseline] = {"lead": lead, "random": chance, "textrank": textrank, "oracle": oracle}
