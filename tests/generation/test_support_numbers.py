"""Every number that is compared between a claim and a sentence: a changed rule changes one of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.types import Classification
from generation.citation_verification import THRESHOLD, SupportChecker, cited_parts, is_verbatim

TEA = ("tea", "coffee")


class Naming:
    """Believes in the object that is named first, more so with "clearly"."""

    def classify(self, instances):
        found = []
        for text, first, second in ((one.sentence.lower(), one.first.lower(), one.second.lower()) for one in instances):
            sure = 0.9 if "clearly" in text else 0.6
            if "level" in text:
                found.append(Classification(0.1, 0.0, 0.7, 0.2))
            elif first not in text and second not in text:
                found.append(Classification(0.0, 0.1, 0.1, 0.8))
            elif first in text and (second not in text or text.find(first) < text.find(second)):
                found.append(Classification(sure, 0.1, 0.0, 0.9 - sure))
            else:
                found.append(Classification(0.1, sure, 0.0, 0.9 - sure))
        return found


PAIRS = [
    ("Tea is cheaper than coffee", "Tea is cheaper than coffee."),
    ("Tea is cheaper than coffee [1]", "Coffee is cheaper than tea."),
    ("Tea is cheaper than coffee", "Tea is more expensive than coffee."),
    ("Tea is less expensive than coffee", "Tea is cheaper than coffee, clearly."),
    ("Tea is not cheaper than coffee", "Tea is cheaper than coffee."),
    ("Tea is not cheaper than coffee", "I never said that tea is cheaper than coffee."),
    ("Tea lacks caffeine", "Tea has no caffeine."),
    ("It is not that tea does not help sleep", "Tea helps sleep."),
    ("Tea costs 2 cents and 1,000 words", "Tea costs 2 cents and 1000 words, 3 in all."),
    ("Tea costs 2 or 3 cents", "Tea costs 2 cents."),
    ("Tea", "Tea and coffee are sold here."),
    ("Tea", "Water is sold here."),
    ("", "Tea is sold here."),
    ("Tea and coffee", "Coffee."),
    ("Tea is better than coffee", "Tea is faster than coffee."),
    ("Tea is faster than coffee", "Tea is better than coffee."),
    ("Tea is faster and cheaper", "Tea is quick, not dear."),
    ("Tea has more flavour", "Tea has less flavour."),
    ("Tea has flavour", "Tea has a flavour."),
    ("Tea is more reliable", "Tea is reliably served."),
    ("Tea relaxes drinkers", "Tea is relaxing for everybody who drinks."),
    ("Tea heals", "Tea healed; coffee heats."),
    ("Tea is cheap", "Coffee is not cheap."),
    ("Tea is cheap", "Coffee is cheap."),
    ("Coffee is slow", "Tea is fast."),
    ("Coffee is slow and cheap", "Tea is fast."),
    ("Several people say that tea is clearly better", "Tea is clearly better."),
    ("Both are level", "Tea and coffee are level."),
    ("Both are level", "Water."),
    ("Tea is better", "Water."),
    ("It keeps for years", "Tea keeps for years and years."),
    ("It keeps for years and months", "Tea keeps for months and years."),
    ("Tea is faster than coffee", "Coffee is slower than tea."),
    ("Tea is faster and cheaper than coffee", "Coffee is faster and cheaper than tea."),
    ("Tea is faster and cheaper than coffee", "Tea is slower and dearer than coffee."),
    ("3 of 4 sources speak for tea [1]", "Tea is better than coffee, clearly."),
    ("3 of 4 sources speak for coffee [1]", "Tea is better than coffee."),
    ("2 sources speak for neither", "Tea and coffee are level."),
    ("One source says “tea is cheap” [1]", "Tea is cheap."),
    ("One source says “tea is cheap” for coffee [1]", "Tea is cheap."),
    ("One source says “tea is cheap” and “coffee is dear” [1, 2]", "Tea is cheap."),
    ("The source speaks", "Tea is cheap."),
    ("and 1,200 for teapots", "Tea is cheap."),
    ("But for coffee", "Coffee is cheap."),
    ("It says “tea is cheap” there", "Tea is cheap there."),
]


@pytest.fixture(scope="module")
def checker() -> SupportChecker:
    return SupportChecker(Naming())


def test_features(checker: SupportChecker, golden: Callable[[str, str], None]) -> None:
    lines = []
    for claim, sentence in PAIRS:
        found = {
            name: round(value, 4) for name, value in checker.features(claim, sentence, TEA)._asdict().items() if value
        }
        lines += [f"{claim} | {sentence}", f"  {checker.support(claim, sentence, TEA):.4f} {found}"]
    golden("support.txt", "\n".join(lines) + "\n")


@pytest.mark.parametrize("objects", [(), ("tea",), ("tea", "coffee", "water")])
def test_without_two_objects_nobody_is_favoured(checker: SupportChecker, objects: tuple[str, ...]) -> None:
    found = checker.features("Tea is clearly good", "Coffee is good", objects)
    assert (found.conflict, found.silent) == (0.0, 0.0)
    about = "1 source speaks for tea"
    assert checker.support(about, "Tea is good", objects) == pytest.approx(0.0, abs=0.2)


def test_one_of_the_cited_sentences_is_enough(checker: SupportChecker) -> None:
    claim, other = "Tea is cheaper than coffee", "Water is wet."
    assert checker.is_supported(claim, [other, claim], TEA)
    assert not checker.is_supported(claim, [other], TEA)
    assert not checker.is_supported(claim, [], TEA)
    assert checker.support(claim, claim, TEA) > THRESHOLD


@pytest.mark.parametrize(
    ("quote", "sentence", "verbatim"),
    [("a…b", "a b", True), ("a…a", "a b", False), ("a…a", "a a", True), ("ab…b", "ab", False), ("", "", True)],
)
def test_the_pieces_of_a_quote_follow_one_another(quote: str, sentence: str, verbatim: bool) -> None:
    assert is_verbatim(quote, sentence) is verbatim


@pytest.mark.parametrize(
    ("statement", "parts"),
    [
        ("- Tea is cheap, [1]; the [2]: milk - [3]", [("Tea is cheap", (1,)), ("Tea is cheap", (2,)), ("milk", (3,))]),
        ("Tea [1, 3–5; 7]", [("Tea", (1, 3, 4, 5, 7))]),
        ("Tea [5-3]", [("Tea", ())]),
        ("Tea [1234567-1234569]", [("Tea", (123456,))]),
        ("Tea [2] [3]", [("Tea", (2, 3))]),
    ],
)
def test_numbers_and_their_parts(statement: str, parts: list[tuple[str, tuple[int, ...]]]) -> None:
    assert [*cited_parts(statement)] == parts
