"""All evaluations by name: ``python -m evaluation NAME --data DATA``; without a name it lists them."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import click

_HERE = Path(__file__).parent


class Evaluations(click.Group):
    """Finds the modules of this package that have a command, and imports one when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names of all evaluations."""
        packages = [path.parent.name for path in _HERE.glob("*/__main__.py")]
        modules = [path.stem for path in _HERE.glob("[a-z]*.py") if "@click.command" in path.read_text("utf-8")]
        return sorted([*packages, *modules])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return an evaluation; None if there is none of this name."""
        if cmd_name not in self.list_commands(ctx):
            return None
        name = f"evaluation.{cmd_name}"
        module = import_module(f"{name}.__main__" if (_HERE / cmd_name).is_dir() and find_spec(name) else name)
        command: click.Command = module.main
        return command


@click.group(cls=Evaluations, context_settings={"max_content_width": 120})
def main() -> None:
    """Measure what the system is worth."""


if __name__ == "__main__":
    main(prog_name="python -m evaluation")
