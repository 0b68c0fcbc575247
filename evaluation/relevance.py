"""Measures whether the most relevant argument comes first: ``python -m evaluation.relevance --data DATA``.

nDCG@5 with linear gain (relevance 0 to 3, agreed by people) over the comparisons of ``cam_relevance`` with at least six
arguments, for every ranker, beside lists in random order, shortest first, and by GPT-4's relevance labels; each with a
95 % bootstrap interval over comparisons, and the rankers with that of their difference to CAM's.

``--fit`` prints the weights of the linear ranker instead. They are fitted to ``summary`` train: three summaries were
written of each comparison's arguments, and the share of them that cite an argument says how useful it was. A ridge
regression predicts how far that share is from the mean of the comparison; the place of an argument in the list, which
those who summarise are led by, is a variable of its own and dropped afterwards. The object pairs and sentences of
``cam_relevance`` are left out. Also printed is every ranker's nDCG@5 on the fitted comparisons and on ``summary`` dev,
with the number of summaries that cite an argument as relevance.

Source: "How to Compare Things Properly?", ACL 2025.
"""

from __future__ import annotations

import csv
import json
import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import click
import ir_measures
import numpy as np
from numpy.typing import NDArray

from engine import registry
from engine.config import load_config
from engine.pipeline import Engine
from engine.ranking.linear import WEIGHTS, features, words_of
from engine.types import Aspect, Query
from evaluation.data import data_option, dump_linear, open_text
from evaluation.significance import mean_interval

LEAST_ARGUMENTS = 6
SHUFFLES = 100
RESAMPLES = 10_000
SEED = 2025
RIDGE = 10.0

_CITED = re.compile(r"\[([\d,\s]+)\]")
_NOT_WORD = re.compile(r"\W+")


class Arguments(NamedTuple):
    """The rated arguments of one comparison."""

    first: str
    second: str
    aspect: str
    """Empty when none was asked for."""
    sentences: tuple[str, ...]
    relevance: tuple[int, ...]
    """Agreed by people, 0 (irrelevant) to 3; or how many of three summaries cite it."""
    machine_relevance: tuple[int, ...] = ()
    """GPT-4's, on the same scale."""


Order = Callable[[Arguments], Sequence[int]]
"""Puts the sentences of a comparison in order: indices, best first."""


class Rows(NamedTuple):
    """What a model is fitted to: one row per argument."""

    features: NDArray[np.float64]
    share: NDArray[np.float64]
    place: NDArray[np.float64]
    """Its number in the list that was summarised."""
    group: NDArray[np.int64]
    """The number of its comparison."""


def read_arguments(path: Path) -> list[Arguments]:
    """Return the comparisons of an argument relevance file that have enough arguments to be ranked."""
    groups: dict[str, list[dict[str, str]]] = defaultdict(list)
    with path.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            groups[row["comparison_id"]].append(row)
    return [
        Arguments(
            rows[0]["object_1"],
            rows[0]["object_2"],
            rows[0]["aspect"],
            tuple(row["argument"] for row in rows),
            tuple(int(row["relevance"]) for row in rows),
            tuple(int(row["relevance_gpt4"]) for row in rows),
        )
        for rows in groups.values()
        if len(rows) >= LEAST_ARGUMENTS
    ]


def read_summaries(path: Path, *, held_out: Sequence[Arguments]) -> list[Arguments]:
    """Return the comparisons of a summary file, relevant being what the summaries cite.

    Args:
        path: A JSON Lines file, gzipped or not.
        held_out: Comparisons whose object pairs and sentences are left out.
    """
    pairs = {_pair(arguments.first, arguments.second) for arguments in held_out}
    texts = {_plain(sentence) for arguments in held_out for sentence in arguments.sentences}
    found = []
    with open_text(path) as lines:
        for row in map(json.loads, lines):
            cited = [
                {int(n) for group in _CITED.findall(summary) for n in re.findall(r"\d+", group)}
                for summary in row["summaries"]
            ]
            kept = [(n, text) for n, text in enumerate(row["arguments"], 1) if _plain(text) not in texts]
            if _pair(row["object_1"], row["object_2"]) not in pairs and len(kept) >= LEAST_ARGUMENTS:
                relevance = tuple(sum(n in numbers for numbers in cited) for n, _ in kept)
                sentences = tuple(text for _, text in kept)
                found.append(Arguments(row["object_1"], row["object_2"], "", sentences, relevance))
    return found


def _pair(first: str, second: str) -> frozenset[str]:
    return frozenset({first.casefold(), second.casefold()})


def _plain(text: str) -> str:
    return _NOT_WORD.sub("", text.casefold())


