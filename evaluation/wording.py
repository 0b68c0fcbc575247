"""Measures answers worded from given sentences: ``python -m evaluation.wording --data DATA``.

One table, one line per data set and generator:

* ``cited``: share of answers in which every claim carries a number; a claim is a sentence or line that quotes or names
  an object, unless it is a heading or says that something was not found;
* ``verbatim``: share of citations whose claim is cut word for word out of the cited sentence;
* ``winner``: share of answers that name one;
* ``R-1``, ``R-2``: mean ROUGE-N F1 against the best of the references, without stemming, reference numbers and the
  list of used arguments; ``input R-1``, ``input R-2`` are those of the input's first words, as many as the answer has;
* ``ms``: 50th and 95th percentile of wording one comparison, weighing excluded.

The references of these sets are machine-written: ROUGE against them says what a text is about, not whether it is true.

Source: Lin 2004, "ROUGE: A Package for Automatic Evaluation of Summaries", equation 1.
"""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean, quantiles
from typing import Any, NamedTuple

import click

from engine import registry
from engine.pipeline import Engine
from engine.types import Answer
from evaluation.data import data_option
from evaluation.statements import claims, units
from generation.support import is_verbatim

SETS = ("cam2_chatgpt_dev", "cam2_chatgpt_devtest")

_MARKER = re.compile(r"\[\d+(?:[,;–-] ?\d+)*\]")
_USED = re.compile(r"\s*Arguments used:.*\Z", re.DOTALL)
_WORD = re.compile(r"[a-z0-9]+")


class Measured(NamedTuple):
    """What is measured of one answer."""

    cited: float
    verbatim: float
    winner: float
    sentences: float
    words: float
    rouge_1: float
    rouge_2: float
    input_rouge_1: float
    input_rouge_2: float
    took_ms: float


def words(text: str) -> list[str]:
    """Return the words of a text as ROUGE counts them: lower case, letters and digits, no reference numbers."""
    return _WORD.findall(_MARKER.sub(" ", _USED.sub("", text)).lower())


def rouge(candidate: Sequence[str], reference: Sequence[str], n: int) -> float:
    """Return the F1 of n-grams, each counted at most as often as the other text has it; 0 when a text has none."""
    grams, wanted = (Counter(zip(*(text[i:] for i in range(n)), strict=False)) for text in (candidate, reference))
    if not grams or not wanted:
        return 0.0
    return 2 * (grams & wanted).total() / (grams.total() + wanted.total())


def measure(answer: Answer, row: dict[str, Any], took_ms: float) -> Measured:
    """Measure one answer against its row of the data set."""
    said = words(answer.text)
    given = [word for argument in row["arguments"] for word in words(argument)][: len(said)]
    references = [words(summary) for summary in row["summaries"]]
    claimed = claims(answer.text, (row["object_1"], row["object_2"]))
    quoted = [
        is_verbatim(answer.text[citation.claim_start : citation.claim_end], citation.hit.sentence.text)
        for citation in answer.citations
    ]
    return Measured(
        cited=all(_MARKER.search(claim) for claim in claimed),
        verbatim=fmean(quoted) if quoted else 1.0,
        winner=answer.comparison is not None and answer.comparison.verdict.winner is not None,
        sentences=len(units(answer.text)),
        words=len(said),
        rouge_1=max(rouge(said, reference, 1) for reference in references),
        rouge_2=max(rouge(said, reference, 2) for reference in references),
        input_rouge_1=max(rouge(given, reference, 1) for reference in references),
        input_rouge_2=max(rouge(given, reference, 2) for reference in references),
        took_ms=took_ms,
    )


def answers(engine: Engine, rows: Sequence[dict[str, Any]], generator: str) -> Iterator[tuple[Answer, float]]:
    """Yield an answer for each row, and the milliseconds it took to word it."""
    for row in rows:
        comparison = engine.compare_from(row["arguments"], (row["object_1"], row["object_2"]))
        started = time.perf_counter()
        answer = engine.answer(comparison, generator=generator)
        yield answer, 1000 * (time.perf_counter() - started)


@click.command(help=__doc__, context_settings={"max_content_width": 120})
@data_option
@click.option("--generator", "chosen", multiple=True, help="Name of a generator; all by default.")
@click.option("--show", type=click.IntRange(min=0), default=0, help="Print this many answers of each set.")
def main(data: Path, chosen: Sequence[str], show: int) -> None:
    """Print the table."""
    engine = Engine()
    columns = (*(name.replace("rouge_", "R-").replace("_", " ") for name in Measured._fields[:-1]), "ms p50", "ms p95")
    click.echo(f"{'data':22}{'generator':11}{'n':>4}" + "".join(f"{column:>11}" for column in columns))
    for name in SETS:
        with (data / "summary" / f"{name}.jsonl").open(encoding="utf-8") as lines:
            rows = [json.loads(line) for line in lines]
        for generator in chosen or registry.names("generator"):
            found = list(answers(engine, rows, generator))
            for answer, _ in found[:show]:
                click.echo(f"\n{answer.text}\n")
            *means, times = zip(
                *(measure(answer, row, ms) for (answer, ms), row in zip(found, rows, strict=True)), strict=True
            )
            cuts = quantiles(times, n=20, method="inclusive")
            figures = [*map(fmean, means), cuts[9], cuts[18]]
            click.echo(f"{name:22}{generator:11}{len(rows):4}" + "".join(f"{figure:11.3f}" for figure in figures))


if __name__ == "__main__":
    main()
