"""Reads what a sentence claims of two things: ``engine.classifier = "claims"``.

One network is asked whom a sentence favours, and then, where it says anything, who has more of each property of which the
sentence speaks. All questions have the same form, a property and a sentence with its two things marked, so that a user
may ask for a property that no list has; see ``nlu_models.claims.marking``.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from onnxruntime import InferenceSession, SessionOptions
from tokenizers import Tokenizer

from engine.types import Classification, ComparisonInstance, Stance
from engine.types.claims import OVERALL, Claim, Modality
from nlu_models.claims.marking import Marked, Row, RowEncoder, mark
from nlu_models.claims.properties import BETTER, MOST_PROPERTIES, asked, dimension, favoured, found_in

TRAINED: Final = Path(__file__).parents[1] / "trained"
"""Folder of the weights, written by ``python -m nlu_models.train``."""
NETWORK: Final = "claims.onnx"
DESCRIPTION: Final = "claims.json"
VOCABULARY: Final = "vocabulary.json"
BATCH: Final = 32
"""Most rows of one run."""
ABSENT: Final = Classification(0.0, 0.0, 0.0, 1.0)
"""A sentence that does not name both things, or only far apart."""
SPEAKS: Final = 0.2
"""Least probability that a sentence is evidence for its properties to be asked for."""

_PADDING: Final = 0
_OUTPUTS: Final = ("side", "reason", "modality", "condition")
_Array = NDArray[np.float32]


class Said(NamedTuple):
    """What the network says of a row: logits."""

    side: _Array
    reason: _Array
    modality: _Array
    condition: _Array
    """One for each id of the row."""


class Scale(NamedTuple):
    """What turns the logits of one kind of question into probabilities."""

    temperature: float
    bias: float
    """Added to the logit of ``NONE``."""

    def probabilities(self, logits: _Array) -> list[float]:
        """Return the probabilities of X, Y, EQUAL and NONE."""
        scaled = logits.astype(np.float64) / self.temperature
        scaled[-1] += self.bias
        found: list[float] = _softmax(scaled).tolist()
        return found


class ClaimReader:
    """A six-layer encoder with heads for who has more, how it is said, under which condition, and why it is no evidence.

    Source: entity markers after Baldini Soares et al., "Matching the Blanks", ACL 2019; the property as a first segment
    as in aspect sentiment by sentence pairs, Sun et al., NAACL 2019; learned by distillation, Hinton et al., 2015.
    """

    def __init__(self, *, folder: Path = TRAINED, threads: int = 2) -> None:
        """Load the network.

        Args:
            folder: Holds ``claims.onnx``, ``claims.json`` and ``vocabulary.json``.
            threads: Runs at the same time, each on one processor core, at least 1.
        """
        options = SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._session = InferenceSession(folder / NETWORK, options, providers=["CPUExecutionProvider"])
        self._encoder = RowEncoder(Tokenizer.from_file(str(folder / VOCABULARY)))
        description: dict[str, Any] = json.loads((folder / DESCRIPTION).read_text("utf-8"))
        self._reasons: list[str] = description["reasons"]
        self._modalities = [Modality(name) for name in description["modalities"]]
        self._favours, self._more = (Scale(**description[kind]) for kind in ("favours", "properties"))
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="claims")

    def classify(self, instances: Sequence[ComparisonInstance]) -> list[Classification]:
        """Say which thing each sentence favours and what it claims; see ``engine.protocols.Classifier``."""
        marked = [mark(instance) for instance in instances]
        whole = self._ask([(BETTER, one) for one in marked])
        speaking: list[tuple[int, str]] = []
        for n, (one, found) in enumerate(zip(marked, whole, strict=True)):
            if one is not None and found is not None and self._speaks(found[1]):
                speaking += [(n, words) for words in islice(found_in(one.sentence), MOST_PROPERTIES)]
        single = self._ask([(asked(words).words, marked[n]) for n, words in speaking])
        claims: list[list[Claim]] = [[] for _ in instances]
        results = []
        for n, (one, found) in enumerate(zip(marked, whole, strict=True)):
            if one is None or found is None:
                results.append(ABSENT)
                continue
            belief = self._belief(one, found[1], self._favours)
            results.append(belief)
            if belief.stance is not Stance.NONE:
                claims[n].append(self._claim(one, *found, OVERALL, "", belief.stance, belief.stance, belief.confidence))
        for (n, words), found in zip(speaking, single, strict=True):
            one, general = marked[n], whole[n]
            if one is None or found is None or general is None:
                continue
            belief = self._turned(self._belief(one, found[1], self._more), words)
            if belief.stance is not Stance.NONE:
                favours = favoured(words, belief.stance, results[n].stance)
                details = (dimension(words), words, belief.stance, favours, belief.confidence)
                claims[n].append(self._claim(one, *general, *details))
        return [
            replace(result, claims=tuple(found)) if found else result
            for result, found in zip(results, claims, strict=True)
        ]

    def properties(self, instances: Sequence[ComparisonInstance], words: Sequence[str]) -> list[Classification]:
        """Say which thing each sentence says has more of a property.

        Args:
            instances: Sentences with their two things.
            words: The property that each is asked for, as one would ask it: "expensive", "easy to learn", "faster".

        Returns:
            One classification for each, whose stance is the thing with more of the property, ``NONE`` if the sentence
            does not say.
        """
        marked = [mark(instance) for instance in instances]
        questions = [asked(one) for one in words]
        answers = self._ask([(question.words, one) for question, one in zip(questions, marked, strict=True)])
        results = []
        for one, question, found, said in zip(marked, questions, answers, words, strict=True):
            if one is None or found is None:
                results.append(ABSENT)
                continue
            scale = self._favours if question.words == BETTER else self._more
            results.append(self._turned(self._belief(one, found[1], scale), said))
        return results

    def _ask(self, questions: Sequence[tuple[str, Marked | None]]) -> list[tuple[Row, Said] | None]:
        """Ask about marked sentences, those of like length together; None where there is nothing to ask."""
        rows = [None if one is None else self._encoder.encode(words, one) for words, one in questions]
        order = sorted((len(row.ids), n) for n, row in enumerate(rows) if row is not None)
        groups = [[n for _, n in order[at : at + BATCH]] for at in range(0, len(order), BATCH)]
        found: dict[int, Said] = {}
        for group, said in zip(groups, self._pool.map(self._run, [[rows[n] for n in group] for group in groups]), strict=True):
            found |= zip(group, said, strict=True)
        return [None if row is None else (row, found[n]) for n, row in enumerate(rows)]

    def _run(self, rows: Sequence[Row]) -> list[Said]:
        ids = np.full((len(rows), max(len(row.ids) for row in rows)), _PADDING, np.int64)
        for line, row in zip(ids, rows, strict=True):
            line[: len(row.ids)] = row.ids
        side, reason, modality, condition = map(np.asarray, self._session.run(_OUTPUTS, {"ids": ids}))
        return [Said(side[n], reason[n], modality[n], condition[n, : len(row.ids)]) for n, row in enumerate(rows)]

    def _speaks(self, said: Said) -> bool:
        reasons = _softmax(said.reason)
        return bool(reasons[self._reasons.index("")] + reasons[self._reasons.index("part_or_version_only")] >= SPEAKS)

    def _belief(self, marked: Marked, said: Said, scale: Scale) -> Classification:
        x, y, equal, none = scale.probabilities(said.side)
        return Classification(x, y, equal, none) if marked.x_is_first else Classification(y, x, equal, none)

    def _turned(self, belief: Classification, words: str) -> Classification:
        return belief.flipped() if asked(words).turned else belief

    def _claim(
        self,
        marked: Marked,
        row: Row,
        said: Said,
        dimension: str,
        words: str,
        more: Stance,
        favours: Stance,
        confidence: float,
    ) -> Claim:
        modality = self._modalities[int(said.modality.argmax())]
        return Claim(dimension, words, more, favours, modality, self._condition(marked, row, said), confidence)

    def _condition(self, marked: Marked, row: Row, said: Said) -> str:
        """Return the likeliest run of words that limit what is said; empty when nothing does."""
        logits = said.condition[row.words :]
        best, start, total = (0, 0), 0, 0.0
        highest = 0.0
        for at, logit in enumerate(logits):
            if logit <= 0.0:
                start, total = at + 1, 0.0
                continue
            total += float(logit)
            if total > highest and row.offsets[at][1] > row.offsets[at][0]:
                highest, best = total, (start, at)
        if highest == 0.0:
            return ""
        first, last = row.offsets[best[0]][0], row.offsets[best[1]][1]
        text = marked.sentence[first:last]
        return text.strip(" ,.;:") if last > first else ""


def _softmax(logits: NDArray[Any]) -> NDArray[Any]:
    powers = np.exp(logits - logits.max())
    found: NDArray[Any] = powers / powers.sum()
    return found
