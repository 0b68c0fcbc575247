"""The one analysis of text."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.text.comparing import compared_names
from engine.text.tokens import TOKEN, Tokens, analyse, clean, is_question, same_name, stem, stems, unique
from tests.steps import steps


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Tea, milk; (coffee)!", ["Tea", "milk", "coffee"]),
        ("C++ and C, C++11, g++. c++/C#", ["C++", "and", "C", "C++", "11", "g++", "c++", "C#"]),
        ("C# F# C#5 #tag issue #7 F#m", ["C#", "F#", "C#", "5", "tag", "issue", "7", "F", "m"]),
        (
            ".NET (.NET) ASP.NET node.js end.Next ...and",
            [".NET", ".NET", "ASP", "NET", "node", "js", "end", "Next", "and"],
        ),
        ("AT&T's R&D, M&M's, H&M; cats&dogs", ["AT&T's", "R&D", "M&M's", "H&M", "cats", "dogs"]),
        ("Disney+ Google+, 1+1 a+b", ["Disney+", "Google+", "1", "1", "a", "b"]),
        ("8.1 1,000.50 v1.2.3 3.5mm 10% in 5. 6", ["8.1", "1,000.50", "v1.2.3", "3.5mm", "10", "in", "5", "6"]),
        ("Wi-Fi T-Mobile PS/2 a/b {", ["Wi", "Fi", "T", "Mobile", "PS", "2", "a", "b"]),
        ("don't McDonald's O’Reilly’s cats' 'tis", ["don't", "McDonald's", "O’Reilly’s", "cats", "tis"]),
        ("snake_case iPhone 5s", ["snake", "case", "iPhone", "5s"]),
        ("😀👍 a→b", ["😀", "👍", "a", "→", "b"]),
        ("Привет Ελλάδα 東京 한국", ["Привет", "Ελλάδα", "東京", "한국"]),
        ('{ } / \\ " * ~ ? ^ :', []),
        ("", []),
    ],
)
def test_a_token_is_a_word_with_the_signs_that_belong_to_a_name(text: str, tokens: list[str]) -> None:
    assert TOKEN.findall(text) == tokens


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Python", "PYTHON"),
        ("Python", "python's"),
        ("O'Reilly", "O’REILLY’s"),
        ("don't", "DONT"),
        ("CD", "CDs"),
        ("CD", "CD's"),
        ("PC", "pcs"),
        ("McDonald's", "McDonalds"),
        ("Café", "cafe"),
        ("Straße", "STRASSE"),
        ("M&M", "M&M's"),
        *[("cat", "cats"), ("box", "boxes"), ("battery", "batteries"), ("tie", "ties"), ("cookie", "cookies")],
        *[
            ("church", "churches"),
            ("headache", "headaches"),
            ("dish", "dishes"),
            ("glass", "glasses"),
            ("bus", "buses"),
        ],
        *[("virus", "viruses"), ("lens", "lenses"), ("tomato", "tomatoes"), ("shoe", "shoes"), ("toe", "toes")],
        *[("mouse", "mice"), ("knife", "knives"), ("house", "houses"), ("case", "cases"), ("axe", "axes")],
        *[("series", "SERIES"), ("calorie", "calories"), ("quiz", "quizzes"), ("bonus", "bonuses"), ("woman", "women")],
    ],
)
def test_case_accents_possessive_and_plural_are_one_thing(one: str, other: str) -> None:
    assert same_name(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *[("C", "C++"), ("C", "C#"), ("C++", "C#"), (".NET", "net"), ("AT&T", "AT T"), ("Disney", "Disney+")],
        *[("8.1", "81"), ("Windows", "window"), ("bus", "bu"), ("iOS", "io"), ("news", "new"), ("toes", "to")],
        *[("general", "generic"), ("tennis", "tenni"), ("glass", "glas"), ("AWS", "aw"), ("virus", "viru")],
    ],
)
def test_different_things_have_different_stems(one: str, other: str) -> None:
    assert not same_name(one, other)


@pytest.mark.parametrize(
    "word", ["than", "better", "worse", "because", "movie", "house", "this", "less", "unless", "else"]
)
def test_a_word_that_is_no_plural_is_its_own_stem(word: str) -> None:
    assert stem(word) == word


def test_a_stem_is_short() -> None:
    assert stem("x" * 100_000) == "x" * 64
    assert len(stem("\ufdfa" * 50)) == 64


@given(st.text())
@example("ﷺ ﾞ ½ ŉ İ ẞ Ⅷ ℃ 🄰")
def test_the_index_stores_the_stems_of_the_tokens(text: str) -> None:
    assert analyse(text).split(" ") == ([token.stem for token in Tokens(text).tokens] or [""])
    assert analyse(text).split() == list(stems(text))


@given(st.text())
def test_tokens_slice_the_text_in_order(text: str) -> None:
    tokens = Tokens(text)
    assert [text[start:end] for start, end, _ in tokens.tokens] == TOKEN.findall(text)
    assert [token.start for token in tokens.tokens] == sorted({token.start for token in tokens.tokens})


@given(st.text("aA tT&+#.’'s8é", max_size=30), st.text("aA tT&+#.’'s8é", max_size=4))
def test_a_mention_slices_to_the_name(text: str, name: str) -> None:
    for start, end in Tokens(text).mentions(name):
        assert same_name(text[start:end], name)


@given(st.text(), st.text())
def test_a_name_between_blanks_is_mentioned(before: str, after: str) -> None:
    text = f"{before} Deep-Learning's {after}"
    assert (len(before) + 1, len(before) + 16) in Tokens(text).mentions("deep learning")


def test_mentions_of_a_name_that_overlap_are_all_found() -> None:
    assert Tokens("a A a").mentions("a a") == [(0, 3), (2, 5)]
    assert Tokens("a A a").mentions("") == []


def test_a_phrase_is_found_by_its_stems() -> None:
    assert Tokens("Cats, dogs and cats").find(["cat"]) == [(0, 1), (3, 4)]
    assert Tokens("Cats, dogs and cats").find(("cat", "dog")) == [(0, 2)]
    assert Tokens("Cats").find(()) == []


@given(st.text())
def test_case_does_not_matter_to_the_stems(text: str) -> None:
    text = text.encode("ascii", "ignore").decode()
    assert analyse(text.upper()) == analyse(text.lower()) == analyse(text)


@given(st.text(st.characters()))
@example("a\u200b\u0301 \ud800 \x00\x1f\x85\u2028 ﷺ")
def test_clean_text_is_clean(text: str) -> None:
    cleaned = clean(text)
    assert clean(cleaned) == cleaned
    assert cleaned == cleaned.strip()
    assert "  " not in cleaned
    assert not {"Cc", "Cs", "Zl", "Zp"} & set(map(unicodedata.category, cleaned))
    cleaned.encode()


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("  Tea\t\nis  hot ", "Tea is hot"),
        ("cafe\u0301", "café"),
        ("a\ud800b", "a\ufffdb"),
        ("a\x00b\u202ec", "a b c"),
        ("cof\xadfee\U000e0049\U000e0067 \u061ctea", "coffee tea"),
        ("no\xa0break", "no break"),
        ("", ""),
    ],
)
def test_cleaning_keeps_what_a_person_meant(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned


@pytest.mark.parametrize(
    ("sentence", "asks"), [("Why?", True), ("Tea? No.", True), ("Tea is better.", False), ("", False)]
)
def test_a_question_mark_makes_a_question(sentence: str, asks: bool) -> None:
    assert is_question(sentence) is asks


def test_names_of_one_thing_are_kept_once() -> None:
    assert unique(["Cats", "dog", "cat", "{", "{", "}", "DOGS"]) == ("Cats", "dog", "{", "}")


@pytest.mark.parametrize(
    "unit",
    [
        "a",
        "a&",
        "'",
        "a'",
        "1,",
        ".",
        ".a",
        "+",
        "a+",
        "a++",
        "😀",
        "_",
        "éa",
        "東",
        "a.b,c",
        "#",
        "&",
        " ",
        "\u0301",
        "ﷺ",
    ],
)
def test_analysis_takes_linear_time(unit: str) -> None:
    def read(times: int) -> None:
        Tokens(unit * times).mentions("zither")
        clean(unit * times)

    assert steps(lambda: read(10_000)) < 15 * steps(lambda: read(1_000)) + 1_000


@pytest.mark.parametrize(
    ("sentence", "names"),
    [
        ("I think that Python is much easier to learn than the C++ of old.", ("Python", "C++")),
        ("Zombie vs. Shark", ("Zombie", "Shark")),
        ("Zombie versus Shark", ("Zombie", "Shark")),
        ("I prefer green tea over a strong coffee.", ("green tea", "strong coffee")),
        ("The Nikon D90 was noisy compared to my Canon.", ("Nikon D90", "Canon")),
        ("Better than nothing.", ()),
        ("Going faster than you can.", ()),
        ("Tea, coffee and milk.", ()),
        ("", ()),
    ],
)
def test_the_names_beside_comparing_words_are_those_compared(sentence: str, names: tuple[str, ...]) -> None:
    assert compared_names(sentence) == names


@pytest.mark.parametrize(
    ("text", "name", "found"),
    [
        ("First, try red or white wine.", "red wine", ["red"]),
        ("White wines are lighter than red ones.", "red wine", ["red"]),
        ("White ones are lighter than red ones.", "red wine", []),
        ("Gas versus electric when you buy a new stove", "gas stove", ["Gas"]),
        ("White rice is healthier than brown.", "brown rice", ["brown"]),
        ("Front or rear wheel drive?", "front wheel drive", ["Front"]),
        ("Red wine is red, like white wine after it.", "red wine", ["Red wine"]),
        ("My mountain bike is slow on the road.", "road bike", []),
        ("Roads are rough with a mountain bike.", "road bike", []),
        ("I drink red tea and white wine.", "red wine", []),
        ("The coffee is black, and tea is cheap.", "black tea", []),
        ("On the road or in it", "road bike", []),
    ],
)
def test_a_name_is_short_beside_another_one_that_ends_as_it_does(text: str, name: str, found: list[str]) -> None:
    assert [text[start:end] for start, end in Tokens(text).mentions(name)] == found
