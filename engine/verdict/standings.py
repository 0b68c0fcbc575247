"""The order of several objects, from the comparisons of all their pairs.

The model is that of Bradley and Terry: each object has a strength, and a vote on a pair goes to the first with the
probability strength of first / (strength of first + strength of second). A vote is that of a source on a pair, as
``engine.verdict.votes`` counts it; EQUAL arguments give half of it to each. The strengths are the most likely ones,
found by Newman's iteration; they put all objects into one order even where the pairs' verdicts run in a circle.

**Before whom.** An object stands by how many others it is ahead of, pair by pair (Copeland), so that none of which few
speak is put before those who beat it; the strengths decide between objects that are ahead of as many, and count beside
the votes of a pair, as ``2 * PRIOR`` votes, for who is ahead in it.

**Sureness.** As for two objects, sources get exponential weights; a source has the same weight in all pairs, since who
is left out is left out everywhere. In each pair both objects have ``PRIOR`` pseudo-votes, so that with two objects this
is the model of ``engine.verdict.decision``. An object is placed only if enough sources compare it with one that is
placed: a rank that comes from the prior, or from two or three pairs of which each says nothing, would be made up.

Source: Bradley and Terry 1952, "Rank Analysis of Incomplete Block Designs"; Newman 2023, "Efficient Computation of
Rankings from Pairwise Comparisons"; Copeland 1951, "A 'Reasonable' Social Welfare Function".
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.config import VerdictConfig
from engine.types import Comparison, Decision, Order, Outcome, Place
from engine.verdict.votes import PRIOR, Votes, count, counted, resampled, sureness, weights

_FLOOR = 0.01
"""Votes for each side of a pair beside the average number found, where strengths are estimated without resampling: who
never lost is not infinitely strong."""
_LEVEL = 1e-6
"""Shares closer than this are alike."""
_CHANGE = 1e-3
_ROUNDS = 1000

_Strengths = NDArray[np.float64]


def order(
    comparisons: Sequence[Comparison],
    objects: Sequence[str],
    *,
    aspect: str = "",
    worst_first: bool = False,
    settings: VerdictConfig,
) -> Order:
    """Put objects into order.

    Args:
        comparisons: One for each pair of them.
        objects: At least two; which of them is named first changes nothing.
        aspect: Only arguments on this aspect of the user count; all when empty.
        worst_first: Whether each vote counts for the other one of its pair, so that the worst object is the first.
        settings: Minimum number of sources, level of the intervals, number of resamples, seed, temperature.

    Returns:
        The order. Its outcome is the first of these that applies:

        - ``insufficient``: no two objects could be placed;
        - ``equal``: more probably than not, EQUAL arguments hold more than half of all votes;
        - ``winner``: before it is tempered, the probability that one object is the best lies above (1 + level) / 2, and
          it wins against each other one that is placed, or against one that does; or it wins against each itself;
        - ``undecided``.
    """
    names = sorted(objects)
    ballots = list(_ballots(comparisons, names, aspect, worst_first=worst_first))
    known = _placed(ballots, settings.minimum_sources)
    sources = _sources(ballots, range(len(names)))
    unplaced = [
        Place(name, None, (1, len(names)), 0.0, 0.0, len(sources[at]))
        for at, name in enumerate(names)
        if at not in known
    ]
    if not known:
        return Order(aspect, Outcome.INSUFFICIENT, None, 0.0, tuple(unplaced))
    ballots = [ballot for ballot in ballots if ballot.first in known and ballot.second in known]
    places, outcome, confidence = _place(ballots, known, names, settings)
    first, *others = (place.object for place in places)
    beaten = _beaten_by(comparisons, aspect, worst_first=worst_first)
    if outcome is Outcome.UNDECIDED and beaten[first].issuperset(others):
        outcome = Outcome.WINNER
    elif outcome is Outcome.WINNER and not _below(first, beaten).issuperset(others):
        outcome = Outcome.UNDECIDED
    winner = places[0].object if outcome is Outcome.WINNER else None
    return Order(aspect, outcome, winner, confidence, (*places, *unplaced))


def cycle(comparisons: Sequence[Comparison]) -> tuple[str, ...]:
    """Return objects of which each is ahead of the next and the last one of the first; empty without any.

    By the verdicts, and where these leave it open by the share of the evidence that more sources speak for, too.
    """
    beaten_by: dict[str, list[str]] = defaultdict(list)
    for comparison in comparisons:
        if ahead := _ahead(comparison):
            first, second = comparison.objects
            beaten_by[second if ahead == first else first].append(ahead)
    try:
        TopologicalSorter({name: sorted(beaten_by[name]) for name in sorted(beaten_by)}).prepare()
    except CycleError as error:
        circle = error.args[1][1:]
        start = circle.index(min(circle))
        return (*circle[start:], *circle[:start])
    return ()


def _ahead(comparison: Comparison) -> str | None:
    """Return the object of a pair that has won, or that both the evidence and its sources lean to; None without one."""
    verdict, whole = comparison.verdict, comparison.verdict.shares[0]
    if verdict.decision is not Decision.UNDECIDED:
        return verdict.winner
    leads = [whole.first > whole.second, whole.first_sources > whole.second_sources]
    trails = [whole.first < whole.second, whole.first_sources < whole.second_sources]
    return comparison.objects[0] if all(leads) else comparison.objects[1] if all(trails) else None


def _beaten_by(comparisons: Sequence[Comparison], aspect: str, *, worst_first: bool) -> defaultdict[str, set[str]]:
    """Return for each object those that it wins against, pair by pair, or loses to if the worst shall be first."""
    beaten: defaultdict[str, set[str]] = defaultdict(set)
    for comparison in comparisons:
        decided = {share.decision for share in comparison.verdict.shares if share.aspect == aspect}
        for won, lost in (comparison.objects, comparison.objects[::-1]):
            by = Decision.SECOND if (comparison.objects[0] == won) is worst_first else Decision.FIRST
            if by in decided:
                beaten[won].add(lost)
    return beaten


def _below(first: str, beaten: Mapping[str, set[str]]) -> set[str]:
    """Return what an object wins against, or wins against what wins against it, and so on."""
    below, new = set[str](), {first}
    while new:
        below |= new
        new = {lost for won in new for lost in beaten.get(won, ())} - below
    return below


class _Ballot(NamedTuple):
    """The votes on a pair of objects, which are known by their places in the list of names; first < second."""

    first: int
    second: int
    votes: Votes


def _ballots(
    comparisons: Sequence[Comparison], names: Sequence[str], aspect: str, *, worst_first: bool
) -> Iterable[_Ballot]:
    """Yield the votes on each pair; the other way round if the worst shall be first."""
    for comparison in comparisons:
        first, second = (names.index(name) for name in comparison.objects)
        votes = count(counted(comparison.arguments, aspect=aspect))
        if not votes.sources:
            continue
        if (first > second) is not worst_first:
            votes = votes._replace(points=votes.points[[1, 0, 2]])
        yield _Ballot(min(first, second), max(first, second), votes)


def _sources(ballots: Iterable[_Ballot], among: Iterable[int]) -> dict[int, set[str]]:
    """Return the sources that compare each of some objects with another one; all ballots are between these."""
    found: dict[int, set[str]] = {at: set() for at in among}
    for first, second, votes in ballots:
        found[first].update(votes.sources)
        found[second].update(votes.sources)
    return found


def _placed(ballots: Sequence[_Ballot], minimum: int) -> list[int]:
    """Return the largest group of objects, linked by pairs on which enough sources vote."""
    enough = [ballot for ballot in ballots if len(ballot.votes.sources) >= minimum]
    groups: list[set[int]] = [set(), *({at} for at in sorted({at for ballot in enough for at in ballot[:2]}))]
    for ballot in enough:
        linked = [group for group in groups if group & {ballot.first, ballot.second}]
        if len(linked) == 2:
            linked[0] |= linked[1]
            groups.remove(linked[1])
    members = [sorted(group) for group in groups]
    return max(members, key=len)


def _place(
    ballots: Sequence[_Ballot], known: Sequence[int], names: Sequence[str], settings: VerdictConfig
) -> tuple[list[Place], Outcome, float]:
    """Return the places of the objects in ``known``, best first, the outcome, and how sure it is."""
    sources = _sources(ballots, known)
    votes = _floored(ballots, known)
    strengths = _strengths(votes, change=_LEVEL / 100)
    shares, standing = _shares(strengths)[0], _standing(votes, strengths)[0]
    wins, equal = _resample(ballots, known, settings)
    drawn = _standing(wins, _strengths(wins))
    ranks = 1 + (drawn[:, None, :] > drawn[:, :, None]).sum(axis=2)
    cut = int((1 - settings.level) / 2 * len(ranks))
    leads = (ranks == 1).mean(axis=0)
    leader = int(leads.argmax())
    doubted = _resample(ballots, known, settings, reading=np.random.default_rng(settings.seed + 1))[0]
    bests = _standing(doubted, _strengths(doubted)).argmax(axis=1)
    likely = np.bincount(bests, minlength=len(known)) / len(bests)
    best = sureness(likely.tolist(), settings, sources=len(sources[known[leader]]))
    sorted_ranks = np.sort(ranks, axis=0)
    places = []
    for i, at in enumerate(known):
        rank = 1 + int((standing > standing[i] + _LEVEL).sum())
        low, high = int(sorted_ranks[cut, i]), int(sorted_ranks[-1 - cut, i])
        interval = min(low, rank), max(high, rank)
        places.append(Place(names[at], rank, interval, best[i], float(shares[i]), len(sources[at])))
    outcome, confidence = Outcome.UNDECIDED, best[leader]
    if equal > 0.5:
        outcome, confidence = Outcome.EQUAL, equal
    elif leads[leader] > (1 + settings.level) / 2 and places[leader].rank == 1:
        outcome = Outcome.WINNER
    return sorted(places, key=lambda place: (place.rank or 0, -place.best, place.object)), outcome, confidence


def _floored(ballots: Sequence[_Ballot], known: Sequence[int]) -> NDArray[np.float64]:
    """Return the votes of each object (row) against each other one (column), with a few for everybody, as one draw."""
    wins = np.zeros((1, len(known), len(known)))
    for ballot in ballots:
        first, second = known.index(ballot.first), known.index(ballot.second)
        wins[0, first, second], wins[0, second, first] = ballot.votes.points[:2].sum(axis=1)
    pairs = len(known) * (len(known) - 1) / 2
    floored: NDArray[np.float64] = wins + _FLOOR * wins.sum() / pairs * (1 - np.eye(len(known)))
    return floored


def _resample(
    ballots: Sequence[_Ballot],
    known: Sequence[int],
    settings: VerdictConfig,
    *,
    reading: np.random.Generator | None = None,
) -> tuple[NDArray[np.float64], float]:
    """Return each object's votes against each other one in every draw, and how often EQUAL held more than half."""
    everybody = sorted({source for ballot in ballots for source in ballot.votes.sources})
    number = {source: at for at, source in enumerate(everybody)}
    columns = [np.array([number[source] for source in ballot.votes.sources]) for ballot in ballots]
    rng = np.random.default_rng(settings.seed)
    size = len(known)
    pseudo = rng.standard_gamma(PRIOR, (settings.resamples, size, size)) * (1 - np.eye(size))
    wins, equal = np.zeros_like(pseudo), np.zeros(settings.resamples)
    start = 0
    for drawn in weights(rng, draws=settings.resamples, sources=len(everybody)):
        piece = slice(start, start + len(drawn))
        for ballot, column in zip(ballots, columns, strict=True):
            first, second = known.index(ballot.first), known.index(ballot.second)
            for_first, for_second, for_both = resampled(ballot.votes, drawn[:, column], reading)
            wins[piece, first, second] += for_first
            wins[piece, second, first] += for_second
            equal[piece] += for_both
        start += len(drawn)
    return wins + pseudo, float(np.mean(equal > wins.sum(axis=(1, 2)) / 2))


