"""What happens when nodes of a real cluster die, hang, or are all gone."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from engine.config import ElasticsearchConfig, load_config
from engine.errors import UnavailableError
from engine.pipeline import Engine
from engine.retrieval.build import build_index
from engine.retrieval.elastic import ElasticsearchRetriever
from engine.retrieval.elastic_build import build_elastic_index
from tests.clusters import LocalCluster, settings

NOTICE_S = 2.0
"""A clear notice comes within this time."""


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("source") / "posts.jsonl"
    records = ({"id": f"p{n}", "sentences": [f"Tea is better than coffee, reason {n}."]} for n in range(300))
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


@pytest.fixture(autouse=True)
def whole(local_cluster: LocalCluster, replicated: ElasticsearchConfig, single: ElasticsearchConfig) -> Iterator[None]:
    yield
    local_cluster.start()


def test_a_node_that_dies_during_searches_is_not_noticed(
    local_cluster: LocalCluster, replicated: ElasticsearchConfig
) -> None:
    with closing(ElasticsearchRetriever(settings=replicated)) as retriever, ThreadPoolExecutor(3) as pool:
        expected = retriever.search(["tea", "coffee"])
        searches = [pool.submit(retriever.search, ["tea", "coffee"]) for _ in range(60)]
        searches[5].result()
        local_cluster.signal(2, signal.SIGKILL)
        results = [search.result() for search in searches]
        results += [retriever.search(["tea", "coffee"]) for _ in range(3)]
    assert all(result.hits == expected.hits for result in results if not result.notice)
    assert results[-1].hits == expected.hits


def test_what_is_lost_with_a_node_is_said_and_not_kept(
    local_cluster: LocalCluster, single: ElasticsearchConfig
) -> None:
    values = {"urls": local_cluster.urls, "index": single.index, "timeout_s": 30.0}
    config = load_config(environ={}, overrides={"retrieval": {"retriever": "elasticsearch"}, "elasticsearch": values})
    with closing(Engine(config)) as engine:
        local_cluster.signal(3, signal.SIGKILL)
        answer = engine.ask("Is tea better than coffee?")
        assert answer.comparison is not None
        assert 0 < answer.comparison.retrieved < 300
        assert answer.text.endswith(
            "This rests on a part of the evidence: 1 of the 3 parts of the index did not answer."
        )
        local_cluster.start()
        whole = engine.ask("Is tea better than coffee?")
        assert whole.comparison is not None
        assert (whole.comparison.retrieved, whole.comparison.notice) == (300, "")


def test_a_cluster_that_hangs_is_given_up_in_time(local_cluster: LocalCluster, replicated: ElasticsearchConfig) -> None:
    default = replicated.model_copy(update={"timeout_s": settings([]).model_copy().timeout_s and 1.5})
    with closing(ElasticsearchRetriever(settings=default)) as retriever:
        for number in (1, 2, 3):
            local_cluster.signal(number, signal.SIGSTOP)
        try:
            started = time.perf_counter()
            with pytest.raises(UnavailableError, match=r"none answered within 1.5 s"):
                retriever.search(["tea", "coffee"])
            assert time.perf_counter() - started < NOTICE_S
        finally:
            for number in (1, 2, 3):
                local_cluster.signal(number, signal.SIGCONT)
        patient = replicated
    with closing(ElasticsearchRetriever(settings=patient)) as retriever:
        assert retriever.search(["tea", "coffee"]).total == 300


def test_all_nodes_gone_is_said_at_once_or_the_fallback_answers(
    local_cluster: LocalCluster, replicated: ElasticsearchConfig, source: Path, tmp_path: Path
) -> None:
    build_index([source], tmp_path / "index")
    covered = replicated.model_copy(update={"fallback": str(tmp_path / "index")})
    with (
        closing(ElasticsearchRetriever(settings=replicated)) as retriever,
        closing(ElasticsearchRetriever(settings=covered)) as with_fallback,
    ):
        whole = with_fallback.search(["tea", "coffee"])
        local_cluster.stop()
        started = time.perf_counter()
        with pytest.raises(UnavailableError, match=r"No node of the Elasticsearch cluster at http://127.*Start it"):
            retriever.search(["tea", "coffee"])
        with pytest.raises(UnavailableError):
            ElasticsearchRetriever(settings=replicated)
        result = with_fallback.search(["tea", "coffee"])
        assert time.perf_counter() - started < NOTICE_S
        assert result.total == whole.total == 300
        assert result.notice.startswith("The Elasticsearch cluster does not answer; this rests on")
        assert with_fallback.find("reason 7").notice
        assert with_fallback.context("p7#0") == with_fallback.document("p7").sentences
        with closing(ElasticsearchRetriever(settings=covered)) as opened_meanwhile:
            assert opened_meanwhile.generation.startswith("fallback ")
        local_cluster.start()
        assert retriever.search(["tea", "coffee"]).total == 300
        assert with_fallback.search(["tea", "coffee"]) == whole or not with_fallback.search(["tea", "coffee"]).notice
