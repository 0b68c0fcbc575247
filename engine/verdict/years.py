"""What the years changed: whether the later half of the dated evidence ends otherwise than the earlier half."""

from __future__ import annotations

from collections.abc import Sequence

from engine.config import VerdictConfig
from engine.types import Argument, Change, Tally
from engine.verdict.decision import decide
from engine.verdict.votes import counted


def change_of(arguments: Sequence[Argument], *, first: str, second: str, settings: VerdictConfig) -> Change | None:
    """Return what the years changed; None where both halves end alike, or one of them names no winner.

    Args:
        arguments: Weighed, in whatever order.
        first: Name of the first object.
        second: Name of the second object.
        settings: Those of every verdict, which hold for each half.
    """
    dated = [one for one in counted(arguments) if one.hit.document.date]
    years = sorted(_year(one) for one in dated)
    if len(years) < 2 * settings.minimum_sources or years[0] == years[-1]:
        return None
    middle = max(years[len(years) // 2], next(year for year in years if year > years[0]))
    halves = [[one for one in dated if (_year(one) >= middle) is later] for later in (False, True)]
    winners = [decide(half, first=first, second=second, settings=settings).winner for half in halves]
    if winners[0] is None or winners[1] is None or winners[0] == winners[1]:
        return None
    counts = [Tally.of_arguments(half) for half in halves]
    before, since = (
        (count.first if winner == first else count.second, count.total)
        for count, winner in zip(counts, winners, strict=True)
    )
    return Change(middle, winners[0], winners[1], before, since)


def _year(argument: Argument) -> str:
    return argument.hit.document.date[:4]
