"""What the learned reader is made of: pieces, windows, batches, decoding, names."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.tokens import clean, word_ranges
from engine.trained import TRAINED
from engine.types import Kind, Label, ParsedText
from nlu_models.question.decoding import best_path, spans
from nlu_models.question.object_names import names
from nlu_models.question.word_pieces import MOST_PIECES, MOST_WORDS, Encoder, Word, places, windows

ENCODER = Encoder(TRAINED / "vocabulary.json")
GUIDELINE = 7


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("AT&T's C++ or .NET?", "AT&T|'s|C++|or|.NET|?"),
        ("a/b { 🍎", "a|/|b|{|🍎"),
        ("1,000.50 isn't v8.1", "1,000.50|isn't|v8.1"),
        ("'s ’S x’s", "'s|’S|x|’s"),
        ("", ""),
    ],
)
def test_words_are_tokens_possessives_and_signs(text: str, words: str) -> None:
    assert "|".join(text[start:end] for start, end in word_ranges(text)) == words


@given(st.text(max_size=100))
def test_words_hold_every_visible_character_once(text: str) -> None:
    assert "".join(text[start:end] for start, end in word_ranges(text)) == "".join(text.split())


@given(st.text(max_size=100))
def test_every_word_has_pieces(text: str) -> None:
    words = ENCODER.words(text)
    assert [(word.start, word.end) for word in words] == word_ranges(text)
    assert all(1 <= len(word.ids) <= MOST_PIECES for word in words)


def test_no_text_can_pretend_to_be_a_guideline() -> None:
    ids = ENCODER.ids(ENCODER.words("[CLS] [unused6] [SEP] tea"), GUIDELINE)
    assert [ids.count(special) for special in (ENCODER.start, GUIDELINE, ENCODER.end)] == [1, 1, 1]


def test_the_places_are_those_of_the_first_pieces() -> None:
    words = ENCODER.words("unbelievably good C++")
    ids = ENCODER.ids(words, GUIDELINE)
    assert [ids[place] for place in places(words)] == [word.ids[0] for word in words]


def test_a_long_text_keeps_its_beginning_and_its_end() -> None:
    words = ENCODER.words("first " + "so " * 3000 + "last")
    assert len(words) == MOST_WORDS
    assert words[0].end == 5
    assert words[-1].end - words[-1].start == 4


@given(st.lists(st.sampled_from(["tea", "unbelievably", ".", "?", "C++"]), max_size=80).map(" ".join))
def test_windows_hold_all_words_in_order(text: str) -> None:
    words = ENCODER.words(text)
    cut = list(windows(text, words, 16))
    assert [word for window in cut for word in window] == words
    assert all(window and sum(len(word.ids) for word in window) <= 16 for window in cut)


def test_a_window_ends_where_a_sentence_does() -> None:
    text = "One two three four. Is tea better than coffee?"
    first, second = windows(text, ENCODER.words(text), MOST_PIECES - 4)
    assert text[first[-1].end - 1] == "."
    assert text[second[0].start :] == "Is tea better than coffee?"


@given(st.integers(1, 5), st.integers(0, 2**32 - 1))
def test_the_best_path_is_the_best_of_all_paths(length: int, seed: int) -> None:
    chance = np.random.default_rng(seed)
    scores, transitions = chance.normal(size=(length, 3)), chance.normal(size=(4, 3))

    def score(path: Sequence[int]) -> float:
        steps = zip([-1, *path], path, strict=False)
        return sum(scores[at, label] for at, label in enumerate(path)) + sum(transitions[step] for step in steps)

    found = best_path(scores, transitions)
    assert score(found) == pytest.approx(max(map(score, itertools.product(range(3), repeat=length))))


def test_nothing_has_an_empty_path() -> None:
    assert best_path(np.zeros((0, 3)), np.zeros((4, 3))) == []


def test_spans_follow_the_tags() -> None:
    text = "green tea or black tea cups"
    words = [Word(start, end, (1,)) for start, end in word_ranges(text)]
    found = spans(text, words, ["B-object", "I-object", "O", "B-object", "B-object", "B-shared"])
    assert [(span.text, span.label) for span in found] == [
        ("green tea", Label.OBJECT),
        ("black", Label.OBJECT),
        ("tea", Label.OBJECT),
    ]


@pytest.mark.parametrize(
    ("objects", "named"),
    [
        ("iPhone 14|15", "iPhone 14|iPhone 15"),
        ("iPhone 14|15 Pro|16", "iPhone 14|iPhone 15 Pro|iPhone 16"),
        ("Galaxy S21|S22", "Galaxy S21|Galaxy S22"),
        ("Windows 10|11|Linux", "Windows 10|Windows 11|Linux"),
        ("BMW X3|Q5", "BMW X3|Q5"),
        ("5|6", "5|6"),
        ("PS5|Xbox", "PS5|Xbox"),
        ("tea|Teas|coffee|tea", "tea|coffee"),
        ("C++|C#|AT&T|.NET", "C++|C#|AT&T|.NET"),
        ("a 1|2 b|🍎", "a 1|a 2 b|🍎"),
    ],
)
def test_names_are_whole_and_do_not_repeat(objects: str, named: str) -> None:
    assert "|".join(names(objects.split("|"))) == named


@given(st.lists(st.text(min_size=1, max_size=20).map(clean).filter(bool), max_size=5))
def test_a_name_ends_with_its_span(objects: list[str]) -> None:
    assert all(any(name.endswith(span) for span in objects) for name in names(objects))


def test_a_question_tells_what_a_span_names() -> None:
    text = "iPhone 14 or 15 for kids?"
    found = spans(text, ENCODER.words(text), ["B-object", "I-object", "O", "B-object", "O", "B-aspect", "O"])
    question = ParsedText(text, True, 1.0, Kind.DIRECT, tuple(found), ("iPhone 14", "iPhone 15"), ("kids",))
    assert [question.name(span) for span in question.spans] == ["iPhone 14", "iPhone 15", "kids"]
