"""``whichever feedback``."""

from __future__ import annotations

from pathlib import Path

import click

from service.cli.options import config_of


@click.command()
@click.option("--config", type=click.Path(path_type=Path), help="Your TOML file of settings.")
def feedback(config: Path | None) -> None:
    """Print what people said of readings and answers, as JSON Lines.

    A judged sentence is a row as in data/claims: its id, where it names the two
    things, and "favours", or "probes" for a property. A judged answer has the
    "ids" of what it cites, and "useful".
    """
    from service.feedback import rows

    for row in rows(config_of(config)):
        click.echo(row)
