"""Sentences on things of longer names, such as Objective-C for C: how many are left out, and what is lost.

Command: ``python -m evaluation.names --index DIR``. The sentences are judged, see ``data/names``.
"""

from __future__ import annotations

import json
from itertools import groupby
from pathlib import Path
from time import perf_counter
from typing import Final, NamedTuple

import click

from engine.retrieval.embedded.retriever import TantivyRetriever
from engine.retrieval.longer_names import without_longer_names

JUDGED: Final = Path("data/names/judged.jsonl")


class Judged(NamedTuple):
    """A sentence that names two things, and whether it is about them."""

    first: str
    second: str
    id: str
    about: bool


def read(path: Path = JUDGED) -> list[Judged]:
    """Return the judged sentences, those of a pair together."""
    rows = (Judged(**json.loads(line)) for line in path.read_text("utf-8").splitlines())
    return sorted(rows, key=lambda row: (row.first, row.second))


@click.command()
@click.option("--index", type=click.Path(exists=True, path_type=Path), required=True, help="Of both corpora.")
def main(index: Path) -> None:
    """Print what is left out of the judged sentences, and how long finding it out takes."""
    retriever = TantivyRetriever(index=index)
    counts = {(about, kept): 0 for about in (True, False) for kept in (True, False)}
    spent = []
    for pair, group in groupby(read(), key=lambda row: (row.first, row.second)):
        hits = retriever.search(pair).hits
        started = perf_counter()
        kept, left_out = without_longer_names(hits, pair, retriever)
        spent.append(perf_counter() - started)
        ids = {key for hit in kept for key in (hit.sentence.id, *hit.copies)}
        for row in group:
            counts[row.about, row.id in ids] += 1
        for name, count in left_out.items():
            print(f"{' and '.join(pair)}: {count} of {len(hits)} sentences are on {name}")
    for about, what in ((True, "on the two things"), (False, "on others")):
        print(f"{what}: {counts[about, True]} kept, {counts[about, False]} left out")
    print(f"{1000 * sum(spent) / len(spent):.0f} ms a pair on average, {1000 * max(spent):.0f} at most")


if __name__ == "__main__":
    main()
