"""What docs/benchmarks.md states is what the stored runs of docs/runs printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"
BENCHMARKS = (DOCS / "benchmarks.md").read_text("utf-8")
RUNS = sorted((DOCS / "runs").glob("*.txt"))


@pytest.mark.parametrize("run", RUNS, ids=lambda run: run.stem)
def test_the_figures_of_a_table_are_those_of_its_stored_run(run: Path) -> None:
    command, _, printed = run.read_text("utf-8").partition("\n")
    _, named, after = BENCHMARKS.partition(f"`{command.removeprefix('$ ')}`")
    assert named, f"docs/benchmarks.md does not name the command {command!r}"
    table = re.search(r"(?:^\|.*\n)+", after, re.MULTILINE)
    assert table
    stated = [figure for row in table[0].splitlines() for figure in re.findall(r"\.\d{3}", row.split("|")[-2])]
    assert stated
    assert set(stated) <= set(re.findall(r"(?<=\d)\.\d{3}", printed)), f"run {command.removeprefix('$ ')} again"


def test_there_are_stored_runs() -> None:
    assert RUNS
