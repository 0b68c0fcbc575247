"""The experiments of CAM: classifiers of sentences, 34 topics, times, aspects."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from statistics import quantiles
from typing import Final

import numpy as np

from engine import registry
from engine.protocols import Classifier
from engine.types import Argument, Aspect, Doubted, MinedAspect, Overlooked, Query, Stance
from engine.validation import MAX_ASPECTS
from evaluation import aspects, topics
from evaluation.reproduce import features
from evaluation.reproduce.tables import Cell, Experiment, Inputs, Row, Status
from evaluation.significance import LEVEL, SEED
from evaluation.stance import LABELS, Labelled, read_compsent

RESAMPLES: Final = 1_000
CLASSES: Final = tuple(LABELS.values())
TREES: Final = 1_000
"""As published."""
FEWER: Final = 100
"""Trees over dense features, which take ten times as long to learn from."""
LEXNET: Final = "lexnet.jsonl"
WEIGHT: Final = 5
TRIGGERS: Final = {
    "because": "Leaf is better than Zoe because it has a good battery.",
    "since": "I prefer Leaf to Zoe since it has a good battery.",
    "as": "Leaf is better than Zoe as we have proven its battery life.",
    "for": "I take Leaf over Zoe, for it has a good battery.",
    "reason": "The reason why Leaf is better than Zoe is the battery.",
    "comparative": "Leaf is faster than Zoe.",
    "comparative and what follows": "Leaf is easier to park than Zoe.",
}
"""One sentence for each wording that the paper takes aspects from."""


def f1(gold: Sequence[Stance], found: Sequence[Stance]) -> list[Cell]:
    """Return F1 of BETTER, WORSE and NONE, weighted and macro, with intervals over sentences; EQUAL counts as NONE."""
    numbers = {stance: number for number, stance in enumerate(LABELS.values())} | {Stance.EQUAL: 2}
    pairs = np.array([3 * numbers[one] + numbers[other] for one, other in zip(gold, found, strict=True)])
    drawn = np.random.default_rng(SEED).integers(len(pairs), size=(RESAMPLES, len(pairs)))
    tables = np.array([np.bincount(pairs[rows], minlength=9) for rows in (np.arange(len(pairs)), *drawn)])
    figures = _means(tables.reshape(-1, 3, 3))
    low, high = np.quantile(figures[1:], ((1 - LEVEL) / 2, (1 + LEVEL) / 2), axis=0)
    return [(float(a), float(b), float(c)) for a, b, c in zip(figures[0], low, high, strict=True)]


def _means(
    tables: np.ndarray[tuple[int, ...], np.dtype[np.int64]],
) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Return the figures of confusion tables, gold down: shape ``[tables, 5]``."""
    support, returned = tables.sum(2), tables.sum(1)
    each = 2 * np.diagonal(tables, axis1=1, axis2=2) / np.maximum(1, support + returned)
    weighted = (each * support).sum(1) / support.sum(1)
    return np.column_stack([each, weighted, each.mean(1)])


def classifiers(inputs: Inputs) -> list[Row]:
    """Learn the published feature sets, and ask the classifiers of the product."""
    learned = read_compsent(inputs.data / "compsent19" / "train.csv.gz")
    asked = read_compsent(inputs.data / "compsent19" / "devtest.csv")
    gold, instances = [row.label for row in asked], [row.pairing for row in asked]

    def trees(made: features.Features, count: int = TREES) -> list[Cell]:
        rows, wanted = made([row.pairing for row in learned], instances)
        labels = [CLASSES.index(row.label) for row in learned]
        return f1(gold, features.predict(rows, labels, wanted, trees=count))

    few = f"{FEWER} trees instead of 1,000"
    rows = [
        Row("words between the objects, XGBoost", trees(features.bag_of_words), (0.758, 0.408, 0.925, 0.850)),
        Row(
            "sentence embedding, XGBoost",
            trees(features.sentence_vectors, FEWER),
            (0.772, 0.417, 0.924, 0.853),
            Status.DIFFERS,
            "a MiniLM sentence encoder in the place of InferSent, whose weights (and GloVe 840B) are in no package; "
            + few,
        ),
        Row(
            "mean of word vectors, XGBoost",
            trees(features.mean_vectors, FEWER),
            (0.699, 0.241, 0.917, 0.820),
            Status.DIFFERS,
            f"vectors of the product's reader in the place of GloVe; {few}",
        ),
        Row(
            "500 runs of 2 to 4 parts of speech, XGBoost",
            trees(features.tag_ngrams),
            why="published without a figure that we have",
        ),
        Row("a comparative in -er between the objects", trees(features.has_comparative), (0.570, 0.0, 0.889, 0.755)),
        _lexnet(inputs, learned, asked),
        Row("always NONE", f1(gold, [Stance.NONE] * len(gold)), (None, None, None, 0.61)),
    ]
    for name in registry.names("classifier"):
        classifier: Classifier = registry.load("classifier", name)
        found = [classifier.classify([pairing])[0].stance for pairing in instances]
        rows.append(Row(f"ours: `{name}`", f1(gold, found)))
    return rows


