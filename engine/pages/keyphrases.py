"""Key phrases of short documents: a line fitted to what people marked, over four features of each candidate.

A candidate is a run of one to four words without stop word and punctuation. Its features in a document are

* the logarithm of its frequency,
* the mean of the logarithms of its words' frequencies,
* the mean inverse document frequency of its words, ``ln((n + 1) / (df + 0.5))``,
* the logarithm of a modified Okapi score, in which the candidate is the query and its idf is never negative.

``engine.pages.training`` fits the line and counts the document frequencies.

Source: Chen et al., "A Practical System of Keyphrase Extraction for Web Pages", CIKM 2005 (KEX); Robertson and Walker,
"Okapi/Keenbow at TREC-8", 1999.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from math import log
from pathlib import Path
from typing import Final, NamedTuple

from engine.pages.words import STOP
from engine.text import Token, Tokens

MODEL: Final = Path(__file__).with_name("keyphrases.json")
FEATURES: Final = ("phrase frequency", "term frequency", "idf", "okapi")
LONGEST: Final = 4

_K1, _B, _K3, _AVERAGE_WORDS = 1.2, 0.25, 1000.0, 100.0

Stems = tuple[str, ...]


class Keyphrase(NamedTuple):
    """A phrase of a document and how much it is a key phrase."""

    stems: Stems
    text: str
    """As it is first written."""
    score: float
    """The line's estimate of the share of readers who would mark it; the higher the better, may leave [0, 1]."""


class Line(NamedTuple):
    """The fitted model."""

    intercept: float
    weights: tuple[float, ...]
    """In the order of ``FEATURES``."""
    documents: int
    frequencies: Mapping[str, int]
    """Stem → how many of the documents it is in; stems in one only are left out."""

    def idf(self, stem: str) -> float:
        """Return the inverse document frequency of a stem, > 0."""
        return log((self.documents + 1) / (self.frequencies.get(stem, 1) + 0.5))


@cache
def trained() -> Line:
    """Return the model that the package holds."""
    held = json.loads(MODEL.read_text("utf-8"))
    return Line(held["intercept"], tuple(held["weights"].values()), held["documents"], held["frequencies"])


def extract(text: str, *, line: Line | None = None) -> list[Keyphrase]:
    """Return all candidates of a document, best first, ties by place in the text.

    Args:
        text: A short document, such as the title and the snippet of a result.
        line: The model; by default the one that the package holds.
    """
    line = line or trained()
    found = candidates(text)
    scored = [
        Keyphrase(stems, found[stems], line.intercept + sum(map(_times, line.weights, values)))
        for stems, values in features(text, line).items()
    ]
    return sorted(scored, key=lambda one: -one.score)


def candidates(text: str) -> dict[Stems, str]:
    """Return the candidates of a text in order, each as it is first written."""
    found: dict[Stems, str] = {}
    for run in _runs(text):
        for start in range(len(run)):
            for end in range(start + 1, min(len(run), start + LONGEST) + 1):
                stems = tuple(token.stem for token in run[start:end])
                if any(len(stem) > 1 and not stem.isdigit() for stem in stems):
                    found.setdefault(stems, text[run[start].start : run[end - 1].end])
    return found


def features(text: str, line: Line) -> dict[Stems, tuple[float, ...]]:
    """Return the features of each candidate, in the order of ``FEATURES``; those of the weights do not matter."""
    runs = [[token.stem for token in run] for run in _runs(text)]
    words = Counter(stem for run in runs for stem in run)
    phrases = Counter(phrase for run in runs for phrase in _grams(run))
    saturation = _K1 * (1.0 - _B + _B * len(Tokens(text).tokens) / _AVERAGE_WORDS)
    logs, idfs = {stem: log(n) for stem, n in words.items()}, {stem: line.idf(stem) for stem in words}
    okapi = {stem: max(0.0, idfs[stem]) * (_K1 + 1.0) * n / (saturation + n) for stem, n in words.items()}
    found = {}
    for stems in candidates(text):
        query = Counter(stems)
        score = sum(okapi[stem] * (_K3 + 1.0) * n / (_K3 + n) for stem, n in query.items())
        n = len(stems)
        term, idf = sum(map(logs.__getitem__, stems)) / n, sum(map(idfs.__getitem__, stems)) / n
        found[stems] = (log(phrases[stems]), term, idf, log(1.0 + score))
    return found


def distinct(phrases: Iterable[Keyphrase], k: int) -> list[Keyphrase]:
    """Return the first k phrases of which none is a part of another one."""
    chosen: list[Keyphrase] = []
    for phrase in phrases:
        if len(chosen) == k:
            break
        if not any(is_part(phrase.stems, one.stems) or is_part(one.stems, phrase.stems) for one in chosen):
            chosen.append(phrase)
    return chosen


def is_part(part: Stems, whole: Stems) -> bool:
    """Return whether a phrase is a sub-phrase of another one, or that phrase itself."""
    return any(whole[start : start + len(part)] == part for start in range(len(whole) - len(part) + 1))


def _runs(text: str) -> Iterator[list[Token]]:
    """Yield the longest runs of tokens between stop words and punctuation; hyphens join."""
    run: list[Token] = []
    for token in Tokens(text).tokens:
        if run and text[run[-1].end : token.start].strip(" -"):
            yield run
            run = []
        if token.stem in STOP:
            if run:
                yield run
            run = []
        else:
            run.append(token)
    if run:
        yield run


def _grams(run: list[str]) -> Iterator[Stems]:
    for start in range(len(run)):
        for end in range(start + 1, min(len(run), start + LONGEST) + 1):
            yield tuple(run[start:end])


def _times(weight: float, value: float) -> float:
    return weight * value
