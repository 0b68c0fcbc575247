"""Runs in the form of TREC; ``evaluation.touche`` reads, checks and measures them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from engine.errors import InputError

MAX_PER_TOPIC = 1_000
STANCES = ("FIRST", "SECOND", "NEUTRAL", "NO")
"""What a run of 2022 says of a document in its second column; ``Q0`` where it says nothing."""

_STEP = 1e-6


class RunLine(NamedTuple):
    """A document of a run."""

    qid: str
    stance: str
    """One of ``STANCES``, or ``Q0``."""
    doc_id: str
    rank: int
    """From 1."""
    score: float
    tag: str


def ranked_lines(
    qid: str, scored: Iterable[tuple[str, float]], *, tag: str, stances: Mapping[str, str] | None = None
) -> list[RunLine]:
    """Return the lines of a topic: at most 1000, by falling scores, no two of which are equal.

    Args:
        qid: Number of the topic.
        scored: Documents with finite scores, best first on a tie.
        tag: Name of the run.
        stances: Document → stance; ``Q0`` for all when None.
    """
    lines: list[RunLine] = []
    for doc_id, score in sorted(scored, key=lambda one: -one[1])[:MAX_PER_TOPIC]:
        below = round(lines[-1].score - _STEP, 6) if lines else math.inf
        stance = "Q0" if stances is None else stances[doc_id]
        lines.append(RunLine(qid, stance, doc_id, len(lines) + 1, min(round(score, 6), below), tag))
    return lines


def write_run(lines: Iterable[RunLine], path: Path) -> None:
    """Write a run; what stood there is replaced when all is written.

    Raises:
        InputError: It cannot be written.
    """
    text = "".join(f"{qid} {stance} {doc} {rank} {score:.6f} {tag}\n" for qid, stance, doc, rank, score, tag in lines)
    begun = path.with_name(f".{path.name}.begun")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        begun.write_text(text, "utf-8")
        begun.replace(path)
    except OSError as error:
        raise InputError(f"Cannot write the run {str(path)!r}: {error.strerror}. Name another folder.") from error
