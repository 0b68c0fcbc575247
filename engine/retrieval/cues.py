"""Words that comparing sentences have and others seldom do; they lift a sentence in the order of a search."""

from __future__ import annotations

CUES = (
    "than", "better", "worse", "best", "worst", "superior", "inferior", "prefer", "preferable", "versus", "vs",
    "compared", "comparison", "advantage", "disadvantage", "beat", "outperform", "faster", "slower", "cheaper",
    "easier", "harder", "stronger", "weaker", "safer", "more", "less", "instead", "unlike", "whereas",
)  # fmt: skip
"""As stems."""
