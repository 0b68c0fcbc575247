"""The comparisons of the turns that are going on: each is made once, and known by its id until the turn is over."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from itertools import count

from engine.pipeline import Engine
from engine.types import Comparison, Query, Standings

Found = Comparison | Standings

MOST_TURNS = 200
"""Turns whose comparisons are held; those of a turn that nobody ended go when so many others have begun."""


class TurnComparisons:
    """Compares for the actions of a turn, which may each ask for the same comparison."""

    def __init__(self, engine: Engine) -> None:
        """Hold nothing yet."""
        self._engine = engine
        self._turns: OrderedDict[str, dict[Query, tuple[str, Found]]] = OrderedDict()
        self._ids = count(1)

    def make(self, conversation: str, query: Query, *, engine: Engine | None = None) -> Found:
        """Return a comparison, the same one for the same query of a turn; by another engine where one is named."""
        turn = self._turns.setdefault(conversation, {})
        self._turns.move_to_end(conversation)
        while len(self._turns) > MOST_TURNS:
            self._turns.popitem(last=False)
        if query not in turn:
            known = {
                old.objects: found
                for old, (_, found) in turn.items()
                if isinstance(found, Comparison) and replace(old, objects=query.objects) == query
            }
            turn[query] = (f"comparison-{next(self._ids)}", (engine or self._engine).compare_any(query, known=known))
        return turn[query][1]

    def id_of(self, conversation: str, found: Found) -> str | None:
        """Return the id of a comparison that was made in this turn."""
        turn = self._turns.get(conversation, {})
        return next((known for known, one in turn.values() if one is found), None)

    def get(self, conversation: str, comparison_id: str) -> Found | None:
        """Return a comparison of this turn by its id."""
        turn = self._turns.get(conversation, {})
        return next((one for known, one in turn.values() if known == comparison_id), None)

    def end(self, conversation: str) -> None:
        """Let the comparisons of a turn go."""
        self._turns.pop(conversation, None)
