"""Which words praise and which blame."""

from __future__ import annotations

import pytest

from generation.sentiment_lexicon import is_general, polarity


@pytest.mark.parametrize(
    "words", ["better", "faster than", "more reliable", "less expensive", "preferable to", "Safer"]
)
def test_praise(words: str) -> None:
    assert polarity(words) == 1


@pytest.mark.parametrize(
    "words", ["worse", "slower than", "more expensive", "less reliable", "inferior to", "harder to learn"]
)
def test_blame(words: str) -> None:
    assert polarity(words) == -1


@pytest.mark.parametrize("words", ["", "bigger", "older than", "harder", "not better", "better or worse", "🍎"])
def test_what_could_be_either_is_left_open(words: str) -> None:
    assert polarity(words) == 0


@pytest.mark.parametrize(("words", "general"), [("better", True), ("worse than", True), ("faster", False), ("", False)])
def test_a_general_word_judges_the_whole(words: str, general: bool) -> None:
    assert is_general(words) is general