def _strengths(wins: NDArray[np.float64], *, change: float = _CHANGE) -> _Strengths:
    """Return the most likely strengths of each draw: one row per draw, one column per object, geometric mean 1.

    Args:
        wins: Votes of each object (second axis) against each other one (third axis) by draw; > 0 off the diagonal.
        change: Ends when no strength changes by this fraction, at the latest after ``_ROUNDS``.
    """
    strengths = np.ones(wins.shape[:2])
    for _ in range(_ROUNDS):
        before = strengths.copy()
        for at in range(wins.shape[1]):
            both = strengths[:, at, None] + strengths
            won = (wins[:, at, :] * strengths / both).sum(axis=1)
            lost = (wins[:, :, at] / both).sum(axis=1)
            strengths[:, at] = won / lost
        strengths /= np.exp(np.log(strengths).mean(axis=1, keepdims=True))
        if np.abs(strengths / before - 1).max() < change:
            break
    return strengths


def _standing(wins: NDArray[np.float64], strengths: _Strengths) -> NDArray[np.float64]:
    """Return how many others each object is ahead of in each draw, and the share, in (0, 1), of its strength."""
    expected = strengths[:, :, None] / (strengths[:, :, None] + strengths[:, None, :])
    lead = wins - wins.swapaxes(1, 2) + 2 * PRIOR * (2 * expected - 1)
    ahead: NDArray[np.float64] = (lead > _LEVEL).sum(axis=2) + _shares(strengths)
    return ahead


def _shares(strengths: _Strengths) -> NDArray[np.float64]:
    """Return what each object would get of the votes against the others, on average over them."""
    against = strengths[:, :, None] / (strengths[:, :, None] + strengths[:, None, :])
    shares: NDArray[np.float64] = (against.sum(axis=2) - 0.5) / (strengths.shape[1] - 1)
    return shares
