"""The rule-based reader: forms of questions and statements, names, labels, speed."""

from __future__ import annotations

import subprocess
import sys

import pytest

from engine.types import Form, Kind, Label
from nlu_models.training.rules.parser import RuleQuestionParser
from tests.conformance.parser import ParserConformance
from tests.steps import steps

PARSER = RuleQuestionParser()


class TestRuleQuestionParser(ParserConformance):
    @pytest.fixture
    def parser(self):
        return PARSER


@pytest.mark.parametrize(
    ("text", "kind", "objects", "aspects"),
    [
        ("Which is better, tea or coffee?", Kind.DIRECT, "tea|coffee", ""),
        ("tea or coffee", Kind.DIRECT, "tea|coffee", ""),
        ("Tea vs. coffee", Kind.DIRECT, "Tea|coffee", ""),
        ("tea versus coffee for sleep", Kind.DIRECT, "tea|coffee", "sleep"),
        ("Is tea better than coffee?", Kind.YES_NO, "tea|coffee", ""),
        ("Isn't tea worse than coffee for the teeth?", Kind.YES_NO, "tea|coffee", "teeth"),
        ("Why is tea so much healthier than coffee?", Kind.OPEN, "tea|coffee", ""),
        ("Should I buy a Tesla or a Porsche?", Kind.DIRECT, "Tesla|Porsche", ""),
        ("should i learn rust or go", Kind.DIRECT, "rust|go", ""),
        ("Hi! I wonder whether I should learn Rust or Go first, I am new.", Kind.DIRECT, "Rust|Go", ""),
        ("Is it better to live in Oslo or in Rome?", Kind.DIRECT, "Oslo|Rome", ""),
        ("Which is better for my parents, a tablet or a laptop?", Kind.DIRECT, "tablet|laptop", "parents"),
        ("Should I switch from Java to Kotlin?", Kind.YES_NO, "Java|Kotlin", ""),
        ("What is the difference between yams and sweet potatoes?", Kind.DIFFERENCE, "yams|sweet potatoes", ""),
        ("How do alpacas and llamas differ?", Kind.DIFFERENCE, "alpacas|llamas", ""),
        ("How is an alpaca different from a llama?", Kind.DIFFERENCE, "alpaca|llama", ""),
        ("Compare tea and coffee", Kind.DIRECT, "tea|coffee", ""),
        ("Compare tea with coffee", Kind.DIRECT, "tea|coffee", ""),
        ("compare tea to coffee please", Kind.DIRECT, "tea|coffee", ""),
        ("Tea compared to coffee", Kind.DIRECT, "Tea|coffee", ""),
        ("How does tea compare to coffee?", Kind.DIRECT, "tea|coffee", ""),
        ("What is faster, a horse or a camel?", Kind.DIRECT, "horse|camel", ""),
        ("A horse or a camel, which is faster?", Kind.DIRECT, "horse|camel", ""),
        ("Do you prefer tea over coffee?", Kind.YES_NO, "tea|coffee", ""),
        ("do you prefer tea or coffee", Kind.DIRECT, "tea|coffee", ""),
        ("Would you choose Vim over Emacs?", Kind.YES_NO, "Vim|Emacs", ""),
        ("Is tea as good as coffee?", Kind.YES_NO, "tea|coffee", ""),
        ("Is an alpaca the same as a llama?", Kind.YES_NO, "alpaca|llama", ""),
        ("Which is better for students, a tablet or a laptop?", Kind.DIRECT, "tablet|laptop", "students"),
        ("Is the laptop or the tablet the better computer for students?", Kind.DIRECT, "laptop|tablet", "students"),
        ("Is tea better than coffee in terms of price?", Kind.YES_NO, "tea|coffee", "price"),
        ("Is Oslo better than Rome regarding rent and noise?", Kind.YES_NO, "Oslo|Rome", "rent|noise"),
        ("Which has better food and beaches, Oslo or Rome?", Kind.DIRECT, "Oslo|Rome", "food|beaches"),
        ("Is Oslo more expensive than Rome?", Kind.YES_NO, "Oslo|Rome", "expensive"),
        ("Is Rust easier to learn than Haskell?", Kind.YES_NO, "Rust|Haskell", "learn"),
        ("Oslo, Rome or Lima for families?", Kind.DIRECT, "Oslo|Rome|Lima", "families"),
        ("I need a pet. Are cats or dogs better?", Kind.DIRECT, "cats|dogs", ""),
        ("hi, is tea better than coffee?", Kind.YES_NO, "tea|coffee", ""),
        ("Is running better than swimming?", Kind.YES_NO, "running|swimming", ""),
        ("Do cats live longer than dogs?", Kind.YES_NO, "cats|dogs", "live"),
        ("What are the advantages of tea over coffee?", Kind.DIRECT, "tea|coffee", ""),
        ("What are the pros and cons of solar power?", Kind.OPEN, "solar power", ""),
        ("What is the best laptop for students?", Kind.SUPERLATIVE, "laptop", "students"),
        ("Which city has the most museums?", Kind.SUPERLATIVE, "city", "museums"),
        ("Is tea better?", Kind.OPEN, "tea", ""),
    ],
)
def test_reads_every_form_of_question(text, kind, objects, aspects):
    question = PARSER.parse(text)
    assert question.comparative
    assert question.kind is kind
    assert "|".join(question.objects) == objects
    assert "|".join(question.aspects) == aspects


