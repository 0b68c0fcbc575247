"""What is measured of one text.

ROUGE is Google's ``rouge_score``: lower case, letters and digits only, Porter stems, F1, and for each N the best of the
references, as in the code of CoQAS.

Source: Lin 2004, "ROUGE: A Package for Automatic Evaluation of Summaries"; Flesch 1948, "A New Readability Yardstick".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from rouge_score.rouge_scorer import RougeScorer

from engine.types import Answer
from evaluation.citations import cited, cited_in
from evaluation.claims import units
from evaluation.wording.rubric import judge
from generation.citation_verification import SupportChecker

TYPES = ("rouge1", "rouge2", "rouge3", "rougeL")

_MARKER = re.compile(r"\[\d+(?:[,;–-] ?\d+)*\]")
_USED = re.compile(r"\s*Arguments used:.*\Z", re.DOTALL)
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_VOWELS = re.compile(r"[aeiouy]+")
_RUN = 3
"""Words of a run that counts as repeated when it comes again."""


class Measured(NamedTuple):
    """What is measured of one text."""

    rouge_1: float
    rouge_2: float
    rouge_3: float
    rouge_l: float
    precision: float
    """Citation precision, by the support checker."""
    recall: float
    """Citation recall, by the support checker."""
    rubric: float
    """Points of the mechanical part of the rubric, 0 to ``evaluation.wording.rubric.MOST``."""
    sentences: float
    words: float
    ease: float
    """Flesch reading ease: 60 to 70 is plain English, higher is easier."""
    repeated: float
    """Share of runs of three words that have stood in the text before."""


def plain(text: str) -> str:
    """Return a text without reference numbers and without the list of used arguments."""
    return _MARKER.sub(" ", _USED.sub("", text))


def rouge(text: str, references: Sequence[str]) -> tuple[float, ...]:
    """Return the F1 of ``TYPES`` against the best of the references."""
    scores = _scorer().score_multi(  # type: ignore[no-untyped-call]
        [plain(reference) for reference in references], plain(text)
    )
    return tuple(float(scores[name].fmeasure) for name in TYPES)


@cache
def _scorer() -> RougeScorer:
    return RougeScorer(TYPES, use_stemmer=True)  # type: ignore[no-untyped-call]


def reading_ease(text: str) -> float:
    """Return the Flesch reading ease; 0 for a text without words."""
    words = _WORD.findall(plain(text))
    if not words:
        return 0.0
    syllables = sum(max(1, len(_VOWELS.findall(word.lower().removesuffix("e")))) for word in words)
    return 206.835 - 1.015 * len(words) / len(units(plain(text))) - 84.6 * syllables / len(words)


def repeated(text: str) -> float:
    """Return the share of runs of words that have stood in the text before."""
    words = [word.lower() for word in _WORD.findall(plain(text))]
    runs = [tuple(words[at : at + _RUN]) for at in range(len(words) - _RUN + 1)]
    return 1 - len(set(runs)) / len(runs) if runs else 0.0


def measure(
    text: str,
    sentences: Sequence[str],
    objects: Sequence[str],
    references: Sequence[str],
    checker: SupportChecker,
    *,
    answer: Answer | None = None,
) -> Measured:
    """Measure a text.

    Args:
        text: An answer with reference numbers.
        sentences: What the numbers stand for, from 1.
        objects: Names of the compared things.
        references: Texts written of the same sentences.
        checker: Who says what supports what.
        answer: Ours, of which the citations are read; they are looked for in the text when None.
    """
    counts = cited_in(answer, objects, checker) if answer else cited(text, sentences, objects, checker)
    one, two, three, longest = rouge(text, references)
    return Measured(
        one,
        two,
        three,
        longest,
        counts.precision,
        counts.recall,
        sum(judge(text, objects).values()),
        len(units(text)),
        len(_WORD.findall(plain(text))),
        reading_ease(text),
        repeated(text),
    )
