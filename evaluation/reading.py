"""Measures how well a reader understands questions and sentences: ``python -m evaluation.reading --data DATA``.

One table, one line per data set and thing to find:

* ``comparative``: is the question comparative? Precision, recall and F1 of the positive class; ``R@.99`` is the best
  recall over all thresholds on ``Question.probability`` whose precision is at least .99;
* ``direct``: does a comparative question name its options (kinds direct, yes_no and difference)?
* ``object``, ``aspect``, ``predicate``: entities, exact in boundaries and type, pooled over the set.

The tagging sets come as tokens: the text is rebuilt by joining them with blanks, and a predicted span counts for every
token it touches. The Webis set has no begin tags, so consecutive tokens of one label are one entity, in the gold and
in the prediction alike. The Beloucif set has no predicates. Rows that repeat a dev-test item are dropped everywhere
else. Published figures are for the whole official test sets, of which the dev-test files are a part.

Source: entity scores as in conlleval and seqeval; positive-class scores and recall at a precision as in Bondarenko et
al. (WSDM 2022).
"""

from __future__ import annotations

import csv
import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import click
import numpy as np

from engine import registry
from engine.protocols import Reader
from engine.text import clean
from engine.types import Form, Kind, Question
from evaluation.data import data_option, open_text

PRECISION_FLOOR = 0.99
DIRECT = frozenset({Kind.DIRECT, Kind.YES_NO, Kind.DIFFERENCE})


class Entity(NamedTuple):
    """A labelled run of tokens, half-open ``[start, end)`` in token numbers."""

    start: int
    end: int
    label: str


class Score(NamedTuple):
    """Precision, recall and F1, each in [0, 1], 0 where undefined."""

    precision: float
    recall: float
    f1: float


class Tagging(NamedTuple):
    """A text in tokens with its gold tags: ``O``, a label, or ``B-``/``I-`` and a label of ``engine.types.Label``."""

    tokens: list[str]
    tags: list[str]


class Row(NamedTuple):
    """One line of the table."""

    data: str
    texts: int
    what: str
    score: Score
    recall_at_floor: float | None
    """None where no probability is thresholded."""
    latency_ms: tuple[float, float]
    """50th and 95th percentile of reading one text."""
    published: str
    """Best published F1; empty when there is none to compare with."""


@dataclass(frozen=True, slots=True)
class Questions:
    """A data set of labelled questions: where it lies and what is published about it."""

    file: str
    published: str = ""
    what: str = "comparative"
    column: str = "label"


@dataclass(frozen=True, slots=True)
class Taggings:
    """A data set of tagged texts: where it lies, how its labels are called and what is published about it."""

    file: str
    labels: Mapping[str, str]
    """The file's labels → ours, in the order of the table."""
    published: Mapping[str, str] = field(default_factory=dict)
    """Our label → figure."""
    form: Form = Form.QUESTION


_WEBIS = {"OBJ": "object", "ASP": "aspect", "PRED": "predicate"}
_BELOUCIF = {"OBJ-1": "object", "OBJ-2": "object", "ASPECT": "aspect"}
_COMPARELY = {"Object": "object", "Aspect": "aspect", "Predicate": "predicate"}
_RECORD_WEBIS = {"object": ".829 DeBERTa-v3-l", "aspect": ".681 DeBERTa-v3-l", "predicate": ".960 DeBERTa-v3-l"}
_RECORD_COMPARELY = {"object": ".925 RoBERTa", "aspect": ".688 RoBERTa", "predicate": ".895 RoBERTa"}

