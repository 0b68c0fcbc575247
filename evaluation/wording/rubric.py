"""The part of the 15-criterion rubric that a program can judge, and how well it agrees with people.

The thresholds follow from the wording of the criteria and were not fitted to any scores.

Source: the criteria C1 to C15 of the framework behind "How to Compare Things Properly?", ACL 2025.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any, Final, NamedTuple

from scipy.stats import spearmanr
from sklearn.metrics import cohen_kappa_score

from engine.text.lexicon import topics
from engine.text.tokens import TOKEN, Tokens, stems
from evaluation.data import open_text

MOST: Final = 11
"""Most points of the criteria judged here."""

_ITEM = re.compile(r"(?:^|\s)(?:[-*•+]\s+(?=\S)|\d{1,2}[.)]\s+(?=\*{0,2}[A-Z]))|\n+")
"""Where an item of a list or a line begins, in texts whose line breaks may be lost."""
_SENTENCE = re.compile(r"(?<=[.!?])[\"”]?\s+(?=\S)")
_NAME = re.compile(
    r"\W*(?:(?:for|on|in terms of|regarding|as for)\s+)?([\w /&’'-]{3,40}?)\**\s*(?::|\s[–—]\s)", re.IGNORECASE
)
"""The name of an aspect at the beginning of an item."""
_NO_NAMES = frozenset(stems("summary conclusion introduction option main best choice overall verdict argument"))
_CHOICE = re.compile(
    r"\b(?:best option|better (?:option|choice)|best choice|evidence favours|recommend\w*|the winner|choose"
    r"|(?:is|are) (?:the )?(?:better|superior|preferable)|preferred|prefer)\b",
    re.IGNORECASE,
)
_OPEN = re.compile(r"\b(?:depends?|personal preference|not enough evidence|too close to call)\b", re.IGNORECASE)
_ECHO = 0.75

PEOPLE: Final = ("human_1", "human_2")


class Text(NamedTuple):
    """A text cut as the rubric sees it."""

    intro: str
    items: tuple[str, ...]
    """What follows: lines, items of lists, paragraphs."""
    sentences: tuple[str, ...]
    objects: tuple[str, ...]


def cut(text: str, objects: Sequence[str]) -> Text:
    """Cut a text into its introduction and its items, and both into sentences."""
    parts = [part.strip() for part in _ITEM.split(text) if part and part.strip(" *#:")]
    sentences = [one for part in parts for one in _SENTENCE.split(part) if len(one.split()) > 2]
    return Text(parts[0] if parts else "", tuple(parts[1:]), tuple(sentences), tuple(objects))


def judge(text: str, objects: Sequence[str]) -> dict[str, int]:
    """Return criterion → points of a text."""
    found = cut(text, objects)
    return {name: int(criterion(found)) for name, criterion in CRITERIA.items()}


def _aspects(text: str) -> set[str]:
    return {topics()[word] for token in TOKEN.findall(text) if (word := token.lower()) in topics()}


def _named(found: Text) -> list[str]:
    """Return the items that begin with the name of an aspect."""
    names = [(item, match[1]) for item in found.items if (match := _NAME.match(item))]
    own = [frozenset(stems(name)) for name in found.objects]
    return [item for item, name in names if frozenset(stems(name)) not in own and _NO_NAMES.isdisjoint(stems(name))]


def _is_introduced(found: Text) -> bool:
    """C1: a short introduction."""
    return 0 < len(_SENTENCE.split(found.intro)) <= 5 and len(found.intro.split()) <= 120 and bool(found.items)


def _uses_aspects(found: Text) -> bool:
    """C2: aspects are used to compare."""
    return len(_aspects(" ".join(found.sentences))) >= 2 or len(_named(found)) >= 2


def _introduces_aspects(found: Text) -> bool:
    """C3: the introduction names them."""
    return len(_aspects(found.intro)) >= 2


def _is_structured(found: Text) -> bool:
    """C4: introduction, items, and an end."""
    return len(found.items) >= 3


def _names_aspects(found: Text) -> bool:
    """C5: items begin with the name of an aspect."""
    return len(_named(found)) >= 2


def _describes_aspects(found: Text) -> bool:
    """C6: what is said after such a name is a statement."""
    named = _named(found)
    return len(named) >= 2 and fmean(len(item.split()) for item in named) >= 6


def _chooses(found: Text) -> bool:
    """C7: one of the objects is chosen."""
    said = [one for one in found.sentences if _CHOICE.search(one) and not _OPEN.search(one)]
    ends = [*found.sentences[:2], *found.sentences[-3:], *(one for one in said if "option" in one.lower())]
    return any(one in ends and _mentioned(one, found.objects) for one in said)


def _compares_both(found: Text) -> int:
    """C10: how evenly the objects are spoken of, 0 to 2."""
    counts = [sum(bool(Tokens(one).mentions(name)) for one in found.sentences) for name in found.objects]
    return 0 if min(counts) == 0 else 1 + (min(counts) >= 0.4 * max(counts))


def _does_not_repeat(found: Text) -> bool:
    """C13: no sentence says again what another one said."""
    sets = [frozenset(stems(one)) for one in found.sentences if len(one.split()) > 5]
    return not any(len(a & b) >= _ECHO * len(a | b) for n, a in enumerate(sets) for b in sets[:n])


def _is_of_length(found: Text) -> bool:
    """C15: 12 to 20 sentences."""
    return 12 <= len(found.sentences) <= 20


def _mentioned(text: str, objects: Iterable[str]) -> bool:
    tokens = Tokens(text)
    return any(tokens.mentions(name) for name in objects)


CRITERIA: Final[dict[str, Callable[[Text], int]]] = {
    "C1": _is_introduced,
    "C2": _uses_aspects,
    "C3": _introduces_aspects,
    "C4": _is_structured,
    "C5": _names_aspects,
    "C6": _describes_aspects,
    "C7": _chooses,
    "C10": _compares_both,
    "C13": _does_not_repeat,
    "C15": _is_of_length,
}
"""Criterion → who judges it."""


def agreement(path: Path) -> str:
    """Return how this judge agrees with people on a file of rated answers, beside how others agree with them.

    Args:
        path: A JSON Lines file of ``cqa_eval``.
    """
    rows = _rated(path)
    judged = [judge(row["answer"], (row["object_1"], row["object_2"])) for row in rows]
    lines = [f"rubric, {len(rows)} answers: Cohen's kappa{'here':>8}{'GPT-4':>8}{'people':>8}   same points"]
    for name in CRITERIA:
        first, second, machine = ([_points(row, name, who) for row in rows] for who in (*PEOPLE, "gpt4"))
        ours: list[int | None] = [one[name] for one in judged]
        alike = _both(ours * 2, first + second)
        figures = (alike, _both(machine * 2, first + second), _both(first, second))
        same = fmean(a == b for a, b in alike)
        lines.append(f"  {name:34}{''.join(f'{kappa(pairs):8.2f}' for pairs in figures)}{same:14.2f}")
    sums = [
        (float(sum(one.values())), fmean(people))
        for one, row in zip(judged, rows, strict=True)
        if (people := [sum(all_of) for who in PEOPLE if len(all_of := _all_points(row, who)) == len(CRITERIA)])
    ]
    ours_mean, people_mean = (fmean(column) for column in zip(*sums, strict=True))
    lines.append(
        f"  sum of {MOST}: rank correlation with people {spearman(sums):.2f} on {len(sums)} answers, "
        f"mean {ours_mean:.1f}, of people {people_mean:.1f}"
    )
    return "\n".join(lines)


def systems(path: Path) -> dict[str, tuple[int, float, float]]:
    """Return system → number of its rated answers, mean points by this judge, mean points of all criteria by people."""
    found: dict[str, list[tuple[float, float]]] = {}
    for row in _rated(path):
        people = [float(row["sum"][who]) for who in PEOPLE if row["sum"][who] not in (None, "")]
        if people:
            ours = sum(judge(row["answer"], (row["object_1"], row["object_2"])).values())
            found.setdefault(row["system"].partition("_scenario")[0], []).append((ours, fmean(people)))
    return {
        name: (len(all_of), fmean(ours for ours, _ in all_of), fmean(people for _, people in all_of))
        for name, all_of in sorted(found.items())
    }


def _rated(path: Path) -> list[dict[str, Any]]:
    with open_text(path) as lines:
        return [json.loads(line) for line in lines]


def _points(row: dict[str, Any], criterion: str, who: str) -> int | None:
    """Return the points somebody gave; None for who did not judge the answer."""
    points = row["scores"][criterion][who]
    return None if points in (None, "") else round(float(points))


def _all_points(row: dict[str, Any], who: str) -> list[int]:
    return [points for name in CRITERIA if (points := _points(row, name, who)) is not None]


def _both(one: Sequence[int | None], other: Sequence[int | None]) -> list[tuple[int, int]]:
    """Return the points of two judges where both gave some."""
    return [(a, b) for a, b in zip(one, other, strict=True) if a is not None and b is not None]


def kappa(pairs: Sequence[tuple[int, int]]) -> float:
    """Return Cohen's kappa of two judges; 0 where chance alone would agree."""
    if len({value for pair in pairs for value in pair}) < 2:
        return 0.0
    return float(cohen_kappa_score(*zip(*pairs, strict=True)))


def spearman(pairs: Sequence[tuple[float, float]]) -> float:
    """Return the rank correlation, equal values with their mean rank."""
    return float(spearmanr(*zip(*pairs, strict=True)).statistic)
