"""What classifiers of sentences learn from."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from engine.types import SILENT, ComparisonInstance, Stance
from nlu_models.baselines.bow import BagOfWordsClassifier
from nlu_models.baselines.marking import mark
from nlu_models.training import bow
from nlu_models.training.examples import Example, marked, read_compsent, read_own, split, turned_round

COLUMNS = ["sentence", "object_a", "object_b", "label", "better_count", "worse_count", "none_count", "leak"]
ROWS = [
    ("Tea is better than coffee.", "Tea", "coffee", "BETTER", 4, 1, 0, ""),
    ("Tea is as good as coffee.", "Tea", "coffee", "NONE", 0, 0, 5, ""),
    ("Tea is dearer than milk.", "Tea", "milk", "WORSE", 0, 5, 0, "compsent19/devtest"),
]


def example(sentence: str, label: Stance, first: str = "tea", second: str = "coffee") -> Example:
    """Return an example that all agree on."""
    return Example(
        ComparisonInstance(sentence, first, second), tuple(float(label is stance) for stance in Stance), label
    )


@pytest.fixture
def compsent(tmp_path: Path) -> Path:
    path = tmp_path / "train.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerows([COLUMNS, *ROWS])
    return path


def test_rows_that_repeat_the_devtest_are_left_out(compsent: Path) -> None:
    assert [e.pairing.second for e in read_compsent(compsent)] == ["coffee", "coffee"]


def test_a_target_lies_between_the_votes_and_the_majority(compsent: Path) -> None:
    better, _ = read_compsent(compsent)
    assert better.label is Stance.FIRST
    assert better.target == pytest.approx((0.9, 0.1, 0.0, 0.0))


def test_equality_is_learned_from_sentences_without_a_winner(compsent: Path) -> None:
    _, level = read_compsent(compsent)
    assert level.label is Stance.NONE
    assert max(level.target) == level.target[2]


def test_own_sentences_name_both_objects_and_cover_every_stance() -> None:
    own = read_own()
    assert {e.label for e in own} == set(Stance)
    assert all(mark(e.pairing) != SILENT for e in own)


def test_a_target_follows_the_order_in_the_sentence() -> None:
    ((straight, seen),) = marked([example("Coffee is worse than tea.", Stance.FIRST)])
    assert straight.canonical(seen) == (0.0, 1.0, 0.0, 0.0)


def test_a_sentence_is_turned_round_by_its_one_comparative() -> None:
    learned = [
        example("Tea is Better than coffee.", Stance.FIRST),
        example("Tea is better and faster than coffee.", Stance.FIRST),
        example("Tea is worse than coffee.", Stance.SECOND),
        example("The better shop sells tea and coffee.", Stance.NONE),
    ]
    (turned,) = turned_round(learned, Stance.SECOND)
    assert turned == example("Tea is worse than coffee.", Stance.SECOND)


def test_held_out_pairs_are_not_learned_from() -> None:
    rows = [
        example("Tea is better.", Stance.NONE, f"thing {n % 40}", "other")._replace(target=(float(n),))
        for n in range(800)
    ]
    learned, held = split(rows)
    assert len(held) >= 570
    assert sorted([*learned, *held]) == sorted(rows)
    assert {e.pairing.first for e in learned}.isdisjoint(e.pairing.first for e in held)
    assert split(rows) == (learned, held)


def test_a_bag_of_words_learns_what_it_is_shown(tmp_path: Path) -> None:
    shown = [
        *read_own(),
        *[example(f"Tea {verb} coffee.", Stance.FIRST) for verb in ("is better than", "is far better than") * 20],
        *[example(f"Tea {verb} coffee.", Stance.SECOND) for verb in ("is worse than", "is far worse than") * 20],
    ]
    bow.train(shown, tmp_path / "stance_bow.npz")
    classifier = BagOfWordsClassifier(folder=tmp_path)
    found = classifier.classify([ComparisonInstance("Milk is worse than juice.", "juice", "milk")])
    assert found[0].stance is Stance.FIRST
