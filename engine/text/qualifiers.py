"""What denies and what weakens: one list for all stages, as stems."""

from __future__ import annotations

from typing import Final

from engine.resources import table_of
from engine.text.tokens import stems

_LISTED: Final = table_of(__file__)

NEGATIONS: Final = frozenset(stems(_LISTED["negations"]))
"""What denies: "not", "hardly", "isn't" without its apostrophe."""
HEDGES: Final = frozenset(stems(_LISTED["hedges"]))
"""What makes a statement less than one: "perhaps", "would"."""
NOT_COMPARED: Final = frozenset(_LISTED["not_compared"].split())
"""Words in -er that are no comparatives."""
