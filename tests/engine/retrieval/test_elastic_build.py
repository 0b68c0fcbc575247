"""Making, extending, interrupting and resuming an index in a real cluster."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import pytest
from elasticsearch import Elasticsearch

from engine.config import ElasticsearchConfig
from engine.errors import IndexUnusableError, InputError
from engine.retrieval.building import IndexStats, Progress
from engine.retrieval.elasticsearch.build import build_elastic_index, remove_elastic_sources
from engine.retrieval.elasticsearch.fallback import CHANGE_S
from engine.retrieval.elasticsearch.meta import claims_of, pages_of
from engine.retrieval.elasticsearch.retriever import ElasticsearchRetriever
from engine.retrieval.embedded.build import build_index
from engine.retrieval.embedded.store import Store
from engine.retrieval.ingest.sources import Source
from engine.types import Classification, ComparisonInstance, Reading
from tests.clusters import ROOT, settings

pytestmark = pytest.mark.elasticsearch

WORDS = ("tea", "coffee", "milk", "is", "better", "than", "and", "for", "sleep", "C++", "the", "cheaper", "good", "not")


def write(path: Path, *records: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    return path


def posts(path: Path, *, count: int, seed: int = 0) -> Path:
    """Write posts of random sentences; every tenth repeats the id of another, with other sentences."""
    random = Random(seed)
    return write(
        path,
        *(
            {
                "id": f"{path.stem}-{n if n % 10 else n // 2}",
                "sentences": [" ".join(random.choices(WORDS, k=6)) for _ in range(random.randint(1, 9))],
            }
            for n in range(count)
        ),
    )


@pytest.fixture
def made(elasticsearch: list[str]) -> Iterator[ElasticsearchConfig]:
    """Settings for an index that is not there yet."""
    named = settings(elasticsearch)
    yield named
    with Elasticsearch(elasticsearch) as client:
        client.indices.delete(
            index=[named.index, pages_of(named.index), claims_of(named.index)], ignore_unavailable=True
        )


def content(index: ElasticsearchConfig) -> list[tuple[Any, ...]]:
    """Return all sentences that an index holds; its pages hold the same."""
    sentences = values_in(index, index.index)
    pages = {page["document"]: page["sentences"] for page in values_in(index, pages_of(index.index))}
    rows = sorted((value["document"], value["position"], value["text"]) for value in sentences)
    assert pages == {key: [text for *_, text in group] for key, group in groupby(rows, key=lambda row: row[0])}
    return rows


def values_in(index: ElasticsearchConfig, name: str) -> list[dict[str, Any]]:
    with Elasticsearch(list(index.urls)) as client:
        client.indices.refresh(index=name, ignore_unavailable=True)
        found = client.search(index=name, ignore_unavailable=True, size=10_000, track_total_hits=True)["hits"]
    assert found["total"]["value"] == len(found["hits"])
    return [hit["_source"] for hit in found["hits"]]


def counts(stats: IndexStats) -> tuple[int, ...]:
    return stats.documents, stats.sentences, stats.added, stats.repeated, stats.faulty


def test_a_build_does_what_the_embedded_one_does(made: ElasticsearchConfig, tmp_path: Path) -> None:
    sources = [posts(tmp_path / "a.jsonl", count=700), posts(tmp_path / "b.jsonl", count=100, seed=1)]
    told: list[Progress] = []
    stats = build_elastic_index(sources, made, progress=told.append, batch=500)
    assert counts(stats) == counts(build_index(sources, tmp_path / "index"))
    assert stats.repeated > 0
    assert stats.size_bytes > 0
    assert len(content(made)) == stats.sentences
    assert (told[-1].sentences, told[-1].eta_s) == (stats.sentences, 0)
    again = build_elastic_index(sources, made)
    assert again.changes.unchanged == tuple(map(str, sources))
    assert again.added == 0


def test_of_two_documents_with_one_id_the_first_is_kept_whole(made: ElasticsearchConfig, tmp_path: Path) -> None:
    records = [{"id": "a", "sentences": ["One."]}, {"id": "a", "sentences": ["Two.", "Three.", "Four."]}]
    build_elastic_index([write(tmp_path / "a.jsonl", *records)], made)
    build_elastic_index([write(tmp_path / "b.jsonl", records[1])], made)
    assert content(made) == [("a", 0, "One.")]


def test_what_is_added_is_found_when_its_source_is_finished(made: ElasticsearchConfig, tmp_path: Path) -> None:
    build_elastic_index([write(tmp_path / "a.jsonl", {"title": "Tea beats coffee."})], made)
    with closing(ElasticsearchRetriever(settings=made)) as retriever:
        seen: set[int] = set()
        more = posts(tmp_path / "b.jsonl", count=500)
        build_elastic_index([more], made, progress=lambda _: seen.add(retriever.search(["tea"]).total), batch=200)
        assert min(seen) == 1
        assert retriever.search(["tea"]).total > 1


def test_many_changes_leave_what_a_new_index_would_hold(made: ElasticsearchConfig, tmp_path: Path) -> None:
    random, folder = Random(7), tmp_path / "notes"
    folder.mkdir()
    posts(folder / "first.jsonl", count=30)
    for step in range(6):
        for _ in range(random.randint(1, 4)):
            posts(folder / f"n{random.randrange(8)}.jsonl", count=20, seed=random.randrange(100))
        for path in random.sample(sorted(folder.glob("n*")), k=min(2, len([*folder.glob("n*")]))):
            path.unlink()
        stats, beside = build_elastic_index([folder], made, batch=50), build_index([folder], tmp_path / "index")
        assert counts(stats) == counts(beside)
        assert (stats.changes, stats.removed) == (beside.changes, beside.removed)
        expected = build_index([folder], tmp_path / f"made{step}")
        assert (stats.documents, stats.sentences) == (expected.documents, expected.sentences)
        with closing(Store(tmp_path / f"made{step}")) as texts:
            held = sorted((one.document, one.position, one.text) for _, one in texts.sentences_from(0))
        assert content(made) == held


def test_a_document_that_another_file_had_comes_back(made: ElasticsearchConfig, tmp_path: Path) -> None:
    one = write(tmp_path / "a.jsonl", {"id": "x", "title": "Tea."}, {"id": "x", "title": "No."})
    other = write(tmp_path / "b.jsonl", {"id": "x", "title": "Coffee."}, {"id": "b", "title": "Tea."})
    assert build_elastic_index([one, other], made).repeated == 2
    stats = remove_elastic_sources([one], made)
    assert (stats.documents, stats.removed) == (2, 2)  # the other file was read again
    assert content(made) == [("b", 0, "Tea."), ("x", 0, "Coffee.")]
    with pytest.raises(InputError, match=r"holds nothing of .*/a\.jsonl'"):
        remove_elastic_sources([one], made)


def test_a_file_that_changes_after_a_kill_is_read_anew(made: ElasticsearchConfig, tmp_path: Path) -> None:
    source = posts(tmp_path / "a.jsonl", count=900)

    def stop(_: Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_elastic_index([source], made, progress=stop, batch=100_000)
    posts(source, count=300, seed=5)
    stats, expected = build_elastic_index([source], made), build_index([source], tmp_path / "index")
    assert (stats.documents, stats.sentences) == (expected.documents, expected.sentences)
    assert len(content(made)) == expected.sentences


def test_a_source_of_an_earlier_version_that_changed_is_refused(made: ElasticsearchConfig, tmp_path: Path) -> None:
    source = posts(tmp_path / "a.jsonl", count=5)
    build_elastic_index([source], made)
    with Elasticsearch(list(made.urls)) as client:
        meta = client.indices.get_mapping(index=made.index)[made.index]["mappings"]["_meta"]
        meta["sources"] = {Source(source).digest: [str(source), 5, True]}
        client.indices.put_mapping(index=made.index, meta=meta)
    assert build_elastic_index([source], made).changes.unchanged == (str(source),)
    posts(source, count=6)
    with pytest.raises(InputError, match=r"a\.jsonl' has changed since it was indexed by an earlier version"):
        build_elastic_index([source], made)


def test_what_changes_while_it_is_searched_is_found_within_seconds(made: ElasticsearchConfig, tmp_path: Path) -> None:
    source = write(tmp_path / "a.jsonl", {"id": "a", "title": "Tea beats coffee."})
    build_elastic_index([source], made)
    with closing(ElasticsearchRetriever(settings=made)) as retriever:
        before, store = retriever.generation, retriever.claim_store("model")
        assert store is not None
        instance = ComparisonInstance("Tea beats coffee.", "tea", "coffee")
        store.put([Reading(instance, "overall", "overall", Classification(0.8, 0.1, 0.0, 0.1), "a#0")])
        for said in ("Coffee beats tea.", ""):
            build_elastic_index(
                [write(source, *([{"id": "a", "title": said}] if said else []), {"title": "Milk."})], made
            )
            found = retriever.search(["tea", "coffee"])
            assert [hit.sentence.text for hit in found.hits] == ([said] if said else [])
            time.sleep(CHANGE_S)
            assert retriever.generation != before
            assert store.about("tea") == []
            before = retriever.generation


def test_an_index_of_something_else_is_left_alone(made: ElasticsearchConfig, tmp_path: Path) -> None:
    with Elasticsearch(list(made.urls)) as client:
        client.indices.create(index=made.index)
    with pytest.raises(IndexUnusableError, match="exists and is not one of Whichever's"):
        build_elastic_index([posts(tmp_path / "a.jsonl", count=5)], made)
    assert content(made) == []


SCRIPT = """
import json, sys
from pathlib import Path
from engine.config import load_config
from engine.retrieval.elasticsearch.build import build_elastic_index
from engine.retrieval.elasticsearch.meta import pages_of
settings = load_config(environ={}, overrides={"elasticsearch": json.loads(sys.argv[1])}).elasticsearch
build_elastic_index([Path(sys.argv[2])], settings, progress=lambda _: print("at work", flush=True), batch=2_000)
"""


def test_a_build_that_is_killed_goes_on_where_it_stood(made: ElasticsearchConfig, tmp_path: Path) -> None:
    source = tmp_path / "posts"
    source.mkdir()
    for name in "abc":
        posts(source / f"{name}.jsonl", count=400)
    values = {"urls": made.urls, "index": made.index, "timeout_s": 30}
    kills = 0
    for delay_s in (0.0, 0.3):
        command = [sys.executable, "-c", SCRIPT, json.dumps(values), source]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
            while process.poll() is None and not exists(made):
                time.sleep(0.01)
            time.sleep(delay_s)
            process.send_signal(signal.SIGKILL)
        kills += process.returncode != 0
    assert kills
    stats = build_elastic_index([source], made, batch=2_000)
    expected = build_index([source], tmp_path / "index")
    assert (stats.documents, stats.sentences) == (expected.documents, expected.sentences)
    assert len(content(made)) == expected.sentences


def exists(index: ElasticsearchConfig) -> bool:
    with Elasticsearch(list(index.urls)) as client:
        return bool(client.indices.exists(index=index.index))


def test_an_unfinished_index_says_so(made: ElasticsearchConfig, tmp_path: Path) -> None:
    source = posts(tmp_path / "a.jsonl", count=300)

    def stop(_: Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_elastic_index([source, posts(tmp_path / "b.jsonl", count=9)], made, progress=stop, batch=100)
    finished = build_elastic_index([source], made)
    assert finished.sentences == len(content(made))
    with Elasticsearch(list(made.urls)) as client:
        meta = client.indices.get_mapping(index=made.index)[made.index]["mappings"]["_meta"]
        meta["unfinished"] = 1
        client.indices.put_mapping(index=made.index, meta=meta)
    with closing(ElasticsearchRetriever(settings=made)) as retriever:
        assert "making it was interrupted" in retriever.search(["tea", "coffee"]).notice
