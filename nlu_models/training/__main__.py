"""Trains a model: ``python -m nlu_models.training CONFIG --data DATA --out DIR``.

CONFIG is a TOML file; those of the models that are described in docs/parsing.md lie in nlu_models/training/configs.
Training needs the extra ``train`` (``pip install "whichever[train]"``), serving does not.

A run may be stopped at any time with Ctrl-C: the same command goes on after the last whole epoch.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final, cast

import click
from pydantic import ValidationError

from engine.errors import MissingComponentError
from engine.extras import needed_for

TASKS: Final = {
    "claims": "nlu_models.training.claims.learn",
    "ctrl": "nlu_models.training.ctrl",
    "messages": "nlu_models.training.messages.learn",
    "needs": "nlu_models.training.messages.needs",
    "ngrams": "nlu_models.training.question.ngrams",
    "parser": "nlu_models.training.question.learn",
    "quotes": "nlu_models.training.claims.judge",
    "relation": "nlu_models.training.question.relation",
    "screen": "nlu_models.training.claims.screen",
    "stance": "nlu_models.training.stance",
    "tagger": "nlu_models.training.tagging.train",
    "worry": "nlu_models.training.messages.worry",
}
"""What ``task`` in a configuration may be → the module whose ``train`` does it."""
INTERRUPTED: Final = 130

Train = Callable[..., None]
"""Called with the file's content, the folder of the data sets, the folder to write to, and ``search``."""


@click.command(help=__doc__, context_settings={"max_content_width": 120})
@click.argument("config", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--data",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    required=True,
    help="Folder of the public data sets.",
)
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True, help="Folder to write to.")
@click.option("--search", is_flag=True, help="First try the batch sizes and learning rates of the file's [search].")
@click.option("--threads", type=click.IntRange(1, 256), help="Processor threads; all if not given.")
def main(config: Path, data: Path, out: Path, search: bool, threads: int | None) -> None:
    """Train a model."""
    settings = read(config)
    train = trainer(settings["task"])
    if threads:
        import torch

        torch.set_num_threads(threads)
    try:
        train(settings, data, out, search=search)
    except ValidationError as error:
        faults = [f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors()]
        raise click.ClickException(f"{config}: " + "; ".join(faults)) from error
    except KeyboardInterrupt:
        click.echo("\nStopped. The same command goes on after the last whole epoch.", err=True)
        sys.exit(INTERRUPTED)


def read(config: Path) -> Mapping[str, Any]:
    """Return the content of a configuration file.

    Raises:
        click.ClickException: It is not TOML, or its ``task`` is not known.
    """
    try:
        settings = tomllib.loads(config.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise click.ClickException(f"{config} is not TOML: {error}") from error
    if settings.get("task") not in TASKS:
        raise click.ClickException(f"{config}: task is {settings.get('task')!r}, expected one of: {', '.join(TASKS)}")
    return settings


def trainer(task: str) -> Train:
    """Return what trains a kind of model.

    Raises:
        click.ClickException: A library that training needs is not installed.
    """
    try:
        with needed_for("Training"):
            return cast("Train", import_module(TASKS[task]).train)
    except MissingComponentError as error:
        raise click.ClickException(str(error)) from error


if __name__ == "__main__":
    main()
