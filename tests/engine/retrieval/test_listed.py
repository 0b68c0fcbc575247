"""Retrieval from sentences at hand."""

from __future__ import annotations

import pytest

from engine.retrieval.in_memory import ListRetriever
from tests.conformance.retriever import SENTENCES, RetrieverConformance


class TestListRetriever(RetrieverConformance):
    @pytest.fixture
    def retriever(self) -> ListRetriever:
        return ListRetriever(sentences=SENTENCES)


def test_sentences_are_kept_as_they_are() -> None:
    text = "  Tea\tbeats coffee\u200b "
    assert ListRetriever(sentences=[text]).search(["tea", "coffee"]).hits[0].sentence.text == text


def test_each_sentence_is_a_source_of_its_own() -> None:
    hits = ListRetriever(sentences=["Tea beats milk.", "Milk beats tea."]).search(["tea", "milk"]).hits
    assert {hit.sources for hit in hits} == {("sentence 1",), ("sentence 2",)}


def test_an_empty_list_holds_nothing() -> None:
    assert ListRetriever(sentences=[]).search(["tea", "coffee"]).hits == ()
