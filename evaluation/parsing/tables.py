"""The lines of the tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from engine.types import Label
from evaluation.parsing.measures import belief, comparable, measures, worst
from evaluation.parsing.systems import Reading, System
from evaluation.parsing.tags import OUTCOMES, OUTSIDE, confusions
from evaluation.parsing.texts import SETS, Text
from evaluation.significance import Counts, interval, p_value, score

Read = Sequence[tuple[System, Reading]]
"""Every system with what it said about a data set, those that others are compared with first."""

_FIGURES = "{:<25} {:<18} {:<18} {:>5}  {:>5} {:>5}  {:<18}  {:<18}  {:>6}  {}"
_BELIEF = "{:<25} {:<18} {:>5}  {:>5}  {:>9} {:>5}  {:>5} {:>5}  {}"
_OUTCOMES = "{:<25} {:<18} {:<11}" + " {:>9}" * len(OUTCOMES)
_TIMES = "{:<25} {:<18} {:>6} {:>6}"


def figures_header() -> str:
    """Return the head of the table of figures."""
    return _FIGURES.format("data", "what", "system", "texts", "P", "R", "F1", "token F1", "p", "published F1")


def figures(name: str, texts: Sequence[Text], read: Read) -> Iterator[str]:
    """Yield one line for each thing and system."""
    of_system = [{m.what: m for m in measures(texts, reading, by_kind=SETS[name].by_kind)} for _, reading in read]
    for what in dict.fromkeys(what for measured in of_system for what in measured):
        baseline: Counts | None = None
        published = SETS[name].published.get(what, "")
        for (system, _), measured in zip(read, of_system, strict=True):
            if what in measured:
                _, counts, tokens = measured[what]
                precision, recall, _ = score(counts)
                p = "" if baseline is None else f"{p_value(counts, baseline):.4f}"
                baseline = counts if baseline is None else baseline
                by_token = "" if tokens is None else _with_interval(tokens)
                known = f"{precision:.3f}", f"{recall:.3f}", _with_interval(counts), by_token, p, published
                yield _FIGURES.format(name, what, system.name, len(counts), *known).rstrip()


def _with_interval(counts: Counts) -> str:
    low, high = interval(counts)
    return f"{score(counts).f1:.3f} [{low:.3f} {high:.3f}]"


def beliefs_header() -> str:
    """Return the head of the table of probabilities."""
    return _BELIEF.format(
        "comparative or not", "system", "texts", "R@.99", "precise P", "R", "ECE", "Brier", "published R@.99"
    )


def beliefs(name: str, texts: Sequence[Text], read: Read) -> Iterator[str]:
    """Yield one line for each system that says how probable it is that a text is comparative."""
    for system, reading in read:
        found = belief(texts, reading, system.precise_threshold)
        if found is not None:
            precise = ["", ""] if found.precise is None else [f"{value:.3f}" for value in found.precise]
            rest = f"{found.calibration_error:.3f}", f"{found.brier:.3f}", SETS[name].published.get("R@.99", "")
            line = _BELIEF.format(name, system.name, len(texts), f"{found.recall_at_floor:.3f}", *precise, *rest)
            yield line.rstrip()


def outcomes_header() -> str:
    """Return the head of the table of confusions: the last column was missed, the last line of a set invented."""
    return _OUTCOMES.format("became of", "system", "gold", *OUTCOMES)


def outcomes(name: str, texts: Sequence[Text], read: Read) -> Iterator[str]:
    """Yield one line for each label and system; see ``evaluation.parsing.tags.confusions``."""
    if any(text.words for text in texts):
        for system, reading in read:
            counts = confusions(*comparable(texts, reading.tags))
            for gold in (*Label, OUTSIDE):
                yield _OUTCOMES.format(name, system.name, gold, *(counts[gold, outcome] for outcome in OUTCOMES))


def times_header() -> str:
    """Return the head of the table of times."""
    return _TIMES.format("one text after another", "system", "p50 ms", "p95 ms")


def times(name: str, _: Sequence[Text], read: Read) -> Iterator[str]:
    """Yield one line for each system that was timed."""
    for system, reading in read:
        if reading.times_ms:
            p50, p95 = np.percentile(reading.times_ms, (50, 95))
            yield _TIMES.format(name, system.name, f"{p50:.2f}", f"{p95:.2f}")


def errors(name: str, texts: Sequence[Text], read: Read, k: int) -> Iterator[str]:
    """Yield the texts that each system got most wrong, as they should be read and as they were."""
    for system, reading in read:
        yield f"\n{name}, {system.name}"
        for wanted, said in worst(texts, reading, k):
            yield f"  gold {wanted}\n  read {said}"
