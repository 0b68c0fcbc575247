"""The verdict on two objects.

The votes of ``engine.verdict.votes`` are resampled over sources. Two pseudo-sources of average size, one for each
object, with gamma weights of shape ``PRIOR`` keep a few unanimous sources from looking certain: if all votes are alike,
the share has the posterior Beta(votes for first + ``PRIOR``, votes for second + ``PRIOR``). Each draw is used twice,
the second time with the pseudo-sources exchanged, so that exchanging the objects mirrors the verdict exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.config import VerdictConfig
from engine.types import Argument, Aspect, Decision, MinedAspect, Share, Tally, Verdict
from engine.verdict.votes import PRIOR, Votes, count, counted, resampled, sureness, weights


def decide(
    arguments: Sequence[Argument],
    *,
    first: str,
    second: str,
    aspects: Sequence[Aspect] = (),
    mined: Sequence[MinedAspect] = (),
    settings: VerdictConfig,
) -> Verdict:
    """Weigh up arguments, in whatever order.

    Args:
        arguments: With stance and weight; those that are ``NONE`` or have weight 0 do not count.
        first: Name of the first object.
        second: Name of the second object.
        aspects: The user's aspects; an argument counts for those among its ``aspects``.
        mined: Aspects found in the arguments, on which the verdict may depend too.
        settings: Minimum number of sources, level of the interval, number of resamples, seed, temperature.

    Returns:
        The verdict. The decision, of the whole and of each share, is the first of these that applies:

        - ``insufficient``: fewer than ``minimum_sources`` distinct sources have an argument;
        - ``equal``: more probably than not, EQUAL arguments hold more than half of all votes;
        - ``first`` or ``second``: the whole interval lies on this side of one half;
        - ``undecided``.

        ``confidence`` is the probability that the likelier leader really leads, also when ``undecided``; for ``equal``
        that EQUAL arguments hold more than half; for ``insufficient`` it says nothing and is 0.
    """
    whole = _weigh(count(counted(arguments)), settings)
    shares = [_share("", whole, counted(arguments))]
    for aspect in aspects:
        mentioning = counted(arguments, aspect=aspect.name)
        shares.append(_share(aspect.name, _weigh(count(mentioning), settings), mentioning))
    found = _shares_of_mined(mined, settings)
    return Verdict(
        decision=whole.decision,
        winner={Decision.FIRST: first, Decision.SECOND: second}.get(whole.decision),
        confidence=whole.confidence,
        interval=whole.interval,
        shares=tuple(shares),
        sources=whole.sources,
        minimum_sources=settings.minimum_sources,
        depends=tuple(
            share
            for share in (*shares[1:], *found)
            if share.decision in {Decision.FIRST, Decision.SECOND} - {whole.decision}
        ),
    )


class _Outcome(NamedTuple):
    decision: Decision
    confidence: float
    interval: tuple[float, float]
    shares: tuple[float, float]
    sources: int


def _share(aspect: str, outcome: _Outcome, said: Sequence[Argument]) -> Share:
    first, second, _ = Tally.of_arguments(said)
    return Share(aspect, *outcome.shares, len(said), outcome.sources, outcome.decision, first, second)


def _weigh(votes: Votes, settings: VerdictConfig) -> _Outcome:
    if not votes.sources:
        return _Outcome(Decision.INSUFFICIENT, 0.0, (0.0, 1.0), (0.0, 0.0), 0)
    shares = votes.shares
    firsts, seconds, equals = _resample(votes, settings)
    doubted = _resample(votes, settings, reading=np.random.default_rng(settings.seed + 1))[:2]
    cut = int((1 - settings.level) / 2 * firsts.size)
    low, high = (float(np.partition(side / (firsts + seconds), cut)[cut]) for side in (firsts, seconds))
    interval = min(low, shares[0]), 1 - min(high, shares[1])
    equal = float(np.mean(equals > (firsts + seconds) / 2))
    leads = sorted(float(np.mean(one > other)) for one, other in (doubted, doubted[::-1]))
    confidence = sureness(leads, settings, sources=len(votes.sources))[1]
    if len(votes.sources) < settings.minimum_sources:
        decision, confidence = Decision.INSUFFICIENT, 0.0
    elif equal > 0.5:
        decision, confidence = Decision.EQUAL, equal
    elif interval[0] > 0.5:
        decision = Decision.FIRST
    elif interval[1] < 0.5:
        decision = Decision.SECOND
    else:
        decision = Decision.UNDECIDED
    return _Outcome(decision, confidence, interval, shares, len(votes.sources))


def _resample(
    votes: Votes, settings: VerdictConfig, *, reading: np.random.Generator | None = None
) -> NDArray[np.float32]:
    """Return the votes for first, for second and for both in each resample; some are misread where that is drawn."""
    draws, sources = (settings.resamples + 1) // 2, len(votes.sources)
    rng = np.random.default_rng(settings.seed)
    prior = rng.standard_gamma(PRIOR, (2, draws), np.float32)
    chunks = [resampled(votes, drawn, reading) for drawn in weights(rng, draws=draws, sources=sources)]
    first, second, equal = np.concatenate(chunks, axis=1)
    return np.array(
        [
            np.concatenate([first + prior[0], first + prior[1]]),
            np.concatenate([second + prior[1], second + prior[0]]),
            np.concatenate([equal, equal]),
        ]
    )


def _shares_of_mined(mined: Sequence[MinedAspect], settings: VerdictConfig) -> list[Share]:
    """Return the shares of mined aspects, decided by the sources that name each.

    The miner knows whom a sentence names an aspect for, which may not be whom the sentence favours.
    """
    shares = []
    for aspect in mined:
        first, second = aspect.first_count, aspect.second_count
        sources = first + second
        decision = _majority(first, second, settings)
        if sources < settings.minimum_sources:
            decision = Decision.INSUFFICIENT
        name = aspect.dimension or aspect.name
        shares.append(Share(name, first / sources, second / sources, sources, sources, decision, first, second))
    return shares


def _majority(first: int, second: int, settings: VerdictConfig) -> Decision:
    """Decide by counts alone, as the Beta posterior of alike votes does: exactly, with a prior of one vote each."""
    tosses = first + second + 1
    second_leads = sum(comb(tosses, heads) for heads in range(first + 1, tosses + 1)) / 2**tosses
    if second_leads < (1 - settings.level) / 2:
        return Decision.FIRST
    return Decision.SECOND if 1 - second_leads < (1 - settings.level) / 2 else Decision.UNDECIDED
