"""Near-copies are found, whatever was changed in them, and nothing else is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.retrieval.near_copies import group, merge
from engine.types import Argument, Classification, Document, Hit, Sentence

PLAIN = "Aluminum frames are lighter than steel frames, and they do not rust in the rain."


@pytest.mark.parametrize(
    "copy",
    [
        PLAIN,
        PLAIN.upper(),
        PLAIN.replace(",", " ,").replace(".", " ."),
        PLAIN.replace("do not", "don't"),
        PLAIN.replace("frames", "bikes", 1),
        f"He told us: {PLAIN}",
        f"{PLAIN} Nobody in the shop would say anything else, and they have sold both for thirty years.",
        PLAIN[: PLAIN.index(", and")],
        f"I have sold bicycles to everybody in this town since nineteen ninety, my sons and my daughters do. {PLAIN}",
    ],
)
def test_a_changed_text_is_a_near_copy(copy: str) -> None:
    assert group([PLAIN, copy]) == [[0, 1]]
    assert group([copy, PLAIN]) == [[0, 1]]


@pytest.mark.parametrize(
    "other",
    [
        "",
        "\U0001f642",
        "Steel frames are heavier than aluminum frames.",
        "Aluminum frames are lighter than carbon ones if you believe the makers of forks.",
        "they do not rust",
    ],
)
def test_another_text_is_none(other: str) -> None:
    assert group([PLAIN, other]) == [[0], [1]]


def test_a_page_that_quotes_another_is_no_copy_of_it() -> None:
    page = f"{PLAIN} But mine has been outside for ten winters, and what broke first were the spokes and the saddle."
    other = f"My neighbour says this: {PLAIN} I asked three shops, which sell both, and none would sign that."
    assert group([page, other]) == [[0, 1]]
    assert group([page, other], quotes=False) == [[0], [1]]


def test_a_text_that_holds_two_others_does_not_join_them() -> None:
    other = "Whoever rides to work in the winter should buy mudguards before anything else."
    assert group([PLAIN, other, f"{PLAIN} {other}"]) == [[0, 2], [1]]


def argument(n: int, text: str, first: float) -> Argument:
    document = Document(f"d{n}", source=f"s{n}")
    hit = Hit(Sentence(f"d{n}#0", text, f"d{n}", 0), 1.0, document, (f"x{n}#0",), (f"s{n}", "s"))
    return Argument(hit, Classification(first, 1 - first, 0.0, 0.0))


def test_the_first_of_a_group_stands_for_it_and_names_the_others() -> None:
    (one,) = merge([argument(1, PLAIN, 0.9), argument(2, PLAIN.upper(), 0.8)])
    assert one.hit.sentence.id == "d1#0"
    assert one.hit.copies == ("x1#0", "d2#0", "x2#0")
    assert one.hit.sources == ("s", "s1", "s2")


def test_a_text_that_was_put_up_twice_has_one_voice() -> None:
    places = [replace(argument(n, PLAIN, 0.9).hit, sources=(f"s{n}",)) for n in (1, 2)]
    other = [replace(hit, sentence=replace(hit.sentence, text="Steel is heavy.")) for hit in reversed(places)]
    said = [Argument(hit, Classification(0.9, 0.1, 0.0, 0.0)) for hit in (*places, *other)]
    assert {one.hit.voter for one in merge(said)} == {"s1"}


def test_near_copies_that_favour_different_things_stay_apart() -> None:
    said = [argument(1, PLAIN, 0.9), argument(2, PLAIN.upper(), 0.1)]
    assert merge(said) == said


def test_a_run_of_words_that_everybody_uses_does_not_slow_it_down() -> None:
    texts = [f"In my opinion tea is better than coffee for number {n} {'x' * n}" for n in range(1000)]
    assert sum(map(len, group(texts))) == 1000
