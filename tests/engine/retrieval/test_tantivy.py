"""Retrieval from the embedded index."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.config import load_config
from engine.errors import IndexUnusableError
from engine.pipeline import Engine
from engine.retrieval.embedded.build import build_index
from engine.retrieval.embedded.retriever import TantivyRetriever
from engine.retrieval.in_memory import ListRetriever
from engine.text.tokens import Tokens, is_question, spellings, stems
from tests.conformance.retriever import (
    SENTENCES,
    DocumentRetrieverConformance,
    RetrieverConformance,
    SpellingRetrieverConformance,
)
from tests.engine.retrieval.mixed import NAMES, mixed_sentences
from tests.engine.retrieval.records import everywhere, of_documents, of_sentences, write


@pytest.fixture(scope="module")
def sentence_index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sentences")
    source = write(folder / "sentences.jsonl", of_sentences(SENTENCES))
    build_index([source], folder / "index", batch=5)
    return folder / "index"


@pytest.fixture(scope="module")
def document_index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("documents")
    build_index([write(folder / "documents.jsonl", of_documents())], folder / "index")
    return folder / "index"


class TestTantivyRetriever(RetrieverConformance, SpellingRetrieverConformance, DocumentRetrieverConformance):
    @pytest.fixture
    def retriever(self, sentence_index: Path) -> Iterator[TantivyRetriever]:
        opened = TantivyRetriever(index=sentence_index)
        yield opened
        opened.close()

    @pytest.fixture
    def library(self, document_index: Path) -> Iterator[TantivyRetriever]:
        opened = TantivyRetriever(index=document_index)
        yield opened
        opened.close()


def test_the_order_of_hits_is_as_recorded(sentence_index: Path, golden: Callable[[str, str], None]) -> None:
    searches: list[tuple[tuple[str, ...], tuple[str, ...]]] = [
        (("tea", "coffee"), ()),
        (("Python", "MATLAB"), ()),
        (("Python", "MATLAB"), ("price", "toolbox")),
    ]
    lines = []
    for name, retriever in (
        ("tantivy", TantivyRetriever(index=sentence_index)),
        ("list", ListRetriever(sentences=SENTENCES)),
    ):
        for objects, aspects in searches:
            result = retriever.search(objects, aspects=aspects)
            lines.append(
                f"{name}: {', '.join((*objects, *aspects))} ({result.total}, {result.questions_removed} asked)"
            )
            lines += [f"{hit.score:9.4f} {hit.sentence.text}" for hit in result.hits]
        retriever.close()
    golden("retrieval.txt", "\n".join(lines) + "\n")


@pytest.fixture(scope="module")
def mixed() -> list[str]:
    return mixed_sentences()


@pytest.fixture(scope="module")
def both(
    mixed: list[str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[TantivyRetriever, ListRetriever]]:
    folder = tmp_path_factory.mktemp("mixed")
    build_index([write(folder / "mixed.jsonl", of_sentences(mixed))], folder / "index", batch=300)
    retriever = TantivyRetriever(index=folder / "index")
    yield retriever, ListRetriever(sentences=mixed)
    retriever.close()


@given(objects=st.lists(st.sampled_from((*NAMES, "learning", "T", "net", "zither")), min_size=1, max_size=3))
def test_a_search_finds_exactly_the_statements_that_name_every_object(
    mixed: list[str], both: tuple[TantivyRetriever, ListRetriever], objects: list[str]
) -> None:
    expected = {
        f"{n}#0"
        for n, text in enumerate(mixed, 1)
        if not is_question(text) and all(_names_in_full(Tokens(text), name) for name in objects)
    }
    for retriever in both:
        result = retriever.search(objects)
        assert everywhere(result) == expected
        assert result.total == len(expected)


def _names_in_full(text: Tokens, name: str) -> bool:
    return any(text.find(stems(spelling)) for spelling in spellings(name))


@given(query=st.text(st.sampled_from('teacof ".+#&C8?'), max_size=20))
def test_the_index_and_the_list_find_the_same(both: tuple[TantivyRetriever, ListRetriever], query: str) -> None:
    embedded, listed = (retriever.find(query, k=10_000) for retriever in both)
    assert everywhere(embedded) == everywhere(listed)
    assert embedded.total == listed.total


@given(k=st.integers(1, 300), aspects=st.lists(st.sampled_from(NAMES), max_size=2))
def test_a_smaller_k_gives_the_beginning_of_a_larger_one(
    both: tuple[TantivyRetriever, ListRetriever], k: int, aspects: list[str]
) -> None:
    for retriever in both:
        whole = retriever.search(["tea", "C++"], aspects=aspects).hits
        assert retriever.search(["tea", "C++"], aspects=aspects, k=k).hits == whole[:k]


def test_a_missing_index_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(IndexUnusableError, match=r"no index in .*whichever index --out"):
        TantivyRetriever(index=tmp_path / "nowhere")


def test_a_file_is_not_an_index(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(IndexUnusableError, match="no index"):
        TantivyRetriever(index=tmp_path / "file")


def test_an_index_of_another_version_says_so(document_index: Path, tmp_path: Path) -> None:
    index = copy(document_index, tmp_path)
    with closing(sqlite3.connect(index / "texts.sqlite")) as connection:
        connection.execute("PRAGMA user_version = 999")
    with pytest.raises(IndexUnusableError, match=r"version 999, expected version \d+.*whichever index"):
        TantivyRetriever(index=index)


def test_a_database_of_another_program_is_not_an_index(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "texts.sqlite")) as connection:
        connection.execute("CREATE TABLE other (x)")
    with pytest.raises(IndexUnusableError, match="another program"):
        TantivyRetriever(index=tmp_path)


def damaged_files() -> list[str]:
    return ["texts.sqlite", "tantivy/meta.json", "tantivy/*.term", "tantivy/*.idx", "tantivy/*.pos", "tantivy/*.fast"]


@pytest.mark.parametrize("pattern", damaged_files())
@pytest.mark.parametrize("damage", ["missing", "empty", "cut", "garbage"])
def test_a_damaged_index_is_refused_or_gives_a_clear_error(
    document_index: Path, tmp_path: Path, pattern: str, damage: str
) -> None:
    index = copy(document_index, tmp_path)
    for file in index.glob(pattern):
        content = file.read_bytes()
        file.unlink()
        match damage:
            case "empty":
                file.touch()
            case "cut":
                file.write_bytes(content[: len(content) // 2])
            case "garbage":
                file.write_bytes(b"\x93" * len(content))
    with (
        pytest.raises(IndexUnusableError, match="whichever index"),
        closing(TantivyRetriever(index=index)) as retriever,
    ):
        retriever.search(["tea", "coffee"])
        retriever.document("news-1")


def test_a_closed_index_gives_a_clear_error(document_index: Path) -> None:
    retriever = TantivyRetriever(index=document_index)
    retriever.close()
    with pytest.raises(IndexUnusableError):
        retriever.search(["tea", "coffee"])


def posts(path: Path, *texts: str) -> Path:
    path.write_text("".join(json.dumps({"title": text}) + "\n" for text in texts), "utf-8")
    return path


def test_a_comparison_is_made_anew_after_the_index_changed(tmp_path: Path) -> None:
    index = tmp_path / "index"
    build_index([posts(tmp_path / "a.jsonl", "Tea is better than coffee.")], index)
    with closing(Engine(load_config(environ={"INDEX": str(index)}))) as engine:
        before = engine.compare(["tea", "coffee"])
        assert engine.compare(["tea", "coffee"]) is before
        build_index([posts(tmp_path / "b.jsonl", "Coffee is better than tea.")], index)
        assert len(engine.compare(["tea", "coffee"]).arguments) == 2
        shutil.rmtree(index)
        assert len(engine.compare(["tea", "coffee"]).arguments) == 2
        build_index([posts(tmp_path / "c.jsonl", *[f"Tea is cheaper than coffee {n}." for n in range(5)])], index)
        assert engine.compare(["tea", "coffee"]).retrieved == 5


def test_what_an_unfinished_build_added_is_not_taken_up(tmp_path: Path) -> None:
    index = tmp_path / "index"
    build_index([posts(tmp_path / "a.jsonl", "Tea is better than coffee.")], index)
    with closing(TantivyRetriever(index=index)) as retriever:
        before, seen = retriever.generation, set()
        more = posts(tmp_path / "b.jsonl", *[f"Tea is cheaper than coffee {n}." for n in range(50)])
        build_index([more], index, progress=lambda _: seen.add((retriever.generation, retriever.size)), batch=10)
        assert (before, 1) in seen or (retriever.generation, 51) in seen
        assert all(size in {1, 51} for _, size in seen)
        assert (retriever.generation != before, retriever.size) == (True, 51)


def test_an_index_opens_from_a_folder_that_cannot_be_written(document_index: Path, tmp_path: Path) -> None:
    index = copy(document_index, tmp_path)
    for path in (*index.rglob("*"), index):
        path.chmod(0o555 if path.is_dir() else 0o444)
    retriever = TantivyRetriever(index=index)
    assert len(retriever.search(["tea", "coffee"]).hits) == 1
    retriever.close()
    for path in (index, *index.rglob("*")):
        path.chmod(0o755)


def copy(index: Path, folder: Path) -> Path:
    return Path(shutil.copytree(index, folder / "copy"))