@pytest.mark.parametrize(
    "text",
    [
        "When was Python created?",
        "where is paris",
        "What does better mean?",
        "how do I cook rice",
        "Can I use apples and oranges in this recipe?",
        "comparing apples and oranges",
        "Is the tomato red?",
        "how many people live in lima",
        "Who wrote Faust?",
        "I like trains.",
        "asdfgh",
    ],
)
def test_other_questions_are_not_comparative(text):
    question = PARSER.parse(text)
    assert not question.comparative
    assert question.probability < 0.5
    assert question.kind is Kind.NONE


@pytest.mark.parametrize(
    ("text", "objects"),
    [
        ("Canon or Nikon cameras?", ("Canon", "Nikon")),
        ("Green tea or black tea?", ("Green tea", "black tea")),
        ("Is the New York Times better than the Washington Post?", ("New York Times", "Washington Post")),
        ("McDonald's or Wendy's?", ("McDonald's", "Wendy's")),
        ('Is "Blade Runner" better than "The Matrix"?', ("Blade Runner", "The Matrix")),
        ("Is Vitamin C better than Vitamin D?", ("Vitamin C", "Vitamin D")),
        ("Who was better, George I or George II?", ("George I", "George II")),
        ("C++ vs C#", ("C++", "C#")),
        ("Is .NET faster than Node.js?", (".NET", "Node.js")),
        ("AT&T or T-Mobile?", ("AT&T", "T-Mobile")),
        ("Is the U.S. bigger than the U.K.?", ("U.S.", "U.K.")),
        ("Dr. Pepper or Coke?", ("Dr. Pepper", "Coke")),
        ("Disney+ or Netflix", ("Disney+", "Netflix")),
        ("🍎 or 🍊?", ("🍎", "🍊")),
        ("is a/b { better than c?", ("a/b", "c")),
        ("Is the iPhone (15 Pro) better than the Pixel?", ("iPhone", "Pixel")),
        ("which is better for gaming ps5 or xbox", ("ps5", "xbox")),
    ],
)
def test_names_objects_as_one_would(text, objects):
    assert PARSER.parse(text).objects == objects


@pytest.mark.parametrize(
    "text",
    [
        "wich is beter tea or coffee",
        "diffrence betwen tea and coffee",
        "is tea better then coffee",
        "IS TEA BETTER THAN COFFEE",
        "shud i drink tea or coffee",
        "tea v/s coffee",
    ],
)
def test_forgives_sloppy_writing(text):
    question = PARSER.parse(text)
    assert question.comparative
    assert [name.lower() for name in question.objects] == ["tea", "coffee"]


def test_in_a_question_the_degree_is_the_predicate_and_the_quality_an_aspect():
    spans = PARSER.parse("Is Rome more popular than Oslo?").spans
    assert [(span.text, span.label) for span in spans] == [
        ("Rome", Label.OBJECT),
        ("more", Label.PREDICATE),
        ("popular", Label.ASPECT),
        ("Oslo", Label.OBJECT),
    ]


@pytest.mark.parametrize(
    ("text", "objects", "predicates", "aspects"),
    [
        ("Oslo is more expensive than Rome.", "Oslo|Rome", "more expensive", ""),
        ("rust is much harder to learn than lua .", "rust|lua", "harder", "learn"),
        ("The camel has better endurance than the horse.", "camel|horse", "better", "endurance"),
        ("Alpacas are as friendly as llamas.", "Alpacas|llamas", "as friendly as", ""),
        ("tea is cheaper than coffee , milk or juice .", "tea|coffee|milk|juice", "cheaper", ""),
        ("Butter is inferior to oil.", "Butter|oil", "inferior", ""),
        ("Los Angeles is sunnier than New York.", "Los Angeles|New York", "sunnier", ""),
        ("the engine of the truck is louder than that of the bus", "truck|bus", "louder", "engine"),
    ],
)
def test_tags_comparative_statements(text, objects, predicates, aspects):
    question = PARSER.parse(text, form=Form.STATEMENT)
    assert question.kind is Kind.STATEMENT
    assert "|".join(question.objects) == objects
    assert "|".join(question.predicates) == predicates
    assert "|".join(question.aspects) == aspects


def test_a_plain_statement_is_not_comparative():
    question = PARSER.parse("The bus stops here.", form=Form.STATEMENT)
    assert not question.comparative
    assert question.spans == ()


def test_the_threshold_is_a_setting():
    text = "Is tea better than coffee?"
    assert not RuleQuestionParser(threshold=0.99).parse(text).comparative


@pytest.mark.parametrize("form", Form)
@pytest.mark.parametrize(
    "unit",
    [
        "a or ",
        "x and ",
        "than ",
        "better than ",
        "(",
        '"',
        "' ",
        "x",
        "more ",
        "which ",
        ", ",
        "is ",
        "'s ",
        "🍎",
        "a.b.",
    ],
)
def test_the_steps_of_reading_grow_no_faster_than_the_text(unit, form):
    short, long = (
        steps(lambda chars=chars: PARSER.parse((unit * chars)[:chars], form=form)) for chars in (1_000, 10_000)
    )
    assert long < 15 * short + 1_000


def test_importing_needs_no_heavy_library():
    heavy = "{'numpy', 'sklearn'}"
    code = f"import sys, nlu_models.training.rules.parser; print(*(sys.modules.keys() & {heavy}))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert loaded.strip() == ""
