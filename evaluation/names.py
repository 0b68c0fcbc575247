"""Sentences on other things than those that are asked about: Objective-C for C, apple juice for apple.

Command: ``python -m evaluation.names --index DIR``. It counts the judged arguments (``data/names``) that are shown
without what leaves such sentences out, with each of its parts, and with all.
"""

from __future__ import annotations

import json
from itertools import groupby
from pathlib import Path
from time import process_time
from typing import Final, NamedTuple

import click

from engine.config import load_config
from engine.pipeline import Engine

JUDGED: Final = Path("data/names/judged.jsonl")
"""Arguments, each counted where it is shown; ``ambiguous.jsonl`` beside it has what a search finds first."""
WAYS: Final = ("longer_names", "compounds")


class Judged(NamedTuple):
    """A sentence that names two things, and whether it is about them."""

    first: str
    second: str
    id: str
    about: bool
    other: str = ""
    """What a sentence is on instead, where that was noted."""


def read(path: Path) -> list[Judged]:
    """Return the judged sentences, those of a pair together."""
    rows = (Judged(**json.loads(line)) for line in path.read_text("utf-8").splitlines())
    return sorted(rows, key=lambda row: (row.first, row.second))


@click.command()
@click.option("--index", type=click.Path(exists=True, path_type=Path), required=True, help="Of both corpora.")
@click.option("--judged", type=click.Path(exists=True, path_type=Path), default=JUDGED, help="What was judged.")
def main(index: Path, judged: Path) -> None:
    """Print how many judged sentences are shown, by what is switched on."""
    print("switched on   on the things  on others  ms of processor time a pair")
    for on in ((), *((way,) for way in WAYS), WAYS):
        settings = {"index": str(index), "cached_mb": 0, **{way: way in on for way in WAYS}}
        engine = Engine(load_config(overrides={"retrieval": settings}))
        engine.warm()
        shown = {True: 0, False: 0}
        started, pairs = process_time(), 0
        for pair, group in groupby(read(judged), key=lambda row: (row.first, row.second)):
            hits = [one.hit for one in engine.compare(pair).arguments]
            ids = {key for hit in hits for key in (hit.sentence.id, *hit.copies)}
            pairs += 1
            for row in group:
                shown[row.about] += row.id in ids
        spent = 1000 * (process_time() - started) / pairs
        print(f"{', '.join(on) or 'none':24}  {shown[True]:4}  {shown[False]:4}  {spent:5.0f}", flush=True)
        engine.close()


if __name__ == "__main__":
    main()
