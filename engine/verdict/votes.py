"""Votes: what each source says of two objects, and how much chance there is in it.

**One vote per source.** A hundred sentences of one site are one site's opinion. Within a source the weights of its
arguments (``engine.verdict.weights``) say how its vote divides; its size is the best weight on that side, however many
sentences there are. With F, S and E the sums of the weights of a source's FIRST, SECOND and EQUAL arguments, and m the
best weight among those that count for an object (EQUAL arguments count half for each)::

    vote for first  = m_first  · (F + E/2) / (F + S + E)
    vote for second = m_second · (S + E/2) / (F + S + E)

So one more sentence in favour of an object never lowers its share. A sentence that stands in n sources, word for word
or nearly so, is rather copied than thought n times: it is one vote, of the source of its best copy (CAM counts n).
Votes are scaled to one per source on average, because weights are comparable only within one comparison.

**Sureness.** The sources found are a sample of those there are, so they are resampled by the Bayesian bootstrap: every
source gets an exponential weight. That decides. For the confidence each may have been misread, too: in a resample its
vote is turned round, or falls silent, with the probability that the reader of its sentences gives to that. What leads
in most resamples leads probably; but sources that are alike and sentences misread alike are errors that resampling
cannot see, and they weigh most where sources are few. So the log-odds of a leader are divided by a temperature of
1 + ``verdict.temperature`` / sources, and no leader is surer than ``verdict.ceiling``; ``python -m
evaluation.calibration`` fits both to judged sentences.

Source: Schildwächter et al. 2019, "Answering Comparative Questions: Better than Ten-Blue-Links?", section 3.3 (scores
summed over both directions); Rubin 1981, "The Bayesian Bootstrap"; Guo et al. 2017, "On Calibration of Modern Neural
Networks", section 4.2 (temperature).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.config import VerdictConfig
from engine.types import Argument, Classification, Stance

PRIOR = 1.0
"""Votes that each object has before any evidence is seen; with 1, all shares of two objects are equally likely then."""

_ROW = {Stance.FIRST: 0, Stance.SECOND: 1, Stance.EQUAL: 2}
_WEIGHTS_AT_ONCE = 1 << 20


class Votes(NamedTuple):
    """The votes of the sources that say anything."""

    sources: tuple[str, ...]
    """Sorted."""
    points: NDArray[np.float64]
    """One column per source; rows for first, for second, and what EQUAL arguments gave to both together. The first two
    rows sum to the number of sources."""
    misread: NDArray[np.float64]
    """One column per source; rows for the probability that its vote is the other object's, and that it has none."""

    @property
    def shares(self) -> tuple[float, float]:
        """Return the two objects' shares of all votes, which sum to exactly 1; both 0 without votes."""
        if not self.sources:
            return 0.0, 0.0
        first, second = self.points[:2].sum(axis=1).tolist()
        if first > second:
            return 1 - second / (first + second), second / (first + second)
        return first / (first + second), 1 - first / (first + second)


def counted(arguments: Sequence[Argument], *, aspect: str = "") -> list[Argument]:
    """Return the arguments that count: those with a stance and a weight, on one aspect of the user or on any."""
    return [
        argument
        for argument in arguments
        if argument.weight > 0.0 and argument.stance in _ROW and (not aspect or aspect in argument.aspects)
    ]


def count(arguments: Sequence[Argument]) -> Votes:
    """Count the votes.

    Args:
        arguments: With stance and weight; all of them count.
    """
    if not arguments:
        return Votes((), np.zeros((3, 0)), np.zeros((2, 0)))
    sources = sorted({argument.hit.voter for argument in arguments})
    number = {source: i for i, source in enumerate(sources)}
    said = [(_ROW[argument.stance], number[argument.hit.voter], argument.weight) for argument in arguments]
    rows, columns, sizes = (np.array(values) for values in zip(*said, strict=True))
    sums, best = np.zeros((3, len(sources))), np.zeros((3, len(sources)))
    np.add.at(sums, (rows, columns), sizes)
    doubts = np.array([_misread(argument.classification) for argument in arguments])
    misread = np.array([np.bincount(columns, sizes * doubt, len(sources)) for doubt in doubts.T]) / sums.sum(axis=0)
    np.maximum.at(best, (rows, columns), sizes)
    first, second, equal = sums / sums.sum(axis=0)
    points = np.array(
        [
            np.maximum(best[0], best[2]) * (first + equal / 2),
            np.maximum(best[1], best[2]) * (second + equal / 2),
            best[2] * equal,
        ]
    )
    total = points[0].sum() + points[1].sum()  # the same when the objects are exchanged, to the last bit
    return Votes(tuple(sources), points * (len(sources) / total), misread)


def _misread(classification: Classification) -> tuple[float, float]:
    """Return the probabilities that a sentence favours the other object than it seems to, and that it favours none."""
    match classification.stance:
        case Stance.FIRST:
            right, turned = classification.first, classification.second
        case Stance.SECOND:
            right, turned = classification.second, classification.first
        case _:
            right, turned = classification.equal, 0.0
    return turned, max(0.0, 1.0 - right - turned)


def weights(rng: np.random.Generator, *, draws: int, sources: int) -> Iterator[NDArray[np.float32]]:
    """Yield the weights of the sources in each resample, one row per draw, in pieces that fit into little memory."""
    step = max(1, _WEIGHTS_AT_ONCE // sources)
    for start in range(0, draws, step):
        yield rng.standard_exponential((min(step, draws - start), sources), np.float32)


def resampled(
    votes: Votes, drawn: NDArray[np.float32], reading: np.random.Generator | None = None
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """Return the votes for first, for second and for both in each resample.

    Args:
        votes: Of the sources.
        drawn: Their weights, one row per resample.
        reading: Draws which votes are misread; none is when None.
    """
    # Not a matrix product: its threads wait for each other when the machine is busy.
    add = partial(np.einsum, "s,ds->d")
    first, second, equal = votes.points.astype(np.float32)
    if reading is None:
        return add(first, drawn), add(second, drawn), add(equal, drawn)
    turned, silent = votes.misread.astype(np.float32)
    chance = reading.random(drawn.shape, np.float32)
    other = np.where(chance < turned, drawn, 0)
    own = np.where(chance < turned + silent, 0, drawn)
    return add(first, own) + add(second, other), add(second, own) + add(first, other), add(equal, own + other)


def sureness(frequencies: Sequence[float], settings: VerdictConfig, *, sources: int) -> list[float]:
    """Turn how often each of some outcomes came about among the resamples into probabilities.

    Args:
        frequencies: Relative frequencies that sum to at most 1; what never came about is not taken for impossible.
        settings: The number of resamples, the temperature, the ceiling.
        sources: On which the outcome rests, at least 1.
    """
    smooth = np.array([(settings.resamples * each + 0.5) for each in frequencies])
    tempered = (smooth / smooth.sum()) ** (1 / (1 + settings.temperature / sources))
    return capped(tempered / tempered.sum(), settings.ceiling)


def capped(probabilities: NDArray[np.float64], ceiling: float) -> list[float]:
    """Return probabilities of which none is larger than a ceiling; what the likeliest loses goes to the others."""
    likeliest = int(probabilities.argmax())
    rest = 1.0 - probabilities[likeliest]
    if probabilities[likeliest] > ceiling and rest > 0:
        probabilities = probabilities * ((1 - ceiling) / rest)
        probabilities[likeliest] = ceiling
    return [float(each) for each in probabilities]
