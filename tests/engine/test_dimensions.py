"""What is compared, and the words that say it."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text import lexicon
from engine.text.lexicon import AspectFinder, contrary, dimension_of, end_of, search_terms, sense, topics
from engine.text.morphology import compared
from engine.text.tokens import stems, word_set

LISTED = tomllib.loads(lexicon.LEXICON.read_text("utf-8"))


@pytest.mark.parametrize("aspect", ["without a garden", "with no garden", "people without a garden"])
def test_what_is_wanting_is_not_what_is_there(aspect: str) -> None:
    finder = AspectFinder([aspect])
    assert not finder.find("The dog dug up the garden worse than the cat") and not finder.speaks("A big garden helps")
    assert finder.find("For people without a big garden a cat is better than a dog") == (aspect,)
    assert finder.speaks("If you don't have a garden, get a cat")


def test_every_word_stands_once_or_in_two_dimensions_that_things_tell_apart() -> None:
    words = Counter(
        word
        for roles in LISTED.values()
        for words in (text for role, text in roles.items() if role in ("good", "bad", "high", "low", "nouns", "costs"))
        for word in words.split()
    )
    twice = {word for word, times in words.items() if times > 1}
    assert twice == {word for word in words if lexicon.other_sense(stems(word))}
    for word in twice:
        one, other = sense(word), lexicon.other_sense(stems(word))
        assert one is not None
        assert other is not None
        assert lexicon.said_of(other.dimension), word
    roles = {role for roles in LISTED.values() for role in roles}
    assert roles <= word_set("good bad high low nouns costs parts tasks verbs of immaterial matters")


def _is_ambiguous(words: str) -> bool:
    return lexicon.other_sense(stems(words.split()[0])) is not None


@pytest.mark.parametrize("name", lexicon.names())
def test_the_two_ends_of_a_dimension_are_contrary(name: str) -> None:
    roles = LISTED[name]
    for one, other in (("good", "bad"), ("high", "low")):
        if one in roles and other in roles and not any(map(_is_ambiguous, (roles[one], roles[other]))):
            up, down = compared(roles[one].split()[0]), compared(roles[other].split()[0])
            assert (contrary(up), contrary(down)) == (down, up)
            assert (end_of(up), end_of(down)) == (1, -1)


@pytest.mark.parametrize(
    ("text", "dimension", "merit"),
    [
        ("faster", "speed", 1),
        ("Sluggish", "speed", -1),
        ("more quickly", "speed", 1),
        ("less slow", "speed", 1),
        ("delays", "speed", -1),
        ("user-friendly", "ease of use", 1),
        ("resale value", "resale value", 1),
        ("bigger", "size", 0),
        ("less heavy", "weight", 0),
        ("better", lexicon.GENERAL, 1),
        ("heat", "temperature", 1),
    ],
)
def test_a_word_has_a_sense_in_every_form(text: str, dimension: str, merit: int) -> None:
    found = sense(text)
    assert found is not None
    assert (found.dimension, found.merit) == (dimension, merit)


@pytest.mark.parametrize("text", ["", "?", "teapot", "faster teapot", "more", "less", "🍎", "x" * 10_000])
def test_what_is_not_listed_has_no_sense(text: str) -> None:
    assert sense(text) is None
    assert contrary(text) == ""


@pytest.mark.parametrize("text", ["deep learning", "web development", "better", "quality", "sleep", "fast food", ""])
def test_a_topic_of_its_own_has_no_dimension(text: str) -> None:
    assert dimension_of(text) == ""


@pytest.mark.parametrize(
    ("aspect", "sentence"),
    [
        ("speed", "Trains are faster than planes."),
        ("faster", "Planes are slow."),
        ("price", "Trains cost less."),
        ("cheap", "Planes are so expensive!"),
        ("easy to maintain", "A train needs low maintenance."),
        ("battery life", "The phone's Battery is weak."),
        ("sleep", "I sleep well on trains."),
        ("value for money", "You get value for money."),
    ],
)
def test_an_aspect_is_found_by_all_words_of_its_dimension(aspect: str, sentence: str) -> None:
    assert AspectFinder([aspect, "zebra"]).find(sentence) == (aspect,)


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("MySQL is consistently five or ten times slower than SQLite.", ("speed",)),
        ("It runs more consistently than SQLite.", ("reliability",)),
        ("Quickly said, a Honda is better than a Toyota.", ()),
        ("But reliably enough, a Honda is better.", ()),
        ("It runs reliably and is faster.", ("reliability", "speed")),
        ("The Honda does better in crash tests than the Toyota.", ()),
        ("The Honda has fewer crashes.", ("reliability",)),
    ],
)
def test_what_only_grades_another_word_or_is_part_of_a_term_is_no_evidence(sentence: str, found: Sequence[str]) -> None:
    assert AspectFinder(["reliability", "speed"]).find(sentence) == found


@pytest.mark.parametrize("aspect", ["quality", "better"])
def test_what_judges_a_thing_as_a_whole_is_found_by_its_own_word_alone(aspect: str) -> None:
    assert AspectFinder([aspect]).find("Trains are nice and good.") == ()


@pytest.mark.parametrize("aspect", ["speed", "Price", "sleep", "", "C++", "easy to learn"])
def test_search_terms_begin_with_the_aspect_and_have_no_repeats(aspect: str) -> None:
    terms = search_terms(aspect)
    assert terms[:1] == ((aspect,) if aspect else ())
    assert len({stems(term) for term in terms}) == len(terms) < 100


def test_topics_are_single_words_and_leave_the_general_dimension_out() -> None:
    assert topics()["faster"] == "speed"
    assert "better" not in topics()
    assert not any(" " in word or "-" in word for word in topics())


@given(text=st.text(max_size=60), sentence=st.text(max_size=60))
def test_strange_text_does_no_harm(text: str, sentence: str) -> None:
    assert dimension_of(text) in {"", *lexicon.names()}
    assert end_of(text) in (-1, 0, 1)
    assert AspectFinder([text]).find(sentence) in ((), (text,))
    assert isinstance(search_terms(text), tuple)


def test_a_part_of_a_dimension_is_found_by_its_own_words() -> None:
    assert AspectFinder(["rust"], near=0).find("Steel is more durable than wood.") == ()
    assert AspectFinder(["rust", "durability"], near=0).find("Wood does not rust.") == ("rust", "durability")


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("If you don't have to deal with noise, a car is better.", ()),
        ("Unless noise matters, a car is better.", ()),
        ("If you don't want noise, a train is better.", ("noise",)),
        ("A train makes no noise.", ("noise",)),
    ],
)
def test_a_circumstance_that_is_not_given_is_not_spoken_of(sentence: str, found: Sequence[str]) -> None:
    assert AspectFinder(["noise"], near=0).find(sentence) == found
