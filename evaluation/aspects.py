"""Measures whether mined aspects are what people call aspects: ``python -m evaluation.aspects --data DATA``.

The Comparely set gives a sentence, two objects, and a phrase of the sentence that is an aspect (``ASPECT``), a
comparative that says something alone (``PREDICATE-FULL``), one that needs more words (``PREDICATE-DEPENDENT``) or
neither (``BAD``). The miner gets the sentence as evidence for the first object; a phrase counts as mined if its words
are those of a mined aspect. ``good`` is the share of aspects and full predicates among all phrases but the dependent
ones, precision (P) the same among those that are mined, recall (R) the share of each label's phrases that are mined.
Recall has a ceiling: many of the sentences compare a third thing with both objects, which says nothing about them.
``devtest_manual`` has no wrong phrases, hence no precision. Sentences that do not name both objects are skipped.
"""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import click

from engine import registry
from engine.protocols import Miner
from engine.text import Tokens, stems
from engine.types import Argument, Classification, Document, Hit, Sentence
from evaluation.data import data_option

SETS = ("train", "dev", "devtest", "devtest_manual")
GOOD = ("ASPECT", "PREDICATE-FULL")
LABELS = (*GOOD, "PREDICATE-DEPENDENT", "BAD")


def measure(miner: Miner, path: Path) -> Counter[tuple[str, bool]]:
    """Count the phrases of a file by label and by whether they are mined.

    Args:
        miner: The miner.
        path: A CSV file with the columns object_a, object_b, candidate, label and sentence.
    """
    counts: Counter[tuple[str, bool]] = Counter()
    with path.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            first, second, sentence = row["object_a"], row["object_b"], row["sentence"]
            tokens = Tokens(sentence)
            if tokens.mentions(first) and tokens.mentions(second) and not row.get("leak"):
                found = miner.mine([_favouring_first(sentence)], first=first, second=second)
                mined = {stems(name) for aspect in found for name in (aspect.name, *aspect.members)}
                counts[row["label"], stems(row["candidate"]) in mined] += 1
    return counts


def _favouring_first(sentence: str) -> Argument:
    hit = Hit(Sentence("1#0", sentence, "1", 0), 1.0, Document("1", source="1"), (), ("1",))
    return Argument(hit, Classification(1.0, 0.0, 0.0, 0.0), (), 1.0)


def table(rows: dict[str, Counter[tuple[str, bool]]]) -> str:
    """Return counts as a table of plain text."""
    lines = [
        f"{'data':<15} {'phrases':>7} {'good':>5} {'P':>6}  " + "  ".join(f"R {label.lower()}" for label in LABELS)
    ]
    for name, counts in rows.items():
        good = sum(counts[label, True] for label in GOOD)
        total = {label: counts[label, True] + counts[label, False] for label in LABELS}
        judged = sum(total[label] for label in (*GOOD, "BAD"))
        share = _ratio(sum(total[label] for label in GOOD), judged)
        recalls = "  ".join(f"{_ratio(counts[label, True], total[label]):>{len(label) + 2}}" for label in LABELS)
        precision = _ratio(good, good + counts["BAD", True]) if total["BAD"] else ""
        lines.append(f"{name:<15} {sum(total.values()):>7} {share:>5} {precision:>6}  {recalls}")
    return "\n".join(lines)


def _ratio(part: int, whole: int) -> str:
    return f"{part / whole:.3f}" if whole else "-"


@click.command()
@data_option
@click.option("--miner", "name", default="cam", show_default=True, help="Name of a registered miner.")
@click.option("--set", "sets", multiple=True, type=click.Choice(SETS), default=SETS[1:], show_default=True)
def main(data: Path, name: str, sets: tuple[str, ...]) -> None:
    """Measure a miner on phrases that people have judged."""
    miner: Miner = registry.load("miner", name)
    click.echo(table({chosen: measure(miner, data / "comparely_aspects" / f"{chosen}.csv") for chosen in sets}))


if __name__ == "__main__":
    main()
