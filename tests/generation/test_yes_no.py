"""When a yes-no question gets a yes or a no."""

from __future__ import annotations

import pytest

from engine.types import Comparison, Decision, Kind, Label, Question, Span
from generation.evidence import Evidence
from generation.yes_no import quality_asked, yes_or_no
from tests.generation.scenarios import FIRST, SECOND, argument, comparison


def asks(text: str, objects: tuple[str, str], predicate: str, *, kind: Kind = Kind.YES_NO) -> Question:
    spans = sorted(
        Span(text.index(words), text.index(words) + len(words), words, label)
        for words, label in [(name, Label.OBJECT) for name in objects] + [(predicate, Label.PREDICATE)]
    )
    return Question(text, True, 1.0, kind, tuple(spans), objects, (), (predicate,))


def weighed(decision: Decision, marker: str = "better") -> Comparison:
    """Three sources for tea and one for coffee."""
    pro = [argument(f"Tea is {marker} than coffee, says {n}.", FIRST, source=f"{n}.example") for n in "abc"]
    con = [argument("Coffee is stronger than tea.", SECOND, source="d.example")]
    return comparison(("tea", "coffee"), pro + con, decision)


TEA_COFFEE, COFFEE_TEA = ("tea", "coffee"), ("coffee", "tea")


@pytest.mark.parametrize(
    ("text", "objects", "predicate", "expected"),
    [
        ("Is tea better than coffee?", TEA_COFFEE, "better", "Yes"),
        ("Is tea worse than coffee?", TEA_COFFEE, "worse", "No"),
        ("Is coffee better than tea?", COFFEE_TEA, "better", "No"),
        ("Is coffee inferior to tea?", COFFEE_TEA, "inferior", "Yes"),
        ("Is tea bigger than coffee?", TEA_COFFEE, "bigger", ""),
        ("Compared to coffee, is tea better?", COFFEE_TEA, "better", ""),
    ],
)
def test_the_wording_decides_whether_a_winner_means_yes(
    text: str, objects: tuple[str, str], predicate: str, expected: str
) -> None:
    evidence = Evidence(weighed(Decision.FIRST))
    assert yes_or_no(evidence, asks(text, objects, predicate)) == expected


def test_a_special_quality_needs_sources_that_speak_of_it() -> None:
    question = asks("Is tea cheaper than coffee?", TEA_COFFEE, "cheaper")
    assert quality_asked(question) == "cheaper"
    assert yes_or_no(Evidence(weighed(Decision.FIRST, "cheaper")), question) == "Yes"
    assert yes_or_no(Evidence(weighed(Decision.FIRST, "nicer")), question) == ""


@pytest.mark.parametrize("decision", [Decision.EQUAL, Decision.UNDECIDED, Decision.INSUFFICIENT])
def test_without_a_winner_there_is_no_yes_and_no_no(decision: Decision) -> None:
    evidence = Evidence(weighed(decision))
    assert yes_or_no(evidence, asks("Is tea better than coffee?", TEA_COFFEE, "better")) == ""


def test_other_questions_and_other_objects_get_neither() -> None:
    evidence = Evidence(weighed(Decision.FIRST))
    assert yes_or_no(evidence, None) == ""
    assert yes_or_no(evidence, asks("Which is better, tea or coffee?", TEA_COFFEE, "better", kind=Kind.DIRECT)) == ""
    assert yes_or_no(evidence, asks("Is tea better than cocoa?", ("tea", "cocoa"), "better")) == ""
