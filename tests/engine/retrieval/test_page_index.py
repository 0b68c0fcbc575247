"""Whole pages of the embedded index, and their snippets."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import IndexUnusableError
from engine.retrieval.embedded.build import build_index
from engine.retrieval.embedded.pages import TantivyPages
from engine.retrieval.snippets import MAX_CHARS, snippet
from engine.text.tokens import clean, stems
from tests.conformance.pages import PAGES, PagesConformance, ids


def write(path: Path) -> Path:
    """Write the pages as a source."""
    records = [
        {"id": page.id, "title": page.title, "url": page.url, "source": page.source, "text": page.text}
        for page in PAGES
    ]
    path.write_text("\n".join(map(json.dumps, records)), "utf-8")
    return path


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    build_index([write(folder / "pages.jsonl")], folder / "index", batch=3)
    return folder / "index"


class TestTantivyPages(PagesConformance):
    @pytest.fixture
    def searcher(self, index: Path) -> Iterator[TantivyPages]:
        opened = TantivyPages(index=index)
        yield opened
        opened.close()


def test_an_index_whose_pages_are_gone_says_what_to_run_and_gets_them(index: Path, tmp_path: Path) -> None:
    source = write(tmp_path / "pages.jsonl")
    build_index([source], tmp_path / "index")
    shutil.rmtree(tmp_path / "index" / "pages")
    with pytest.raises(IndexUnusableError, match="run the same command again"):
        TantivyPages(index=tmp_path / "index")
    assert build_index([source], tmp_path / "index").added == 0
    old, new = TantivyPages(index=index), TantivyPages(index=tmp_path / "index")
    assert old.search("sleep tea") == new.search("sleep tea")


def test_pages_that_are_added_are_found_without_opening_anew(tmp_path: Path) -> None:
    build_index([write(tmp_path / "pages.jsonl")], tmp_path / "index")
    searcher = TantivyPages(index=tmp_path / "index")
    more = tmp_path / "more.jsonl"
    more.write_text(json.dumps({"id": "new", "text": "Cocoa is new."}), "utf-8")
    assert searcher.search("cocoa").hits == ()
    build_index([more], tmp_path / "index")
    assert ids(searcher.search("cocoa")) == ["new"]


def test_damaged_pages_are_said(tmp_path: Path) -> None:
    build_index([write(tmp_path / "pages.jsonl")], tmp_path / "index")
    (tmp_path / "index" / "pages" / "meta.json").write_text("{", "utf-8")
    with pytest.raises(IndexUnusableError, match="cannot be read"):
        TantivyPages(index=tmp_path / "index")


SENTENCES = st.lists(st.text(max_size=400).map(clean).filter(bool), max_size=12)


@given(SENTENCES, st.text(max_size=30))
def test_a_snippet_is_a_short_part_with_its_words_marked(sentences: list[str], query: str) -> None:
    wanted = frozenset(stems(query))
    shown = snippet(sentences, wanted)
    assert len(shown.text) <= MAX_CHARS
    assert shown.text.strip("…") in " ".join(sentences) or shown.text in " ".join(sentences)
    ends = [0, *(end for marked in shown.highlights for end in marked)]
    assert ends == sorted(ends)
    assert all(set(stems(shown.text[start:end])) <= wanted for start, end in shown.highlights)


def test_a_snippet_takes_the_sentences_that_say_most() -> None:
    sentences = ["Tea is nice.", "Nothing here at all.", "Coffee beats tea for sleep.", "Tea and milk."]
    assert snippet(sentences * 10, frozenset({"tea", "coffee", "sleep"})).text.startswith("Tea is nice.")
    assert (
        snippet(["x" * 280, *sentences], frozenset({"coffee", "sleep"})).text
        == "Coffee beats tea for sleep. Tea and milk."
    )
    assert snippet(sentences, frozenset()).text == " ".join(sentences)


def test_a_long_sentence_is_cut_around_the_words() -> None:
    shown = snippet([f"{'before ' * 100}tea {'after ' * 100}".strip()], frozenset({"tea"}))
    assert shown.text.startswith("…")
    assert shown.text.endswith("…")
    assert [shown.text[start:end] for start, end in shown.highlights] == ["tea"]


@pytest.mark.parametrize(
    ("sentences", "title", "text"),
    [
        (["Tea or coffee?"], "Tea or coffee?", ""),
        (["Tea or  COFFEE", "I like tea."], "Tea or coffee?!", "I like tea."),
        (["Tea or coffee?", "Help me.", "I like tea."], "Tea or coffee? Help me", "I like tea."),
        (["Tea or coffee, that is it."], "Tea or coffee", "Tea or coffee, that is it."),
        (["Tea."], "Tea or coffee", "Tea."),
        (["Tea."], "", "Tea."),
        (["?!", "Tea."], "…", "?! Tea."),
        ([], "Tea", ""),
    ],
)
def test_a_snippet_does_not_repeat_the_title_above_it(sentences: list[str], title: str, text: str) -> None:
    assert snippet(sentences, {"tea"}, title=title).text == text
