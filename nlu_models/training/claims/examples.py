"""What the reader of claims learns from: judged sentences, and the questions that they answer.

A judged sentence answers whom it favours, who has more of the properties that it speaks of and, through the lexicon, of
their synonyms and opposites. To all other properties it answers ``NONE``: to those of other sentences, to those whose
words it contains without comparing, and a sentence that is no evidence to every one.
"""

from __future__ import annotations

import csv
import random
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from engine.text.tokens import stems
from engine.types import Modality
from nlu_models.claims.marking import Marked, mark, place
from nlu_models.claims.properties import BETTER, asked, contrary, dimension, found_in, kin, known_sense
from nlu_models.training.claims.join import JUDGED
from nlu_models.training.examples import Example, read_own

SIDES: Final = ("X", "Y", "EQUAL", "NONE")
"""Who has more: what the columns of the reader's first output stand for."""
REASONS: Final = (
    "",
    "other_sense",
    "third_thing",
    "part_or_version_only",
    "not_comparing",
    "question",
    "hypothetical",
    "irony",
    "unclear",
)
"""Why a sentence is no evidence; empty if it is."""
MODALITIES: Final = tuple(modality.value for modality in Modality)
AHEAD: Final = "ahead"
"""What the rows of CompSent-19 answer: its crowd took every comparison for better or worse, "bigger" too."""
COMMON_KIN: Final = 4
"""Synonyms and opposites are drawn from so many of the commonest."""
WORDED: Final = 0.5
"""Share of the open questions that are asked in another wording."""
MORE: Final = 0.5
"""Share of CompSent-19 and the own sentences that each pass takes."""
WORDINGS: Final = JUDGED / "wordings.tsv"
LEARNED_WITHOUT_NAMES: Final = 0.2
"""Share of the rows in which the names of the things are left out, so that they are not all that is learned."""


class Judged(NamedTuple):
    """A judged sentence."""

    marked: Marked
    favours: str
    """As in the files: first, second, equal, none; empty if only properties were judged."""
    claims: tuple[tuple[str, str], ...]
    """Property and who has more of it."""
    modality: str
    condition: tuple[int, int] | None
    reason: str
    probes: tuple[tuple[str, str], ...] = ()
    """Further properties that were judged, and who has more of each: often none, where the words tempt."""

    def claims_anything(self) -> bool:
        """Return whether the sentence favours a thing or puts one above the other."""
        return self.favours != "none" or bool(self.claims) or any(more != "none" for _, more in self.probes)


class Question(NamedTuple):
    """A property that a sentence is asked for, and the answer."""

    marked: Marked
    words: str
    target: tuple[float, ...]
    """Probabilities of ``SIDES``."""
    reason: int = -1
    """Index of ``REASONS``; -1 when it is not known."""
    modality: int = -1
    """Index of ``MODALITIES``; -1 when it is not known."""
    condition: tuple[int, int] | None = None
    """Characters of the condition; only asked where the modality is known."""
    weight: float = 1.0


def judged(rows: Iterable[Mapping[str, Any]]) -> list[Judged]:
    """Return the sentences of joined rows; see ``nlu_models.training.claims.join``."""
    found = []
    for row in rows:
        marked = place(row["sentence"], row["first_spans"], row["second_spans"])
        if marked is not None:
            claims, probes = (
                tuple((one["property"], one["more"]) for one in row.get(name, ())) for name in ("claims", "probes")
            )
            found.append(
                Judged(
                    marked,
                    row.get("favours", ""),
                    claims,
                    row.get("modality", ""),
                    tuple(row["condition"]) if row.get("condition") else None,
                    row.get("not_evidence", ""),
                    probes,
                )
            )
    return found


def target(side: str, x_is_first: bool) -> tuple[float, ...]:
    """Return the probabilities of ``SIDES`` for a side as the files name it."""
    if side in ("first", "second"):
        return (1.0, 0.0, 0.0, 0.0) if (side == "first") is x_is_first else (0.0, 1.0, 0.0, 0.0)
    return (0.0, 0.0, 1.0, 0.0) if side == "equal" else (0.0, 0.0, 0.0, 1.0)


def overall(sentence: Judged) -> Question:
    """Return the question whom a sentence favours, with why, how and under which condition."""
    return Question(
        sentence.marked,
        BETTER,
        target(sentence.favours, sentence.marked.x_is_first),
        REASONS.index(sentence.reason),
        MODALITIES.index(sentence.modality),
        sentence.condition,
    )


