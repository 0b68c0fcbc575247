"""Vectors of words: what ``engine.text.related`` finds words for one thing by.

A word is a vector of two halves: how an encoder of sentences reads it alone, and which words stand around it in the
corpora (positive pointwise mutual information, factorized). The first knows forms and synonyms, the second what people
speak of together. Their principal axes are kept, as 8-bit numbers.

Source: Levy and Goldberg, "Neural Word Embedding as Implicit Matrix Factorization", NeurIPS 2014, section 3.2;
Turney and Littman 2003 for the smoothing exponent of contexts in Levy, Goldberg and Dagan, TACL 2015, section 3.2.

Command: ``python -m nlu_models.training.meaning --index DIR``
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import pairwise
from math import log
from pathlib import Path
from typing import Final

import click
import numpy as np
import torch
from numpy.typing import NDArray
from scipy import sparse
from transformers import AutoTokenizer

from engine.text.related import FILE
from engine.text.stop_words import STOP
from engine.text.tokens import TOKEN, stem
from engine.trained import TRAINED
from nlu_models.training.encoders import load, locate_tokenizer

COMMON: Final = 30
"""Sentences that a word is met in, at least; words of two, ``COMMON_PAIR``."""
COMMON_PAIR: Final = 10
BOUND: Final = 0.4
"""Least normalized mutual information of two words that are a term: "battery life"."""
WINDOW: Final = 5
FACTORS: Final = 200
AXES: Final = 128
SEED: Final = 0
_BATCH: Final = 256
_PASSES: Final = 4
_CHUNK: Final = 100_000
_SMOOTHING: Final = 0.75
_LARGEST: Final = 127

_Vectors = NDArray[np.float32]


class Vocabulary:
    """The words and terms of a corpus, by their stems, and how they are mostly written."""

    def __init__(self, texts: Iterator[str]) -> None:
        """Count; a text that is met again counts once."""
        words: Counter[str] = Counter()
        pairs: Counter[tuple[str, str]] = Counter()
        written: dict[str, Counter[str]] = {}
        self.stemmed: list[list[str]] = []
        for text in dict.fromkeys(texts):
            tokens = TOKEN.findall(text)
            found = [stem(token) for token in tokens]
            self.stemmed.append(found)
            words.update(found)
            pairs.update(pairwise(found))
            for token, one in zip(tokens, found, strict=True):
                written.setdefault(one, Counter())[token.lower()] += 1
        total = words.total()
        self.words = sorted(word for word, count in words.items() if count >= COMMON and _names(word))
        known = set(self.words)
        self.terms = sorted(
            (first, second)
            for (first, second), count in pairs.items()
            if count >= COMMON_PAIR
            and first in known
            and second in known
            and log(count * total / words[first] / words[second]) / -log(count / total) > BOUND
        )
        self.spellings = [written[word].most_common(1)[0][0] for word in self.words]
        spelt = dict(zip(self.words, self.spellings, strict=True))
        self.spellings += [f"{spelt[first]} {spelt[second]}" for first, second in self.terms]
        self.rarity = [log(total / words[word]) for word in self.words] + [0.0] * len(self.terms)

    @property
    def keys(self) -> list[str]:
        """Return the words, then the terms, as stems with blanks between."""
        return self.words + [" ".join(term) for term in self.terms]


def _names(word: str) -> bool:
    return word[0].isalpha() and len(word) > 1 and word not in STOP


@torch.inference_mode()  # type: ignore[untyped-decorator]
def read_alone(spellings: Sequence[str], encoder: str) -> _Vectors:
    """Return how an encoder reads words that stand alone, one row each, about their mean."""
    tokenizer = AutoTokenizer.from_pretrained(locate_tokenizer(encoder))
    model = load(encoder).eval()
    rows = np.zeros((len(spellings), model.config.hidden_size), np.float32)
    order = sorted(range(len(spellings)), key=lambda n: len(spellings[n]))
    for at in range(0, len(order), _BATCH):
        batch = order[at : at + _BATCH]
        encoded = tokenizer([spellings[n] for n in batch], padding=True, return_tensors="pt")
        rows[batch] = model(**encoded).last_hidden_state[:, 0].numpy()
    return _unit(_unit(rows) - _unit(rows).mean(axis=0))


def met_together(vocabulary: Vocabulary) -> _Vectors:
    """Return vectors of the words and terms by the words that stand within ``WINDOW`` of them, one row each."""
    words = {word: n for n, word in enumerate(vocabulary.words)}
    terms = {term: len(words) + n for n, term in enumerate(vocabulary.terms)}
    counts = sparse.csr_matrix((len(words) + len(terms), len(words)), dtype=np.float32)
    for start in range(0, len(vocabulary.stemmed), _CHUNK):
        rows, columns = [], []
        for stems in vocabulary.stemmed[start : start + _CHUNK]:
            own = np.array([words.get(word, -1) for word in stems])
            joint = np.array([terms.get(pair, -1) for pair in pairwise(stems)], np.int64)
            for apart in range(1, min(WINDOW, len(stems) - 1) + 1):
                beside = [(own[:-apart], own[apart:]), (own[apart:], own[:-apart])]
                beside.append((joint[: len(own) - apart - 1], own[apart + 1 :]))
                beside.append((joint[apart:], own[: len(joint) - apart]))
                for one, other in beside:
                    both = (one >= 0) & (other >= 0)
                    rows.append(one[both])
                    columns.append(other[both])
        places = (np.concatenate(rows), np.concatenate(columns))
        counts = counts + sparse.csr_matrix((np.ones(len(places[0]), np.float32), places), shape=counts.shape)
    counts.data[counts.data < 2] = 0  # met once, by chance
    counts.eliminate_zeros()
    met = np.asarray(counts.sum(axis=1)).ravel()
    around = np.asarray(counts.sum(axis=0)).ravel() ** _SMOOTHING
    cells = counts.tocoo()
    information = np.log(cells.data / (met[cells.row] * (around / around.sum())[cells.col]))
    positive = information > 0
    cells = (information[positive].astype(np.float32), (cells.row[positive], cells.col[positive]))
    return _unit(_factors(sparse.csr_matrix(cells, shape=counts.shape)))


def _factors(matrix: sparse.csr_matrix) -> _Vectors:
    """Return the rows of a matrix in its ``FACTORS`` largest singular directions, by the root of their values."""
    basis = np.random.default_rng(SEED).standard_normal((matrix.shape[1], FACTORS + 20)).astype(np.float32)
    for _ in range(_PASSES):
        basis = np.linalg.qr(matrix.T @ np.linalg.qr(matrix @ basis)[0])[0]
    left, values, _ = np.linalg.svd(matrix @ basis, full_matrices=False)
    return np.asarray(left[:, :FACTORS] * np.sqrt(values[:FACTORS]), np.float32)


def _unit(rows: _Vectors) -> _Vectors:
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


def principal(rows: _Vectors) -> NDArray[np.int8]:
    """Return rows along their ``AXES`` main axes, each scaled to 8-bit numbers."""
    axes = np.linalg.eigh(rows.T @ rows)[1][:, ::-1][:, :AXES]
    kept = rows @ axes
    return np.round(kept * _LARGEST / np.abs(kept).max(axis=1, keepdims=True)).astype(np.int8)


@click.command()
@click.option("--index", type=click.Path(exists=True, path_type=Path), required=True, help="An embedded index.")
@click.option("--encoder", default="bge-small", show_default=True)
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=TRAINED, show_default=True)
def main(index: Path, encoder: str, out: Path) -> None:
    """Learn vectors from the sentences of an index."""
    with closing(sqlite3.connect(index / "texts.sqlite")) as texts:
        vocabulary = Vocabulary(text for (text,) in texts.execute("SELECT text FROM sentence ORDER BY n"))
    print(f"{len(vocabulary.words)} words, {len(vocabulary.terms)} terms", flush=True)
    halves = read_alone(vocabulary.spellings, encoder), met_together(vocabulary)
    vectors = principal(np.hstack(halves) / np.sqrt(2))
    np.savez_compressed(
        out / FILE, keys=np.array(vocabulary.keys), vectors=vectors, rarity=np.array(vocabulary.rarity, np.float16)
    )


if __name__ == "__main__":
    main()
