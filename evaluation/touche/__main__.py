"""Measures a run for Touché: ``python -m evaluation touche RUN --qrels FILE``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from engine import schemas
from evaluation.touche import measures
from evaluation.touche.runs import read_qrels, read_run
from service.cli.options import PATH, json_option


@click.command()
@click.argument("run", type=PATH)
@click.option("--qrels", type=PATH, required=True, help="Judgements of relevance.")
@click.option("--quality", type=PATH, help="Judgements of quality.")
@click.option("--stance", type=PATH, help="Judgements of stance.")
@json_option("the figures")
def main(run: Path, qrels: Path, quality: Path | None, stance: Path | None, as_json: bool) -> None:
    """Check a RUN and measure it: nDCG@5 and stance.

    nDCG@5 is given as trec_eval has it and as the organisers of Touché count it, who leave out what nobody judged,
    each with its 95 % bootstrap interval over topics; judged@5 is the share of the first five that somebody judged.
    """
    lines = read_run(run)
    figures: dict[str, measures.Measured] = {}
    for name, path in (("relevance", qrels), ("quality", quality)):
        if path is not None:
            grades = measures.grades_of(read_qrels(path))
            figures[f"nDCG@5 {name}, trec_eval"] = measures.trec_eval(lines, grades)
            figures[f"nDCG@5 {name}, organisers"] = measures.organisers(lines, grades)
            figures[f"judged@5 {name}"] = measures.judged(lines, grades)
    shown: dict[str, Any] = {name: figure._asdict() for name, figure in figures.items()}
    told = [_shown(name, figure) for name, figure in figures.items()]
    if stance is not None:
        f1, documents = measures.stance_f1(lines, read_qrels(stance))
        shown["stance macro F1"] = {"mean": f1, "documents": documents}
        told.append(f"{'stance macro F1':30}{f1:6.3f}  {documents} judged documents")
    click.echo(schemas.dump(shown) if as_json else "\n".join(told))


def _shown(name: str, figure: measures.Measured) -> str:
    return f"{name:30}{figure.mean:6.3f}  {figure.low:.3f} to {figure.high:.3f}, {figure.topics} topics"


if __name__ == "__main__":
    main()
