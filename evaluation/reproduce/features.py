"""The feature sets of "Categorizing Comparative Sentences": what the trees of each published row see of a sentence.

Source: Panchenko et al., ArgMining 2019, section 4; https://github.com/uhh-lt/comparative.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Final, TypeAlias

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.feature_extraction.text import CountVectorizer

from engine.text.embedding import Embedding
from engine.text.tagging import tagger
from engine.text.tokens import TOKEN
from engine.types import ComparisonInstance, Stance
from nlu_models.baselines.boosted import words
from nlu_models.baselines.marking import cut

Matrix: TypeAlias = csr_matrix | np.ndarray[Any, Any]
Features = Callable[[Sequence[ComparisonInstance], Sequence[ComparisonInstance]], tuple[Matrix, Matrix]]
"""What to learn from and what to classify → a row of features for each."""

TAG_NGRAMS: Final = 500
SHORTEST, LONGEST = 2, 4
ENCODER: Final = "minilm-l6"
_BATCH: Final = 64


def middle(pairing: ComparisonInstance) -> str:
    """Return the part from the first mention of one object to that of the other, both included; else the sentence."""
    marked = cut(pairing)
    return " ".join(words(pairing, marked)) if marked else pairing.sentence


def bag_of_words(learned: Sequence[ComparisonInstance], asked: Sequence[ComparisonInstance]) -> tuple[Matrix, Matrix]:
    """Count the words of the middle part."""
    return counted([middle(one).split() for one in learned], [middle(one).split() for one in asked])


def tag_ngrams(learned: Sequence[ComparisonInstance], asked: Sequence[ComparisonInstance]) -> tuple[Matrix, Matrix]:
    """Count the most frequent runs of two to four parts of speech in the middle part."""
    return counted([[*_tag_runs(one)] for one in learned], [[*_tag_runs(one)] for one in asked], most=TAG_NGRAMS)


def has_comparative(
    learned: Sequence[ComparisonInstance], asked: Sequence[ComparisonInstance]
) -> tuple[Matrix, Matrix]:
    """Say whether the middle part holds a comparative adjective."""
    one, other = (np.array([["JJR" in _tags(one)] for one in some], np.float32) for some in (learned, asked))
    return one, other


def mean_vectors(learned: Sequence[ComparisonInstance], asked: Sequence[ComparisonInstance]) -> tuple[Matrix, Matrix]:
    """Take the weighted mean of the words' vectors of the middle part."""
    rows = Embedding().embed([middle(one) for one in (*learned, *asked)])
    return rows[: len(learned)], rows[len(learned) :]


def sentence_vectors(
    learned: Sequence[ComparisonInstance], asked: Sequence[ComparisonInstance]
) -> tuple[Matrix, Matrix]:
    """Take the mean state of a sentence encoder for the middle part."""
    return _encoded(learned), _encoded(asked)


def predict(rows: Matrix, labels: Sequence[int], asked: Matrix, *, trees: int) -> list[Stance]:
    """Learn boosted trees as published and classify; of the object named first."""
    from xgboost import XGBClassifier

    from nlu_models.training.boosted import CLASSES, PUBLISHED

    model = XGBClassifier(**PUBLISHED | {"n_estimators": trees}, n_jobs=1, random_state=0).fit(rows, labels)
    return [CLASSES[number] for number in model.predict(asked)]


def counted(
    learned: Sequence[Sequence[str]], asked: Sequence[Sequence[str]], *, most: int | None = None
) -> tuple[Matrix, Matrix]:
    """Count the features that are learned from, all or the most frequent ones."""
    vectorizer = CountVectorizer(analyzer=list, max_features=most)
    return vectorizer.fit_transform(learned), vectorizer.transform(asked)


@cache
def _tags(pairing: ComparisonInstance) -> tuple[str, ...]:
    return tuple(tagger().tag(TOKEN.findall(middle(pairing))))


def _tag_runs(pairing: ComparisonInstance) -> Iterator[str]:
    tags = _tags(pairing)
    for size in range(SHORTEST, LONGEST + 1):
        yield from (" ".join(tags[at : at + size]) for at in range(len(tags) - size + 1))


def _encoded(instances: Sequence[ComparisonInstance]) -> np.ndarray[Any, Any]:
    import torch
    from transformers import AutoTokenizer

    from nlu_models.training.encoders import load, locate_tokenizer

    encoder, tokenizer = load(ENCODER).eval(), AutoTokenizer.from_pretrained(locate_tokenizer(ENCODER))
    texts, rows = [middle(one) for one in instances], []
    with torch.inference_mode():
        for at in range(0, len(texts), _BATCH):
            batch = tokenizer(
                texts[at : at + _BATCH], padding=True, truncation=True, max_length=128, return_tensors="pt"
            )
            states = encoder(**{name: batch[name] for name in ("input_ids", "attention_mask")}).last_hidden_state
            mask = batch["attention_mask"].unsqueeze(-1)
            rows.append(((states * mask).sum(1) / mask.sum(1)).float().numpy())
    return np.concatenate(rows)
