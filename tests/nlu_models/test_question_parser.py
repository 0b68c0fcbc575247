"""The learned reader: what it understands, what it is made of, what it says when a part is missing."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from engine import registry
from engine.errors import MissingComponentError, UnknownNameError
from engine.trained import TRAINED
from engine.types import Form, Kind, Label
from nlu_models.question.parser import FILES, LearnedQuestionParser
from tests.conformance.parser import ParserConformance

ROOT = Path(__file__).parents[2]
OWN = [json.loads(line) for line in (ROOT / "data/comparely/dev.jsonl").read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def learned() -> LearnedQuestionParser:
    return LearnedQuestionParser()


class TestLearnedQuestionParser(ParserConformance):
    @pytest.fixture
    def parser(self, learned: LearnedQuestionParser) -> LearnedQuestionParser:
        return learned


@pytest.mark.parametrize(
    ("text", "kind", "objects", "aspects"),
    [
        ("Which is better, tea or coffee?", Kind.DIRECT, "tea|coffee", ""),
        ("tea or coffee for sleep", Kind.DIRECT, "tea|coffee", "sleep"),
        ("I write Ruby at work, is Python faster than it?", Kind.YES_NO, "Python|Ruby", ""),
        ("which text editor should I learn", Kind.SUPERLATIVE, "text editor", ""),
        ("which camera should I buy for my sister", Kind.SUPERLATIVE, "camera", "sister"),
        ("can a wolf beat a bear", Kind.YES_NO, "wolf|bear", ""),
        ("could a hamster beat a snake in a race?", Kind.YES_NO, "hamster|snake", "race"),
        ("Ruby, is it faster than Python?", Kind.YES_NO, "Ruby|Python", ""),
        ("Canon or Nikon cameras?", Kind.DIRECT, "Canon|Nikon", ""),
        ("Oslo, Rome or Lima for families?", Kind.DIRECT, "Oslo|Rome|Lima", "families"),
        ("Isn't tea worse than coffee for the teeth?", Kind.YES_NO, "tea|coffee", "teeth"),
        ("Is Postgres better than MySQL for a small team?", Kind.YES_NO, "Postgres|MySQL", "small team"),
        ("Is Oslo better than Rome in terms of rent and noise?", Kind.YES_NO, "Oslo|Rome", "rent|noise"),
        ("What is the difference between jam and jelly?", Kind.DIFFERENCE, "jam|jelly", ""),
        ("What is the best laptop for students?", Kind.SUPERLATIVE, "laptop", "students"),
        ("What are the pros and cons of solar power?", Kind.OPEN, "solar power", ""),
        ("Why is tea so much healthier than coffee?", Kind.OPEN, "tea|coffee", ""),
        ("Which browser is faster than Firefox?", Kind.OPEN, "Firefox", ""),
        ("what is a better phone than the iPhone?", Kind.OPEN, "iPhone", ""),
        ("best alternative to jogging", Kind.OPEN, "jogging", ""),
        ("what is a good substitute for butter?", Kind.OPEN, "butter", ""),
        ("is anything better than coffee?", Kind.OPEN, "coffee", ""),
        ("what makes tea better than coffee?", Kind.OPEN, "tea|coffee", ""),
        ("C++ or Go: speed?", Kind.DIRECT, "C++|Go", "speed"),
        ("C++ vs C# vs .NET", Kind.DIRECT, "C++|C#|.NET", ""),
        ("which is easiest: golf, tennis, hockey or soccer?", Kind.DIRECT, "golf|tennis|hockey|soccer", ""),
        ("wich is beter tea or coffee", Kind.DIRECT, "tea|coffee", ""),
        ("IS TEA BETTER THAN COFFEE", Kind.YES_NO, "TEA|COFFEE", ""),
    ],
)
def test_reads_every_form_of_question(
    learned: LearnedQuestionParser, text: str, kind: Kind, objects: str, aspects: str
) -> None:
    question = learned.parse(text)
    assert question.comparative
    assert question.kind is kind
    assert "|".join(question.objects) == objects
    assert "|".join(question.aspects) == aspects


@pytest.mark.parametrize(
    ("text", "objects", "use"),
    [
        ("Should I build my shed from brick or from timber?", "brick|timber", "for your shed"),
        ("build a boat out of steel or wood", "steel|wood", "for a boat"),
        ("Should I make my desk of oak, pine or steel?", "oak|pine|steel", "for your desk"),
        ("Should I have my roof made of metal or tile?", "metal|tile", "for your roof"),
        ("Should a bench be built from wood or iron?", "wood|iron", "for a bench"),
        ("Is it cheaper to build a wall from brick or from stone?", "brick|stone", "for a wall"),
        ("Should I write my game in C++ or C#?", "C++|C#", "for your game"),
        ("Should I bake a cake with butter or oil?", "butter|oil", "for a cake"),
        ("Should I bake cookies with butter or oil?", "butter|oil", "for cookies"),
        ("Is it better to lose weight with running or swimming?", "running|swimming", "to lose weight"),
        ("Should I go on holiday to Wales or Malta?", "Wales|Malta", "on holiday"),
        ("Should I play guitar or piano?", "guitar|piano", ""),
        ("Should I ride a bike or walk?", "ride a bike|walk", ""),
        ("Which is cheaper, living in Wales or Malta?", "Wales|Malta", ""),
        ("Is living in Wales cheaper than living in Malta?", "Wales|Malta", ""),
        ("Should I make a cup of tea or coffee?", "cup of tea|coffee", ""),
        ("Should I order fish with chips or a burger?", "fish with chips|burger", ""),
        (
            "Should I attend University of Texas or University of Florida?",
            "University of Texas|University of Florida",
            "",
        ),
    ],
)
def test_things_are_for_what_is_made_of_them(learned: LearnedQuestionParser, text: str, objects: str, use: str) -> None:
    parsed = learned.parse(text)
    assert ("|".join(parsed.objects), parsed.asked.use) == (objects, use)


@pytest.mark.parametrize(
    ("text", "objects", "use"),
    [
        ("I get motion sickness, plane or train?", "plane|train", "if you get motion sickness"),
        ("I want a cat, dog or rabbit", "cat|dog|rabbit", ""),
    ],
)
def test_what_a_person_tells_of_is_not_compared(
    learned: LearnedQuestionParser, text: str, objects: str, use: str
) -> None:
    question = learned.parse(text)
    assert ("|".join(question.objects), question.asked.use) == (objects, use)


@pytest.mark.parametrize(
    "text",
    [
        "Can I use apples and oranges in this recipe?",
        "how do I cook rice",
        "can you beat an egg with a fork?",
        "is it 5 or 6 pm in Lima",
        "Who wrote Faust?",
        "more than 30 people came",
        "asdfgh",
    ],
)
def test_questions_that_weigh_nothing_are_not_comparative(learned: LearnedQuestionParser, text: str) -> None:
    question = learned.parse(text)
    assert not question.comparative
    assert question.kind is Kind.NONE


def test_reads_statements_by_their_own_guideline(learned: LearnedQuestionParser) -> None:
    question = learned.parse("The camel has better endurance than the horse.", form=Form.STATEMENT)
    assert question.kind is Kind.STATEMENT
    assert [(span.text, span.label) for span in question.spans] == [
        ("camel", Label.OBJECT),
        ("better", Label.PREDICATE),
        ("endurance", Label.ASPECT),
        ("horse", Label.OBJECT),
    ]
    assert not learned.parse("The bus stops here.", form=Form.STATEMENT).comparative


def test_the_precise_reader_calls_fewer_texts_comparative(learned: LearnedQuestionParser) -> None:
    precise = LearnedQuestionParser(precise=True)
    assert precise.threshold > learned.threshold
    found, sure = (
        {text for text, question in zip(texts, parser.parse_all(texts), strict=True) if question.comparative}
        for parser in (learned, precise)
        for texts in [[row["text"] for row in OWN if row["form"] == "question"]]
    )
    assert sure < found


def test_a_guideline_changes_what_is_marked(learned: LearnedQuestionParser) -> None:
    text = "Is Rome more popular than Oslo?"
    own, webis = (
        [span.text for span in parser.parse(text).spans]
        for parser in (learned, LearnedQuestionParser(guideline="webis"))
    )
    assert own == ["Rome", "more popular", "Oslo"]
    assert webis == ["Rome", "more", "popular", "Oslo"]


def test_an_unknown_guideline_is_refused_with_those_that_exist() -> None:
    with pytest.raises(UnknownNameError, match=r"Unknown guideline 'webiss'\. Did you mean 'webis'"):
        LearnedQuestionParser(guideline="webiss")


@pytest.mark.parametrize("missing", FILES)
def test_missing_weights_are_named_with_what_to_do(tmp_path: Path, missing: str) -> None:
    for name in set(FILES) - {missing}:
        shutil.copy(TRAINED / name, tmp_path)
    with pytest.raises(MissingComponentError, match=f"(?s){missing}.*Install the product anew"):
        LearnedQuestionParser(folder=tmp_path)


def test_the_network_says_what_its_settings_name(learned: LearnedQuestionParser) -> None:
    settings = learned.settings
    (output,) = learned._network.run([[1, 2, 3, 4]])
    assert output.kinds.shape == (len(settings.kinds),)
    assert output.tags.shape == (4, len(settings.labels))
    assert settings.transitions.shape == (len(settings.labels) + 1, len(settings.labels))
    assert settings.default.keys() == set(Form)
    assert set(settings.default.values()) <= settings.guidelines.keys()
    assert set(settings.kinds) == set(Kind) - {Kind.STATEMENT}
    assert 0 < settings.threshold < settings.precise_threshold < 1


def test_what_is_read_does_not_depend_on_who_reads_at_the_same_time(learned: LearnedQuestionParser) -> None:
    texts = [row["text"] for row in OWN]
    alone = [learned.parse(text) for text in texts]
    with ThreadPoolExecutor(8) as pool:
        beside = list(pool.map(learned.parse, texts))
    for one, other in zip(alone, beside, strict=True):
        assert one.spans == other.spans
        assert one.probability == pytest.approx(other.probability, abs=1e-5)


def test_a_question_within_a_long_story_is_found(learned: LearnedQuestionParser) -> None:
    story = "We went to the market and the sun was out. " * 100
    for text in (story + "Is tea better than coffee?", "Is tea better than coffee? " + story):
        question = learned.parse(text)
        assert question.comparative
        assert question.objects == ("tea", "coffee")


@pytest.mark.parametrize("unit", ["a or ", "than ", "x", "🍎", "漢", "1,0", "a.b.", "\u200d", "[SEP] "])
def test_ten_thousand_characters_of_anything_are_read(learned: LearnedQuestionParser, unit: str) -> None:
    text = (unit * 10_000)[:10_000]
    assert learned.parse(text) == learned.parse(text)


def test_serving_needs_no_training_library() -> None:
    code = (
        "import sys; from engine import registry\n"
        "registry.load('parser', 'learned').parse('tea or coffee')\n"
        "print([m for m in ('torch', 'transformers', 'onnx', 'sklearn', 'scipy') if m in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
    assert "learned" in registry.names("parser")


@pytest.mark.parametrize(
    ("text", "name", "of_class", "asked"),
    [
        ("Is rye the healthiest bread?", "rye", "bread", "healthiest"),
        ("isn't chess really the most popular game of all time", "chess", "game", "most popular"),
        ("are the Swiss trains the best trains in the world?", "Swiss trains", "trains", ""),
        ("so is C++ the hardest language to learn?", "C++", "language", "hardest"),
        ("is lemonade the worst drink for toddlers", "lemonade", "drink", "worst for toddlers"),
        ("is rye healthier than the cheapest wheat?", "rye|wheat", "", "healthier"),
        ("is Java or Kotlin the hardest language?", "Java|Kotlin", "", "hardest"),
        ("which is the healthiest bread?", "bread", "", "healthiest"),
    ],
)
def test_it_is_read_of_what_class_a_thing_may_be_the_most(
    learned: LearnedQuestionParser, text: str, name: str, of_class: str, asked: str
) -> None:
    question = learned.parse(text)
    assert ("|".join(question.objects), question.of_class, question.asked.words) == (name, of_class, asked)
    assert question.kind is Kind.YES_NO or not of_class


@pytest.mark.parametrize("text", ["and paper or tablet", "And paper or tablet?", "so paper or tablet"])
def test_a_word_that_joins_names_is_none(learned: LearnedQuestionParser, text: str) -> None:
    assert learned.parse(text).objects == ("paper", "tablet")


@pytest.mark.parametrize(
    ("text", "objects"),
    [
        ("which of piano and guitar is harder to master", ("piano", "guitar")),
        ("Which one of AT&T and Verizon is cheaper?", ("AT&T", "Verizon")),
        ("Is bread and butter better than toast?", ("bread and butter", "toast")),
    ],
)
def test_two_of_which_one_is_asked_for_are_two(
    learned: LearnedQuestionParser, text: str, objects: tuple[str, ...]
) -> None:
    assert learned.parse(text).objects == objects


@pytest.mark.parametrize(
    ("text", "objects", "words"),
    [
        ("Does fish taste better smoked over oak or over beech?", ("oak", "beech"), "taste better"),
        ("Does rice taste better boiled in milk or water", ("milk", "water"), "taste better"),
        ("Are buses better running on hydrogen or diesel?", ("hydrogen", "diesel"), ""),
        ("Is it better to commute by tram or bike?", ("tram", "bike"), "better to commute"),
        ("is it cheaper to heat with wood or with coal", ("wood", "coal"), "cheaper"),
        ("Is it better to stay in a hostel or a motel?", ("hostel", "motel"), "better to stay"),
        ("Is it better to travel by bike or fly?", ("travel by bike", "fly"), ""),
        ("Is it better to switch to C++ or .NET?", ("C++", ".NET"), ""),
    ],
)
def test_what_is_done_with_either_thing_is_no_part_of_the_first(
    learned: LearnedQuestionParser, text: str, objects: tuple[str, ...], words: str
) -> None:
    question = learned.parse(text)
    assert (question.objects, question.asked.words) == (objects, words)
