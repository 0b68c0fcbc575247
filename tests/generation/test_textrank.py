"""The algorithms behind TextRank bullet points."""

from __future__ import annotations

import numpy as np
import pytest

from engine.types import Decision
from generation.textrank import TextRankGenerator, text_rank, whisper
from tests.generation.scenarios import FIRST, SECOND, TEA, argument, comparison


@pytest.mark.parametrize("seed", range(5))
def test_two_groups_that_hardly_touch_are_two_clusters(seed: int) -> None:
    weights = np.kron(np.eye(2), np.ones((4, 4))) - np.eye(8)
    weights[3, 4] = weights[4, 3] = 0.1
    clusters = whisper(weights, seed=seed)
    assert len({*clusters[:4]}) == len({*clusters[4:]}) == 1
    assert clusters[0] != clusters[4]


def test_a_node_without_edges_is_a_cluster_of_its_own() -> None:
    assert len(set(whisper(np.zeros((3, 3)), seed=0))) == 3


def test_the_hub_of_a_star_is_the_most_central() -> None:
    weights = np.zeros((5, 5))
    weights[2, :] = weights[:, 2] = 1
    weights[2, 2] = 0
    ranks = text_rank(weights)
    assert ranks.argmax() == 2
    assert np.isclose(ranks.sum(), 1)


def test_ranks_of_unconnected_nodes_are_equal() -> None:
    assert np.allclose(text_rank(np.zeros((4, 4))), 0.25)


def test_each_thing_that_is_said_has_its_sentence() -> None:
    prices = [
        "Tea is cheaper than coffee.",
        "Loose tea is far cheaper than coffee.",
        "Tea is cheaper than coffee here.",
    ]
    sleep = ["Tea is better for sleep at night than coffee.", "For sleep at night tea is better than coffee beans."]
    found = comparison(
        TEA,
        [
            *(argument(text, FIRST, source=str(n)) for n, text in enumerate([*prices, *sleep])),
            argument("Coffee is stronger than tea.", SECOND, source="z"),
        ],
        Decision.FIRST,
    )
    lines = TextRankGenerator().answer(found).text.splitlines()
    assert "cheaper" in lines[2]
    assert "sleep" in lines[3]
    assert "stronger" in lines[-1]
