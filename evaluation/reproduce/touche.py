"""The experiments of Touché, Task 2: official topics, every re-ranking alone and together, both ways to count nDCG."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import numpy as np

from engine.text.embedding import Embedding
from evaluation.reproduce.tables import Cell, Experiment, Inputs, Row, Status
from evaluation.touche import measures
from evaluation.touche.fit import Asked, read_all, write_answers
from evaluation.touche.measures import mean_of
from evaluation.touche.runs import read_run
from evaluation.touche.style import read_arguments, read_lists
from service.touche.ranking import DEPTH, WEIGHTS, Read, ToucheRanker
from service.touche.runs import RunLine, ranked_lines, write_run
from service.touche.topics import Topic, read_topics

Scores = Sequence[float]
Ranking = Callable[[Sequence[Read]], Scores]
"""The documents that were read for a topic, by BM25 → their scores; ties stay in the order of BM25."""

HOW: Final = (
    "the documents need a licence: `whichever index --out IDX COLLECTION` (WARC of ClueWeb12, or the passages of 2022 "
    "as JSON Lines), `whichever touche -i TOPICS -o RUN --index IDX`, `python -m evaluation touche RUN/run.txt --qrels "
    "FILE`"
)
SHORT: Final = 5
"""Topics of a year that the model ranks here: it reads a hundred documents for each."""
_RANK: Final = 60  # of reciprocal rank fusion


def column(name: str) -> Ranking:
    """Rank by one feature."""
    at = [*WEIGHTS].index(name)
    return lambda read: [one.features[at] for one in read]


def voting(read: Sequence[Read]) -> Scores:
    """Let the search and its expansion vote by rank.

    Source: reciprocal rank fusion (Cormack et al., SIGIR 2009), in the place of the voting over expansions of 2021.
    """
    scores = np.zeros(len(read))
    for name in ("bm25", "expanded"):
        order = np.argsort(-np.array(column(name)(read)), kind="stable")
        scores[order] += 1 / (_RANK + 1 + np.arange(len(read)))
    return scores.tolist()


def factors(read: Sequence[Read]) -> Scores:
    """Multiply BM25 where objects, a comparison of them and an aspect occur, as a run of 2020 did with CAM."""
    names = ("bm25", "objects", "together", "comparisons", "aspects")
    return [
        bm25
        * (1.2 if objects > 0 else 1)
        * (1.5 if together > 0 else 1)
        * (2 if compared > 0 else 1)
        * (1.2 if aspects > 0 else 1)
        for bm25, objects, together, compared, aspects in zip(*(column(name)(read) for name in names), strict=True)
    ]


def quality(read: Sequence[Read]) -> Scores:
    """Add to BM25 how a document argues: words that compare and give reasons, and its length."""
    names = ("bm25", "comparing", "reasoning", "length")
    return [a + 0.05 * (b + c) + 0.05 * d for a, b, c, d in zip(*(column(name)(read) for name in names), strict=True)]


def axioms(read: Sequence[Read]) -> Scores:
    """Of documents that BM25 finds about equal, prefer those with more comparisons, then those that name more objects.

    Source: axiomatic re-ranking of 2021 and 2022 (argument count, query terms in arguments).
    """
    names = ("bm25", "comparisons", "objects")
    return [round(a, 1) + 0.05 * b + 0.01 * c for a, b, c in zip(*(column(name)(read) for name in names), strict=True)]


def dense(title: str) -> Ranking:
    """Rank by the cosine of question and document, of the product's word vectors, added to BM25."""

    def rank(read: Sequence[Read]) -> Scores:
        rows = Embedding().embed([title, *(one.hit.page.text for one in read)])
        return [bm25 + float(cosine) for bm25, cosine in zip(column("bm25")(read), rows[1:] @ rows[0], strict=True)]

    return rank


def learned(read: Sequence[Read]) -> Scores:
    """Rank with the weights in use, which hold all of these but the last two."""
    return [float(np.dot([*WEIGHTS.values()], one.features)) for one in read]


def balanced(scores: Scores, read: Sequence[Read]) -> Scores:
    """Let the best five speak for both sides: documents for the first and the second object in turn, then the others.

    Source: stance-fair re-ranking of 2022.
    """
    order = sorted(range(len(read)), key=lambda n: -scores[n])
    sides = [[n for n in order if read[n].stance == stance] for stance in ("FIRST", "SECOND")]
    taken: list[int] = []
    if all(sides):
        turns = [n for both in zip(*sides, strict=False) for n in both]
        taken = sorted(turns[: measures.CUT - 1], key=order.index)
    rest = [n for n in order if n not in taken]
    return [-float([*taken, *rest].index(n)) for n in range(len(read))]


