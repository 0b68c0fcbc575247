"""What every reader must do. Inherit ``ReaderConformance`` and give it a ``reader`` fixture."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.protocols import QuestionParser
from engine.text.tokens import clean
from engine.types import Form, Kind, Label

NAMES = ("Python", "MATLAB", "New York", "green tea", "C++", "C#", ".NET", "AT&T", "iPhone 15", "🍎")
PAIRS = tuple(itertools.permutations(NAMES, 2))
WORDS = """a the is are which what or and vs than better more best between difference for in to should i buy compare
    with cheaper python tea C++ , ? . ( ) " 's isn't"""

questions = st.lists(st.sampled_from(WORDS.split()), max_size=30).map(" ".join)
texts = st.text(max_size=200).map(clean)
pairs = st.sampled_from(PAIRS)
property_settings = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.differing_executors, HealthCheck.function_scoped_fixture],
)


class ParserConformance:
    """The contract of ``engine.protocols.QuestionParser`` as tests."""

    @pytest.fixture
    def parser(self) -> QuestionParser:
        raise NotImplementedError("give the reader to test")

    @pytest.mark.parametrize("form", Form)
    @pytest.mark.parametrize("text", ["", " ", "?", "🙂", "Is tea better than coffee?", "a/b {", '"', "x" * 10_000])
    def test_returns_the_text_unchanged(self, parser, text, form):
        assert parser.parse(text, form=form).text == text

    @given(text=st.one_of(questions, texts), form=st.sampled_from(Form))
    @property_settings
    def test_spans_slice_the_text_in_order_without_overlap(self, parser, text, form):
        spans = parser.parse(text, form=form).spans
        for span in spans:
            assert 0 <= span.start < span.end <= len(text)
            assert text[span.start : span.end] == span.text == span.text.strip()
            assert isinstance(span.label, Label)
        for before, after in itertools.pairwise(spans):
            assert before.end <= after.start

    @given(text=st.one_of(questions, texts), form=st.sampled_from(Form))
    @property_settings
    def test_names_stand_in_the_text(self, parser, text, form):
        question = parser.parse(text, form=form)
        for name in (*question.objects, *question.aspects, *question.predicates):
            assert name
            assert name in text

    @given(text=st.one_of(questions, texts))
    @property_settings
    def test_names_do_not_repeat(self, parser, text):
        question = parser.parse(text)
        for names in (question.objects, question.aspects, question.predicates):
            assert len(set(names)) == len(names)

    @given(text=st.one_of(questions, texts), form=st.sampled_from(Form))
    @property_settings
    def test_the_probability_is_one_and_the_kind_agrees_with_it(self, parser, text, form):
        question = parser.parse(text, form=form)
        assert 0.0 <= question.probability <= 1.0
        assert (question.kind is Kind.NONE) == (not question.comparative)
        if question.comparative:
            assert (question.kind is Kind.STATEMENT) == (form is Form.STATEMENT)

    @given(text=st.one_of(questions, texts), form=st.sampled_from(Form))
    @property_settings
    def test_reading_twice_gives_the_same(self, parser, text, form):
        assert parser.parse(text, form=form) == parser.parse(text, form=form)

    @given(together=st.lists(st.one_of(questions, texts), max_size=5), form=st.sampled_from(Form))
    @property_settings
    def test_reading_together_gives_the_same_as_reading_alone(self, parser, together, form):
        alone = [parser.parse(text, form=form) for text in together]
        for one, other in zip(alone, parser.parse_all(together, form=form), strict=True):
            assert one.spans == other.spans
            assert one.probability == pytest.approx(other.probability, abs=1e-4)

    @pytest.mark.parametrize("text", ["", "?", "...", "🙂", "\N{REPLACEMENT CHARACTER}", "{}", "AND OR", "'s"])
    def test_what_says_nothing_is_not_comparative(self, parser, text):
        question = parser.parse(text)
        assert not question.comparative
        assert question.objects == ()

    @given(pair=pairs)
    @property_settings
    def test_reads_the_plain_question(self, parser, pair):
        first, second = pair
        for text in (f"Which is better, {first} or {second}?", f"Is {first} better than {second}?"):
            question = parser.parse(text)
            assert question.comparative, text
            assert question.objects == (first, second), text

    @given(pair=pairs)
    @property_settings
    def test_exchanging_the_options_exchanges_the_objects(self, parser, pair):
        first, second = pair
        there = parser.parse(f"Which one is better, {first} or {second}?")
        back = parser.parse(f"Which one is better, {second} or {first}?")
        assert there.objects == back.objects[::-1]
        assert there.probability == pytest.approx(back.probability, abs=0.2)

    @given(pair=pairs, count=st.integers(0, 3))
    @property_settings
    def test_question_marks_do_not_change_the_objects(self, parser, pair, count):
        for text in ("Is {} cheaper than {}", "{} or {}", "{} vs {}", "What is the difference between {} and {}"):
            asked = text.format(*pair)
            assert parser.parse(asked + "?" * count).objects == parser.parse(asked).objects == pair

    @given(pair=pairs)
    @property_settings
    def test_case_does_not_change_the_objects(self, parser, pair):
        for text in (
            "Which is better, {} or {}?",
            "Is {} better than {}?",
            "What is the difference between {} and {}?",
        ):
            asked = text.format(*pair)
            assert parser.parse(asked.lower()).objects == tuple(name.lower() for name in pair)
            assert parser.parse(asked.upper()).objects == tuple(name.upper() for name in pair)

    @pytest.mark.parametrize(
        "text",
        [
            "What time is it?",
            "Where was Mozart born?",
            "How do I boil an egg?",
            "What does photosynthesis mean?",
            "Tell me a story.",
        ],
    )
    def test_other_questions_are_not_comparative(self, parser, text):
        assert not parser.parse(text).comparative
