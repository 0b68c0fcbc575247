from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from shutil import copyfile
from zipfile import ZipFile

import pytest

from engine.errors import MissingComponentError
from engine.resources import CHECKOUT
from nlu_models.baselines.transformer import CascadeClassifier, TransformerClassifier

pytestmark = pytest.mark.long

PACKAGES = ("engine", "nlu_models", "generation", "actions", "service")
APART = {"nlu_models/trained/stance.onnx"}


def tracked(*folders: str) -> set[str]:
    command = ["git", "ls-files", "-z", "--", *folders]
    listed = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=True).stdout
    return set(filter(None, listed.split("\0")))


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy: a build leaves files behind, which a later one would take up."""
    folder = tmp_path_factory.mktemp("source")
    files = ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE", "domain.yml", "data/rules.yml")
    for name in tracked(*PACKAGES, "web", "data/sample", "deploy/transformer", *files):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        copyfile(CHECKOUT / name, folder / name)
    return folder


def built(project: Path, out: Path) -> set[str]:
    options = ["--no-deps", "--no-build-isolation", "--quiet", "--disable-pip-version-check", "--wheel-dir", str(out)]
    subprocess.run([sys.executable, "-m", "pip", "wheel", *options, str(project)], check=True)
    (wheel,) = out.glob("*.whl")
    return {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}


def test_the_wheel_holds_every_file_of_the_packages_but_what_has_one_of_its_own(source: Path, tmp_path: Path) -> None:
    assert {name for name in built(source, tmp_path) if "/shipped/" not in name} == tracked(*PACKAGES) - APART


def test_what_the_wheel_leaves_out_has_one_of_its_own(source: Path, tmp_path: Path) -> None:
    assert built(source / "deploy/transformer", tmp_path) == APART


def test_without_its_weights_a_classifier_says_where_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(MissingComponentError, match=r"pip install \./deploy/transformer"):
        TransformerClassifier(folder=tmp_path)
    monkeypatch.setattr(TransformerClassifier.__init__, "__kwdefaults__", {"folder": tmp_path, "threads": 2})
    with pytest.raises(MissingComponentError, match="'cascade' need"):
        CascadeClassifier()
