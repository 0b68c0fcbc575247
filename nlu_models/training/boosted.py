"""Learns the boosted trees over a bag of words, as they were published."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.feature_extraction.text import CountVectorizer
from xgboost import XGBClassifier

from engine.types import Stance
from nlu_models.baselines.boosted import words
from nlu_models.baselines.marking import cut
from nlu_models.training.examples import Example

PUBLISHED: Final = {"n_estimators": 1000, "max_depth": 3, "learning_rate": 0.1, "tree_method": "hist"}
"""What was published, with the defaults that XGBoost had then; the method finds the same splits in small counts."""
CLASSES: Final = (Stance.FIRST, Stance.SECOND, Stance.NONE)
"""Of the object named first; equality was not labelled."""
_LEAF: Final = -1


def train(examples: Sequence[Example], path: Path) -> None:
    """Learn from examples and write the trees.

    Args:
        examples: What to learn from; their labels count, not their targets.
        path: An ``.npz`` file, see ``nlu_models.baselines.boosted.BoostedTreesClassifier``.
    """
    model, vocabulary, _ = fit(examples)
    written = json.loads(model.get_booster().save_raw("json"))["learner"]["gradient_booster"]["model"]
    arrays: dict[str, Any] = forest(written["trees"], vocabulary, len(CLASSES))
    np.savez_compressed(path, **arrays)


def fit(examples: Sequence[Example]) -> tuple[XGBClassifier, list[str], csr_matrix]:
    """Return what XGBoost learns, the words it counts, and their counts in the examples that name both objects."""
    seen = [(e, marked) for e in examples if (marked := cut(e.pairing)) is not None]
    vectorizer = CountVectorizer(analyzer=lambda one: words(one[0].pairing, one[1]))
    counts = vectorizer.fit_transform(seen)
    labels = [CLASSES.index(e.label if marked.x_is_first else e.label.flipped()) for e, marked in seen]
    model = XGBClassifier(**PUBLISHED, n_jobs=1, random_state=0).fit(counts, labels)
    return model, vectorizer.get_feature_names_out().tolist(), counts


def forest(trees: Sequence[Mapping[str, Any]], vocabulary: Sequence[str], classes: int) -> dict[str, np.ndarray]:
    """Return trees as XGBoost writes them in JSON, the trees of all classes in turn, as one table of nodes.

    Args:
        trees: With ``left_children``, ``right_children``, ``split_indices``, ``split_conditions`` (the value of a
            leaf) and ``default_left``.
        vocabulary: Word of each split index.
        classes: How many.
    """
    starts = np.cumsum([0, *(len(tree["left_children"]) for tree in trees)])
    own = np.arange(starts[-1])
    left, right, split, condition, absent_left = (
        np.concatenate([np.array(tree[name]) for tree in trees])
        for name in ("left_children", "right_children", "split_indices", "split_conditions", "default_left")
    )
    leaf = left == _LEAF
    offsets = np.repeat(starts[:-1], np.diff(starts))
    asked, columns = np.unique(np.where(leaf, 0, split), return_inverse=True)
    return {
        "words": np.array([vocabulary[index] for index in asked]),
        "word": columns.astype(np.uint16),
        "bound": np.where(leaf, 0, condition).astype(np.float32),
        "value": np.where(leaf, condition, 0).astype(np.float32),
        "absent_left": absent_left.astype(bool),
        "left": np.where(leaf, own, left + offsets).astype(np.int32),
        "right": np.where(leaf, own, right + offsets).astype(np.int32),
        "roots": starts[:-1].reshape(-1, classes).T.astype(np.int32),
        "depth": np.array(PUBLISHED["max_depth"]),
    }
