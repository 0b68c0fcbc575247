"""Questions about the things and the points of view of a conversation: what is new, what is alike, what weighs most."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from actions import views
from actions.dialogue_state import DialogueState
from engine.text.tokens import same_name, stems
from engine.types import Aspect, Comparison, Standings

MOST = 3
"""Weight of an aspect that matters most; the usual one is 1."""

HEAVIEST = 5
"""Largest weight of an aspect."""


def weighted(
    aspects: Sequence[Aspect], most: Sequence[str], less: Sequence[str], factor: float = 0.0
) -> tuple[Aspect, ...]:
    """Return aspects of which ``most`` outweigh all others, and ``less`` weigh half as much as the lightest other.

    Args:
        aspects: All of them.
        most: Names of those that count more.
        less: Names of those that count less.
        factor: How many times as much as the heaviest other one ``most`` count; 0 when nobody said.
    """
    others = [one.weight for one in aspects if not shares(most, (one.name,))]
    heavy = max(others, default=1)
    top = round(min(factor, HEAVIEST) * heavy) if factor else max(MOST, 1 + heavy)
    top = max(2, min(HEAVIEST, top)) if most else HEAVIEST + 1
    usual = 2 if less else 1

    def weight(one: Aspect) -> int:
        if shares(most, (one.name,)):
            return top
        return 1 if shares(less, (one.name,)) else min(max(one.weight, usual), top - 1, HEAVIEST)

    return tuple(Aspect(one.name, weight(one)) for one in aspects)


def heard(found: Comparison | Standings) -> tuple[Aspect, ...]:
    """Return the aspects that at least one argument is about."""
    named = {name for argument in views.arguments(found) for name in argument.aspects}
    return tuple(aspect for aspect in found.aspects if aspect.name in named)


def newest(state: DialogueState) -> list[str]:
    """Return the object that was brought in last, if one was."""
    before = state.history[-1].objects if state.history else ()
    new = [one for one in state.objects if not shares((one,), before)]
    return new if len(new) == 1 and len(before) > 1 else []


def alike(name: str, objects: Sequence[str]) -> list[str]:
    """Return the object that a name is much like: it shares a word with it, or is spelt much like it."""
    alike = [one for one in objects if set(stems(one)) & set(stems(name))]
    return alike or get_close_matches(name.casefold(), [one.casefold() for one in objects], n=1)


def shares(names: Sequence[str], others: Sequence[str]) -> bool:
    """Return whether one of the names means the same as one of the others."""
    return any(same_name(name, other) for name in names for other in others)
