"""What every pairer keeps to: inherit and give a ``pairer`` fixture."""

from __future__ import annotations

import inspect
from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.protocols import Pairer
from engine.types import Page, PageHit
from tests.pages import OBJECTS, page_lists

over_pages = settings(
    max_examples=30,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.differing_executors],
)

Lists = list[list[PageHit]]


class PairerConformance:
    """The rules of ``engine.protocols.Pairer``."""

    def test_the_constructor_takes_only_keywords_with_defaults(self, pairer: Pairer) -> None:
        parameters = inspect.signature(type(pairer)).parameters.values()
        assert all(p.kind is p.KEYWORD_ONLY and p.default is not p.empty for p in parameters)

    def test_no_pages_give_no_rows(self, pairer: Pairer) -> None:
        assert pairer.pair([[], []], objects=OBJECTS[:2]) == []

    @over_pages
    @given(results=page_lists())
    def test_no_page_is_in_two_rows_and_a_row_has_two_pages_at_least(self, pairer: Pairer, results: Lists) -> None:
        rows = pairer.pair(results, objects=OBJECTS[: len(results)])
        for side, hits in enumerate(results):
            places = [row.places[side] for row in rows if row.places[side] >= 0]
            assert len(set(places)) == len(places)
            assert all(place < len(hits) for place in places)
        assert all(len(row.places) == len(results) and sum(p >= 0 for p in row.places) > 1 for row in rows)

    @over_pages
    @given(results=page_lists())
    def test_scores_descend_within_0_and_1(self, pairer: Pairer, results: Lists) -> None:
        scores = [row.score for row in pairer.pair(results, objects=OBJECTS[: len(results)])]
        assert scores == sorted(scores, reverse=True)
        assert all(0.0 <= score <= 1.0 + 1e-9 for score in scores)

    @over_pages
    @given(results=page_lists(sides=2))
    def test_of_two_lists_every_page_of_the_shorter_one_is_in_a_row(self, pairer: Pairer, results: Lists) -> None:
        rows = pairer.pair(results, objects=OBJECTS[:2])
        assert len(rows) == min(map(len, results))
        assert all(place >= 0 for row in rows for place in row.places)

    @over_pages
    @given(results=page_lists(sides=2))
    def test_the_same_pages_give_the_same_rows(self, pairer: Pairer, results: Lists) -> None:
        assert pairer.pair(results, objects=OBJECTS[:2]) == pairer.pair(results, objects=OBJECTS[:2])

    def test_a_page_in_both_lists_is_beside_itself_wherever_it_ranks(self, pairer: Pairer) -> None:
        both = Page("x", "Cheap tyres and fast trains", "https://www.example.org/both/")
        others = [Page(f"p{n}", "Cheap tyres and fast trains", f"https://example.org/{n}") for n in range(4)]
        first = [PageHit(page, rank, 1.0, "") for rank, page in enumerate([others[0], others[1], both], 1)]
        second = [PageHit(page, rank, 1.0, "") for rank, page in enumerate([others[2], others[3]], 1)]
        second.append(PageHit(replace(both, id="y", url="http://example.org/both#here"), 3, 1.0, ""))
        rows = pairer.pair([first, second], objects=OBJECTS[:2])
        assert (2, 2) in [row.places for row in rows]

    def test_of_pages_that_rank_alike_those_about_one_thing_are_side_by_side(self, pairer: Pairer) -> None:
        texts = ["battery life on long trips", "the price of spare parts", "gearbox noise in winter"]
        first = [PageHit(Page(f"a{n}", text, f"https://a.org/{n}"), 1, 1.0, text) for n, text in enumerate(texts)]
        second = [PageHit(Page(f"b{n}", text, f"https://b.org/{n}"), 1, 1.0, text) for n, text in enumerate(texts)]
        rows = pairer.pair([first, second[::-1]], objects=OBJECTS[:2])
        assert sorted(row.places for row in rows) == [(0, 2), (1, 1), (2, 0)]

    def test_words_of_the_query_make_no_pages_alike(self, pairer: Pairer) -> None:
        first, second = OBJECTS[:2]
        alike = f"{first} {second} speed"
        left = [PageHit(Page("a", alike), 1, 1.0, ""), PageHit(Page("b", "gearbox noise"), 1, 1.0, "")]
        right = [PageHit(Page("c", alike), 1, 1.0, "gearbox noise"), PageHit(Page("d", "spare parts"), 1, 1.0, "")]
        rows = pairer.pair([left, right], objects=OBJECTS[:2], aspect="speed")
        assert rows[0].places == (1, 0)

    @over_pages
    @given(name=st.text(max_size=40), results=page_lists(sides=2))
    def test_any_name_and_aspect_is_taken(self, pairer: Pairer, name: str, results: Lists) -> None:
        assert len(pairer.pair(results, objects=[name, "C++"], aspect=name)) == min(map(len, results))
