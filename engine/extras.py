"""Optional libraries: which extra of the package brings each, and what to say where one is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Final

from engine.errors import MissingComponentError
from engine.resources import table_of

EXTRAS: Final = {package: extra for extra, packages in table_of(__file__).items() for package in packages}
"""Imported package → extra of ``pyproject.toml``."""

OURS: Final = frozenset({"engine", "nlu_models", "generation", "actions", "service"})


def how_to_install(package: str) -> str:
    """Return the command that installs an imported package.

    >>> how_to_install("slack_bolt")
    'pip install "whichever[slack]"'
    """
    extra = EXTRAS.get(package)
    return f'pip install "whichever[{extra}]"' if extra else f"pip install {package}"


def lacks(package: str) -> str:
    """Return what is wrong when an imported package is not installed; empty when it is."""
    if find_spec(package) is not None:
        return ""
    return f"the Python package {package!r} is not installed; run: {how_to_install(package)}"


@contextmanager
def needed_for(what: str) -> Iterator[None]:
    """Import optional libraries, with an error for a person who has not installed them.

    Args:
        what: What needs them, as the beginning of a sentence: ``"The retriever 'elasticsearch'"``.

    Raises:
        MissingPartError: One is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in OURS:
            raise
        raise MissingComponentError(
            f"{what} needs the Python package {package!r}, which is not installed. Run: {how_to_install(package)}"
        ) from error
