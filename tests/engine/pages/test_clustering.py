"""Themes of rows, and the phrases that name them."""

from __future__ import annotations

import pytest

from engine.pages.clustering import ThemeClusterer
from engine.types import Page, PageHit, PageRow
from tests.conformance.clusterer import ClustererConformance


class TestThemeClusterer(ClustererConformance):
    @pytest.fixture
    def clusterer(self) -> ThemeClusterer:
        return ThemeClusterer()


@pytest.fixture
def results() -> list[list[PageHit]]:
    battery = "the battery life on long trips depends on charging stops and a warm heat pump"
    price = "spare parts and the repair shop decide the price, and the insurance premium rises"
    own = ["The Leaf has no liquid cooling.", "The Zoe has a rented accumulator."]
    texts = [[f"{price}." if n % 2 else f"{battery}. {own[side]}" for n in range(8)] for side in range(2)]
    return [[PageHit(Page(text), n + 1, 1.0, text) for n, text in enumerate(group)] for group in texts]


def test_rows_of_one_theme_are_together_and_phrases_say_what_it_is(results: list[list[PageHit]]) -> None:
    rows = [PageRow((n, n), 1.0) for n in range(8)]
    clusters = ThemeClusterer(themes=2).cluster(rows, results, objects=["Leaf", "Zoe"])
    by_rows = {one.rows: one for one in clusters}
    assert set(by_rows) == {(0, 2, 4, 6), (1, 3, 5, 7)}
    battery, price = by_rows[0, 2, 4, 6], by_rows[1, 3, 5, 7]
    assert {"battery life", "charging stops", "warm heat pump"} & set(battery.phrases)
    assert {"spare parts", "repair shop", "insurance premium", "insurance premium rises"} & set(price.phrases)
    assert any("cooling" in phrase for phrase in battery.specific[0])
    assert any("accumulator" in phrase for phrase in battery.specific[1])
    assert price.specific == ((), ()) or not set(price.specific[0]) & set(price.specific[1])


def test_at_most_so_many_phrases_are_given(results: list[list[PageHit]]) -> None:
    rows = [PageRow((n, n), 1.0) for n in range(8)]
    for one in ThemeClusterer(themes=2, phrases=1).cluster(rows, results, objects=["Leaf", "Zoe"]):
        assert all(len(group) <= 1 for group in (one.phrases, *one.specific))
