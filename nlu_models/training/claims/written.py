"""The sentences written and judged for the reader of claims: ``data/claims/written.txt``, described beside it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from engine.types import ComparisonInstance
from nlu_models.claims.marking import mark
from nlu_models.training.claims.examples import MODALITIES, REASONS, Judged
from nlu_models.training.claims.join import JUDGED

WRITTEN: Final = JUDGED / "written.txt"
STRATUM: Final = "written"

_SIDES: Final = {"1": "first", "2": "second", "=": "equal", "0": "none"}
_MODALITIES: Final = dict(zip("ahrywqdp", MODALITIES, strict=True))
_REASONS: Final = dict(zip(["", *"otvnqyiu"], REASONS, strict=True))
_NAME: Final = re.compile(r"\{([^}]+)\}")
_CONDITION: Final = re.compile(r"\[(.+)\]")


def read_written(path: Path = WRITTEN) -> list[Judged]:
    """Return the judged sentences of a file.

    Raises:
        ValueError: A line has another form, or does not name two things apart.
    """
    lines = path.read_text("utf-8").splitlines()
    return [judged(line) for line in lines if line and not line.startswith("#")]


def judged(line: str) -> Judged:
    """Return a line as a judged sentence.

    Raises:
        ValueError: It has another form, or does not name two things apart.
    """
    text, code, claims, probes = (part.strip() for part in line.split("|"))
    first, second = dict.fromkeys(name.lower() for name in _NAME.findall(text))
    text = text.translate({ord(brace): None for brace in "{}"})
    limits = _CONDITION.search(text)
    marked = mark(ComparisonInstance(text.translate({ord(bracket): None for bracket in "[]"}), first, second))
    if marked is None:
        raise ValueError(f"Two things are not named apart: {line}")
    return Judged(
        marked,
        _SIDES[code[0]],
        _properties(claims),
        _MODALITIES[code[1]],
        (limits.start(), limits.end() - 2) if limits else None,
        _REASONS[code[2:]],
        _properties(probes),
    )


def _properties(text: str) -> tuple[tuple[str, str], ...]:
    """Return properties and who has more of each: "fast>1; heavy>0"; whom that favours, after "^", is not learned."""
    found = [one.strip().rpartition(">") for one in text.split(";") if one.strip()]
    return tuple((words, _SIDES[side[0]]) for words, _, side in found)
