"""CAM's formula, term by term."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.ranking.cam import CamRanker
from engine.types import Argument, Aspect
from tests.conformance.ranker import RankerConformance, argument


class TestCamRanker(RankerConformance):
    @pytest.fixture
    def ranker(self) -> CamRanker:
        return CamRanker()


def scores(ranker: CamRanker, arguments: list[Argument], *aspects: Aspect) -> list[float]:
    ranked = ranker.rank(arguments, aspects=aspects)
    return [one.score for one in sorted(ranked, key=lambda one: one.hit.sentence.id)]


def test_a_sure_argument_gains_the_best_retrieval_score_and_a_doubtful_one_is_damped() -> None:
    found = scores(CamRanker(), [argument(1, score=3.0), argument(2, score=4.0, confidence=0.6)])
    assert found == pytest.approx([3.0 + 4.0, 4.0 * 0.1])


def test_confidence_at_gamma_is_sure() -> None:
    assert scores(CamRanker(), [argument(1, confidence=0.8)]) == pytest.approx([2.0])


def test_an_aspect_adds_its_weight_times_the_best_retrieval_score() -> None:
    arguments = [argument(1, score=2.0, aspects=("price",)), argument(2, score=4.0)]
    assert scores(CamRanker(), arguments, Aspect("price", 3)) == pytest.approx([3 * 4.0 + 2.0 + 4.0, 8.0])


def test_several_aspects_add_up_and_doubt_damps_them_too() -> None:
    doubtful = argument(1, score=2.0, confidence=0.5, aspects=("price", "speed", "taste"))
    found = scores(CamRanker(), [doubtful], Aspect("price", 3), Aspect("speed", 2))
    assert found == pytest.approx([((3 + 2) * 2.0 + 2.0) * 0.1])


def test_gamma_and_delta_are_settings() -> None:
    found = scores(CamRanker(gamma=0.6, delta=0.5), [argument(1, confidence=0.7), argument(2, confidence=0.5)])
    assert found == pytest.approx([2.0, 0.5])


def test_copies_and_sources_do_not_change_the_score() -> None:
    once = argument(1)
    often = replace(once, hit=replace(once.hit, copies=("e#0", "f#3"), sources=("a.example", "b.example")))
    assert scores(CamRanker(), [often]) == scores(CamRanker(), [once])


def test_equal_scores_are_ordered_by_sentence_id() -> None:
    ranked = CamRanker().rank([argument(3), argument(1), argument(2)])
    assert [one.hit.sentence.id for one in ranked] == ["d001#0", "d002#0", "d003#0"]


def test_a_setting_may_be_at_either_end() -> None:
    assert (CamRanker(gamma=1.0, delta=0.0).gamma, CamRanker(gamma=0.0, delta=1.0).delta) == (1.0, 1.0)


def test_an_argument_keeps_its_weight() -> None:
    (ranked,) = CamRanker().rank([replace(argument(1), weight=0.3)])
    assert ranked.weight == 0.3
