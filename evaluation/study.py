"""Analyses studies of readers: ``python -m evaluation study FILE.csv … [--gold TOPICS.csv]``.

The files are those that ``/static/study.html`` saves, one for each reader. Printed are

* times of each phase by condition: medians, and for each two conditions a paired t-test on the logarithms of the times
  (a reader's mean for a condition), Shapiro and Wilk's test of the differences, Bonferroni's correction over all tests
  of the table, and the power to find the observed effect at the corrected level;
* winners and confidence by condition; with ``--gold`` (columns object_1, object_2, aspect, winner, as CAM's topics) the
  share of right winners, and Pearson's correlation of confidence and being right;
* ratings of answers by generator: shares of the grades, Fleiss's kappa, with ``--keep`` of the most consistent readers;
* what readers think of each condition.

``--made N FILE`` writes what N made readers might have saved, to see how the analysis looks and how many are needed.

Source: the studies of Schildwächter et al., CHIIR 2019, and Chekalina et al., EACL 2021.
"""

from __future__ import annotations

import csv
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from statistics import fmean, median
from typing import Final, NamedTuple

import click
import numpy as np
from scipy.stats import nct, pearsonr, shapiro, ttest_rel
from scipy.stats import t as student

LEVEL: Final = 0.05
CONDITIONS: Final = ("ours", "cam", "keywords")
PHASES: Final = ("until_typing", "typing", "loading", "determination", "total")
RATED: Final = ("completeness", "fluency")
GRADES: Final = 3
_COLUMNS: Final = ["reader", "part", "condition", "item", "measure", "value"]
_BETWEEN: Final = " | "


class Entry(NamedTuple):
    """A row of a file."""

    reader: str
    part: str
    """``topic``, ``answer`` or ``questionnaire``."""
    condition: str
    """How was looked; of an answer its generator."""
    item: str
    measure: str
    value: str


class Compared(NamedTuple):
    """Two conditions in one phase."""

    readers: int
    ratio: float
    """Geometric mean of the first's times over that of the second."""
    t: float
    p: float
    """Corrected for all tests of the table, at most 1."""
    normal_p: float
    """Of Shapiro and Wilk's test; NaN with fewer than three readers."""
    power: float
    """To find the observed effect with as many readers at the corrected level."""


def read_study(paths: Sequence[Path]) -> list[Entry]:
    """Read the files of readers.

    Raises:
        click.ClickException: A file is not what the study saves.
    """
    found = []
    for path in paths:
        with path.open(encoding="utf-8", newline="") as lines:
            rows = csv.DictReader(lines)
            if rows.fieldnames != _COLUMNS:
                raise click.ClickException(f"{path} has other columns than {', '.join(_COLUMNS)}.")
            found += [Entry(**row) for row in rows]
    return found


def log_times(entries: Sequence[Entry], phase: str) -> dict[str, dict[str, float]]:
    """Return for each condition and reader the mean logarithm of the milliseconds in a phase."""
    values: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    for one in entries:
        if one.part == "topic" and one.measure == phase:
            values[one.condition, one.reader].append(np.log(max(1.0, float(one.value))))
    found: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for (condition, reader), logs in values.items():
        found[condition][reader] = fmean(logs)
    return dict(found)


def compare(one: Mapping[str, float], other: Mapping[str, float], *, tests: int) -> Compared | None:
    """Compare the times of two conditions over the readers of both; None with fewer than two, or where none differ."""
    readers = sorted(one.keys() & other.keys())
    differences = np.array([one[reader] - other[reader] for reader in readers])
    if len(readers) < 2 or np.ptp(differences) == 0:
        return None
    found = ttest_rel([one[reader] for reader in readers], [other[reader] for reader in readers])
    normal = float(shapiro(differences).pvalue) if len(readers) > 2 else float("nan")
    effect = float(differences.mean() / differences.std(ddof=1))
    return Compared(
        len(readers),
        float(np.exp(differences.mean())),
        float(found.statistic),
        min(1.0, tests * float(found.pvalue)),
        normal,
        power(effect, len(readers), LEVEL / tests),
    )


def power(effect: float, n: int, level: float) -> float:
    """Return the power of a two-sided paired t-test.

    Args:
        effect: Mean difference in standard deviations of the differences.
        n: Pairs.
        level: Of significance.
    """
    bound, shift = float(student.ppf(1 - level / 2, n - 1)), effect * n**0.5
    return float(nct.sf(bound, n - 1, shift) + nct.cdf(-bound, n - 1, shift))


