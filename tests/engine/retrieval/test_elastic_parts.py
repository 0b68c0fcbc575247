"""Parts behind an alias of a real cluster: searched together, replaced while they are searched, dropped, saved."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from elasticsearch import Elasticsearch

from engine.config import ElasticsearchConfig
from engine.errors import ConfigError, NotFoundError
from engine.retrieval.elasticsearch.build import build_elastic_index
from engine.retrieval.elasticsearch.pages import ElasticsearchPages
from engine.retrieval.elasticsearch.parts import check_alias, drop, held, part_of, parts, publish, restore, save
from engine.retrieval.elasticsearch.retriever import ElasticsearchRetriever
from engine.types import OVERALL, Classification, ComparisonInstance, Reading
from tests.clusters import settings
from tests.engine.retrieval.test_elastic_build import write

pytestmark = pytest.mark.elasticsearch

BELIEF = Classification(0.8, 0.1, 0.0, 0.1)


@pytest.fixture
def named(elasticsearch: list[str]) -> Iterator[ElasticsearchConfig]:
    """Settings for an alias that is not there yet."""
    wanted = settings(elasticsearch)
    yield wanted
    with Elasticsearch(elasticsearch) as client:
        found = [*client.indices.get(index=f"{wanted.index}*", ignore_unavailable=True)]
        if found:
            client.indices.delete(index=found)


def put(named: ElasticsearchConfig, part: str, said: str, folder: Path, *, only: bool = False) -> None:
    """Index a sentence into a part, with what is read of it, and put it behind the alias."""
    build_elastic_index([write(folder / f"{part}.jsonl", {"id": part, "title": said})], part_of(named, part))
    with closing(ElasticsearchRetriever(settings=part_of(named, part))) as retriever:
        store = retriever.claim_store("model")
        assert store is not None
        store.put([Reading(ComparisonInstance(said, "tea", "coffee"), OVERALL, OVERALL, BELIEF, f"{part}#0")])
    publish(named, part, only=only)
    with Elasticsearch(list(named.urls)) as client:
        client.indices.refresh(index=f"{named.index}*")


def test_months_are_searched_together_and_dropped(named: ElasticsearchConfig, tmp_path: Path) -> None:
    put(named, "2026-10", "Tea beats coffee.", tmp_path)
    put(named, "2026-11", "Coffee beats tea.", tmp_path)
    assert parts(named) == {f"{named.index}-2026-10": 1, f"{named.index}-2026-11": 1}
    sources, documents, sentences = held(named)
    assert sorted(one.path for one in sources) == [str(tmp_path / f"2026-1{n}.jsonl") for n in (0, 1)]
    assert (documents, sentences) == (2, 2)
    with (
        closing(ElasticsearchRetriever(settings=named)) as retriever,
        closing(ElasticsearchPages(settings=named)) as pages,
    ):
        assert retriever.size == 2
        assert len(retriever.search(["tea", "coffee"]).hits) == len(pages.search("tea").hits) == 2
        store = retriever.claim_store("model")
        assert store is not None
        said = ["Tea beats coffee.", "Coffee beats tea."]
        assert store.find(("tea", "coffee"), None, said, ahead=True) == [{OVERALL: BELIEF}, {OVERALL: BELIEF}]
        drop(named, "2026-10")
        assert [hit.sentence.text for hit in retriever.search(["tea", "coffee"]).hits] == said[1:]
        _ = retriever.generation
        assert len(pages.search("tea").hits) == retriever.size == 1
        assert store.find(("tea", "coffee"), None, said, ahead=True) == [{}, {OVERALL: BELIEF}]
    with pytest.raises(NotFoundError):
        drop(named, "2026-10")
    with pytest.raises(ConfigError, match="is all that"):
        drop(named, "2026-11")


def test_another_index_takes_the_place_while_it_is_searched(named: ElasticsearchConfig, tmp_path: Path) -> None:
    build_elastic_index([write(tmp_path / "old.jsonl", {"id": "old", "title": "Tea beats coffee."})], named)
    with pytest.raises(ConfigError, match="is an index, and no alias"):
        check_alias(named)
    found: list[int] = []
    done = threading.Event()

    def search() -> None:
        with (
            closing(ElasticsearchRetriever(settings=named)) as retriever,
            closing(ElasticsearchPages(settings=named)) as pages,
        ):
            store = retriever.claim_store("model")
            assert store is not None
            while not done.is_set():
                _ = retriever.generation
                store.find(("tea", "coffee"), None, ["Tea."], ahead=True)
                found.append(len(retriever.search(["tea", "coffee"]).hits) + len(pages.search("tea").hits))

    put(named, "blue", "Coffee beats tea.", tmp_path, only=True)
    searching = threading.Thread(target=search)
    searching.start()
    put(named, "green", "Tea and coffee, tea beats coffee.", tmp_path, only=True)
    done.set()
    searching.join()
    assert parts(named) == {f"{named.index}-green": 1}
    assert len(found) > 10
    assert set(found) == {2}
    with Elasticsearch(list(named.urls)) as client:
        kinds = ("", "-pages", "-claims")
        assert sorted(client.indices.get(index=f"{named.index}*")) == sorted(
            f"{named.index}-green{kind}" for kind in kinds
        )


def test_a_snapshot_brings_everything_back(named: ElasticsearchConfig, tmp_path: Path) -> None:
    put(named, "blue", "Tea beats coffee.", tmp_path)
    repository, snapshot = f"repository-{uuid.uuid4().hex}", "monday"
    with pytest.raises(ConfigError, match="no repository"):
        save(named, repository, snapshot)
    with Elasticsearch(list(named.urls)) as client:
        client.snapshot.create_repository(
            name=repository, repository={"type": "fs", "settings": {"location": repository}}
        )
        assert save(named, repository, snapshot) == 3
        client.indices.delete(index=[*client.indices.get(index=f"{named.index}*")])
        assert restore(named, repository, snapshot) == 3
        with closing(ElasticsearchRetriever(settings=named)) as retriever:
            assert [hit.sentence.text for hit in retriever.search(["tea", "coffee"]).hits] == ["Tea beats coffee."]
            store = retriever.claim_store("model")
            assert store is not None
            assert store.find(("tea", "coffee"), None, ["Tea beats coffee."], ahead=True) == [{OVERALL: BELIEF}]
        client.snapshot.delete_repository(name=repository)
