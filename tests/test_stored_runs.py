"""What the documents state is what the stored runs of docs/runs printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"
STATED = "\n".join(document.read_text("utf-8") for document in sorted(DOCS.glob("*.md")))
RUNS = sorted((DOCS / "runs").glob("*.txt"))


@pytest.mark.parametrize("run", RUNS, ids=lambda run: run.stem)
def test_the_figures_of_a_table_are_those_of_its_stored_run(run: Path) -> None:
    command, _, printed = run.read_text("utf-8").partition("\n")
    assert f"`{command.removeprefix('$ ')}`" in STATED
    table = re.search(rf"`docs/runs/{run.name}`(?:(?!^\|).*\n)+((?:^\|.*\n)+)", STATED, re.MULTILINE)
    assert table, f"no document has a table behind the name of {run.name}"
    stated = set().union(*(figures(row.split("|")[-2]) for row in table[1].splitlines()[2:]))
    assert stated
    assert stated <= figures(printed), f"run {command.removeprefix('$ ')} again"


def figures(text: str) -> set[str]:
    """Return the numbers in a text, without zeros before them."""
    return {number.lstrip("0") for number in re.findall(r"\d*\.?\d+", re.sub(r"(?<=\d),(?=\d)", "", text))}


def test_there_are_stored_runs() -> None:
    assert RUNS
