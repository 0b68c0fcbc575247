"""CoQAS's TextRank bullet points: of each thing that many sentences say, the one that says it most centrally."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.text.embedding import Embedding
from engine.text.tokens import clean
from engine.types import Argument, ParsedText, Stance
from generation.bullets import BulletGenerator
from generation.evidence import Evidence

_LOOKED_AT: Final = 100
"""Best arguments of a side that the graph is made of."""
_DAMPING: Final = 0.85
_ROUNDS: Final = 30
"""Most rounds of either algorithm; both settle before in practice."""


class TextRankGenerator(BulletGenerator):
    """Lists the most central sentences of the largest clusters for each object.

    Sentences are joined by the cosine of their vectors where it exceeds the mean, grouped by Chinese Whispers, and
    ranked by TextRank within their group.

    Source: Chekalina et al., "Which is better for deep learning: Python or MATLAB?", EACL 2021; Mihalcea & Tarau,
    "TextRank", EMNLP 2004, section 2.2; Biemann, "Chinese Whispers", TextGraphs 2006, section 2.1. Their sentence
    vectors are states of a language model, ours are weighted means of word vectors.
    """

    name = "textrank"

    def __init__(self, *, seed: int = 0) -> None:
        """Prepare the word vectors.

        Args:
            seed: Of the order in which Chinese Whispers visits the sentences.
        """
        self._embedding = Embedding()
        self._seed = seed

    def choose(
        self,
        evidence: Evidence,
        stance: Stance,
        k: int,
        question: ParsedText | None,  # noqa: ARG002
    ) -> list[Argument]:
        """Return the most central argument of each cluster, the largest cluster first, then the next one of each."""
        arguments = evidence.comparison.favouring(stance)[:_LOOKED_AT]
        chosen: list[Argument] = []
        for place in self._central([clean(argument.hit.sentence.text) for argument in arguments]):
            if len(chosen) < k:
                chosen += evidence.choose(stance, 1, among={arguments[place].hit.sentence.id})
        return chosen

    def _central(self, texts: list[str]) -> list[int]:
        """Return the texts by their place in their cluster, those of the largest cluster first, as indices."""
        if len(texts) < 2:
            return [*range(len(texts))]
        vectors = self._embedding.embed(texts)
        weights: NDArray[np.float64] = (vectors @ vectors.T).astype(np.float64)
        np.fill_diagonal(weights, 0)
        mean = weights.sum() / (len(texts) * (len(texts) - 1))
        weights[weights <= max(mean, 0)] = 0
        clusters = whisper(weights, seed=self._seed)
        groups = [np.flatnonzero(clusters == cluster) for cluster in dict.fromkeys(clusters.tolist())]
        groups.sort(key=lambda group: -len(group))
        ranked = [group[np.argsort(-text_rank(weights[np.ix_(group, group)]), kind="stable")] for group in groups]
        return [int(group[place]) for place in range(len(texts)) for group in ranked if place < len(group)]


def whisper(weights: NDArray[np.float64], *, seed: int) -> NDArray[np.int64]:
    """Return the cluster of each node: again and again, each takes the one that its neighbours hold most of.

    Args:
        weights: Symmetric weights of the edges, >= 0, 0 for none and between a node and itself.
        seed: Of the order in which nodes are visited.
    """
    clusters = np.arange(len(weights))
    order = np.random.default_rng(seed)
    for _ in range(_ROUNDS):
        before = clusters.copy()
        for node in order.permutation(len(weights)):
            if weights[node].any():
                clusters[node] = np.bincount(clusters, weights[node]).argmax()
        if (clusters == before).all():
            break
    return clusters


def text_rank(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how central each node is; the ranks sum to 1.

    Args:
        weights: Symmetric weights of the edges, >= 0.
    """
    nodes = len(weights)
    given = weights.sum(axis=0)
    steps = np.where(given > 0, weights / np.maximum(given, 1e-12), 1 / nodes)
    ranks = np.full(nodes, 1 / nodes)
    for _ in range(_ROUNDS):
        ranks = (1 - _DAMPING) / nodes + _DAMPING * steps @ ranks
    return ranks
