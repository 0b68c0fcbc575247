"""Learns the bag-of-words classifier."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
from scipy.sparse import csr_matrix, hstack
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression

from nlu_models.baselines.bow import BIAS, features
from nlu_models.baselines.marking import CLASSES, hint
from nlu_models.training.examples import Example, marked

C: Final = 0.1
"""Inverse strength of the penalty on the weights; chosen by 4-fold cross-validation over pairs."""
HINT_SCALE: Final = 0.3
EMPHASIS: Final = (1.2, 1.8, 1.5, 0.8)
"""What an example of each class counts; the second object of a sentence seldom wins."""


def train(examples: Sequence[Example], path: Path) -> None:
    """Learn from examples and write the weights.

    Args:
        examples: What to learn from; a target that is split between classes counts for each in part.
        path: An ``.npz`` file, see ``nlu_models.baselines.bow.BagOfWordsClassifier``.
    """
    seen = list(marked(examples))
    vectorizer = CountVectorizer(analyzer=lambda sentence: [f for f in features(sentence) if f != BIAS], min_df=2)
    words = vectorizer.fit_transform([sentence for _, sentence in seen]).sign()
    hints = csr_matrix([[HINT_SCALE * value for value in hint(e.pairing, sentence)] for e, sentence in seen])
    table = hstack([words, hints]).tocsr()
    targets = np.array([example.canonical(sentence) for example, sentence in seen])
    rows, labels = targets.nonzero()
    weight = targets[rows, labels] * np.array(EMPHASIS)[labels]
    model = LogisticRegression(C=C, max_iter=1000).fit(table[rows], labels, sample_weight=weight)
    weights = model.coef_.T
    cut = len(weights) - len(CLASSES)
    np.savez_compressed(
        path,
        features=np.array([BIAS, *vectorizer.get_feature_names_out()]),
        weights=np.vstack([model.intercept_, weights[:cut]]).astype(np.float32),
        hint=(HINT_SCALE * weights[cut:]).astype(np.float32),
    )
