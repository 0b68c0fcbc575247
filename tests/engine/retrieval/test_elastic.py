"""Retrieval from a real Elasticsearch cluster."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from elasticsearch import Elasticsearch

from engine.config import ElasticsearchConfig
from engine.retrieval.elastic import ElasticsearchRetriever
from engine.retrieval.elastic_build import build_elastic_index
from tests.clusters import settings
from tests.conformance.retriever import (
    DOCUMENTS,
    SENTENCES,
    TEXTS,
    DocumentRetrieverConformance,
    RetrieverConformance,
)


def write(path: Path, records: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    return path


def indexed(elasticsearch: list[str], source: Path, **changes: Any) -> Iterator[ElasticsearchConfig]:
    made = settings(elasticsearch, **changes)
    build_elastic_index([source], made)
    yield made
    with Elasticsearch(elasticsearch) as client:
        client.indices.delete(index=made.index)


@pytest.fixture(scope="module")
def sentence_index(elasticsearch: list[str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[ElasticsearchConfig]:
    records = [{"id": n, "sentences": [text]} for n, text in enumerate(SENTENCES, 1)]
    yield from indexed(elasticsearch, write(tmp_path_factory.mktemp("sentences") / "sentences.jsonl", records))


@pytest.fixture(scope="module")
def document_index(elasticsearch: list[str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[ElasticsearchConfig]:
    records = [
        {
            "id": document.id,
            "title": document.title,
            "url": document.url,
            "source": document.source,
            "date": document.date,
            "sample": document.sample,
            "sentences": texts,
        }
        for document, texts in zip(DOCUMENTS, TEXTS, strict=True)
    ]
    yield from indexed(elasticsearch, write(tmp_path_factory.mktemp("documents") / "documents.jsonl", records))


class TestElasticsearchRetriever(RetrieverConformance, DocumentRetrieverConformance):
    @pytest.fixture
    def retriever(self, sentence_index: ElasticsearchConfig) -> Iterator[ElasticsearchRetriever]:
        opened = ElasticsearchRetriever(settings=sentence_index)
        yield opened
        opened.close()

    @pytest.fixture
    def library(self, document_index: ElasticsearchConfig) -> Iterator[ElasticsearchRetriever]:
        opened = ElasticsearchRetriever(settings=document_index)
        yield opened
        opened.close()
