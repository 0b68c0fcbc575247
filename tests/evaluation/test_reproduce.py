"""The papers' page: made of the stored figures, complete, and honest about what was not run."""

from __future__ import annotations

import numpy as np
import pytest

from engine.types import Stance
from evaluation.reproduce import cam, tables
from evaluation.reproduce.__main__ import EXPERIMENTS
from evaluation.reproduce.tables import Row, Status, Table

STORED = tables.read()


def test_the_page_is_drawn_of_the_stored_figures() -> None:
    assert tables.PAGE.read_text("utf-8") == tables.page(STORED), "run: make papers"


def test_every_experiment_is_stored_as_it_is_defined() -> None:
    assert [*STORED] == sorted(one.key for one in EXPERIMENTS)
    for one in EXPERIMENTS:
        stored = STORED[one.key]
        assert (stored.title, stored.of, stored.data) == (one.title, one.of, one.data), "run: make papers"
        assert stored.columns == list(one.columns)


@pytest.mark.parametrize("table", STORED.values(), ids=STORED)
def test_a_row_that_is_not_as_published_says_why(table: Table) -> None:
    assert table.rows
    for row in table.rows:
        assert row.why or row.status is Status.WORKS, row.name
        assert row.ours or row.status is Status.NOT_HERE, row.name
        assert len(row.ours) <= max(1, len(table.columns)), row.name


def test_a_table_is_read_as_it_was_written(tmp_path) -> None:
    rows = [Row("one", (0.75, (0.5, 0.25, 1.0), "words", None, 12)), Row("two", status=Status.NOT_HERE, why="people")]
    table = Table("CAM 1", "Table 1", ["F1"], "made", rows, 1.0)
    tables.write({"cam 1": table}, tmp_path / "papers.json")
    found = tables.read(tmp_path / "papers.json")
    assert [row.name for row in found["cam 1"].rows] == ["one", "two"]
    assert ".750 / .500 [.250 1.000] / words / – / 12" in tables.page(found)
    assert "cannot be run here; people" in tables.page(found)


def test_f1_counts_equality_as_none_and_holds_its_figure_in_its_interval() -> None:
    gold = [Stance.FIRST, Stance.SECOND, Stance.NONE, Stance.NONE]
    found = [Stance.FIRST, Stance.NONE, Stance.EQUAL, Stance.NONE]
    (better, *_), (worse, *_), (none, *_), (weighted, low, high), (macro, *_) = cam.f1(gold, found)
    assert (better, worse, none) == (1.0, 0.0, 0.8)
    assert weighted == pytest.approx((1.0 + 0.0 + 2 * 0.8) / 4)
    assert macro == pytest.approx(0.6)
    assert low <= weighted <= high
    assert np.isfinite([low, high]).all()
