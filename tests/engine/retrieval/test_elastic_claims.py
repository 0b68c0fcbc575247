"""What is read of the sentences of a real cluster is kept in it, and looked up there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from elasticsearch import Elasticsearch

from engine.config import ElasticsearchConfig
from engine.retrieval.elasticsearch.build import build_elastic_index
from engine.retrieval.elasticsearch.meta import claims_of, pages_of
from engine.retrieval.elasticsearch.retriever import ElasticsearchRetriever
from engine.types import OVERALL, Classification, ComparisonInstance, Reading
from tests.clusters import settings
from tests.engine.retrieval.test_elastic_build import write

pytestmark = pytest.mark.elasticsearch

SAID = "Steel is harder than aluminum, but it costs more."
AHEAD = Classification(0.75, 0.125, 0.0, 0.125)


@pytest.fixture
def made(elasticsearch: list[str], tmp_path: Path) -> Iterator[ElasticsearchConfig]:
    """Settings for an index of two documents."""
    named = settings(elasticsearch)
    records = [{"id": "a", "sentences": ["One.", SAID]}, {"id": "b", "sentences": ["Two."]}]
    build_elastic_index([write(tmp_path / "a.jsonl", *records)], named)
    yield named
    with Elasticsearch(elasticsearch) as client:
        names = [named.index, pages_of(named.index), claims_of(named.index)]
        client.indices.delete(index=names, ignore_unavailable=True)


def test_readings_are_found_by_names_and_dimension(made: ElasticsearchConfig) -> None:
    instance = ComparisonInstance(SAID, "steel", "aluminum")
    with closing(ElasticsearchRetriever(settings=made)) as retriever:
        store = retriever.claim_store("model 1")
        assert store is not None
        store.put([Reading(instance, OVERALL, OVERALL, AHEAD), Reading(instance, "price", "cheap", AHEAD.flipped())])
        with closing(ElasticsearchRetriever(settings=made)) as of_another_process:
            beside = of_another_process.claim_store("model 1")
            assert beside is not None
            store.remember("compared", "x" * 100_000)
            beside.remember("read to", "3")
        assert (store.state("compared"), store.state("read to")) == ("x" * 100_000, "3")
        with Elasticsearch(list(made.urls)) as client:
            client.indices.refresh(index=claims_of(made.index))
        objects = ("Aluminum", "steel")
        assert store.find(objects, [OVERALL], [SAID, "One."], ahead=False) == [{OVERALL: AHEAD.flipped()}, {}]
        assert store.find(objects, None, [SAID], ahead=False) == [{OVERALL: AHEAD.flipped(), "cheap": AHEAD}]
    with closing(ElasticsearchRetriever(settings=made)) as retriever:
        same = retriever.claim_store("model 1")
        assert same is not None
        assert same.state("read to") == "3"
        other = retriever.claim_store("model 2")
        assert other is not None
        assert other.state("read to") == ""
        assert other.find(objects, None, [SAID], ahead=False) == [{}]


def test_sentences_are_read_on_from_any_number(made: ElasticsearchConfig) -> None:
    with closing(ElasticsearchRetriever(settings=made)) as retriever:
        found = [(n, sentence.id, sentence.text) for n, sentence in retriever.sentences_from(0)]
        assert found == [(0, "a#0", "One."), (1, "a#1", SAID), (2, "b#0", "Two.")]
        assert [n for n, _ in retriever.sentences_from(2)] == [2]


def test_an_index_of_others_keeps_nothing(made: ElasticsearchConfig) -> None:
    fields = {"text_field": "text", "document_field": "document", "position_field": "position"}
    with closing(ElasticsearchRetriever(settings=made.model_copy(update=fields))) as retriever:
        assert retriever.claim_store("model 1") is None
