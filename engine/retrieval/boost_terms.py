"""Words that comparing sentences have and others seldom do: they lift a sentence in the order of a search."""

from __future__ import annotations

CUES = {
    **dict.fromkeys(("better", "worse", "superior", "inferior", "prefer", "preferred", "preferable", "beat"), 1.0),
    **dict.fromkeys(("outperform", "advantage", "disadvantage", "versus", "vs", "compared", "unlike", "whereas"), 1.0),
    **dict.fromkeys(("easier", "harder", "simpler", "faster", "slower", "quicker", "cheaper", "more", "less"), 1.0),
    **dict.fromkeys(("stronger", "weaker", "safer", "cleaner", "nicer", "lighter", "smoother", "cooler"), 1.0),
    **dict.fromkeys(("bigger", "smaller", "larger", "higher", "lower", "healthier", "richer", "tougher"), 1.0),
    "than": 3.0,
}
"""Stem → how much it counts; ``than`` tells more than any adjective."""
