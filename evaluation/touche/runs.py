"""Runs and judgements in the forms of TREC: read, and checked line by line."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from engine.errors import InputError, shorten
from service.touche.runs import MAX_PER_TOPIC, STANCES, RunLine

_COLUMNS = 6
_MAX_PROBLEMS = 10
_MAX_BYTES = 256 << 20


class Qrel(NamedTuple):
    """A judgement."""

    qid: str
    doc_id: str
    grade: str
    """A number, or one of ``STANCES``."""


def read_run(path: Path) -> list[RunLine]:
    """Read a run and check it.

    Raises:
        InputError: It is not a run as Touché wants it; the message lists the first faults with their lines.
    """
    problems: list[str] = []
    lines: list[RunLine] = []
    for n, text in enumerate(_lines(path), 1):
        line = _run_line(text.split(), n, problems)
        if line is not None:
            lines.append(line)
    problems += _faults(lines)
    if not lines and not problems:
        problems.append("it is empty")
    if problems:
        more = f" and {len(problems) - _MAX_PROBLEMS} more" if len(problems) > _MAX_PROBLEMS else ""
        raise InputError(f"The run {str(path)!r} is not valid: {'; '.join(problems[:_MAX_PROBLEMS])}{more}.")
    return lines


def read_qrels(path: Path) -> list[Qrel]:
    """Read judgements: ``qid 0 document grade``.

    Raises:
        InputError: It is something else; the message names the line.
    """
    found = []
    for n, text in enumerate(_lines(path), 1):
        parts = text.split()
        if len(parts) != 4:
            raise InputError(f"Line {n} of {str(path)!r} has {len(parts)} columns, expected: qid 0 document grade.")
        found.append(Qrel(parts[0], parts[2], parts[3]))
    if not found:
        raise InputError(f"There is no judgement in {str(path)!r}. Expected lines: qid 0 document grade.")
    return found


def by_topic(lines: Sequence[RunLine]) -> dict[str, list[RunLine]]:
    """Return the lines of each topic by rank."""
    topics: defaultdict[str, list[RunLine]] = defaultdict(list)
    for line in lines:
        topics[line.qid].append(line)
    return {qid: sorted(group, key=lambda line: line.rank) for qid, group in topics.items()}


def _lines(path: Path) -> list[str]:
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise InputError(f"The file {str(path)!r} is longer than {_MAX_BYTES} bytes.")
        return [line for line in path.read_text("utf-8").splitlines() if line.strip()]
    except OSError as error:
        raise InputError(f"Cannot read {str(path)!r}: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise InputError(f"The file {str(path)!r} is not UTF-8 (byte {error.start}).") from error


def _run_line(parts: Sequence[str], n: int, problems: list[str]) -> RunLine | None:
    if len(parts) != _COLUMNS:
        problems.append(f"line {n} has {len(parts)} columns, expected: qid Q0 document rank score tag")
        return None
    qid, stance, doc_id, rank, score, tag = parts
    if stance not in {"Q0", "0", *STANCES}:
        problems.append(f"line {n} has {shorten(stance, 20)!r} for a stance, expected Q0 or {', '.join(STANCES)}")
    if not (rank.isascii() and rank.isdecimal() and len(rank) <= 9):
        problems.append(f"line {n} has the rank {shorten(rank, 20)!r}, expected a number from 1 on")
        return None
    try:
        value = float(score)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        problems.append(f"line {n} has the score {shorten(score, 20)!r}, expected a finite number")
        return None
    return RunLine(qid, stance, doc_id, int(rank), value, tag)


def _faults(lines: Sequence[RunLine]) -> list[str]:
    """Return what is wrong with a run beyond single lines."""
    faults = []
    tags = sorted({line.tag for line in lines})
    if len(tags) > 1:
        faults.append(f"it has {len(tags)} tags, {', '.join(shorten(tag, 20) for tag in tags[:3])}; a run has one")
    for qid, group in by_topic(lines).items():
        topic = f"topic {shorten(qid, 20)}"
        if len(group) > MAX_PER_TOPIC:
            faults.append(f"{topic} has {len(group)} documents, at most {MAX_PER_TOPIC} are allowed")
        if len({line.doc_id for line in group}) < len(group):
            faults.append(f"{topic} has a document twice")
        if [line.rank for line in group] != list(range(1, len(group) + 1)):
            faults.append(f"{topic} has not the ranks 1 to {len(group)}, each once")
        elif any(below.score > line.score for line, below in pairwise(group)):
            faults.append(f"{topic} has a score that is higher than one of a better rank")
    return faults
