"""Whether a sentence says what a claim says."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import registry
from generation.citation_verification import THRESHOLD, WEIGHTS, Features, SupportChecker, cited_parts, is_verbatim
from tests.strategies import NAMES, NOISE

TEA = ("tea", "coffee")
CHEAPER = "For students tea is much cheaper than coffee, at 2 cents a cup, because it keeps for years."


@pytest.fixture(scope="module")
def checker() -> SupportChecker:
    return SupportChecker(registry.load("classifier", "keyphrase"))


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        (CHEAPER, CHEAPER),
        ("One source says “tea is much cheaper than coffee” [3].", CHEAPER),
        ("For students tea is much cheaper than coffee", CHEAPER),
        ("Coffee is more expensive than tea", "Tea is cheaper than coffee."),
        ("Tea costs 2 cents a cup", CHEAPER),
        ("3 of 4 sources speak for tea [1]", "Tea is better than coffee."),
        ("Tea is not better than coffee", "I do not think that tea is better than coffee."),
        ("“better for sleep”", "Tea is better for sleep than coffee."),
        ("tea and coffee are equally good", "Tea is as good as coffee."),
    ],
)
def test_a_claim_that_the_sentence_makes_is_supported(checker: SupportChecker, claim: str, sentence: str) -> None:
    assert checker.support(claim, sentence, TEA) >= THRESHOLD


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("For students coffee is much cheaper than tea", CHEAPER),
        ("For students tea is not much cheaper than coffee", CHEAPER),
        ("For students tea is much healthier than coffee", CHEAPER),
        ("For students tea is much cheaper than coffee, at 3 cents a cup", CHEAPER),
        ("Tea is more expensive than coffee", "Tea is cheaper than coffee."),
        ("tea is better than coffee", "I do not think that tea is better than coffee."),
        ("3 of 4 sources speak for coffee [1]", "Tea is better than coffee."),
        ("Coffee prevents heart attacks", "Tea is better than coffee."),
        ("Tea is safer than coffee", "Both tea and coffee are sold here."),
    ],
)
def test_a_claim_that_the_sentence_does_not_make_is_not(checker: SupportChecker, claim: str, sentence: str) -> None:
    assert checker.support(claim, sentence, TEA) < THRESHOLD


@given(
    claim=st.text() | st.sampled_from(NOISE),
    sentence=st.text() | st.sampled_from(NOISE),
    objects=st.lists(st.sampled_from(NAMES), max_size=3, unique=True),
)
def test_any_text_gets_a_probability_and_always_the_same(
    checker: SupportChecker, claim: str, sentence: str, objects: list[str]
) -> None:
    probability = checker.support(claim, sentence, objects)
    assert 0.0 <= probability <= 1.0
    assert checker.support(claim, sentence, objects) == probability


@given(objects=st.lists(st.sampled_from(NAMES), min_size=2, max_size=2, unique=True))
def test_exchanging_the_objects_changes_nothing(checker: SupportChecker, objects: list[str]) -> None:
    first, second = objects
    claim, sentence = f"{first} beats {second}", f"I think {first} is better than {second}."
    assert checker.features(claim, sentence, (first, second)) == checker.features(claim, sentence, (second, first))


def test_a_sentence_supports_itself_whatever_the_names(checker: SupportChecker) -> None:
    for first, second in pairwise(NAMES):
        sentence = f"{first} is better than {second}."
        assert checker.support(sentence, sentence, (first, second)) >= THRESHOLD


def test_a_very_long_text_is_checked(checker: SupportChecker) -> None:
    assert checker.support("tea " * 2500, "coffee " * 2500, TEA) < THRESHOLD


def test_every_feature_has_a_weight() -> None:
    assert tuple(WEIGHTS) == Features._fields


@pytest.mark.parametrize(
    ("statement", "parts"),
    [
        ("Tea is cheap [1][2].", [("Tea is cheap", (1, 2))]),
        ("Tea is cheap [1] and [3–4].", [("Tea is cheap", (1,)), ("Tea is cheap", (3, 4))]),
        ("Tea [1], 7, coffee.", [("Tea", (1,))]),
        ("[9] Tea", [("", (9,))]),
        ("Tea [1-999999999999999].", [("Tea", tuple(range(1, 22)))]),
        ("Nothing cited.", []),
    ],
)
def test_a_statement_is_cut_at_its_numbers(statement: str, parts: list[tuple[str, tuple[int, ...]]]) -> None:
    assert [*cited_parts(statement)] == parts


@pytest.mark.parametrize(
    ("quote", "sentence", "verbatim"),
    [
        ("Tea is better", "I say: Tea is better than coffee.", True),
        ("Tea… coffee", "Tea [1] is better than coffee.", True),
        ("say ‘yes’", "I say  “yes”\n to tea", True),
        ("Tea is best", "Tea is better than coffee.", False),
        ("coffee… Tea", "Tea is better than coffee.", False),
    ],
)
def test_a_quote_is_made_of_pieces_of_the_sentence_in_order(quote: str, sentence: str, verbatim: bool) -> None:
    assert is_verbatim(quote, sentence) is verbatim