SETS: dict[str, Questions | Taggings] = {
    "webis2022paper_dev": Questions("compquestions_qi/webis2022paper_dev.csv"),
    "webis2022paper_devtest": Questions("compquestions_qi/webis2022paper_devtest.csv", ".922 DeBERTa-b"),
    "webis2020_devtest": Questions("compquestions_qi/webis2020_devtest.csv", ".860 DeBERTa-v3-b"),
    "webis2022cam2_dev": Questions("compquestions_qi/webis2022cam2_dev.csv"),
    "webis2022cam2_devtest": Questions("compquestions_qi/webis2022cam2_devtest.csv", ".974 RoBERTa"),
    "beloucif_qi_devtest": Questions("compquestions_qi/beloucif_devtest.csv"),
    "mintaka_dev": Questions("compquestions_qi/mintaka_dev.csv"),
    "mintaka_devtest": Questions("compquestions_qi/mintaka_devtest.csv"),
    "types": Questions("compquestions_types/train.csv", what="direct", column="direct"),
    "webis2022_dev": Taggings("compquestions_oai/webis2022_dev.jsonl", _WEBIS),
    "webis2022_devtest": Taggings("compquestions_oai/webis2022_devtest.jsonl", _WEBIS, _RECORD_WEBIS),
    "beloucif_dev": Taggings("compquestions_oai/beloucif_dev.jsonl", _BELOUCIF),
    "beloucif_devtest": Taggings("compquestions_oai/beloucif_devtest.jsonl", _BELOUCIF),
    "comparely_dev": Taggings("comparely_tagging/dev.jsonl", _COMPARELY, form=Form.STATEMENT),
    "comparely_devtest": Taggings(
        "comparely_tagging/devtest.jsonl", _COMPARELY, _RECORD_COMPARELY, form=Form.STATEMENT
    ),
}
"""Name → data set. Training files are not among them: rules are tuned on them, and read by their own names."""


def entities(tags: Sequence[str]) -> list[Entity]:
    """Return the entities of a tag sequence.

    An entity starts at ``B-x``, or at ``I-x`` or ``x`` when the token before is not inside an ``x``; it ends before
    the first token that does not continue it.

    >>> [tuple(entity) for entity in entities(["B-object", "I-object", "B-object", "O", "aspect", "aspect"])]
    [(0, 2, 'object'), (2, 3, 'object'), (4, 6, 'aspect')]
    """
    found: list[Entity] = []
    start, inside = 0, "O"
    for i, tag in enumerate([*tags, "O"]):
        prefix, _, label = tag.rpartition("-")
        if label == inside and prefix != "B":
            continue
        if inside != "O":
            found.append(Entity(start, i, inside))
        start, inside = i, label
    return found


def score(hits: int, returned: int, expected: int) -> Score:
    """Return the scores that follow from counts of right, returned and expected things."""
    return Score(
        precision=hits / returned if returned else 0.0,
        recall=hits / expected if expected else 0.0,
        f1=2 * hits / (returned + expected) if returned + expected else 0.0,
    )


def entity_score(gold: Iterable[Sequence[str]], predicted: Iterable[Sequence[str]], label: str) -> Score:
    """Score predicted tag sequences against gold ones for one label, pooled over all texts."""
    hits = returned = expected = 0
    for gold_tags, predicted_tags in zip(gold, predicted, strict=True):
        wanted = {entity for entity in entities(gold_tags) if entity.label == label}
        got = {entity for entity in entities(predicted_tags) if entity.label == label}
        hits += len(wanted & got)
        returned += len(got)
        expected += len(wanted)
    return score(hits, returned, expected)


def binary_score(truth: Sequence[bool], predicted: Sequence[bool]) -> Score:
    """Score yes/no predictions on the positive class."""
    hits = sum(wanted and got for wanted, got in zip(truth, predicted, strict=True))
    return score(hits, sum(predicted), sum(truth))


def recall_at_precision(truth: Sequence[bool], probability: Sequence[float], floor: float) -> float:
    """Return the best recall over all thresholds whose precision is at least ``floor``; 0 when none reaches it."""
    ranked = sorted(zip(probability, truth, strict=True), key=lambda pair: -pair[0])
    best = hits = 0
    for i, (value, positive) in enumerate(ranked, 1):
        hits += positive
        last_of_its_value = i == len(ranked) or ranked[i][0] < value
        if last_of_its_value and hits >= floor * i:
            best = hits
    return best / sum(truth) if any(truth) else 0.0


def tags_of(question: Question, tokens: Sequence[str], *, begin: bool) -> list[str]:
    """Return the spans of a question as tags of tokens.

    Args:
        question: Read from ``" ".join(tokens)``.
        tokens: The tokens.
        begin: Whether to mark the first token of a span with ``B-`` and the others with ``I-``.
    """
    tags: list[str] = []
    position = 0
    for token in tokens:
        end = position + len(token)
        span = next((span for span in question.spans if span.start < end and span.end > position), None)
        prefix = "" if not begin or span is None else "B-" if span.start >= position else "I-"
        tags.append("O" if span is None else prefix + span.label)
        position = end + 1
    return tags


