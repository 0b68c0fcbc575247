"""Words of one family and meaning speak of the same aspect."""

from __future__ import annotations

import pytest

from engine.text.lexicon import NEAR, AspectFinder, search_terms
from engine.text.related import NOTHING_RELATED, related, telling


@pytest.mark.parametrize(
    ("aspect", "word"),
    [
        ("gaming", "game"),
        ("gaming", "gamer"),
        ("travelling", "travel"),
        ("programming", "programmer"),
        ("commuting to work", "commuter"),
        ("students", "study"),
        ("taking pictures", "image"),
        ("small kids", "toddler"),
    ],
)
def test_an_aspect_is_said_in_words_of_its_family_and_meaning(aspect: str, word: str) -> None:
    assert (word,) in related(aspect, NEAR).terms
    assert AspectFinder([aspect]).find(f"This one is said to have a {word}.") == (aspect,)
    assert AspectFinder([aspect], near=0).find(f"This one is said to have a {word}.") == ()


@pytest.mark.parametrize(("aspect", "word"), [("car", "card"), ("general", "generic"), ("university", "universe")])
def test_words_that_merely_begin_alike_are_not_related(aspect: str, word: str) -> None:
    assert (word,) not in related(aspect, NEAR).terms


def test_of_several_words_each_must_be_said_in_some_form() -> None:
    finder = AspectFinder(["shooting weddings"])
    assert finder.find("He took it to shoot a wedding.") == ("shooting weddings",)
    assert finder.find("He took it to shoot birds.") == ()


@pytest.mark.parametrize(
    ("aspect", "sentence", "speaks"),
    [
        ("food", "They have the better pizza.", True),
        ("pizza", "They have the better food.", False),
        ("a stomach problem", "It is easier to digest.", True),
        ("privacy", "Here nobody spies on you, and tracking is off.", True),
        ("care", "This one is easy to look after.", True),
        ("bright sunlight", "You can read it in direct sunlight.", True),
        ("bad knees", "It is easier on the knees.", True),
        ("old computers", "It runs on any computer.", False),
        ("small hands", "It needs both hands.", False),
        ("bikes", "It is the better city for cyclists.", True),
        ("bicycling", "It is the better city for bikes.", True),
        ("jogging", "It is made for runners.", True),
        ("travel", "No traveller leaves without one.", True),
    ],
)
def test_an_aspect_is_said_by_its_parts_and_without_a_common_quality(aspect: str, sentence: str, speaks: bool) -> None:
    assert AspectFinder([aspect]).speaks(sentence) is speaks


def test_the_things_that_are_compared_speak_of_no_aspect() -> None:
    assert AspectFinder(["photos"]).find("A photographer says more than a writer.") == ("photos",)
    finder = AspectFinder(["photos"], objects=("photographer", "writer"))
    assert finder.find("A photographer says more than a writer.") == ()


def test_a_word_that_is_not_known_stands_for_itself() -> None:
    assert related("zyxwv", NEAR) == NOTHING_RELATED
    assert related("", NEAR) == NOTHING_RELATED
    assert AspectFinder(["zyxwv gaming"]).find("A game of zyxwv.") == ("zyxwv gaming",)


def test_a_search_for_an_aspect_asks_for_related_words_after_its_own() -> None:
    assert search_terms("gaming")[0] == "gaming"
    assert "game" in search_terms("gaming")
    assert search_terms("gaming", near=0) == ("gaming",)


@pytest.mark.parametrize(
    ("aspect", "words"),
    [
        ("video editing", ("editing",)),
        ("machine learning", ()),
        ("wildlife photography", ("wildlife", "photography")),
        ("first car", ()),
        ("old people", ()),
        ("busy people", ("busy",)),
        ("gaming", ("gaming",)),
    ],
)
def test_a_word_speaks_of_a_term_alone_if_it_says_the_same(aspect: str, words: tuple[str, ...]) -> None:
    assert telling(aspect) == words
