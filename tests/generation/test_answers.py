"""What people read: one golden file per way a comparison can end, and the rules of good English."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.config import load_config
from engine.pipeline import Engine
from engine.types import Answer, Asked, Decision, Kind, Length
from engine.types.document import Paragraph
from generation.brief import BriefGenerator
from generation.bullets import BulletGenerator
from generation.sentence_templates import capitalised, percent
from generation.table import TableGenerator
from generation.template import TemplateGenerator
from tests.conformance.generator import mirrored
from tests.generation.scenarios import ENDINGS, FIRST, SECOND, TEA, argument, asks, comparison
from tests.steps import steps

GENERATORS = (BulletGenerator(), TemplateGenerator())
TEXTS = pytest.mark.parametrize("generator", GENERATORS, ids=lambda generator: generator.name)


def shown(answer: Answer) -> str:
    kinds = [f"{block.role}" if isinstance(block, Paragraph) else block.kind for block in answer.blocks]
    sources = [
        f"[{citation.number}] {citation.hit.document.source}: {citation.hit.sentence.text}"
        for citation in answer.citations
    ]
    return "\n".join([f"== {answer.generator}: {', '.join(kinds)}", answer.text, "", *sources, ""])


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_answer_reads_as_in_its_golden_file(ending: str, golden: Callable[[str, str], None]) -> None:
    answers = [BriefGenerator().answer(ENDINGS[ending], length=length) for length in Length]
    answers += [one.answer(ENDINGS[ending]) for one in (*GENERATORS, TableGenerator())]
    golden(f"generation_{ending}.txt", "\n".join(map(shown, answers)))


@TEXTS
@pytest.mark.parametrize("ending", ["first", "second"])
def test_exchanging_the_objects_changes_nothing_when_there_is_a_winner(generator, ending: str) -> None:
    assert generator.answer(mirrored(ENDINGS[ending])).text == generator.answer(ENDINGS[ending]).text


@TEXTS
def test_a_yes_no_question_is_answered_with_yes_or_no_first(generator) -> None:
    question = asks("Is {object tea} {predicate worse} than {object coffee}?")
    text = generator.answer(ENDINGS["first"], question=question).text
    assert text.startswith("No, the evidence favours tea over coffee (confidence 93%): ")


@TEXTS
def test_what_is_worse_is_said_where_that_is_asked(generator) -> None:
    found = replace(ENDINGS["first"], asked=Asked(end="less"))
    assert generator.answer(found).text.startswith("The evidence calls coffee worse than tea (confidence 93%): ")


@TEXTS
def test_a_comparison_of_ten_thousand_arguments_is_worded_without_reading_them_all(generator) -> None:
    many = [argument(f"Tea is better than coffee, says {n}.", FIRST, source=f"s{n}") for n in range(10_000)]
    found = comparison(TEA, many, Decision.FIRST)
    few = replace(found, arguments=found.arguments[:1_000])
    assert steps(lambda: generator.answer(found)) < 15 * steps(lambda: generator.answer(few))
    text = generator.answer(found).text
    assert "all 10,000 sources speak for tea" in text


@TEXTS
@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("cheaper", "Where ‘cheaper’ is said, both sources speak for tea [1]"),
        ("slower", "None of these sources says ‘slower’."),
    ],
)
def test_a_quality_in_the_question_is_answered_by_the_sources_that_speak_of_it(generator, word: str, said: str) -> None:
    question = asks(f"Which is {{predicate {word}}}, {{object tea}} or {{object coffee}}?", Kind.DIRECT)
    assert said in generator.answer(ENDINGS["first"], question=question).text


@TEXTS
@pytest.mark.parametrize(
    ("word", "told"), [("posher", "‘posher’"), ("stronger", "strength"), ("duller", "‘duller’"), ("safer", "safety")]
)
def test_a_quality_that_nobody_speaks_of_is_called_by_its_dimension_unless_it_blames(
    generator, word: str, told: str
) -> None:
    found = comparison(
        TEA,
        [argument(f"Tea is better than coffee, says {n}.", FIRST, source=n) for n in "abc"],
        Decision.FIRST,
        aspects=[(word, Decision.INSUFFICIENT)],
    )
    question = asks(f"Is {{object tea}} {{predicate {word}}} than {{object coffee}}?", Kind.YES_NO)
    assert f"I found nothing on {told}." in generator.answer(found, question=question).text


@TEXTS
def test_a_narrow_majority_whose_sentences_weigh_much_more_is_explained(generator) -> None:
    pro = [argument(f"Tea is better than coffee, says {n}.", FIRST, source=n) for n in "abc"]
    con = [argument(f"Coffee is taller than tea, says {n}.", SECOND, source=n) for n in "de"]
    found = comparison(TEA, pro + con, Decision.FIRST)
    share = replace(found.verdict.shares[0], first=0.9, second=0.1)
    text = generator.answer(replace(found, verdict=replace(found.verdict, shares=(share,)))).text
    assert "3 of 5 sources speak for tea" in text
    assert "; weighed by how clearly each speaks, 90% of the evidence is for tea." in text


@TEXTS
def test_sources_that_do_not_carry_the_verdict_by_number_are_set_against_its_weight(generator) -> None:
    found = comparison(
        TEA,
        [
            argument("Tea is better than coffee by far.", FIRST, source="a", weight=9.0),
            argument("Coffee is better than tea.", SECOND, source="b"),
            argument("I like coffee better than I like tea.", SECOND, source="c"),
        ],
        Decision.FIRST,
        confidence=0.999,
    )
    share = replace(found.verdict.shares[0], first=0.8, second=0.2)
    text = generator.answer(replace(found, verdict=replace(found.verdict, shares=(share,)))).text
    assert text.startswith(
        "The evidence favours tea over coffee (confidence over 99%): 2 of 3 sources speak for coffee"
    )
    assert "; weighed by how clearly each speaks, 80% of the evidence is for tea." in text


@TEXTS
@pytest.mark.parametrize(
    ("retrieved", "words"),
    [(0, "no sentence was found"), (1, "the only sentence"), (9, "no preference in the 9 sentences")],
)
def test_without_any_argument_the_answer_says_what_was_found(generator, retrieved: int, words: str) -> None:
    answer = generator.answer(comparison(TEA, [], Decision.INSUFFICIENT, retrieved=retrieved))
    assert words in answer.text
    assert ("Other names" in answer.text) == (retrieved == 0)
    assert answer.citations == ()


@pytest.mark.parametrize(
    ("share", "expected"), [(0.0, "under 1%"), (0.5, "50%"), (0.934, "93%"), (0.99, "99%"), (1.0, "over 99%")]
)
def test_no_sample_shows_certainty(share: float, expected: str) -> None:
    assert percent(share) == expected


@pytest.mark.parametrize("generator", ["bullets", "template"])
def test_what_the_verdict_depends_on_is_said(generator: str) -> None:
    sentences = [
        "Before going to bed tea is better than coffee.",
        "Our doctor called tea better than coffee for an old heart.",
        "Having guests, I found tea far better than coffee.",
        "On long journeys tea proves better than coffee: it keeps.",
        "Winter evenings made me think tea better than coffee.",
        "Whoever must concentrate will see that tea is better than coffee.",
        "Everybody in my choir says tea is better than coffee when singing.",
        "With breakfast tea has always been better than coffee, if you ask us.",
        "Green tea is better than coffee, said the champion after her third set.",
        "As a habit tea is better than coffee; nobody gets headaches from stopping.",
        "My hands shake less, so tea is better than coffee while soldering.",
        "Try both with cake and you will agree that tea is better than coffee.",
        "The nurses on night shift hold that tea is better than coffee.",
        "Tea is better than coffee at calming two angry neighbours.",
        "For anyone whose stomach hurts, tea is better than coffee.",
        "In that office tea is better than coffee, thanks to a broken machine.",
        "Poets knew it first: tea is better than coffee.",
        "When the power fails tea is better than coffee, as leaves need no grinder.",
    ]
    sentences += [
        "Coffee is cheaper than tea in the canteen.",
        "At the market on Saturdays coffee was cheaper than any tea.",
        "My bill says that coffee comes cheaper than tea, cup for cup.",
        "Students buy coffee because it is cheaper than tea.",
        "In bulk you will find coffee cheaper than tea almost everywhere.",
        "Nobody believes it, but over a year coffee is cheaper than tea.",
    ]
    answer = Engine(load_config(environ={})).answer_from(sentences, ("tea", "coffee"), generator=generator)
    assert answer.comparison is not None
    assert answer.comparison.verdict.winner == "tea"
    assert "It depends: on price the evidence favours coffee." in answer.text


@pytest.mark.parametrize(
    ("text", "begun"), [("the iPhone", "The iPhone"), ("iPhone is", "iPhone is"), ("iphone", "Iphone"), ("", "")]
)
def test_a_sentence_begins_large_unless_its_name_does_not(text: str, begun: str) -> None:
    assert capitalised(text) == begun
