"""The classifiers of sentences are trained by the same command."""

from __future__ import annotations

import csv
import gzip
import json
import lzma
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.types import ComparisonInstance, Stance
from nlu_models.baselines.boosted import BoostedTreesClassifier
from nlu_models.baselines.bow import BagOfWordsClassifier
from nlu_models.baselines.rule_stance import KeyphraseClassifier
from nlu_models.training import boosted
from nlu_models.training.__main__ import main
from nlu_models.training.examples import LARGEST_PAIR, Example
from nlu_models.training.unlabelled import Together, imitated, read_unlabelled

COLUMNS = ["sentence", "object_a", "object_b", "label", "better_count", "worse_count", "none_count", "leak"]
ROWS = [
    ("Tea is better than coffee.", "Tea", "coffee", "BETTER", 5, 0, 0, ""),
    ("Tea is worse than coffee.", "Tea", "coffee", "WORSE", 0, 5, 0, ""),
    ("Tea and coffee are sold better here.", "Tea", "coffee", "NONE", 0, 0, 5, ""),
]
OTHERS = [(row[0].replace("Tea", "Milk"), "Milk", *row[2:]) for row in ROWS] * (LARGEST_PAIR // 3 + 1)
"""Rows of a pair that is too large to be held out."""
CONFIG = 'task = "stance"\nmodels = ["bow", "xgboost", "embedding"]\nepochs = 1\nseed = 0\n'
DRINKS = ("tea", "coffee", "cocoa", "milk", "juice")


@pytest.fixture
def arguments(tmp_path: Path) -> list[str]:
    folder = tmp_path / "data" / "compsent19"
    folder.mkdir(parents=True)
    with gzip.open(folder / "train.csv.gz", "wt", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([COLUMNS, *ROWS, *OTHERS])
    (tmp_path / "stance.toml").write_text(CONFIG, "utf-8")
    return [str(tmp_path / "stance.toml"), "--data", str(tmp_path / "data"), "--out", str(tmp_path / "out")]


def test_the_classifiers_are_written_and_measured(arguments: list[str], tmp_path: Path) -> None:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    assert (tmp_path / "out" / "stance_bow.npz").exists()
    assert (tmp_path / "out" / "stance_xgboost.npz").exists()
    assert (tmp_path / "out" / "stance_embedding.npz").exists()
    assert "3 held out" in result.output
    assert "bow, inner dev: BETTER WORSE NONE " in result.output
    assert "xgboost, inner dev: BETTER WORSE NONE " in result.output
    assert "embedding, inner dev: BETTER WORSE NONE " in result.output


def test_a_search_is_refused(arguments: list[str]) -> None:
    result = CliRunner().invoke(main, [*arguments, "--search"])
    assert result.exit_code == 1
    assert "no grid to search" in result.output


def test_written_trees_say_what_xgboost_says(tmp_path: Path) -> None:
    pairs = [(first, second) for first in DRINKS for second in DRINKS if first != second]
    examples = [
        Example(ComparisonInstance(f"{first} {says} {second}", first, second), (), label)
        for first, second in pairs
        for says, label in (
            ("is better than", Stance.FIRST),
            ("is far worse than", Stance.SECOND),
            ("is better known and worse loved than", Stance.NONE),
        )
    ]
    boosted.train(examples, tmp_path / "stance_xgboost.npz")
    served = BoostedTreesClassifier(folder=tmp_path)
    model, _, counts = boosted.fit(examples)
    for example, found, said in zip(
        examples, served.classify([e.pairing for e in examples]), model.predict_proba(counts), strict=True
    ):
        assert (found.first, found.second, found.none) == pytest.approx(said.tolist(), abs=1e-5)
        assert found.stance is example.label


def test_sentences_with_labels_of_people_are_no_unlabelled_ones(tmp_path: Path) -> None:
    rows = [
        {"text": "Tea beats coffee.", "pairs": [["tea", "coffee"]], "sources": ["cam_api_json"], "auto_split": 0},
        {
            "text": "Tea is hot.",
            "pairs": [["tea", "coffee"]],
            "sources": ["cam_api_json", "compsent19"],
            "auto_split": 0,
        },
        {"text": "Tea.", "pairs": [["tea", "coffee"]], "sources": ["cam_api_json"], "auto_split": 1},
        {"text": "Nothing.", "pairs": [], "sources": ["cam_api_json"], "auto_split": 0},
    ]
    (tmp_path / "cam_sentences").mkdir()
    with lzma.open(tmp_path / "cam_sentences" / "cam_sentences.jsonl.xz", "wt", encoding="utf-8") as file:
        file.writelines(f"{json.dumps(row)}\n" for row in rows)
    assert read_unlabelled(tmp_path) == [ComparisonInstance("Tea beats coffee.", "tea", "coffee")]


def test_teachers_are_imitated_where_they_see_a_side() -> None:
    better = ComparisonInstance("Tea is better than coffee.", "tea", "coffee")
    worse = ComparisonInstance("Tea is worse than coffee.", "tea", "coffee")
    neither = ComparisonInstance("They sell tea, and next door they sell coffee.", "tea", "coffee")
    held = [Example(worse, (0.0, 1.0, 0.0, 0.0), Stance.SECOND)]
    teachers = [KeyphraseClassifier(), BagOfWordsClassifier()]
    (found,) = imitated([neither, worse, better], held, Together(teachers), 1, 0)
    assert (found.pairing, found.label) == (better, Stance.FIRST)
    means = [(one.first + other.first) / 2 for one, other in [[t.classify([better])[0] for t in teachers]]]
    assert found.target[0] == pytest.approx(means[0])
    assert sum(found.target) == pytest.approx(1)
    assert len(imitated([neither, worse, better], [], Together(teachers), 3, 0)) == 2, (
        "nothing in the third can take a side"
    )
