"""Measures how often pages set side by side compare: ``python -m evaluation.pages --data DATA --index DIR``.

Both objects of a query are searched for among the posts of corpus_reddit, 50 posts each; a pairer makes rows of them.
P@n is the share of its first n rows that a judge found comparative, the mean over queries; rows that nobody judged
are not comparative, and ``judged`` is the share of the first ten that somebody judged. Intervals are 95 % bootstrap
intervals over queries.

``data/pages`` holds the queries, the guide to judging, and the judgements; ``--pool FILE`` writes what is to be judged:
the first rows of the methods, as ``METHODS`` says, each once, without saying whose they are, in an order that
``--seed`` gives. ``--sheet FILE`` draws from what was judged what a second judge reads. Below the figures by the first
judge stand the agreement of both and the figures moved to the second: see ``evaluation.page_judgements``.

Source: Sun et al., "CWS: A Comparative Web Search System", WWW 2006, section 5.
"""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import click
import numpy as np
import numpy.typing as npt

from engine.pages.pairing import GreedyPairer, OptimalPairer
from engine.protocols import Pairer
from engine.types import PageHit
from evaluation.data import data_option
from evaluation.page_judgements import (
    FOLDER,
    RESAMPLES,
    SEED,
    Judgements,
    Row,
    between,
    corrected,
    draw,
    read_judgements,
)
from evaluation.page_search import Posts
from evaluation.significance import mean_interval

RESULTS = 50
DEPTHS = (1, 5, 10)
LAMBDAS = (0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 1.0)
THETAS = (0.0, 0.2, 0.4, 0.5, 0.6, 0.8, 1.0)
OPENING_CHARS = 400
"""How much of the text of a page a second judge reads beside its snippet."""

METHODS: Mapping[str, tuple[Pairer, int]] = {
    "rank only": (GreedyPairer(similarity=0.0), 5),
    "greedy, URL only": (GreedyPairer(url=1.0), 5),
    "greedy, snippet only": (GreedyPairer(url=0.0), 10),
    "greedy, theta 0.5": (GreedyPairer(url=0.5), 10),
    "greedy": (GreedyPairer(), 10),
    "optimal": (OptimalPairer(), 10),
    "optimal, not comparing": (OptimalPairer(comparing=0.0), 0),
}
"""Name → pairer, and how many of its first rows were judged."""

Matrix = npt.NDArray[np.float64]


class Query(NamedTuple):
    """Two objects with what a search finds for each."""

    id: str
    objects: tuple[str, str]
    results: tuple[Sequence[PageHit], Sequence[PageHit]]

    def rows(self, pairer: Pairer) -> list[Row]:
        """Return the pages that a pairer sets side by side, best first."""
        first, second = self.results
        rows = pairer.pair(self.results, objects=self.objects)
        return [(first[a].page.id, second[b].page.id) for a, b in (row.places for row in rows)]


def read_queries(posts: Posts) -> list[Query]:
    """Search for all queries."""
    with (FOLDER / "queries.csv").open(encoding="utf-8", newline="") as lines:
        return [
            Query(row["query"], objects, (posts.search(objects[0], k=RESULTS), posts.search(objects[1], k=RESULTS)))
            for row in csv.DictReader(lines)
            for objects in [(row["first"], row["second"])]
        ]


def pool(queries: Sequence[Query], seed: int) -> list[dict[str, object]]:
    """Return what a judge reads, shuffled: query, objects, and of both pages id, forum, title and snippet."""
    rows = {
        (query.id, row): read_row(query, row)
        for query in queries
        for pairer, depth in METHODS.values()
        for row in query.rows(pairer)[:depth]
    }
    return random.Random(seed).sample(list(rows.values()), len(rows))


def sheet(queries: Sequence[Query], judged: Collection[tuple[str, Row]], k: int, seed: int) -> list[dict[str, object]]:
    """Return what a second judge reads, shuffled: rows that a first one judged, without the grades.

    All of the first ten of ``optimal`` are drawn, and of the others as many as make ``k``. A row has beside what
    ``pool`` gives the opening of both texts and its chance of being drawn; a judge adds ``grades``.
    """
    by_id = {query.id: query for query in queries}
    pairer = METHODS["optimal"][0]
    head = {(query.id, row) for query in queries for row in query.rows(pairer)[: DEPTHS[-1]]}
    return [
        {**read_row(by_id[query], row, opening=OPENING_CHARS), "chance": chance}
        for (query, row), chance in draw(judged, head, k, seed).items()
    ]


def read_row(query: Query, row: Row, *, opening: int = 0) -> dict[str, object]:
    """Return what a judge sees of a row, with the first ``opening`` characters of the texts."""
    pages = []
    for one, hits in zip(row, query.results, strict=True):
        hit = next(hit for hit in hits if hit.page.id == one)
        text = {"text": hit.page.text[:opening]} if opening else {}
        pages.append({"id": one, "forum": hit.page.source, "title": hit.page.title, "snippet": hit.snippet, **text})
    return {"query": query.id, "objects": query.objects, "pages": pages}


def precision(queries: Sequence[Query], pairer: Pairer, judgements: Judgements) -> Matrix:
    """Return P at each of ``DEPTHS`` and the judged share of the first ten, shape ``[queries, 4]``."""
    scores = []
    for query in queries:
        rows = query.rows(pairer)[: DEPTHS[-1]]
        grades = [judgements.comparative(query.id, row) for row in rows]
        judged = sum((query.id, row) in judgements.grades for row in rows) / DEPTHS[-1]
        scores.append((*(sum(grades[:n]) / n for n in DEPTHS), judged))
    return np.array(scores)


