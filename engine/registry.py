"""Names of components and where they live: ours in ``registry.toml``, those of other packages by entry point.

A new way of doing something is one file, one row there, one conformance class. Outside this project it is an entry
point of the group ``whichever.<role>``, or ``"module:Class"`` in the settings; see docs/extending.md.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from engine.errors import UnknownNameError
from engine.extras import needed_for
from engine.resources import table_of

COMPONENTS: dict[str, dict[str, str]] = table_of(__file__)
"""Role → name → ``"module:Class"``; the class is imported when it is asked for."""

GROUP = "whichever."
"""What the entry points of a role are grouped under, before its name."""


@cache
def _installed(role: str) -> dict[str, str]:
    """Return the components that installed packages add to a role; a name of ours stays ours."""
    return {point.name: point.value for point in entry_points(group=GROUP + role)}


def _known(role: str) -> dict[str, str]:
    if role not in COMPONENTS:
        raise UnknownNameError("role", role, COMPONENTS)
    return _installed(role) | COMPONENTS[role]


def names(role: str) -> list[str]:
    """Return the names registered for a role, sorted.

    Raises:
        UnknownNameError: There is no such role.
    """
    return sorted(_known(role))


def check(role: str, name: str) -> None:
    """Make sure that a name is registered for a role.

    Raises:
        UnknownNameError: No such role or name.
    """
    if name not in _known(role):
        raise UnknownNameError(role, name, _known(role))


def load(role: str, name: str, **settings: Any) -> Any:
    """Import a component and construct it.

    Args:
        role: A key of ``COMPONENTS``.
        name: A name registered for the role.
        settings: Keyword arguments of the component's constructor.

    Returns:
        A new instance.

    Raises:
        UnknownNameError: No such role or name.
        MissingComponentError: A library that the component needs is not installed.
    """
    check(role, name)
    return _class_of(role, name, _known(role)[name])(**settings)


def load_configured(role: str, name: str, **settings: Any) -> Any:
    """Import the component that a setting names and construct it; see ``load``.

    A setting may also name a class, as ``"module:Class"``. Only settings may: importing a module runs its code, and a
    request must not choose what runs.
    """
    if ":" not in name:
        return load(role, name, **settings)
    return _class_of(role, name, name)(**settings)


def check_configured(role: str, name: str) -> None:
    """Make sure that a setting names a component, by a registered name or as ``"module:Class"``.

    Raises:
        UnknownNameError: No such role or name, or the module has no such class.
        MissingComponentError: The module, or a library that it needs, is not installed.
    """
    if ":" in name:
        _class_of(role, name, name)
    else:
        check(role, name)


def _class_of(role: str, name: str, place: str) -> Any:
    module_name, _, class_name = place.partition(":")
    with needed_for(f"The {role} {name!r}"):
        module = import_module(module_name)
    if not hasattr(module, class_name):
        raise UnknownNameError(role, name, _known(role))
    return getattr(module, class_name)
