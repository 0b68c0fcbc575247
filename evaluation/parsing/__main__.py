"""Measures how well questions and sentences are understood: ``python -m evaluation.parsing --data DATA``.

One line per data set, thing to find and system:

* ``comparative``: is it? Precision, recall and F1 of the positive class;
* ``direct``: does a comparative question name its options (kinds direct, yes_no and difference)?
* ``kind``: the kind of question, as accuracy over all and as F1 of each;
* ``object``, ``aspect``, ``predicate``: entities, exact in bounds and label, pooled over the set; ``token F1`` counts
  words instead. ``all in KIND``: the three together in the questions of a kind.

Brackets hold the 95 % interval of a figure, texts resampled. ``p`` compares the F1 with that of the first system of the
set, paired, by approximate randomisation; that system is CoQAS where its own output is there, otherwise the first
reader. A reader that knows the guideline of a public set reads it by that (``NAME, GUIDELINE``) and by the product's.

Below: what the probability of being comparative is worth, what became of the entities, how long one text took.

Published figures are for whole official test sets, of which the dev-test files are a part.

Source: entity scores as in conlleval and seqeval; positive-class scores and recall at a precision as in Bondarenko et
al. (WSDM 2022).
"""

from __future__ import annotations

from pathlib import Path

import click

from evaluation.data import data_option
from evaluation.parsing import tables
from evaluation.parsing.systems import known, systems
from evaluation.parsing.texts import SETS

BELOW = (
    (tables.beliefs_header, tables.beliefs),
    (tables.outcomes_header, tables.outcomes),
    (tables.times_header, tables.times),
)
"""The tables that stand below the table of figures."""


@click.command(help=__doc__, context_settings={"max_content_width": 120})
@data_option
@click.option("--parser", "names", multiple=True, callback=known, help="A reader or a trained folder; repeatable.")
@click.option("--set", "sets", multiple=True, type=click.Choice(list(SETS)), help="Only this data set; repeatable.")
@click.option("--errors", type=click.IntRange(0, 1000), default=0, help="Show so many texts with most errors.")
def main(data: Path, names: tuple[str, ...], sets: tuple[str, ...], errors: int) -> None:
    """Print the tables."""
    below: list[list[str]] = [[""] for _ in BELOW]
    shown: list[str] = []
    click.echo(tables.figures_header())
    for name in sets or SETS:
        texts = SETS[name].read(data)
        read = [(system, system.reading(texts)) for system in systems(names, SETS[name], data)]
        for line in tables.figures(name, texts, read):
            click.echo(line)
        for (_, table), lines in zip(BELOW, below, strict=True):
            lines += table(name, texts, read)
        shown += tables.errors(name, texts, read, errors) if errors else ()
    for (header, _), (blank, *lines) in zip(BELOW, below, strict=True):
        if lines:
            click.echo("\n".join([blank, header(), *lines]))
    for line in shown:
        click.echo(line)


if __name__ == "__main__":
    main()
