"""The experiments of CWS: its 20 pairs of queries, precision of rows, the sweep of weights, themes, key phrases."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from statistics import fmean
from typing import Final

import numpy as np
from sklearn.metrics import adjusted_rand_score

from engine.config import load_config
from engine.pages.clustering import ThemeClusterer
from engine.pages.pairing import GreedyPairer, OptimalPairer
from engine.pages.views import CLUSTERING, compare_pages
from engine.types import PageRow
from evaluation import keyphrases, pages
from evaluation.keyphrase_line import ANNOTATED
from evaluation.keyphrase_line import read as read_documents
from evaluation.page_judgements import FOLDER, RESAMPLES, SEED, corrected, read_judgements
from evaluation.page_search import Posts
from evaluation.pages import METHODS, Query
from evaluation.reproduce.tables import Cell, Experiment, Inputs, Row, Status
from evaluation.significance import mean_interval

PAIRS: Final = (
    ("xbox", "playstation"),
    ("Sony dv", "Samsung dv"),
    ("Canon sure shot 130u", "Olympus stylus epic"),
    ("lancome", "clinique"),
    ("Ford Escape", "Jeep Liberty"),
    ("PSP", "GBA"),
    ("Maradona", "Pele"),
    ("Nokia cell phone", "Motorola cell phone"),
    ("MIT", "CMU"),
    ("Microsoft", "Google"),
    ("sars", "bird flu"),
    ("McDonalds", "KFC"),
    ("Nike", "Adidas"),
    ("Iraq war", "Afghanistan war"),
    ("virtual earth", "Google map"),
    ("Chengxiang Zhai", "Jiawei Han"),
    ("Sony Camera", "Canon camera"),
    ("windows", "linux"),
    ("MSN messenger", "Google talk"),
    ("Bush", "Clinton"),
)
"""Queries of the paper's table 1."""
TENTHS: Final = tuple(tenth / 10 for tenth in range(11))
SEEDS: Final = (0, 1, 2)


def posts(inputs: Inputs) -> Posts:
    """Return the search over whole posts, whose index is made once."""
    return Posts(inputs.work / "posts", inputs.data)


def case_studies(inputs: Inputs) -> list[Row]:
    """Search for the 20 pairs, set pages side by side and group them."""
    search, settings, rows = posts(inputs), load_config(environ={}).views, []
    for first, second in PAIRS:
        results = [search.search(name, k=pages.RESULTS) for name in (first, second)]
        found = compare_pages([first, second], "", results, settings=settings) if all(results) else None
        sizes = ", ".join(str(cluster.size) for cluster in found.clusters) if found else None
        ids = [results[side][place].page.id for side, place in enumerate(found.rows[0].places)] if found else []
        cells: list[Cell] = [*map(len, results), len(found.rows) if found else 0, sizes, " + ".join(ids) or None]
        rows.append(Row(f"{first} / {second}", cells, why="" if found else "a side without any page"))
    return rows


def precision(inputs: Inputs) -> list[Row]:
    """Measure P@k by both judges."""
    queries = pages.read_queries(posts(inputs))
    first, second = read_judgements(), read_judgements(FOLDER / "judgements_b.jsonl")
    published: Mapping[str, Sequence[Cell]] = {"greedy": (0.80, 0.69, 0.57)}
    rows = []
    for judge, judgements in (("judge a", first), ("judge b, estimated", corrected(first, second))):
        for name, (pairer, _) in METHODS.items():
            scores = pages.precision(queries, pairer, judgements)
            cells: list[Cell] = [(float(one.mean()), *pages.interval(one)) for one in scores.T[:-1]]
            differs = judge == "judge a" and name == "greedy"
            why = "posts of a forum and other queries: the web of 2005 is gone" if differs else ""
            status = Status.DIFFERS if differs else Status.WORKS
            rows.append(
                Row(
                    f"{name}, {judge}",
                    [*cells, float(scores[:, -1].mean())],
                    published.get(name, ()) if differs else (),
                    status,
                    why,
                )
            )
    return rows


def sweep(inputs: Inputs) -> list[Row]:
    """Measure P@5 of greedy pairing for all weights in steps of a tenth."""
    queries, judgements = pages.read_queries(posts(inputs)), read_judgements()
    return [
        Row(
            f"λ {similarity}",
            [
                float(pages.precision(queries, GreedyPairer(similarity=similarity, url=url), judgements)[:, 1].mean())
                for url in TENTHS
            ],
        )
        for similarity in TENTHS
    ]