def ndcg(comparisons: Sequence[Arguments], order: Order) -> list[float]:
    """Return the nDCG@5, linear gain, of an ordering for each comparison."""
    qrels = [
        ir_measures.Qrel(str(qid), str(n), relevance)
        for qid, arguments in enumerate(comparisons)
        for n, relevance in enumerate(arguments.relevance)
    ]
    run = [
        ir_measures.ScoredDoc(str(qid), str(n), -float(rank))
        for qid, arguments in enumerate(comparisons)
        for rank, n in enumerate(order(arguments))
    ]
    values = {metric.query_id: metric.value for metric in ir_measures.iter_calc([ir_measures.nDCG @ 5], qrels, run)}
    return [float(values[str(qid)]) for qid in range(len(comparisons))]


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % bootstrap interval of a mean."""
    return mean_interval(values, resamples=RESAMPLES, seed=SEED)


def ranked_by(ranker: str, *, classifier: str = "keyphrase") -> Order:
    """Return the ordering of a ranker; sentences that the classifier finds no comparison in come last."""
    engine = Engine(load_config(overrides={"engine": {"classifier": classifier, "ranker": ranker}}))

    def order(arguments: Arguments) -> Sequence[int]:
        aspects = (Aspect(arguments.aspect),) if arguments.aspect else ()
        query = Query((arguments.first, arguments.second), aspects)
        return [n for n, _ in engine.rank(arguments.sentences, query)]

    return order


def shuffled(seed: int) -> Order:
    """Return an ordering by chance."""
    chance = random.Random(seed)
    return lambda arguments: chance.sample(range(len(arguments.sentences)), len(arguments.sentences))


def shortest_first(arguments: Arguments) -> Sequence[int]:
    """Order by length."""
    return sorted(range(len(arguments.sentences)), key=lambda n: len(arguments.sentences[n]))


def machine_first(arguments: Arguments) -> Sequence[int]:
    """Order by GPT-4's relevance labels, equal ones as they came."""
    return sorted(range(len(arguments.sentences)), key=lambda n: -arguments.machine_relevance[n])


def table(comparisons: Sequence[Arguments], *, classifier: str = "keyphrase") -> str:
    """Return nDCG@5 of all rankers and of what they are measured against, as plain text."""
    by_chance = [ndcg(comparisons, shuffled(seed)) for seed in range(SHUFFLES)]
    rankers = {name: ndcg(comparisons, ranked_by(name, classifier=classifier)) for name in registry.names("ranker")}
    rows = {f"{name} on {classifier}": values for name, values in rankers.items()}
    rows["shortest first"] = ndcg(comparisons, shortest_first)
    rows["GPT-4 labels (published .821)"] = ndcg(comparisons, machine_first)
    rows[f"random, mean of {SHUFFLES} (published .738)"] = [fmean(values) for values in zip(*by_chance, strict=True)]
    lines = [f"{f'relevance, {len(comparisons)} comparisons':42}{'nDCG@5':>7}  95 % interval"]
    for name, values in rows.items():
        lines.append(f"{name:42}{fmean(values):7.3f}  {_shown(interval(values))}")
    for name, values in rankers.items():
        gain = [one - other for one, other in zip(values, rankers["cam"], strict=True)]
        if name != "cam":
            lines.append(f"{f'{name} above cam':42}{fmean(gain):7.3f}  {_shown(interval(gain))}")
    return "\n".join(lines)


def _shown(bounds: tuple[float, float]) -> str:
    return f"{bounds[0]:.3f} to {bounds[1]:.3f}"


def rows_of(comparisons: Sequence[Arguments]) -> Rows:
    """Return the arguments among the sentences of comparisons, as a ranker sees them."""
    return Rows(*map(np.array, zip(*_rows(comparisons), strict=True)))


def _rows(comparisons: Sequence[Arguments]) -> Iterator[tuple[tuple[float, ...], float, int, int]]:
    engine = Engine()
    for group, arguments in enumerate(comparisons):
        objects = (arguments.first, arguments.second)
        for argument in engine.compare_from(arguments.sentences, objects).arguments:
            place = int(argument.hit.sentence.id.partition("#")[0]) - 1
            words = words_of(argument.hit.sentence.text)
            yield features(argument, words, objects), arguments.relevance[place] / 3, place, group


def fit(rows: Rows) -> tuple[float, NDArray[np.float64]]:
    """Return intercept and weights of a ridge regression on standardised features, within comparisons."""
    explaining = _centred(np.column_stack([rows.features, rows.place]), rows.group)
    scale = explaining.std(axis=0) + 1e-9
    explaining /= scale
    wanted = _centred(rows.share[:, None], rows.group)[:, 0]
    solved = np.linalg.solve(explaining.T @ explaining + RIDGE * np.eye(scale.size), explaining.T @ wanted)
    weights = (solved / scale)[:-1]
    return float(np.mean(rows.share - rows.features @ weights)), weights


def _centred(values: NDArray[np.float64], group: NDArray[np.int64]) -> NDArray[np.float64]:
    numbers, place = np.unique(group, return_inverse=True)
    means: NDArray[np.float64] = np.array([values[group == number].mean(axis=0) for number in numbers])
    return values - means[place]


@click.command(help=__doc__, context_settings={"max_content_width": 120})
@data_option
@click.option("--classifier", type=click.Choice(registry.names("classifier")), default="keyphrase", show_default=True)
@click.option("--fit", "fitting", is_flag=True, help="Print the linear ranker's weights and stop.")
def main(data: Path, classifier: str, fitting: bool) -> None:
    """Print the table."""
    rated = read_arguments(data / "cam_relevance" / "relevance_devtest.csv")
    if not fitting:
        click.echo(table(rated, classifier=classifier))
        return
    train = read_summaries(data / "summary" / "cam2_chatgpt_train.jsonl.gz", held_out=rated)
    dev = read_summaries(data / "summary" / "cam2_chatgpt_dev.jsonl", held_out=rated)
    rows = rows_of(train)
    intercept, weights = fit(rows)
    click.echo(dump_linear(intercept, dict(zip(WEIGHTS, weights.tolist(), strict=True)), digits=3))
    click.echo(f"{rows.share.size} arguments of {len(train)} comparisons")
    for name in registry.names("ranker"):
        figures = (fmean(ndcg(comparisons, ranked_by(name))) for comparisons in (train, dev))
        click.echo("{:10} nDCG@5 {:.3f} on train, {:.3f} on dev".format(name, *figures))


if __name__ == "__main__":
    main()
