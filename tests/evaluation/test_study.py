"""The analysis of studies: what it finds in readers whose habits are known."""

from __future__ import annotations

import math

import click
import numpy as np
import pytest
from scipy.stats import ttest_rel

from evaluation.study import (
    Entry,
    agreement,
    compare,
    fleiss,
    log_times,
    made,
    most_consistent,
    outcomes,
    power,
    ratings,
    read_gold,
    read_study,
    report,
    write_study,
)


def test_times_are_compared_as_pairs_of_logarithms_and_corrected() -> None:
    one, other = {"a": 1.0, "b": 2.0, "c": 2.5, "d": 1.0}, {"b": 2.5, "a": 1.2, "c": 3.5, "e": 9.0}
    found = compare(one, other, tests=3)
    assert found is not None
    wanted = ttest_rel([1.0, 2.0, 2.5], [1.2, 2.5, 3.5])
    assert (found.readers, found.t) == (3, pytest.approx(wanted.statistic))
    assert found.p == pytest.approx(min(1.0, 3 * wanted.pvalue))
    assert found.ratio == pytest.approx(math.exp(np.mean([-0.2, -0.5, -1.0])))
    assert 0 < found.normal_p <= 1


@pytest.mark.parametrize("other", [{}, {"a": 1.0}, {"a": 1.0, "b": 2.0}])
def test_what_cannot_be_compared_is_not(other: dict[str, float]) -> None:
    assert compare({"a": 1.0, "b": 2.0}, other, tests=1) is None


@pytest.mark.parametrize(("effect", "n", "expected"), [(0.5, 34, 0.808), (0.8, 15, 0.821), (0.0, 20, 0.05)])
def test_power_is_that_of_the_tables(effect: float, n: int, expected: float) -> None:
    assert power(effect, n, 0.05) == pytest.approx(expected, abs=0.002)


def test_kappa_is_that_of_fleiss_own_example() -> None:
    counts = [
        [0, 0, 0, 0, 14],
        [0, 2, 6, 4, 2],
        [0, 0, 3, 5, 6],
        [0, 3, 9, 2, 0],
        [2, 2, 8, 1, 1],
        [7, 7, 0, 0, 0],
        [3, 2, 6, 3, 0],
        [2, 5, 3, 2, 2],
        [6, 5, 2, 1, 0],
        [0, 2, 2, 3, 7],
    ]
    assert fleiss(counts) == pytest.approx(0.210, abs=0.001)
    assert fleiss([[3, 0], [3, 0]]) == 1.0


def test_the_readers_who_agree_best_are_kept() -> None:
    rated = {("brief", str(n)): {"a": n % 3, "b": n % 3, "c": (n + 1) % 3} for n in range(6)}
    assert most_consistent(rated, 2) == ("a", "b")
    assert agreement(rated, ("a", "b")) == 1.0
    assert math.isnan(agreement({}, ("a", "b")))


def test_a_winner_is_right_by_the_gold_whatever_its_case(tmp_path) -> None:
    (tmp_path / "gold.csv").write_text("number,object_1,object_2,aspect,winner\n1,Java,C,speed,object_2\n", "utf-8")
    item = "Java | c | Speed"
    entries = [
        Entry("1", "topic", "cam", item, "winner", "second"),
        Entry("1", "topic", "cam", item, "confidence", "4"),
    ]
    assert outcomes(entries, read_gold(tmp_path / "gold.csv")) == {"cam": [(True, 4)]}


def test_made_readers_are_written_read_and_found_as_they_were_made(tmp_path) -> None:
    entries = made(12)
    write_study(entries, tmp_path / "made.csv")
    assert read_study([tmp_path / "made.csv"]) == entries
    logs = log_times(entries, "total")
    found = compare(logs["ours"], logs["keywords"], tests=15)
    assert found is not None
    assert found.ratio < 0.75
    assert found.p < 0.01
    assert ratings(entries, "fluency").keys() == ratings(entries, "completeness").keys()
    lines = [*report(entries, dict.fromkeys(("a | b | c", "d | e | f", "g | h | i"), "first"), keep=3)]
    assert any("Pearson's r" in line for line in lines)
    assert sum("kappa" in line for line in lines) == 2


def test_a_file_of_something_else_is_refused(tmp_path) -> None:
    (tmp_path / "other.csv").write_text("a,b\n", "utf-8")
    with pytest.raises(click.ClickException, match="other columns"):
        read_study([tmp_path / "other.csv"])
