"""A thousand sentences in which names stand in all kinds of company."""

from __future__ import annotations

from random import Random

NAMES = ("tea", "Coffee", "C++", "C", "C#", ".NET", "AT&T", "Wi-Fi", "deep learning", "Café", "8.1", "O'Reilly", "🍵")
"""What the sentences are made of, among other words."""


def mixed_sentences() -> list[str]:
    """Return them, always the same."""
    random = Random(1)
    words = (*NAMES, *map(str.upper, NAMES), "teas", "coffees", "learning", "deep", "NET", "T", "fi", "the", "than")
    signs = (" ", " ", " ", ", ", " (", ") ", "/", "-", ". ", "'s ", "’s ", "? ", "! ", "\t")
    return [
        "".join(random.choice(words) + random.choice(signs) for _ in range(random.randint(1, 9))) for _ in range(1_000)
    ]