def _lexnet(inputs: Inputs, learned: Sequence[Labelled], asked: Sequence[Labelled]) -> Row:
    """Learn from paths of dependencies if somebody has parsed the sentences."""
    name, path = "paths of dependencies (LexNet), XGBoost", inputs.work / LEXNET
    why = (
        f"needs a dependency parser; put its paths into WORK/{LEXNET}, a line for each sentence of both files: "
        '{"sentence": …, "paths": ["X/nsubj/better", …]}, and run the same command'
    )
    if not path.exists():
        return Row(name, status=Status.NOT_HERE, why=why)
    with path.open(encoding="utf-8") as lines:
        paths = {row["sentence"]: row["paths"] for row in map(json.loads, lines)}
    rows, wanted = features.counted(
        [paths[row.pairing.sentence] for row in learned], [paths[row.pairing.sentence] for row in asked]
    )
    found = features.predict(rows, [CLASSES.index(row.label) for row in learned], wanted, trees=TREES)
    return Row(name, f1([row.label for row in asked], found))


def topics_34(inputs: Inputs) -> list[Row]:
    """Compare each topic with its aspect, and count what there is to go by."""
    read = topics.read_topics(inputs.data / "cam_topics34" / "devtest.csv")
    engine = inputs.engine()
    rows, shares, outcomes = [], [], Counter[str]()
    for topic in read:
        comparison = engine.compare(Query((topic.first, topic.second), (Aspect(topic.aspect, WEIGHT),)))
        verdict = comparison.verdict
        outcome = topics.outcome(topic.gold, verdict.decision)
        outcomes[outcome] += 1
        whole, aspect = verdict.shares
        if aspect.arguments:
            shares.append((topic.gold, aspect.first))
        gold = {1.0: topic.first, 0.0: topic.second}.get(topic.gold, "tie")
        counts: list[Cell] = [comparison.retrieved, whole.arguments, aspect.arguments]
        rows.append(
            Row(
                f"{topic.number}. {topic.first}, {topic.second}: {topic.aspect} ({gold})",
                [*counts, aspect.first if aspect.arguments else None],
                why=outcome,
            )
        )
    engine.close()
    cam = topics.published(shares)
    decided = outcomes["right"] + outcomes["wrong"]
    rows.append(
        Row("right of the decided, by the verdict", [f"{outcomes['right']} of {decided}"], ("95 % of people with CAM",))
    )
    rows.append(
        Row(
            "right by CAM's measure, of topics with a sentence on the aspect",
            [f"{cam.correct} of {cam.topics}"],
            why=f"deviation {cam.mean_deviation:.3f}, standard deviation {cam.std_deviation:.3f}",
        )
    )
    return rows


def loading(inputs: Inputs) -> list[Row]:
    """Time what a reader waits for: a comparison, and the keyword search that is its control."""
    named = topics.read_topics(inputs.data / "cam_topics34" / "devtest.csv")
    asked = [(topic.first, topic.second, topic.aspect) for topic in named]
    engine = inputs.engine()
    engine.warm()

    def search(first: str, second: str, aspect: str) -> object:
        return engine.search(f"{first} {second} {aspect}")

    def compare(first: str, second: str, aspect: str, classifier: str | None = None) -> object:
        return engine.compare(Query((first, second), (Aspect(aspect, WEIGHT),), classifier=classifier))

    rows = [
        _timed("keyword search, the control", search, asked),
        _timed("comparison, first time", compare, asked, published=("2,200",)),
        _timed("comparison, asked again", compare, asked),
        *(
            _timed(f"comparison, first time, `{name}`", partial(compare, classifier=name), asked)
            for name in ("keyphrase", "xgboost")
        ),
    ]
    engine.close()
    return rows


