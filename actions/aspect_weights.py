"""Questions about the things and the points of view of a conversation: what is new, what is alike, what weighs most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from math import log
from types import MappingProxyType
from typing import Final

from actions.dialogue_state import DialogueState, Subject
from actions.views import evidence
from engine.text.lexicon import dimension_of
from engine.text.tokens import same_name, spellings, stems
from engine.types import AskedKind, Aspect, Comparison, Standings

MOST = 3
"""Weight of an aspect that matters most; the usual one is 1."""

HEAVIEST = 5
"""Largest weight of an aspect."""

LARGEST = 1e100
"""Factors of so much and more say nothing."""
HALF = 0.5
NOBODY_SAID: Final[Mapping[str, float]] = MappingProxyType({})
"""Weights of aspects of which nobody told any."""


def weighted(
    aspects: Sequence[Aspect],
    most: Sequence[str],
    less: Sequence[str],
    factors: Mapping[str, float] = NOBODY_SAID,
    *,
    points: bool = False,
) -> tuple[Aspect, ...]:
    """Return aspects with whole weights in the proportions that were said, as near as ``HEAVIEST`` lets them be.

    Args:
        aspects: All of them.
        most: Names of those that outweigh all others.
        less: Names of those that weigh half as much as the lightest other; where a factor below once is told, so many
            times as much, or as what counts most.
        factors: Names → how many times as much they count as the heaviest other, or as what counts most where it is
            less than once; where there are several, in proportion to each other, whatever they were before. Shares of
            a whole where several are less than once, or a single one is more than half. What is not above 0 and
            below ``LARGEST`` counts for nothing.
        points: Whether the factors are weights that were told outright.
    """
    known = {name: factor for name, factor in factors.items() if 0 < factor < LARGEST}
    told = [next((factor for name, factor in known.items() if same_name(name, one.name)), 0.0) for one in aspects]
    others = [
        one.weight
        for one, factor in zip(aspects, told, strict=True)
        if not (factor or shares((*most, *less), (one.name,)))
    ]
    several = points or sum(map(bool, told)) > 1
    heavy, light = 1 if several else max(others, default=1), min(others, default=1)
    outweighs = max(MOST, 1 + heavy)
    parts = [factor for factor in told if 0 < factor < 1]

    def weight(one: Aspect, factor: float) -> float:
        if 0 < factor < 1 and shares(less, (one.name,)):
            return factor * (outweighs if most else light)
        if factor >= 1:
            return factor * heavy
        if len(parts) > 1 and factor:
            return factor / min(parts)
        if factor > HALF and not several:
            return factor / (1 - factor) * heavy
        if factor:
            return factor * (outweighs if most else heavy)
        if shares(most, (one.name,)):
            return outweighs
        return light / 2 if shares(less, (one.name,)) else one.weight

    weights = _whole([weight(one, factor) for one, factor in zip(aspects, told, strict=True)])
    lighter = [shares(less, (one.name,)) for one in aspects]
    least = max((whole + 1 for whole, is_less in zip(weights, lighter, strict=True) if is_less), default=0)
    heavier = [not (is_less or factor) for is_less, factor in zip(lighter, told, strict=True)]
    return tuple(
        Aspect(one.name, max(whole, least) if is_more else whole)
        for one, whole, is_more in zip(aspects, weights, heavier, strict=True)
    )


def _whole(weights: Sequence[float]) -> list[int]:
    """Return whole numbers up to ``HEAVIEST`` in proportions as near as can be, the smallest of those that are."""
    top = max(weights, default=1)

    def scaled(highest: int) -> list[int]:
        return [max(1, round(one / top * highest)) for one in weights]

    def error(highest: int) -> float:
        pairs = zip(scaled(highest), weights, strict=True)
        return round(sum(abs(log(whole / highest * top / one)) for whole, one in pairs), 6)

    lowest = round(top) if top <= HEAVIEST and all(one == round(one) for one in weights) else 1
    return scaled(min(range(max(1, lowest), HEAVIEST + 1), key=error))


def heard(found: Comparison | Standings) -> tuple[Aspect, ...]:
    """Return the aspects that at least one argument is about."""
    named = {name for argument in evidence.arguments(found) for name in argument.aspects}
    return tuple(aspect for aspect in found.aspects if aspect.name in named)


def held(name: str, aspects: Sequence[Aspect]) -> str:
    """Return the point of view that is weighed already and meant by a name: speed by "fast", memory use by "memory"."""
    said, dimension = set(stems(name)), dimension_of(name)
    known = [one.name for one in aspects if said and said <= set(stems(one.name))]
    known += [one.name for one in aspects if dimension and dimension == dimension_of(one.name)]
    return known[0] if known else name


def others_before(state: DialogueState) -> tuple[str, ...]:
    """Return the things that were compared before that was changed last; nothing where it never was."""
    before = subject_before(state)
    return before.objects if before else ()


def subject_before(state: DialogueState) -> Subject | None:
    """Return what was talked about before the things that are compared now; None where they are the first."""
    return next((one for one in reversed(state.history) if one.objects != state.objects), None)


def newest(state: DialogueState) -> list[str]:
    """Return the object that was brought in last, if one was."""
    before = others_before(state)
    new = [one for one in state.objects if not shares((one,), before)]
    return new if len(new) == 1 and len(before) > 1 else []


def without(names: Sequence[str], state: DialogueState) -> tuple[str, ...]:
    """Return the things compared without some of them; what one of two took the place of comes back for it."""
    left = tuple(one for one in state.objects if not shares(names, (one,)))
    is_alone = len(state.objects) == 2 and len(left) == 1
    return (others_before(state) if is_alone and shares(names, newest(state)) else ()) or left


def alike(name: str, objects: Sequence[str]) -> list[str]:
    """Return the object that a name is much like: it shares a word with it, or is spelt much like it."""
    alike = [one for one in objects if set(stems(one)) & set(stems(name))]
    return alike or get_close_matches(name.casefold(), [one.casefold() for one in objects], n=1)


def shares(names: Sequence[str], others: Sequence[str]) -> bool:
    """Return whether one of the names means the same as one of the others, or is another spelling of it: "nonstick"."""
    written = {"".join(stems(other)) for other in others}
    return any("".join(stems(one)) in written for name in names for one in spellings(name))


def asked_last(state: DialogueState) -> Sequence[Aspect]:
    """Return the points of view that were asked last; nothing where that was something that is not weighed."""
    if state.unheard:
        return [one for one in state.aspects if one.name in state.unheard]
    return () if state.asked.kind is AskedKind.PROPERTY else state.aspects[-1:]
