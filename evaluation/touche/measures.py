"""What a run is worth: nDCG@5 as trec_eval has it and as the organisers count it, and the stance of documents.

trec_eval
    Documents by score, ties by document; what nobody judged has gain 0; the mean is over all judged topics, a topic
    that the run lacks counts 0.
organisers
    Documents by rank; of the first five those that nobody judged are left out *before* the discount; topics of which
    none of the first five is judged are left out of the mean. It is the more lenient of the two.

Gains are the grades (linear), negative ones (spam) 0; the ideal ranking is of all that is judged.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import log2
from statistics import fmean
from typing import NamedTuple

import numpy as np

from engine.errors import InputError, MissingComponentError, shorten
from evaluation.touche.runs import STANCES, Qrel, RunLine, by_topic

CUT = 5
RESAMPLES = 10_000
SEED = 2022
LEVEL = 0.95

Grades = Mapping[str, Mapping[str, int]]
"""Topic → document → grade, negative ones 0."""


class Measured(NamedTuple):
    """A mean over topics."""

    mean: float
    low: float
    """Of the 95 % interval, resampled over topics."""
    high: float
    topics: int


def grades_of(qrels: Sequence[Qrel]) -> Grades:
    """Return judgements as numbers.

    Raises:
        InputError: A grade is no number.
    """
    grades: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for qrel in qrels:
        try:
            grades[qrel.qid][qrel.doc_id] = max(0, int(qrel.grade))
        except ValueError as error:
            raise InputError(
                f"The grade {shorten(qrel.grade, 20)!r} of topic {qrel.qid} is not a whole number."
            ) from error
    return dict(grades)


def trec_eval(lines: Sequence[RunLine], grades: Grades) -> Measured:
    """Return nDCG@5 as trec_eval computes it.

    Raises:
        MissingPartError: ``ir_measures`` is not installed.
    """
    try:
        import ir_measures
    except ImportError as error:
        raise MissingComponentError("This needs the Python package 'ir_measures'. Run: make setup") from error
    qrels = [ir_measures.Qrel(qid, doc, grade) for qid, judged in grades.items() for doc, grade in judged.items()]
    run = [ir_measures.ScoredDoc(line.qid, line.doc_id, line.score) for line in lines]
    values = dict.fromkeys(grades, 0.0)
    for metric in ir_measures.iter_calc([ir_measures.nDCG @ CUT], qrels, run):
        values[metric.query_id] = float(metric.value)
    return mean_of(list(values.values()))


def organisers(lines: Sequence[RunLine], grades: Grades) -> Measured:
    """Return nDCG@5 as the organisers of Touché compute it.

    Source: the task's evaluation script; Bondarenko et al., "Overview of Touché 2022", CLEF 2022, section 4.
    """
    ranked = by_topic(lines)
    values = []
    for qid, judged in grades.items():
        gains = [judged[line.doc_id] for line in ranked.get(qid, [])[:CUT] if line.doc_id in judged]
        if gains:
            values.append(ndcg_of(gains, judged.values()))
    return mean_of(values)


def judged(lines: Sequence[RunLine], grades: Grades) -> Measured:
    """Return the share of the first five documents that somebody judged."""
    ranked = by_topic(lines)
    return mean_of(
        [sum(line.doc_id in seen for line in ranked.get(qid, [])[:CUT]) / CUT for qid, seen in grades.items()]
    )


def stance_f1(lines: Sequence[RunLine], qrels: Sequence[Qrel]) -> tuple[float, int]:
    """Return the macro F1 over the four stances, and over how many judged documents; those without a stance are wrong.

    Raises:
        InputError: A judgement is no stance.
    """
    said = {(line.qid, line.doc_id): line.stance for line in lines}
    right, returned, expected = (dict.fromkeys(STANCES, 0) for _ in range(3))
    total = 0
    for qid, doc_id, stance in qrels:
        if stance not in expected:
            raise InputError(f"The stance {shorten(stance, 20)!r} of topic {qid} is none of {', '.join(STANCES)}.")
        if (answer := said.get((qid, doc_id))) is None:
            continue
        total += 1
        expected[stance] += 1
        if answer in returned:
            returned[answer] += 1
            right[answer] += answer == stance
    marked = [(right[one], returned[one] + expected[one]) for one in STANCES]
    return fmean(2 * hits / both if both else 0.0 for hits, both in marked), total


def ndcg_of(gains: Sequence[int], judged: Iterable[int]) -> float:
    """Return nDCG@5 of a ranking; 0 where nothing is relevant.

    Args:
        gains: Of the documents by rank.
        judged: Of all documents that were judged.
    """
    ideal = _dcg(sorted(judged, reverse=True)[:CUT])
    return _dcg(gains[:CUT]) / ideal if ideal else 0.0


def mean_of(values: Sequence[float]) -> Measured:
    """Return the mean of a measure over topics with its bootstrap interval; all 0 without topics."""
    if not values:
        return Measured(0.0, 0.0, 0.0, 0)
    sample = np.random.default_rng(SEED).choice(np.array(values), (RESAMPLES, len(values))).mean(axis=1)
    low, high = np.quantile(sample, ((1 - LEVEL) / 2, (1 + LEVEL) / 2))
    return Measured(fmean(values), float(low), float(high), len(values))


def _dcg(gains: Sequence[int]) -> float:
    return sum(gain / log2(place + 1) for place, gain in enumerate(gains, 1))
