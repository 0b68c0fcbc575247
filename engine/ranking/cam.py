"""Puts the most convincing argument first: CAM's formula."""

from __future__ import annotations

from collections.abc import Sequence

from engine.types import Argument, Aspect


class CamRanker:
    """Scores an argument by how well it was found, how surely it takes a side and which aspects it names.

    With ``e`` the retrieval score of an argument's sentence, ``e_max`` the largest of all arguments, ``c`` its
    confidence and ``w`` the weights of the user's aspects that it names::

        alpha = e_max * sum(w)
        score = alpha + e + e_max      if c >= gamma
                (alpha + e) * delta    otherwise

    The paper has one aspect per sentence; several add up here. Damping is last, so a doubtful argument never gains
    from an aspect more than a sure one. How many sources repeat a sentence does not count: that is the verdict's.

    Source: Schildwächter et al., "Answering Comparative Questions: Better than Ten-Blue-Links?", CHIIR 2019,
    section 3.3.
    """

    def __init__(self, *, gamma: float = 0.8, delta: float = 0.1) -> None:
        """Set the parameters.

        Args:
            gamma: Least confidence that earns the full boost, 0 to 1.
            delta: Factor for arguments below it, 0 to 1.
        """
        self.gamma = gamma
        self.delta = delta

    def rank(
        self,
        arguments: Sequence[Argument],
        *,
        objects: Sequence[str] = (),  # noqa: ARG002
        aspects: Sequence[Aspect] = (),
    ) -> list[Argument]:
        """Score and order arguments; see ``engine.protocols.Ranker``. Equal scores are ordered by sentence id."""
        e_max = max((argument.hit.score for argument in arguments), default=0.0)
        weights = {aspect.name: aspect.weight for aspect in aspects}
        scored = [
            Argument(
                one.hit, one.classification, one.aspects, one.weight, self._score(one, e_max, weights), one.convincing
            )
            for one in arguments
        ]
        return sorted(scored, key=lambda argument: (-argument.score, argument.hit.sentence.id))

    def _score(self, argument: Argument, e_max: float, weights: dict[str, int]) -> float:
        found = argument.hit.score + e_max * sum(weights.get(name, 0) for name in argument.aspects)
        if argument.classification.confidence >= self.gamma:
            return found + e_max
        return found * self.delta
