"""docs/api.md and docs/cli.md tell all there is: routes, fields, errors, commands, exit statuses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.errors import EngineError
from service.cli.commands import main
from service.server.app import ROUTES
from service.server.middleware import REFUSALS
from service.server.openapi import Route

DOCS = Path(__file__).parents[2] / "docs"
API = (DOCS / "api.md").read_text("utf-8")
CLI = (DOCS / "cli.md").read_text("utf-8")


def tree(error: type[EngineError]) -> Iterator[type[EngineError]]:
    yield error
    for child in error.__subclasses__():
        yield from tree(child)


ERRORS = list(tree(EngineError))


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.method} {route.path}")
def test_every_route_and_its_parameters_are_documented(route: Route) -> None:
    assert f"`{route.method} {route.path}`" in API
    for model in (route.body, route.query):
        for name, field in (model.model_fields if model else {}).items():
            assert f"`{field.alias or name}`" in API


@pytest.mark.parametrize(
    ("status", "code"),
    sorted(
        {(error.status, error.code) for error in ERRORS} | {(status, code) for status, (code, _) in REFUSALS.items()}
    ),
)
def test_every_error_is_documented(status: int, code: str) -> None:
    assert re.search(rf"^\| {status} \| `{code}` \|", API, re.MULTILINE)


def test_every_documented_error_exists() -> None:
    existing = {error.code for error in ERRORS} | {code for code, _ in REFUSALS.values()}
    assert set(re.findall(r"^\| \d{3} \| `(\w+)` \|", API, re.MULTILINE)) == existing


@pytest.mark.parametrize("frame", ["session", "typing", "reply", "error", "done"])
def test_every_frame_of_the_websocket_is_documented(frame: str) -> None:
    assert f'`{{"type": "{frame}"' in API


@pytest.mark.parametrize("command", ["", *sorted(main.commands)])
def test_the_help_of_every_command_is_documented_as_it_is(command: str) -> None:
    arguments = [command, "--help"] if command else ["--help"]
    text = CliRunner().invoke(main, arguments, prog_name="whichever", terminal_width=80).stdout.rstrip()
    assert f"```text\n{text}\n```" in CLI, f"put this into docs/cli.md:\n{text}"
    if command:
        assert f"### `whichever {command}`" in CLI


@pytest.mark.parametrize("status", sorted({error.exit_code for error in ERRORS}))
def test_every_exit_status_is_documented(status: int) -> None:
    assert re.search(rf"^\| {status} \|", CLI, re.MULTILINE)