def fleiss(counts: Sequence[Sequence[int]]) -> float:
    """Return Fleiss's kappa; 1 where everybody always says the same.

    Args:
        counts: For each item how many raters gave each grade; all have as many raters, at least two.
    """
    table = np.array(counts, float)
    raters = table.sum(1)[0]
    agreed = ((table**2).sum(1) - raters) / (raters * (raters - 1))
    by_chance = float(((table.sum(0) / table.sum()) ** 2).sum())
    return float((agreed.mean() - by_chance) / (1 - by_chance)) if by_chance < 1 else 1.0


def ratings(entries: Sequence[Entry], measure: str) -> dict[tuple[str, str], dict[str, int]]:
    """Return for each generator and topic the grade that each reader gave."""
    found: defaultdict[tuple[str, str], dict[str, int]] = defaultdict(dict)
    for one in entries:
        if one.part == "answer" and one.measure == measure:
            found[one.condition, one.item][one.reader] = int(one.value)
    return dict(found)


def agreement(rated: Mapping[tuple[str, str], Mapping[str, int]], readers: Sequence[str]) -> float:
    """Return Fleiss's kappa of some readers over what all of them rated; NaN where that is nothing."""
    common = [grades for grades in rated.values() if all(reader in grades for reader in readers)]
    if len(readers) < 2 or not common:
        return float("nan")
    return fleiss([[sum(one[reader] == grade for reader in readers) for grade in range(GRADES)] for one in common])


def most_consistent(rated: Mapping[tuple[str, str], Mapping[str, int]], k: int) -> tuple[str, ...]:
    """Return the k readers who agree best among themselves."""
    readers = sorted({reader for grades in rated.values() for reader in grades})
    chosen = combinations(readers, min(k, len(readers)))
    return max(chosen, key=lambda some: (np.nan_to_num(agreement(rated, some), nan=-1.0), some))


def outcomes(entries: Sequence[Entry], gold: Mapping[str, str]) -> dict[str, list[tuple[bool | None, int]]]:
    """Return for each condition whether each winner was right (None where that is not known), and the confidence."""
    said: defaultdict[tuple[str, str, str], dict[str, str]] = defaultdict(dict)
    for one in entries:
        if one.part == "topic":
            said[one.condition, one.reader, one.item][one.measure] = one.value
    found: defaultdict[str, list[tuple[bool | None, int]]] = defaultdict(list)
    for (condition, _, item), values in said.items():
        right = values["winner"] == gold[item.lower()] if item.lower() in gold else None
        found[condition].append((right, int(values["confidence"])))
    return dict(found)


def read_gold(path: Path) -> dict[str, str]:
    """Return the winner of each topic: ``first``, ``second`` or ``equal``."""
    with path.open(encoding="utf-8", newline="") as lines:
        return {
            _BETWEEN.join((row["object_1"], row["object_2"], row["aspect"])).lower(): {
                "object_1": "first",
                "object_2": "second",
                "tie": "equal",
            }[row["winner"]]
            for row in csv.DictReader(lines)
        }


def report(entries: Sequence[Entry], gold: Mapping[str, str], *, keep: int = 0) -> Iterator[str]:
    """Yield the lines of the analysis."""
    pairs = [*combinations(CONDITIONS, 2)]
    tests = len(pairs) * len(PHASES)
    yield f"times: {tests} tests, corrected by Bonferroni"
    for phase in PHASES:
        logs = log_times(entries, phase)
        shown = ", ".join(f"{name} {np.exp(median(of.values())) / 1000:.2f} s" for name, of in sorted(logs.items()))
        yield f"{phase}: median {shown}"
        for one, other in pairs:
            found = compare(logs.get(one, {}), logs.get(other, {}), tests=tests)
            if found:
                figures = f"t {found.t:.2f}, p {found.p:.4f}, power {found.power:.2f}"
                normal = f"Shapiro-Wilk p {found.normal_p:.3f}"
                yield f"  {one} / {other}: ratio {found.ratio:.2f}, {figures}, {normal}, {found.readers} readers"
    judged = outcomes(entries, gold)
    for name, results in sorted(judged.items()):
        known = [right for right, _ in results if right is not None]
        share = f", right {fmean(known):.3f} of {len(known)}" if known else ""
        yield f"{name}: {len(results)} winners, confidence {fmean(sure for _, sure in results):.2f}{share}"
    told = [(right, sure) for results in judged.values() for right, sure in results if right is not None]
    if len({right for right, _ in told}) > 1 and len({sure for _, sure in told}) > 1:
        found_r = pearsonr([float(right) for right, _ in told], [sure for _, sure in told])
        yield f"confidence and being right: Pearson's r {found_r.statistic:.3f}, p {found_r.pvalue:.4f}"
    for measure in RATED:
        yield from _rated(measure, ratings(entries, measure), keep)
    opinions: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for entry in entries:
        if entry.part == "questionnaire":
            opinions[entry.condition, entry.item].append(int(entry.value))
    yield from (f"{name}, {item}: {fmean(values):.2f} of 5" for (name, item), values in sorted(opinions.items()))


