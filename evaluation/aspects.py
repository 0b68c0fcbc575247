"""Measures whether mined aspects are what people call aspects: ``python -m evaluation.aspects --data DATA``.

The Comparely set gives a sentence, two objects, and a phrase of the sentence that is an aspect (``ASPECT``), a
comparative that says something alone (``PREDICATE-FULL``), one that needs more words (``PREDICATE-DEPENDENT``) or
neither (``BAD``). The miner gets the sentence as evidence for the first object; a phrase counts as mined if its words
are those of a mined aspect. ``good`` is the share of aspects and full predicates among all phrases but the dependent
ones, precision (P) the same among those that are mined, recall (R) the share of each label's phrases that are mined.
Recall has a ceiling: many of the sentences compare a third thing with both objects, which says nothing about them.
``devtest_manual`` has no wrong phrases, hence no precision. Sentences that do not name both objects are skipped.

Whether aspects that mean the same are taken for one is measured on the pairs of ``data/aspects``: the share of pairs
that are rightly called the same, contrary ends, or different, by the dimensions and, for comparison, by stems alone.
"""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import click

from engine import registry
from engine.protocols import Miner
from engine.text.lexicon import dimension_of, end_of
from engine.text.tokens import Tokens, stems
from engine.types import Argument, Classification, Document, Hit, Sentence
from evaluation.data import data_option

SETS = ("train", "dev", "devtest", "devtest_manual")
GOOD = ("ASPECT", "PREDICATE-FULL")
PAIRS = Path(__file__).parent.parent / "data" / "aspects" / "pairs.csv"
RELATIONS = ("same", "contrary", "different")
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
                found = miner.mine([favouring_first(sentence)], first=first, second=second)
                mined = {stems(name) for aspect in found for name in (aspect.name, *aspect.members)}
                counts[row["label"], stems(row["candidate"]) in mined] += 1
    return counts


def favouring_first(sentence: str) -> Argument:
    """Return a sentence as evidence for the first object."""
    hit = Hit(Sentence("1#0", sentence, "1", 0), 1.0, Document("1", source="1"), (), ("1",))
    return Argument(hit, Classification(1.0, 0.0, 0.0, 0.0), (), weight=1.0)


def relation(first: str, second: str) -> str:
    """Return how two aspects relate as far as the dimensions know: ``same``, ``contrary`` or ``different``."""
    if stems(first) == stems(second):
        return "same"
    dimension = dimension_of(first)
    if not dimension or dimension != dimension_of(second):
        return "different"
    return "same" if end_of(first) == end_of(second) else "contrary"


def by_stems(first: str, second: str) -> str:
    """Return ``same`` for aspects that have a stem in common, else ``different``."""
    return "different" if set(stems(first)).isdisjoint(stems(second)) else "same"


def pairs_table(path: Path) -> str:
    """Return how many pairs of each relation are told rightly, as plain text."""
    with path.open(encoding="utf-8", newline="") as file:
        pairs = [(row["first"], row["second"], row["relation"]) for row in csv.DictReader(file)]
    lines = [f"{'pairs':<15}" + "".join(f"{relation:>12}" for relation in (*RELATIONS, "all"))]
    for name, tell in (("dimensions", relation), ("stems", by_stems)):
        right = [(gold, tell(first, second) == gold) for first, second, gold in pairs]
        cells = [[hit for gold, hit in right if gold == wanted] for wanted in RELATIONS] + [[hit for _, hit in right]]
        lines.append(f"{name:<15}" + "".join(f"{f'{sum(cell)}/{len(cell)}':>12}" for cell in cells))
    return "\n".join(lines)


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
    click.echo(pairs_table(PAIRS))
    click.echo(table({chosen: measure(miner, data / "comparely_aspects" / f"{chosen}.csv") for chosen in sets}))


if __name__ == "__main__":
    main()
