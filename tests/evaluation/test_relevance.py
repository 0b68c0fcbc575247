"""The measures of ranking, and the fit of the linear ranker, on sentences of our own."""

from __future__ import annotations

import csv
import gzip
import json
from collections.abc import Sequence
from math import log2
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from engine.ranking.linear import WEIGHTS
from evaluation.relevance import (
    Arguments,
    Rows,
    fit,
    interval,
    machine_first,
    main,
    ndcg,
    ranked_by,
    read_arguments,
    read_summaries,
    rows_of,
    shortest_first,
    shuffled,
)

RATED = Arguments(
    "tea",
    "coffee",
    "",
    ("Tea.", "Tea is healthier than coffee.", "Coffee beats tea.", "Tea, coffee.", "I like tea.", "Who drinks coffee?"),
    relevance=(0, 3, 2, 0, 1, 0),
    machine_relevance=(3, 1, 2, 0, 0, 0),
)


def write_csv(path: Path, rows: Sequence[dict[str, object]]) -> None:
    path.parent.mkdir(exist_ok=True)
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)


def rated_rows(comparison: str, relevance: Sequence[int]) -> list[dict[str, object]]:
    return [
        {
            "comparison_id": comparison,
            "object_1": "tea",
            "object_2": "coffee",
            "aspect": "taste",
            "argument": f"Tea number {n} is better than coffee.",
            "relevance": grade,
            "relevance_gpt4": 3 - grade,
        }
        for n, grade in enumerate(relevance)
    ]


def write_summaries(path: Path, *rows: dict[str, object]) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


def test_comparisons_with_few_arguments_are_not_ranked(tmp_path: Path) -> None:
    write_csv(tmp_path / "rated.csv", [*rated_rows("a", [0, 1, 2, 3, 0, 1]), *rated_rows("b", [3, 2, 1, 0, 0])])
    (arguments,) = read_arguments(tmp_path / "rated.csv")
    assert arguments.relevance == (0, 1, 2, 3, 0, 1)
    assert (arguments.first, arguments.second, arguments.aspect) == ("tea", "coffee", "taste")


def test_ndcg_has_linear_gain_and_looks_at_five() -> None:
    ideal = 3 + 2 / log2(3) + 1 / log2(4)
    assert ndcg([RATED], lambda _: [1, 2, 4, 0, 3, 5]) == pytest.approx([1.0])
    assert ndcg([RATED], lambda _: [0, 3, 5, 2, 4, 1]) == pytest.approx([(2 / log2(5) + 1 / log2(6)) / ideal])


def test_baselines_order_by_length_by_machine_and_by_chance() -> None:
    assert list(shortest_first(RATED))[:2] == [0, 4]
    assert list(machine_first(RATED)) == [0, 2, 1, 3, 4, 5]
    assert sorted(shuffled(1)(RATED)) == [0, 1, 2, 3, 4, 5]
    assert shuffled(1)(RATED) == shuffled(1)(RATED)


def test_an_interval_holds_the_mean_and_narrows_with_more_values() -> None:
    low, high = interval([0.0, 1.0] * 5)
    assert 0.0 <= low < 0.5 < high <= 1.0
    closer = interval([0.0, 1.0] * 500)
    assert low < closer[0] < 0.5 < closer[1] < high
    assert interval([0.3]) == pytest.approx((0.3, 0.3))


@pytest.mark.parametrize("ranker", ["cam", "linear"])
def test_a_ranker_puts_sentences_that_compare_nothing_last(ranker: str) -> None:
    assert set(ranked_by(ranker)(RATED)[:2]) == {1, 2}


def test_an_argument_is_as_relevant_as_summaries_that_cite_it(tmp_path: Path) -> None:
    row = {
        "object_1": "tea",
        "object_2": "coffee",
        "arguments": [f"Tea beats coffee, {word}." for word in ("one", "two", "three", "four", "five", "six")],
        "summaries": ["Tea [1] wins [2, 3].", "Coffee [1]. Arguments used: 1.", "Neither [9]."],
    }
    write_summaries(tmp_path / "train.jsonl", row)
    (found,) = read_summaries(tmp_path / "train.jsonl", held_out=[])
    assert found.relevance == (2, 1, 1, 0, 0, 0)
    pair = Arguments("Coffee", "TEA", "", (), ())
    assert read_summaries(tmp_path / "train.jsonl", held_out=[pair]) == []
    said = Arguments("milk", "juice", "", ("tea beats coffee: ONE",), ())
    assert read_summaries(tmp_path / "train.jsonl", held_out=[said]) == []


def test_the_fit_finds_what_makes_arguments_cited_within_a_comparison_and_ignores_their_place() -> None:
    rng = np.random.default_rng(0)
    group = np.repeat(np.arange(300), 10)
    place = np.tile(np.arange(10), 300)
    features = rng.random((3000, 2))
    share = 0.2 + 0.3 * features[:, 0] - 0.05 * place + rng.random(300)[group]
    intercept, weights = fit(Rows(features, share, place, group))
    assert weights == pytest.approx([0.3, 0.0], abs=0.01)
    assert intercept == pytest.approx(np.mean(share - features @ weights))


def test_a_row_is_what_the_ranker_sees_of_an_argument() -> None:
    rows = rows_of([RATED])
    assert rows.features.shape == (2, len(WEIGHTS))
    assert set(rows.share) == {1.0, 2 / 3}
    assert set(rows.place) == {1, 2}


def test_the_command_prints_the_table_and_the_weights(tmp_path: Path) -> None:
    rated = [*rated_rows("a", [0, 1, 2, 3, 0, 1]), *rated_rows("b", [3, 1, 2, 3, 0, 1])]
    write_csv(tmp_path / "cam_relevance" / "relevance_devtest.csv", rated)
    result = CliRunner().invoke(main, ["--data", str(tmp_path)], catch_exceptions=False)
    for words in ("relevance, 2 comparisons", "cam on keyphrase", "linear on keyphrase", "linear above cam"):
        assert words in result.output
    row = {
        "object_1": "trains",
        "object_2": "planes",
        "arguments": [
            f"Trains are {word} than planes." for word in ("safer", "faster", "nicer", "better", "worse", "so")
        ],
        "summaries": ["Trains [1][2]."] * 3,
    }
    summaries = tmp_path / "summary"
    write_summaries(summaries / "cam2_chatgpt_dev.jsonl", row)
    write_summaries(summaries / "train.jsonl", row)
    (summaries / "cam2_chatgpt_train.jsonl.gz").write_bytes(gzip.compress((summaries / "train.jsonl").read_bytes()))
    printed = CliRunner().invoke(main, ["--data", str(tmp_path), "--fit"], catch_exceptions=False)
    for words in ('"intercept": ', '"dimensions": ', "5 arguments of 1 comparisons", "linear     nDCG@5"):
        assert words in printed.output
