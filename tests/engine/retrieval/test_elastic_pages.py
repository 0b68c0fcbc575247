"""Whole pages from a real Elasticsearch cluster."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from elasticsearch import Elasticsearch

from engine.config import ElasticsearchConfig, load_config
from engine.errors import ConfigError, IndexUnusableError, NotFoundError
from engine.pipeline import Engine
from engine.retrieval.elasticsearch.build import build_elastic_index
from engine.retrieval.elasticsearch.fallback import CHANGE_S
from engine.retrieval.elasticsearch.meta import pages_of
from engine.retrieval.elasticsearch.pages import ElasticsearchPages
from engine.retrieval.embedded.build import build_index
from engine.retrieval.embedded.pages import TantivyPages
from evaluation.overlap import measure_pages
from tests.clusters import settings
from tests.conformance.pages import PAGES, PagesConformance, ids
from tests.engine.retrieval.mixed import NAMES, mixed_sentences
from tests.engine.retrieval.test_page_index import write

pytestmark = pytest.mark.elasticsearch


def delete(index: ElasticsearchConfig) -> None:
    with Elasticsearch(list(index.urls)) as client:
        client.indices.delete(index=[index.index, pages_of(index.index)], ignore_unavailable=True)


@pytest.fixture
def made(elasticsearch: list[str]) -> Iterator[ElasticsearchConfig]:
    """Settings for an index that is not there yet."""
    named = settings(elasticsearch)
    yield named
    delete(named)


@pytest.fixture(scope="module")
def page_index(elasticsearch: list[str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[ElasticsearchConfig]:
    named = settings(elasticsearch)
    build_elastic_index([write(tmp_path_factory.mktemp("pages") / "pages.jsonl")], named, batch=3)
    yield named
    delete(named)


class TestElasticsearchPages(PagesConformance):
    @pytest.fixture
    def searcher(self, page_index: ElasticsearchConfig) -> Iterator[ElasticsearchPages]:
        opened = ElasticsearchPages(settings=page_index)
        yield opened
        opened.close()


def posts(path: Path) -> Path:
    """Write posts of sentences with names in all kinds of company, some of which repeat the id of another."""
    sentences = mixed_sentences()
    records = [
        {"id": f"p{n if n % 10 else n // 2}", "title": sentences[n], "sentences": sentences[n : n + 1 + n % 7]}
        for n in range(400)
    ]
    path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    return path


def test_both_engines_find_the_same_pages_and_rank_alike(made: ElasticsearchConfig, tmp_path: Path) -> None:
    source = posts(tmp_path / "posts.jsonl")
    build_index([source], tmp_path / "index")
    build_elastic_index([source], made)
    with (
        closing(TantivyPages(index=tmp_path / "index")) as embedded,
        closing(ElasticsearchPages(settings=made)) as ours,
    ):
        for name in NAMES:
            first, second = (
                one.search(f"{name} deep than", names=[name], also={"deep learning": 0.5, "the": 0.2}, k=400)
                for one in (embedded, ours)
            )
            pages = [
                {hit.page.id: (hit.page, hit.snippet, hit.highlights) for hit in found.hits}
                for found in (first, second)
            ]
            assert pages[0] == pages[1] != {}
        report = measure_pages(embedded, ours, NAMES)
        assert report["same total"] == report["searches"] == len(NAMES)
        assert report["RBO"] > 0.8
        assert ours.page("p7") == embedded.page("p7")


def test_a_sentence_opens_in_its_page(page_index: ElasticsearchConfig) -> None:
    overrides = {"retrieval": {"retriever": "elasticsearch"}, "elasticsearch": page_index.model_dump()}
    with closing(Engine(load_config(environ={}, overrides=overrides))) as engine:
        (hit,) = engine.search("calms").hits
        page = engine.browser.page(hit.document.id)
        assert (page.title, page.text) == (PAGES[0].title, PAGES[0].text)
        texts = [sentence.text for sentence in engine.document(page.id).sentences]
        assert " ".join(texts) == page.text
        found = engine.browser.compare(["tea", "coffee"])
        assert found.rows
        assert found.notice == ""


def test_an_index_made_without_pages_says_what_to_run_and_gets_them(made: ElasticsearchConfig, tmp_path: Path) -> None:
    source = posts(tmp_path / "posts.jsonl")
    build_elastic_index([source], made)
    with closing(ElasticsearchPages(settings=made)) as searcher:
        before = searcher.search("tea coffee", k=1_000)
    with Elasticsearch(list(made.urls)) as client:
        client.indices.delete(index=pages_of(made.index))
    with pytest.raises(
        IndexUnusableError, match=r"before whole pages could be searched\. Run .*index --to elasticsearch"
    ):
        ElasticsearchPages(settings=made)
    assert build_elastic_index([source], made).added == 0
    with closing(ElasticsearchPages(settings=made)) as searcher:
        assert searcher.search("tea coffee", k=1_000) == before


def test_pages_of_an_earlier_index_of_the_name_are_not_found(made: ElasticsearchConfig, tmp_path: Path) -> None:
    build_elastic_index([posts(tmp_path / "posts.jsonl")], made)
    with Elasticsearch(list(made.urls)) as client:
        client.indices.delete(index=made.index)
    build_elastic_index([write(tmp_path / "pages.jsonl")], made)
    with closing(ElasticsearchPages(settings=made)) as searcher:
        assert set(ids(searcher.search("tea"))) == {"tea", "both"}


def test_a_place_for_pages_that_holds_something_else_is_left_alone(made: ElasticsearchConfig, tmp_path: Path) -> None:
    with Elasticsearch(list(made.urls)) as client:
        client.indices.create(index=pages_of(made.index))
    with pytest.raises(IndexUnusableError, match=r"the place for the pages of .* holds something else"):
        build_elastic_index([write(tmp_path / "pages.jsonl")], made)


def test_pages_that_are_added_are_found_without_opening_anew_also_behind_an_alias(
    made: ElasticsearchConfig, tmp_path: Path
) -> None:
    build_elastic_index([write(tmp_path / "pages.jsonl")], made)
    alias = f"{made.index}-alias"
    with Elasticsearch(list(made.urls)) as client:
        client.indices.put_alias(index=made.index, name=alias)
    behind = made.model_copy(update={"index": alias})
    more = tmp_path / "more.jsonl"
    more.write_text(json.dumps({"id": "new", "text": "Cocoa is new."}), "utf-8")
    with closing(ElasticsearchPages(settings=behind)) as searcher:
        assert searcher.search("cocoa").hits == ()
        build_elastic_index([more], behind)
        assert ids(searcher.search("cocoa")) == ["new"]


def test_unfinished_pages_are_said(made: ElasticsearchConfig, tmp_path: Path) -> None:
    source = write(tmp_path / "pages.jsonl")
    build_elastic_index([source], made)
    notices = []
    with closing(ElasticsearchPages(settings=made)) as searcher, Elasticsearch(list(made.urls)) as client:
        for next_number in (0, 1 << 40):
            meta = client.indices.get_mapping(index=pages_of(made.index))[pages_of(made.index)]["mappings"]["_meta"]
            client.indices.put_mapping(index=pages_of(made.index), meta=meta | {"next": next_number})
            time.sleep(CHANGE_S)
            notices.append(searcher.search("tea").notice)
        meta = client.indices.get_mapping(index=made.index)[made.index]["mappings"]["_meta"]
        meta["unfinished"] = 1
        client.indices.put_mapping(index=made.index, meta=meta)
        time.sleep(CHANGE_S)
        notices.append(searcher.search("tea").notice)
    said = "This rests on a part of the evidence: the index is being made, or making it was interrupted."
    assert notices == [said, "", said]


def test_a_page_that_is_gone_with_its_index_is_said(made: ElasticsearchConfig, tmp_path: Path) -> None:
    build_elastic_index([write(tmp_path / "pages.jsonl")], made)
    with closing(ElasticsearchPages(settings=made)) as searcher:
        with pytest.raises(NotFoundError):
            searcher.page("x" * 10_000)
        delete(made)
        with pytest.raises(IndexUnusableError, match="no index 'test-"):
            searcher.page("tea")


def test_an_index_of_others_has_no_pages_and_what_to_do_is_said(elasticsearch: list[str]) -> None:
    with pytest.raises(ConfigError, match=r'made by others.*retrieval\.pages: "searxng", or "tantivy"'):
        ElasticsearchPages(settings=settings(elasticsearch, text_field="text"))
