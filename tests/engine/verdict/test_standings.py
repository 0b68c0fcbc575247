from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.config import VerdictConfig
from engine.types import Argument, Aspect, Comparison, Order, Outcome
from engine.verdict.decision import decide
from engine.verdict.standings import _strengths, cycle, order
from tests.engine.arguments import E, F, S, argument, flipped

SETTINGS = VerdictConfig(
    minimum_sources=3,
    minimum_asked=2,
    level=0.9,
    resamples=200,
    seed=0,
    temperature=0.0,
    ceiling=1.0,
    maximum_objects=6,
)
MANY = SETTINGS.model_copy(update={"resamples": 4000})
NAMES = ("tea", "coffee", "water", "milk")
Evidence = Mapping[tuple[str, str], Sequence[Argument]]

few_examples = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def compared(first: str, second: str, arguments: Sequence[Argument], *aspects: str) -> Comparison:
    verdict = decide(arguments, first=first, second=second, aspects=[*map(Aspect, aspects)], settings=SETTINGS)
    return Comparison((first, second), (), verdict, tuple(arguments), (), len(arguments))


def compare(objects: Sequence[str], evidence: Evidence) -> list[Comparison]:
    """Compare all pairs, whichever way round the evidence names them."""
    return [
        compared(*pair, evidence[pair])
        if pair in evidence
        else compared(*pair, [flipped(one) for one in evidence.get(pair[::-1], ())])
        for pair in combinations(objects, 2)
    ]


def ordered(objects: Sequence[str], evidence: Evidence, config: VerdictConfig = SETTINGS) -> Order:
    return order(compare(objects, evidence), objects, settings=config)


def votes(pattern: str) -> list[Argument]:
    return [argument({"F": F, "S": S, "E": E}[letter]) for letter in pattern]


def placed(found: Order) -> set[str]:
    return {place.object for place in found.places if place.rank is not None}


def ranks(found: Order) -> dict[str, int | None]:
    return {place.object: place.rank for place in found.places}


@st.composite
def evidence(draw: st.DrawFn) -> dict[tuple[str, str], list[Argument]]:
    one = st.builds(
        argument,
        st.sampled_from([F, S, E]),
        st.sampled_from([0.2, 1.0, 3.0]),
        sources=st.sets(st.sampled_from("abcdefgh"), min_size=1, max_size=2),
    )
    return {pair: draw(st.lists(one, max_size=8)) for pair in combinations(NAMES, 2)}


def test_who_beats_all_others_is_the_best() -> None:
    found = ordered(
        NAMES[:3],
        {("tea", "coffee"): votes("F" * 9), ("coffee", "water"): votes("F" * 9), ("tea", "water"): votes("F" * 9)},
    )
    assert (found.decision, found.winner) == (Outcome.WINNER, "tea")
    assert ranks(found) == {"tea": 1, "coffee": 2, "water": 3}
    assert found.confidence > 0.95
    assert found.places[0].ranks == (1, 1)
    assert sum(place.best for place in found.places) == pytest.approx(1)


def test_the_strengths_are_the_most_likely_ones() -> None:
    wins = np.array([[[0, 3, 5], [1, 0, 4], [2, 7, 0]]], float)
    strengths = _strengths(wins, change=1e-10)[0]
    for one in range(3):
        expected = sum(
            (wins[0, one, other] + wins[0, other, one]) * strengths[one] / (strengths[one] + strengths[other])
            for other in range(3)
            if other != one
        )
        assert expected == pytest.approx(wins[0, one].sum())


def test_two_objects_stand_as_their_verdict_says() -> None:
    said = votes("FFSFEFFFS")
    verdict = decide(said, first="tea", second="coffee", settings=MANY)
    found = ordered(("tea", "coffee"), {("tea", "coffee"): said}, MANY)
    assert found.places[0].best == pytest.approx(verdict.confidence, abs=0.03)
    assert found.places[0].share == pytest.approx(verdict.shares[0].first, abs=0.01)