class Asker:
    """Draws questions on properties for judged sentences."""

    def __init__(self, sentences: Sequence[Judged], order: random.Random) -> None:
        """Take the sentences whose properties may be asked for, and the source of chance."""
        self._known = [words for one in sentences for words, _ in one.claims if asked(words).words != BETTER]
        self._order = order

    def questions(self, sentence: Judged) -> list[Question]:
        """Return what a sentence is asked in one pass.

        Whom it favours, at most two of its claims, the further properties that were judged, and unless that was done a
        property that it does not speak of and one that a claim resembles.
        """
        claims = [claim for claim in sentence.claims if asked(claim[0]).words != BETTER]
        drawn = self._order.sample(claims, min(2, len(claims)))
        found = [self._of(sentence, *self._vary(words), more) for words, more in drawn]
        found += [self._of(sentence, *self._vary(words), more) for words, more in sentence.probes]
        evidence = sentence.reason in ("", "part_or_version_only")
        if self._known and self._order.random() < (0.9 if evidence and not sentence.probes else 0.35):
            found += self.unjudged(sentence)
        wider = "" if sentence.probes else self._wider(claims)
        if wider and self._order.random() < 0.5:
            found.append(Question(sentence.marked, wider, target("none", True)))
        if not sentence.favours:
            return found
        reason = REASONS.index(sentence.reason)
        return [overall(sentence), *(question._replace(reason=reason) for question in found)]

    @staticmethod
    def judged(sentence: Judged) -> list[Question]:
        """Return the questions on properties of a sentence whose answers were judged as they stand."""
        return [
            Asker._of(sentence, question.words, question.turned, more)
            for words, more in (*sentence.claims, *sentence.probes)
            if (question := asked(words)).words != BETTER
        ]

    @staticmethod
    def _of(sentence: Judged, words: str, turned: bool, more: str) -> Question:
        side = {"first": "second", "second": "first"}.get(more, more) if turned else more
        return Question(sentence.marked, words, target(side, sentence.marked.x_is_first))

    def open(self, marked: Marked, other: float) -> list[Question]:
        """Return what a sentence is asked without knowing the answer: one of its own words, perhaps another property.

        Args:
            marked: The sentence.
            other: Chance of a property of other sentences.
        """
        own = list(dict.fromkeys(words for one in found_in(marked.sentence) if (words := asked(one).words) != BETTER))
        self._order.shuffle(own)
        drawn = own[:1] + ([self._order.choice(self._known)] if self._order.random() < other else [])
        worded = (self._vary(words)[0] if self._order.random() < WORDED else words for words in drawn)
        return [Question(marked, words, (0.0,) * len(SIDES)) for words in worded]

    def unjudged(self, sentence: Judged) -> list[Question]:
        """Return what a sentence without labels is asked: a property of its own words, or any other."""
        other = self._other(sentence)
        return [Question(sentence.marked, other, target("none", True))] if other else []

    def _vary(self, words: str) -> tuple[str, bool]:
        """Return a property or one that says the same or the opposite, and whether it is the opposite."""
        draw, order = self._order.random(), self._order
        question = asked(words)
        written = wordings().get(question.words)
        if written and written[0] and draw < 0.7:
            opposite = bool(written[1]) and draw < 0.3
            return order.choice(written[opposite]), opposite is not question.turned
        same, other = kin(words)
        turned = contrary(question.words)
        if draw < 0.1 and same:
            return order.choice(same[:COMMON_KIN]).replace("-", " "), False
        if draw < 0.45 and other:
            return order.choice(other[:COMMON_KIN]).replace("-", " "), True
        if draw < 0.45 and turned:
            return turned, not question.turned
        return question.words, question.turned

    def _wider(self, claims: Sequence[tuple[str, str]]) -> str:
        """Return a property that a claim resembles without answering it: "fast" for "fast to boot"; empty if none."""
        several = [words for words, _ in claims if " " in words or "-" in words]
        if not several:
            return ""
        head = self._order.choice(several).replace("-", " ").partition(" ")[0]
        plain = {asked(words).words for words, _ in claims}
        if asked(head).words in plain or asked(head).words == BETTER or not known_sense(head):
            return ""
        alike = [words for words in self._known if words.startswith(f"{head} ") and words not in plain]
        return self._order.choice([head, *self._order.sample(alike, min(1, len(alike)))])

    def _other(self, sentence: Judged) -> str:
        """Return a property that a sentence does not compare, perhaps one of its own words; empty if none is met."""
        dimensions = {dimension(words) for words, _ in sentence.claims}
        said = {stem for words, _ in sentence.claims for stem in stems(words)}
        own = list(found_in(sentence.marked.sentence)) if self._order.random() < 0.5 else []
        self._order.shuffle(own)
        for words in (*own, *self._order.sample(self._known, min(4, len(self._known)))):
            if dimension(words) not in dimensions and not said & set(stems(words)):
                return asked(words).words
        return ""


def pass_of(sentences: Sequence[Judged], order: random.Random) -> list[Question]:
    """Return the questions of one pass over judged sentences."""
    asker = Asker(sentences, order)
    return [question for sentence in sentences for question in asker.questions(sentence)]


def some(questions: Sequence[Question], order: random.Random, share: float = MORE) -> list[Question]:
    """Return a share of questions at random."""
    return [question for question in questions if order.random() < share]


@cache
def wordings() -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return other wordings of properties and uses as they are asked for: what means the same, and the opposite."""
    found = {}
    with WORDINGS.open(encoding="utf-8", newline="") as lines:
        for words, same, opposite in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            alike, against = (tuple(one.strip() for one in end.split("|") if one.strip()) for end in (same, opposite))
            question = asked(words)
            found[question.words] = (against, alike) if question.turned else (alike, against)
    return found


def of_compsent(examples: Iterable[Example], weight: float) -> list[Question]:
    """Return rows of CompSent-19 as questions who is ahead."""
    return [
        Question(marked, AHEAD, example.canonical(marked), weight=weight)  # type: ignore[arg-type]
        for example in examples
        if (marked := mark(example.pairing)) is not None
    ]


def of_own() -> list[Question]:
    """Return the sentences written for this project that favour a thing or say that both are level."""
    return [
        Question(marked, BETTER, example.canonical(marked))  # type: ignore[arg-type]
        for example in read_own()
        if example.target[3] < 1 and (marked := mark(example.pairing)) is not None
    ]
