"""The classifiers of sentences are trained by the same command."""

from __future__ import annotations

import csv
import gzip
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.types import Pairing, Stance
from nlu_models.stance.boosted import BoostedTreesClassifier
from nlu_models.train import main
from nlu_models.training import boosted
from nlu_models.training.examples import Example

COLUMNS = ["sentence", "object_a", "object_b", "label", "better_count", "worse_count", "none_count", "leak"]
ROWS = [
    ("Tea is better than coffee.", "Tea", "coffee", "BETTER", 5, 0, 0, ""),
    ("Tea is worse than coffee.", "Tea", "coffee", "WORSE", 0, 5, 0, ""),
    ("Tea and coffee are sold better here.", "Tea", "coffee", "NONE", 0, 0, 5, ""),
]
CONFIG = 'task = "stance"\nmodels = ["bow", "xgboost", "embedding"]\nepochs = 1\nseed = 0\n'


DRINKS = ("tea", "coffee", "cocoa", "milk", "juice")


@pytest.fixture
def arguments(tmp_path: Path) -> list[str]:
    folder = tmp_path / "data" / "compsent19"
    folder.mkdir(parents=True)
    with gzip.open(folder / "train.csv.gz", "wt", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([COLUMNS, *ROWS])
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
        Example(Pairing(f"{first} {says} {second}", first, second), (), label)
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
