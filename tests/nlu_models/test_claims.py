"""The reader of claims says who has more of what."""

from __future__ import annotations

from dataclasses import astuple

import pytest

from engine.protocols import Classifier, PropertyClassifier
from engine.types import OVERALL, ComparisonInstance, Stance
from nlu_models.claims.marking import MAX_PIECES, Mention, RowEncoder, mark
from nlu_models.claims.properties import BETTER, Asked, asked, dimension, favoured, found_in, kin
from nlu_models.claims.reader import ClaimReader
from tests.conformance.classifier import ClassifierConformance

BOTH = ComparisonInstance("Windows is faster than Linux, but Windows is more expensive.", "Linux", "Windows")


@pytest.fixture(scope="module")
def reader() -> ClaimReader:
    return ClaimReader()


class TestClaimReader(ClassifierConformance):
    @pytest.fixture
    def classifier(self, reader: ClaimReader) -> Classifier:
        return reader


def test_a_reader_is_asked_for_properties(reader: ClaimReader) -> None:
    assert isinstance(reader, PropertyClassifier)
    asked_for = ["fast", "expensive", "cheaper", "tasty"]
    answers = reader.properties([BOTH] * 4, asked_for)
    assert [answer.stance for answer in answers] == [Stance.SECOND, Stance.SECOND, Stance.FIRST, Stance.NONE]


def test_exchanging_the_things_flips_the_answer_for_a_property(reader: ClaimReader) -> None:
    words = ["fast", "less expensive", "good", "zany"]
    here, there = reader.properties([BOTH] * 4, words), reader.properties([BOTH.flipped()] * 4, words)
    assert there == [answer.flipped() for answer in here]


def test_a_sentence_has_a_claim_for_each_property(reader: ClaimReader) -> None:
    (found,) = reader.classify([BOTH])
    claims = {claim.dimension: (claim.more, claim.favours) for claim in found.claims}
    assert claims["speed"] == (Stance.SECOND, Stance.SECOND)
    assert claims["price"] == (Stance.SECOND, Stance.FIRST)


def test_a_sentence_that_names_one_thing_claims_nothing(reader: ClaimReader) -> None:
    instance = ComparisonInstance("Linux is faster.", "Linux", "Windows")
    assert reader.classify([instance])[0].claims == ()
    assert reader.properties([instance], ["fast"])[0].stance is Stance.NONE


def test_a_sentence_read_as_a_whole_has_a_belief_for_each_property(reader: ClaimReader) -> None:
    nothing = ComparisonInstance("We sell Linux and Windows.", "Linux", "Windows")
    said, silent = reader.read_whole([BOTH, nothing])
    assert (said["fast"].stance, said["expensive"].stance) == (Stance.SECOND, Stance.SECOND)
    assert said["expensive"].claims[0].dimension == "price"
    assert [*silent] == [OVERALL]


def test_a_sentence_convinces_for_whom_it_speaks_whoever_comes_first(reader: ClaimReader) -> None:
    race = ComparisonInstance("Linux won the race by two seconds over Windows.", "Linux", "Windows")
    alone = ComparisonInstance("Linux is faster.", "Linux", "Windows")
    good, turned, event, silent = reader.judge([BOTH, BOTH.flipped(), race, alone], "fast")
    assert reader.judge([BOTH], "less fast") == [good.flipped()]
    assert good.second > max(good.first, event.first)
    assert turned == good.flipped()
    assert (silent.first, silent.second) == (0.0, 0.0)


def test_what_compares_promises_more_whoever_is_named_first(reader: ClaimReader) -> None:
    alone = ComparisonInstance("Linux is faster.", "Linux", "Windows")
    nothing = ComparisonInstance("I bought a Windows laptop and a Linux book.", "Linux", "Windows")
    promises = reader.promise([BOTH, BOTH.flipped(), nothing, alone])
    assert promises[0] == promises[1] > 0.5 > promises[2]
    assert promises[3] == 0


def test_what_is_read_beside_a_sentence_changes_nothing(reader: ClaimReader) -> None:
    sentences = [
        "Linux is cheaper than Windows.",
        "I find that " * 9 + "Windows costs more than Linux.",
        "Windows, Linux",
    ]
    instances = [ComparisonInstance(text, "Linux", "Windows") for text in sentences]
    together = reader.properties(instances, ["cheap"] * len(instances))
    for instance, found in zip(instances, together, strict=True):
        (alone,) = reader.properties([instance], ["cheap"])
        assert astuple(alone)[:4] == pytest.approx(astuple(found)[:4], abs=1e-5)


def test_mentions_are_marked_in_order_and_the_longer_name_wins() -> None:
    marked = mark(ComparisonInstance("Java EE beats Java.", "Java", "Java EE"))
    assert marked is not None
    assert marked.mentions == (Mention(0, 7, True), Mention(14, 18, False))
    assert not marked.x_is_first


def test_rows_are_bounded_and_hold_both_markers(reader: ClaimReader) -> None:
    encoder: RowEncoder = reader._encoder
    long = mark(ComparisonInstance("well " * 300 + "tea is better than coffee" + " indeed" * 300, "tea", "coffee"))
    assert long is not None
    row = encoder.encode("a property that is " * 30, long)
    assert row is not None
    assert len(row.ids) <= MAX_PIECES
    assert all(row.ids[at] == encoder.x for at in row.x)
    assert all(row.ids[at] == encoder.y for at in row.y)
    assert encoder.encode("fast", mark(ComparisonInstance("tea " + "or " * 300 + "coffee", "tea", "coffee"))) is None  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("words", "question"),
    [
        ("Faster", Asked("fast")),
        ("more reliable", Asked("reliable")),
        ("less expensive", Asked("expensive", turned=True)),
        ("better", Asked(BETTER)),
        (BETTER, Asked(BETTER)),
        ("worst", Asked(BETTER, turned=True)),
        ("the least bad", Asked(BETTER)),
    ],
)
def test_a_property_is_asked_for_in_one_way(words: str, question: Asked) -> None:
    assert asked(words) == question


def test_the_lexicon_gives_dimension_merit_and_kin() -> None:
    assert [dimension(words) for words in ("faster", "less costly", "good", "zany")] == [
        "speed",
        "price",
        "overall",
        "zany",
    ]
    assert favoured("expensive", Stance.FIRST, Stance.NONE) is Stance.SECOND
    assert favoured("heavy", Stance.FIRST, Stance.FIRST) is Stance.NONE
    assert favoured("zany", Stance.FIRST, Stance.FIRST) is Stance.FIRST
    same, opposite = kin("quick")
    assert "fast" in same
    assert "slow" in opposite


def test_properties_are_found_by_their_words() -> None:
    sentence = "Tea is cheaper than coffee, quicker and zanier, and the price is lower."
    assert list(found_in(sentence)) == ["cheap", "quick", "zanier"]


def test_a_sentence_is_read_alike_whatever_is_read_with_it(reader: ClaimReader) -> None:
    instance = ComparisonInstance("I think tea is somewhat better and cheaper than coffee in winter.", "tea", "coffee")
    others = [ComparisonInstance(f"Tea {'really ' * n}beats coffee for me.", "tea", "coffee") for n in range(9)]
    assert reader.classify([instance, *others])[0] == reader.classify([instance])[0]
    words = ["cheap"] * 10
    assert reader.properties([*others, instance], words)[-1] == reader.properties([instance], words[:1])[0]
