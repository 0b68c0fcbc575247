"""The weight of a vote, number by number, and that no ranker has a say in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.config import load_config
from engine.pipeline import Engine
from engine.types import Argument, Aspect, Classification, Query
from engine.verdict.weights import EVIDENCE, convincing_if_few, for_people, is_heard, margin, of_products, weigh
from tests.engine.arguments import F, S, argument, flipped

SAID = (
    "Tea is better than coffee for sleep.",
    "Coffee is tastier than tea, I guess.",
    "Tea is much cheaper than coffee, and it is also faster to make.",
    "Tea and coffee are equally good.",
    "If only coffee were cheaper than tea...",
    "I prefer coffee to tea because it has more caffeine!",
    "coffee beats tea",
    "Coffee is worse than tea.",
    "Tea is slower to make than coffee.",
)
RANKERS = ("cam", "linear")


@pytest.mark.parametrize(
    ("belief", "expected"),
    [
        ((0.9, 0.1, 0.0, 0.0), 0.8),
        ((0.1, 0.9, 0.0, 0.0), 0.8),
        ((0.5, 0.0, 0.3, 0.2), 0.5),
        ((0.4, 0.3, 0.2, 0.1), 0.1),
        ((0.1, 0.2, 0.6, 0.1), 0.6),
        ((0.4, 0.4, 0.15, 0.05), 0.15),
        ((0.1, 0.1, 0.1, 0.7), 0.0),
        ((1.0, 0.0, 0.0, 0.0), 1.0),
    ],
)
def test_a_vote_counts_what_it_gives_its_side_above_the_other(belief: Sequence[float], expected: float) -> None:
    assert margin(Classification(*belief)) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("named", "asked", "factor"),
    [
        ((), (), 1),
        ((), (Aspect("price", 5),), 1),
        (("price",), (), 1),
        (("price",), (Aspect("price"),), 2),
        (("price",), (Aspect("price", 5),), 6),
        (("price", "taste"), (Aspect("price", 2), Aspect("taste", 3), Aspect("smell", 4)), 6),
    ],
)
def test_an_aspect_counts_as_many_more_sentences_as_its_weight(
    named: Sequence[str], asked: Sequence[Aspect], factor: int
) -> None:
    (weighed,) = weigh([argument(F, aspects=named)], aspects=asked)
    assert weighed.weight == pytest.approx(factor)


def test_nothing_but_the_weight_is_set_and_the_order_stays() -> None:
    given_ = [replace(argument(F, text=f"{n}"), score=float(n)) for n in range(3)]
    assert [replace(one, weight=1.0) for one in weigh(given_)] == given_


def test_what_is_judged_to_be_no_evidence_has_no_weight() -> None:
    given_ = [replace(argument(F), convincing=convincing) for convincing in (EVIDENCE, EVIDENCE - 0.01)]
    assert [one.weight for one in weigh(given_)] == [1.0, 0.0]


def test_what_was_not_judged_counts_as_its_side_was_judged() -> None:
    judged = [replace(argument(F), convincing=convincing) for convincing in (0.9, 0.1, 0.9, 0.9)]
    *_, same_side, other_side = weigh([*judged, argument(F), argument(S)])
    assert (same_side.weight, other_side.weight) == (0.75, 1.0)


@pytest.mark.parametrize(
    ("judged", "weights"),
    [((0.9, 0.3), [1, 0]), ((0.4, 0.3), [1, 0]), ((None, 0.3), [1, 0]), ((0.9, 0.3, 0.3), [1, 1, 1])],
)
def test_each_of_few_sources_must_convince(judged: tuple[float | None, ...], weights: list[int]) -> None:
    said = [replace(argument(F, text=f"{n}"), convincing=one, weight=1.0) for n, one in enumerate(judged)]
    assert [one.weight for one in convincing_if_few(said, enough=3)] == weights


def test_a_side_of_which_more_is_not_judged_does_not_gain_by_it() -> None:
    few, many = ([argument(side, text=f"{n}") for n in range(size)] for side, size in ((F, 8), (S, 24)))
    judged = [replace(one, convincing=0.9 if n % 2 else 0.1) for n, one in enumerate(few)]
    judged += [replace(one, convincing=0.9 if n % 2 else 0.1) for n, one in enumerate(many[:8])]
    weighed = weigh([*judged, *many[8:]])
    sums = [sum(one.weight for one in weighed if one.stance is side) for side in (few[0].stance, many[0].stance)]
    assert sums == [4.0, 12.0]


beliefs = st.lists(st.floats(0.01, 1.0), min_size=4, max_size=4).map(
    lambda parts: Classification(*(part / sum(parts) for part in parts))
)


@given(beliefs)
def test_exchanging_the_objects_changes_no_weight(belief: Classification) -> None:
    said = replace(argument(F), classification=belief)
    assert weigh([flipped(said)])[0].weight == weigh([said])[0].weight
    assert 0 <= margin(belief) <= belief.confidence


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.sampled_from(SAID), max_size=12),
    st.lists(st.builds(Aspect, st.sampled_from(["price", "speed"]), st.integers(1, 5)), max_size=2),
)
def test_exchanging_the_ranker_changes_no_verdict_share_or_confidence(said: list[str], aspects: list[Aspect]) -> None:
    one, other = (
        ENGINE.compare_from(said, Query(("tea", "coffee"), tuple(aspects), ranker=ranker)) for ranker in RANKERS
    )
    assert one.verdict == other.verdict
    assert one.mined == other.mined
    assert weights(one.arguments) == weights(other.arguments)


def weights(arguments: Sequence[Argument]) -> dict[str, float]:
    return {one.hit.sentence.id: one.weight for one in arguments}


ENGINE = Engine(load_config(environ={}))


@pytest.mark.parametrize(
    ("sentence", "objects", "heard"),
    [
        ("A common misconception is that tea is easier to make than coffee.", ("tea", "coffee"), False),
        ("Myth 5: tea is better for you than coffee.", ("tea", "coffee"), False),
        ("Tea is better for you than coffee.", ("tea", "coffee"), True),
        ("The grocer argues that tea is somehow healthier than coffee.", ("tea", "coffee"), False),
        ("People falsely believe that tea is healthier than coffee.", ("tea", "coffee"), False),
        ("I think tea is somewhat healthier than coffee, and somehow I sleep.", ("tea", "coffee"), True),
        ("Myth II is better than Halo.", ("Myth II", "Halo"), True),
        ("This is the moment for Canon to make a tougher camera than Nikon.", ("Canon", "Nikon"), False),
        ("I wish Canon would make a tougher camera than Nikon.", ("Canon", "Nikon"), False),
        ("I wish I had bought a Canon, it is tougher than a Nikon.", ("Canon", "Nikon"), True),
        ("PostgreSQL is a bigger threat to Oracle than MySQL.", ("Oracle", "MySQL"), False),
        ("PostgreSQL is a bigger threat to Oracle than MySQL.", ("PostgreSQL", "MySQL"), True),
        ("New farms will make tea cheaper than coffee.", ("tea", "coffee"), False),
        ("Tea could cost less than coffee by 2040.", ("tea", "coffee"), False),
        ("While tea is cheaper than coffee, that will change by 2040.", ("tea", "coffee"), True),
        ("We are close to a world of tea that beats coffee.", ("tea", "coffee"), False),
        ("Tea could not be better than it is, coffee could.", ("tea", "coffee"), True),
        ("The sooner they stop serving this tea the better, I want a coffee.", ("tea", "coffee"), False),
        ("The hotter the tea the better, but coffee is better still.", ("tea", "coffee"), True),
        ("Tea sold well, not because it was better than coffee.", ("tea", "coffee"), False),
        ("Tea is better than coffee, not because it is milder.", ("tea", "coffee"), True),
        ("I drink tea and no coffee, but not because of the price.", ("tea", "coffee"), True),
        (
            "Unlike drinks with sugar, or tea - plain water is better for the teeth than coffee.",
            ("tea", "coffee"),
            False,
        ),
        ("Unlike tea, water is cheaper than a coffee.", ("tea", "coffee"), False),
        ("Unlike my old brand, tea from here is cheaper than coffee.", ("tea", "coffee"), True),
        ("Unlike tea, coffee is dearer than water.", ("tea", "coffee"), True),
        ("Drink preferred (tea/ coffee/ juice): tea", ("tea", "coffee"), False),
        ("Drink preferred (tea/ coffee/ juice): tea, never coffee", ("tea", "coffee"), True),
    ],
)
def test_what_tells_of_a_misconception_a_wish_what_is_to_come_or_a_form_counts_for_neither(
    sentence: str, objects: tuple[str, str], heard: bool
) -> None:
    """Such a sentence denies the claim that it tells, or makes none, unless a thing is called so."""
    assert is_heard(sentence, objects) is heard


@pytest.mark.parametrize(
    ("text", "meant", "kept"),
    [
        ("Acme raised its profit forecast and did better than Bolt.", "", False),
        ("Acme is in a far weaker position than Bolt.", "", False),
        ("Acme's shares have done better than those of Bolt.", "", False),
        ("Acme recovered faster than Bolt from the earthquake.", "", False),
        ("Acme had higher sales than Bolt.", "", False),
        ("Acme sells better bikes than Bolt.", "", True),
        ("Acme shares more with Bolt and is better.", "", True),
        ("On an Acme I sit in a better riding position than on a Bolt.", "", True),
        ("Acme had higher sales than Bolt.", "stock", True),
    ],
)
def test_how_companies_do_in_business_is_no_evidence_on_what_they_make(text: str, meant: str, kept: bool) -> None:
    said = argument(F, text=text).hit
    assert list(of_products([said], {meant})) == [said] * kept


@pytest.mark.parametrize(
    ("text", "meant", "others", "kept"),
    [
        ("Honey is worse for dogs than sugar.", {"honey", "sugar"}, 9, False),
        ("Honey is more toxic to a dog than sugar.", {"honey", "sugar"}, 9, False),
        ("For a dog owner honey is better than sugar.", {"honey", "sugar"}, 9, True),
        ("Honey is worse for dogs than sugar.", {"honey", "sugar", "dog"}, 9, True),
        ("Honey is worse for dogs than sugar.", {"honey", "sugar"}, 2, True),
    ],
)
def test_what_few_say_for_animals_is_said_for_no_person(text: str, meant: set[str], others: int, kept: bool) -> None:
    said = argument(F, text=text).hit
    hits = [said, *(argument(F, text=f"Honey is better than sugar, {n}.").hit for n in range(others))]
    assert (said in for_people(hits, meant)) is kept
