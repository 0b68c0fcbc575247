"""Reads what a sentence claims of two things: ``engine.classifier = "claims"``.

One network is asked whom a sentence favours, and then, where it says anything, who has more of each property of which
the sentence speaks. All questions have one form, a property and a sentence with its two things marked, so that a user
may ask for a property that no list has; see ``nlu_models.claims.marking``.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cached_property
from itertools import islice
from math import exp, prod
from pathlib import Path
from statistics import fmean
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.memory import keep_short
from engine.text.analysed import KEPT, LONGEST
from engine.text.word_pieces import WordPieces
from engine.trained import TRAINED
from engine.types import OVERALL, SILENT, Claim, Classification, ComparisonInstance, Modality, Stance
from nlu_models.claims.judge import EvidenceJudge
from nlu_models.claims.marking import Marked, Row, RowEncoder, mark
from nlu_models.claims.properties import BETTER, MOST_PROPERTIES, Asked, asked, contrary, dimension, favoured, found_in
from nlu_models.claims.screen import Screen
from nlu_models.sessions import session

NETWORK: Final = "claims.onnx"
DESCRIPTION: Final = "claims.json"
VOCABULARY: Final = "vocabulary.json"
READING: Final = 2
"""Counts up whenever the same network is read otherwise: what an index keeps is then read anew."""
BATCH: Final = 4
"""Most rows of one run; larger ones leave the processor's cache and are no faster."""
EVIDENCE: Final = ("", "part_or_version_only")
"""Reasons with which a sentence may claim something."""
SPEAKS: Final = 0.2
"""Least probability that a sentence is evidence for its properties to be asked for."""
SURE: Final = 0.7
"""Confidence above which a side that one end of a property gives is the one that both ends do."""

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


class Reading(NamedTuple):
    """A marked sentence, as it was read, and what the network said."""

    marked: Marked
    row: Row
    said: Said

    def belief(self, scale: Scale, *, turned: bool = False) -> Classification:
        """Return who has more, or who has less if it is turned, as the caller's first and second."""
        x, y, equal, none = scale.probabilities(self.said.side)
        if self.marked.x_is_first is not turned:
            return Classification(x, y, equal, none)
        return Classification(y, x, equal, none)

    def condition(self) -> str:
        """Return the likeliest run of words that limit what is said; empty when nothing does."""
        offsets = self.row.offsets
        best, highest, total, start = (0, 0), 0.0, 0.0, 0
        for at, logit in enumerate(self.said.condition[self.row.words :].tolist()):
            if logit <= 0:
                total, start = 0.0, at + 1
                continue
            total += logit
            if total > highest:
                highest, best = total, (offsets[start][0], offsets[at][1])
        return self.marked.sentence[slice(*best)].strip(" ,.;:")


