"""Conditions that sentences name, and what a verdict depends on by them."""

from __future__ import annotations

import pytest

from engine.aspects.conditions import conditions
from engine.config import load_config
from engine.pipeline import Engine
from engine.types import Decision
from tests.engine.arguments import F, S, argument


def named(*texts: str) -> list[str]:
    said = [argument(F, text=text) for n, text in enumerate(texts)]
    return [found.name for found in conditions(said, first="tea", second="coffee")]


@pytest.mark.parametrize(
    ("texts", "names"),
    [
        (["For beginners tea is easier than coffee.", "Tea is better than coffee for a beginner."], ["for beginner"]),
        (["In games tea is better than coffee.", "For gaming, tea beats coffee."], ["for gaming"]),
        (["At night tea is better than coffee.", "For work tea is better than coffee."], []),
        (["In Iced Tea milk is better than in coffee.", "In Iced Tea there is less sugar than in coffee."], []),
        (["In my opinion tea is better than coffee.", "In our opinion tea beats coffee."], []),
        (["In general tea is better than coffee.", "For me tea beats coffee.", "In 2010 tea beat coffee."], []),
    ],
)
def test_a_condition_that_two_sources_name_is_found(texts: list[str], names: list[str]) -> None:
    assert named(*texts) == names


def test_a_source_counts_once_on_a_side() -> None:
    said = [
        argument(F, sources=["a"], text="For beginners tea is easier than coffee."),
        argument(F, sources=["a"], text="Tea is simpler for beginners than coffee."),
        argument(S, sources=["b"], text="For beginners coffee is easier than tea."),
    ]
    (found,) = conditions(said, first="tea", second="coffee")
    assert (found.first_count, found.second_count, found.method) == (1, 1, "condition")


def test_a_verdict_depends_on_a_condition_that_sources_decide() -> None:
    sentences = [
        "Linux is faster than Windows.",
        "Linux is far more stable than Windows, in my experience.",
        "My old machine runs better on Linux than on Windows.",
        "We found Linux cheaper than Windows for our office.",
        "Developers prefer Linux over Windows.",
        "Linux is safer than Windows.",
        "For web servers Linux is better than Windows.",
        "For gaming Windows is better than Linux.",
        "I prefer Windows over Linux for gaming.",
        "In games Windows is faster than Linux.",
        "Windows is simply better than Linux for games.",
    ]
    answer = Engine(load_config(environ={})).answer_from(sentences, ("Linux", "Windows"), generator="brief")
    assert answer.comparison is not None
    assert [(one.aspect, one.decision) for one in answer.comparison.verdict.depends] == [
        ("for gaming", Decision.SECOND)
    ]
    assert "For gaming, however, all 4 sources speak for Windows, one of them " in answer.text
    assert "Choose Windows for gaming [" in answer.text
