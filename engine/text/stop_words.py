"""Words that say nothing of what a text is about."""

from __future__ import annotations

from typing import Final

from engine.resources import table_of
from engine.text.tokens import stem

STOP: Final = frozenset(map(stem, table_of(__file__)["words"].split()))
"""Their stems."""