@pytest.mark.parametrize("ahead", range(4, 16))
def test_where_only_two_are_placed_their_verdict_decides(ahead: int) -> None:
    pair = compared("tea", "coffee", votes("F" * ahead + "S" * 6))
    alone = [pair, compared("tea", "water", []), compared("coffee", "water", votes("F"))]
    found = order(alone, NAMES[:3], settings=SETTINGS)
    assert (placed(found), found.winner) == ({"tea", "coffee"}, pair.verdict.winner)


def test_without_evidence_nobody_is_placed() -> None:
    found = ordered(NAMES, {})
    assert (found.decision, found.winner, found.confidence) == (Outcome.INSUFFICIENT, None, 0.0)
    assert ranks(found) == dict.fromkeys(NAMES)
    assert all(place.ranks == (1, 4) for place in found.places)


def test_too_few_sources_on_each_pair_place_nobody() -> None:
    two = {("tea", "coffee"): votes("FF"), ("coffee", "water"): votes("FF"), ("tea", "water"): votes("FF")}
    assert ordered(NAMES, two).decision is Outcome.INSUFFICIENT
    more = {**two, ("coffee", "milk"): votes("FFF")}
    assert ranks(ordered(NAMES, more)) == {"coffee": 1, "milk": 2, "tea": None, "water": None}


def test_who_is_never_compared_with_the_others_is_not_placed() -> None:
    found = ordered(NAMES, {("tea", "coffee"): votes("F" * 9), ("water", "milk"): votes("F" * 2)})
    assert ranks(found) == {"tea": 1, "coffee": 2, "water": None, "milk": None}
    assert found.places[2].sources == 2


def test_an_object_can_stand_by_what_it_has_in_common_with_others() -> None:
    found = ordered(NAMES[:3], {("tea", "coffee"): votes("F" * 9), ("coffee", "water"): votes("F" * 9)})
    assert ranks(found) == {"tea": 1, "coffee": 2, "water": 3}


def test_all_level_is_said() -> None:
    found = ordered(NAMES[:3], {pair: votes("EEEEE") for pair in combinations(NAMES[:3], 2)})
    assert (found.decision, found.winner) == (Outcome.EQUAL, None)
    assert set(ranks(found).values()) == {1}


def test_a_close_race_is_undecided() -> None:
    found = ordered(NAMES[:3], {pair: votes("FS" * 5) for pair in combinations(NAMES[:3], 2)})
    assert (found.decision, found.winner) == (Outcome.UNDECIDED, None)
    assert all(place.ranks == (1, 3) for place in found.places)


def test_who_wins_every_pair_is_the_best_even_if_barely() -> None:
    strong = {("coffee", "water"): votes("F" * 30 + "S")}
    found = ordered(NAMES[:3], {**strong, **{("tea", name): votes("F" * 9 + "SS") for name in NAMES[1:3]}})
    assert (found.decision, found.winner) == (Outcome.WINNER, "tea")
    assert 0.9 < found.confidence < 0.99


def test_none_wins_by_what_is_said_of_a_third_thing() -> None:
    beside_coffee = {("tea", "coffee"): votes("F" * 30 + "S"), ("water", "coffee"): votes("F" * 9 + "S" * 7)}
    found = ordered(NAMES[:3], beside_coffee)
    assert (found.places[0].object, found.decision, found.winner) == ("tea", Outcome.UNDECIDED, None)
    in_a_row = {("tea", "coffee"): votes("F" * 20), ("coffee", "water"): votes("F" * 20)}
    assert ordered(NAMES[:3], in_a_row).winner == "tea"


def test_who_loses_to_others_is_not_put_before_them_for_having_few_votes() -> None:
    level = {pair: votes("F" * 20 + "S" * 20) for pair in combinations(NAMES[:3], 2)}
    few = {
        ("milk", name): votes(pattern)
        for name, pattern in zip(NAMES[:3], ("FFFSSSSSS", "FFFSSSSSS", "FFFFFFFF"), strict=True)
    }
    found = ordered(NAMES, {**level, **few})
    assert ranks(found) == {"tea": 1, "coffee": 1, "milk": 3, "water": 4}
    assert max(found.places, key=lambda place: place.best).object != "milk"
    assert max(found.places, key=lambda place: place.share).object == "milk"


