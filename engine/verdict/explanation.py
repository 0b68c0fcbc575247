"""Why a comparison ended as it did: who voted for whom by which sentences, and what was left out."""

from __future__ import annotations

from collections import defaultdict

from engine.config import VerdictConfig
from engine.types import Argument, Comparison, Explanation, SourceVote, Verdict
from engine.verdict.decision import decide
from engine.verdict.votes import count, counted


def explain(comparison: Comparison, *, settings: VerdictConfig) -> Explanation:
    """Explain a comparison.

    Args:
        comparison: What was found out.
        settings: Those that the verdict was made with.
    """
    votes = _votes(comparison)
    return Explanation(
        comparison=comparison,
        votes=tuple(votes),
        left_out=tuple(sorted(comparison.left_out, key=lambda one: (one.classification.none, one.hit.sentence.id))),
        without_strongest=_without(comparison, votes[0].source, settings) if votes else None,
    )


def _votes(comparison: Comparison) -> list[SourceVote]:
    arguments = counted(comparison.arguments)
    votes = count(arguments)
    said: dict[str, list[Argument]] = defaultdict(list)
    for argument in sorted(arguments, key=lambda one: -one.weight):
        said[argument.hit.voter].append(argument)
    first, second = votes.points[:2].tolist()
    total, total_first = sum(first) + sum(second), sum(first)
    cast = []
    for source, for_first, for_second in zip(votes.sources, first, second, strict=True):
        rest = total - for_first - for_second
        without = (total_first - for_first) / rest if len(votes.sources) > 1 else 0.0
        cast.append(SourceVote(source, for_first, for_second, tuple(said[source]), min(1.0, max(0.0, without))))
    return sorted(cast, key=lambda vote: (-vote.first - vote.second, vote.source))


def _without(comparison: Comparison, source: str, settings: VerdictConfig) -> Verdict:
    """Return the verdict that all other sources give."""
    first, second = comparison.objects
    heard = [one for one in comparison.arguments if one.hit.voter != source]
    return decide(heard, first=first, second=second, aspects=comparison.aspects, settings=settings)
