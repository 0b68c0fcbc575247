"""Each dimension that sentences speak of has a verdict of its own, told at one end of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.config import load_config
from engine.types import Argument, Claim, Decision, Difference, Modality, Stance
from engine.verdict.differences import by_dimension, decide_differences
from tests.engine.arguments import F, S, argument

SETTINGS = load_config(environ={}).verdict


def claiming(*claims: Claim) -> Argument:
    one = argument(Stance.NONE)
    return replace(one, classification=replace(one.classification, claims=claims))


def claim(dimension: str, words: str, more: Stance, **others: object) -> Claim:
    return replace(Claim(dimension, words, more, more, confidence=0.9), **others)


def decided(*arguments: Argument, objects: tuple[str, str] = ("tea", "coffee")) -> tuple[Difference, ...]:
    first, second = objects
    return decide_differences(by_dimension(arguments, objects=objects), first=first, second=second, settings=SETTINGS)


def test_both_ends_of_a_dimension_are_told_as_one() -> None:
    (speed,) = decided(
        *(claiming(claim("speed", "fast", F)) for _ in range(6)), *(claiming(claim("speed", "slow", S)) for _ in "ab")
    )
    assert (speed.dimension, speed.words, speed.verdict.winner, speed.verdict.sources) == ("speed", "faster", "tea", 8)


def test_a_scale_is_told_from_the_end_that_most_name() -> None:
    (weight,) = decided(*(claiming(claim("weight", "light", S)) for _ in "ab"), claiming(claim("weight", "heavy", F)))
    assert weight.words == "lighter"
    assert {one.stance for one in weight.arguments} == {S}


def test_what_is_better_as_a_whole_is_no_difference() -> None:
    assert decided(claiming(claim("overall", "", F))) == ()


def test_wishes_denials_and_doubtful_claims_do_not_count() -> None:
    said = claim("price", "cheap", F)
    assert decided(*(claiming(replace(said, modality=one)) for one in (Modality.WISH, Modality.DENIED))) == ()
    assert decided(claiming(replace(said, confidence=0.4))) == ()


def test_words_without_a_dimension_take_two_sources() -> None:
    assert decided(claiming(claim("zany", "zany", F))) == ()
    (zany,) = decided(*(claiming(claim("zany", "zany", F)) for _ in "ab"))
    assert (zany.words, zany.verdict.decision) == ("zanier", Decision.INSUFFICIENT)


def test_no_word_of_a_name_tells_a_difference() -> None:
    said = (*(claiming(claim("speed", "swift", F)) for _ in "abc"), claiming(claim("speed", "fast", F)))
    assert [one.words for one in decided(*said, objects=("Swift", "C"))] == ["faster"]
    assert [one.words for one in decided(*said[:3], objects=("Swift", "C"))] == ["faster"]
    assert [one.words for one in decided(*said)] == ["swifter"]


def test_what_is_graded_already_is_not_graded_again() -> None:
    (found,) = decided(*(claiming(claim("cleanliness", "easier to clean", F)) for _ in "ab"))
    assert found.words == "easier to clean"


@pytest.mark.parametrize(
    ("objects", "dimension", "words", "winner"),
    [
        (("iron", "tin"), "hardness", "harder", "iron"),
        (("physics", "history"), "ease of use", "easier", "history"),
    ],
)
def test_the_things_decide_what_ambiguous_words_are_said_of(
    objects: tuple[str, str], dimension: str, words: str, winner: str
) -> None:
    hard = claim("ease of use", "hard", F)
    (found,) = decided(*(claiming(hard) for _ in range(6)), objects=objects)
    assert (found.dimension, found.words, found.verdict.winner) == (dimension, words, winner)
