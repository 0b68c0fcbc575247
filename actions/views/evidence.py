"""What is taken of a comparison before it is told: its arguments, names, years and publishers, and less of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from actions.views.parts import PER_SIDE
from engine.text.lexicon import dimension_of
from engine.text.written import names_in
from engine.types import Argument, Aspect, Comparison, Decision, Outcome, Standings
from generation.standings import agreed


def arguments(found: Comparison | Standings) -> list[Argument]:
    """Return all arguments of a comparison, or of all pairs, those on what was asked first."""
    return [argument for one in found.pairs for argument in _arguments(one)]


def _arguments(comparison: Comparison) -> Iterator[Argument]:
    if comparison.asked_verdict:
        yield from comparison.asked_verdict.arguments
    yield from comparison.arguments


def written(found: Comparison | Standings, text: str = "") -> tuple[str, ...]:
    """Return the names of the things as ``engine.text.written`` has them, without another one for any.

    Args:
        found: What was found on them.
        text: In which they were named.
    """
    shown = names_in(found, text)
    return tuple(other if other.casefold() == name.casefold() else name for name, other in shown.items())


def searched(found: Comparison | Standings) -> dict[str, str]:
    """Return under which name each thing was searched, by that and by the name that was typed."""
    return dict(zip((*found.objects, *found.typed), found.objects * 2, strict=False))


def years(found: Comparison | Standings) -> list[str]:
    """Return the years that the evidence is from, in order, as far as it has dates."""
    return sorted({argument.hit.document.date[:4] for argument in arguments(found)} - {""})


def publishers(found: Comparison | Standings) -> list[str]:
    """Return the publishers of most of the evidence, at most three."""
    counted = Counter(argument.hit.publisher for argument in arguments(found))
    return [name for name, _ in counted.most_common(PER_SIDE)]


def speaking_of(found: Comparison | Standings, aspects: Sequence[Aspect]) -> Comparison | Standings:
    """Return what was found without a word on other aspects, on which nothing was found."""
    if len(aspects) == len(found.aspects):
        return found
    told = tuple(aspects)
    if isinstance(found, Comparison):
        return replace(found, aspects=told)
    names = {one.name for one in told}
    orders = (found.order, *(one for one in found.orders[1:] if one.aspect in names))
    return replace(
        found, aspects=told, orders=orders, comparisons=tuple(replace(one, aspects=told) for one in found.comparisons)
    )


def without_topics(found: Comparison | Standings, dismissed: Sequence[str]) -> Comparison | Standings:
    """Return what was found without a word on points of view that do not matter; what speaks of them still counts.

    Args:
        found: What is to be told.
        dismissed: Dimensions, and names of what is of none.
    """
    if not dismissed:
        return found

    def told(one: Comparison) -> Comparison:
        depends = tuple(
            share for share in one.verdict.depends if (dimension_of(share.aspect) or share.aspect) not in dismissed
        )
        mined = tuple(some for some in one.mined if (some.dimension or some.name) not in dismissed)
        verdict = replace(one.verdict, depends=depends)
        return replace(one, mined=mined, verdict=verdict, dismissed=tuple(dismissed))

    if isinstance(found, Comparison):
        return told(found)
    return replace(found, comparisons=tuple(map(told, found.comparisons)))


def told_enough(found: Comparison | Standings, aspects: Sequence[Aspect]) -> list[Aspect]:
    """Return those of the aspects that, of more than two things, enough is said on to tell who is put before whom."""
    orders = found.orders if isinstance(found, Standings) else ()
    few = [one.aspect for one in orders if one.decision is Outcome.INSUFFICIENT and not agreed(one, found.pairs)]
    return [one for one in aspects if one.name not in few]


def on_what_was_asked(comparison: Comparison) -> Comparison:
    """Return a comparison with the verdict on the asked property in the place of that on the whole, if there is one."""
    found = comparison.asked_verdict
    if found is None or not found.arguments:
        return comparison
    return replace(comparison, verdict=found.verdict, arguments=found.arguments, mined=(), aspects=())


def answers_asked(found: Comparison | Standings) -> bool:
    """Return whether enough was found on what was asked for to tell how it ends."""
    on = (one.asked_verdict for one in found.pairs if one.asked_verdict)
    return any(one.verdict.decision is not Decision.INSUFFICIENT for one in on)
