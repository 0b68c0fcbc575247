"""Whether cutting sentences changes whom they favour: ``python -m evaluation.statements --index DIR --pairs FILE``.

The best sentences of many comparisons are cut to the statements that an answer would quote, and what is left is
classified again:

* ``sentences``: how many were looked at; ``cut``: how many of them lost something;
* ``turned``: how many of those favour somebody else afterwards; ``clear``: of these, those clear enough to be quoted
  beside others;
* ``shorter``: how much of the characters of cut sentences is left out.
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import click

from engine.config import load_config
from engine.pipeline import Engine
from engine.text.tokens import clean
from engine.types import ComparisonInstance
from evaluation.pairs import by_frequency
from generation.claim_extraction import CLEAR
from generation.evidence import Evidence


@click.command(help=__doc__, context_settings={"max_content_width": 120})
@click.option("--index", type=click.Path(path_type=Path), required=True, help="Folder of the index.")
@click.option("--pairs", type=click.Path(path_type=Path), required=True, help="JSON Lines with a field 'pairs'.")
@click.option("--count", type=click.IntRange(min=1), default=120, show_default=True, help="How many pairs.")
@click.option("--depth", type=click.IntRange(min=1), default=60, show_default=True, help="Sentences of each.")
def main(index: Path, pairs: Path, count: int, depth: int) -> None:
    """Print the figures."""
    engine = Engine(load_config(overrides={"retrieval": {"index": index}}))
    sentences = cut = turned = clear = whole = left = 0
    for pair in by_frequency(pairs, engine.retriever, count):
        comparison = engine.compare(pair[:2])
        evidence = Evidence(comparison)
        for argument in islice(comparison.arguments, depth):
            sentences += 1
            text, statement = clean(argument.hit.sentence.text), evidence.statement(argument)
            said = text[statement.start : statement.end]
            if said != text:
                cut, whole, left = cut + 1, whole + len(text), left + len(said)
                (again,) = engine.classify([ComparisonInstance(said, *pair[:2])])
                if again.stance is not argument.stance:
                    turned, clear = turned + 1, clear + (statement.unclear <= CLEAR)
                    click.echo(f"{argument.stance} → {again.stance}: {said!r} of {text!r}")
    click.echo(f"{sentences} sentences, {cut} cut, {turned} turned, {clear} of them clear")
    click.echo(f"{1 - left / max(1, whole):.2f} shorter")


if __name__ == "__main__":
    main()
