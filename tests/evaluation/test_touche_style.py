"""What the style of arguments is worth."""

from __future__ import annotations

import pytest

from engine.types import Page, PageHit
from evaluation.touche.fit import Asked
from evaluation.touche.style import cited, learned
from service.touche.ranking import WEIGHTS, Read


def asked(*documents: tuple[int, float, float]) -> Asked:
    """Return a list of documents by grade, BM25 and how many words compare."""
    names = list(WEIGHTS)
    read = []
    for n, (_, bm25, comparing) in enumerate(documents):
        features = [0.0] * len(names)
        features[names.index("bm25")], features[names.index("comparing")] = bm25, comparing
        read.append(Read(PageHit(Page(str(n), ""), n + 1, bm25, ""), tuple(features), "NO"))
    return Asked("1", {str(n): grade for n, (grade, *_) in enumerate(documents)}, read)


def test_style_is_learned_where_it_tells_arguments_apart_and_not_where_it_does_not() -> None:
    telling = [asked((2, 0.5, 0.9), (0, 0.5, 0.1), (1, 0.6, 0.5)), asked((0, 0.4, 0.0), (3, 0.4, 0.8))]
    silent = [asked((2, 0.9, 0.3), (0, 0.5, 0.3), (1, 0.6, 0.3)), asked((1, 0.5, 0.2), (1, 0.4, 0.9))]
    assert learned(telling)["comparing"] > 0.0
    assert learned(telling)["length"] == learned(telling)["reasoning"] == 0.0
    assert learned(silent)["comparing"] == pytest.approx(0.0)
    assert learned(silent)["bm25"] == WEIGHTS["bm25"]


def test_a_style_that_arguments_are_worse_for_gets_no_weight() -> None:
    assert learned([asked((0, 0.5, 0.9), (2, 0.6, 0.1)), asked((0, 0.4, 0.8), (3, 0.5, 0.0))])["comparing"] == 0.0


@pytest.mark.parametrize(
    ("summary", "numbers"),
    [
        ("Tea is cheaper [2][4, 5].", {2, 4, 5}),
        ("Tea [1].\n\nArguments used: 1, 3.", {1, 3}),
        ("In [brackets] and (7) is no number, in 2013 neither.", set()),
        ("", set()),
    ],
)
def test_what_a_summary_cites_is_found(summary: str, numbers: set[int]) -> None:
    assert cited(summary) == numbers
