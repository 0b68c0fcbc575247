"""Folders that change between two runs: only what changed is read again, and nothing is held that is not there."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from engine.config import load_config
from engine.errors import IndexUnusableError, InputError
from engine.pipeline import Engine
from engine.retrieval.building import Changes
from engine.retrieval.embedded import store
from engine.retrieval.embedded.build import build_index, remove_sources
from engine.retrieval.embedded.checksums import damaged, seal
from engine.retrieval.embedded.claims import SqliteClaimStore
from engine.retrieval.embedded.pages import TantivyPages
from engine.retrieval.embedded.retriever import TantivyRetriever
from engine.retrieval.embedded.store import Store
from engine.types import Classification, ComparisonInstance, Reading

ROOT = Path(__file__).parents[3]


def written(folder: Path, **texts: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / f"{name}.txt").write_text(text, "utf-8")
    return folder


def held(index: Path) -> set[tuple[str, str]]:
    """Return the documents and sentences of an index, which its search engines have to find, too."""
    with closing(sqlite3.connect(index / "texts.sqlite")) as connection:
        rows = connection.execute("SELECT id, text FROM sentence JOIN document ON first = document").fetchall()
        documents = connection.execute("SELECT count(*) FROM document").fetchone()[0]
    with closing(TantivyRetriever(index=index)) as retriever, closing(TantivyPages(index=index)) as pages:
        assert retriever.size == len(rows)
        assert {hit.sentence.text for hit in retriever.find("tea", k=500).hits} == {text for _, text in rows}
        assert len(pages.search("tea", k=500).hits) == documents
    assert damaged(index) == {}
    return set(rows)


def test_what_is_new_changed_and_gone_is_found(tmp_path: Path) -> None:
    folder = written(tmp_path / "notes", a="Tea is hot.", b="Tea is cold.", c="Tea is green.")
    build_index([folder], tmp_path / "index")
    written(folder, b="Tea is lukewarm. Tea is fine.", d="Tea is black.")
    (folder / "c.txt").unlink()
    stats = build_index([folder], tmp_path / "index")
    paths = {name: str(folder / f"{name}.txt") for name in "abcd"}
    assert stats.changes == Changes((paths["d"],), (paths["b"],), (paths["c"],), (paths["a"],))
    assert (stats.added, stats.removed, stats.sentences, stats.documents) == (3, 2, 4, 3)
    assert held(tmp_path / "index") == {
        ("notes/a.txt", "Tea is hot."),
        ("notes/b.txt", "Tea is lukewarm."),
        ("notes/b.txt", "Tea is fine."),
        ("notes/d.txt", "Tea is black."),
    }


def test_an_open_engine_finds_what_has_changed(tmp_path: Path) -> None:
    folder, index = written(tmp_path / "notes", a="Tea is hot."), tmp_path / "index"
    build_index([folder], index)
    with closing(Engine(load_config(environ={}, overrides={"retrieval": {"index": index}}))) as engine:
        for said in ("Tea is hot.", "Tea is cold.", "Tea is green."):
            build_index([written(folder, a=said)], index)
            assert [hit.sentence.text for hit in engine.search("tea").hits] == [said]


def test_only_what_changed_is_read_again(tmp_path: Path) -> None:
    folder = written(tmp_path / "notes", a="Tea is hot.", b="Tea is cold.")
    build_index([folder], tmp_path / "index")
    with closing(Store(tmp_path / "index")) as texts:
        before = {sentence.text: n for n, sentence in texts.sentences_from(0)}
    written(folder, b="Tea is lukewarm.")
    build_index([folder], tmp_path / "index")
    with closing(Store(tmp_path / "index")) as texts:
        after = {sentence.text: n for n, sentence in texts.sentences_from(0)}
    assert after == {"Tea is hot.": before["Tea is hot."], "Tea is lukewarm.": 2}  # no number is given twice


def test_many_changes_leave_what_a_new_index_would_hold(tmp_path: Path) -> None:
    random, folder = Random(7), written(tmp_path / "notes", first="Tea is tea.")
    for step in range(12):
        for _ in range(random.randint(0, 4)):
            written(folder, **{f"n{random.randrange(8)}": " ".join(f"Tea {random.random()}." for _ in range(3))})
        for path in random.sample(sorted(folder.glob("n*")), k=min(2, len([*folder.glob("n*")]))):
            path.unlink()
        build_index([folder], tmp_path / "index", batch=2)
        build_index([folder], tmp_path / f"made{step}")
        assert held(tmp_path / "index") == held(tmp_path / f"made{step}")


def test_other_sources_stay(tmp_path: Path) -> None:
    one, other = written(tmp_path / "one", a="Tea is hot."), written(tmp_path / "other", b="Tea is cold.")
    build_index([one, other], tmp_path / "index")
    shutil.rmtree(other)
    assert build_index([one], tmp_path / "index").changes == Changes(unchanged=(str(one / "a.txt"),))
    assert len(held(tmp_path / "index")) == 2


def test_a_folder_that_cannot_be_seen_takes_nothing_out(tmp_path: Path) -> None:
    folder = written(tmp_path / "notes", a="Tea is hot.", b="Tea is cold.")
    build_index([folder], tmp_path / "index")
    before = held(tmp_path / "index")
    for path in folder.iterdir():
        path.unlink()
    with pytest.raises(InputError, match="nothing to index"):
        build_index([folder], tmp_path / "index")
    written(folder, a="Tea is hot.")
    (folder / "b.txt").symlink_to(folder / "b.txt")
    stats = build_index([folder], tmp_path / "index")
    assert (stats.changes.gone, [one.place for one in stats.changes.left_out]) == ((), [str(folder / "b.txt")])
    assert held(tmp_path / "index") == before


def test_a_document_that_another_file_had_comes_back(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / f"{name}.jsonl").write_text(f'{{"id": "x", "title": "Tea."}}\n{{"id": "{name}", "title": "Tea."}}')
    sources = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    stats = build_index(sources, tmp_path / "index")
    assert (stats.documents, stats.repeated) == (3, 1)
    stats = remove_sources(sources[:1], tmp_path / "index")
    assert stats.documents == 2
    assert {document for document, _ in held(tmp_path / "index")} == {"x", "b"}
    with closing(Store(tmp_path / "index")) as texts:
        assert [(one.path, one.documents, one.hidden) for one in texts.source_summaries()] == [(str(sources[1]), 2, 0)]


def test_a_source_is_taken_out(tmp_path: Path) -> None:
    folder = written(tmp_path / "notes", a="Tea is hot.", b="Tea is cold.")
    (folder / "sub").mkdir()
    written(folder / "sub", c="Tea is green.")
    build_index([folder], tmp_path / "index")
    with pytest.raises(InputError, match=r"holds nothing of .*/note'\. It holds .*/notes'"):
        remove_sources([tmp_path / "note"], tmp_path / "index")
    stats = remove_sources([folder / "a.txt", folder / "sub"], tmp_path / "index")
    assert (stats.removed, stats.changes.gone) == (2, (str(folder / "a.txt"), str(folder / "sub" / "c.txt")))
    assert held(tmp_path / "index") == {("notes/b.txt", "Tea is cold.")}
    assert b"green" not in (tmp_path / "index" / "texts.sqlite").read_bytes()
    with pytest.raises(IndexUnusableError, match="There is no index"):
        remove_sources([folder], tmp_path / "nowhere")


def test_what_is_held_of_a_source_is_told(tmp_path: Path) -> None:
    lines = [{"title": "Tea."}, {"title": "Tea.", "date": "2019-05-01"}, {"sents": ["Tea.", "Hot."], "date": "2024"}]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    build_index([tmp_path / "a.jsonl"], tmp_path / "index")
    with closing(Store(tmp_path / "index")) as texts:
        (summary,) = texts.source_summaries()
    path, size = str(tmp_path / "a.jsonl"), (tmp_path / "a.jsonl").stat().st_size
    assert summary == (path, path, size, 3, 4, "2019-05-01", "2024", 0, True)


def test_what_was_read_of_a_document_that_is_gone_is_forgotten(tmp_path: Path) -> None:
    folder = written(tmp_path / "notes", a="Tea beats milk.", b="Tea beats coffee.")
    build_index([folder], tmp_path / "index")
    readings = [
        Reading(ComparisonInstance(text, "tea", other), "overall", "overall", Classification(1, 0, 0, 0), place)
        for text, other, place in [
            ("Tea beats milk.", "milk", "notes/a.txt#0"),
            ("Tea beats coffee.", "coffee", "notes/b.txt#0"),
        ]
    ]
    claims = SqliteClaimStore(tmp_path / "index", model="m")
    claims.put(readings)
    written(folder, a="Coffee beats milk.")
    build_index([folder], tmp_path / "index")
    assert len(claims) == 1
    assert claims.find(("tea", "coffee"), None, ["Tea beats coffee."], ahead=True) != [{}]
    claims.close()


def test_an_index_is_searched_while_it_changes(tmp_path: Path) -> None:
    folder = written(tmp_path / "notes", **{f"n{n}": f"Tea is better than coffee {n}." for n in range(20)})
    build_index([folder], tmp_path / "index")
    with closing(TantivyRetriever(index=tmp_path / "index")) as retriever:
        pages = TantivyPages(index=tmp_path / "index")
        for n in range(10):
            (folder / f"n{n}.txt").write_text(f"Coffee is better than tea {n}.")
        seen: list[int] = []

        def look(_: object) -> None:
            seen.append(len(retriever.search(["tea", "coffee"]).hits))
            assert retriever.generation
            assert len(pages.search("tea").hits) in {10, 20}

        build_index([folder], tmp_path / "index", progress=look, batch=2)
        assert set(seen) <= {10, 20}  # what changed is not answered from until all of it was read
        assert retriever.generation
        said = [hit.sentence.text.split()[0] for hit in retriever.search(["tea", "coffee"]).hits]
        assert sorted(said) == ["Coffee"] * 10 + ["Tea"] * 10
        pages.close()


KILLED = """
import os
import sys
from pathlib import Path
from engine.retrieval.embedded import build, claims
from engine.retrieval.embedded.writers import BatchWriter
at, index, folder = int(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3])
steps = []
def stopping(owner, name):
    original = getattr(owner, name)
    def step(*arguments):
        if len(steps) == at:
            os.kill(os.getpid(), 9)
        steps.append(name)
        return original(*arguments)
    setattr(owner, name, step)