def themes(inputs: Inputs) -> list[Row]:
    """Measure clusters by the forums of their posts, and how alike they are from other beginnings."""
    settings = load_config(environ={}).views.model_dump(include=CLUSTERING)
    queries = pages.read_queries(posts(inputs))
    paired = [(query, [*OptimalPairer().pair(query.results, objects=query.objects)]) for query in queries]
    ways: dict[str, dict[str, float]] = {
        "number of themes chosen, λ_B .8 (default)": {},
        "4 themes, λ_B .8": {"themes": 4},
        "4 themes, no background": {"themes": 4, "background": 0.05},
        "4 themes, λ_B .95": {"themes": 4, "background": 0.95},
    }
    rows = []
    for name, changed in ways.items():
        found = [
            [_assigned(ThemeClusterer(**settings | changed | {"seed": seed}), query, rows) for seed in SEEDS]
            for query, rows in paired
        ]
        forums = [
            adjusted_rand_score(_forums(query, rows), one[0]) for (query, rows), one in zip(paired, found, strict=True)
        ]
        stable = [fmean(adjusted_rand_score(a, b) for a, b in combinations(one, 2)) for one in found]
        sizes = [len(set(one[0])) for one in found]
        rows.append(Row(name, (fmean(sizes), *map(_with_interval, (forums, stable)))))
    chance = [
        adjusted_rand_score(_forums(query, rows), np.random.default_rng(0).integers(4, size=len(rows)))
        for query, rows in paired
    ]
    rows.append(Row("4 themes by chance", (4.0, _with_interval(chance), None)))
    return rows


def _assigned(clusterer: ThemeClusterer, query: Query, rows: Sequence[PageRow]) -> list[int]:
    clusters = clusterer.cluster(rows, query.results, objects=query.objects, aspect="")
    of_row = {row: number for number, cluster in enumerate(clusters) for row in cluster.rows}
    return [of_row[row] for row in range(len(rows))]


def _forums(query: Query, rows: Sequence[PageRow]) -> list[str]:
    """Return the forum that a row's first page is of."""
    return [query.results[0][row.places[0]].page.source for row in rows]


def phrases(_: Inputs) -> list[Row]:
    """Measure key phrases on the documents that we marked."""
    documents = read_documents(ANNOTATED, split="test")
    published: dict[str, tuple[str, Callable[[str], Sequence[str]], Sequence[Cell]]] = {
        "line": ("regression line", keyphrases.by_line, (0.303, 0.297)),
        "yake": ("YAKE", keyphrases.by_yake, ()),
        "place": ("candidates as they come", keyphrases.by_place, ()),
    }
    rows = []
    for name, extractor, beside in published.values():
        scores = keyphrases.measure(extractor, documents)
        rows.append(Row(name, [_with_interval(column.tolist()) for column in scores.T], beside))
    why = "a second person marks data/keyphrases/documents.jsonl, and `python -m evaluation.keyphrases` reads that file"
    rows.append(Row("people among themselves", (), (0.44, 0.388), Status.NOT_HERE, why))
    return rows


def _with_interval(values: Sequence[float]) -> tuple[float, float, float]:
    low, high = mean_interval([*map(float, values)], resamples=RESAMPLES, seed=SEED)
    return float(np.mean(values)), low, high


_POSTS: Final = "119,924 posts of corpus_reddit, 50 results a side"
EXPERIMENTS: Final = (
    Experiment(
        "cws",
        1,
        "CWS 1: its 20 pairs",
        "Table 1, and tables 2 to 4, which show rows, themes and phrases for three of them",
        ("pages of the first", "of the second", "rows", "sizes of themes", "ids of the best row"),
        f"{_POSTS}. The web of 2005 is gone: these are case studies without judgements, and a few of the names are "
        "not spoken of. With an index of pages of your own, the tabs *Pages* and *Themes* show the same",
        case_studies,
    ),
    Experiment(
        "cws",
        2,
        "CWS 2: precision of rows",
        "Section 5, P@1, P@5 and P@10",
        ("P@1", "P@5", "P@10", "judged share of the first ten"),
        f"22 pairs of queries, {_POSTS}; 647 rows judged blind by one judge, 300 of them by another, whose level the "
        "other rows are moved to. Bootstrap over queries",
        precision,
    ),
    Experiment(
        "cws",
        3,
        "CWS 3: sweep of the weights",
        "The figures on the weights, in steps of .1: λ is how much likeness counts, θ how much the address in it",
        tuple(f"θ {url}" for url in TENTHS),
        f"P@5 of greedy pairing, judge a, the same 22 pairs and {_POSTS}; a row that nobody judged counts as wrong. "
        "The paper: larger λ is always better, the address alone is better than the snippet alone, both are best",
        sweep,
    ),
    Experiment(
        "cws",
        4,
        "CWS 4: themes",
        "Section 4, clusters, which the paper shows by examples only",
        ("themes", "agreement with forums", "agreement between three beginnings"),
        f"The rows of `optimal` on the same 22 pairs, {_POSTS}. Adjusted Rand index: 0 by chance, 1 the same; a forum "
        "of a row is that of its first page. Bootstrap over queries",
        themes,
    ),
    Experiment(
        "cws",
        5,
        "CWS 5: key phrases",
        "Section 4.2, extraction of key phrases",
        ("P@10", "R@10"),
        "53 documents of our own (data/keyphrases, split test), marked by one; published on 300 web pages. Bootstrap "
        "over documents",
        phrases,
    ),
)
