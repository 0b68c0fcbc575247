"""Expectation maximisation, and the number of themes."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.pages.mixture import choose, fit
from engine.pages.words import counts_of

bags = st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=8), min_size=1, max_size=8).filter(any)


@settings(max_examples=50, deadline=None)
@given(bags=bags, k=st.integers(1, 4), background=st.floats(0.05, 0.95), seed=st.integers(0, 99))
def test_no_step_lowers_the_likelihood(bags: list[list[str]], k: int, background: float, seed: int) -> None:
    counts, _ = counts_of(bags)
    mixture = fit(counts, min(k, len(bags)), background=background, seed=seed, gain=0.0)
    steps = np.array(mixture.likelihoods)
    assert (np.diff(steps) >= -1e-9 * np.abs(steps[1:])).all()


@settings(max_examples=50, deadline=None)
@given(bags=bags, k=st.integers(1, 4))
def test_themes_and_weights_are_distributions(bags: list[list[str]], k: int) -> None:
    counts, _ = counts_of(bags)
    mixture = fit(counts, min(k, len(bags)), background=0.5, seed=0)
    for rows in (mixture.themes, mixture.weights):
        assert np.allclose(rows.sum(1), 1.0)
        assert (rows >= 0.0).all()


def themed(documents: int, themes: int) -> list[list[str]]:
    chance = np.random.default_rng(3)
    words = [[f"{theme}{n}" for n in range(12)] for theme in "pqrs"]
    return [[*chance.choice(words[n % themes], 20), *chance.choice(["u", "v", "w"], 20)] for n in range(documents)]


def test_documents_of_one_theme_share_it_and_what_all_say_is_no_theme() -> None:
    counts, vocabulary = counts_of(themed(40, 2))
    mixture = fit(counts, 2, background=0.5, seed=0)
    theme_of = mixture.weights.argmax(1)
    assert len(set(theme_of[::2])) == len(set(theme_of[1::2])) == 1
    assert theme_of[0] != theme_of[1]
    common = [vocabulary.index(word) for word in "uvw"]
    assert mixture.themes[:, common].sum(1).max() < counts.sum(0)[common].sum() / counts.sum()


def test_as_many_themes_are_chosen_as_there_are() -> None:
    assert [choose(counts_of(themed(60, k))[0], most=6, background=0.5, seed=0) for k in (1, 2, 4)] == [1, 2, 4]


def test_a_seed_gives_one_model() -> None:
    counts, _ = counts_of(themed(20, 3))
    first, second = (fit(counts, 3, background=0.8, seed=5) for _ in range(2))
    assert (first.themes == second.themes).all()
    assert first.likelihoods == second.likelihoods
