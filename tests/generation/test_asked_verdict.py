"""The first sentence says what was asked, and names no winner where nothing is said on it."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest

from engine import registry
from engine.config import load_config
from engine.protocols import Generator
from engine.types import Asked, AskedKind, AskedVerdict, Aspect, Comparison, Decision, Kind, Length, ParsedText
from engine.types.document import Table
from engine.verdict.asked import decide_asked
from generation.answer_builder import Claim
from generation.asked_verdict import headline, nothing_holds, of_several, predicate, predicate_of_several
from generation.evidence import Evidence, subset
from tests.generation.scenarios import FIRST, SECOND, argument, comparison

HARDER = Asked(AskedKind.PROPERTY, "hardness", "more", "harder")
QUESTION = ParsedText("Is steel harder than wood?", True, 1.0, Kind.YES_NO, objects=("steel", "wood"), asked=HARDER)
OF_WOOD = replace(QUESTION, text="Is wood really harder?", objects=("wood",))
OF_NEITHER = replace(QUESTION, text="Is it really harder?", objects=())
SAFER = Asked(AskedKind.PROPERTY, "safety", "more", "safer")
SAFE = replace(QUESTION, text="Is steel safer than wood?", asked=SAFER)
WHICH = replace(QUESTION, text="Which is harder, steel or wood?", kind=Kind.DIRECT)


def found(first: int, second: int, general_sources: int = 9) -> Comparison:
    general = [argument("Wood is better than steel.", SECOND, source=f"g{n}") for n in range(general_sources)]
    said = [argument(f"Steel is harder than wood, says {n}.", FIRST, source=f"f{n}") for n in range(first)]
    said += [argument(f"Wood is harder than steel, says {n}.", SECOND, source=f"s{n}") for n in range(second)]
    settings = load_config(environ={}).verdict
    verdict = decide_asked(HARDER, said, first="steel", second="wood", settings=settings)
    whole = comparison(("steel", "wood"), general, Decision.SECOND)
    return replace(whole, asked=HARDER, asked_verdict=verdict)


@pytest.mark.parametrize("name", ["template", "bullets", "brief", "table", "snippet", "textrank"])
def test_the_answer_begins_with_what_was_asked_and_a_page_goes_on_in_general(name: str) -> None:
    generator: Generator = registry.load("generator", name)
    chat, page = (
        generator.answer(found(9, 1), question=QUESTION, length=one).text for one in (Length.CHAT, Length.FULL)
    )
    assert chat.startswith("Yes: 9 of 10 sources say that steel is harder than wood [1]")
    assert "general" not in chat
    assert "In general, the evidence favours wood over steel" in page


def test_what_nobody_says_is_followed_by_the_outcome_in_general_and_its_best_quote() -> None:
    generator: Generator = registry.load("generator", "brief")
    assert generator.answer(replace(found(0, 0), asked=SAFER), question=SAFE).text == (
        "Nothing I have read says which of the two is safer. "
        "In general, the evidence favours wood over steel (confidence 90%): all 9 sources speak for wood [1]. "
        "One source says that “Wood is better than steel” [1]."
    )


def test_of_two_that_are_level_in_general_the_one_behind_is_not_quoted_alone() -> None:
    said = [argument("Steel, or rather that than wood?", FIRST, source=f"f{n}") for n in range(3)]
    said += [argument("Wood is warmer than steel.", SECOND, source=f"s{n}") for n in range(2)]
    garden = Asked(AskedKind.USE, words="better for a garden", use="for a garden")
    level = comparison(("steel", "wood"), said, Decision.UNDECIDED)
    asked = replace(found(0, 0), verdict=level.verdict, arguments=level.arguments, asked=garden)
    generator: Generator = registry.load("generator", "brief")
    told = generator.answer(asked, question=replace(WHICH, asked=garden)).text
    assert "One of those for steel argues" in told
    assert told.index("rather that than wood") < told.index("Wood is warmer than steel")


@pytest.mark.parametrize(
    ("dimension", "words"),
    [("hardness", "harder"), ("weight", "weighs more"), ("lifespan", "lives longer"), ("melt faster", "melts faster")],
)
def test_what_nobody_says_of_a_matter_of_fact_is_followed_by_no_verdict(dimension: str, words: str) -> None:
    generator: Generator = registry.load("generator", "brief")
    asked = Asked(AskedKind.PROPERTY, dimension, words=words)
    question = replace(QUESTION, text=f"Which {words}, steel or wood?", kind=Kind.DIRECT, asked=asked)
    answer = generator.answer(replace(found(0, 0), asked=asked), question=question).text
    assert answer.startswith("Nothing I have read says which of the two ")
    assert answer.endswith(", in 9 sources that compare steel and wood.")


def test_a_table_holds_what_is_said_of_what_was_asked() -> None:
    generator: Generator = registry.load("generator", "table")
    answer = generator.answer(found(9, 1), question=QUESTION, length=Length.FULL)
    (table,) = [one for one in answer.blocks if isinstance(one, Table)]
    assert ["".join(run.text for run in row[0]) for row in table.rows if row] == ["Harder", "In general"]


@pytest.mark.parametrize("name", ["template", "brief"])
def test_of_what_was_not_asked_nothing_is_told_that_few_say(name: str) -> None:
    generator: Generator = registry.load("generator", name)
    assert "general" not in generator.answer(found(9, 1, general_sources=4), question=QUESTION).text


@pytest.mark.parametrize(
    ("counts", "question", "opening"),
    [
        ((1, 9), QUESTION, "No: 9 of 10 sources say that wood is harder than steel"),
        ((9, 1), WHICH, "Steel is harder than wood"),
        (
            (0, 0),
            WHICH,
            "Nothing I have read says which of the two is harder, in 9 sources that compare steel and wood",
        ),
        ((2, 0), QUESTION, "Yes: both sources say that steel is harder than wood"),
        ((0, 2), QUESTION, "No: both sources say that wood is harder than steel"),
        ((0, 2), WHICH, "Wood is harder than steel [1][2]: both sources say so"),
        (
            (1, 0),
            QUESTION,
            "Perhaps: the only source says it of steel [1], though a verdict takes at least 2.",
        ),
        ((0, 1), WHICH, "Perhaps wood: the only source says so [1], though a verdict takes at least 2."),
        ((1, 1), QUESTION, "Neither yes nor no: one source says it of steel [1] and one of wood [2]"),
        ((3, 3), QUESTION, "Neither yes nor no: it is too close to call which of the two is harder; 3 of 6 sources"),
        ((1, 9), OF_WOOD, "Yes: 9 of 10 sources say that wood is harder than steel"),
        ((9, 1), OF_WOOD, "No: 9 of 10 sources say that steel is harder than wood"),
        ((9, 1), OF_NEITHER, "Steel is harder than wood"),
        ((3, 3), WHICH, "It is too close to call which of the two is harder"),
    ],
)
def test_the_first_sentence_says_how_it_ends(counts: tuple[int, int], question: ParsedText, opening: str) -> None:
    generator: Generator = registry.load("generator", "template")
    assert generator.answer(found(*counts), question=question).text.startswith(opening)


@pytest.mark.parametrize("name", ["template", "bullets", "brief", "table", "snippet", "textrank"])
@pytest.mark.parametrize(
    ("words", "use", "said"),
    [
        ("harder", "for floors", "Too few sources say which of the two is harder for floors."),
        ("harder", "if you walk on it", "Too few sources say which of the two is harder if you walk on it."),
        ("harder for floors", "for floors", ""),
        ("harder", "", ""),
    ],
)
def test_what_is_said_in_general_is_not_given_out_for_a_use(name: str, words: str, use: str, said: str) -> None:
    generator: Generator = registry.load("generator", name)
    compared = replace(found(9, 1), asked=replace(HARDER, words=words, use=use), aspects=(Aspect("floors"),))
    text = generator.answer(compared, question=QUESTION).text
    assert ("Too few sources" in text) is bool(said)
    assert said in text
    assert ("nothing on floors" in text) is (use != "for floors")


def test_what_one_source_says_in_general_is_not_given_out_for_a_use() -> None:
    compared = replace(found(1, 0), asked=replace(HARDER, use="when it's wet"))
    generator: Generator = registry.load("generator", "brief")
    text = generator.answer(compared, question=QUESTION).text
    assert text.startswith("Perhaps: the only source says it of steel [1]")
    assert "Too few sources say which of the two is harder when it's wet." in text


@pytest.mark.parametrize(
    ("words", "text", "said"),
    [
        ("costs less", "Which costs less, A or B?", "costs less"),
        ("weigh more", "Does A weigh more than B?", "weighs more"),
        ("live longer", "Do cats live longer than dogs?", "lives longer"),
        ("better graphics", "Does A have better graphics than B?", "has the better graphics"),
        ("brakes", "Are the brakes on A better than on B?", "is ahead on brakes"),
        ("better drivers", "are vans better drivers than cars", "are the better drivers"),
        ("better camera", "Does Samsung have better camera than Nokia?", "has the better camera"),
        ("smaller budget", "Which movie had a smaller budget, A or B?", "had the smaller budget"),
        ("safer investment", "Is gold a safer investment than silver?", "is the safer investment"),
        ("more protein", "Which has more protein, A or B?", "has more protein"),
        ("better book to read first", "A or B, which is better book to read first", "is the better book to read first"),
        ("harder to read first", "A or B, which is harder to read first", "is harder to read first"),
        ("better as a pet", "Is a cat a better pet than a dog?", "is better as a pet"),
        ("made more money", "Which movie made more money, A or B?", "made more money"),
        ("will win", "Who will win, A or B?", "will win"),
        ("copys faster", "Which copys faster, A or B?", "copies faster"),
        ("camera is better", "Whose camera is better, A or B?", "has the better camera"),
        ("mature faster", "Does A mature faster than B?", "matures faster"),
        ("copies faster", "Which copies faster, A or B?", "copies faster"),
        ("rot faster", "Does A rot faster than B?", "rots faster"),
        ("dries faster", "Which one dries faster?", "dries faster"),
        ("dries faster", "Which one dries fastest?", "dries faster"),
        ("so slow", "Why is A so slow compared to B?", "is slower"),
        ("live longer", "Which live longer, cats or dogs?", "lives longer"),
        ("as easy to use as", "Is A as easy to use as B?", "is easier to use"),
        ("cheaper to run", "Are electric cars cheaper to run than gas cars?", "is cheaper to run"),
        ("as fast as", "Is A as fast as B?", "is faster"),
        ("older", "Was A older than B?", "was older"),
        ("better for gaming", "A or B for gaming?", "is better for gaming"),
        ("fastest", "Which is the fastest, A or B?", "is the fastest"),
        ("cleaner", "A or B for families with children, and is A cleaner?", "is cleaner"),
        ("better plotting", "A or B, which has better plotting", "has better plotting"),
        ("cheaper", "A or B? I have 200 dollars", "is cheaper"),
        ("better healthcare", "uk or usa better healthcare", "has the better healthcare"),
        ("worse hangover", "Which gives you a worse hangover, A or B?", "gives the worse hangover"),
        ("worse hangover", "Which causes the worse hangover, A or B?", "causes the worse hangover"),
        ("built better", "Which one is built better?", "is built better"),
        ("better exclusives", "Which of A and B got better exclusives?", "has the better exclusives"),
        (
            "bigger choice of colours",
            "Which has the bigger choice of colours, A or B?",
            "has the bigger choice of colours",
        ),
        ("loud", "Is A loud compared with B?", "is louder"),
        ("camera", "Is the A camera better than B's?", "is ahead on camera"),
        ("price", "Is A better than B on price?", "is ahead on price"),
        ("verbose", "Is A verbose compared to B?", "is more verbose"),
        ("more cheap", "which of they is more cheap", "is cheaper"),
        ("too much expensive", "A or B, is too much expensive", "is more expensive"),
        ("sound quality", "A vs B sound quality", "is ahead on sound quality"),
        ("sound quality", "Which is better in terms of sound quality, A or B?", "is ahead on sound quality"),
        ("sound quality", "Is A any good compared to B for sound quality?", "is ahead on sound quality"),
        ("image quality", "Is A superior to B in image quality?", "is ahead on image quality"),
        ("picture quality", "", "is ahead on picture quality"),
        ("code readability", "A vs B code readability", "is ahead on code readability"),
        ("value for money", "A or B, value for money", "is ahead on value for money"),
        ("ease of use", "A vs B ease of use", "is ahead on ease of use"),
        ("needs maintenance", "Which needs maintenance, A or B?", "needs maintenance"),
        ("need grooming", "Do A need grooming or B?", "needs grooming"),
        ("good for kids", "A or B, good for kids", "is better for kids"),
        ("be clunky", "A or B, it shouldn't be clunky", "is clunkier"),
        ("bad for you", "Is A bad for you compared to B?", "is worse for you"),
        ("as bad for you as", "Is A as bad for you as B?", "is worse for you"),
        ("less fattening", "Which is less fattening, A or B?", "is less fattening"),
        ("makes me sleepy", "Which makes me sleepy, A or B?", "makes you sleepy"),
        ("dull my knives less", "Would A dull my knives less than B?", "dulls your knives less"),
        ("cheaper", "I was wondering which is cheaper, A or B", "is cheaper"),
        ("faster", "We were arguing if A is faster than B", "is faster"),
        ("faster", "I was wondering if A was faster than B", "was faster"),
    ],
)
def test_the_asked_words_become_a_predicate(words: str, text: str, said: str) -> None:
    assert predicate(Asked(AskedKind.PROPERTY, "speed", "more", words), text) == said


@pytest.mark.parametrize(
    ("words", "dimension", "end", "said"),
    [
        ("memory usage", "memory", "less", "has the higher memory usage"),
        ("power consumption", "fuel economy", "less", "has the higher power consumption"),
        ("boot time", "speed", "less", "has the longer boot time"),
        ("learning curve", "ease of use", "less", "has the steeper learning curve"),
        ("cost of living", "price", "less", "has the higher cost of living"),
        ("fuel economy", "fuel economy", "more", "is more fuel-efficient"),
        ("weight", "weight", "more", "is heavier"),
        ("graphics", "graphics", "more", "is ahead on graphics"),
        ("price", "price", "more", "is cheaper"),
        ("speed", "speed", "more", "is faster"),
    ],
)
def test_who_has_more_of_a_bare_noun_cannot_be_misunderstood(
    words: str, dimension: str, end: Literal["more", "less"], said: str
) -> None:
    assert predicate(Asked(AskedKind.PROPERTY, dimension, end, words), f"A or B {words}") == said


@pytest.mark.parametrize(
    ("things", "words", "text", "claim"),
    [
        (("dogs", "cats"), "smarter", "Which is smarter, dogs or cats?", "Dogs are smarter than cats"),
        (("drums", "guitar"), "louder", "Which is louder, drums or guitar?", "Drums is louder than guitar"),
        (("windows", "linux"), "cheaper", "Is windows cheaper than linux?", "windows is cheaper than linux"),
        (("women", "men"), "live longer", "Do women live longer than men?", "women live longer than men"),
        (("boots", "shoes"), "lasts longer", "Which lasts longer, boots or shoes?", "Boots last longer than shoes"),
        (("cats", "dogs"), "smarter", "cats or dogs, smarter", "cats are smarter than dogs"),
        (("cats", "dogs"), "hard to train", "cats or dogs, hard to train", "cats are harder to train than dogs"),
        (("cars", "bikes"), "better brakes", "Do cars have better brakes?", "cars have the better brakes"),
    ],
)
def test_the_verb_agrees_with_what_is_many(things: tuple[str, str], words: str, text: str, claim: str) -> None:
    asked = replace(HARDER, words=words)
    whole = replace(found(9, 0), objects=things, asked=asked)
    kind = Kind.DIRECT if text.startswith("Which") else Kind.YES_NO
    question = ParsedText(text, True, 1.0, kind, objects=things, asked=asked)
    assert whole.asked_verdict is not None
    verdict = whole.asked_verdict
    said = headline(Evidence(subset(whole, verdict.verdict, verdict.arguments)), verdict, question)
    assert [part.words for part in said if isinstance(part, Claim)] == [claim]


@pytest.mark.parametrize(
    ("of_two", "said"),
    [("dries faster", "dries fastest"), ("smells worse", "smells worst"), ("needs power", "needs power")],
)
def test_of_several_things_one_does_it_most(of_two: str, said: str) -> None:
    assert of_several(of_two) == said


def test_of_two_things_one_does_it_more() -> None:
    said = [argument(f"Oak lasts longer than pine, says {n}.", FIRST, source=str(n)) for n in range(3)]
    asked = Asked(AskedKind.PROPERTY, "durability", "more", "lasts longest")
    found = replace(comparison(("oak", "pine"), said, Decision.FIRST), asked=asked)
    told = headline(Evidence(found), AskedVerdict(found.verdict, found.arguments), None)
    assert "Oak lasts longer than pine" in "".join(map(str, told))


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (Asked(AskedKind.PROPERTY, "hangover", "less", "worst hangover"), "has the worst hangover"),
        (Asked(AskedKind.PROPERTY, "noise", "more", "quietest"), "is the quietest"),
        (Asked(AskedKind.PROPERTY, "price", "more", "cheapest"), "is the cheapest"),
    ],
)
def test_a_superlative_is_said_of_one_of_several(asked: Asked, said: str) -> None:
    assert predicate_of_several(asked, f"Which of A, B and C has the {asked.words}?") == said


def test_one_source_of_each_side_is_not_one_of_several() -> None:
    generator: Generator = registry.load("generator", "brief")
    answer = generator.answer(found(1, 1), question=QUESTION).text
    assert "The one for steel argues that “Steel is harder than wood" in answer
    assert "but the one for wood argues that “Wood is harder than steel" in answer


def test_what_one_source_says_in_general_is_not_limited_again() -> None:
    generator: Generator = registry.load("generator", "brief")
    asked = replace(HARDER, use="to drill")
    few, many = (replace(found(number, 0), asked=asked) for number in (1, 9))
    limit = "Too few sources say which of the two is harder to drill."
    assert limit not in generator.answer(few, question=WHICH).text
    assert limit in generator.answer(many, question=WHICH).text


def test_a_use_that_was_asked_for_is_no_other_point_of_view() -> None:
    generator: Generator = registry.load("generator", "brief")
    said = [argument(f"Wood is better to keep, says {n}.", SECOND, source=f"{n}", aspects=["keep"]) for n in range(9)]
    whole = comparison(("steel", "wood"), said, Decision.FIRST, aspects=[("keep", Decision.SECOND)])
    whole = replace(found(9, 1), arguments=whole.arguments, verdict=whole.verdict, aspects=whole.aspects)
    told = [
        generator.answer(replace(whole, asked=replace(HARDER, use=use)), question=WHICH).text for use in ("", "to keep")
    ]
    assert ["For keep" in one for one in told] == [True, False]


def test_who_says_it_with_the_verb_that_was_asked_is_quoted_first() -> None:
    generator: Generator = registry.load("generator", "brief")
    texts = ("Steel is much simpler than wood", "To drill, wood is far worse than steel, oak or pine")
    said = [argument(f"{text}, says {n}.", FIRST, source=f"{n} {text}") for text in texts for n in range(3)]
    asked = Asked(AskedKind.PROPERTY, "ease of use", "more", "easier to drill")
    verdict = decide_asked(asked, said, first="steel", second="wood", settings=load_config(environ={}).verdict)
    whole = replace(comparison(("steel", "wood"), said, Decision.FIRST), asked=asked, asked_verdict=verdict)
    assert (
        "One source says that “To drill, wood is far worse than steel" in generator.answer(whole, question=WHICH).text
    )


def test_what_is_done_to_ones_own_is_a_verb_and_a_choice_of_persons_no_fact() -> None:
    asked = Asked(AskedKind.PROPERTY, words="dull my skates less")
    assert predicate(asked, "won't steel dull my skates less?") == "dulls your skates less"
    assert nothing_holds(Asked(AskedKind.USE, use="if your sister or you")).endswith("your case")
