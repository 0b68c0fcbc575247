"""How often there is evidence where the corpora have any: ``python -m evaluation.finding --data DATA --index DIR``.

The twenty pairs of CWS (WWW'06, Table 1) and a hundred pairs that were drawn from public sets, each asked as people
type: see ``data/finding``. A question has enough if its verdict rests on the least number of sources. Of all it was
looked up by hand whether the corpora have that many: nothing is found rightly or wrongly, and enough may be found on
another thing.

``--draw`` prints pairs as they were drawn, always the same. ``--off`` switches a way of finding more off. Asked a
second time, when all that is read was read before, the processor time is that of finding, counting and wording.
"""

from __future__ import annotations

import csv
import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Final, NamedTuple

import click

from engine.config import load_config
from engine.pipeline import Engine
from engine.types import Answer
from evaluation.ablation import NONE
from evaluation.data import data_option
from nlu_models.training.question.judged import read as read_relations

QUESTIONS: Final = Path("data/finding/questions.jsonl")
WAYS: Final = (
    "{} or {}?",
    "{} vs {}",
    "which is better, {} or {}?",
    "is {} better than {}",
    "what's better {} or {}",
    "should i choose {} or {}",
    "What do people prefer, {} or {}?",
    "{} or {}, which one is better?",
    "Is {} really better than {}?",
    "i can't decide between {} and {}",
)
"""How a pair is asked about; a question has the number of its way."""
SEED: Final = 18
_FOUND: Final = {
    (True, True): "enough",
    (True, False): "enough, on another thing",
    (False, True): "nothing, wrongly",
    (False, False): "nothing, rightly",
}
_MASK: Final = "[MASK]"
_BEGUN: Final = "vs "
_DRAWN: Final = (("cam_suggestions", 34), ("compquestions_types", 40), ("question_completion", 45))
"""Of each set; some are no pair of names, and some are drawn twice."""


class Asked(NamedTuple):
    """A question of the set."""

    id: str
    text: str
    has: bool
    """Whether the corpora have enough, as far as anybody who looked found."""


def read(data: Path) -> Iterator[Asked]:
    """Yield the questions.

    Args:
        data: Folder of the data sets.
    """
    for row in map(json.loads, QUESTIONS.read_text("utf-8").splitlines()):
        names = row.get("pair") or _names(data, row["id"], row.get("things"))
        yield Asked(row["id"], WAYS[row["way"]].format(*names), row["has"])


def _names(data: Path, key: str, things: list[list[int]] | None) -> list[str]:
    text = _texts(data, key.partition("/")[0])[key]
    if things is None:
        return text.split("\t")
    return [text[start:end] for start, end in things]


def _texts(data: Path, name: str) -> dict[str, str]:
    """Return the texts of a set by their ids; a pair has a tab between its names."""
    if name == "cam_suggestions":
        suggested = map(json.loads, (data / name / "suggestions.jsonl").read_text("utf-8").splitlines())
        pairs = ((row["object"], row["google_vs_suggestions"][:1]) for row in suggested)
        numbered = ((f"{name}/suggestions#{n}", one, other[0]) for n, (one, other) in enumerate(pairs) if other)
        return {key: f"{one}\t{other.removeprefix(_BEGUN)}" for key, one, other in numbered}
    if name == "compquestions_types":
        judged = (row for row in read_relations(data) if row.id.startswith(f"{name}/"))
        return {row.id: "\t".join(row.judgements[0].things) for row in judged if len(row.judgements[0].things) == 2}
    found: dict[str, str] = {}
    for domain in ("animals", "basket", "cities"):
        with (data / name / f"{domain}_devtest.csv").open(encoding="utf-8", newline="") as lines:
            rows = [*csv.DictReader(lines)]
        found |= {f"{name}/{domain}_devtest#{row['id']}": row["question"].replace(_MASK, row["answer"]) for row in rows}
    return found


@click.command()
@data_option
@click.option("--index", type=click.Path(exists=True, path_type=Path), help="Of both corpora.")
@click.option("--draw", is_flag=True, help="Only print what was drawn.")
@click.option("--show", is_flag=True, help="Print each question with what was found.")
@click.option("--off", multiple=True, type=click.Choice(list(NONE)), help="A way of finding that is switched off.")
def main(data: Path, index: Path | None, *, draw: bool, show: bool, off: tuple[str, ...]) -> None:
    """Ask all questions, and count what has enough evidence and what rightly or wrongly has not."""
    if draw:
        chance = random.Random(SEED)
        for name, size in _DRAWN:
            texts = _texts(data, name)
            print(*(f"{key}\t{texts[key]}" for key in chance.sample(sorted(texts), size)), sep="\n")
        return
    settings = {"index": str(index), **{name: NONE[name] for name in off}}
    engine = Engine(load_config(overrides={"retrieval": settings}))
    engine.warm()
    spent: list[float] = []
    counts: dict[str, Counter[str]] = {}
    for asked in read(data):
        started = process_time()
        answer = engine.ask(asked.text)
        spent.append(1000 * (process_time() - started))
        found = _FOUND[_has_enough(answer), asked.has]
        counts.setdefault("CWS" if asked.id.startswith("cws") else "drawn", Counter())[found] += 1
        if show:
            searched = answer.comparison.searched.sentence if answer.comparison else answer.text
            print(f"{asked.id}\t{asked.text}\t{found}\t{spent[-1]:.0f} ms\t{searched}", flush=True)
    spent.sort()
    print(
        f"ms of processor time: {spent[len(spent) // 2]:.0f}, of the slowest twentieth {spent[-len(spent) // 20]:.0f}"
    )
    for name, row in counts.items():
        print(f"{name}: {', '.join(f'{count} {found}' for found, count in sorted(row.items()))}")


def _has_enough(answer: Answer) -> bool:
    pairs = answer.standings.comparisons if answer.standings else filter(None, (answer.comparison,))
    verdicts = [one.asked_verdict.verdict if one.asked_verdict else one.verdict for one in pairs]
    return any(one.sources >= one.minimum_sources for one in verdicts)


if __name__ == "__main__":
    main()
