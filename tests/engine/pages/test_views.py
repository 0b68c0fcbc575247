"""The two views, and the way from an aspect to pages."""

from __future__ import annotations

import pytest

from engine.config import ViewsConfig, load_config
from engine.errors import UnknownNameError
from engine.pages.views import clusters_about, compare_pages, rows_about
from engine.types import Page, PageCluster, PageComparison, PageHit, PageRow


@pytest.fixture(scope="module")
def settings() -> ViewsConfig:
    return load_config(environ={}).views


def hits(side: str, *snippets: str) -> tuple[PageHit, ...]:
    return tuple(PageHit(Page(f"{side}{n}"), n + 1, 1.0, text) for n, text in enumerate(snippets))


def test_a_comparison_has_the_lists_rows_and_clusters(settings: ViewsConfig) -> None:
    results = [hits("a", "fast trains", "cheap tyres"), hits("b", "cheap tyres", "fast trains")]
    found = compare_pages(["Leaf", "Zoe"], "speed", results, settings=settings)
    assert (found.objects, found.aspect, found.results) == (("Leaf", "Zoe"), "speed", tuple(results))
    assert sorted(row.places for row in found.rows) == [(0, 1), (1, 0)]
    assert sorted(row for one in found.clusters for row in one.rows) == [0, 1]


def test_rows_can_be_asked_for_alone(settings: ViewsConfig) -> None:
    results = [hits("a", "fast trains"), hits("b", "fast trains")]
    assert compare_pages(["Leaf", "Zoe"], "", results, clustering=None, settings=settings).clusters == ()


def test_pages_beyond_the_setting_are_left_out(settings: ViewsConfig) -> None:
    few = settings.model_copy(update={"results": 1})
    found = compare_pages(["Leaf", "Zoe"], "", [hits("a", "x", "y"), hits("b", "x", "y")], settings=few)
    assert [len(one) for one in found.results] == [1, 1]


@pytest.mark.parametrize("pairing", ["greedy", "optimal"])
def test_the_pairer_is_chosen_by_name(pairing: str, settings: ViewsConfig) -> None:
    found = compare_pages(["Leaf", "Zoe"], "", [hits("a", "x"), hits("b", "y")], pairing=pairing, settings=settings)
    assert [row.places for row in found.rows] == [(0, 0)]


def test_an_unknown_name_is_refused(settings: ViewsConfig) -> None:
    with pytest.raises(UnknownNameError, match="Unknown pairer 'gredy'"):
        compare_pages(["Leaf", "Zoe"], "", [(), ()], pairing="gredy", settings=settings)


@pytest.mark.parametrize(("objects", "lists"), [(["Leaf"], 1), (["Leaf", "Zoe"], 3), ([], 0)])
def test_each_object_needs_a_list(objects: list[str], lists: int, settings: ViewsConfig) -> None:
    with pytest.raises(ValueError, match="need a list of pages each"):
        compare_pages(objects, "", [()] * lists, settings=settings)


@pytest.fixture
def comparison() -> PageComparison:
    first = hits("a", "It is slow.", "Nothing here.", "A quick car.")
    second = hits("b", "Cheap parts.", "Nothing here.", "It is fast.")
    rows = tuple(PageRow((n, n), 1.0 - n / 10) for n in range(3))
    clusters = (PageCluster((0, 1), (), ((), ())), PageCluster((2,), (), ((), ())))
    return PageComparison(("Leaf", "Zoe"), "", (first, second), rows, clusters)


def test_an_aspect_leads_to_rows_by_any_of_its_words_those_that_discuss_it_twice_first(
    comparison: PageComparison,
) -> None:
    assert rows_about(comparison, ["speed", "price", "noise"]) == {"speed": (2, 0), "price": (0,), "noise": ()}


def test_an_aspect_leads_to_clusters_by_the_share_of_rows_that_discuss_it(comparison: PageComparison) -> None:
    assert clusters_about(comparison, ["speed", "noise"]) == {"speed": (1, 0), "noise": ()}
