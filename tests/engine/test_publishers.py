"""Whose evidence counts: by which names a source is called, and what a limit does to a comparison."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.pipeline import Engine
from engine.retrieval.in_memory import ListRetriever
from engine.types import Document, Period, Publishers, Query, Sentence, origin

SOURCES = ("reddit.com/r/tea (1gx)", "reddit.com/r/vim (2ab)", "sample/forum-17", "blog.example.org", "cams-06820", "")
SAID = (
    "Tea is better than coffee for sleep.",
    "Coffee is tastier than tea.",
    "Tea is cheaper than coffee.",
    "Coffee is better than tea in the morning.",
    "Tea is healthier than coffee.",
    "Coffee is faster to make than tea.",
)
NAMES = st.sampled_from(["reddit", "r/tea", "forums", "blogs", "cams", "sample", "web", " "]) | st.text(max_size=12)


@pytest.mark.parametrize(
    ("name", "called", "others"),
    [
        ("Reddit", "reddit.com/r/vim (1gx)", "credit.example"),
        ("reddit.com", "old.reddit.com/r/tea", "reddit.community"),
        ("r/vim", "reddit.com/r/vim (1gx)", "reddit.com/r/vimporn (2)"),
        ("blogs", "tea.blogspot.com", "weblogic"),
        ("blog", "blog.wblakegray.com", "bog.example"),
        ("forums", "petforums.co.uk", "formal.example"),
        ("forum", "reddit.com/r/tea", "cams-1"),
        ("stack exchange", "cooking.stackexchange.com (user 1)", "exchange.example"),
        ("cams", "cams-06820", "camping.example"),
        ("host-1", "host-1", "host-10"),
        ("vim", "reddit.com/r/vim (1)", "vimeo.com"),
    ],
)
def test_a_source_is_called_by_its_host_or_a_word_of_it(name: str, called: str, others: str) -> None:
    only, without = Publishers((name,)), Publishers((), (name,))
    assert (only.holds([called]), without.holds([called])) == (True, False)
    assert (only.holds([others]), without.holds([others])) == (False, True)


@given(name=NAMES, sources=st.lists(st.sampled_from(SOURCES) | st.text(max_size=20), min_size=1, max_size=3))
def test_a_limit_and_its_complement_hold_all_once(name: str, sources: list[str]) -> None:
    assert Publishers((name,)).holds(sources) != Publishers((), (name,)).holds(sources)
    assert Publishers().holds(sources)


@pytest.mark.parametrize("name", ["reddit", "r/tea", "forums", "blogs", "nobody"])
def test_a_limit_and_its_complement_part_the_evidence(engine: Engine, name: str) -> None:
    whole, only, without = (
        engine.explain(Query(("tea", "coffee"), publishers=whose)).comparison
        for whose in (Publishers(), Publishers((name,)), Publishers((), (name,)))
    )
    ids = [{one.hit.sentence.id for one in (*found.arguments, *found.left_out)} for found in (whole, only, without)]
    assert (ids[1] | ids[2], ids[1] & ids[2]) == (ids[0], set())
    assert (only.elsewhere, without.elsewhere) == (len(ids[2]), len(ids[1]))


def test_what_counts_alone_is_told_with_the_answer_and_with_the_search(engine: Engine) -> None:
    query = Query(("tea", "coffee"), period=Period("2019"), publishers=Publishers(("reddit",), ("r/vim",)))
    found = engine.compare(query)
    limit = "Only what was written since 2019 and is from reddit, not from r/vim counts."
    assert engine.answer(found).text.endswith(limit)
    assert "(only what is from reddit, not from r/vim counts)" in found.searched.sentence
    assert engine.compare(replace(query, period=Period(), publishers=Publishers())).limit == ""


@pytest.fixture(scope="module")
def engine() -> Engine:
    documents = [
        Document(f"d{n}", source=source or "d5", date="2020", sentences=(Sentence(f"d{n}#0", text, f"d{n}", 0),))
        for n, (source, text) in enumerate(zip(SOURCES, SAID, strict=True))
    ]
    return Engine(retriever=ListRetriever(documents=documents))


@pytest.mark.parametrize(
    ("source", "document", "said"),
    [
        ("phonearena.com", "cams-08213.1", "phonearena.com"),
        ("cams-10835", "cams-10835", "unnamed text 10835"),
        ("notes", "notes", "unnamed text notes"),
        ("", "notes", ""),
    ],
)
def test_a_publisher_that_is_not_known_is_not_called_by_a_key(source: str, document: str, said: str) -> None:
    assert origin(source, document) == said
