"""Which sentences that speak of an aspect are found: by its own words, and by those of its family and meaning.

Command: ``python -m evaluation.related --index DIR``. The sentences are judged, see ``data/related``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from time import perf_counter
from typing import Final, NamedTuple

import click

from engine.retrieval.embedded.retriever import TantivyRetriever
from engine.text.lexicon import NEAR, AspectFinder

JUDGED: Final = Path("data/related/judged.jsonl")


class Judged(NamedTuple):
    """A sentence of a pair, and whether it speaks of an aspect."""

    case: int
    first: str
    second: str
    aspect: str
    id: str
    speaks: bool
    stands_for: float


class Found(NamedTuple):
    """How much of what speaks of aspects is found."""

    precision: float
    recall: float
    sentences: float
    """Sentences found that speak of their aspect, as many as the judged ones stand for."""
    mean_precision: float
    """Over the cases that have any found."""
    mean_recall: float
    """Over the cases that have any to find."""


def read(path: Path = JUDGED) -> list[Judged]:
    """Return the judged sentences."""
    return [Judged(**json.loads(line)) for line in path.read_text("utf-8").splitlines()]


def measure(rows: Sequence[Judged], found: Sequence[bool]) -> Found:
    """Compare what was found with what was judged."""
    cases = [[*group] for _, group in groupby(zip(rows, found, strict=True), key=lambda one: one[0].case)]
    shares = [_shares(case) for case in cases]
    precision, recall, sentences = _shares([one for case in cases for one in case])
    return Found(
        precision or 0.0,
        recall or 0.0,
        sentences,
        _mean(share for share, _, _ in shares),
        _mean(share for _, share, _ in shares),
    )


def _shares(rows: Sequence[tuple[Judged, bool]]) -> tuple[float | None, float | None, float]:
    right = sum(row.stands_for for row, found in rows if found and row.speaks)
    found = sum(row.stands_for for row, found in rows if found)
    speaking = sum(row.stands_for for row, _ in rows if row.speaks)
    return right / found if found else None, right / speaking if speaking else None, right


def _mean(shares: Iterable[float | None]) -> float:
    known = [share for share in shares if share is not None]
    return sum(known) / max(1, len(known))


@click.command()
@click.option("--index", type=click.Path(exists=True, path_type=Path), required=True, help="Of both corpora.")
@click.option("--near", type=float, multiple=True, default=(0.0, NEAR), show_default=True)
def main(index: Path, near: tuple[float, ...]) -> None:
    """Print how many sentences that speak of an aspect are found, and how long looking up an aspect takes."""
    rows = read()
    retriever = TantivyRetriever(index=index)
    texts = [retriever.context(row.id, before=0, after=0)[0].text for row in rows]
    print("near  cases    precision  recall  sentences  mean precision  mean recall  ms an aspect")
    AspectFinder(["vectors"])  # they are read once
    for bound in near:
        started = perf_counter()
        finders = {row.aspect: AspectFinder([row.aspect], near=bound, objects=(row.first, row.second)) for row in rows}
        spent = 1000 * (perf_counter() - started) / len(finders)
        found = [bool(finders[row.aspect].find(text)) for row, text in zip(rows, texts, strict=True)]
        for name, part in (("all", (0, 1)), ("even", (0,)), ("odd", (1,))):
            chosen = [place for place, row in enumerate(rows) if row.case % 2 in part]
            said = measure([rows[place] for place in chosen], [found[place] for place in chosen])
            print(
                f"{bound:4.2f}  {name:5}  {said.precision:10.2f}  {said.recall:6.2f}  {said.sentences:9.0f}  "
                f"{said.mean_precision:14.2f}  {said.mean_recall:11.2f}  {spent:12.1f}"
            )


if __name__ == "__main__":
    main()