def measure(reader: Reader, name: str, data: Path) -> list[Row]:
    """Measure a reader on one data set.

    Args:
        reader: The reader.
        name: A key of ``SETS``.
        data: The folder that holds the data sets.

    Returns:
        One row per thing that the set has labels for.
    """
    chosen = SETS[name]
    if isinstance(chosen, Taggings):
        return _measure_tagging(reader, name, chosen, data)
    rows = [row for row in read_rows(data / chosen.file) if row[chosen.column]]
    truth = [row[chosen.column] == "1" for row in rows]
    questions, latency = _timed(reader.read, [clean(row["question"]) for row in rows])
    if chosen.what == "direct":
        scored, recall = binary_score(truth, [question.kind in DIRECT for question in questions]), None
    else:
        scored = binary_score(truth, [question.comparative for question in questions])
        recall = recall_at_precision(truth, [question.probability for question in questions], PRECISION_FLOOR)
    return [Row(name, len(rows), chosen.what, scored, recall, latency, chosen.published)]


def _measure_tagging(reader: Reader, name: str, chosen: Taggings, data: Path) -> list[Row]:
    gold = list(read_taggings(data / chosen.file, chosen.labels))
    begin = any(tag.startswith("B-") for _, tags in gold for tag in tags)
    texts = [" ".join(tokens) for tokens, _ in gold]
    questions, latency = _timed(lambda text: reader.read(text, form=chosen.form), texts)
    predicted = [tags_of(question, item.tokens, begin=begin) for question, item in zip(questions, gold, strict=True)]
    return [
        Row(
            name,
            len(gold),
            label,
            entity_score([item.tags for item in gold], predicted, label),
            None,
            latency,
            chosen.published.get(label, ""),
        )
        for label in dict.fromkeys(chosen.labels.values())
    ]


def _timed(read: Callable[[str], Question], texts: Sequence[str]) -> tuple[list[Question], tuple[float, float]]:
    questions, times_s = [], []
    for text in texts:
        start = time.perf_counter()
        questions.append(read(text))
        times_s.append(time.perf_counter() - start)
    p50, p95 = np.percentile(times_s, (50, 95)) * 1000
    return questions, (float(p50), float(p95))


def read_rows(path: Path) -> Iterator[dict[str, str]]:
    """Read a CSV file, gzipped or not, without the rows that also stand in a dev-test file."""
    with open_text(path) as lines:
        yield from (row for row in csv.DictReader(lines) if not row.get("leak"))


def read_taggings(path: Path, labels: Mapping[str, str]) -> Iterator[Tagging]:
    """Read a JSON Lines file of tags, gzipped or not, without the rows that also stand in a dev-test file.

    Args:
        path: The file.
        labels: The file's labels → ours; tags with another label become ``O``.
    """
    with open_text(path) as lines:
        for line in lines:
            row = json.loads(line)
            if not row.get("leak"):
                yield Tagging(row["tokens"], [_renamed(tag, labels) for tag in row["tags"]])


def _renamed(tag: str, labels: Mapping[str, str]) -> str:
    if tag in labels:
        return labels[tag]
    prefix, _, label = tag.partition("-")
    return f"{prefix}-{labels[label]}" if label in labels else "O"


def table(rows: Iterable[Row]) -> str:
    """Return the rows as a table of plain text."""
    lines: list[tuple[str, ...]] = [
        ("data", "texts", "what", "P", "R", "F1", "R@.99", "p50 ms", "p95 ms", "published F1")
    ]
    for row in rows:
        scores = [f"{value:.3f}" for value in row.score]
        recall = "" if row.recall_at_floor is None else f"{row.recall_at_floor:.3f}"
        latency = [f"{value:.2f}" for value in row.latency_ms]
        lines.append((row.data, str(row.texts), row.what, *scores, recall, *latency, row.published))
    form = "{:<23} {:>5} {:<12} {:>5} {:>5} {:>5} {:>5} {:>6} {:>6}  {}"
    return "\n".join(form.format(*line).rstrip() for line in lines)


@click.command()
@data_option
@click.option("--reader", "name", default="rules", show_default=True, help="Name of a registered reader.")
@click.option("--set", "sets", multiple=True, type=click.Choice(list(SETS)), help="Only this data set; repeatable.")
def main(data: Path, name: str, sets: tuple[str, ...]) -> None:
    """Measure a reader on the public question and sentence sets."""
    reader: Reader = registry.load("reader", name)
    reader.read("Is tea better than coffee?")
    click.echo(table(row for chosen in sets or SETS for row in measure(reader, chosen, data)))


if __name__ == "__main__":
    main()
