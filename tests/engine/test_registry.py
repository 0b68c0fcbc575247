"""Every row of the registry leads to a part that keeps the rules of its role."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from engine import registry
from engine.errors import MissingComponentError, UnknownNameError

TESTS = Path(__file__).parent.parent
ROWS = [(role, name) for role in registry.COMPONENTS for name in registry.names(role)]
SUITES = {
    (node.name, ast.unparse(base))
    for path in TESTS.rglob("test_*.py")
    for node in ast.parse(path.read_text("utf-8")).body
    if isinstance(node, ast.ClassDef)
    for base in node.bases
}
"""Test class, and a class that it inherits."""


@pytest.mark.parametrize(("role", "name"), ROWS)
def test_every_registered_part_is_held_to_the_suite_of_its_role(role: str, name: str) -> None:
    part = registry.COMPONENTS[role][name].partition(":")[2]
    assert (f"Test{part}", f"{role.title()}Conformance") in SUITES


@pytest.mark.parametrize(
    ("role", "name"), [row for row in ROWS if row[0] not in {"retriever", "pages"} and row != ("generator", "ctrl")]
)
def test_every_part_that_needs_no_index_can_be_loaded_without_settings(role: str, name: str) -> None:
    assert type(registry.load(role, name)).__name__ == registry.COMPONENTS[role][name].partition(":")[2]


def test_a_generator_that_needs_a_model_says_how_to_get_it() -> None:
    with pytest.raises(MissingComponentError, match=r"whichever\[train\]|configs/ctrl\.toml --data data"):
        registry.load("generator", "ctrl")


@pytest.mark.parametrize(
    ("role", "name", "message"),
    [
        (
            "generator",
            "bulets",
            "Unknown generator 'bulets'. Did you mean 'bullets'? Known: brief, bullets, ctrl, llm, "
            "snippet, table, template, textrank.",
        ),
        ("oracle", "delphi", "Unknown role 'oracle'"),
        ("parser", "x" * 10_000, "Unknown parser 'xxx"),
    ],
)
def test_an_unknown_name_is_refused_with_those_that_exist(role: str, name: str, message: str) -> None:
    with pytest.raises(UnknownNameError) as refusal:
        registry.load(role, name)
    assert str(refusal.value).startswith(message)
    assert len(str(refusal.value)) < 300