def rankings(title: str) -> dict[str, Ranking]:
    """Return every way of ranking for a question."""

    def together(read: Sequence[Read]) -> Scores:
        return [a + b for a, b in zip(learned(read), dense(title)(read), strict=True)]

    return {
        "BM25": column("bm25"),
        "expansion": column("expanded"),
        "BM25 and expansion, voting": voting,
        "objects, predicate and aspect as factors (2020)": factors,
        "quality": quality,
        "axioms (2021, 2022)": axioms,
        "dense, word vectors": dense(title),
        "stance-balanced (2022)": lambda read: balanced(column("bm25")(read), read),
        "linear model of the product": learned,
        "linear model and dense": together,
        "linear model, dense, stance-balanced": lambda read: balanced(together(read), read),
    }


def reranking(inputs: Inputs) -> list[Row]:
    """Rank answers and arguments in every way."""
    from engine.config import load_config
    from engine.pipeline import Engine
    from engine.retrieval.embedded.build import build_index

    with TemporaryDirectory() as name:
        folder = Path(name)
        topics, grades = write_answers(inputs.data / "stance" / "train.jsonl", folder / "answers.jsonl")
        build_index([folder / "answers.jsonl"], folder / "index")
        engine = Engine(load_config(environ={}, overrides={"retrieval": {"index": folder / "index"}}))
        answers = read_all(topics, grades, engine)
        engine.close()
    titles = {topic.number: topic.title for topic in topics}
    _, judged = read_lists(inputs.data)
    arguments = read_arguments(judged)
    titles_of = {str(n): f"Which is better, {' or '.join(things)}?" for n, things in enumerate(judged)}
    rows = []
    for way in rankings(""):
        cells = [_measured(way, some, known) for some, known in ((answers, titles), (arguments, titles_of))]
        rows.append(Row(way, cells))
    rows.append(
        Row(
            "cross-encoder, distilled (monoT5, duoT5 of 2021 and 2022)",
            status=Status.NOT_HERE,
            why="no re-ranker's weights are in a package, and one of the base size takes hours to learn here",
        )
    )
    return rows


def _measured(way: str, asked: Sequence[Asked], titles: Mapping[str, str]) -> Cell:
    run, grades = {}, {}
    for one in asked:
        scores = rankings(titles[one.qid])[way](one.read)
        order = sorted(range(len(one.read)), key=lambda n: (-scores[n], n))
        run[one.qid] = {one.read[n].hit.page.id: -float(place) for place, n in enumerate(order)}
        grades[one.qid] = one.grades
    found = measures.ndcg(run, grades)
    figure = mean_of([found.get(qid, 0.0) for qid in grades])
    return figure.mean, figure.low, figure.high


def official(inputs: Inputs) -> list[Row]:
    """Rank the large corpora for the public topics: a valid run, though nobody has judged its documents."""
    published = {
        2020: (
            ("best run", 0.580),
            ("BM25 of ChatNoir", 0.568),
            ("with CAM's object score", 0.553),
            ("SVM", 0.446),
            ("BERT", 0.404),
        ),
        2021: (("best run", 0.489),),
        2022: (("LeviRank, dense and duoT5", 0.758), ("ColBERT", 0.618), ("BM25", 0.469)),
    }
    rows = [
        Row(
            f"{year}: {name}",
            (),
            (None, None, None, figure),
            Status.NOT_HERE,
            HOW if not n else f"as the best run of {year}",
        )
        for year, figures in published.items()
        for n, (name, figure) in enumerate(figures)
    ]
    engine = inputs.engine()
    with (inputs.data / "touche_task2" / "topics_devtest.jsonl").open(encoding="utf-8") as lines:
        read = [json.loads(line) for line in lines]
    for year in published:
        with TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "topics.xml").write_text(_xml([one for one in read if one["year"] == year]), "utf-8")
            every = read_topics(folder)
            for way, topics in (("BM25", every), (f"linear model, first {SHORT} topics", every[:SHORT])):
                ranker = ToucheRanker(engine, weights={"bm25": 1.0} if topics is every else None)
                lines_of = _ranked(ranker, topics, f"whichever-{year}")
                write_run(lines_of, folder / "run.txt")
                run = read_run(folder / "run.txt")
                stances = sum(line.stance not in ("Q0", "NO") for line in run)
                why = "made input: our corpora in the place of the collection"
                rows.append(
                    Row(f"{year}: {way}, our corpora", (len(topics), len(run), stances, None), (), Status.DIFFERS, why)
                )
    engine.close()
    return rows


