"""The studies of readers, which need people: how they are run, what was published, and the analysis on made readers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from evaluation import study
from evaluation.reproduce.tables import Cell, Experiment, Inputs, Row, Status
from evaluation.study import CONDITIONS, GRADES, PHASES

MADE: Final = 12
HOW: Final = (
    "needs people: each opens `/static/study.html` of a running service and saves a CSV file; "
    "`python -m evaluation study FILE.csv … --gold TOPICS.csv` analyses them"
)
MADE_INPUT: Final = f"made input: {MADE} made readers (`--made`), to show the analysis; they say nothing of the systems"
RIGHT: Final[Mapping[str, float]] = {"cam": 0.95, "keywords": 0.81}
RATED: Final[Mapping[str, Mapping[str, Sequence[Cell]]]] = {
    "completeness": {
        "best answer": (0.62, 0.28, 0.10),
        "CTRL": (0.30, 0.37, 0.33),
        "bullet points": (0.28, 0.58, 0.14),
        "first snippets": (0.23, 0.49, 0.28),
    },
    "fluency": {
        "best answer": (0.86, 0.06, 0.08),
        "CTRL": (0.80, 0.12, 0.08),
        "bullet points": (0.22, 0.48, 0.30),
        "first snippets": (0.27, 0.38, 0.35),
    },
}


def finding(_: Inputs) -> list[Row]:
    """Say what was published of finding answers, and analyse made readers."""
    rows = [
        Row(f"right winners, {name}", (), (None, None, None, share), Status.NOT_HERE, HOW if not n else "as above")
        for n, (name, share) in enumerate(RIGHT.items())
    ]
    entries = study.made(MADE)
    tests = len(PHASES) * len(CONDITIONS)
    for phase in PHASES:
        logs = study.log_times(entries, phase)
        found = study.compare(logs["ours"], logs["keywords"], tests=tests)
        if found:
            cells = (found.ratio, found.p, found.power, None)
            rows.append(Row(f"{phase}, made readers", cells, (), Status.DIFFERS, MADE_INPUT))
    return rows


def rating(_: Inputs) -> list[Row]:
    """Say what was published of rated answers, and analyse made readers."""
    rows: list[Row] = []
    entries = study.made(MADE)
    for measure, published in RATED.items():
        for n, (name, shares) in enumerate(published.items()):
            why = HOW if not rows and not n else "as above"
            rows.append(Row(f"{measure}, {name}", (), (*shares, None), Status.NOT_HERE, why))
        rated = study.ratings(entries, measure)
        kept = study.most_consistent(rated, 3)
        given = Counter(grades[reader] for grades in rated.values() for reader in kept)
        share = [given[grade] / given.total() for grade in reversed(range(GRADES))]
        cells = (*share, study.agreement(rated, kept))
        rows.append(Row(f"{measure}, made readers", cells, (), Status.DIFFERS, MADE_INPUT))
    return rows


EXPERIMENTS: Final = (
    Experiment(
        "cam",
        5,
        "CAM 5: the study of finding answers",
        "Section 5: topics in turn with CAM and keyword search, phases timed, winner and confidence asked",
        ("ours over keyword search, ratio of times", "p", "power", "right"),
        "Paired t-tests on the logarithms of times, Bonferroni over all phases and conditions",
        finding,
    ),
    Experiment(
        "coqas",
        4,
        "CoQAS 4: the study of rating answers",
        "Table 4: share of the ratings of the three most consistent readers",
        ("yes", "in part", "no", "Fleiss's κ"),
        "Each answer of four generators is rated for completeness and fluency",
        rating,
    ),
)
