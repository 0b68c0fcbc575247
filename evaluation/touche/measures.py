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
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import NamedTuple

import numpy as np

from engine.errors import InputError, shorten
from engine.extras import needed_for
from evaluation.touche.runs import Qrel, by_topic
from service.touche.runs import STANCES, RunLine

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
        MissingComponentError: ``ir_measures`` is not installed.
    """
    values = ndcg({qid: {line.doc_id: line.score for line in group} for qid, group in by_topic(lines).items()}, grades)
    return mean_of([values.get(qid, 0.0) for qid in grades])


def organisers(lines: Sequence[RunLine], grades: Grades) -> Measured:
    """Return nDCG@5 as the organisers of Touché compute it.

    Source: the task's evaluation script; Bondarenko et al., "Overview of Touché 2022", CLEF 2022, section 4.
    """
    ranked = {
        qid: {line.doc_id: -float(line.rank) for line in group[:CUT] if line.doc_id in grades.get(qid, ())}
        for qid, group in by_topic(lines).items()
    }
    return mean_of([*ndcg(ranked, grades).values()])


def ndcg(scores: Mapping[str, Mapping[str, float]], grades: Grades) -> dict[str, float]:
    """Return nDCG@5 of each topic that is both ranked and judged; 0 where nothing is relevant.

    Args:
        scores: Topic → document → score.
        grades: The judgements.
    """
    with needed_for("nDCG"):
        import ir_measures
    both = {qid: judged for qid, judged in grades.items() if scores.get(qid)}
    qrels = [ir_measures.Qrel(qid, doc, grade) for qid, judged in both.items() for doc, grade in judged.items()]
    run = [ir_measures.ScoredDoc(qid, doc, score) for qid, ranked in scores.items() for doc, score in ranked.items()]
    return {one.query_id: float(one.value) for one in ir_measures.iter_calc([ir_measures.nDCG @ CUT], qrels, run)}


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
    with needed_for("F1"):
        from sklearn.metrics import f1_score
    said = {(line.qid, line.doc_id): line.stance for line in lines}
    for qid, _, stance in qrels:
        if stance not in STANCES:
            raise InputError(f"The stance {shorten(stance, 20)!r} of topic {qid} is none of {', '.join(STANCES)}.")
    pairs = [(stance, said[qid, doc_id]) for qid, doc_id, stance in qrels if (qid, doc_id) in said]
    if not pairs:
        return 0.0, 0
    expected, answers = zip(*pairs, strict=True)
    return float(f1_score(expected, answers, labels=STANCES, average="macro", zero_division=0.0)), len(pairs)


def mean_of(values: Sequence[float]) -> Measured:
    """Return the mean of a measure over topics with its bootstrap interval; all 0 without topics."""
    if not values:
        return Measured(0.0, 0.0, 0.0, 0)
    with needed_for("The interval of a mean"):
        from scipy.stats import bootstrap
    if len(values) == 1:
        return Measured(values[0], values[0], values[0], 1)
    found = bootstrap(
        (values,), np.mean, n_resamples=RESAMPLES, confidence_level=LEVEL, method="percentile", rng=SEED
    ).confidence_interval
    return Measured(fmean(values), float(found.low), float(found.high), len(values))
