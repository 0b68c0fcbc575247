"""How alike two rankings are."""

from __future__ import annotations

import json
import lzma
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.retrieval.in_memory import ListRetriever
from evaluation.overlap import measure, overlap_at, rank_biased_overlap
from evaluation.pairs import Pair, by_frequency

rankings = st.lists(st.integers(0, 20), unique=True, min_size=1)


@pytest.mark.parametrize(
    ("first", "second", "overlap", "biased"),
    [
        ("abc", "abc", 1.0, 1.0),
        ("abc", "def", 0.0, 0.0),
        ("abc", "", 0.0, 0.0),
        ("ab", "ba", 1.0, 0.9),  # .9^2 + .1 * (0 + .9)
        ("abcd", "abdc", 1.0, 0.973),  # .9^4 + .1/.9 * (.9 + .81 + 2/3 * .729 + .6561)
        ("a", "ab", 0.5, 1.0),
    ],
)
def test_overlap_and_rank_biased_overlap(first: str, second: str, overlap: float, biased: float) -> None:
    assert overlap_at(first, second, k=10) == overlap
    assert rank_biased_overlap(first, second) == pytest.approx(biased, abs=1e-3)


@given(first=rankings, second=rankings)
def test_they_lie_between_0_and_1_and_do_not_depend_on_who_comes_first(first: list[int], second: list[int]) -> None:
    for measured in (lambda one, other: overlap_at(one, other, k=10), rank_biased_overlap):
        assert -1e-9 <= measured(first, second) <= 1 + 1e-9
        assert measured(first, second) == pytest.approx(measured(second, first))
        assert measured(first, first) == pytest.approx(1)


def listed(sentences: Sequence[str]) -> ListRetriever:
    return ListRetriever(sentences=sentences)


def test_a_pair_that_neither_finds_does_not_count() -> None:
    retriever = listed(["Tea is better than coffee.", "Coffee is better than tea."])
    report = measure(retriever, listed(["Tea beats coffee."]), [Pair("tea", "coffee", 2), Pair("milk", "tea", 0)])
    assert (report["searches"], report["same total"], report["overlap@10"]) == (1, 0, 0.5)


@pytest.mark.parametrize("count", [1, 2, 5, 100])
def test_pairs_are_spread_over_their_frequencies(tmp_path: Path, count: int) -> None:
    names = [f"thing{n}" for n in range(10)]
    retriever = listed([f"{name} is better than tea." for n, name in enumerate(names) for _ in range(n)])
    with lzma.open(tmp_path / "pairs.jsonl.xz", "wt") as lines:
        lines.write("".join(json.dumps({"pairs": [["tea", name]]}) + "\n" for name in names))
    pairs = by_frequency(tmp_path / "pairs.jsonl.xz", retriever, count)
    frequencies = [pair.frequency for pair in pairs]
    assert len(pairs) == min(count, 9)
    assert frequencies == sorted(set(frequencies))
    assert frequencies[0] == 1
