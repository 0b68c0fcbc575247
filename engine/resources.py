"""Files that come with the product beside its code: tables, the page, the sample corpus, the rules of the dialogue."""

from __future__ import annotations

import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

CHECKOUT: Final = Path(__file__).parents[1]
"""The folder of the packages; in a checkout the page, the data and ``var`` stand there, too."""
_INSTALLED: Final = Path(__file__).with_name("shipped")
"""Where ``setup.py`` puts them in the wheel."""


def table_of(module: str) -> dict[str, Any]:
    """Return the table of a module, which is in a TOML file of its name beside it.

    Args:
        module: Its ``__file__``.
    """
    return tomllib.loads(Path(module).with_suffix(".toml").read_text("utf-8"))


def page_folder() -> Path:
    """Return the folder of the page and the widget."""
    return _INSTALLED / "web" if _INSTALLED.is_dir() else CHECKOUT / "web"


def has_rasa() -> bool:
    """Return whether Rasa's files are there: they are part of a checkout, not of the wheel."""
    return (CHECKOUT / "endpoints.yml").is_file()


def dialogue_folder() -> Path:
    """Return the folder of ``domain.yml`` and ``data/rules.yml``."""
    return _INSTALLED / "dialogue" if _INSTALLED.is_dir() else CHECKOUT


def sample_folder() -> Path:
    """Return the folder of the sample corpus."""
    return _INSTALLED / "sample" if _INSTALLED.is_dir() else CHECKOUT / "data" / "sample"


def sample_index(cache: Path) -> Path:
    """Return where the index of the sample corpus is, or will be when it is first needed.

    Args:
        cache: The user's folder for what can be made anew; a checkout has its own, ``var``.
    """
    if _INSTALLED.is_dir():
        return cache / "whichever" / f"sample-{version('whichever')}"
    return CHECKOUT / "var" / "index" / "sample"
