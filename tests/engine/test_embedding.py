"""Vectors of sentences."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import MissingComponentError
from engine.text.embedding import Embedding

EMBEDDING = Embedding()


def test_sentences_on_one_thing_are_closer_than_others() -> None:
    texts = [
        "Cats are cheaper to feed than dogs.",
        "The price of keeping dogs is higher than that of cats.",
        "Dogs guard the house against burglars better than cats.",
    ]
    price, cost, guard = EMBEDDING.embed(texts)
    assert price @ cost > max(price @ guard, cost @ guard)


def test_what_all_sentences_say_does_not_count() -> None:
    same, other = EMBEDDING.embed(["tea than coffee", "tea than coffee faster"])
    assert not same.any()
    assert np.isclose(np.linalg.norm(other), 1)


@settings(deadline=None)
@given(st.lists(st.text(max_size=50), max_size=4))
def test_each_text_has_a_row_of_length_one_or_zeros(texts: list[str]) -> None:
    rows = EMBEDDING.embed(texts)
    lengths = np.linalg.norm(rows, axis=1)
    assert len(rows) == len(texts)
    assert all(np.isclose(length, 1, atol=1e-5) or length == 0 for length in lengths)


def test_missing_vectors_are_named(tmp_path: Path) -> None:
    with pytest.raises(MissingComponentError, match=r"reader\.words\.bin"):
        Embedding(folder=tmp_path)