def _ranked(ranker: ToucheRanker, topics: Sequence[Topic], tag: str) -> list[RunLine]:
    lines: list[RunLine] = []
    for topic in topics:
        ranked = ranker.rank(topic)
        stances = ranked.stances if topic.objects else None
        lines += ranked_lines(topic.number, ranked.scores.items(), tag=tag, stances=stances)
    return lines


def _xml(topics: Sequence[Mapping[str, object]]) -> str:
    """Return topics in the organisers' form."""
    from xml.sax.saxutils import escape

    def part(name: str, value: object) -> str:
        return (
            f"<{name}>{escape(', '.join(value) if isinstance(value, list) else str(value))}</{name}>" if value else ""
        )

    names = ("number", "title", "objects", "description", "narrative")
    each = "".join(f"<topic>{''.join(part(name, topic.get(name)) for name in names)}</topic>" for topic in topics)
    return f"<topics>{each}</topics>"


def counting(_: Inputs) -> list[Row]:
    """Count one toy run both ways."""
    grades = {"1": {"b": 2, "d": 1, "e": 0, "f": 2, "g": 1, "h": 2}}
    lines = [RunLine("1", "Q0", doc, rank, 6.0 - rank, "toy") for rank, doc in enumerate("abcde", 1)]
    return [
        Row("organisers: unjudged documents dropped before the discount", (measures.organisers(lines, grades).mean,)),
        Row("trec_eval: unjudged documents have gain 0", (measures.trec_eval(lines, grades).mean,)),
    ]


def sources(_: Inputs) -> list[Row]:
    """Say how the collections are read."""
    met = "tested against a stand-in that answers as documented"
    ways = {
        "ClueWeb12 and Common Crawl, by ChatNoir's API": "needs a key: `python -m evaluation.touche.chatnoir -i TOPICS "
        f"-o RUN --key KEY [--corpus cw12]`; {met}",
        "collections of ir_datasets, by their ids": "needs the package and the licence: `python -m "
        f"evaluation.touche.collection ID --out DIR`, then as in table 1; {met}",
        "TIRA": "needs an account: `scripts/touche.sh -i $inputDataset -o $outputDir` in the container, `INDEX` set",
    }
    return [Row(name, status=Status.NOT_HERE, why=why) for name, why in ways.items()]


EXPERIMENTS: Final = (
    Experiment(
        "touche",
        1,
        "Touché 1: the official topics",
        "The result tables of 2020, 2021 and 2022 (relevance)",
        ("topics", "lines of the run", "with a stance", "nDCG@5"),
        "touche_task2, the public half of the topics of each year as topics.xml; runs over the index of cam_sentences "
        "and corpus_reddit, read back and checked as `python -m evaluation touche` does. Nobody has judged these "
        "documents",
        official,
        needs_index=True,
    ),
    Experiment(
        "touche",
        2,
        "Touché 2: every re-ranking, alone and together",
        "What the best of 2020 to 2022 did, on judgements of which the documents exist",
        ("answers: nDCG@5", "arguments: nDCG@5"),
        f"Answers: 283 answers of `stance` train, each question's own relevant, the {DEPTH} best of BM25 ranked again; "
        "arguments: 47 lists of cam_relevance dev-test, graded by people. trec_eval's nDCG@5, bootstrap over topics",
        reranking,
    ),
    Experiment(
        "touche",
        3,
        "Touché 3: two ways to count",
        "The organisers' script beside trec_eval",
        ("nDCG@5",),
        "A made run: the first and the third of its five documents are unjudged, the others have the grades 2, 1 "
        "and 0, and three judged ones are missing",
        counting,
    ),
    Experiment(
        "touche",
        4,
        "Touché 4: where documents come from",
        "The collections of the task, ChatNoir as the baseline's search, and TIRA",
        (),
        "Nothing is measured",
        sources,
    ),
)
