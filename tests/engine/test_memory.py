"""What is kept in memory is bounded by bytes, whatever is sent."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest

from engine.config import load_config
from engine.errors import EngineError
from engine.memory import Kept, keep_short, size_of
from engine.pipeline import Engine
from engine.retrieval.in_memory import ListRetriever
from engine.text.analysed import analysed
from engine.text.graded import grade
from engine.text.lexicon import end_of, sense
from engine.text.tokens import stem, stems
from engine.types import Aspect, Query, Sentence
from nlu_models.claims import properties

MB = 1 << 20


@contextmanager
def growing_by_less_than(most_bytes: int) -> Iterator[None]:
    """Fail if more is left behind by what is done inside."""
    tracemalloc.start()
    try:
        yield
        left, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert left < most_bytes, f"{left} bytes were left behind"


@pytest.mark.parametrize("reader", [stem, stems, analysed, sense, end_of, grade, properties.asked, properties.contrary])
def test_what_is_read_of_long_texts_is_not_kept(reader: Callable[[str], object]) -> None:
    reader("the first one loads what it needs")
    with growing_by_less_than(2 * MB):
        for n in range(100):
            reader(f"x{n}" + "y" * 60_000)


def test_a_refused_name_leaves_nothing_behind() -> None:
    asked = Engine(load_config(environ={}), retriever=ListRetriever(sentences=["Tea is better than coffee."]))
    asked.compare(["tea", "coffee"])
    with growing_by_less_than(2 * MB):
        for n in range(100):
            for query in (
                Query((f"tea{n} " * 8_000, "coffee")),
                Query(("tea", "coffee"), (Aspect(f"sleep{n} " * 8_000),)),
            ):
                with suppress(EngineError):
                    asked.compare(query)


def test_comparisons_are_kept_by_their_weight() -> None:
    sentences = [f"Shop number {n} sells tea and coffee." for n in range(1_000)]
    config = load_config(environ={}, overrides={"retrieval": {"cached_mb": 4}})
    asked = Engine(config, retriever=ListRetriever(sentences=sentences))
    for n in range(12):
        asked.compare(Query(("tea", "coffee"), (Aspect(f"aspect{n}"),), classifier="keyphrase"))
    assert 0 < asked.kept.size <= 4 * MB
    assert len(asked.kept) < 24


def test_sentences_that_were_not_read_are_not_kept() -> None:
    sentences = [f"Tea is better than coffee for sleep number {n}." for n in range(3_000)]
    asked = Engine(load_config(environ={}), retriever=ListRetriever(sentences=sentences))
    asked.compare(["tea", "coffee"])
    assert asked.kept.size < MB


def test_a_size_counts_each_object_once_and_all_that_it_leads_to() -> None:
    text = "x" * 10_000
    assert size_of([text, text]) < 11_000 < 20_000 < size_of([text, "y" * 10_000])
    assert size_of(Sentence("a#0", "a", 0, text)) > 10_000


def test_the_values_asked_for_last_are_kept() -> None:
    kept = Kept[str, str](40_000)
    for name in "abc":
        kept.put(name, name * 10_000)
    assert kept.get("a") == "a" * 10_000
    kept.put("d", "d" * 10_000)
    assert ["a" in kept, "b" in kept, kept.get("b")] == [True, False, None]
    assert (kept.hits, kept.misses) == (1, 1)
    kept.put("e", "e" * 50_000)
    assert "e" not in kept
    kept.drop("a")
    kept.drop("a")
    assert kept.size <= 40_000
    assert len(kept) == 2


def test_short_texts_are_worked_out_once() -> None:
    worked: list[str] = []

    @keep_short(most=10, longest=3)
    def double(text: str, *, times: int = 2) -> str:
        worked.append(text)
        return text * times

    assert [double("ab"), double("ab"), double("ab", times=3), double("abcd"), double("abcd")] == [
        *("abab", "abab", "ababab", "abcdabcd", "abcdabcd")
    ]
    assert worked == ["ab", "ab", "abcd", "abcd"]
