"""Learns the embedding classifier."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
from sklearn.linear_model import LogisticRegression

from engine.trained import TRAINED
from nlu_models.baselines.embedding import Embedder
from nlu_models.baselines.marking import hint
from nlu_models.training.bow import EMPHASIS
from nlu_models.training.examples import Example, marked

C: Final = 0.0005
"""Inverse strength of the penalty on the weights of standardized features."""
HINT_SCALE: Final = 0.5


def train(examples: Sequence[Example], path: Path, *, parser: Path = TRAINED) -> None:
    """Learn from examples and write the weights.

    Args:
        examples: What to learn from; a target that is split between classes counts for each in part.
        path: An ``.npz`` file, see ``nlu_models.baselines.embedding.EmbeddingClassifier``.
        parser: Folder of the reader whose encoder is used.
    """
    embedder = Embedder(parser)
    embedded = [(e, sentence, embedder.embed(sentence)) for e, sentence in marked(examples)]
    seen = [(e, sentence, embedding) for e, sentence, embedding in embedded if embedding is not None]
    table = np.array([embedding for _, _, embedding in seen])
    mean, scale = table.mean(0), table.std(0) + 1e-6
    hints = HINT_SCALE * np.array([hint(e.pairing, sentence) for e, sentence, _ in seen])
    targets = np.array([e.canonical(sentence) for e, sentence, _ in seen])
    rows, labels = targets.nonzero()
    model = LogisticRegression(C=C, max_iter=500)
    model.fit(
        np.hstack([(table - mean) / scale, hints])[rows],
        labels,
        sample_weight=targets[rows, labels] * np.array(EMPHASIS)[labels],
    )
    weights, hinted = np.split(model.coef_.T, [table.shape[1]])
    weights = weights / scale[:, None]
    np.savez_compressed(
        path,
        weights=weights.astype(np.float32),
        bias=(model.intercept_ - mean @ weights).astype(np.float32),
        hint=(HINT_SCALE * hinted).astype(np.float32),
    )
