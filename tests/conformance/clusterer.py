"""What every clusterer keeps to: inherit and give a ``clusterer`` fixture."""

from __future__ import annotations

import inspect

from hypothesis import given

from engine.protocols import Clusterer
from engine.text.tokens import stems
from engine.types import PageHit, PageRow
from tests.conformance.pairer import over_pages
from tests.pages import OBJECTS, page_lists

Lists = list[list[PageHit]]


def rows_of(results: Lists) -> list[PageRow]:
    """Put the pages side by side by rank."""
    return [PageRow((n,) * len(results), 1.0 / (n + 1)) for n in range(min(map(len, results)))]


class ClustererConformance:
    """The rules of ``engine.protocols.Clusterer``."""

    def test_the_constructor_takes_only_keywords_with_defaults(self, clusterer: Clusterer) -> None:
        parameters = inspect.signature(type(clusterer)).parameters.values()
        assert all(p.kind is p.KEYWORD_ONLY and p.default is not p.empty for p in parameters)

    def test_no_rows_give_no_clusters(self, clusterer: Clusterer) -> None:
        assert clusterer.cluster([], [[], []], objects=OBJECTS[:2]) == []

    @over_pages
    @given(results=page_lists())
    def test_each_row_is_in_exactly_one_cluster_best_first(self, clusterer: Clusterer, results: Lists) -> None:
        rows = rows_of(results)
        clusters = clusterer.cluster(rows, results, objects=OBJECTS[: len(results)])
        assert sorted(row for one in clusters for row in one.rows) == list(range(len(rows)))
        assert all(one.rows and list(one.rows) == sorted(one.rows) for one in clusters)

    @over_pages
    @given(results=page_lists())
    def test_each_object_has_phrases_of_its_own_and_none_is_part_of_a_query(
        self, clusterer: Clusterer, results: Lists
    ) -> None:
        objects = OBJECTS[: len(results)]
        for one in clusterer.cluster(rows_of(results), results, objects=objects, aspect="price"):
            assert len(one.specific) == len(objects)
            phrases = [stems(phrase) for group in (one.phrases, *one.specific) for phrase in group]
            assert not {stems(name) for name in (*objects, "price")} & set(phrases)

    @over_pages
    @given(results=page_lists(sides=2))
    def test_the_same_input_gives_the_same_clusters(self, clusterer: Clusterer, results: Lists) -> None:
        first, second = (clusterer.cluster(rows_of(results), results, objects=OBJECTS[:2]) for _ in range(2))
        assert first == second
