"""The documents are true: their code blocks run, their links lead somewhere."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from engine import __version__
from engine.config import load_config
from tests.clusters import LocalCluster

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
SESSION = re.compile(r"^```console\n(.*?)^```", re.DOTALL | re.MULTILINE)
TOML = re.compile(r"^```toml\n(.*?)^```", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#]+)")
BLOCKS = [
    pytest.param(block, id=f"{page.name}-{number}")
    for page in PAGES
    for number, block in enumerate(BLOCK.findall(page.read_text("utf-8")), 1)
]


@pytest.mark.parametrize("block", BLOCKS)
def test_a_python_block_runs_and_prints_what_its_comments_say(block: str) -> None:
    wanted = [line.partition("# => ")[2] for line in block.splitlines() if line.startswith("# => ")]
    done = subprocess.run([sys.executable, "-c", block], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == wanted


@pytest.mark.parametrize("session", SESSION.findall((ROOT / "README.md").read_text("utf-8")))
def test_a_session_in_the_readme_prints_what_it_shows(session: str) -> None:
    command, _, shown = session.removeprefix("$ ").partition("\n")
    environ = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "COLUMNS": "80"}
    done = subprocess.run(command, shell=True, cwd=ROOT, env=environ, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout == shown


EXAMPLES = sorted(
    str(path.relative_to(ROOT).with_suffix("")).replace("/", ".")
    for part in ("engine", "evaluation", "generation", "nlu_models", "actions", "service", "bot")
    for path in (ROOT / part).rglob("*.py")
    if ".venv" not in path.parts and "\n    >>> " in path.read_text("utf-8")
)


@pytest.mark.parametrize("module", EXAMPLES)
def test_the_examples_in_docstrings_are_true(module: str) -> None:
    assert doctest.testmod(import_module(module)).failed == 0


SETTINGS = [(page.name, block) for page in PAGES for block in TOML.findall(page.read_text("utf-8"))]


@pytest.mark.parametrize(("page", "block"), SETTINGS)
def test_settings_in_a_document_are_valid(page: str, block: str) -> None:
    assert load_config(environ={}, overrides=tomllib.loads(block)) != load_config(environ={})


@pytest.mark.elasticsearch
def test_the_commands_of_the_page_on_elasticsearch_do_what_it_says(local_cluster: LocalCluster, tmp_path: Path) -> None:
    page = (ROOT / "docs" / "elasticsearch.md").read_text("utf-8")
    session, *_ = re.findall(r"^```sh\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    script = "\n".join(line for line in session.splitlines() if "make " not in line)
    script = script.replace(".venv/bin/", f"{Path(sys.executable).parent}/").replace(
        "mine.toml", f"{tmp_path}/mine.toml"
    )
    script = script.replace("data/sample ", "data/sample/languages.jsonl ")  # one's own texts
    script = script.replace(
        '"elasticsearch"\\n', '"elasticsearch"\\n[elasticsearch]\\ntimeout_s = 60\\n'
    )  # a busy machine
    environ = {**os.environ, "ES_URL": ",".join(local_cluster.urls)}
    done = subprocess.run(["bash", "-ec", script], cwd=ROOT, env=environ, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "whichever holds " in done.stdout
    assert "Python is better than MATLAB for deep learning" in " ".join(done.stdout.split())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_to_a_file_leads_to_one(page: Path) -> None:
    missing = [link for link in LINK.findall(page.read_text("utf-8")) if not (page.parent / link).exists()]
    assert not missing


def test_every_make_command_that_a_document_names_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    named = {name for page in PAGES for name in re.findall(r"`make ([a-z-]+)", page.read_text("utf-8"))}
    assert named <= targets


def test_version_is_the_same_everywhere() -> None:
    assert tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dynamic"] == ["version"]
    apart = tomllib.loads((ROOT / "deploy/transformer/pyproject.toml").read_text("utf-8"))["project"]
    assert (apart["version"], apart["dependencies"]) == (__version__, [f"whichever=={__version__}"])
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.search(rf"^## {re.escape(__version__)}\b", changelog, re.MULTILINE)


def test_every_setting_is_explained_in_the_defaults() -> None:
    lines = (ROOT / "engine" / "default.toml").read_text("utf-8").splitlines()
    assert [line for line in lines if "=" in line and "# " not in line] == []
