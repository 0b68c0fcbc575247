"""docs/extending.md is true: its components work from outside the checkout, by class and by entry point."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "extending.md").read_text("utf-8")
SETTINGS, ENTRY_POINTS = re.findall(r"^```ini\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
LINES = (
    "Tea is better than coffee before you go to bed, as everybody who ever tried both will know.",
    "Tea is better than coffee for sleep.",
    "I find that tea is better than coffee at work.",
    "Coffee is better than tea with cake.",
)


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """Return a folder outside the checkout with the module, its settings, and a distribution that registers it."""
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    (tmp_path / "mine.py").write_text("\n\n".join(blocks), "utf-8")
    (tmp_path / "mine.toml").write_text(SETTINGS, "utf-8")
    (tmp_path / "lines.txt").write_text("\n".join(LINES), "utf-8")
    installed = tmp_path / "mine-1.0.dist-info"
    installed.mkdir()
    groups = tomllib.loads(ENTRY_POINTS)["project"]["entry-points"]
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: mine\nVersion: 1.0\n", "utf-8")
    (installed / "entry_points.txt").write_text(
        "\n".join(
            f"[{group}]\n" + "\n".join(f"{name} = {place}" for name, place in points.items())
            for group, points in groups.items()
        ),
        "utf-8",
    )
    return tmp_path


def whichever(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join((str(folder), str(ROOT)))}
    command = [sys.executable, "-c", "from service.cli.commands import main; main()", *arguments]
    return subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, check=False)


def test_components_named_by_class_answer(outside: Path) -> None:
    done = whichever(outside, "ask", "--config", "mine.toml", "Is tea better than coffee?")
    assert done.returncode == 0, done.stderr
    assert "tea" in done.stdout
    done = whichever(outside, "compare", "--json", "--config", "mine.toml", "tea", "coffee")
    assert done.stdout.index(LINES[1]) < done.stdout.index(LINES[2]) < done.stdout.index(LINES[0])


def test_components_are_registered_by_entry_point(outside: Path) -> None:
    listed = whichever(outside, "components", "classifier").stdout
    assert "before-better" in listed
    line = '{"id": 1, "sentence": "Tea is better than coffee.", "first": "coffee", "second": "tea"}\n'
    command = [sys.executable, "-c", "from service.cli.commands import main; main()"]
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join((str(outside), str(ROOT)))}
    done = subprocess.run(
        [*command, "classify", "--classifier", "before-better"],
        input=line,
        env=environ,
        cwd=outside,
        capture_output=True,
        text=True,
        check=True,
    )
    assert '"stance":"SECOND"' in done.stdout


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("mine:Nothing", "Setting engine.ranker: Unknown ranker 'mine:Nothing'"),
        ("nowhere:Ranker", "Setting engine.ranker: The ranker 'nowhere:Ranker' needs the Python package 'nowhere'"),
    ],
)
def test_a_class_that_is_not_there_is_said(outside: Path, setting: str, said: str) -> None:
    (outside / "wrong.toml").write_text(f'[engine]\nranker = "{setting}"\n', "utf-8")
    done = whichever(outside, "components", "--config", "wrong.toml")
    assert done.returncode == 78
    assert said in done.stderr


def test_a_request_may_name_no_class(outside: Path) -> None:
    done = whichever(outside, "compare", "--ranker", "mine:ShortestFirst", "tea", "coffee")
    assert done.returncode == 64
    assert "Unknown ranker 'mine:ShortestFirst'" in done.stderr