def test_a_circle_is_found_and_none_of_it_wins() -> None:
    around = {("tea", "coffee"): votes("F" * 9), ("coffee", "water"): votes("F" * 9), ("water", "tea"): votes("F" * 9)}
    comparisons = compare(NAMES[:3], around)
    assert cycle(comparisons) == ("coffee", "water", "tea")
    found = order(comparisons, NAMES[:3], settings=SETTINGS)
    assert (found.decision, set(ranks(found).values())) == (Outcome.UNDECIDED, {1})
    assert cycle(compare(NAMES[:3], {("tea", "coffee"): votes("F" * 9)})) == ()
    close = {pair: votes("FFFFSSS") for pair in around}
    assert cycle(compare(NAMES[:3], close)) == ("coffee", "water", "tea")
    assert cycle(compare(NAMES[:3], {**close, ("water", "tea"): votes("FFFSSS")})) == ()


@few_examples
@given(found=evidence())
def test_from_the_worst_stands_what_would_be_best_if_all_votes_were_turned_round(found: Evidence) -> None:
    turned = {pair: [flipped(one) for one in arguments] for pair, arguments in found.items()}
    assert order(compare(NAMES, found), NAMES, worst_first=True, settings=SETTINGS) == ordered(NAMES, turned)


def test_an_aspect_has_an_order_of_its_own() -> None:
    dear = [argument(S, aspects=["price"]) for _ in range(9)]
    comparisons = [compared("tea", "coffee", [*votes("F" * 40), *dear], "price")]
    assert order(comparisons, ("tea", "coffee"), settings=SETTINGS).winner == "tea"
    found = order(comparisons, ("tea", "coffee"), aspect="price", settings=SETTINGS)
    assert (found.aspect, found.winner) == ("price", "coffee")


# Properties


@few_examples
@given(evidence(), st.permutations(NAMES))
def test_another_order_of_the_objects_gives_the_same_order(found: Evidence, objects: list[str]) -> None:
    there, back = ordered(NAMES, found), ordered(objects, found)
    assert (back.decision, back.winner) == (there.decision, there.winner)
    assert [(place.object, place.rank, place.ranks, place.sources) for place in back.places] == [
        (place.object, place.rank, place.ranks, place.sources) for place in there.places
    ]
    assert [place.share for place in back.places] == pytest.approx([place.share for place in there.places])


@few_examples
@given(evidence())
def test_an_order_is_well_formed(found: Evidence) -> None:
    got = ordered(NAMES, found)
    placed = [place for place in got.places if place.rank is not None]
    assert {place.object for place in got.places} == set(NAMES)
    assert [place.rank for place in placed] == sorted(place.rank for place in placed if place.rank)
    assert all(1 <= place.ranks[0] <= place.rank <= place.ranks[1] <= len(placed) for place in placed if place.rank)
    assert sum(place.best for place in placed) == pytest.approx(1 if placed else 0)
    assert all(place.sources >= 3 for place in placed)
    assert (got.decision is Outcome.INSUFFICIENT) == (not placed)
    assert (got.winner is not None) == (got.decision is Outcome.WINNER)


@few_examples
@given(evidence())
def test_every_source_twice_changes_no_share(found: Evidence) -> None:
    twice = {
        pair: [
            *arguments,
            *(
                replace(one, hit=replace(one.hit, sources=tuple(f"{source}+" for source in one.hit.sources)))
                for one in arguments
            ),
        ]
        for pair, arguments in found.items()
    }
    before, after = ordered(NAMES, found), ordered(NAMES, twice)
    if placed(before) == placed(after):
        shares = {place.object: place.share for place in after.places}
        assert shares == pytest.approx({place.object: place.share for place in before.places}, abs=1e-4)


@few_examples
@given(evidence(), st.sampled_from(list(combinations(NAMES, 2))))
def test_one_more_vote_never_lowers_its_object(
    found: dict[tuple[str, str], list[Argument]], pair: tuple[str, str]
) -> None:
    loudest = max((one.weight for one in found[pair]), default=1.0)
    more = {**found, pair: [*found[pair], argument(F, loudest)]}
    before, after = ordered(NAMES, found), ordered(NAMES, more)
    if placed(before) == placed(after):
        share = {place.object: place.share for place in before.places}[pair[0]]
        assert {place.object: place.share for place in after.places}[pair[0]] >= share - 1e-4
