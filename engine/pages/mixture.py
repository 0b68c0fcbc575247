"""Themes of short documents: a mixture of unigram models in which a background model takes what all of them say.

A word of document ``d`` is drawn from the background with probability ``b``, else from one of ``k`` themes::

    p(w | d) = b * p(w | background) + (1 - b) * sum_j p(j | d) * p(w | j)

The background is the distribution of all words and stays as it is; EM fits the rest. No step lowers the likelihood.

Source: Zhai, Velivelli and Yu, "A Cross-Collection Mixture Model for Comparative Text Mining", KDD 2004, equations 1
to 5, for one collection, as Sun et al. (WWW 2006) use it.
"""

from __future__ import annotations

from math import sqrt
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from engine.pages.words import unit_rows

Matrix = npt.NDArray[np.float64]

_BLUR: Final = 0.1
"""Share of the background in a theme before the first step, so that every word is possible."""
_TINY: Final = 1e-12
_STEPS: Final = 60


class Mixture(NamedTuple):
    """A fitted mixture."""

    themes: Matrix
    """Shape ``[k, words]``: distributions of words; rows sum to 1."""
    weights: Matrix
    """Shape ``[documents, k]``: how much of a document is about each theme; rows sum to 1."""
    likelihoods: tuple[float, ...]
    """Log-likelihood of all words before each step, in nats; ascending."""


def fit(counts: csr_array, k: int, *, background: float, seed: int, gain: float = 1e-5) -> Mixture:
    """Fit a mixture by EM.

    Args:
        counts: How often each word (column) occurs in each document (row); at least one word.
        k: Number of themes, 1 to the number of documents.
        background: Probability in [0, 1) that a word is drawn from the background.
        seed: Of the documents that the themes start from.
        gain: A step that raises the log-likelihood by a smaller share of it is the last.
    """
    common = np.asarray(counts.sum(0)).ravel() / counts.sum()
    themes, weights = _start(counts, k, common, np.random.default_rng(seed))
    by_document, by_word = _incidence(counts)
    document, word = np.repeat(np.arange(counts.shape[0]), np.diff(counts.indptr)), counts.indices
    likelihoods: list[float] = []
    for _ in range(_STEPS):
        joint = (1.0 - background) * weights[document] * themes.T[word]
        total = background * common[word] + joint.sum(1)
        likelihoods.append(float(counts.data @ np.log(total)))
        if len(likelihoods) > 1 and likelihoods[-1] - likelihoods[-2] < gain * -likelihoods[-1]:
            break
        expected = joint * (counts.data / total)[:, None]
        weights = _normalised(by_document @ expected, weights)
        themes = _normalised((by_word @ expected).T, themes)
    return Mixture(themes, weights, tuple(likelihoods))


def choose(counts: csr_array, *, most: int, background: float, seed: int) -> int:
    """Return how many themes foretell words best: each word is kept or held out by tossing a coin.

    Of the numbers of themes whose log-likelihood of the held-out words differs from the best by less than a standard
    error over documents, the lowest is chosen. (A description length, or BIC, allows one theme for all snippets: a
    theme has hundreds of words, a snippet thirty.)

    Args:
        counts: As for ``fit``.
        most: The highest number to try, at least 1.
        background: As for ``fit``.
        seed: Of the coin, and as for ``fit``.

    Source: Wallach et al., "Evaluation Methods for Topic Models", ICML 2009, section 5 (document completion);
        Breiman et al., "Classification and Regression Trees", 1984, section 3.4.3 (one standard error).
    """
    kept, held_out = counts.copy(), counts.copy()
    kept.data = np.random.default_rng(seed).binomial(counts.data.astype(np.int64), 0.5).astype(np.float64)
    held_out.data -= kept.data
    kept.eliminate_zeros()
    if not kept.nnz:
        return 1
    common = np.asarray(counts.sum(0)).ravel() / counts.sum()
    foretold = []
    for k in range(1, min(most, counts.shape[0]) + 1):
        mixture = fit(kept, k, background=background, seed=seed)
        probabilities = background * common + (1.0 - background) * (mixture.weights @ mixture.themes)
        foretold.append((held_out.multiply(np.log(probabilities + _TINY))).sum(1))
    likelihoods = np.array(foretold)
    short = likelihoods[likelihoods.sum(1).argmax()] - likelihoods
    errors = short.std(1) * sqrt(counts.shape[0])
    return int(np.flatnonzero(short.sum(1) <= errors)[0]) + 1


def _start(counts: csr_array, k: int, common: Matrix, chance: np.random.Generator) -> tuple[Matrix, Matrix]:
    """Take documents that are far from each other, and let each other one join the nearest.

    Source: Arthur and Vassilvitskii, "k-means++: The Advantages of Careful Seeding", SODA 2007.
    """
    vectors = unit_rows(counts)
    chosen = [int(chance.integers(counts.shape[0]))]
    near = vectors @ vectors[chosen].T.toarray()
    for _ in range(k - 1):
        far = np.clip(1.0 - near.max(1), 0.0, None) ** 2
        far[chosen] = 0.0
        far = far if far.any() else np.isin(np.arange(len(far)), chosen, invert=True).astype(np.float64)
        chosen.append(int(chance.choice(len(far), p=far / far.sum())))
        near = np.hstack([near, vectors @ vectors[chosen[-1:]].T.toarray()])
    nearest = near.argmax(1)
    member = (nearest[:, None] == np.arange(k)).astype(np.float64)
    themes = _normalised(np.asarray((counts.T @ member).T), np.tile(common, (k, 1)))
    return (1.0 - _BLUR) * themes + _BLUR * common, (member + 1.0 / k) / 2.0


def _incidence(counts: csr_array) -> tuple[csr_array, csr_array]:
    """Return which stored count belongs to which document, and to which word."""
    ones, number = np.ones(counts.nnz), np.arange(counts.nnz)
    by_word = csr_array((ones, (counts.indices, number)), shape=(counts.shape[1], counts.nnz))
    return csr_array((ones, number, counts.indptr), shape=(counts.shape[0], counts.nnz)), by_word


def _normalised(rows: Matrix, otherwise: Matrix) -> Matrix:
    """Return rows that sum to 1; a row of zeros is replaced by the one of ``otherwise``."""
    sums = rows.sum(1, keepdims=True)
    normalised: Matrix = np.where(sums > 0.0, rows / np.where(sums > 0.0, sums, 1.0), otherwise)
    return normalised
