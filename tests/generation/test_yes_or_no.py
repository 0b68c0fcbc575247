"""Yes and no agree with the question, whatever it affirms or denies and whoever wins."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import registry
from engine.config import load_config
from engine.protocols import Generator
from engine.types import Change, Comparison, Decision, Length, ParsedText, Stance
from engine.verdict.asked import decide_asked, property_of
from nlu_models.question.parser import LearnedQuestionParser
from tests.generation.scenarios import argument, comparison

FORMS = (
    ("Is Python faster than Java?", "Yes", "No"),
    ("Is Python slower than Java?", "No", "Yes"),
    ("Is Python less fast than Java?", "No", "Yes"),
    ("Is Python as fast as Java?", "Yes", "No"),
    ("Isn't Python faster than Java?", "Yes", "No"),
    ("Isn't Python slower than Java?", "No", "Yes"),
    ("Isn't Python as fast as Java?", "Yes", "No"),
    ("Is Python not faster than Java?", "On the contrary", "Right"),
    ("Is Python no faster than Java?", "On the contrary", "Right"),
    ("Is Python not slower than Java?", "Right", "On the contrary"),
    ("Is Python not as fast as Java?", "On the contrary", "Right"),
    ("Python isn't as fast as Java, is it?", "On the contrary", "Right"),
    ("Is Python better than Java?", "Yes", "No"),
    ("Is Python worse than Java?", "No", "Yes"),
    ("Is Python any worse than Java?", "No", "Yes"),
    ("Isn't Python worse than Java?", "No", "Yes"),
    ("Is Python not better than Java?", "On the contrary", "Right"),
    ("Is Python not worse than Java?", "Right", "On the contrary"),
    ("Is Python faster than Java or not?", "Yes", "No"),
    ("Is Python the best language?", "Yes", "No"),
    ("Is Python the worst language?", "No", "Yes"),
    ("Should I switch from Python to Java?", "No", "Yes"),
    ("Should we replace our Python with Java?", "No", "Yes"),
    ("Should I switch to Python from Java?", "Yes", "No"),
    ("Should I choose Python over Java?", "Yes", "No"),
    ("Is Python worth it over Java?", "Yes", "No"),
)


@pytest.fixture(scope="module")
def parser() -> LearnedQuestionParser:
    return LearnedQuestionParser()


def found(question: ParsedText, ahead: Stance) -> Comparison:
    """Nine sources for the thing that is faster and better, and one against it."""
    asked = question.asked
    more = ahead.flipped() if "slow" in asked.words or "less" in asked.words else ahead
    said = [argument(f"Of Python and Java, {n}.", more if n else more.flipped(), source=f"{n}") for n in range(10)]
    decision = Decision.FIRST if ahead is Stance.FIRST else Decision.SECOND
    whole = replace(comparison(("Python", "Java"), said, decision), asked=asked)
    if not asked.is_special:
        return whole
    settings = load_config(environ={}).verdict
    return replace(whole, asked_verdict=decide_asked(asked, said, first="Python", second="Java", settings=settings))


@pytest.mark.parametrize("ahead", [Stance.FIRST, Stance.SECOND])
@pytest.mark.parametrize(("text", "if_first", "if_second"), FORMS)
def test_yes_and_no_agree_with_the_question(
    parser: LearnedQuestionParser, text: str, if_first: str, if_second: str, ahead: Stance
) -> None:
    question = parser.parse(text)
    generator: Generator = registry.load("generator", "template")
    opening = generator.answer(found(question, ahead), question=question).text
    assert opening.startswith(tuple(f"{if_first if ahead is Stance.FIRST else if_second}{mark} " for mark in ":,"))


@pytest.mark.parametrize(
    ("text", "opening"),
    [
        ("Is Python as fast as Java?", "Yes"),
        ("Is Python not faster than Java?", "Right"),
        ("Is Python not as fast as Java?", "On the contrary"),
    ],
)
def test_what_is_level_is_as_fast_and_not_faster(parser: LearnedQuestionParser, text: str, opening: str) -> None:
    question = parser.parse(text)
    level = [argument(f"Python is as fast as Java, says {n}.", Stance.EQUAL, source=f"{n}") for n in range(9)]
    settings = load_config(environ={}).verdict
    verdict = decide_asked(question.asked, level, first="Python", second="Java", settings=settings)
    whole = replace(comparison(("Python", "Java"), level, Decision.EQUAL), asked=question.asked, asked_verdict=verdict)
    generator: Generator = registry.load("generator", "template")
    assert generator.answer(whole, question=question).text.startswith(f"{opening}: the sources put")


def test_a_denied_cost_is_read_as_the_words_say(parser: LearnedQuestionParser) -> None:
    assert property_of(parser.parse("Does Python not cost more than Java?").asked) == "expensive"


@pytest.mark.parametrize(("text", "_", "__"), [form for form in FORMS if form[0].startswith("Should")])
def test_no_flat_yes_or_no_stands_against_the_newer_sources(
    parser: LearnedQuestionParser, text: str, _: str, __: str
) -> None:
    question = parser.parse(text)
    generator: Generator = registry.load("generator", "template")
    old, new = (Change("2012", *names, (4, 4), (5, 6)) for names in (("Python", "Java"), ("Java", "Python")))
    whole = found(question, Stance.FIRST)
    told, turned = (
        generator.answer(replace(whole, change=one), question=question, length=Length.FULL).text for one in (new, old)
    )
    assert told.startswith(("Yes, ", "No, "))
    assert turned.startswith("The evidence favours Python over Java")
    assert turned.endswith(
        "This changed over the years: all 4 sources dated before 2012 speak for Python, "
        "but 5 of 6 sources since then speak for Java."
    )
