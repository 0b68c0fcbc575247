"""Key phrases of short documents: a line fitted to what people marked, over four features of each candidate.

A candidate is a run of one to four words without stop word and punctuation. Its features in a document are

* the logarithm of its frequency,
* the mean of the logarithms of its words' frequencies,
* the mean inverse document frequency of its words, ``ln((n + 1) / (df + 0.5))``,
* the logarithm of a modified Okapi score, in which the candidate is the query and its idf is never negative.

``evaluation.keyphrase_line`` fits the line and counts the document frequencies.

Source: Chen et al., "A Practical System of Keyphrase Extraction for Web Pages", CIKM 2005 (KEX); Robertson and Walker,
"Okapi/Keenbow at TREC-8", 1999.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import log
from operator import mul
from typing import Final, NamedTuple

from engine.text.stop_words import STOP
from engine.text.tokens import Token, Tokens
from engine.trained import TRAINED

MODEL: Final = TRAINED / "keyphrases.json"
FEATURES: Final = ("phrase frequency", "term frequency", "idf", "okapi")
LONGEST: Final = 4

_K1, _B, _K3, _AVERAGE_WORDS = 1.2, 0.25, 1000.0, 100.0

Stems = tuple[str, ...]
_Gram = tuple[Stems, int, int]
"""Stems, and where they stand: half-open characters."""


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


def extract(text: str) -> list[Keyphrase]:
    """Return all candidates of a document, best first, ties by place in the text.

    Args:
        text: A short document, such as the title and the snippet of a result.
    """
    line = trained()
    tokens = Tokens(text)
    grams = list(_grams(tokens))
    written = _as_first_written(text, grams)
    scored = [
        Keyphrase(phrase, written[phrase], line.intercept + sum(map(mul, line.weights, values)))
        for phrase, values in _features(grams, len(tokens.tokens), line).items()
    ]
    return sorted(scored, key=lambda one: -one.score)


def candidates(text: str) -> dict[Stems, str]:
    """Return the candidates of a text in order, each as it is first written."""
    return _as_first_written(text, list(_grams(Tokens(text))))


def features(text: str, line: Line) -> dict[Stems, tuple[float, ...]]:
    """Return the features of each candidate, in the order of ``FEATURES``; the weights of the line do not matter."""
    tokens = Tokens(text)
    return _features(list(_grams(tokens)), len(tokens.tokens), line)


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


def _features(grams: Sequence[_Gram], n_words: int, line: Line) -> dict[Stems, tuple[float, ...]]:
    phrases = Counter(stems for stems, _, _ in grams)
    words = {stems[0]: n for stems, n in phrases.items() if len(stems) == 1}
    saturation = _K1 * (1.0 - _B + _B * n_words / _AVERAGE_WORDS)
    idfs = {stem: line.idf(stem) for stem in words}
    logs = {stem: log(n) for stem, n in words.items()}
    okapi = {stem: max(0.0, idfs[stem]) * (_K1 + 1.0) * n / (saturation + n) for stem, n in words.items()}
    found: dict[Stems, tuple[float, ...]] = {}
    for stems, frequency in phrases.items():
        if not any(len(stem) > 1 and not stem.isdigit() for stem in stems):
            continue
        score = sum(okapi[stem] for stem in stems)
        if len(set(stems)) < len(stems):
            score = sum(okapi[stem] * (_K3 + 1.0) * n / (_K3 + n) for stem, n in Counter(stems).items())
        n = len(stems)
        term, idf = sum([logs[stem] for stem in stems]) / n, sum([idfs[stem] for stem in stems]) / n
        found[stems] = (log(frequency), term, idf, log(1.0 + score))
    return found


def _as_first_written(text: str, grams: Sequence[_Gram]) -> dict[Stems, str]:
    found: dict[Stems, str] = {}
    for stems, start, end in grams:
        if stems not in found and any(len(stem) > 1 and not stem.isdigit() for stem in stems):
            found[stems] = text[start:end]
    return found


def _grams(tokens: Tokens) -> Iterator[_Gram]:
    """Yield all runs of one to four tokens without stop word or punctuation between; hyphens join."""
    run: list[Token] = []
    for token in tokens.tokens:
        if token.stem in STOP or (run and tokens.text[run[-1].end : token.start].strip(" -")):
            run = []
        if token.stem not in STOP:
            run = [*run[1 - LONGEST :], token]
            for start in range(len(run)):
                yield tuple([one.stem for one in run[start:]]), run[start].start, token.end
