"""What the linear ranker prefers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import ConfigError
from engine.ranking.linear import WEIGHTS, LinearRanker, features, words_of
from engine.types import Argument, Aspect
from tests.conformance.ranker import RankerConformance, argument


class TestLinearRanker(RankerConformance):
    @pytest.fixture
    def ranker(self) -> LinearRanker:
        return LinearRanker()


def saying(n: int, text: str, *, source: str = "", **options: object) -> Argument:
    one = argument(n, **options)  # type: ignore[arg-type]
    hit = replace(
        one.hit, sentence=replace(one.hit.sentence, text=text), sources=(source,) if source else one.hit.sources
    )
    return replace(one, hit=hit)


def ranked(*arguments: Argument, ranker: LinearRanker | None = None) -> list[str]:
    found = (ranker or LinearRanker()).rank(arguments, objects=("tea", "coffee"))
    return [one.hit.sentence.text for one in found]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Tea is cheaper and healthier than coffee.", "Tea is way better and nicer than coffee."),
        ("Tea keeps you awake longer than a coffee.", "It is said that tea is nicer than coffee."),
        ("Tea keeps you awake for longer than coffee.", "Maybe tea keeps you awake longer than coffee."),
        ("Tea keeps you awake longer than coffee.", "Tea keeps you awake longer than coffee!"),
        ("Tea keeps you awake longer than coffee.", "tea keeps you awake longer than coffee."),
        ("Tea keeps you awake longer than coffee.", "Tea keeps you awake longer than coffee (6/10) 30% #1 :-)"),
        ("Tea keeps all of you awake longer than coffee.", "All of you are kept awake longer by tea than coffee."),
    ],
)
def test_substance_and_style_come_first(better: str, worse: str) -> None:
    assert ranked(saying(1, worse), saying(2, better)) == [better, worse]


def test_the_words_of_the_objects_are_no_substance() -> None:
    one = saying(1, "Fast Food is better than Cheap Food.")
    found = features(one, words_of(one.hit.sentence.text), ("fast food", "cheap food"))
    assert dict(zip(WEIGHTS, found, strict=True))["dimensions"] == 0.0


def test_a_second_sentence_of_a_source_comes_after_one_of_another() -> None:
    first, second = "Tea is cheaper than coffee.", "Tea is faster than coffee."
    other = "Tea is better than coffee."
    assert ranked(saying(1, first, source="a"), saying(2, second, source="a"), saying(3, other)) == [
        first,
        other,
        second,
    ]


def test_a_source_may_speak_for_both_sides() -> None:
    text = "Tea is cheaper than coffee."
    both = [saying(1, text, source="a"), saying(2, text, source="a", first=False)]
    assert len({one.score for one in LinearRanker().rank(both)}) == 1


def test_only_the_most_promising_are_read() -> None:
    good, bad = "Tea is cheaper and healthier than coffee.", "it is maybe!!! better .."
    assert ranked(saying(1, bad, score=2.0), saying(2, good), ranker=LinearRanker(depth=1))[0] == bad
    assert ranked(saying(1, bad, score=2.0), saying(2, good), ranker=LinearRanker(depth=2))[0] == good


def test_an_aspect_doubles_a_score_and_a_heavy_one_outweighs_style() -> None:
    plain, named = (saying(n, "Tea is a drink.", aspects=names) for n, names in ((1, ()), (2, ("price",))))
    first, second = LinearRanker().rank([plain, named], aspects=[Aspect("price")])
    assert (first.aspects, first.score) == (("price",), pytest.approx(2 * second.score))


@pytest.mark.parametrize("text", ["", " ", "?", "\x00", "\ud800", "🍎", "x" * 10_000, "tea " * 2000])
def test_strange_text_does_no_harm(text: str) -> None:
    (found,) = LinearRanker().rank([saying(1, text)], objects=("tea", "C++"))
    assert 0.0 < found.score <= 1.0


@given(text=st.text(max_size=200), objects=st.tuples(st.text(max_size=20), st.text(max_size=20)))
def test_features_are_finite_and_as_many_as_weights(text: str, objects: tuple[str, str]) -> None:
    found = features(saying(1, text), words_of(text), objects)
    assert len(found) == len(WEIGHTS)
    assert all(0.0 <= value < 10.0 for value in found)


def test_a_negative_depth_is_refused() -> None:
    with pytest.raises(ConfigError, match="depth is -1; expected"):
        LinearRanker(depth=-1)


def test_a_name_that_begins_with_one_small_letter_begins_a_sentence_with_one() -> None:
    text = "iPhones are better than tea."
    found = dict(zip(WEIGHTS, features(saying(1, text), words_of(text), ("iPhones", "tea")), strict=True))
    assert found["lower_case"] == 1


TEXTS = (
    "Tea is cheaper and healthier than coffee.",
    "tea is maybe faster than coffee!",
    "It is a lot better... than coffee, and tea keeps you awake.",
    "But TEA, tea and more tea: they say coffee is slower, dearer, weaker and heavier…",
    "Coffee",
    "",
    "3 + 4 = 7, or so?",
    "Coffee " + "is not a drink that anybody would want to have more of in the morning or ever " * 2 + "than tea.",
)


def test_the_numbers_of_sentences(golden: Callable[[str, str], None]) -> None:
    lines = []
    for n, text in enumerate(TEXTS):
        found = dict(zip(WEIGHTS, features(saying(n, text), words_of(text), ("Tea", "coffee")), strict=True))
        lines += [text, f"  { {name: round(value, 4) for name, value in found.items() if value} }"]
    texts = [*TEXTS, *(f"{TEXTS[3]} {n}" for n in range(4)), f"Indeed: {TEXTS[7]}", TEXTS[7]]
    said = [
        saying(
            n,
            text,
            source="ab"[n % 2],
            first=n % 3 > 0,
            score=n,
            aspects=("price",) * (n % 2),
            confidence=0.9 - n / 20,
        )
        for n, text in enumerate(texts)
    ]
    for depth in (100, 3, 0):
        ranked = LinearRanker(depth=depth).rank(said, objects=("Tea", "coffee"), aspects=[Aspect("price", 3)])
        lines += [f"depth {depth}", *(f"  {one.score:.4f} {one.hit.sentence.id}" for one in ranked)]
    golden("ranking.txt", "\n".join(lines) + "\n")