for owner, name in ((build.Store, "commit"), (BatchWriter, "commit"), (claims, "forget"), (build.Store, "begin")):
    stopping(owner, name)
build.build_index([folder], index, batch=3)
"""


@pytest.mark.parametrize("at", range(2, 16, 2))
def test_a_kill_while_texts_change_loses_and_doubles_nothing(tmp_path: Path, at: int) -> None:
    folder = written(tmp_path / "notes", **{f"n{n}": f"Tea is one {n}. Tea is two {n}." for n in range(6)})
    build_index([folder], tmp_path / "index")
    written(folder, n0="Tea is new.", n3="Tea is newer. Tea is better.", n9="Tea is the ninth.")
    (folder / "n5.txt").unlink()
    command = [sys.executable, "-c", KILLED, str(at), tmp_path / "index", folder]
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == -9
    with closing(TantivyRetriever(index=tmp_path / "index")) as retriever:
        assert retriever.find("tea").hits  # a service starts and answers from what is there
    build_index([folder], tmp_path / "index")
    build_index([folder], tmp_path / "made")
    assert held(tmp_path / "index") == held(tmp_path / "made")


def of_earlier_version(index: Path) -> None:
    """Make an index what version 2 made: without files, numbers and what was removed."""
    with closing(sqlite3.connect(index / "texts.sqlite")) as connection:
        connection.executescript(
            """
            CREATE TABLE earlier (digest TEXT PRIMARY KEY, path TEXT NOT NULL, records INTEGER NOT NULL,
                finished INTEGER NOT NULL) STRICT;
            INSERT INTO earlier SELECT digest, path, records, finished FROM source;
            DROP TABLE source; DROP TABLE held; DROP TABLE removed;
            ALTER TABLE earlier RENAME TO source;
            DROP INDEX document_of_file;
            ALTER TABLE document DROP COLUMN file;
            PRAGMA user_version = 2;
            """
        )
    seal(index)


def test_an_index_of_an_earlier_version_is_searched_and_grows(tmp_path: Path) -> None:
    one, other = written(tmp_path / "one", a="Tea is hot."), written(tmp_path / "other", b="Tea is cold.")
    for sources, name in (([one / "a.txt"], "single"), ([one / "a.txt", other / "b.txt"], "several")):
        index = tmp_path / name
        build_index(sources, index)
        of_earlier_version(index)
        with closing(TantivyRetriever(index=index)) as retriever:
            assert len(retriever.find("tea").hits) == len(sources)
        with closing(Store(index)) as texts:
            assert [summary.size for summary in texts.source_summaries()] == [None] * len(sources)
        assert build_index(sources, index).added == 0
        assert build_index([written(tmp_path / "more", c="Tea is green.")], index).added == 1
    written(one, a="Tea is lukewarm.")
    assert build_index([one / "a.txt"], tmp_path / "single").removed == 1
    with pytest.raises(InputError, match="earlier version"):
        build_index([one / "a.txt"], tmp_path / "several")
    with pytest.raises(InputError, match="earlier version"):
        remove_sources([one], tmp_path / "several")
    assert damaged(tmp_path / "several") == {}
    assert store.VERSION == 3


def test_a_name_that_is_not_utf8_is_known_again(tmp_path: Path) -> None:
    folder = written(tmp_path / "notes", a="Tea is hot.")
    Path(os.fsdecode(os.fsencode(folder) + b"/\xff.txt")).write_text("Tea is cold.")
    build_index([folder], tmp_path / "index")
    assert len(build_index([folder], tmp_path / "index").changes.unchanged) == 2
