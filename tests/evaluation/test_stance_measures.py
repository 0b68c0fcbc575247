"""The measures of weighing, on sentences of our own."""

from __future__ import annotations

import csv
import gzip
import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.types import Classification, ComparisonInstance, Stance
from evaluation.stance import OWN_TEST, Labelled, calibrate, main, read_compsent, score, score_four, swapped_share
from nlu_models.baselines.rule_stance import EVIDENCE, KeyphraseClassifier
from nlu_models.training.examples import OWN_SENTENCES, own_example, read_own

FIRST = Classification(0.9, 0.0, 0.0, 0.1)
EQUAL = Classification(0.0, 0.0, 0.9, 0.1)
NONE = Classification(0.0, 0.0, 0.1, 0.9)
ROWS = [
    Labelled(ComparisonInstance("Tea is better than coffee.", "Tea", "coffee"), Stance.FIRST),
    Labelled(ComparisonInstance("Tea is worse than coffee.", "Tea", "coffee"), Stance.SECOND),
    Labelled(ComparisonInstance("Tea, coffee.", "Tea", "coffee"), Stance.NONE),
]


class FirstAlways:
    def classify(self, instances: Sequence[ComparisonInstance]) -> list[Classification]:
        return [FIRST] * len(instances)


def write_csv(path: Path, rows: Sequence[dict[str, object]]) -> None:
    path.parent.mkdir(exist_ok=True)
    with gzip.open(path, "wt", newline="") if path.suffix == ".gz" else path.open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)


def compsent_row(sentence: str, label: str, leak: str = "", other: str = "coffee") -> dict[str, object]:
    return {"object_a": "tea", "object_b": other, "sentence": sentence, "label": label, "leak": leak}


def test_equality_counts_as_no_comparison() -> None:
    assert score(ROWS, [FIRST, FIRST.flipped(), EQUAL]) == (1.0, 1.0, 1.0, 1.0, 1.0)


def test_f1_is_weighted_by_support_or_not() -> None:
    rows = [*ROWS, ROWS[2]]
    better, worse, none, weighted, macro = score(rows, [FIRST, NONE, NONE, NONE])
    assert (better, worse, none) == pytest.approx((1.0, 0.0, 0.8))
    assert weighted == pytest.approx((1.0 + 0.0 + 2 * 0.8) / 4)
    assert macro == pytest.approx(1.8 / 3)


def test_own_sentences_are_scored_in_four_classes() -> None:
    sentences = ("{+Tea} beats {coffee}.", "{Tea} lost to {+coffee}.", "{=Tea} equals {=coffee}.", "{Tea}, {coffee}.")
    examples = [own_example(sentence) for sentence in sentences]
    assert score_four(examples, [FIRST, FIRST.flipped(), EQUAL, NONE]) == (1.0, 1.0, 1.0, 1.0, 1.0)
    assert score_four(examples, [FIRST, FIRST.flipped(), NONE, NONE]) == pytest.approx((1.0, 1.0, 0.0, 2 / 3, 2 / 3))


def test_the_sentences_to_test_with_share_no_object_with_those_that_are_learned_from() -> None:
    tested, learned = (
        {name.casefold() for example in read_own(path) for name in example.pairing[1:]}
        for path in (OWN_TEST, OWN_SENTENCES)
    )
    assert tested.isdisjoint(learned)
    assert len(read_own(OWN_TEST)) >= 60


@pytest.mark.parametrize("name", ["train.csv", "train.csv.gz"])
def test_rows_that_repeat_the_devtest_are_left_out(tmp_path: Path, name: str) -> None:
    kept, dropped = compsent_row("Tea, coffee.", "NONE"), compsent_row("Tea!", "BETTER", "compsent19/devtest;other")
    write_csv(tmp_path / name, [kept, dropped])
    assert read_compsent(tmp_path / name) == [
        Labelled(ComparisonInstance("Tea, coffee.", "tea", "coffee"), Stance.NONE)
    ]


def test_the_swap_test_finds_a_classifier_that_looks_at_the_order_of_the_objects() -> None:
    assert swapped_share(ROWS, KeyphraseClassifier()) == 1.0
    assert swapped_share(ROWS, FirstAlways()) == 0.0


def test_calibration_counts_agreement_by_kind_of_finding() -> None:
    counts = calibrate([*ROWS, Labelled(ROWS[0].pairing, Stance.SECOND), Labelled(ROWS[0].pairing, Stance.NONE)])
    assert counts.keys() == EVIDENCE.keys()
    assert counts["than"] == (2, 1, 1)
    assert counts["silent"] == (0, 0, 1)


def test_the_command_prints_every_table(tmp_path: Path) -> None:
    rows = [
        compsent_row(f"Tea {words} {drink}.", label, other=drink)
        for drink in ("coffee", "cocoa", "juice", "milk")
        for words, label in (("is better than", "BETTER"), ("is worse than", "WORSE"), ("and", "NONE"))
    ]
    write_csv(tmp_path / "compsent19" / "train.csv.gz", rows)
    write_csv(tmp_path / "compsent19" / "devtest.csv", rows[:3])
    rated = {"comparison_id": "a", "object_1": "tea", "object_2": "coffee", "aspect": "", "relevance": 1}
    rated_rows = [rated | {"argument": f"Tea {n} is better than coffee.", "relevance_gpt4": 0} for n in range(6)]
    write_csv(tmp_path / "cam_relevance" / "relevance_devtest.csv", rated_rows)
    (tmp_path / "stance").mkdir()
    passage = {
        "answer": "A beats B.",
        "object_1_spans": "[[0, 1]]",
        "object_2_spans": "[[8, 9]]",
        "stance": "pro_first",
    }
    (tmp_path / "stance" / "train.jsonl").write_text(json.dumps(passage), "utf-8")
    both = ["--classifier", "keyphrase", "--classifier", "xgboost"]
    result = CliRunner().invoke(main, ["--data", str(tmp_path), *both], catch_exceptions=False)
    assert result.exit_code == 0
    for words in (
        "keyphrase, devtest",
        "own sentences, four classes",
        "keyphrase: 100.00% of 15 sentences flip",
        "xgboost: stance, macro F1",
        "cam on keyphrase",
    ):
        assert words in result.output
    printed = CliRunner().invoke(main, ["--data", str(tmp_path), "--calibrate"], catch_exceptions=False)
    assert '    "than": (8, 0, 0),' in printed.output
