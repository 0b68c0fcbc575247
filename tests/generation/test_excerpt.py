"""What is cut out of a sentence."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.tokens import clean
from generation.excerpt import excerpt
from tests.steps import steps

NAMES = ("tea", "coffee")


def quoted(text: str, *, marked: str = "", max_chars: int = 60) -> str:
    start = text.find(marked) if marked else -1
    ranges = [(start, start + len(marked))] if start >= 0 else []
    pieces, cut_before, cut_after = excerpt(text, names=NAMES, marked=ranges, max_chars=max_chars)
    return "…" * cut_before + "…".join(text[start:end] for start, end in pieces) + "…" * cut_after


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Tea is better than coffee.", "Tea is better than coffee"),
        ("Tea is better than coffee !", "Tea is better than coffee !"),
        ("Tea is better than coffee . ", "Tea is better than coffee"),
        ("- Tea beats coffee...", "Tea beats coffee"),
        ("> * Tea beats coffee", "Tea beats coffee"),
        ("(2) Tea beats coffee", "Tea beats coffee"),
        ("11. Tea beats coffee", "Tea beats coffee"),
        ("3.5 teas beat a coffee", "3.5 teas beat a coffee"),
        ('"Tea beats coffee."', "Tea beats coffee"),
        ("“Tea beats coffee,”", "Tea beats coffee"),
        ('" Tea beats coffee.', "Tea beats coffee"),
        ('"Tea" beats coffee', '"Tea" beats coffee'),
        ('Tea beats coffee"', "Tea beats coffee"),
        ("Tea beats coffee in the U.S.", "Tea beats coffee in the U.S."),
        ("Tea beats coffee by f/2.8.", "Tea beats coffee by f/2.8"),
        ("Tea beats coffee or champagne.''", "Tea beats coffee or champagne"),
        ("Tea beats coffee[1].", "Tea beats coffee"),
        ("Tea beats [12, 13] coffee", "Tea beats… coffee"),
        ("[3] Tea beats coffee", "Tea beats coffee"),
        ("[Tea](http://evil.example/x) beats coffee", "[Tea]… beats coffee"),
        ("[Some] tea beats coffee", "[Some] tea beats coffee"),
        (".NET tea beats C# coffee", ".NET tea beats C# coffee"),
        ("…", "…"),
    ],
)
def test_a_short_sentence_is_quoted_whole_without_what_does_not_belong_to_it(text: str, expected: str) -> None:
    assert quoted(text) == expected


def test_a_long_sentence_keeps_its_start_while_names_and_marker_fit() -> None:
    text = "I do not believe that tea is better than coffee, and besides there is so much more to say about this"
    assert quoted(text, marked="better", max_chars=70) == "I do not believe that tea is better than coffee…"


def test_a_long_sentence_is_not_cut_inside_brackets() -> None:
    text = "I think that tea is better than coffee (I have never had milk, so I am not sure of that, as I said)"
    assert quoted(text, marked="better", max_chars=70) == "I think that tea is better than coffee…"


def test_a_long_start_is_cut_so_that_names_and_marker_stay() -> None:
    text = "After a very long discussion that went on through the night we agreed that tea is better than coffee for us"
    assert quoted(text, marked="better", max_chars=40) == "…agreed that tea is better than coffee…"


def test_of_many_mentions_the_nearest_ones_are_kept() -> None:
    text = "Coffee here, coffee there, people drink coffee all day long in this town, yet tea is better than coffee"
    assert quoted(text, marked="better", max_chars=32) == "…yet tea is better than coffee"


def test_names_are_kept_when_names_and_marker_do_not_fit_together() -> None:
    text = "Better by far and by every measure that anyone could ever think of in a long life is tea than coffee"
    assert quoted(text, marked="Better", max_chars=30) == "…long life is tea than coffee"


def test_one_name_is_kept_with_the_marker_when_the_other_stands_far_away() -> None:
    text = (
        "Tea of all kinds is better, said a man whom nobody had seen before, and by far the nicer one, than any coffee"
    )
    marked = [found.span() for found in re.finditer("better|nicer", text)]
    pieces = excerpt(text, names=("tea", "coffee"), marked=marked, max_chars=75).pieces
    assert [text[slice(*piece)] for piece in pieces] == [
        "Tea of all kinds is better, said a man whom nobody had seen before"
    ]


def test_one_of_the_marked_words_is_kept_when_not_all_fit() -> None:
    text = "Nicer things are to be had than any other day, said my friends, and tea was much nicer that day than coffee"
    nicer = [found.span() for found in re.finditer("nicer", text, re.IGNORECASE)]
    pieces = excerpt(text, names=("tea", "coffee"), marked=nicer, max_chars=50).pieces
    assert [text[slice(*piece)] for piece in pieces] == ["and tea was much nicer that day than coffee"]


def test_a_word_without_end_is_cut_hard() -> None:
    assert quoted("x" * 500, max_chars=10) == "x" * 10 + "…"


@given(st.text(max_size=300).map(clean), st.integers(1, 80))
def test_pieces_are_in_order_inside_the_sentence_and_within_the_bound(text: str, max_chars: int) -> None:
    pieces, _, _ = excerpt(text, names=NAMES, marked=(), max_chars=max_chars)
    flat = [offset for piece in pieces for offset in piece]
    assert flat == sorted(flat)
    assert all(0 <= offset <= len(text) for offset in flat)
    assert sum(end - start for start, end in pieces) <= max_chars


@pytest.mark.parametrize(
    "text", ["," * 10_000, "[1" * 5_000, "](" * 5_000, "tea coffee " * 900, "- " * 5_000, "." * 10_000]
)
def test_the_steps_of_cutting_a_hostile_sentence_grow_no_faster_than_it(text: str) -> None:
    short, long = (
        steps(lambda part=part: excerpt(part, names=NAMES, marked=(), max_chars=200)) for part in (text[:1_000], text)
    )
    assert long < 15 * short + 1_000
