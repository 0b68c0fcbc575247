"""Measures answers to questions with a best answer each: ``python -m evaluation.answers FILE.tsv --index DIR``.

The file has a line for each question: the question, a tab, its best answer; a line ``question	answer`` may head it.
Every generator answers from the index (``ctrl`` with ``--ctrl`` for a checkpoint, both prompts). ROUGE-1, ROUGE-2 and
ROUGE-3 are stemmed F1 against the best answer, the mean over all questions: one that is not answered counts 0, and
``answered`` says how many were. Two controls need no evidence: the question itself, and another's best answer.

Source: Chekalina et al., EACL 2021, table 3; the collection behind it, Yahoo! L6, may not be passed on.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from typing import Final, NamedTuple

import click

from engine import registry
from engine.config import load_config
from engine.errors import EngineError
from engine.pipeline import Engine
from engine.types import Comparison, Length, ParsedText, Standings
from evaluation.relevance import interval
from evaluation.wording.measures import rouge

HEAD: Final = ("question", "answer")
NEEDS_MORE: Final = ("ctrl", "llm")
"""Generators that need a model of their own."""


class Pair(NamedTuple):
    """A question and the answer that it is measured by."""

    question: str
    answer: str


class Found(NamedTuple):
    """What a system got."""

    scores: Sequence[tuple[float, ...]]
    """ROUGE-1, ROUGE-2 and ROUGE-3 of each question; 0 for one without an answer."""
    answered: int
    words: float
    """Mean length of the answers."""

    def figures(self) -> list[tuple[float, float, float]]:
        """Return the means with their intervals over questions."""
        return [(fmean(column), *interval(column)) for column in map(list, zip(*self.scores, strict=True))]


System = Callable[[Pair], str]
"""A question → an answer, empty where there is none."""


def read_pairs(path: Path) -> list[Pair]:
    """Read questions and best answers.

    Raises:
        click.ClickException: A line has not two columns, or there is none.
    """
    with path.open(encoding="utf-8", newline="") as lines:
        rows = [row for row in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE) if row and tuple(row) != HEAD]
    for n, row in enumerate(rows, 1):
        if len(row) != len(HEAD):
            raise click.ClickException(f"Row {n} of {path} has {len(row)} columns, expected: question, tab, answer.")
    if not rows:
        raise click.ClickException(f"There is no question in {path}. Expected lines: question, tab, answer.")
    return [Pair(*row) for row in rows]


def write_pairs(pairs: Sequence[Pair], path: Path) -> None:
    """Write questions and best answers, each on a line."""
    rows = (HEAD, *pairs)
    path.write_text("".join("\t".join(" ".join(part.split()) for part in row) + "\n" for row in rows), "utf-8")


def generators(engine: Engine, pairs: Sequence[Pair]) -> dict[str, System]:
    """Return the generators of the product, each question compared once for all of them."""
    found: dict[str, tuple[ParsedText, Comparison | Standings] | None] = {}
    for pair in pairs:
        question = engine.understand(pair.question)
        try:
            found[pair.question] = question, engine.compare_any(replace(engine.query_of(question)))
        except EngineError:
            found[pair.question] = None

    def say(name: str) -> System:
        def answer(pair: Pair) -> str:
            compared = found[pair.question]
            if compared is None:
                return ""
            question, comparison = compared
            said = engine.answer(comparison, question=question, generator=name, length=Length.FULL)
            return said.text if said.citations else ""

        return answer

    return {name: say(name) for name in registry.names("generator") if name not in NEEDS_MORE}


def ctrl(model: str, **settings: object) -> dict[str, System]:
    """Return what a CTRL checkpoint says to either of the published prompts."""
    from generation.ctrl import Checkpoint, which_better

    config = load_config(environ={}, overrides={"ctrl": {"model": model, "timeout_s": 60.0, **settings}})
    checkpoint, engine = Checkpoint(config.ctrl), Engine(config)
    code = config.ctrl.control_code

    def which(pair: Pair) -> str:
        question = engine.understand(pair.question)
        if len(question.objects) < len(HEAD):
            return ""
        return " ".join(checkpoint.say(f"{code} {which_better(question.objects, question.aspects)}"))

    return {
        "ctrl, question": lambda pair: " ".join(checkpoint.say(f"{code} {pair.question}")),
        "ctrl, which is better": which,
    }


def controls(pairs: Sequence[Pair]) -> dict[str, System]:
    """Return what a text without evidence would get."""
    following = dict(zip(pairs, [*pairs[1:], *pairs[:1]], strict=True))
    return {"the question": lambda pair: pair.question, "another's best answer": lambda pair: following[pair].answer}


def measure(pairs: Sequence[Pair], system: System) -> Found:
    """Measure a system on all questions."""
    texts = [system(pair) for pair in pairs]
    scores = [
        rouge(text, [pair.answer])[:3] if text else (0.0, 0.0, 0.0) for pair, text in zip(pairs, texts, strict=True)
    ]
    answered = [text for text in texts if text]
    return Found(scores, len(answered), fmean(len(text.split()) for text in answered) if answered else 0.0)


@click.command(help=__doc__, context_settings={"max_content_width": 120})
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--index", type=click.Path(exists=True, file_okay=False, path_type=Path), required=True)
@click.option("--ctrl", "model", default="", help="A checkpoint of CTRL.")
def main(file: Path, index: Path, model: str) -> None:
    """Print the table."""
    pairs = read_pairs(file)
    engine = Engine(load_config(environ={}, overrides={"retrieval": {"index": index}}))
    systems: Mapping[str, System] = generators(engine, pairs) | (ctrl(model) if model else {}) | controls(pairs)
    click.echo(
        f"{f'{len(pairs)} questions':24}{'ROUGE-1':>21}{'ROUGE-2':>21}{'ROUGE-3':>21}{'answered':>9}{'words':>7}"
    )
    for name, system in systems.items():
        found = measure(pairs, system)
        shown = "".join(f"{f'{mean:.3f} [{low:.3f} {high:.3f}]':>21}" for mean, low, high in found.figures())
        click.echo(f"{name:24}{shown}{found.answered:9}{found.words:7.0f}")
    engine.close()


if __name__ == "__main__":
    main()
