"""Weighs a sentence with a small transformer that sees markers in place of the objects.

The network runs in ONNX Runtime with 8-bit weights, one sentence at a time on each thread: a sentence is short enough
that a batch would gain nothing but padding, and what it gets does not depend on its neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path
from typing import Final

import numpy as np

from engine.errors import MissingComponentError
from engine.text.word_pieces import WordPieces
from engine.trained import TRAINED
from engine.types import Classification, ComparisonInstance
from nlu_models.baselines.marking import WITHOUT_CUE, Marked, hint, mark
from nlu_models.baselines.rule_stance import KeyphraseClassifier
from nlu_models.sessions import session

START: Final = "[CLS]"
END: Final = "[SEP]"
UNKNOWN: Final = "[UNK]"
MARKERS: Final = {"X": "[unused0]", "Y": "[unused1]"}
"""Vocabulary entries that the network reads in place of the objects."""
AROUND: Final = 24
"""Most word pieces read before the left object, and after the right one."""
BETWEEN: Final = 64
"""Most word pieces between two objects that may be compared."""


class Encoder:
    """Turns a sentence into what the network reads.

    The markers are put between the word pieces, not into the text: no text can pretend to be one.
    """

    def __init__(self, folder: Path = TRAINED) -> None:
        """Load the word pieces.

        Args:
            folder: Holds ``vocabulary.json``, a ``tokenizers`` file without added tokens.
        """
        self._word_pieces = WordPieces(folder / "vocabulary.json")
        self._ids = self._word_pieces.vocabulary
        self._start, self._end, self.x, self.y = (self._ids[name] for name in (START, END, *MARKERS.values()))

    def id(self, word: str) -> int:
        """Return the id of a word of the vocabulary.

        Raises:
            KeyError: If it is not in there.
        """
        return self._ids[word]

    def ids(self, marked: Marked) -> list[int] | None:
        """Return the ids of the word pieces around the two nearest mentions of different objects.

        Returns:
            At most ``BETWEEN + 2 * AROUND + 4`` ids; None when the mentions are more than ``BETWEEN`` apart.
        """
        ids = self._word_pieces.ids(marked.texts[0])
        places = []
        for letter, text in zip(marked.objects, marked.texts[1:], strict=True):
            places.append(len(ids))
            ids += [self.x if letter == "X" else self.y, *self._word_pieces.ids(text)]
        _, left, right = min(
            (right - left, left, right)
            for (left, one), (right, other) in pairwise(zip(places, marked.objects, strict=True))
            if one != other
        )
        if right - left > BETWEEN:
            return None
        return [self._start, *ids[max(0, left - AROUND) : right + AROUND + 1], self._end]


class MarkedClassifier:
    """What classifiers with a network share: it is asked about marked sentences alone, several at the same time."""

    def __init__(self, threads: int) -> None:
        """Make ready to weigh so many sentences at the same time, at least 1."""
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="stance")

    def classify(self, instances: Sequence[ComparisonInstance]) -> list[Classification]:
        """Classify sentences; see ``engine.protocols.Classifier``."""
        return list(self._pool.map(self._classify, instances))

    def weigh(self, pairing: ComparisonInstance, marked: Marked) -> Sequence[float] | None:
        """Return how likely ``CLASSES`` are, up to a factor; None when the objects are too far apart."""
        raise NotImplementedError

    def _classify(self, pairing: ComparisonInstance) -> Classification:
        marked = mark(pairing)
        if not isinstance(marked, Marked):
            return marked
        found = self.weigh(pairing, marked)
        return WITHOUT_CUE if found is None else marked.classification(found)


class TransformerClassifier(MarkedClassifier):
    """A six-layer MiniLM encoder whose states at the two markers are compared by a small head.

    Source: entity markers after Baldini Soares et al., "Matching the Blanks", ACL 2019; masked objects as in Bondarenko
    et al., WSDM 2022; the encoder is MiniLM (Wang et al., NeurIPS 2020).
    """

    def __init__(self, *, folder: Path = TRAINED, threads: int = 2) -> None:
        """Load the network.

        Args:
            folder: Holds ``stance.onnx``, which takes ``ids`` and ``hint`` of one sentence and gives the
                ``probabilities`` of ``CLASSES``, and what ``Encoder`` needs.
            threads: Sentences weighed at the same time, at least 1.

        Raises:
            MissingComponentError: ``stance.onnx`` is not there.
        """
        network = folder / "stance.onnx"
        if not network.is_file():
            raise MissingComponentError(
                "The classifiers 'transformer' and 'cascade' need 'stance.onnx' (23 MB), which has a wheel of its own. "
                "Run in a checkout: pip install ./deploy/transformer"
            )
        self._session = session(network)
        self._encoder = Encoder(folder)
        super().__init__(threads)

    def weigh(self, pairing: ComparisonInstance, marked: Marked) -> Sequence[float] | None:
        """See ``MarkedClassifier.weigh``."""
        ids = self._encoder.ids(marked)
        if ids is None:
            return None
        inputs = {"ids": np.array([ids]), "hint": np.array([hint(pairing, marked)], dtype=np.float32)}
        (probabilities,) = self._session.run(["probabilities"], inputs)
        found: list[float] = np.asarray(probabilities)[0].tolist()
        return found


class CascadeClassifier:
    """The keyphrase rules where they are sure, the transformer for a bounded number of the other sentences.

    Within the budget the result does not depend on the other sentences of the call. Past it, the sentences in which the
    rules see least are left to the rules.
    """

    def __init__(self, *, sure: float = 0.8, budget: int = 48, threads: int = 2) -> None:
        """Load both.

        Args:
            sure: Confidence from which the rules decide alone that a sentence takes a side, in [0, 1].
            budget: Most sentences of one call that the transformer reads, about 2 ms each on two threads.
            threads: See ``TransformerClassifier``.
        """
        self._sure, self._budget = sure, budget
        self._rules = KeyphraseClassifier()
        self._thorough = TransformerClassifier(threads=threads)

    def classify(self, instances: Sequence[ComparisonInstance]) -> list[Classification]:
        """Classify sentences; see ``engine.protocols.Classifier``."""
        beliefs = self._rules.classify(instances)
        doubtful = [n for n, belief in enumerate(beliefs) if belief.none > 0.5 or belief.confidence < self._sure]
        doubtful.sort(key=lambda n: beliefs[n].none)
        read = list(islice((n for n in doubtful if isinstance(mark(instances[n]), Marked)), self._budget))
        for n, belief in zip(read, self._thorough.classify([instances[n] for n in read]), strict=True):
            beliefs[n] = replace(belief, markers=beliefs[n].markers)
        return beliefs
