"""What two things differ in: each dimension in which sentences put one above the other, with a verdict of its own."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from engine.config import VerdictConfig
from engine.text import lexicon
from engine.text.graded import meant_by
from engine.text.morphology import compared
from engine.text.tagging import tagger
from engine.text.tokens import stems
from engine.types import OVERALL, Argument, Claim, Classification, Difference, Modality, Stance
from engine.verdict.decision import decide
from engine.verdict.weights import weigh

_COUNTS: Final = 0.5
"""Least confidence of a claim that counts."""
_SAID: Final = (Modality.ASSERTED, Modality.HEDGED, Modality.REPORTED, Modality.PAST)
"""How a claim is said that counts; a wish, a question and what is denied do not."""


class OnDimension(NamedTuple):
    """What sentences say on a dimension."""

    dimension: str
    words: str
    """As in ``Difference``."""
    arguments: list[Argument]
    """The surest first, not weighed; ``FIRST`` says that ``words`` are true of the first thing."""


def by_dimension(arguments: Sequence[Argument], *, objects: tuple[str, str]) -> list[OnDimension]:
    """Return what sentences claim, one dimension at a time.

    Args:
        arguments: Sentences with what they claim, whomever they favour.
        objects: The names of the things, which decide what "harder" is.
    """
    about = " ".join(objects)
    claimed: dict[str, list[tuple[Argument, Claim]]] = defaultdict(list)
    for argument in arguments:
        for claim in argument.classification.claims:
            if claim.dimension not in (OVERALL, lexicon.GENERAL) and _counts(claim):
                claimed[meant_by(claim.words, claim.dimension, about=about)].append((argument, claim))
    found = []
    for dimension, said in claimed.items():
        claims = [claim for _, claim in said]
        end = _end(dimension, claims)
        on = [_on(argument, claim, turned=_sign(claim, dimension) != end) for argument, claim in said]
        surest = sorted(on, key=lambda one: -one.classification.confidence)
        found.append(OnDimension(dimension, _words(dimension, end, claims, frozenset(stems(about))), surest))
    return found


def decide_differences(
    found: Sequence[OnDimension], *, first: str, second: str, settings: VerdictConfig
) -> tuple[Difference, ...]:
    """Decide who is ahead on each dimension.

    Args:
        found: Without near-copies.
        first: Name of the first object.
        second: Name of the second object.
        settings: Those of every verdict.

    Returns:
        One for each dimension of the lexicon, and each that two sources speak of; those of most sources first.
    """
    decided = []
    for dimension, words, arguments in found:
        weighed = sorted(weigh(arguments), key=lambda one: (-one.weight, one.hit.sentence.id))
        verdict = decide(weighed, first=first, second=second, settings=settings)
        if dimension in lexicon.names() or verdict.sources > 1:
            decided.append(Difference(dimension, words, verdict, tuple(weighed)))
    return tuple(sorted(decided, key=lambda one: (-one.verdict.sources, one.dimension)))


def _counts(claim: Claim) -> bool:
    return claim.modality in _SAID and claim.confidence > _COUNTS


def _sign(claim: Claim, dimension: str) -> int:
    return lexicon.end_of(claim.words, dimension) or 1


def _end(dimension: str, claims: Sequence[Claim]) -> int:
    """Return the end of a dimension in whose words it is told: the good one, of a scale that which most name."""
    if lexicon.words_of(dimension, "good"):
        return 1
    return 1 if sum(_sign(claim, dimension) for claim in claims) >= 0 else -1


def _words(dimension: str, end: int, claims: Sequence[Claim], named: frozenset[str]) -> str:
    """Return the comparative that most say of who has more at an end of a dimension, in no words of the names."""
    words_of_end = (claim.words for claim in claims if _sign(claim, dimension) == end)
    said = Counter(words for words in words_of_end if named.isdisjoint(stems(words)))
    listed = [word for role in ("good", "high") for word in lexicon.words_of(dimension, role)]
    words = (said.most_common(1)[0][0] if said else listed[0] if listed else dimension).replace("-", " ")
    if words.startswith("well "):
        return f"better {words.removeprefix('well ')}"
    if dimension in lexicon.names() and not listed and tagger().tag(["the", words])[1] == "NN":
        return f"better on {dimension}"
    return words if tagger().tag(["it", *words.split()])[1] == "JJR" else compared(words)


def _on(argument: Argument, claim: Claim, *, turned: bool) -> Argument:
    """Return an argument as one on a dimension: whom it puts at the end that is told."""
    more = claim.more.flipped() if turned else claim.more
    first, second, equal = (claim.confidence * (more is one) for one in (Stance.FIRST, Stance.SECOND, Stance.EQUAL))
    belief = Classification(first, second, equal, 1 - claim.confidence, argument.classification.markers, (claim,))
    return replace(argument, classification=belief)
