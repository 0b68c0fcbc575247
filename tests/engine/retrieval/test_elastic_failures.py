"""What happens when nodes of a real cluster die, hang, and are all gone: one test after the other."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path

import pytest

from engine.config import ElasticsearchConfig, load_config
from engine.errors import UnavailableError
from engine.pipeline import Engine
from engine.retrieval.elasticsearch.build import build_elastic_index
from engine.retrieval.elasticsearch.pages import ElasticsearchPages
from engine.retrieval.elasticsearch.retriever import ElasticsearchRetriever
from engine.retrieval.embedded.build import build_index
from tests.clusters import LocalCluster, settings

pytestmark = pytest.mark.elasticsearch

PATIENCE_S = 300.0
"""Longer than nodes take to find each other again, however busy the machine is."""
POSTS = 300
LOST = "This rests on a part of the evidence: 1 of the 3 parts of the index did not answer."


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("source") / "posts.jsonl"
    records = ({"id": f"p{n}", "sentences": [f"Tea is better than coffee, reason {n}."]} for n in range(POSTS))
    path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    return path


@pytest.fixture(scope="module")
def replicated(local_cluster: LocalCluster, source: Path) -> ElasticsearchConfig:
    made = settings(local_cluster.urls)
    build_elastic_index([source], made)
    return made


@pytest.fixture(scope="module")
def single(local_cluster: LocalCluster, source: Path) -> ElasticsearchConfig:
    made = settings(local_cluster.urls, replicas=0)
    build_elastic_index([source], made)
    return made


def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds of a cluster whose nodes find each other again."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        with suppress(UnavailableError):
            if holds():
                return
        time.sleep(0.5)
    raise AssertionError("the cluster has not come back")


def test_a_node_that_dies_during_searches_costs_what_it_alone_held(
    local_cluster: LocalCluster, replicated: ElasticsearchConfig, single: ElasticsearchConfig
) -> None:
    values = {"urls": local_cluster.urls, "index": single.index, "timeout_s": 30.0}
    config = load_config(environ={}, overrides={"retrieval": {"retriever": "elasticsearch"}, "elasticsearch": values})
    with (
        closing(Engine(config)) as engine,
        closing(ElasticsearchRetriever(settings=replicated)) as retriever,
        closing(ElasticsearchPages(settings=replicated)) as pages,
        ThreadPoolExecutor(3) as pool,
    ):
        expected, expected_pages = retriever.search(["tea", "coffee"]), pages.search("tea", k=POSTS)
        assert len(expected_pages.hits) == POSTS
        searches = [pool.submit(retriever.search, ["tea", "coffee"]) for _ in range(30)]
        searches[5].result()
        local_cluster.signal(2, signal.SIGKILL)
        results = [search.result() for search in searches]
        assert all(result.hits == expected.hits for result in results if not result.notice)
        assert retriever.search(["tea", "coffee"]).hits == expected.hits
        answer = engine.ask("Is tea better than coffee?")
        assert answer.comparison is not None
        assert 0 < answer.comparison.retrieved < POSTS
        assert answer.text.endswith("evidence: 1 of the 3 parts of the index did not answer.")
        assert engine.ask("Is tea better than coffee?").comparison is not answer.comparison
        assert pages.search("tea", k=POSTS) == expected_pages
        found = engine.browser.searcher.search("tea", k=POSTS)
        assert 0 < len(found.hits) < POSTS
        assert found.notice == LOST
        assert engine.browser.compare(["tea", "coffee"]).notice == LOST
        assert engine.browser.page(found.hits[0].page.id) == found.hits[0].page
        gone = {f"p{n}" for n in range(POSTS)} - {hit.page.id for hit in found.hits}
        with pytest.raises(UnavailableError):
            engine.browser.page(min(gone))


def test_a_cluster_that_hangs_is_given_up_in_time_and_used_when_it_answers(
    local_cluster: LocalCluster, replicated: ElasticsearchConfig
) -> None:
    hasty = replicated.model_copy(update={"timeout_s": load_config(environ={}).elasticsearch.timeout_s})
    with (
        closing(ElasticsearchRetriever(settings=hasty)) as retriever,
        closing(ElasticsearchRetriever(settings=replicated)) as patient,
        closing(ElasticsearchPages(settings=hasty)) as pages,
        closing(ElasticsearchPages(settings=replicated)) as patient_pages,
    ):
        hanging = (1, 3)
        for number in hanging:
            local_cluster.signal(number, signal.SIGSTOP)
        try:
            for search in (lambda: retriever.search(["tea", "coffee"]), lambda: pages.search("tea")):
                with pytest.raises(UnavailableError, match=r"none answered within 1.5 s|Cannot connect"):  # one is gone
                    search()
        finally:
            for number in hanging:
                local_cluster.signal(number, signal.SIGCONT)
        until(lambda: patient.search(["tea", "coffee"]).total == POSTS)
        until(lambda: len(patient_pages.search("tea", k=POSTS).hits) == POSTS)


def test_all_nodes_gone_is_said_at_once_or_the_fallback_answers(
    local_cluster: LocalCluster, replicated: ElasticsearchConfig, source: Path, tmp_path: Path
) -> None:
    build_index([source], tmp_path / "index")
    covered = replicated.model_copy(update={"fallback": str(tmp_path / "index")})
    with (
        closing(ElasticsearchRetriever(settings=replicated)) as retriever,
        closing(ElasticsearchRetriever(settings=covered)) as with_fallback,
        closing(ElasticsearchPages(settings=replicated)) as pages,
        closing(ElasticsearchPages(settings=covered)) as pages_with_fallback,
    ):
        assert with_fallback.search(["tea", "coffee"]).notice == ""
        assert pages_with_fallback.search("tea").notice == ""
        for number in (1, 3):
            local_cluster.signal(number, signal.SIGKILL)
        for search in (lambda: retriever.search(["tea", "coffee"]), lambda: pages.search("tea")):
            with pytest.raises(UnavailableError, match=r"No node of the Elasticsearch cluster at http://127.*Start it"):
                search()
        for part in (ElasticsearchRetriever, ElasticsearchPages):
            with pytest.raises(UnavailableError):
                part(settings=replicated)
        result = with_fallback.search(["tea", "coffee"])
        assert result.total == POSTS
        assert result.notice.startswith("The Elasticsearch cluster does not answer; this rests on")
        assert with_fallback.find("reason 7").notice
        assert with_fallback.context("p7#0") == with_fallback.document("p7").sentences
        with closing(ElasticsearchRetriever(settings=covered)) as opened_meanwhile:
            assert opened_meanwhile.generation.startswith("fallback ")
        found = pages_with_fallback.search("tea", k=POSTS)
        assert len(found.hits) == POSTS
        assert found.notice == result.notice
        assert pages_with_fallback.page("p7") == found.hits[[hit.page.id for hit in found.hits].index("p7")].page
        with closing(ElasticsearchPages(settings=covered)) as pages_opened_meanwhile:
            assert pages_opened_meanwhile.search("tea").notice == result.notice
