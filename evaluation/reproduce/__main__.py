"""Measures the tables of the papers again: ``python -m evaluation reproduce --data DATA [--index DIR]``.

What is measured is stored in ``docs/runs/papers.json``, table by table, and ``docs/papers.md`` is drawn of that file
anew. Tables that need the index are left as they are without ``--index``.
"""

from __future__ import annotations

from pathlib import Path

import click

from evaluation.data import data_option
from evaluation.reproduce import cam, coqas, cws, studies, tables, touche

EXPERIMENTS = (*cam.EXPERIMENTS, *coqas.EXPERIMENTS, *cws.EXPERIMENTS, *touche.EXPERIMENTS, *studies.EXPERIMENTS)


@click.command(help=__doc__, context_settings={"max_content_width": 120})
@data_option
@click.option("--index", type=click.Path(exists=True, file_okay=False, path_type=Path), help="Index of the corpora.")
@click.option("--work", type=click.Path(file_okay=False, path_type=Path), default=Path("var/papers"), show_default=True)
@click.option("--paper", "papers", type=click.Choice(list(tables.PAPERS)), multiple=True, help="Only this paper.")
@click.option("--table", "numbers", type=click.IntRange(min=1), multiple=True, help="Only the table of this number.")
def main(data: Path, index: Path | None, work: Path, papers: tuple[str, ...], numbers: tuple[int, ...]) -> None:
    """Measure tables and draw the page."""
    inputs = tables.Inputs(data, index, work)
    for experiment in EXPERIMENTS:
        if experiment.paper in (papers or tables.PAPERS) and experiment.table in (numbers or (experiment.table,)):
            if experiment.needs_index and index is None:
                click.echo(f"{experiment.key}: {experiment.title}: needs --index")
                continue
            click.echo(f"{experiment.key}: {experiment.title}")
            measured = tables.run(experiment, inputs)
            stored = tables.read() | {experiment.key: measured}
            tables.write({one.key: stored[one.key] for one in EXPERIMENTS if one.key in stored})
            tables.PAGE.write_text(tables.page(tables.read()), "utf-8")


if __name__ == "__main__":
    main(prog_name="python -m evaluation reproduce")