def _rated(measure: str, rated: Mapping[tuple[str, str], Mapping[str, int]], keep: int) -> Iterator[str]:
    readers = sorted({reader for grades in rated.values() for reader in grades})
    chosen = most_consistent(rated, keep) if keep and len(readers) > keep else tuple(readers)
    if rated:
        yield f"{measure}: Fleiss's kappa {agreement(rated, chosen):.3f} of {len(chosen)} readers"
    for name in sorted({generator for generator, _ in rated}):
        given = Counter(
            grade
            for (generator, _), grades in rated.items()
            if generator == name
            for reader, grade in grades.items()
            if reader in chosen
        )
        shares = (given[grade] / max(1, given.total()) for grade in reversed(range(GRADES)))
        yield f"  {name}: yes {next(shares):.2f}, in part {next(shares):.2f}, no {next(shares):.2f}"


def made(readers: int, seed: int = 0) -> list[Entry]:
    """Return what made readers might have saved: three topics, four answers each."""
    chance, entries = random.Random(seed), []
    slow = {"ours": 1.0, "cam": 1.2, "keywords": 1.8}
    topics = [_BETWEEN.join(topic) for topic in (("a", "b", "c"), ("d", "e", "f"), ("g", "h", "i"))]
    for number in range(1, readers + 1):
        reader, pace = str(number), chance.lognormvariate(0, 0.3)
        for at, item in enumerate(topics):
            way = CONDITIONS[(at + number) % len(CONDITIONS)]
            times = [round(1000 * mean * pace * slow[way] * chance.lognormvariate(0, 0.2)) for mean in (4, 6, 1, 20)]
            measures: dict[str, object] = dict(zip(PHASES, (*times, sum(times)), strict=True))
            right = chance.random() < 1 / slow[way]
            measures |= {"searches": 1, "winner": "first" if right else "second", "confidence": 3 + right + number % 2}
            entries += [Entry(reader, "topic", way, item, name, str(value)) for name, value in measures.items()]
            for level, generator in enumerate(("snippet", "template", "bullets", "brief")):
                grades = {name: str(min(2, max(0, level - chance.randint(0, 1)))) for name in RATED}
                entries += [Entry(reader, "answer", generator, item, name, grade) for name, grade in grades.items()]
        for way in CONDITIONS:
            agreed = str(round(6 - 2 * slow[way]))
            entries += [Entry(reader, "questionnaire", way, item, "agreement", agreed) for item in ("easy", "fast")]
    return entries


def write_study(entries: Sequence[Entry], path: Path) -> None:
    """Write entries as the study saves them."""
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([_COLUMNS, *entries])


@click.command(help=__doc__, context_settings={"max_content_width": 120})
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option("--gold", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Who should win.")
@click.option("--keep", type=click.IntRange(min=0), default=0, help="Only the ratings of the most consistent readers.")
@click.option("--made", "count", type=click.IntRange(min=0), default=0, help="Write so many made readers into FILE.")
def main(files: tuple[Path, ...], gold: Path | None, keep: int, count: int) -> None:
    """Print the analysis, or make readers."""
    if not files:
        raise click.UsageError("Name a file that /static/study.html saved.")
    if count:
        write_study(made(count), files[0])
        return
    for line in report(read_study(files), read_gold(gold) if gold else {}, keep=keep):
        click.echo(line)


if __name__ == "__main__":
    main()
