"""What denies and what weakens: one list for all stages, as stems."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

from engine.text.tokens import stems

_LISTED: Final = tomllib.loads(Path(__file__).with_name("qualifiers.toml").read_text("utf-8"))

NEGATIONS: Final = frozenset(stems(_LISTED["negations"]))
"""What denies: "not", "hardly", "isn't" without its apostrophe."""
HEDGES: Final = frozenset(stems(_LISTED["hedges"]))
"""What makes a statement less than one: "perhaps", "would"."""
NOT_COMPARED: Final = frozenset(_LISTED["not_compared"].split())
"""Words in -er that are no comparatives."""
