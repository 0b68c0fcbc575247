from __future__ import annotations

import pytest
from hypothesis import given

from engine.config import VerdictConfig
from engine.types import Argument, Comparison, Decision, Explanation, Stance
from engine.verdict.decision import decide
from engine.verdict.explanation import explain
from tests.engine.arguments import E, F, S, argument
from tests.engine.verdict.test_decision import evidence

SETTINGS = VerdictConfig(
    minimum_sources=3,
    minimum_asked=2,
    level=0.9,
    resamples=200,
    seed=0,
    temperature=3.0,
    ceiling=1.0,
    maximum_objects=6,
)


def explained(arguments: list[Argument], left_out: list[Argument] | None = None) -> Explanation:
    left_out = left_out or []
    verdict = decide(arguments, first="tea", second="coffee", settings=SETTINGS)
    said = tuple(one for one in arguments if one.stance is not Stance.NONE)
    retrieved = len(arguments) + len(left_out)
    comparison = Comparison(("tea", "coffee"), (), verdict, said, (), retrieved, left_out=tuple(left_out))
    return explain(comparison, settings=SETTINGS)


def test_the_votes_add_up_to_the_share_and_the_largest_comes_first() -> None:
    explanation = explained(
        [argument(F, 1, sources=["a"]), argument(S, 4, sources=["b"]), argument(F, 1, sources=["c"])]
    )
    assert [vote.source for vote in explanation.votes] == ["b", "a", "c"]
    assert explanation.votes[0].second == pytest.approx(2)
    assert explanation.votes[0].share_without == pytest.approx(1)
    assert explanation.votes[1].share_without == pytest.approx(1 / 5)


def test_what_a_source_says_against_its_own_vote_is_outvoted() -> None:
    strong, weak, level = (
        argument(F, 3, sources=["a"]),
        argument(S, 1, sources=["a"]),
        argument(E, 1, sources=["a"]),
    )
    (vote,) = explained([weak, level, strong]).votes
    assert vote.arguments[0] is strong
    assert [vote.is_outvoted(one) for one in (strong, weak, level)] == [False, True, False]


def test_a_divided_source_outvotes_nobody() -> None:
    (vote,) = explained([argument(F, 1, sources=["a"]), argument(S, 1, sources=["a"])]).votes
    assert vote.stance is Stance.EQUAL
    assert not any(map(vote.is_outvoted, vote.arguments))


def test_the_verdict_without_the_largest_vote_is_that_of_the_others() -> None:
    loud = argument(S, 50, sources=["loud"])
    rest = [argument(F) for _ in range(8)]
    explanation = explained([loud, *rest])
    assert explanation.comparison.verdict.decision is Decision.UNDECIDED
    assert explanation.without_strongest is not None
    assert explanation.without_strongest.winner == "tea"
    assert (
        explanation.without_strongest.confidence
        == decide(rest, first="tea", second="coffee", settings=SETTINGS).confidence
    )


def test_what_compares_nothing_is_listed_the_most_doubtful_first() -> None:
    sure = argument(Stance.NONE)
    explanation = explained([argument(F)], [sure, sure])
    assert len(explanation.left_out) == 2
    assert [one.stance for one in explanation.left_out] == [Stance.NONE, Stance.NONE]


@given(evidence())
def test_the_votes_are_those_that_the_verdict_counted(arguments: list[Argument]) -> None:
    explanation = explained(arguments)
    share, votes = explanation.comparison.verdict.shares[0], explanation.votes
    assert len(votes) == share.sources
    total = sum(vote.first + vote.second for vote in votes)
    assert total == pytest.approx(len(votes))
    assert sum(vote.first for vote in votes) == pytest.approx(share.first * total)
    assert len({one.hit.sentence.id for vote in votes for one in vote.arguments}) == share.arguments
    assert all(0 <= vote.share_without <= 1 for vote in votes)