class ClaimReader:
    """A six-layer encoder with heads for who has more, how it is said, when it holds, and why it is no evidence.

    Source: entity markers after Baldini Soares et al., "Matching the Blanks", ACL 2019; the property as a first segment
    as in aspect sentiment by sentence pairs, Sun et al., NAACL 2019; learned by distillation, Hinton et al., 2015.
    """

    def __init__(self, *, folder: Path = TRAINED, threads: int = 2) -> None:
        """Load the network.

        Args:
            folder: Holds ``claims.onnx``, ``reader.words.bin``, ``claims.json``, ``claims_screen.npz`` and
                ``vocabulary.json``.
            threads: Runs at the same time, each on one processor core, at least 1.
        """
        self._folder = folder
        self._session = session(folder / NETWORK)
        self._encoder = RowEncoder(WordPieces(folder / VOCABULARY))
        description: dict[str, Any] = json.loads((folder / DESCRIPTION).read_text("utf-8"))
        self.model = f"{description['model']}-{READING}"
        """Names the weights, the scales, and how they are read."""
        self._evidence = [description["reasons"].index(reason) for reason in EVIDENCE]
        self._modalities = [Modality(name) for name in description["modalities"]]
        self._favours, self._more = (Scale(**description[kind]) for kind in ("favours", "properties"))
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="claims")
        self._promise = keep_short(most=KEPT, longest=LONGEST)(self._promise_of)

    @cached_property
    def _screen(self) -> Screen:
        """Read the weights of the first stage, which a folder that is being made may lack."""
        return Screen(self._folder)

    @cached_property
    def _judge(self) -> EvidenceJudge:
        """Load the network that judges, which a folder that is being made may lack."""
        return EvidenceJudge(self._folder, self._encoder, self._pool)

    @property
    def judge_model(self) -> str:
        """Name the weights of what judges; see ``engine.protocols.ClaimReader``."""
        return self._judge.model

    def judge(self, instances: Sequence[ComparisonInstance], words: str) -> list[Classification]:
        """Say how far sentences convince; see ``engine.protocols.ClaimReader``."""
        return self._judge.judge(instances, words)

    def promise(self, instances: Sequence[ComparisonInstance]) -> list[float]:
        """Say how likely sentences claim anything, without the network; see ``engine.protocols.ClaimReader``."""
        return [self._promise(instance.sentence, instance.first, instance.second) for instance in instances]

    def _promise_of(self, sentence: str, first: str, second: str) -> float:
        marked = mark(ComparisonInstance(sentence, first, second))
        likely = 0.0 if marked is None else self._screen.probability(marked)
        return likely if likely >= self._screen.least else 0.0

    def classify(self, instances: Sequence[ComparisonInstance]) -> list[Classification]:
        """Say which thing each sentence favours and what it claims; see ``engine.protocols.Classifier``."""
        return [
            replace(overall, claims=(*overall.claims, *(claim for one in others.values() for claim in one.claims)))
            for overall, others in self._read_whole(instances)
        ]

    def read_whole(self, instances: Sequence[ComparisonInstance]) -> list[dict[str, Classification]]:
        """Say whom sentences favour and what of; see ``engine.protocols.ClaimReader``."""
        return [{OVERALL: overall} | others for overall, others in self._read_whole(instances)]

    def _read_whole(
        self, instances: Sequence[ComparisonInstance]
    ) -> list[tuple[Classification, dict[str, Classification]]]:
        readings = self._read([(mark(instance), BETTER) for instance in instances])
        found: list[tuple[Classification, dict[str, Classification]]] = []
        questions: list[tuple[int, Reading, str]] = []
        for n, reading in enumerate(readings):
            belief = SILENT if reading is None else reading.belief(self._favours)
            if reading is not None:
                belief = self._claiming(reading, belief, OVERALL, belief.stance)
                if self._speaks(reading.said):
                    spoken_of = islice(found_in(reading.marked.sentence), MOST_PROPERTIES)
                    questions += [(n, reading, words) for words in spoken_of]
            found.append((belief, {}))
        answers = self.compare([(reading.marked, words) for _, reading, words in questions])
        for (n, reading, words), belief in zip(questions, answers, strict=True):
            overall, others = found[n]
            others[words] = self._claiming(reading, belief, words, favoured(words, belief.stance, overall.stance))
        return found

    def properties(self, instances: Sequence[ComparisonInstance], words: Sequence[str]) -> list[Classification]:
        """Say which thing each sentence puts above the other in a property; see ``PropertyClassifier``."""
        return self.compare([(mark(instance), one) for instance, one in zip(instances, words, strict=True)])

    def confirm(self, instances: Sequence[ComparisonInstance], words: Sequence[str]) -> list[Classification]:
        """Say the same with less reading, where the side is all that matters; see ``engine.protocols.ClaimReader``."""
        return self.compare([(mark(instance), one) for instance, one in zip(instances, words, strict=True)], sure=SURE)

    def compare(self, questions: Sequence[tuple[Marked | None, str]], *, sure: float = 1.0) -> list[Classification]:
        """Say which thing of marked sentences has more of a property each.

        A property whose opposite is known is asked for from both ends; what is probably no evidence probably says
        nothing, and is not asked twice; nor is what gives a side with more than a confidence of ``sure``.
        """
        ends = [asked(words) for _, words in questions]
        marked = [one for one, _ in questions]
        read = self._read([(one, end.words) for one, end in zip(marked, ends, strict=True)])
        others: list[tuple[int, str]] = []
        for n, (reading, end) in enumerate(zip(read, ends, strict=True)):
            other = contrary(end.words) if end.words != BETTER else ""
            if not other or reading is None or not self._speaks(reading.said):
                continue
            here = self._together(end, [reading])
            if here.stance is Stance.NONE or here.confidence <= sure:
                others.append((n, other))
        opposite = dict(
            zip([n for n, _ in others], self._read([(marked[n], other) for n, other in others]), strict=True)
        )
        return [
            self._together(end, [one for one in (reading, opposite.get(n)) if one is not None])
            for n, (reading, end) in enumerate(zip(read, ends, strict=True))
        ]

    def _read(self, questions: Sequence[tuple[Marked | None, str]]) -> list[Reading | None]:
        """Read marked sentences for a property each, those of like length together; None where nothing can be read.

        What is said of a sentence does not depend on its neighbours, see ``nlu_models.training.quantization``.
        """
        rows: dict[int, tuple[Marked, Row]] = {}
        for n, (marked, words) in enumerate(questions):
            row = None if marked is None else self._encoder.encode(words, marked)
            if marked is not None and row is not None:
                rows[n] = marked, row
        order = sorted(rows, key=lambda n: -len(rows[n][1].ids))  # the longest first: no core waits for it at the end
        groups = [order[at : at + BATCH] for at in range(0, len(order), BATCH)]
        found: list[Reading | None] = [None] * len(questions)
        runs = self._pool.map(self._run, [[rows[n][1] for n in group] for group in groups])
        for group, said in zip(groups, runs, strict=True):
            for n, one in zip(group, said, strict=True):
                found[n] = Reading(*rows[n], one)
        return found

    def _together(self, end: Asked, read: Sequence[Reading]) -> Classification:
        """Return what the readings of a property, and of its opposite if it was read, say together.

        Of the sides the geometric mean is believed, which follows the reading that is surer of what is not so, and of
        whether the sentence is evidence the mean.
        """
        if not read:
            return SILENT
        if end.words == BETTER:
            return read[0].belief(self._favours, turned=end.turned)
        scale = self._more._replace(bias=0.0)
        turns = (end.turned, not end.turned)
        beliefs = [one.belief(scale, turned=turned) for one, turned in zip(read, turns, strict=False)]
        evidence = fmean(float(_softmax(one.said.reason)[self._evidence].sum()) for one in read)
        x, y, same, neither = (
            prod(getattr(belief, side) for belief in beliefs) ** (1 / len(beliefs))
            for side in ("first", "second", "equal", "none")
        )
        first, second, equal = (evidence * one / ((x + y) + same + neither) for one in (x, y, same))
        none = exp(self._more.bias) * (1 - (first + second) - equal)
        total = (first + second) + equal + none
        return Classification(first / total, second / total, equal / total, none / total)

    def _run(self, rows: Sequence[Row]) -> list[Said]:
        ids = np.full((len(rows), max(len(row.ids) for row in rows)), _PADDING, np.int64)
        for line, row in zip(ids, rows, strict=True):
            line[: len(row.ids)] = row.ids
        side, reason, modality, condition = map(np.asarray, self._session.run(_OUTPUTS, {"ids": ids}))
        return [Said(side[n], reason[n], modality[n], condition[n, : len(row.ids)]) for n, row in enumerate(rows)]

    def _speaks(self, said: Said) -> bool:
        """Say whether a sentence may be evidence for a property."""
        return float(_softmax(said.reason)[self._evidence].sum()) >= SPEAKS

    def _claiming(self, reading: Reading, belief: Classification, words: str, favours: Stance) -> Classification:
        """Return a belief with its claim: how the sentence says it, and under which condition; none where it has none.

        Args:
            reading: The sentence, as it was read for whom it favours.
            belief: Who has more of the property.
            words: The property, or ``OVERALL``.
            favours: Who comes off better by it.
        """
        if belief.stance is Stance.NONE:
            return belief
        modality = self._modalities[int(reading.said.modality.argmax())]
        about, said = (OVERALL, "") if words == OVERALL else (dimension(words), words)
        claim = Claim(about, said, belief.stance, favours, modality, reading.condition(), belief.confidence)
        return replace(belief, claims=(claim,))


def _softmax(logits: NDArray[Any]) -> NDArray[Any]:
    powers = np.exp(logits - logits.max())
    found: NDArray[Any] = powers / powers.sum()
    return found
