"""Measures answers worded from given sentences: ``python -m evaluation.wording --data DATA``.

One row per generator of the registry, on the sentences of ``summary`` dev-test (``--split dev`` for the other set):

* ``R-1`` to ``R-L``: stemmed F1 against the best of the references, which are machine-written: it says what a text is
  about, not whether it is true, and mostly follows length;
* ``cit P``, ``cit R``: citation precision and recall by the support checker; ``python -m evaluation.support`` says how
  far that can be believed. Its classifier (``--judge``) is not the one that weighed the sentences;
* ``rubric``: points of the criteria that a program can judge, of 11; ``--rubric`` says how far that can be believed;
* a second row of a generator for those texts alone that it worded itself, where another one stood in for some;
* sentences, words, Flesch reading ease, share of repeated runs of three words, milliseconds of wording.

Beside them extracts of the input (``extract: …``; the oracle has seen the references), a summary against the others
(``reference``), and two floors: the question itself, and the reference of another comparison. Below, the published
records. Intervals are 95 % bootstrap intervals over comparisons.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import fmean, quantiles
from typing import Any, NamedTuple

import click

from engine import registry
from engine.errors import EngineError
from engine.pipeline import Engine
from engine.types import Answer, Length
from evaluation.data import data_option, open_text
from evaluation.relevance import interval
from evaluation.wording.baselines import BASELINES, text
from evaluation.wording.measures import Measured, measure
from evaluation.wording.rubric import MOST, agreement, systems
from generation.citation_verification import SupportChecker

Row = dict[str, Any]

SHOWN = ("R-1", "R-2", "R-3", "R-L", "cit P", "cit R", "rubric", "sents", "words", "ease", "repeat")
INTERVALS = ("rouge_1", "rouge_2", "precision", "recall")
RECORDS = (
    "records: citation precision .745 (commercial engines), .79 (ChatGPT with CAM's arguments); statements fully "
    "supported .515 (commercial engines)",
    "records: 15 criteria, of 19: Perplexity 18.7, GPT-4 with arguments 18.0, people 17.1, CAM 9.5",
)


class Said(NamedTuple):
    """A text for one row, with what it cites."""

    text: str
    sentences: Sequence[str]
    """What its numbers stand for, from 1."""
    references: Sequence[str]
    took_ms: float = 0.0
    answer: Answer | None = None
    """What the text is of; None for one that is not ours."""


System = Callable[[Row], Said]


def generated(engine: Engine, generator: str, length: Length) -> System:
    """Return the system that words answers with a generator."""

    def say(row: Row) -> Said:
        comparison = engine.compare_from(row["arguments"], (row["object_1"], row["object_2"]))
        started = time.perf_counter()
        answer = engine.answer(comparison, generator=generator, length=length)
        took_ms = 1000 * (time.perf_counter() - started)
        sentences = [one.hit.sentence.text for one in answer.citations]
        return Said(answer.text, sentences, row["summaries"], took_ms, answer)

    return say


def extracted(name: str) -> System:
    """Return the system that takes sentences as a baseline does."""
    return lambda row: Said(
        text(row["arguments"], BASELINES[name](row["arguments"], row["summaries"])), row["arguments"], row["summaries"]
    )


def controls(rows: Sequence[Row]) -> dict[str, System]:
    """Return what a text that knows the references, and one that knows nothing, would get."""
    following = {row["id"]: after for row, after in zip(rows, [*rows[1:], *rows[:1]], strict=True)}
    return {
        "reference": lambda row: Said(row["summaries"][0], row["arguments"], row["summaries"][1:]),
        "the question": lambda row: Said(
            f"Which is better, {row['object_1']} or {row['object_2']}?", row["arguments"], row["summaries"]
        ),
        "other reference": lambda row: Said(
            following[row["id"]]["summaries"][0], following[row["id"]]["arguments"], row["summaries"]
        ),
    }


def lines_of(name: str, rows: Sequence[Row], say: System, checker: SupportChecker) -> Iterator[str]:
    """Yield the row of a system and its intervals, then those of the texts that are its own if others stood in."""
    said = [(row, say(row)) for row in rows]
    yield from _lines(name, said, checker)
    own = [(row, one) for row, one in said if one.answer and one.answer.generator == name]
    if 0 < len(own) < len(said):
        yield from _lines(f"{name}, its own {len(own)}", own, checker)


def _lines(name: str, said: Sequence[tuple[Row, Said]], checker: SupportChecker) -> Iterator[str]:
    measured = [
        measure(one.text, one.sentences, (row["object_1"], row["object_2"]), one.references, checker, answer=one.answer)
        for row, one in said
    ]
    means = Measured(*map(fmean, zip(*measured, strict=True)))
    cuts = quantiles([one.took_ms for _, one in said] * 2, n=20, method="inclusive")
    figures = "".join(f"{value:8.3f}" for value in means[:6]) + "".join(f"{value:8.2f}" for value in means[6:])
    yield f"{name:20}{figures}{cuts[9]:9.1f}{cuts[18]:9.1f}"
    bounds = (interval([getattr(one, field) for one in measured]) for field in INTERVALS)
    shown = (f"{field} {low:.3f} to {high:.3f}" for field, (low, high) in zip(INTERVALS, bounds, strict=True))
    yield f"{'':20}  {', '.join(shown)}"


@click.command(help=__doc__, context_settings={"max_content_width": 120})
@data_option
@click.option("--generator", "chosen", multiple=True, help="Name of a generator; all by default.")
@click.option("--split", type=click.Choice(["dev", "devtest"]), default="devtest", show_default=True)
@click.option("--length", type=click.Choice([*Length]), default=Length.FULL, show_default=True)
@click.option("--judge", type=click.Choice(registry.names("classifier")), default="transformer", show_default=True)
@click.option("--rubric", "rubric", is_flag=True, help="Say how the rubric agrees with people and stop.")
@click.option("--show", type=click.IntRange(min=0), default=0, help="Print this many answers of each generator.")
def main(data: Path, chosen: Sequence[str], split: str, length: str, judge: str, rubric: bool, show: int) -> None:
    """Print the table."""
    rated = data / "cqa_eval" / "devtest.jsonl"
    if rubric:
        click.echo(agreement(rated))
        for name, (count, ours, people) in systems(rated).items():
            click.echo(f"  {name:18}{count:4} answers, {ours:5.1f} of {MOST} here, {people:5.1f} of 19 by people")
        return
    engine = Engine()
    with open_text(data / "summary" / f"cam2_chatgpt_{split}.jsonl") as lines:
        rows = [json.loads(line) for line in lines]
    checker = SupportChecker(registry.load("classifier", judge))
    rows_of: dict[str, System] = {
        name: generated(engine, name, Length(length))
        for name in chosen or registry.names("generator")
        if {"ctrl": engine.config.ctrl.model, "llm": engine.config.llm.url}.get(name, True)
    }
    if not chosen:
        rows_of |= {f"extract: {name}": extracted(name) for name in BASELINES} | controls(rows)
    columns = "".join(f"{column:>8}" for column in SHOWN)
    click.echo(f"{f'summary {split}, {len(rows)}':20}{columns}{'ms p50':>9}{'ms p95':>9}")
    for name, say in rows_of.items():
        try:
            for line in lines_of(name, rows, say, checker):
                click.echo(line)
        except EngineError as error:
            click.echo(f"{name:20}{error}")
        for row in rows[:show] if name in registry.names("generator") else ():
            click.echo(f"\n{say(row).text}\n")
    for record in RECORDS:
        click.echo(record)


if __name__ == "__main__":
    main()
