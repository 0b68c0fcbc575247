"""What of a sentence is said to be its comparison."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.tokens import Tokens, clean
from generation.claim_extraction import CLEAR, SHORT, statement

NAMES = ("tea", "coffee")


def said(text: str) -> str:
    marked = [found for marker in ("better", "cheaper") for found in Tokens(text).mentions(marker)]
    found = statement(text, names=NAMES, marked=tuple(marked))
    return text[found.start : found.end]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("However, tea is better than coffee.", "tea is better than coffee."),
        ("But I honestly think that tea is better than coffee.", "tea is better than coffee."),
        ("By contrast, tea is better than coffee.", "tea is better than coffee."),
        ("IMHO tea is better than coffee.", "tea is better than coffee."),
        ("though tea is better than coffee.", "tea is better than coffee."),
        ("that tea is better than coffee for a nap.", "tea is better than coffee for a nap."),
        ("Tea is better than coffee, and my sister has a new car.", "Tea is better than coffee"),
        ("As far as I know, tea is better than coffee.", "tea is better than coffee."),
        ("I like mornings; tea is better than coffee.", "tea is better than coffee."),
        ("Tea is better than coffee (see the book by my aunt).", "Tea is better than coffee"),
        ("Some drinks (milk and tea) are better than coffee.", "Some drinks (milk and tea) are better than coffee."),
        ("We met at noon. Tea is better than coffee", "Tea is better than coffee"),
        ("Tea is better than coffee.Cocoa is fine.", "Tea is better than coffee"),
        ("Tea is better than coffee and cheaper in bulk.", "Tea is better than coffee and cheaper in bulk."),
        ("I find cocoa and the tea nicer than coffee.", "I find cocoa and the tea nicer than coffee."),
        ("Cocoa is fine and the tea is nicer than coffee.", "the tea is nicer than coffee."),
        ("Tea is better than coffee.2012 was a dry year.", "Tea is better than coffee"),
        ("Tea is better than cocoa, coffee, and milk.", "Tea is better than cocoa, coffee, and milk."),
        ("Tea is milder than coffee, mate, and rum for most.", "Tea is milder than coffee, mate, and rum for most."),
        ("Tea is better than coffee, mate, and my aunt has a car.", "Tea is better than coffee, mate"),
        ("Tea is better than coffee and, despite its price, I buy it.", "Tea is better than coffee"),
        ("Tea is more popular than coffee in the U. S. Army.", "Tea is more popular than coffee in the U. S. Army."),
        ("While tea is better than coffee, I drink milk.", "While tea is better than coffee, I drink milk."),
        (
            "Tea is better than coffee because the pot, the cups and the kettle all last.",
            "Tea is better than coffee because the pot, the cups and the kettle all last.",
        ),
        (
            "I looked at tea vs coffee and I think I want the tea.",
            "I looked at tea vs coffee and I think I want the tea.",
        ),
        (
            "I had tea (which I liked) and coffee (which I like less).",
            "I had tea (which I liked) and coffee (which I like less).",
        ),
        ("I looked at tea vs coffee and I think I have a cold.", "I looked at tea vs coffee"),
        ("Why tea is better than coffee", "tea is better than coffee"),
        ("Tea vs coffee: ten ways in which tea wins", "Tea vs coffee: ten ways in which tea wins"),
        ("(We drink milk).Tea is better than coffee.", "Tea is better than coffee."),
        ("10 reasons why the tea is better than coffee", "the tea is better than coffee"),
        (
            "The reason why tea is better than coffee is its price",
            "The reason why tea is better than coffee is its price",
        ),
        ("So tea is better, and coffee is worse.", "tea is better, and coffee is worse."),
        (
            "By that test cocoa, milk, and tea are better than coffee.",
            "By that test cocoa, milk, and tea are better than coffee.",
        ),
    ],
)
def test_what_does_not_compare_is_left_out(text: str, expected: str) -> None:
    assert said(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "I do not believe that tea is better than coffee.",
        "It is a myth; tea is better than coffee.",
        "People say: tea is better than coffee.",
        "If you must drive, tea is better than coffee.",
        "Tea is better than coffee, but only for the calm.",
        "Tea is better than coffee, unless you drive.",
        "Tea is better than coffee; just kidding.",
        "Tea is better than coffee, and coffee is cheaper than tea.",
        "Tea (unlike coffee) is better.",
    ],
)
def test_what_could_turn_a_statement_round_stays(text: str) -> None:
    assert said(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "I hear tea is better than coffee.",
        "Tea is not better than coffee.",
        "They are better than tea or coffee.",
        "Tea drinkers are better than coffee drinkers.",
        "Tea-based drinks are better than coffee.",
        "Tea is better than coffee http://evil.example/x",
        "Tea is really, " + "really " * 40 + "better than coffee.",
        "tea coffee better",
        "We sell better tea and coffee.",
        "Is tea better than coffee",
        "Why tea is better than coffee?",
        "No reasons why tea is better than coffee",
        "There can be several reasons why tea is better than coffee",
        "Hello you have a great shop tea is better than coffee",
        "The commercial shows tea as better than coffee",
        "Tea says it is better than coffee",
        "A common misconception is that tea is better than coffee",
        "Lessons in tea are better than coffee",
        "There are reasons we choose tea over coffee",
        "Tea more popular than coffee in 2012",
        "Tea is better than coffee at",
        "Tea is better than coffee because the pot's",
        "Once you see that tea is better than coffee",
        "says tea is a lot better than coffee",
        "We use green (loose) tea to make our cups better than coffee",
        "Tea is better than coffee in a way, but coffee",
        "Tea is better than coffee but I ...",
        "tea is But the tea brand is better than coffee",
        "tea is not be scorned, because it is As drinks go tea is better than coffee",
        "Tea is better than my coffee was, she said",
        "Tea is better than this one, coffee",
    ],
)
def test_a_statement_that_cannot_stand_alone_is_unclear(text: str) -> None:
    found = statement(text, names=NAMES, marked=tuple(Tokens(text).mentions("better")))
    assert found.unclear > CLEAR
    assert statement("Tea is better than coffee.", names=NAMES).unclear == 0


def test_a_long_statement_is_less_clear_than_a_short_one() -> None:
    long = "Tea is better than coffee for those who walk " + "far and " * 13 + "wide."
    assert len(long) > SHORT
    assert statement(long, names=NAMES).unclear == 1


@given(st.text(max_size=300).map(clean), st.booleans())
def test_a_statement_is_a_part_of_its_sentence(text: str, named: bool) -> None:
    text = f"{text} tea than coffee {text}" if named else text
    found = statement(text, names=NAMES)
    assert 0 <= found.start <= found.end <= len(text)
    assert not named or {"tea", "coffee"} <= set(text[found.start : found.end].casefold().split())


@pytest.mark.parametrize("text", ["," * 10_000, "(tea " * 2_000, "tea coffee than " * 600, "so, and, but " * 700])
def test_a_hostile_sentence_has_a_statement_too(text: str) -> None:
    found = statement(text, names=NAMES)
    assert found.end <= len(text)


@pytest.mark.parametrize(
    ("text", "fares", "beside"),
    [
        ("Tea is better than coffee.", False, False),
        ("Tea has recovered faster from the frost than coffee.", True, False),
        ("Tea is better than coffee and cocoa.", False, True),
    ],
)
def test_it_is_told_how_a_thing_fares_and_what_stands_beside_it(text: str, fares: bool, beside: bool) -> None:
    found = statement(text, names=NAMES)
    assert (found.fares, found.beside) == (fares, beside)
