"""The verdict: how the evidence divides between two objects, and how sure one can be of it.

**One vote per source.** A hundred sentences of one site are one site's opinion. Within a source the scores of its
arguments say how its vote divides; its size is the best score on that side, however many sentences there are. With F,
S and E the sums of the scores of a source's FIRST, SECOND and EQUAL arguments, and m the best score among those that
count for an object (EQUAL arguments count half for each)::

    points for first  = m_first  · (F + E/2) / (F + S + E)
    points for second = m_second · (S + E/2) / (F + S + E)

So one more sentence in favour of an object never lowers its share. A sentence that stands word for word in n sources
is rather copied than thought n times: each copy gets 1/√n of its score, all together √n (CAM counts n).

**Sureness.** The sources found are a sample of those there are, so the share is resampled over sources by the Bayesian
bootstrap: every source gets an exponential weight. Two pseudo-sources of average points, one for each object, with
gamma weights of shape ``PRIOR`` keep a few unanimous sources from looking certain: if all points are alike, the share
has the posterior Beta(votes for first + ``PRIOR``, votes for second + ``PRIOR``). Each draw is used twice, the second
time with the pseudo-sources exchanged, so that exchanging the objects mirrors the verdict exactly.

Source: Schildwächter et al. 2019, "Answering Comparative Questions: Better than Ten-Blue-Links?", section 3.3 (scores
summed over both directions); Rubin 1981, "The Bayesian Bootstrap".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.config import VerdictConfig
from engine.types import Argument, Aspect, Decision, Share, Stance, Verdict

PRIOR = 1.0
"""Votes that each object has before any evidence is seen; with 1, all shares are equally likely then."""

_ROW = {Stance.FIRST: 0, Stance.SECOND: 1, Stance.EQUAL: 2}
_WEIGHTS_AT_ONCE = 1 << 20


def decide(
    arguments: Sequence[Argument], *, first: str, second: str, aspects: Sequence[Aspect] = (), settings: VerdictConfig
) -> Verdict:
    """Weigh up ranked arguments.

    Args:
        arguments: With stance and score; those that are ``NONE`` or have score 0 do not count.
        first: Name of the first object.
        second: Name of the second object.
        aspects: The user's aspects; an argument counts for those among its ``aspects``.
        settings: Minimum number of sources, level of the interval, number of resamples, seed.

    Returns:
        The verdict. The decision, of the whole and of each share, is the first of these that applies:

        - ``insufficient``: fewer than ``minimum_sources`` distinct sources have an argument;
        - ``equal``: more probably than not, EQUAL arguments hold more than half of all points;
        - ``first`` or ``second``: the whole interval lies on this side of one half;
        - ``undecided``.

        ``confidence`` is the probability that the likelier leader really leads, also when ``undecided``; for ``equal``
        that EQUAL arguments hold more than half; for ``insufficient`` it says nothing and is 0.
    """
    counted = [argument for argument in arguments if argument.score > 0.0 and argument.stance in _ROW]
    whole = _weigh(counted, settings)
    shares = [_share("", whole)]
    for aspect in aspects:
        mentioning = [argument for argument in counted if aspect.name in argument.aspects]
        shares.append(_share(aspect.name, _weigh(mentioning, settings)))
    return Verdict(
        decision=whole.decision,
        winner={Decision.FIRST: first, Decision.SECOND: second}.get(whole.decision),
        confidence=whole.confidence,
        interval=whole.interval,
        shares=tuple(shares),
        sources=whole.sources,
        minimum_sources=settings.minimum_sources,
    )


class _Outcome(NamedTuple):
    decision: Decision
    confidence: float
    interval: tuple[float, float]
    shares: tuple[float, float]
    arguments: int
    sources: int


def _share(aspect: str, outcome: _Outcome) -> Share:
    return Share(aspect, *outcome.shares, outcome.arguments, outcome.sources, outcome.decision)


def _weigh(arguments: Sequence[Argument], settings: VerdictConfig) -> _Outcome:
    if not arguments:
        return _Outcome(Decision.INSUFFICIENT, 0.0, (0.0, 1.0), (0.0, 0.0), 0, 0)
    points = _points(arguments)
    shares = _divide(*points[:2].sum(axis=1).tolist())
    firsts, seconds, equals = _resample(points, settings)
    cut = int((1 - settings.level) / 2 * firsts.size)
    low, high = (float(np.partition(side / (firsts + seconds), cut)[cut]) for side in (firsts, seconds))
    interval = min(low, shares[0]), 1 - min(high, shares[1])
    equal = float(np.mean(equals > (firsts + seconds) / 2))
    leads = float(max(np.mean(firsts > seconds), np.mean(seconds > firsts)))
    if points.shape[1] < settings.minimum_sources:
        decision, confidence = Decision.INSUFFICIENT, 0.0
    elif equal > 0.5:
        decision, confidence = Decision.EQUAL, equal
    elif interval[0] > 0.5:
        decision, confidence = Decision.FIRST, leads
    elif interval[1] < 0.5:
        decision, confidence = Decision.SECOND, leads
    else:
        decision, confidence = Decision.UNDECIDED, leads
    return _Outcome(decision, confidence, interval, shares, len(arguments), points.shape[1])


def _points(arguments: Sequence[Argument]) -> NDArray[np.float64]:
    """Return the votes: one column per source, by name; rows for first, for second, and what EQUAL gave to both."""
    names = sorted({source for argument in arguments for source in argument.hit.sources})
    number = {name: i for i, name in enumerate(names)}
    votes = [
        (_ROW[argument.stance], number[source], argument.score / len(argument.hit.sources) ** 0.5)
        for argument in arguments
        for source in argument.hit.sources
    ]
    rows, columns, scores = (np.array(values) for values in zip(*votes, strict=True))
    sums, best = np.zeros((3, len(names))), np.zeros((3, len(names)))
    np.add.at(sums, (rows, columns), scores)
    np.maximum.at(best, (rows, columns), scores)
    first, second, equal = sums / sums.sum(axis=0)
    points = [
        np.maximum(best[0], best[2]) * (first + equal / 2),
        np.maximum(best[1], best[2]) * (second + equal / 2),
        best[2] * equal,
    ]
    return np.array(points)


def _divide(first: float, second: float) -> tuple[float, float]:
    """Return two shares that sum to exactly 1."""
    if first > second:
        return 1 - second / (first + second), second / (first + second)
    return first / (first + second), 1 - first / (first + second)


def _resample(points: NDArray[np.float64], settings: VerdictConfig) -> NDArray[np.float32]:
    """Return the rows of ``points``, scaled to one per source, summed over the sources of each resample."""
    draws, sources = (settings.resamples + 1) // 2, points.shape[1]
    rows = (points * (sources / points[:2].sum())).astype(np.float32)
    rng = np.random.default_rng(settings.seed)
    prior = rng.standard_gamma(PRIOR, (2, draws), np.float32)
    step = max(1, _WEIGHTS_AT_ONCE // sources)
    chunks = [
        # Not a matrix product: its threads wait for each other when the machine is busy.
        np.einsum("rs,ds->rd", rows, rng.standard_exponential((min(step, draws - start), sources), np.float32))
        for start in range(0, draws, step)
    ]
    first, second, equal = np.concatenate(chunks, axis=1)
    return np.array(
        [
            np.concatenate([first + prior[0], first + prior[1]]),
            np.concatenate([second + prior[1], second + prior[0]]),
            np.concatenate([equal, equal]),
        ]
    )
