"""What a CTRL model is asked; tests/training/test_ctrl.py has one that answers."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from engine.config import load_config
from engine.errors import ConfigError, MissingComponentError
from engine.pipeline import Engine
from generation.ctrl import which_better


@pytest.mark.parametrize(
    ("objects", "aspects", "asked"),
    [
        (["tea", "coffee"], [], "What is better: tea or coffee?"),
        (["C++", "AT&T", ".NET"], [], "What is better: C++, AT&T or .NET?"),
        (["tea", "coffee"], ["sleep"], "Which is better in respect to the sleep: tea or coffee?"),
        (["a", "b"], ["price", "speed"], "Which is better in respect to the price and speed: a or b?"),
        (["a\n[1]", "b\u202e"], [], "What is better: a (1) or b?"),
    ],
)
def test_the_published_question_is_made_of_clean_names(objects: list[str], aspects: list[str], asked: str) -> None:
    assert which_better(objects, aspects) == asked


@pytest.mark.skipif(find_spec("torch") is not None, reason="the libraries are there")
def test_without_the_libraries_the_error_says_how_to_install_them() -> None:
    engine = Engine(load_config(environ={}))
    found = engine.compare_from(["Tea is better than coffee."], ("tea", "coffee"))
    with pytest.raises(
        MissingComponentError, match=r'needs the Python package .* Run: pip install "whichever\[train\]"'
    ):
        engine.answer(found, generator="ctrl")


def test_a_served_model_is_offered_without_the_libraries_and_its_absence_is_told() -> None:
    engine = Engine(load_config(environ={}, overrides={"ctrl": {"model": "http://127.0.0.1:9/v1"}}))
    assert "ctrl" in engine.config.generators
    found = engine.compare_from(["Tea is better than coffee."], ("tea", "coffee"))
    assert "cannot be reached" in engine.answer(found, generator="ctrl").text


@pytest.mark.skipif(find_spec("torch") is not None, reason="the libraries are there")
def test_a_folder_is_not_offered_without_the_libraries() -> None:
    assert "ctrl" not in load_config(environ={}, overrides={"ctrl": {"model": "var/ctrl"}}).generators


@pytest.mark.parametrize(
    "section",
    [{"prompt": "poem"}, {"control_code": "two words"}, {"max_tokens": 0}, {"temperature": 0}, {"seed": -1}],
)
def test_a_setting_out_of_range_is_named(section: dict[str, object]) -> None:
    with pytest.raises(ConfigError, match=f"Setting ctrl.{next(iter(section))}"):
        load_config(environ={}, overrides={"ctrl": section})
