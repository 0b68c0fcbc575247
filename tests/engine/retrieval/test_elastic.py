"""Retrieval from a real Elasticsearch cluster."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from elasticsearch import Elasticsearch

from engine.config import ElasticsearchConfig, load_config
from engine.errors import ConfigError, IndexUnusableError, NotFoundError
from engine.pipeline import Engine
from engine.retrieval.elasticsearch.build import build_elastic_index
from engine.retrieval.elasticsearch.fallback import CHANGE_S
from engine.retrieval.elasticsearch.meta import pages_of
from engine.retrieval.elasticsearch.responses import WINDOW
from engine.retrieval.elasticsearch.retriever import ElasticsearchRetriever
from engine.retrieval.embedded.build import build_index
from engine.retrieval.embedded.retriever import TantivyRetriever
from engine.types import Document
from evaluation.overlap import measure
from evaluation.pairs import Pair
from tests.clusters import settings
from tests.conformance.retriever import (
    SENTENCES,
    DocumentRetrieverConformance,
    RetrieverConformance,
    SpellingRetrieverConformance,
)
from tests.engine.retrieval.mixed import NAMES, mixed_sentences
from tests.engine.retrieval.records import everywhere, of_documents, of_sentences, write

pytestmark = pytest.mark.elasticsearch


def indexed(elasticsearch: list[str], source: Path, **changes: Any) -> Iterator[ElasticsearchConfig]:
    made = settings(elasticsearch, **changes)
    build_elastic_index([source], made)
    yield made
    with Elasticsearch(elasticsearch) as client:
        client.indices.delete(index=[made.index, pages_of(made.index)])


@pytest.fixture(scope="module")
def sentence_index(elasticsearch: list[str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[ElasticsearchConfig]:
    source = write(tmp_path_factory.mktemp("sentences") / "sentences.jsonl", of_sentences(SENTENCES))
    yield from indexed(elasticsearch, source)


@pytest.fixture(scope="module")
def document_index(elasticsearch: list[str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[ElasticsearchConfig]:
    source = write(tmp_path_factory.mktemp("documents") / "documents.jsonl", of_documents())
    yield from indexed(elasticsearch, source)


class TestElasticsearchRetriever(RetrieverConformance, SpellingRetrieverConformance, DocumentRetrieverConformance):
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


def test_a_new_index_is_cut_and_copied_as_the_settings_say(elasticsearch: list[str], tmp_path: Path) -> None:
    source = write(tmp_path / "a.jsonl", [{"id": "a", "sentences": ["Tea beats coffee.", "Yes."]}])
    for made in indexed(elasticsearch, source, shards=2, replicas=0, routing="sentence"):
        with Elasticsearch(elasticsearch) as client:
            shape = client.indices.get_settings(index=made.index)[made.index]["settings"]["index"]
        assert (shape["number_of_shards"], shape["number_of_replicas"]) == ("2", "0")
        with closing(ElasticsearchRetriever(settings=made)) as retriever:
            assert len(retriever.document("a").sentences) == 2


def test_an_alias_names_the_index_behind_it(elasticsearch: list[str], sentence_index: ElasticsearchConfig) -> None:
    alias = f"{sentence_index.index}-alias"
    with Elasticsearch(elasticsearch) as client:
        client.indices.put_alias(index=sentence_index.index, name=alias)
    with closing(ElasticsearchRetriever(settings=settings(elasticsearch, index=alias))) as retriever:
        assert retriever.search(["tea", "coffee"]).total == 4


@pytest.fixture(scope="module")
def both(
    elasticsearch: list[str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[ElasticsearchRetriever, TantivyRetriever]]:
    folder = tmp_path_factory.mktemp("mixed")
    source = write(folder / "mixed.jsonl", of_sentences(mixed_sentences()))
    build_index([source], folder / "index")
    for made in indexed(elasticsearch, source):
        with (
            closing(ElasticsearchRetriever(settings=made)) as cluster,
            closing(TantivyRetriever(index=folder / "index")) as embedded,
        ):
            yield cluster, embedded


@pytest.mark.parametrize("objects", [*combinations(NAMES, 2)][::4], ids=" ".join)
def test_both_engines_find_the_same(
    both: tuple[ElasticsearchRetriever, TantivyRetriever], objects: tuple[str, str]
) -> None:
    cluster, embedded = (retriever.search(objects, aspects=["learning"]) for retriever in both)
    assert everywhere(cluster) == everywhere(embedded)
    assert (cluster.total, cluster.questions_removed) == (embedded.total, embedded.questions_removed)


def test_both_engines_rank_alike(both: tuple[ElasticsearchRetriever, TantivyRetriever]) -> None:
    pairs = [Pair(first, second, 1) for first, second in [*combinations(NAMES, 2)][::4]]
    report = measure(*both, pairs)
    assert report["same total"] == report["searches"] > 10
    assert report["RBO"] > 0.8


def test_more_than_elasticsearch_hands_out_at_once_is_fetched_in_pages(
    elasticsearch: list[str], tmp_path: Path
) -> None:
    texts = [f"Tea beats coffee {n} times." for n in range(WINDOW + 300)]
    source = write(tmp_path / "long.jsonl", [{"id": "long", "sentences": texts}])
    for made in indexed(elasticsearch, source):
        with closing(ElasticsearchRetriever(settings=made)) as retriever:
            found = retriever.search(["tea", "coffee"], k=WINDOW + 250)
            assert len(found.hits) == len({hit.sentence.id for hit in found.hits}) == WINDOW + 250
            assert found.total == len(texts)
            assert [sentence.text for sentence in retriever.document("long").sentences] == texts


def test_a_missing_index_says_how_to_make_one(elasticsearch: list[str]) -> None:
    with pytest.raises(IndexUnusableError, match=r"no index 'test-.*whichever index --to elasticsearch"):
        ElasticsearchRetriever(settings=settings(elasticsearch))


@pytest.mark.parametrize(
    ("meta", "message"),
    [({}, "is of another program, expected version 1"), ({"whichever": 999}, "is version 999, expected version 1")],
)
def test_an_index_of_something_else_is_refused(elasticsearch: list[str], meta: dict[str, Any], message: str) -> None:
    other = settings(elasticsearch)
    with Elasticsearch(elasticsearch) as client:
        client.indices.create(index=other.index, mappings={"_meta": meta})
        with pytest.raises(IndexUnusableError, match=message):
            ElasticsearchRetriever(settings=other)
        client.indices.delete(index=other.index)


def test_a_closed_retriever_gives_a_clear_error(sentence_index: ElasticsearchConfig) -> None:
    retriever = ElasticsearchRetriever(settings=sentence_index)
    retriever.close()
    with pytest.raises(IndexUnusableError, match="closed"):
        retriever.search(["tea", "coffee"])


def test_a_comparison_is_made_anew_after_the_index_changed(elasticsearch: list[str], tmp_path: Path) -> None:
    source = write(tmp_path / "a.jsonl", [{"id": "a", "sentences": ["Tea is better than coffee."]}])
    for made in indexed(elasticsearch, source):
        values = {"urls": elasticsearch, "index": made.index, "timeout_s": 30.0}
        config = load_config(
            environ={}, overrides={"retrieval": {"retriever": "elasticsearch"}, "elasticsearch": values}
        )
        with closing(Engine(config)) as engine:
            before = engine.compare(["tea", "coffee"])
            assert engine.compare(["tea", "coffee"]) is before
            more = write(tmp_path / "b.jsonl", [{"id": "b", "sentences": ["Coffee is better than tea."]}])
            build_elastic_index([more], made)
            time.sleep(CHANGE_S)
            assert len(engine.compare(["tea", "coffee"]).arguments) == 2


@pytest.fixture(scope="module")
def foreign(elasticsearch: list[str]) -> Iterator[ElasticsearchConfig]:
    """An index as CAM used it over DepCC: plain text, the page's address, the sentence's number in it."""
    named = settings(elasticsearch, text_field="text", document_field="page", position_field="number")
    with Elasticsearch(elasticsearch) as client:
        client.indices.create(
            index=named.index, mappings={"properties": {"page": {"type": "keyword"}, "number": {"type": "integer"}}}
        )
        for n, text in enumerate(SENTENCES):
            text = text.replace("\ud800", "\ufffd")
            client.index(index=named.index, document={"text": text, "page": "https://www.a.example/x?a#b", "number": n})
        client.indices.refresh(index=named.index)
        yield named
        client.indices.delete(index=named.index)


@pytest.mark.parametrize(
    ("objects", "positions"),
    [
        (["tea", "coffee"], {0, 1, 2, 5}),
        (["C++", "C"], {8, 9}),
        (["AT&T", "T-Mobile"], {12}),
        ([".NET", "node.js"], {11}),
        (["MATLAB", "Python"], {14, 15, 16, 17}),
        (["a/b {", "tea"], set()),
    ],
)
def test_an_index_of_others_is_searched_by_its_fields(
    foreign: ElasticsearchConfig, objects: list[str], positions: set[int]
) -> None:
    with closing(ElasticsearchRetriever(settings=foreign)) as retriever:
        result = retriever.search(objects)
    found = {int(key.rpartition("#")[2]) for key in everywhere(result)}
    assert found == positions
    assert result.total == len(positions)


def test_an_index_of_others_has_its_places(foreign: ElasticsearchConfig) -> None:
    with closing(ElasticsearchRetriever(settings=foreign)) as retriever:
        result = retriever.search(["tea", "coffee"], aspects=["sleep"])
        assert result.questions_removed == 2
        hit = result.hits[0]
        assert (hit.sentence.text, hit.sources) == (SENTENCES[0], ("a.example",))
        assert hit.document == Document(
            "https://www.a.example/x?a#b", url="https://www.a.example/x?a#b", source="a.example"
        )
        context = retriever.context(hit.sentence.id, before=1, after=1)
        assert [sentence.position for sentence in context] == [0, 1]
        assert len(retriever.document(hit.document.id).sentences) == len(SENTENCES)
        assert [hit.sentence.position for hit in retriever.find('"deep learning"').hits] == [14]
        assert retriever.size == len(SENTENCES)
        with pytest.raises(NotFoundError):
            retriever.context("https://www.a.example/x#0")


def test_a_field_that_an_index_of_others_lacks_is_named(foreign: ElasticsearchConfig) -> None:
    with pytest.raises(IndexUnusableError, match=r"has no field 'sentence'. Set elasticsearch.text_field"):
        ElasticsearchRetriever(settings=foreign.model_copy(update={"text_field": "sentence"}))


def test_nothing_is_added_to_an_index_of_others(foreign: ElasticsearchConfig, tmp_path: Path) -> None:
    source = write(tmp_path / "a.jsonl", [{"title": "Tea."}])
    with pytest.raises(ConfigError, match=r"made by others.*elasticsearch.index"):
        build_elastic_index([source], foreign)