def _timed(
    name: str,
    way: Callable[[str, str, str], object],
    asked: Sequence[tuple[str, str, str]],
    *,
    published: Sequence[Cell] = (),
) -> Row:
    took_ms = []
    for one in asked:
        started = time.perf_counter()
        way(*one)
        took_ms.append(1000 * (time.perf_counter() - started))
    cuts = quantiles(took_ms, n=20, method="inclusive")
    return Row(name, (cuts[9], cuts[18], max(took_ms)), published)


class _One:
    """The miner of the product, of which the aspects of one method are kept; all for an empty name."""

    def __init__(self, method: str = "") -> None:
        self._method, self._miner = method, registry.load("miner", "cam")

    def mine(
        self,
        arguments: Sequence[Argument],
        *,
        first: str,
        second: str,
        doubted: Doubted = frozenset(),
        overlooked: Overlooked = frozenset(),
    ) -> list[MinedAspect]:
        found: list[MinedAspect] = self._miner.mine(
            arguments, first=first, second=second, doubted=doubted, overlooked=overlooked
        )
        return [aspect for aspect in found if self._method in ("", aspect.method)]


def methods(inputs: Inputs) -> list[Row]:
    """Measure each way of finding aspects alone and all together, and each wording on a sentence."""
    rows: list[Row] = []
    names = {
        "comparative_phrase": "comparative with its successor",
        "comparative": "comparative alone",
        "reason": "nouns of reasons",
        "": "all three",
    }
    for method, name in names.items():
        counts = aspects.measure(_One(method), inputs.data / "comparely_aspects" / "devtest.csv")
        good = sum(counts[label, True] for label in aspects.GOOD)
        bad = counts["BAD", True]
        recall = [counts[label, True] / max(1, counts[label, True] + counts[label, False]) for label in aspects.GOOD]
        rows.append(Row(name, (good + bad, good / max(1, good + bad), *recall)))
    for name, text in TRIGGERS.items():
        found = _One().mine([aspects.favouring_first(text)], first="Leaf", second="Zoe")
        rows.append(
            Row(
                f"“{text}”",
                [", ".join(one.name for one in found) or "nothing"],
                why=f"by {name}",
            )
        )
    why = "CAM sets no bound; more than these are refused with a message"
    rows.append(Row("aspects that may be asked for at once", [MAX_ASPECTS], (), Status.DIFFERS, why))
    return rows


EXPERIMENTS: Final = (
    Experiment(
        "cam",
        1,
        "CAM 1: classifiers of sentences",
        "Section 3.3, with the feature sets of “Categorizing Comparative Sentences” (ArgMining 2019)",
        ("F1 better", "worse", "none", "weighted", "macro"),
        "CompSent-19, learned from train (5,734 sentences), measured on dev-test (718); the published figures are of "
        "the whole held-out file (1,440). Bootstrap over sentences; trees are learned without chance",
        classifiers,
    ),
    Experiment(
        "cam",
        2,
        "CAM 2: topics",
        "The 34 topics that CAM was tuned on, of which 17 are public here",
        ("sentences that name both", "that compare", "on the aspect", "share of the first on the aspect"),
        "cam_topics34 dev-test over the index of cam_sentences and corpus_reddit (1,563,521 sentences, a small part of "
        "what CAM searched in Common Crawl), the aspect at weight 5. In brackets who should win",
        topics_34,
        needs_index=True,
    ),
    Experiment(
        "cam",
        3,
        "CAM 3: what a reader waits for",
        "The phase *loading* of the user study, a comparison beside keyword search, without a reader",
        ("p50 ms", "p95", "most"),
        "The 17 public topics, one after the other, over the same index",
        loading,
        needs_index=True,
    ),
    Experiment(
        "cam",
        4,
        "CAM 4: aspects",
        "Section 3.4, the three ways of finding aspects. The paper has no figures",
        ("phrases found", "precision", "recall of aspects", "of full predicates"),
        "comparely_aspects dev-test, phrases judged by people; below, what each wording gives of a sentence",
        methods,
    ),
)
