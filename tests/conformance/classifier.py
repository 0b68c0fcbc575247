"""What every classifier keeps to: inherit and give a ``classifier`` fixture."""

from __future__ import annotations

import inspect
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.protocols import Classifier
from engine.types import ComparisonInstance, Label, Stance

VOCABULARY = """
    tea coffee Tea COFFEE teas cocoa better worse than then not never no is are isn't but while and or , . ; : ? ! ( )
    as good bad more less fewer bugs if whether the a it beats prefer over instead of unlike compared to same from with
    10 faster slower superior inferior reliable
"""
NAMES = (
    "tea",
    "coffee",
    "C++",
    "C",
    "C#",
    ".NET",
    "AT&T",
    "Java",
    "Java EE",
    "New York",
    "York City",
    "Disney+",
    "🍵",
    "é",
)
STRANGE = (
    "",
    " ",
    "\x00\x01\x02",
    "\ud800 tea \udfff coffee",
    "😀 tea 🤷 coffee 😀",
    "<b>tea</b> is &lt; better than <i>coffee</i>",
    'tea AND (coffee" OR {/*+?^$|[]\\',
    "tea\nis\r\nbetter\tthan\u2028coffee",
    "ＴＥＡ is better than ｃｏｆｆｅｅ",
    "tea" * 3000,
    "tea better than " * 600 + "coffee",
    "a" * 10_000,
    ">" * 10_000,
)

sentences = st.lists(st.sampled_from((*VOCABULARY.split(), *NAMES)), max_size=30).map(" ".join) | st.text(max_size=200)
names = st.sampled_from(NAMES) | st.text(max_size=12)
instances = st.builds(ComparisonInstance, sentences, names, names)
over_pairings = settings(
    max_examples=50,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.differing_executors],
)


def stance(classifier: Classifier, sentence: str, first: str, second: str) -> Stance:
    """Return the stance of one sentence."""
    return classifier.classify([ComparisonInstance(sentence, first, second)])[0].stance


class ClassifierConformance:
    """The rules of ``engine.protocols.Classifier``."""

    def test_the_constructor_takes_only_keywords_with_defaults(self, classifier: Classifier) -> None:
        parameters = inspect.signature(type(classifier)).parameters.values()
        assert all(p.kind is p.KEYWORD_ONLY and p.default is not p.empty for p in parameters)

    def test_no_pairings_give_no_classifications(self, classifier: Classifier) -> None:
        assert classifier.classify([]) == []

    @over_pairings
    @given(batch=st.lists(instances, max_size=6))
    def test_each_pairing_is_classified_alone_and_in_order(
        self, classifier: Classifier, batch: list[ComparisonInstance]
    ) -> None:
        assert classifier.classify(batch) == [classifier.classify([pairing])[0] for pairing in batch]

    @over_pairings
    @given(pairing=instances)
    def test_probabilities_are_in_0_to_1_and_sum_to_1(
        self, classifier: Classifier, pairing: ComparisonInstance
    ) -> None:
        probabilities = classifier.classify([pairing])[0].probabilities.values()
        assert all(0.0 <= probability <= 1.0 for probability in probabilities)
        assert sum(probabilities) == pytest.approx(1.0)

    @over_pairings
    @given(pairing=instances)
    def test_exchanging_the_objects_flips_the_classification_exactly(
        self, classifier: Classifier, pairing: ComparisonInstance
    ) -> None:
        assert classifier.classify([pairing.flipped()]) == [classifier.classify([pairing])[0].flipped()]

    @over_pairings
    @given(pairing=instances)
    def test_markers_are_labelled_spans_of_the_sentence_in_order(
        self, classifier: Classifier, pairing: ComparisonInstance
    ) -> None:
        markers = classifier.classify([pairing])[0].markers
        assert list(markers) == sorted(markers)
        for marker in markers:
            assert marker.label is Label.PREDICATE
            assert pairing.sentence[marker.start : marker.end] == marker.text != ""

    @pytest.mark.parametrize("sentence", STRANGE, ids=range(len(STRANGE)))
    def test_strange_text_is_classified_like_any_other(self, classifier: Classifier, sentence: str) -> None:
        for pairing in (
            ComparisonInstance(sentence, "tea", "coffee"),
            ComparisonInstance("Tea is better.", sentence, "tea"),
        ):
            assert classifier.classify([pairing.flipped()]) == [classifier.classify([pairing])[0].flipped()]

    @pytest.mark.parametrize(
        "sentence",
        [
            "Tea is better than cocoa.",
            "It is better than coffee.",
            "Teapots are better than coffee.",
            "Tea is better than coffeehouses.",
            "Better than nothing.",
            "",
        ],
    )
    def test_a_sentence_that_does_not_name_both_objects_is_none(self, classifier: Classifier, sentence: str) -> None:
        assert stance(classifier, sentence, "tea", "coffee") is Stance.NONE

    @pytest.mark.parametrize(("first", "second"), [("tea", "tea"), ("tea", "Teas"), ("", "tea"), ("", ""), ("!", "?")])
    def test_names_that_do_not_mean_two_things_are_none(self, classifier: Classifier, first: str, second: str) -> None:
        assert stance(classifier, "Tea is better than teas!", first, second) is Stance.NONE

    @pytest.mark.parametrize(
        ("sentence", "first", "second"),
        [
            ("Tea is better than coffee.", "tea", "coffee"),
            ("TEA is better than COFFEE.", "Tea", "Coffee"),
            ("Cats are better than dogs.", "cat", "dog"),
            ("A cat is better than a dog.", "cats", "dogs"),
            ("C++ is better than C#.", "c++", "c#"),
            (".NET is better than Java.", ".net", "java"),
            ("AT&T is better than T-Mobile.", "at&t", "T-Mobile"),
            ("New York is better than Los Angeles.", "new york", "los angeles"),
            ("The café is better than the naïve bar.", "cafe", "naive bar"),
            ("a/b { is better than c/d }.", "a/b {", "c/d }"),
            ("🍵 is better than ☕.", "🍵", "☕"),
        ],
    )
    def test_objects_are_found_by_plural_case_symbol_and_accent(
        self, classifier: Classifier, sentence: str, first: str, second: str
    ) -> None:
        assert stance(classifier, sentence, first, second) is Stance.FIRST
        assert stance(classifier, sentence, second, first) is Stance.SECOND

    def test_the_longer_name_is_meant_where_one_contains_the_other(self, classifier: Classifier) -> None:
        assert stance(classifier, "Java EE is better than Java.", "Java", "Java EE") is Stance.SECOND
        assert stance(classifier, "Windows is better than Windows 8.", "Windows 8", "Windows") is Stance.SECOND
        assert stance(classifier, "Java EE is better than Jakarta.", "Java", "Java EE") is Stance.NONE

    def test_threads_may_share_a_classifier(self, classifier: Classifier) -> None:
        batch = [ComparisonInstance(f"Tea number {n} is better than coffee.", "tea", "coffee") for n in range(40)]
        with ThreadPoolExecutor(4) as pool:
            results = list(pool.map(classifier.classify, [batch] * 4))
        assert results == [classifier.classify(batch)] * 4
