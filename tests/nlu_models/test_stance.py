"""What the learned classifiers make of sentences."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from engine import registry
from engine.protocols import Classifier
from engine.types import SILENT, ComparisonInstance, Stance
from nlu_models.baselines.boosted import BoostedTreesClassifier, words
from nlu_models.baselines.bow import BagOfWordsClassifier, features
from nlu_models.baselines.embedding import Embedder, EmbeddingClassifier
from nlu_models.baselines.marking import CLASSES, WITHOUT_CUE, Marked, hint, mark
from nlu_models.baselines.rule_stance import KeyphraseClassifier
from nlu_models.baselines.transformer import AROUND, BETWEEN, CascadeClassifier, Encoder, TransformerClassifier
from tests.conformance.classifier import ClassifierConformance

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def bow() -> Classifier:
    return BagOfWordsClassifier()


@pytest.fixture(scope="module")
def xgboost() -> Classifier:
    return BoostedTreesClassifier()


@pytest.fixture(scope="module")
def embedding() -> Classifier:
    return EmbeddingClassifier()


@pytest.fixture(scope="module")
def transformer() -> Classifier:
    return TransformerClassifier()


@pytest.fixture(scope="module")
def cascade() -> Classifier:
    return CascadeClassifier()


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    return Encoder()


class TestBagOfWordsClassifier(ClassifierConformance):
    @pytest.fixture
    def classifier(self, bow: Classifier) -> Classifier:
        return bow


class TestBoostedTreesClassifier(ClassifierConformance):
    @pytest.fixture
    def classifier(self, xgboost: Classifier) -> Classifier:
        return xgboost


class TestEmbeddingClassifier(ClassifierConformance):
    @pytest.fixture
    def classifier(self, embedding: Classifier) -> Classifier:
        return embedding


class TestTransformerClassifier(ClassifierConformance):
    @pytest.fixture
    def classifier(self, transformer: Classifier) -> Classifier:
        return transformer


class TestCascadeClassifier(ClassifierConformance):
    @pytest.fixture
    def classifier(self, cascade: Classifier) -> Classifier:
        return cascade


def marked(sentence: str, first: str = "tea", second: str = "coffee") -> Marked:
    """Return a sentence that is known to name and compare its objects, cut at them."""
    cut = mark(ComparisonInstance(sentence, first, second))
    assert isinstance(cut, Marked)
    return cut


def test_a_sentence_is_cut_at_every_mention_of_either_object() -> None:
    cut = marked("I like green tea, coffee and Tea-time better.", "coffee", "green tea")
    assert cut == Marked(("I like ", ", ", " and Tea-time better."), "XY", x_is_first=False)
    assert marked("Teas are better than a coffee, tea!") == Marked(("", " are better than a ", ", ", "!"), "XYX", True)


def test_a_closing_question_mark_belongs_to_no_mention() -> None:
    assert marked("Is tea better than coffee?").texts == ("Is ", " better than ", "?")


@pytest.mark.parametrize(
    ("sentence", "classification"),
    [("I had tea and coffee.", WITHOUT_CUE), ("Tea is better.", SILENT), ("", SILENT)],
)
def test_a_sentence_without_objects_or_cue_needs_no_model(sentence: str, classification: object) -> None:
    assert mark(ComparisonInstance(sentence, "tea", "coffee")) == classification


def test_the_nearest_mentions_of_different_objects_are_compared() -> None:
    assert marked("Tea, tea I drink often, coffee less: coffee tea").nearest() == 3


def test_probabilities_are_given_back_for_the_objects_of_the_caller() -> None:
    x, y, equal, none = 4.0, 2.0, 1.0, 1.0
    straight = marked("Tea is better than coffee.").classification([x, y, equal, none])
    crossed = marked("Tea is better than coffee.", "coffee", "tea").classification([x, y, equal, none])
    assert (straight.first, straight.second, straight.equal, straight.none) == (0.5, 0.25, 0.125, 0.125)
    assert crossed == straight.flipped()


def test_the_hint_does_not_depend_on_the_order_of_the_objects() -> None:
    pairing = ComparisonInstance("Tea is better than coffee.", "coffee", "tea")
    straight, crossed = (hint(p, marked(*p)) for p in (pairing, pairing.flipped()))
    assert straight == crossed
    assert len(straight) == len(CLASSES)
    assert max(straight) == straight[0]


def test_names_are_no_features() -> None:
    named = set(features(marked("Tea is better than coffee, fans say.")))
    assert not any("tea" in feature or "coffee" in feature for feature in named)
    assert {"XYbetter than >", ">XYfans"} < named


def test_no_text_can_pretend_to_be_a_marker(encoder: Encoder) -> None:
    ids = encoder.ids(marked("[unused0] [unused1] [SEP] tea is better than coffee [CLS]"))
    assert ids is not None
    assert (ids.count(encoder.x), ids.count(encoder.y)) == (1, 1)
    assert (ids.count(ids[0]), ids.count(ids[-1])) == (1, 1)


def test_only_the_words_around_the_objects_are_read(encoder: Encoder) -> None:
    far = "so " * 500
    ids = encoder.ids(marked(f"{far} tea {'very ' * 40} better than coffee {far}"))
    assert ids is not None
    assert len(ids) <= BETWEEN + 2 * AROUND + 4


def test_objects_too_far_apart_are_not_compared(encoder: Encoder, transformer: Classifier) -> None:
    sentence = f"Tea is better {'and so on ' * 40} than coffee."
    assert encoder.ids(marked(sentence)) is None
    assert transformer.classify([ComparisonInstance(sentence, "tea", "coffee")]) == [WITHOUT_CUE]


def test_an_embedding_does_not_know_the_names() -> None:
    embedder = Embedder()
    one, other, turned = (
        embedder.embed(marked(sentence, *names))
        for sentence, *names in (
            ("Tea is better than coffee.", "tea", "coffee"),
            ("Zürich is better than AT&T.", "AT&T", "Zürich"),
            ("Tea is worse than coffee.", "tea", "coffee"),
        )
    )
    assert one is not None
    assert other is not None
    assert one.tolist() == other.tolist()
    assert turned is not None
    assert one.tolist() != turned.tolist()


def test_boosted_trees_count_the_words_from_the_first_mention_of_one_object_to_that_of_the_other() -> None:
    sentence = "As I said, tea, a good Tea, is better than C++ or coffee; tea!"
    for pairing in (ComparisonInstance(sentence, "Tea", "C++"), ComparisonInstance(sentence, "C++", "Tea")):
        cut = mark(pairing)
        assert isinstance(cut, Marked)
        assert list(words(pairing, cut)) == ["tea", "good", "tea", "is", "better", "than"]


def test_boosted_trees_know_no_equality(xgboost: Classifier) -> None:
    (found,) = xgboost.classify([ComparisonInstance("Tea is exactly as good as coffee.", "tea", "coffee")])
    assert found.equal == 0.0


EASY = [
    ("Tea is better than coffee.", Stance.FIRST),
    ("Tea is much worse than coffee.", Stance.SECOND),
    ("I prefer coffee over tea.", Stance.SECOND),
    ("The shop sells tea and coffee for less than five euros.", Stance.NONE),
]
HARD = [
    ("Tea is as good as coffee.", Stance.EQUAL),
    ("Tea and coffee are equally good.", Stance.EQUAL),
    ("Tea is not as good as coffee.", Stance.SECOND),
    ("Tea is not only better but also cheaper than coffee.", Stance.FIRST),
    ("Tea is good, but coffee is better.", Stance.SECOND),
    ("My sister says that tea is healthier than coffee.", Stance.FIRST),
    ("Is tea better than coffee?", Stance.NONE),
    ("Does anyone know whether tea is healthier than coffee?", Stance.NONE),
    ("Milk is better than tea or coffee.", Stance.NONE),
]


@pytest.mark.parametrize("name", ["bow", "xgboost", "embedding", "transformer", "cascade"])
@pytest.mark.parametrize(("sentence", "stance"), EASY)
def test_plain_sentences_are_understood(
    name: str, sentence: str, stance: Stance, request: pytest.FixtureRequest
) -> None:
    classifier: Classifier = request.getfixturevalue(name)
    assert classifier.classify([ComparisonInstance(sentence, "tea", "coffee")])[0].stance is stance


@pytest.mark.parametrize(("sentence", "stance"), HARD)
def test_the_transformer_sees_equality_denial_contrast_and_questions(
    transformer: Classifier, sentence: str, stance: Stance
) -> None:
    assert transformer.classify([ComparisonInstance(sentence, "tea", "coffee")])[0].stance is stance


def test_the_cascade_asks_the_transformer_only_where_the_rules_are_not_sure(transformer: Classifier) -> None:
    instances = [ComparisonInstance(sentence, "tea", "coffee") for sentence, _ in EASY + HARD]
    rules, read = KeyphraseClassifier().classify(instances), transformer.classify(instances)
    found = CascadeClassifier().classify(instances)
    assert {one.probabilities == by_rule.probabilities for one, by_rule in zip(found, rules, strict=True)} == {
        True,
        False,
    }
    for one, by_rule, by_network in zip(found, rules, read, strict=True):
        sure = by_rule.none <= 0.5 and by_rule.confidence >= 0.8
        assert one.probabilities == (by_rule if sure else by_network).probabilities


def test_the_cascade_spends_its_budget_on_the_likeliest_comparisons(transformer: Classifier) -> None:
    instances = [ComparisonInstance(sentence, "tea", "coffee") for sentence, _ in EASY + HARD]
    rules = KeyphraseClassifier().classify(instances)
    doubtful = [n for n, belief in enumerate(rules) if belief.none > 0.5 or belief.confidence < 0.8]
    likeliest = min(doubtful, key=lambda n: rules[n].none)
    found = CascadeClassifier(budget=1).classify(instances)
    read = [n for n, one in enumerate(found) if one.probabilities != rules[n].probabilities]
    assert read == [likeliest]
    assert found[likeliest].probabilities == transformer.classify([instances[likeliest]])[0].probabilities


@pytest.mark.parametrize("name", ["bow", "xgboost", "embedding", "transformer", "cascade"])
def test_serving_needs_no_training_library(name: str) -> None:
    code = (
        "import sys; from engine import registry\n"
        f"registry.load('classifier', {name!r})\n"
        "print([m for m in ('torch', 'transformers', 'onnx', 'sklearn', 'scipy') if m in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
    assert name in registry.names("classifier")
