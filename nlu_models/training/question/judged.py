"""The questions that were judged for what they ask (data/questions), joined with their texts."""

from __future__ import annotations

import csv
import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine.text.tokens import stems

FOLDER: Final = Path(__file__).resolve().parents[3] / "data" / "questions"
RELATIONS: Final = FOLDER / "relations.jsonl"
WRITTEN: Final = FOLDER / "written.txt"
PARTS: Final = ("train", "dev", "test")
_MARK: Final = re.compile(r"[\[\]{}]")


class Judgement(NamedTuple):
    """What a judge says that a question asks."""

    kind: str
    """A value of ``AskedKind``, or ``likeness``, ``superlative`` or ``none``."""
    things: tuple[str, ...]
    property: str
    """The property in its positive degree; empty if there is none, or it has more than three words."""
    end: str
    """``more`` or ``less`` of the property; empty if there is none."""
    words: str
    """The words of the question that say the property."""
    use: str


class Judged(NamedTuple):
    """A question with its one or two judgements."""

    id: str
    text: str
    judgements: tuple[Judgement, ...]

    @property
    def part(self) -> str:
        """Return the part that a hash of its words puts it in: six tenths train, two dev, two test."""
        number = int(hashlib.sha256(" ".join(stems(self.text)).encode()).hexdigest()[:8], 16) % 10
        return PARTS[2 if number < 2 else 1 if number < 4 else 0]


def read(data: Path) -> list[Judged]:
    """Join the judgements with the texts of the public data sets.

    Args:
        data: Folder of the data sets.
    """
    return [_joined(row, data) for row in map(json.loads, RELATIONS.read_text("utf-8").splitlines())]


def read_written() -> Iterator[Judged]:
    """Yield the questions that were written for this project, "[words]" of the property and "{words}" of the use."""
    for number, line in enumerate(WRITTEN.read_text("utf-8").splitlines()):
        kind, _, marked = line.partition("\t")
        words, use = (re.search(pattern, marked) for pattern in (r"\[(.*?)\]", r"\{(.*?)\}"))
        judgement = Judgement(kind, (), "", "", words[1] if words else "", use[1] if use else "")
        yield Judged(f"written#{number}", _MARK.sub("", marked), (judgement,))


def _joined(row: Mapping[str, Any], data: Path) -> Judged:
    name, _, key = row["id"].partition("#")
    text = _texts(data / name)[key]

    def words(span: Sequence[int] | None) -> str:
        return text[slice(*span)] if span else ""

    judgements = (
        Judgement(
            one["kind"],
            tuple(map(words, one["things"])),
            one["property"],
            one["end"],
            words(one["words"]),
            words(one["use"]),
        )
        for one in row["judged"]
    )
    return Judged(row["id"], text, tuple(judgements))


@cache
def _texts(stem: Path) -> dict[str, str]:
    """Return the questions of a file by their ids, or by their numbers from 0 where they have none."""
    path = stem.with_suffix(".csv")
    if path.exists():
        with path.open(encoding="utf-8", newline="") as file:
            texts = {str(number): row["question"] for number, row in enumerate(csv.DictReader(file))}
    else:
        rows = map(json.loads, stem.with_suffix(".jsonl").read_text("utf-8").splitlines())
        texts = {row["id"]: row.get("question") or " ".join(row["tokens"]) for row in rows}
    return {key: " ".join(text.split()) for key, text in texts.items()}
