"""Making, extending, interrupting and resuming an index."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import psutil
import pytest

from engine.errors import IndexUnusableError, InputError
from engine.retrieval.building import MAX_PROBLEMS, Changes, Progress
from engine.retrieval.embedded.build import build_index
from engine.retrieval.embedded.checksums import unseal
from engine.retrieval.embedded.retriever import TantivyRetriever
from engine.retrieval.embedded.store import Store
from engine.retrieval.embedded.writers import SentenceWriter
from tests.engine.retrieval.records import read

ROOT = Path(__file__).parents[3]
STOPS = int(os.environ.get("WHICHEVER_STOPS", "4"))
WORDS = ("tea", "coffee", "milk", "is", "better", "than", "and", "for", "sleep", "C++", "the", "cheaper", "good", "not")


def write(path: Path, *records: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    return path


def posts(path: Path, *, count: int, seed: int = 0) -> Path:
    """Write posts of random sentences."""
    random = Random(seed)
    return write(
        path,
        *(
            {
                "id": f"{path.stem}-{n}",
                "source": f"forum-{n % 7}",
                "sentences": [
                    " ".join(random.choices(WORDS, k=random.randint(2, 12))) for _ in range(random.randint(1, 9))
                ],
            }
            for n in range(count)
        ),
    )


def content(index: Path) -> tuple[Any, ...]:
    """Return all that an index holds and finds."""
    with closing(sqlite3.connect(index / "texts.sqlite")) as connection:
        rows = [
            connection.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall() for table in ("document", "sentence")
        ]
    retriever = TantivyRetriever(index=index)
    searches = (["tea", "coffee"], ["C++"], ["coffee is", "milk"])
    found = [(result.hits, result.total) for result in map(retriever.search, searches)]
    retriever.close()
    return (*rows, *found)


def test_a_build_says_what_it_did(tmp_path: Path) -> None:
    source = write(
        tmp_path / "posts.jsonl",
        {"id": "a", "sentences": ["Tea beats coffee.", "Yes."]},
        {"id": "b", "title": "Coffee beats tea."},
        {"id": "a", "sentences": ["Another one with this id."]},
        {"id": "c", "sentences": 3},
    )
    stats = build_index([source], tmp_path / "index")
    assert (stats.documents, stats.sentences, stats.added, stats.repeated, stats.faulty) == (2, 3, 3, 1, 1)
    assert stats.problems == ('posts.jsonl:4: "sentences" is 3, expected a list of strings',)
    assert stats.changes == Changes(new=(str(source),))
    assert stats.size_bytes > 0
    assert stats.took_s > 0


def test_problems_are_all_counted_and_the_first_are_told(tmp_path: Path) -> None:
    source = tmp_path / "posts.jsonl"
    source.write_text('{"title": "Fine."}\n' + "no json\n" * 100)
    stats = build_index([source], tmp_path / "index")
    assert stats.faulty == 100
    assert len(stats.problems) == MAX_PROBLEMS
    assert stats.problems[0].startswith("posts.jsonl:2: ")


def test_progress_is_told_and_ends_at_the_end(tmp_path: Path) -> None:
    sources = [posts(tmp_path / "a.jsonl", count=50), posts(tmp_path / "b.jsonl", count=50, seed=1)]
    told: list[Progress] = []
    stats = build_index(sources, tmp_path / "index", progress=told.append)
    last = told[-1]
    assert (last.documents, last.sentences) == (stats.documents, stats.sentences)
    assert last.bytes_read == last.bytes_total == sum(source.stat().st_size for source in sources)
    assert last.eta_s == 0
    assert last.rate > 0
    assert [progress.bytes_read for progress in told] == sorted(progress.bytes_read for progress in told)


def test_building_again_changes_nothing_and_says_so(tmp_path: Path) -> None:
    source = posts(tmp_path / "a.jsonl", count=50)
    build_index([source], tmp_path / "index")
    before = content(tmp_path / "index")
    stats = build_index([source], tmp_path / "index")
    assert stats.changes == Changes(unchanged=(str(source),))
    assert stats.added == 0
    assert content(tmp_path / "index") == before


def test_a_source_named_twice_is_read_once(tmp_path: Path) -> None:
    source = posts(tmp_path / "a.jsonl", count=5)
    assert build_index([source, source], tmp_path / "index").repeated == 0


def test_a_source_that_was_moved_is_not_held_twice(tmp_path: Path) -> None:
    source = posts(tmp_path / "a.jsonl", count=5)
    sentences = build_index([source], tmp_path / "index").sentences
    stats = build_index([moved := source.rename(tmp_path / "moved.jsonl")], tmp_path / "index")
    assert (stats.sentences, stats.changes) == (sentences, Changes(new=(str(moved),), gone=(str(source),)))


def test_adding_a_source_gives_the_index_of_both(tmp_path: Path) -> None:
    first, second = posts(tmp_path / "a.jsonl", count=50), posts(tmp_path / "b.jsonl", count=50, seed=1)
    build_index([first], tmp_path / "grown")
    stats = build_index([second], tmp_path / "grown")
    assert 0 < stats.added < stats.sentences
    build_index([first, second], tmp_path / "made")
    assert content(tmp_path / "grown") == content(tmp_path / "made")


def test_the_size_of_the_batches_does_not_matter(tmp_path: Path) -> None:
    source = posts(tmp_path / "a.jsonl", count=50)
    build_index([source], tmp_path / "many", batch=9)
    build_index([source], tmp_path / "one")
    assert content(tmp_path / "many") == content(tmp_path / "one")


def test_a_changed_source_is_read_again(tmp_path: Path) -> None:
    source = posts(tmp_path / "a.jsonl", count=5)
    before = build_index([source], tmp_path / "index").sentences
    posts(source, count=6, seed=1)
    stats = build_index([source], tmp_path / "index")
    assert (stats.removed, stats.changes) == (before, Changes(changed=(str(source),)))
    build_index([source], tmp_path / "made")
    assert content(tmp_path / "index")[2:] == content(tmp_path / "made")[2:]


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path) -> None:
    source = posts(tmp_path / "a.jsonl", count=5)
    with pytest.raises(IndexUnusableError, match="not an index"):
        build_index([source], tmp_path)
    assert list(tmp_path.iterdir()) == [source]


def test_a_missing_source_is_told_before_anything_is_made(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nowhere\.jsonl"):
        build_index([tmp_path / "nowhere.jsonl"], tmp_path / "index")
    assert not (tmp_path / "index").exists()


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(IndexUnusableError, match="Cannot write the index"):
        build_index([posts(tmp_path / "a.jsonl", count=5)], tmp_path / "file" / "index")


def test_two_builds_at_once_do_not_mix(tmp_path: Path) -> None:
    source = posts(tmp_path / "a.jsonl", count=5)
    build_index([source], tmp_path / "index")
    writer = SentenceWriter(tmp_path / "index")
    with pytest.raises(IndexUnusableError, match="Another build is writing"):
        build_index([source], tmp_path / "index")
    writer.close()


def test_an_index_can_be_searched_while_sources_are_added(tmp_path: Path) -> None:
    first, second = posts(tmp_path / "a.jsonl", count=50), posts(tmp_path / "b.jsonl", count=50, seed=1)
    build_index([first], tmp_path / "index")
    retriever = TantivyRetriever(index=tmp_path / "index")
    before = retriever.search(["tea", "coffee"]).hits
    found: list[bool] = []
    build_index(
        [first, second],
        tmp_path / "index",
        progress=lambda _: found.append(retriever.search(["tea", "coffee"]).hits == before),
        batch=10,
    )
    assert found
    assert all(found)
    retriever.close()


def test_what_a_kill_left_out_of_the_search_engine_is_added(tmp_path: Path) -> None:
    first, second = posts(tmp_path / "a.jsonl", count=50), posts(tmp_path / "b.jsonl", count=50, seed=1)
    index = tmp_path / "index"
    build_index([first], index)
    unseal(index)  # as every build does before it writes
    store = Store(index, write=True)
    store.begin()
    for record in read(second):
        for document in record.documents:
            store.add(document, 2)
    store.commit()  # and killed before the search engine could commit
    store.close()
    with closing(TantivyRetriever(index=index)) as retriever:
        assert retriever.search(["tea", "coffee"]).hits
        assert "broken off" in retriever.search(["tea", "coffee"]).notice
    build_index([first], index)
    build_index([first, second], tmp_path / "made")
    assert content(index) == content(tmp_path / "made")


SCRIPT = """
import signal
import sys
from pathlib import Path
from engine.retrieval.embedded.build import build_index
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell starts its background jobs deaf to it
out, *sources = map(Path, sys.argv[1:])
build_index(sources, out, progress=lambda progress: print(progress.sentences, flush=True), batch=500)
"""


def start(index: Path, *sources: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", SCRIPT, index, *sources], cwd=ROOT, stderr=subprocess.PIPE)


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT])
def test_a_build_that_is_stopped_at_any_moment_goes_on_where_it_stood(tmp_path: Path, end: signal.Signals) -> None:
    sources = [posts(tmp_path / "a.jsonl", count=3_000), posts(tmp_path / "b.jsonl", count=1_000, seed=1)]
    index = tmp_path / "index"
    stops, random = 0, Random(20)
    for _ in range(STOPS):
        process = start(index, *sources)
        while process.poll() is None and not (index / "tantivy").exists():
            time.sleep(0.002)
        time.sleep(random.uniform(0, 0.4))
        process.send_signal(end)
        process.communicate()
        stops += process.returncode != 0
    assert stops  # or nothing was tried
    stats = build_index(sources, index)
    assert stats.repeated == 0
    build_index(sources, tmp_path / "made")
    assert content(index) == content(tmp_path / "made")


def test_a_file_that_goes_while_it_is_weighed_does_no_harm(tmp_path: Path) -> None:
    index = tmp_path / "index"
    build_index([posts(tmp_path / "a.jsonl", count=10)], index)
    (index / "pages" / ".tmp").symlink_to(tmp_path / "gone")
    assert build_index([posts(tmp_path / "b.jsonl", count=10, seed=1)], index).size_bytes > 0


def test_memory_does_not_grow_with_the_corpus(tmp_path: Path) -> None:
    process = psutil.Process()
    build_index([posts(tmp_path / "small.jsonl", count=1_000)], tmp_path / "index", batch=1_000)
    before = process.memory_info().rss
    build_index([posts(tmp_path / "large.jsonl", count=10_000)], tmp_path / "index", batch=1_000)
    assert process.memory_info().rss - before < 32 << 20
