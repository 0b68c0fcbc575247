"""Words of comparisons as they are spelt."""

from __future__ import annotations

import pytest

from engine.text.spelling import mended


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("wich is beter", "which is better"),
        ("more relyable, and helthier", "more reliable, and healthier"),
        ("latte, nike, fedora, ubuntu", "latte, nike, fedora, ubuntu"),
        ("easyer to install", "easier to install"),
        ("the Relyable Ltd", "the Relyable Ltd"),
        ("pc is mad expensive, but hella loud?", "pc is expensive, but loud?"),
        ("super mario or dead space, a mad dog", "super mario or dead space, a mad dog"),
        ("the latter is better", "the latter is better"),
        ("which is scarier, for someone w kids", "which is scarier, for someone with kids"),
        ("George W Bush, w/e", "George W Bush, w/e"),
        ("tea or coffee??", "tea or coffee?"),
        ("privcy for beginers", "privacy for beginners"),
        ("Mac vs PC - gaming", "Mac vs PC, gaming"),
        ("for web stuff, or for gaming purposes", "for web, or for gaming"),
        ("for other things, for scientific purposes", "for other things, for scientific purposes"),
        ("mail stuff?", "for mail?"),
        ("and garden stuff", "and for garden"),
        ("the good stuff", "the good stuff"),
        ("for my grandpa", "for my grandpa"),
        ("really?! tea or coffee!!!", "really? tea or coffee!"),
        ("whats teh otehr side", "whats the other side"),
        ("a form of three doses", "a form of three doses"),
        ("portlnd or havard", "portlnd or havard"),
    ],
)
def test_qualities_are_mended_and_names_are_not(typed: str, meant: str) -> None:
    assert mended(typed) == meant


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("i p a or a lager", "IPA or a lager"),
        ("um p s three or d v d", "PS3 or DVD"),
        ("a p c or a mac", "a PC or a mac"),
        ("C or D, plan a or b", "C or D, plan a or b"),
        ("r u sure, what do u c", "r u sure, what do u c"),
    ],
)
def test_letters_that_stand_alone_are_a_name(said: str, meant: str) -> None:
    assert mended(said) == meant
