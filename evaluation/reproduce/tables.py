"""A table as it is measured, stored and shown; the page of all tables is made of the stored file alone."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from engine.pipeline import Engine

ROOT: Final = Path(__file__).parents[2]
STORED: Final = ROOT / "docs" / "runs" / "papers.json"
"""Every figure of the page; only this command writes it."""
PAGE: Final = ROOT / "docs" / "papers.md"

Cell = float | tuple[float, float, float] | str | None
"""A figure, a figure with the bounds of its 95 % interval, words, or nothing."""


class Status(StrEnum):
    """What can be said of a row."""

    WORKS = "works"
    DIFFERS = "differs"
    """Something else stands in for what was published; the row says what and why."""
    NOT_HERE = "cannot be run here"
    """What it needs cannot be had; the row says how it would be run."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table."""

    name: str
    ours: Sequence[Cell] = ()
    """One for each column of the table; empty where nothing was measured."""
    published: Sequence[Cell] = ()
    status: Status = Status.WORKS
    why: str = ""
    """Why it differs or cannot be run, and how one would run it; or a remark."""


@dataclass(frozen=True, slots=True)
class Inputs:
    """What experiments may read."""

    data: Path
    """Folder of the public data sets."""
    index: Path | None
    """Index of the large corpora; rows that need it are skipped when None."""
    work: Path
    """Where what takes long to make is kept: an index of posts, trained taggers, a CTRL model."""

    def engine(self, **parts: Any) -> Engine:
        """Return an engine over the index; ``parts`` are sections of the settings."""
        from engine.config import load_config

        return Engine(load_config(environ={}, overrides={"retrieval": {"index": self.index}} | parts))


@dataclass(frozen=True, slots=True)
class Experiment:
    """How a table is measured."""

    paper: str
    """A key of ``PAPERS``."""
    table: int
    """Number on our page."""
    title: str
    of: str
    """What it is in the paper."""
    columns: Sequence[str]
    data: str
    """What was measured on: data set, split, size, intervals, seeds."""
    measure: Callable[[Inputs], Sequence[Row]]
    needs_index: bool = False

    @property
    def key(self) -> str:
        """Return the name of the stored table."""
        return f"{self.paper} {self.table}"


@dataclass(frozen=True, slots=True)
class Table:
    """A measured table."""

    title: str
    of: str
    columns: Sequence[str]
    data: str
    rows: Sequence[Row] = field(default_factory=list)
    seconds: float = 0.0
    needs_index: bool = False


PAPERS: Final[Mapping[str, str]] = {
    "cam": "CAM: Schildwächter et al., “Answering Comparative Questions: Better than Ten-Blue-Links?”, CHIIR 2019",
    "coqas": "CoQAS: Chekalina et al., “Which is Better for Deep Learning: Python or MATLAB?”, EACL 2021",
    "cws": "CWS: Sun et al., “CWS: A Comparative Web Search System”, WWW 2006",
    "touche": "Touché: Bondarenko et al., “Overview of Touché”, Task 2, CLEF 2020 to 2022",
}


def run(experiment: Experiment, inputs: Inputs) -> Table:
    """Measure a table."""
    started = time.perf_counter()
    rows = experiment.measure(inputs)
    seconds = round(time.perf_counter() - started, 1)
    return Table(
        experiment.title,
        experiment.of,
        experiment.columns,
        experiment.data,
        [*rows],
        seconds,
        experiment.needs_index,
    )


def read(path: Path = STORED) -> dict[str, Table]:
    """Return the stored tables by their keys; none where nothing is stored."""
    if not path.exists():
        return {}
    return {
        key: Table(**table | {"rows": [Row(**row | {"status": Status(row["status"])}) for row in table["rows"]]})
        for key, table in json.loads(path.read_text("utf-8")).items()
    }


def write(tables: Mapping[str, Table], path: Path = STORED) -> None:
    """Store tables, sorted, with figures of three digits behind the point."""
    kept = {key: _rounded(asdict(tables[key])) for key in sorted(tables)}
    path.write_text(json.dumps(kept, ensure_ascii=False, indent=1) + "\n", "utf-8")


def page(tables: Mapping[str, Table]) -> str:
    """Return the page of the papers, in Markdown."""
    return "\n".join(_page(tables)) + "\n"


def _page(tables: Mapping[str, Table]) -> Iterator[str]:
    rows = [row for table in tables.values() for row in table.rows]
    counts = ", ".join(f"{sum(row.status is status for row in rows)} {status.value}" for status in Status)
    yield from (
        "# The papers, measured again",
        "",
        "Whichever follows four papers. This page has their tables and figures, ours beside the published, made by",
        "",
        "    make papers DATA=DIR INDEX=DIR",
        "",
        "which is `python -m evaluation reproduce --data DATA --index INDEX [--paper NAME] [--table N]` in the",
        "environment of training. It stores each figure in [runs/papers.json](runs/papers.json), of which this page is",
        "drawn; a test compares the two. Brackets hold 95 % intervals. *Published* figures are those of the papers, on",
        "whole test sets, of which ours are the public halves (*dev-test*): neighbours, not twins. Times are of two",
        "cores that other work shares.",
        "",
        f"Of {len(rows)} rows {counts}.",
    )
    for paper, name in PAPERS.items():
        yield from ("", f"## {name}")
        for key in sorted((key for key in tables if key.split()[0] == paper), key=lambda key: int(key.split()[1])):
            yield from _section(key, tables[key])


def _section(key: str, table: Table) -> Iterator[str]:
    paper, number = key.split()
    index = " --index INDEX" if table.needs_index else ""
    yield from ("", f"### {table.title}", "", f"{table.of}. {table.data}", "")
    yield from (
        f"`python -m evaluation reproduce --data DATA{index} --paper {paper} --table {number}`, {table.seconds:g} s",
        "",
    )
    what = ": " + " / ".join(table.columns) if table.columns else ""
    published = any(row.published for row in table.rows)
    yield f"| | ours{what} |{' published |' if published else ''} |"
    yield f"|---|---|{'---|' if published else ''}---|"
    for row in table.rows:
        beside = f" {_cells(row.published)} |" if published else ""
        said = "; ".join(
            filter(None, (row.status.value if row.status is not Status.WORKS or not row.why else "", row.why))
        )
        yield f"| {row.name} | {_cells(row.ours)} |{beside} {said} |"


def _cells(cells: Sequence[Cell]) -> str:
    return " / ".join(map(_cell, cells)) if cells else "–"


def _cell(cell: Cell) -> str:
    if cell is None:
        return "–"
    if isinstance(cell, str):
        return cell
    if isinstance(cell, (int, float)):
        return _number(cell)
    mean, low, high = cell
    return f"{_number(mean)} [{_number(low)} {_number(high)}]"


def _number(value: float) -> str:
    """Return a share as ``.754``, a count as it is, and anything else with at most one digit behind the point."""
    if value == int(value) and not isinstance(value, float):
        return f"{value:,}"
    return f"{value:.3f}".replace("0.", ".", 1) if abs(value) < 1 else f"{value:.3f}" if value == 1 else f"{value:,.1f}"


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 3)
    if isinstance(value, dict):
        return {key: _rounded(one) for key, one in value.items()}
    return [_rounded(one) for one in value] if isinstance(value, (list, tuple)) else value
