"""What a question asks for besides a winner."""

from __future__ import annotations

import pytest

from engine.types import Comparison, Decision, Kind
from generation.evidence import Evidence
from generation.question_focus import about, quality, viewpoint, yes_or_no
from tests.generation.scenarios import FIRST, SECOND, TEA, argument, asks, comparison


def weighed(decision: Decision, marker: str = "better", *, aspect: str = "") -> Comparison:
    """Three sources for tea and one for coffee."""
    on = [aspect] if aspect else []
    pro = [argument(f"Tea is {marker} than coffee, says {n}.", FIRST, source=f"{n}.example", aspects=on) for n in "abc"]
    con = [argument("Coffee is stronger than tea.", SECOND, source="d.example")]
    return comparison(TEA, pro + con, decision, aspects=[(one, decision) for one in on])


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Is {object tea} {predicate better} than {object coffee}?", "Yes"),
        ("Is {object tea} {predicate worse} than {object coffee}?", "No"),
        ("Is {object coffee} {predicate better} than {object tea}?", "No"),
        ("Is {object coffee} {predicate inferior} to {object tea}?", "Yes"),
        ("Has {object tea} a {predicate better} {aspect taste} than {object coffee}?", "Yes"),
        ("Is {object tea} {predicate bigger} than {object coffee}?", ""),
        ("Is {object tea} {predicate not better} than {object coffee}?", ""),
        ("Compared to {object coffee}, is {object tea} {predicate better}?", ""),
        ("Is {object tea} {predicate better} than {object cocoa}?", ""),
        ("Is {object tea} {predicate better}?", ""),
    ],
)
def test_the_wording_decides_whether_a_winner_means_yes(question: str, expected: str) -> None:
    assert yes_or_no(Evidence(weighed(Decision.FIRST)), asks(question)) == expected


def test_a_special_quality_needs_sources_that_speak_of_it() -> None:
    question = asks("Is {object tea} {predicate cheaper} than {object coffee}?")
    assert yes_or_no(Evidence(weighed(Decision.FIRST, "cheaper")), question) == "Yes"
    assert yes_or_no(Evidence(weighed(Decision.FIRST, "nicer")), question) == ""


def test_a_special_quality_is_settled_when_it_was_weighed_as_an_aspect() -> None:
    question = asks("Is {object tea} {predicate more} {aspect expensive} than {object coffee}?")
    assert yes_or_no(Evidence(weighed(Decision.SECOND, aspect="expensive")), question) == "Yes"
    assert yes_or_no(Evidence(weighed(Decision.SECOND)), question) == ""


@pytest.mark.parametrize(
    ("decision", "said"),
    [(Decision.EQUAL, ""), (Decision.UNDECIDED, "Neither yes nor no"), (Decision.INSUFFICIENT, "")],
)
def test_without_a_winner_there_is_no_yes_and_no_no(decision: Decision, said: str) -> None:
    question = asks("Is {object tea} {predicate better} than {object coffee}?")
    assert yes_or_no(Evidence(weighed(decision)), question) == said


def test_only_a_yes_no_question_gets_yes_or_no() -> None:
    evidence = Evidence(weighed(Decision.FIRST))
    assert yes_or_no(evidence, None) == ""
    assert yes_or_no(evidence, asks("{object tea} {predicate better} than {object coffee}", Kind.DIRECT)) == ""


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which is {predicate faster}, {object A} or {object B}?", "faster"),
        ("Is {object A} {predicate more dangerous} than {object B}?", "dangerous"),
        ("Is {object A} {predicate more} {aspect dangerous} than {object B}?", "dangerous"),
        ("Which is {predicate easier} to {aspect learn}, {object A} or {object B}?", "easier to learn"),
        ("Is {object A} {predicate Stronger} than {object B}?", "Stronger"),
        ("Which is {predicate better}, {object A} or {object B}?", ""),
        ("What is the {predicate difference} between {object A} and {object B}?", ""),
    ],
)
def test_the_quality_is_what_a_question_asks_beyond_better(question: str, expected: str) -> None:
    assert quality(asks(question)) == expected


@pytest.mark.parametrize(
    ("question", "aspect", "expected"),
    [
        ("Is A {predicate better} for {aspect web pages}?", "web pages", "for web pages"),
        ("Is A {predicate better} in {aspect winter}?", "winter", "in winter"),
        ("Which has the {predicate better} {aspect taste}?", "taste", "for taste"),
        ("Is A {predicate more} {aspect dangerous}?", "dangerous", "on ‘more dangerous’"),
        ("Is A {predicate easier} to {aspect learn}?", "learn", "on ‘easier to learn’"),
        ("Is A {predicate stronger} than B?", "stronger", "on ‘stronger’"),
        ("Is A {predicate better} for an {aspect old camera}?", "old camera", "for an old camera"),
        ("A or B?", "price", "for price"),
        ("A or B?", "expensive", "on ‘expensive’"),
        ("A or B?", "for children", "for children"),
        ("A or B?", "row[1]", "for row(1)"),
    ],
)
def test_a_viewpoint_is_put_as_the_question_puts_it(question: str, aspect: str, expected: str) -> None:
    assert viewpoint(aspect, asks(question)) == expected


@pytest.mark.parametrize(
    ("aspect", "expected"),
    [
        ("more reliable", "on reliability"),
        ("price", "on price"),
        ("free", "on ‘free’"),
        ("beginner", "for a beginner"),
        ("8 year old nephew", "for an 8 year old nephew"),
        ("12-year-old", "for a 12-year-old"),
        ("8 year old cars", "on 8 year old cars"),
        ("sheds hair", "on ‘sheds hair’"),
        ("uses memory", "on ‘uses memory’"),
        ("looks", "on looks"),
    ],
)
def test_what_was_looked_for_in_vain_is_named(aspect: str, expected: str) -> None:
    assert about(aspect, None) == expected
