"""Words of texts and addresses, and their counts."""

from __future__ import annotations

import numpy as np
import pytest

from engine.pages.words import address, content_stems, counts_of, query_stems, unit_rows, url_stems


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("", ""),
        ("https://www.Example.org/a/b/#top", "example.org/a/b"),
        ("http://example.org", "example.org"),
        ("example.org/?id=3", "example.org/?id=3"),
        ("//[::1/", "//[::1"),
    ],
)
def test_an_address_is_what_tells_pages_apart(url: str, found: str) -> None:
    assert address(url) == found


def test_host_and_path_have_words_but_the_top_level_domain_digits_and_the_query_have_none() -> None:
    words = url_stems("https://forum.shop.com/reviews/nikon-d90_lenses.html?page=lens", without=frozenset({"nikon"}))
    assert words == ["forum", "shop", "review", "lens", "html"]


def test_words_of_the_query_and_stop_words_are_left_out() -> None:
    without = query_stems(["Nikon D90", "C++"], "battery life")
    assert content_stems("The Nikon D90's batteries in the C++ shop", without=without) == ["shop"]


def test_rows_have_length_1_and_a_row_without_words_stays_zero() -> None:
    counts, vocabulary = counts_of([["b", "a", "b"], [], ["c"]])
    assert vocabulary == ["a", "b", "c"]
    assert counts.toarray().tolist() == [[1.0, 2.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 1.0]]
    assert np.linalg.norm(unit_rows(counts).toarray(), axis=1).tolist() == pytest.approx([1.0, 0.0, 1.0])


def test_no_documents_and_no_words_are_counted_too() -> None:
    assert counts_of([])[0].shape == (0, 0)
    assert unit_rows(counts_of([[], []])[0]).toarray().shape == (2, 0)
