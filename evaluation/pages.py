"""Measures how often pages set side by side compare: ``python -m evaluation.pages --data DATA --index DIR``.

Both objects of a query are searched for among the posts of corpus_reddit, 50 posts each; a pairer makes rows of them.
P@n is the share of its first n rows that a judge found comparative, the mean over queries; rows that nobody judged
are not comparative, and ``judged`` is the share of the first ten that somebody judged. Intervals are 95 % bootstrap
intervals over queries.

``data/pages`` holds the queries, the guide to judging, and the judgements; ``--pool FILE`` writes what is to be judged:
the first rows of the methods, as ``METHODS`` says, each once, without saying whose they are, in an order that
``--seed`` gives.

Source: Sun et al., "CWS: A Comparative Web Search System", WWW 2006, section 5.
"""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Mapping, Sequence
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
from evaluation.posts import Posts

FOLDER = Path(__file__).parent.parent / "data" / "pages"
RESULTS = 50
DEPTHS = (1, 5, 10)
SEED = 2006
RESAMPLES = 2_000
LAMBDAS = (0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 1.0)
THETAS = (0.0, 0.2, 0.4, 0.5, 0.6, 0.8, 1.0)

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
Row = tuple[str, str]
"""The ids of two pages."""


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


class Judgements(NamedTuple):
    """What was judged, twice."""

    grades: Mapping[tuple[str, Row], tuple[int, int]]
    """Query and row → 1 for comparative, else 0, in the first and the second pass."""

    def comparative(self, query: str, row: Row) -> float:
        """Return the mean of both passes; 0 for a row that was not judged."""
        return fmean(self.grades.get((query, row), (0, 0)))

    def agreement(self) -> tuple[float, float]:
        """Return the share of rows that both passes grade alike, and Cohen's kappa."""
        one, other = (np.array(grades) for grades in zip(*self.grades.values(), strict=True))
        alike = float((one == other).mean())
        chance = float(one.mean() * other.mean() + (1 - one.mean()) * (1 - other.mean()))
        return alike, (alike - chance) / (1.0 - chance) if chance < 1.0 else 1.0


def read_queries(posts: Posts) -> list[Query]:
    """Search for all queries."""
    with (FOLDER / "queries.csv").open(encoding="utf-8", newline="") as lines:
        return [
            Query(row["query"], objects, (posts.search(objects[0], k=RESULTS), posts.search(objects[1], k=RESULTS)))
            for row in csv.DictReader(lines)
            for objects in [(row["first"], row["second"])]
        ]


def read_judgements(path: Path = FOLDER / "judgements.jsonl") -> Judgements:
    """Read judgements from JSON Lines."""
    with path.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return Judgements({(row["query"], (row["first"], row["second"])): tuple(row["grades"]) for row in rows})


def pool(queries: Sequence[Query], seed: int) -> list[dict[str, object]]:
    """Return what a judge reads, shuffled: query, objects, and of both pages id, forum, title and snippet."""
    seen: dict[tuple[str, Row], dict[str, object]] = {}
    for query in queries:
        pages = [{hit.page.id: hit for hit in hits} for hits in query.results]
        for pairer, depth in METHODS.values():
            for row in query.rows(pairer)[:depth]:
                read = [
                    {"id": one, "forum": hit.page.source, "title": hit.page.title, "snippet": hit.snippet}
                    for one, hit in ((one, side[one]) for one, side in zip(row, pages, strict=True))
                ]
                seen[query.id, row] = {"query": query.id, "objects": query.objects, "pages": read}
    return random.Random(seed).sample(list(seen.values()), len(seen))


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
    chance = np.random.default_rng(SEED)
    low, high = np.quantile(values[chance.integers(len(values), size=(RESAMPLES, len(values)))].mean(1), (0.025, 0.975))
    return float(low), float(high)


def table(queries: Sequence[Query], pairers: Mapping[str, Pairer], judgements: Judgements) -> str:
    """Return P with intervals for each pairer as plain text."""
    lines = [f"{'':<28}" + "".join(f"{f'P@{n}':>20}" for n in DEPTHS) + f"{'judged':>8}"]
    for name, pairer in pairers.items():
        scores = precision(queries, pairer, judgements)
        cells = [(column.mean(), *interval(column)) for column in scores.T[:-1]]
        shown = "".join(f"{f'{mean:.2f} [{low:.2f}, {high:.2f}]':>20}" for mean, low, high in cells)
        lines.append(f"{name:<28}{shown}{scores[:, -1].mean():>8.2f}")
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
@click.option("--seed", default=1, show_default=True, help="Order of what is to be judged.")
def main(data: Path, index: Path, to: Path | None, seed: int) -> None:
    """Measure how often pages set side by side compare."""
    queries = read_queries(Posts(index, data))
    if to:
        to.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in pool(queries, seed)), "utf-8")
        return
    judgements = read_judgements()
    alike, kappa = judgements.agreement()
    share = fmean(fmean(grades) for grades in judgements.grades.values())
    click.echo(
        f"{len(judgements.grades)} rows judged, {share:.2f} comparative; passes agree {alike:.3f}, kappa {kappa:.3f}"
    )
    click.echo(table(queries, {name: pairer for name, (pairer, _) in METHODS.items()}, judgements))
    ours, theirs = (precision(queries, METHODS[name][0], judgements) for name in ("optimal", "greedy"))
    for n, difference in zip(DEPTHS, (ours - theirs).T, strict=False):
        low, high = interval(difference)
        click.echo(f"optimal - greedy, P@{n}: {difference.mean():+.3f} [{low:+.3f}, {high:+.3f}]")
    click.echo(sweep(queries, judgements))


if __name__ == "__main__":
    main()
