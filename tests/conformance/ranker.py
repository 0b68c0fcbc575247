"""What every ranker keeps to: inherit and give a ``ranker`` fixture."""

from __future__ import annotations

import inspect
import random
from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.protocols import Ranker
from engine.types import Argument, Aspect, Classification, Document, Hit, Sentence

ASPECTS = ("price", "speed", "comfort")

fractions = st.floats(0.0, 1.0)
scores = st.floats(0.01, 100.0)
over_arguments = settings(
    max_examples=100,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.differing_executors],
)


def argument(
    n: int, *, score: float = 1.0, confidence: float = 0.9, first: bool = True, aspects: tuple[str, ...] = ()
) -> Argument:
    """Make the argument of sentence number ``n``."""
    document = Document(f"d{n:03}", source=f"site{n}.example")
    hit = Hit(Sentence(f"{document.id}#0", f"Sentence {n}.", document.id, 0), score, document, (), (document.source,))
    belief = Classification(confidence, 0.0, 0.0, 1.0 - confidence)
    return Argument(hit, belief if first else belief.flipped(), aspects)


@st.composite
def argument_lists(draw: st.DrawFn) -> list[Argument]:
    """Draw arguments for both sides, of different sentences."""
    some_aspects = st.sets(st.sampled_from(ASPECTS)).map(lambda names: tuple(sorted(names)))
    one = st.tuples(scores, st.floats(0.5, 1.0), st.booleans(), some_aspects)
    return [
        argument(n, score=score, confidence=confidence, first=first, aspects=aspects)
        for n, (score, confidence, first, aspects) in enumerate(draw(st.lists(one, max_size=12)))
    ]


asked = st.sets(st.sampled_from((*ASPECTS, "taste"))).flatmap(
    lambda names: st.tuples(*(st.builds(Aspect, st.just(name), st.integers(1, 5)) for name in sorted(names)))
)


class RankerConformance:
    """The rules of ``engine.protocols.Ranker``."""

    def test_the_constructor_takes_only_keywords_with_defaults(self, ranker: Ranker) -> None:
        parameters = inspect.signature(type(ranker)).parameters.values()
        assert all(p.kind is p.KEYWORD_ONLY and p.default is not p.empty for p in parameters)

    def test_no_arguments_give_an_empty_ranking(self, ranker: Ranker) -> None:
        assert ranker.rank([], aspects=[Aspect("price")]) == []

    @over_arguments
    @given(arguments=argument_lists(), aspects=asked)
    def test_the_same_arguments_come_back_with_nothing_but_the_score_set(
        self, ranker: Ranker, arguments: list[Argument], aspects: tuple[Aspect, ...]
    ) -> None:
        ranked = ranker.rank(arguments, aspects=aspects)
        unscored = sorted((replace(one, score=0.0) for one in ranked), key=lambda one: one.hit.sentence.id)
        assert unscored == arguments

    @over_arguments
    @given(arguments=argument_lists(), aspects=asked)
    def test_scores_are_not_negative_and_descend(
        self, ranker: Ranker, arguments: list[Argument], aspects: tuple[Aspect, ...]
    ) -> None:
        found = [one.score for one in ranker.rank(arguments, aspects=aspects)]
        assert found == sorted(found, reverse=True)
        assert all(score >= 0.0 for score in found)

    @over_arguments
    @given(arguments=argument_lists(), aspects=asked, seed=st.integers())
    def test_the_order_of_the_input_does_not_matter(
        self, ranker: Ranker, arguments: list[Argument], aspects: tuple[Aspect, ...], seed: int
    ) -> None:
        shuffled = random.Random(seed).sample(arguments, len(arguments))
        assert ranker.rank(shuffled, aspects=aspects) == ranker.rank(arguments, aspects=aspects)

    def test_equal_arguments_keep_one_order_however_they_come(self, ranker: Ranker) -> None:
        arguments = [argument(n) for n in range(9)]
        assert ranker.rank(arguments[::-1]) == ranker.rank(arguments)

    @over_arguments
    @given(arguments=argument_lists(), aspects=asked)
    def test_which_object_comes_first_does_not_matter(
        self, ranker: Ranker, arguments: list[Argument], aspects: tuple[Aspect, ...]
    ) -> None:
        flipped = [replace(one, classification=one.classification.flipped()) for one in arguments]
        ranked, crossed = ranker.rank(arguments, aspects=aspects), ranker.rank(flipped, aspects=aspects)
        assert [(one.hit, one.score) for one in crossed] == [(one.hit, one.score) for one in ranked]

    @over_arguments
    @given(others=argument_lists(), low=scores, high=scores, confidence=st.floats(0.5, 1.0))
    def test_a_better_found_argument_never_ranks_below_one_that_is_otherwise_alike(
        self, ranker: Ranker, others: list[Argument], low: float, high: float, confidence: float
    ) -> None:
        low, high = sorted((low, high))
        pair = [argument(n, score=score, confidence=confidence) for n, score in ((101, low), (102, high))]
        score = {one.hit.sentence.id: one.score for one in ranker.rank([*others, *pair])}
        assert score["d102#0"] >= score["d101#0"]

    @over_arguments
    @given(others=argument_lists(), low=st.floats(0.5, 1.0), high=st.floats(0.5, 1.0))
    def test_a_surer_argument_never_ranks_below_one_that_is_otherwise_alike(
        self, ranker: Ranker, others: list[Argument], low: float, high: float
    ) -> None:
        low, high = sorted((low, high))
        pair = [argument(n, confidence=confidence) for n, confidence in ((101, low), (102, high))]
        score = {one.hit.sentence.id: one.score for one in ranker.rank([*others, *pair])}
        assert score["d102#0"] >= score["d101#0"]

    @over_arguments
    @given(others=argument_lists(), light=st.integers(1, 5), heavy=st.integers(1, 5))
    def test_an_argument_on_a_heavier_aspect_never_ranks_below_one_that_is_otherwise_alike(
        self, ranker: Ranker, others: list[Argument], light: int, heavy: int
    ) -> None:
        light, heavy = sorted((light, heavy))
        arguments = [argument(101), argument(102, aspects=("price",)), argument(103, aspects=("speed",))]
        weights = (Aspect("price", light), Aspect("speed", heavy))
        score = {one.hit.sentence.id: one.score for one in ranker.rank([*others, *arguments], aspects=weights)}
        assert score["d103#0"] >= score["d102#0"] >= score["d101#0"]

    @over_arguments
    @given(arguments=argument_lists())
    def test_aspects_nobody_asked_for_count_nothing(self, ranker: Ranker, arguments: list[Argument]) -> None:
        bare = [replace(one, aspects=()) for one in arguments]
        assert [one.score for one in ranker.rank(bare)] == [one.score for one in ranker.rank(arguments)]
