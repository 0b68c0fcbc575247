"""What every search for whole pages must do. Inherit the class and give it a ``searcher`` over ``PAGES``."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from inspect import signature

import pytest

from engine.errors import NotFoundError
from engine.protocols import PageSearcher
from engine.types import Page, PageResult
from tests.conformance.retriever import HOSTILE

PAGES = (
    Page("tea", "All about tea", "https://leaves.example/tea", "Tea calms. It is good for sleep. Coffee wakes.", "a"),
    Page("coffee", "All about coffee", "https://beans.example/c", "Coffee wakes. Some say it is bad for sleep.", "b"),
    Page("both", "Tea or coffee", "https://both.example/", "Tea is better than coffee for sleep. So I drink tea.", "c"),
    Page("cpp", "C++ today", "https://code.example/cpp", "C++ is fast. The .NET platform of AT&T is not.", "d"),
    Page("long", "A long one", "https://long.example/", "Filler comes first. " * 200 + "Sleep is at the end.", "e"),
    Page("café", "Café Olé", "https://café.example/é", "Nicer than Lungo 😀 at New York prices.", "f"),
)


_IDS = {page.title: page.id for page in PAGES}


def ids(found: PageResult) -> list[str]:
    """Return the ids that pages have in ``PAGES``, in order; a page has the same title wherever it is found."""
    return [_IDS.get(hit.page.title, hit.page.id) for hit in found.hits]


class PagesConformance:
    """Give a fixture ``searcher`` over ``PAGES``."""

    @pytest.fixture
    def searcher(self) -> PageSearcher:
        raise NotImplementedError

    @pytest.mark.parametrize("method", ["search", "page", "close"])
    def test_its_methods_have_the_signatures_of_the_role(self, searcher: PageSearcher, method: str) -> None:
        assert signature(getattr(type(searcher), method)) == signature(getattr(PageSearcher, method))

    @pytest.mark.parametrize(
        ("query", "names", "found"),
        [
            ("tea", ["tea"], {"tea", "both"}),
            ("Teas", ["TEAS"], {"tea", "both"}),
            ("tea coffee", ["tea", "coffee"], {"tea", "both"}),
            ("C++", ["C++"], {"cpp"}),
            (".NET AT&T", [".NET", "AT&T"], {"cpp"}),
            ("new york", ["New York"], {"café"}),
            ("york new", ["York New"], set()),
            ("teapot", ["teapot"], set()),
        ],
    )
    def test_every_page_has_all_the_names(
        self, searcher: PageSearcher, query: str, names: list[str], found: set[str]
    ) -> None:
        assert set(ids(searcher.search(query, names=names))) == found

    def test_pages_that_have_more_of_the_words_come_first(self, searcher: PageSearcher) -> None:
        hits = searcher.search("tea sleep", names=["tea"]).hits
        assert [hit.rank for hit in hits] == [1, 2]
        assert hits[0].score >= hits[1].score
        assert set(ids(searcher.search("which tea is nicer?"))) == {"tea", "both", "café"}

    def test_no_more_pages_come_than_are_wanted_and_the_best_of_them(self, searcher: PageSearcher) -> None:
        every = ids(searcher.search("sleep", k=10))
        assert len(every) == 4
        assert ids(searcher.search("sleep", k=2)) == every[:2]

    def test_a_page_is_whole(self, searcher: PageSearcher) -> None:
        found = searcher.search("tea coffee", names=["tea"]).hits[0].page
        for page in (found, searcher.page(found.id)):
            assert (page.title, page.text) == (PAGES[2].title, PAGES[2].text)

    def test_an_unknown_page_is_said(self, searcher: PageSearcher) -> None:
        with pytest.raises(NotFoundError, match="'nonesuch'"):
            searcher.page("nonesuch")

    def test_the_snippet_is_short_from_the_page_and_shows_the_words(self, searcher: PageSearcher) -> None:
        hit = next(hit for hit in searcher.search("sleep").hits if hit.page.title == "A long one")
        assert len(hit.snippet) <= 300
        assert hit.snippet.strip("…") in hit.page.text
        assert [hit.snippet[start:end] for start, end in hit.highlights] == ["Sleep"]

    @pytest.mark.parametrize("query", HOSTILE)
    def test_nothing_that_is_typed_makes_it_fail(self, searcher: PageSearcher, query: str) -> None:
        assert searcher.search(query).notice == ""
        assert searcher.search(query, names=[query], also={query: 0.5}).notice == ""

    def test_it_can_be_asked_from_several_threads(self, searcher: PageSearcher) -> None:
        alone = ids(searcher.search("sleep"))
        with ThreadPoolExecutor(8) as threads:
            found = list(threads.map(lambda _: ids(searcher.search("sleep")), range(40)))
        assert found == [alone] * 40