def interval(values: Matrix) -> tuple[float, float]:
    """Return the 95 % interval of a mean over queries, or over differences of two methods on them."""
    return mean_interval(values.tolist(), resamples=RESAMPLES, seed=SEED)


def table(queries: Sequence[Query], pairers: Mapping[str, Pairer], judgements: Judgements) -> str:
    """Return P with intervals for each pairer as plain text."""
    lines = [f"{'':<28}" + "".join(f"{f'P@{n}':>20}" for n in DEPTHS) + f"{'judged':>8}"]
    for name, pairer in pairers.items():
        scores = precision(queries, pairer, judgements)
        cells = [(column.mean(), *interval(column)) for column in scores.T[:-1]]
        shown = "".join(f"{f'{mean:.2f} [{low:.2f}, {high:.2f}]':>20}" for mean, low, high in cells)
        lines.append(f"{name:<28}{shown}{scores[:, -1].mean():>8.2f}")
    return "\n".join(lines)


def difference(queries: Sequence[Query], judgements: Judgements) -> str:
    """Return by how much ``optimal`` is above ``greedy``, with intervals, as plain text."""
    ours, theirs = (precision(queries, METHODS[name][0], judgements) for name in ("optimal", "greedy"))
    lines = []
    for n, gain in zip(DEPTHS, (ours - theirs).T, strict=False):
        low, high = interval(gain)
        lines.append(f"optimal - greedy, P@{n}: {gain.mean():+.3f} [{low:+.3f}, {high:+.3f}]")
    return "\n".join(lines)


def said(judgements: Judgements) -> str:
    """Return how many rows a judge graded, and how far two passes agree, as plain text."""
    alike, kappa = judgements.agreement()
    share = fmean(fmean(grades) for grades in judgements.grades.values())
    return f"{len(judgements.grades)} rows judged, {share:.2f} comparative; passes agree {alike:.3f}, kappa {kappa:.3f}"


def compared(first: Judgements, second: Judgements) -> str:
    """Return how far two judges agree, in all and by the kind of row, as plain text."""
    itself = {key for key in second.grades if key[1][0] == key[1][1]}
    parts = {
        "all rows": second.grades.keys(),
        "two pages": second.grades.keys() - itself,
        "a page beside itself": itself,
    }
    lines = [f"{'judge a and judge b':<22}{'rows':>5}{'both':>6}{'a':>5}{'b':>5}{'none':>6}{'alike':>7}  kappa"]
    for name, keys in ((name, keys) for name, keys in parts.items() if keys):
        found = between(first, Judgements({key: second.grades[key] for key in sorted(keys)}, second.chances))
        (none, b), (a, both) = found.counts.tolist()
        kappa = f"{found.kappa:.3f} [{found.low:.3f}, {found.high:.3f}]"
        lines.append(f"{name:<22}{len(keys):>5}{both:>6}{a:>5}{b:>5}{none:>6}{found.alike:>7.3f}  {kappa}")
    return "\n".join(lines)


def sweep(queries: Sequence[Query], judgements: Judgements) -> str:
    """Return P@5 of greedy pairing for each lambda (down) and theta (across), as plain text."""
    lines = ["P@5 (judged@10)".ljust(17) + "".join(f"{f'theta {theta}':>12}" for theta in THETAS)]
    for similarity in LAMBDAS:
        cells = []
        for url in THETAS:
            scores = precision(queries, GreedyPairer(similarity=similarity, url=url), judgements).mean(0)
            cells.append(f"{f'{scores[1]:.2f} ({scores[-1]:.2f})':>12}")
        lines.append(f"lambda {similarity:<10}" + "".join(cells))
    return "\n".join(lines)


@click.command()
@data_option
@click.option(
    "--index",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="Folder for the index of posts; made if it is empty.",
)
@click.option("--pool", "to", type=click.Path(dir_okay=False, path_type=Path), help="Write what is to be judged.")
@click.option("--sheet", "again", type=click.Path(dir_okay=False, path_type=Path), help="Write it for a second judge.")
@click.option("--rows", default=300, show_default=True, help="How many rows a second judge reads.")
@click.option("--seed", default=1, show_default=True, help="Order of what is to be judged.")
def main(data: Path, index: Path, to: Path | None, again: Path | None, rows: int, seed: int) -> None:
    """Measure how often pages set side by side compare."""
    queries, judgements = read_queries(Posts(index, data)), read_judgements()
    if path := to or again:
        asked = pool(queries, seed) if to else sheet(queries, judgements.grades, rows, seed)
        path.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in asked), "utf-8")
        return
    click.echo(said(judgements))
    click.echo(table(queries, {name: pairer for name, (pairer, _) in METHODS.items()}, judgements))
    click.echo(difference(queries, judgements))
    click.echo(sweep(queries, judgements))
    second = read_judgements(FOLDER / "judgements_b.jsonl")
    click.echo(compared(judgements, second))
    estimate = corrected(judgements, second)
    click.echo(table(queries, {name: pairer for name, (pairer, _) in METHODS.items()}, estimate))
    click.echo(difference(queries, estimate))


if __name__ == "__main__":
    main()
