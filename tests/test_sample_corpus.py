"""The sample corpus keeps what its README promises."""

from __future__ import annotations

import csv
import datetime
import json
import re
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engine.text.tokens import Tokens, clean, is_question, same_name

SAMPLE = Path(__file__).resolve().parent.parent / "data" / "sample"
FIELDS = {"id", "title", "source", "date", "sample", "sentences"}
ADDRESS = re.compile(r"://|\bwww\.|\w@\w|\w\.(?:com|org|net|io|edu|gov|info|co|de|uk)\b", re.IGNORECASE)
NEGATION = re.compile(r"\b(?:not|no|never|neither|nor)\b|n['’]t\b", re.IGNORECASE)

Record = dict[str, Any]


class Comparison(NamedTuple):
    """One line of comparisons.csv."""

    file: str
    first: str
    second: str
    expected: str
    note: str


def read_records() -> dict[str, list[Record]]:
    return {
        path.name: [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        for path in sorted(SAMPLE.glob("*.jsonl"))
    }


def read_comparisons() -> list[Comparison]:
    with (SAMPLE / "comparisons.csv").open(encoding="utf-8", newline="") as file:
        return [Comparison(**row) for row in csv.DictReader(file)]


FILES = read_records()
RECORDS = [record for records in FILES.values() for record in records]
SENTENCES = [sentence for record in RECORDS for sentence in record["sentences"]]
COMPARISONS = read_comparisons()


def naming_both(comparison: Comparison) -> list[tuple[str, str]]:
    """Return source and text of the statements that name both objects."""
    return [
        (record["source"], sentence)
        for record in FILES[comparison.file]
        for sentence in record["sentences"]
        if not is_question(sentence)
        and (tokens := Tokens(sentence)).mentions(comparison.first)
        and tokens.mentions(comparison.second)
    ]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record["id"])
def test_a_record_is_a_labelled_short_document(record: Record) -> None:
    assert set(record) == FIELDS
    assert record["sample"] is True
    assert re.fullmatch(r"sample/[a-z0-9-]+", record["source"])
    assert record["title"] == clean(record["title"]) != ""
    datetime.date.fromisoformat(record["date"])
    assert 2 <= len(record["sentences"]) <= 9


def test_ids_are_unique() -> None:
    assert [name for name, n in Counter(record["id"] for record in RECORDS).items() if n > 1] == []


def test_sentences_are_clean_and_short() -> None:
    assert [sentence for sentence in SENTENCES if sentence != clean(sentence) or not 0 < len(sentence) <= 400] == []


def test_nothing_looks_like_an_address() -> None:
    texts = SENTENCES + [record["title"] for record in RECORDS]
    assert [text for text in texts if ADDRESS.search(text)] == []


def test_there_are_at_least_sixty_comparisons_and_three_thousand_sentences() -> None:
    assert len(COMPARISONS) >= 60
    assert len(SENTENCES) >= 3_000


def test_a_few_sentences_are_repeated_and_only_by_another_source() -> None:
    sources = defaultdict(list)
    for record in RECORDS:
        for sentence in record["sentences"]:
            sources[sentence].append(record["source"])
    repeated = {sentence: names for sentence, names in sources.items() if len(names) > 1}
    assert 0.005 <= len(repeated) / len(SENTENCES) <= 0.03
    assert [sentence for sentence, names in repeated.items() if len(set(names)) < len(names)] == []


def test_questions_and_negations_are_present_but_rare() -> None:
    assert 0.015 <= sum(map(is_question, SENTENCES)) / len(SENTENCES) <= 0.15
    assert 0.03 <= sum(bool(NEGATION.search(sentence)) for sentence in SENTENCES) / len(SENTENCES) <= 0.35


def test_comparisons_name_each_pair_once_and_every_file() -> None:
    assert {comparison.file for comparison in COMPARISONS} == set(FILES)
    assert {comparison.expected for comparison in COMPARISONS} == {"first", "second", "close", "rare"}
    pairs = Counter(frozenset((one.first.casefold(), one.second.casefold())) for one in COMPARISONS)
    assert [pair for pair, n in pairs.items() if n > 1] == []


@pytest.mark.parametrize("comparison", COMPARISONS, ids=lambda one: f"{one.first}-{one.second}")
def test_a_comparison_has_the_evidence_that_it_is_listed_with(comparison: Comparison) -> None:
    found = naming_both(comparison)
    sources = {source for source, _ in found}
    assert not same_name(comparison.first, comparison.second)
    assert comparison.note
    if comparison.expected == "rare":
        assert 1 <= len(found) < 12
    else:
        assert len(found) >= 12
        assert len(sources) >= 6


def test_the_readme_states_the_counts() -> None:
    rows = re.findall(
        r"^\| `(\w+\.jsonl)` \| (\d+) \| (\d+) \| (\d+) \|$", (SAMPLE / "README.md").read_text("utf-8"), re.M
    )
    listed = {file: tuple(map(int, counts)) for file, *counts in rows}
    assert listed == {
        file: (
            sum(one.file == file for one in COMPARISONS),
            len(records),
            sum(len(record["sentences"]) for record in records),
        )
        for file, records in FILES.items()
    }
