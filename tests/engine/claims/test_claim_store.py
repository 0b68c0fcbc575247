"""What was read is found again, whoever asks and in whatever order; nothing is read twice."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.claims.ahead import is_candidate, read_ahead, resume
from engine.claims.kept import KeptClaimReader
from engine.claims.store import ClaimStore, Reading
from engine.types import OVERALL, Classification, ComparisonInstance, Stance
from nlu_models.baselines.rule_parser import RuleQuestionParser
from tests.strategies import names

SAID = "Steel is harder than aluminum, but it costs more."


class CountingReader:
    """Says that the thing whose name comes first in the alphabet is ahead, and counts what it is asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[ComparisonInstance, str]] = []
        self.model = "test 1"

    def classify(self, instances: Sequence[ComparisonInstance]) -> list[Classification]:
        return self.properties(instances, [""] * len(instances))

    def properties(self, instances: Sequence[ComparisonInstance], words: Sequence[str]) -> list[Classification]:
        self.asked += zip(instances, words, strict=True)
        ahead = Classification(0.75, 0.125, 0.0, 0.125)
        pairs = [(one.first.casefold(), one.second.casefold()) for one in instances]
        return [ahead if first < second else ahead.flipped() for first, second in pairs]


@pytest.fixture
def store(tmp_path: Path) -> ClaimStore:
    return ClaimStore(tmp_path, model="test 1")


def test_a_reading_is_made_once(store: ClaimStore) -> None:
    reader = CountingReader()
    kept = KeptClaimReader(reader, store)
    instance = ComparisonInstance(SAID, "steel", "aluminum")
    assert kept.is_kept([Reading(instance)]) == [False]
    first = kept.classify([instance, instance.flipped()])
    assert kept.classify([instance, instance.flipped()]) == first
    assert kept.is_kept([Reading(instance)]) == [True]
    assert first[1] == first[0].flipped()
    assert len(reader.asked) == 2


def test_a_property_is_another_reading_than_the_whole(store: ClaimStore) -> None:
    reader = CountingReader()
    kept = KeptClaimReader(reader, store)
    instance = ComparisonInstance(SAID, "steel", "aluminum")
    kept.classify([instance])
    kept.properties([instance, instance], ["hard", "expensive"])
    kept.properties([instance], ["hard"])
    assert [words for _, words in reader.asked] == ["", "hard", "expensive"]


def test_names_that_mean_one_thing_to_the_index_have_one_reading(store: ClaimStore) -> None:
    reader = CountingReader()
    kept = KeptClaimReader(reader, store)
    kept.classify([ComparisonInstance("Cats are calmer than dogs.", "cat", "dog")])
    kept.classify([ComparisonInstance("Cats are calmer than dogs.", "Dogs", "cats")])
    assert len(reader.asked) == 1


def test_another_model_finds_nothing(tmp_path: Path) -> None:
    reading = Reading(ComparisonInstance(SAID, "steel", "aluminum"))
    store = ClaimStore(tmp_path, model="test 1")
    store.put([reading], [Classification(1.0, 0.0, 0.0, 0.0)])
    store.close()
    assert ClaimStore(tmp_path, model="test 1").get([reading])[0] is not None
    assert ClaimStore(tmp_path, model="test 2").get([reading]) == [None]


@given(text=st.text(max_size=50), first=names(), second=names())
def test_anything_can_be_kept(tmp_path_factory: pytest.TempPathFactory, text: str, first: str, second: str) -> None:
    store = ClaimStore(tmp_path_factory.mktemp("kept"), model="any")
    reading = Reading(ComparisonInstance(text, first, second), "far\x1fther")
    store.put([reading], [Classification(0.5, 0.25, 0.125, 0.125)])
    assert store.get([reading]) == [Classification(0.5, 0.25, 0.125, 0.125)]
    store.close()


def test_reading_ahead_goes_on_where_it_stood(store: ClaimStore) -> None:
    texts = [*["Nothing is said here at all."] * 600, SAID, "Tea is cheaper than coffee in that town."]
    reader = CountingReader()
    kept = KeptClaimReader(reader, store)
    parser = RuleQuestionParser()
    seen: list[int] = []
    read = read_ahead(
        list(enumerate(texts[:601])),
        total=602,
        reader=kept,
        parser=parser,
        progress=lambda state: seen.append(state.sentences),
    )
    assert (read, resume(store), seen[-1]) == (1, 601, 601)
    left = list(enumerate(texts))[resume(store) :]
    assert read_ahead(left, total=602, reader=kept, parser=parser) == 1
    assert [instance.sentence for instance, _ in reader.asked] == texts[600:]
    assert kept.properties([ComparisonInstance(SAID, "aluminum", "steel")], [OVERALL])[0].stance is Stance.FIRST
    assert len(reader.asked) == 2


@pytest.mark.parametrize(
    ("sentence", "candidate"),
    [
        (SAID, True),
        ("Is steel harder than aluminum?", False),
        ("We sell steel and aluminum.", False),
        ("a > than", False),
        (f"{SAID} {'x' * 400}", False),
        ("Copper is as soft as lead in my hands.", True),
    ],
)
def test_only_what_seems_to_compare_is_read_ahead(sentence: str, candidate: bool) -> None:
    assert is_candidate(sentence) is candidate
