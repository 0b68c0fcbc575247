"""What the commands share: their options, the engine these name, error messages, and the running of batches."""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from engine import registry
from engine.errors import EngineError, UnavailableError
from engine.types import Length

if TYPE_CHECKING:
    from engine.config import Config
    from engine.pipeline import Engine

Command = TypeVar("Command", bound=Callable[..., Any])

PATH = click.Path(path_type=Path)
INDEX_HELP = "The index to search: its name in the settings, or its folder."

EX_IOERR = 74
"""Exit status when a stream or a file fails (sysexits)."""


class Group(click.Group):
    """Reports the errors of the product in one line, with their exit status."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        try:
            if sys.stdin is None or sys.stdout is None:
                raise UnavailableError("Standard input or output is closed. Open it; /dev/null will do.")
            return super().invoke(ctx)
        except EngineError as error:
            click.echo(f"Error: {error}", err=True)
            ctx.exit(error.exit_code)
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise  # click ends quietly when nobody reads on
            click.echo(f"Error: Cannot read or write: {error.strerror}.", err=True)
            ctx.exit(EX_IOERR)


def part_option(role: str, purpose: str) -> Callable[[Command], Command]:
    """Return the option that names the part for a role."""

    def check(value: str) -> str:
        registry.check(role, value)
        return value

    known = ", ".join(registry.names(role))
    return click.option(f"--{role}", metavar="NAME", type=check, help=f"{purpose}: {known}.")


def length_option(command: Command) -> Command:
    """Give a command ``--length``."""
    option = click.option(
        "--length",
        type=click.Choice([length.value for length in Length]),
        default=Length.CHAT.value,
        show_default=True,
        callback=lambda _context, _parameter, value: Length(value),
        help="How much to say: one line, about three sentences, or a page.",
    )
    return option(command)


@dataclass(frozen=True, slots=True)
class Where:
    """What ``--config`` and ``--index`` say."""

    config: Path | None
    index: Path | None
    """The name of one of the settings' indices, else a folder."""

    def settings(self, overrides: dict[str, dict[str, Any]] | None = None) -> Config:
        """Return the settings over the index; see ``engine.config.load_config``."""
        settings = config_of(self.config, overrides)
        if self.index is None:
            return settings
        if str(self.index) in settings.indices:
            return settings.on(str(self.index))
        return config_of(self.config, {**(overrides or {}), "retrieval": {"index": self.index}})

    @property
    def in_cluster(self) -> bool:
        """Whether that is an index in Elasticsearch."""
        return self.index is None and self.settings().retrieval.retriever == "elasticsearch"

    def engine(self) -> Engine:
        """Return the engine."""
        from engine.pipeline import Engine

        return Engine(self.settings())


config_option = click.option("--config", type=PATH, help="Your TOML file of settings.")


def settings_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command ``--index`` and ``--config``, as its argument ``where``."""

    @wraps(command)
    def run(*, config: Path | None, index: Path | None, **values: Any) -> Any:
        return command(where=Where(config, index), **values)

    return config_option(click.option("--index", type=PATH, help=INDEX_HELP)(run))


def json_option(what: str) -> Callable[[Command], Command]:
    """Return the option that prints JSON."""
    return click.option("--json", "as_json", is_flag=True, help=f"Print {what} as JSON.")


def config_of(config: Path | None, overrides: dict[str, dict[str, Any]] | None = None) -> Config:
    """Return the settings; see ``engine.config.load_config``."""
    from engine.config import load_config

    return load_config(config, overrides=overrides)


def fancy() -> bool:
    """Say whether standard output can show bars and colours."""
    return sys.stdout.isatty() and (sys.stdout.encoding or "").lower().startswith("utf")


progress_option = click.option("--progress", is_flag=True, help="Show progress although stderr is not a terminal.")


def batch_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command that reads JSON Lines ``--progress``, ``--index`` and ``--config``."""
    return progress_option(settings_options(command))


def run_batch(progress: bool, model: Any, work: Any, *, together: int = 1) -> None:
    """Answer the lines of standard input; see ``service.cli.batch.run``.

    Args:
        progress: Show it even where standard error is no terminal.
        model: What each line should be.
        work: Answers lines.
        together: Most lines given to ``work`` at once.
    """
    from service.cli import batch
    from service.cli.progress import Progress

    if sys.stdin.isatty():
        click.echo("Reading JSON Lines from the terminal; Ctrl-D ends.", err=True)
    line = Progress(wanted=progress or (sys.stderr.isatty() and not sys.stdout.isatty()))
    try:
        batch.run(sys.stdin.buffer, sys.stdout.buffer, model, work, together=together, progress=line.answered)
    finally:
        line.close()
