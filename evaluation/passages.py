"""Measures whether the stance of a whole answer can be told: ``python -m evaluation.passages --data DATA``.

The stance set has 283 answers with text and no public test file, so everything that learns is scored by ten-fold
cross-validation, repeated with other folds. Marked mentions stand for the objects. One line a method:

* ``votes``: sentences vote with their confidence, as ``passage_stance`` says; nothing is learned;
* ``sentences``: two logistic regressions, one that says whether the answer takes a side and one that says which, over
  what the classifier says of its sentences, where the objects are mentioned, and words that advise, reject or hedge;
* ``embeddings``: the same, with the mean embedding of the sentences that name one object less that of the other, and
  of all, in their main directions;
* ``prompts``: the same as ``sentences``, with how much nearer each sentence is to "x is better than y" and the like
  than to the same with x and y exchanged.

The second regression has no constant and sees each answer both ways round, so exchanging the objects exchanges the
sides. Source: Bondarenko et al., WSDM 2022: masked objects, and a sentiment prompt.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click
import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score
from sklearn.model_selection import StratifiedKFold
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler

from engine import registry
from engine.protocols import Classifier
from engine.text.word_pieces import WordPieces
from engine.trained import TRAINED
from engine.types import Classification, ComparisonInstance, Stance
from evaluation.data import data_option
from nlu_models.baselines.embedding import NAMES, Embedder
from nlu_models.baselines.transformer import END, START

Numbers = NDArray[np.float64]

LABELS = {
    "pro_first": Stance.FIRST,
    "pro_second": Stance.SECOND,
    "neutral": Stance.EQUAL,
    "no_stance": Stance.NONE,
}
MASKS = ("Firstobject", "Secondobject")
PROMPTS = (
    *("{0} is better than {1}.", "I recommend {0}.", "I prefer {0} to {1}.", "{0} is good.", "Use {0}.", "{1} is bad."),
    *("{0} is easier and faster.", "The problem with {1} is that it is slow."),
)
DIRECTIONS = 32
MAX_PIECES = 128
"""Most word pieces that are read of a text."""
C = 0.01
FOLDS, REPEATS = 10, 5

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_CUES = tuple(
    re.compile(rf"\b(?:{words})\b", re.IGNORECASE)
    for words in (
        "would|use|prefer|recommend|go with|choose|pick|suggest|better|best|love",
        r"not|\w+n't|never|no|avoid|problem|issue|worse",
        r"depend\w*|both|either|neither|same|similar|equal\w*|difference|however|while|if you",
    )
)


class Passage(NamedTuple):
    """An answer of the stance set."""

    text: str
    mentions: tuple[tuple[int, int, str], ...]
    """Where the objects are mentioned: start, end and which of ``MASKS`` it is; they may overlap."""
    label: Stance

    @property
    def sentences(self) -> list[str]:
        """Return its sentences, masks in place of the mentions."""
        text = self.text
        for start, end, name in sorted(self.mentions, reverse=True):
            text = text[:start] + name + text[end:]
        return [sentence for sentence in _SENTENCE_END.split(text) if sentence.strip()]


class Features(NamedTuple):
    """What the regressions see of an answer."""

    sides: Numbers
    """Changes its sign when the objects are exchanged."""
    whole: Numbers
    """Does not change then."""


def read_passages(path: Path) -> list[Passage]:
    """Return the passages of a stance file."""
    with path.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [
        Passage(
            row["answer"],
            tuple(
                (start, end, mask)
                for mask, spans in zip(MASKS, (row["object_1_spans"], row["object_2_spans"]), strict=True)
                for start, end in json.loads(spans or "[]")
            ),
            LABELS[row["stance"]],
        )
        for row in rows
    ]


def passage_stance(passage: Passage, classifier: Classifier) -> Stance:
    """Return the stance of a passage: the object that its sentences favour with more confidence.

    Without a sentence that favours one, ``EQUAL`` if any says so, else ``NONE``.
    """
    votes = dict.fromkeys(Stance, 0.0)
    for belief in classifier.classify([ComparisonInstance(sentence, *MASKS) for sentence in passage.sentences]):
        votes[belief.stance] += belief.confidence
    if votes[Stance.FIRST] != votes[Stance.SECOND]:
        return max(Stance.FIRST, Stance.SECOND, key=votes.__getitem__)
    return Stance.EQUAL if votes[Stance.EQUAL] or votes[Stance.FIRST] else Stance.NONE


def described(sentences: Sequence[str], beliefs: Sequence[Classification]) -> Features:
    """Return what the sentences of an answer say of the objects, where, and in which words."""
    probabilities = np.array([[b.first, b.second, b.equal] for b in beliefs])
    lean = probabilities[:, 0] - probabilities[:, 1]
    named = np.array([[mask in sentence for mask in MASKS] for sentence in sentences])
    alone = named[:, 0].astype(float) - named[:, 1]
    cues = np.array([[bool(cue.search(sentence)) for cue in _CUES] for sentence in sentences], float)
    count = [sum(sentence.count(mask) for sentence in sentences) for mask in MASKS]
    third = max(1, len(sentences) // 3)
    sides = np.array(
        [
            np.log((count[0] + 1) / (count[1] + 1)),
            *(lean.sum(), lean[:third].sum(), lean[-third:].sum()),
            *(float(np.sign(found.sum())) for found in (alone[:third], alone[-third:])),
            *(alone @ cues / np.sqrt(len(sentences))),
        ]
    )
    whole = [
        *np.log1p([len(sentences), *sorted(count)]),
        *(probabilities[:, 2].sum(), *sorted(probabilities[:, :2].sum(0))),
        *(*cues.mean(0), named.all(1).sum()),
    ]
    return Features(sides, np.array([*whole, *np.abs(sides)]))


def embedded(sentences: Sequence[str], states: Numbers, directions: Numbers) -> Features:
    """Return the mean embedding of the sentences that name one object less that of the other, and of all."""
    near = states @ directions
    first, second = (
        near[[own in sentence and other not in sentence for sentence in sentences]]
        for own, other in (MASKS, MASKS[::-1])
    )
    return Features(first.sum(0) / (len(first) + 1) - second.sum(0) / (len(second) + 1), near.mean(0))


def prompted(states: Numbers, prompts: Numbers, exchanged: Numbers) -> Features:
    """Return how much nearer the sentences are to prompts than to the same with the objects exchanged."""
    unit = states / np.linalg.norm(states, axis=1, keepdims=True)
    nearer = unit @ (prompts - exchanged).T
    return Features(np.concatenate([nearer.mean(0), nearer[0], nearer[-1]]), np.abs(nearer.mean(0)))


def regression(*, centred: bool) -> Any:
    """Return a logistic regression over scaled features; one that is not centred has no constant either."""
    model: Any = LogisticRegression
    scaler: Any = StandardScaler
    weight = "balanced" if centred else None
    steps = [
        ("scale", scaler(with_mean=centred)),
        ("regress", model(C=C, fit_intercept=centred, class_weight=weight, max_iter=1000)),
    ]
    pipeline: Any = Pipeline
    return pipeline(steps)


def cross_validated(features: Sequence[Features], labels: Sequence[Stance], seed: int) -> float:
    """Return the macro F1 of two regressions on folds that they have not seen."""
    sides, whole = (np.array(column) for column in zip(*features, strict=True))
    stances = list(LABELS.values())
    truth = np.array([stances.index(label) for label in labels])
    found = np.zeros_like(truth)
    folds: Any = StratifiedKFold
    for seen, unseen in folds(FOLDS, shuffle=True, random_state=seed).split(whole, truth):
        first, second = (sides[seen][truth[seen] == side] for side in (0, 1))
        side = regression(centred=False).fit(
            np.concatenate([first, -second, -first, second]), np.repeat([0, 1], len(first) + len(second))
        )
        table = np.hstack([whole, np.abs(side.decision_function(sides))[:, None]])
        kind = regression(centred=True).fit(table[seen], np.maximum(truth[seen], 1))
        guess = kind.predict(table[unseen])
        found[unseen] = np.where(guess > 1, guess, side.predict(sides[unseen]))
    return float(f1_score(truth, found, average="macro"))


class TextEmbedder(Embedder):
    """The encoder of the learned reader, asked for its states of any text."""

    def __init__(self) -> None:
        """Load the network and its word pieces."""
        super().__init__()
        self._words = WordPieces(TRAINED / "vocabulary.json")
        self._start, self._end = map(self._pieces.id, (START, END))

    def embed_text(self, text: str) -> NDArray[np.float32]:
        """Return the mean state of a text of which the first ``MAX_PIECES`` word pieces are read."""
        ids = [self._start, self._guideline, *self._words.ids(text)[:MAX_PIECES], self._end]
        return np.asarray(self._states(np.array(ids)).mean(0), np.float32)


def methods(passages: Sequence[Passage], classifier: Classifier, embedder: TextEmbedder) -> dict[str, list[Features]]:
    """Return the features of every method that learns."""
    texts = [passage.sentences for passage in passages]
    plain = [described(one, classifier.classify([ComparisonInstance(s, *MASKS) for s in one])) for one in texts]
    states = [np.array([embedder.embed_text(masked(sentence)) for sentence in one]) for one in texts]
    together = np.concatenate(states)
    directions = np.linalg.svd(together - together.mean(0), full_matrices=False)[2][:DIRECTIONS].T
    near, exchanged = (unit(embedder, names) for names in (NAMES, NAMES[::-1]))
    additions: dict[str, Callable[[int], Features]] = {
        "embeddings": lambda n: embedded(texts[n], states[n], directions),
        "prompts": lambda n: prompted(states[n], near, exchanged),
    }
    found = {"sentences": plain}
    for name, addition in additions.items():
        both = [(features, addition(n)) for n, features in enumerate(plain)]
        found[name] = [Features(*map(np.concatenate, zip(*pair, strict=True))) for pair in both]
    return found


def masked(sentence: str) -> str:
    """Return a sentence as the encoder reads it: short names for the objects."""
    for mask, name in zip(MASKS, NAMES, strict=True):
        sentence = sentence.replace(mask, name)
    return sentence


def unit(embedder: TextEmbedder, names: Sequence[str]) -> Numbers:
    """Return the embeddings of the prompts, of length 1."""
    states = np.array([embedder.embed_text(prompt.format(*names)) for prompt in PROMPTS])
    return np.asarray(states / np.linalg.norm(states, axis=1, keepdims=True))


@click.command()
@data_option
@click.option("--classifier", type=click.Choice(registry.names("classifier")), default="cascade", show_default=True)
def main(data: Path, classifier: str) -> None:
    """Measure whether the stance of a whole answer can be told."""
    passages = read_passages(data / "stance" / "train.jsonl")
    chosen: Classifier = registry.load("classifier", classifier)
    labels = [passage.label for passage in passages]
    votes = [passage_stance(passage, chosen) for passage in passages]
    click.echo(
        f"stance of {len(passages)} answers, macro F1, sentences weighed by {classifier} (published .58, whole set)"
    )
    macro = f1_score([one.value for one in labels], [one.value for one in votes], average="macro")
    click.echo(f"{'votes':12} {macro:.3f}")
    for name, features in methods(passages, chosen, TextEmbedder()).items():
        scores = [cross_validated(features, labels, seed) for seed in range(REPEATS)]
        click.echo(f"{name:12} {np.mean(scores):.3f} ± {np.std(scores):.3f} over {REPEATS} × {FOLDS} folds")


if __name__ == "__main__":
    main()
