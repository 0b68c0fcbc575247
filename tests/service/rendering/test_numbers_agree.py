"""What an answer counts: its words, its bars and its lists count the same sources of the same things."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine import schemas
from engine.pipeline import Engine
from engine.types import Aspect, Length, Query, Stance
from service.rendering.blocks import Bars, of_answer

QUESTIONS = (
    "Is tea better than coffee?",
    "is tea better than coffee for sleep?",
    "coffee or tea",
    "Is Python faster than Java?",
    "python or matlab for deep learning",
    "is java easier to learn than python",
    "linux vs windows",
    "Is Linux safer than Windows?",
    "are cats cleaner than dogs",
    "cat or dog",
    "is butter healthier than margarine",
    "bus or train",
    "is rust safer than c++",
    "is julia slower than python",
    "which is cheaper, mysql or postgresql",
    "piano or guitar for beginners",
    "What speaks against Linux rather than Windows?",
    "what is the difference between linux and windows",
)
OTHERS = ("tea coffee cocoa", "python java matlab")
DIVISION = re.compile(
    r"(?:(?P<all>[Aa]ll|[Bb]oth|[Tt]he only|[Oo]ne)(?: (?P<number>\d+))?|(?P<part>\d+) of (?P<total>\d+)) sources?"
    r"(?: speaks?| says? it| says?) (?P<way>for|of|so)(?: (?P<name>[\w+#]+))?"
)
"""How an answer says how many sources are for whom."""


def divisions(text: str) -> list[tuple[int, int, str]]:
    """Return of how many sources how many are for whom, each time that an answer tells."""
    own = re.sub(r"“[^”]*”", "", text)
    every = {"both": 2, "the only": 1, "one": 1}
    found = []
    for said in DIVISION.finditer(own):
        number = int(said["number"] or said["part"] or every.get((said["all"] or "").lower(), 0))
        found.append((number, int(said["total"] or number), said["name"] or ""))
    return found


def known(shown: dict[str, Any]) -> set[tuple[int, int, str]]:
    """Return of how many sources how many are for whom, as bars and lists tell, and for whom nobody is named."""
    on = shown["asked_verdict"]
    shares = [*shown["shares"], *shown["depends"], *(on["shares"] if on else ())]
    sums = [(one["first_sources"], one["second_sources"], one["sources"]) for one in shares]
    mined = [(one["first_count"], one["second_count"]) for one in shown["aspects"]]
    sums += [(first, second, first + second) for first, second in mined]
    names = [*map(str.lower, shown["objects"])]
    told = {
        (number, total, name)
        for first, second, total in sums
        for number, name in zip((first, second), names, strict=True)
    }
    return told | {(number, total, "") for number, total, _ in told}


def check(shown: schemas.Answer) -> None:
    comparison: Any = shown["comparison"]
    for number, total, name in divisions(shown["answer"]):
        assert any((number, total, one) in known(comparison) for one in ("", name.lower())), shown["answer"]
    for name in comparison["objects"]:
        assert name in shown["answer"] or not comparison["sources"], (name, shown["answer"])
    outcome = comparison["asked_verdict"] or comparison
    (first, second), share = comparison["objects"], outcome["shares"][0]
    assert outcome["winner"] in (None, first, second)
    assert share["first_sources"] + share["second_sources"] <= share["sources"] == outcome["sources"]
    bars = [block for block in of_answer(shown) if isinstance(block, Bars)]
    if share["sources"]:
        bar = bars[0].bars[0]
        assert (bar.first, bar.left, bar.right, bar.second) == (
            *(first, f"{share['first_sources']}"),
            *(f"{share['second_sources']}", second),
        )
    said = comparison["arguments"] if outcome is comparison else comparison["asked_verdict"]["arguments"]
    for stance, sources in ("FIRST", share["first_sources"]), ("SECOND", share["second_sources"]):
        assert sum(one["stance"] == stance for one in said) >= sources


@pytest.mark.parametrize("length", [Length.CHAT, Length.FULL, Length.LINE])
@pytest.mark.parametrize("question", QUESTIONS)
def test_words_bars_and_lists_count_alike(engine: Engine, question: str, length: Length) -> None:
    check(schemas.answer(engine.ask(question, length=length)))


@pytest.mark.parametrize("weight", [1, 3, 5])
def test_they_do_when_it_is_weighed_again(engine: Engine, weight: int) -> None:
    query = Query(("tea", "coffee"), aspects=(Aspect("sleep", weight), Aspect("price", 2)))
    check(schemas.answer(engine.reweigh(query)))
    found = engine.ask("tea or coffee").comparison
    assert found is not None
    out = tuple((one.hit.sentence.id, Stance.NONE) for one in found.arguments[:weight])
    check(schemas.answer(engine.reweigh(Query(("tea", "coffee"), corrections=out))))


@pytest.mark.parametrize("names", OTHERS)
def test_of_several_things_each_pair_counts_what_the_answer_says(engine: Engine, names: str) -> None:
    shown = schemas.answer(engine.answer(engine.compare_any(Query(tuple(names.split())))))
    standings: Any = shown["standings"]
    told = set[tuple[int, int, str]]().union(*map(known, standings["comparisons"]))
    for number, total, name in divisions(shown["answer"]):
        assert (number, total, name.lower()) in told or (number, total, "") in told
    for place in standings["orders"][0]["places"]:
        assert place["object"] in standings["objects"]
        assert place["object"] in shown["answer"]
