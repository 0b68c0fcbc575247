"""Whether what is installed is whole: ``whichever check``."""

from __future__ import annotations

from pathlib import Path

import click

from service.cli.options import config_of, settings_options


@click.command()
@settings_options
def check(config: Path | None, index: Path | None) -> None:
    """Read every file of an index, and name those that are damaged."""
    from engine.errors import IndexUnusableError
    from engine.retrieval.embedded.checksums import damaged
    from engine.retrieval.embedded.store import how_to_make

    folder = Path(index or config_of(config).retrieval.index)
    if wrong := damaged(folder):
        named = "; ".join(f"{name} {what}" for name, what in wrong.items())
        raise IndexUnusableError(
            f"The index in {str(folder)!r} is damaged: {named}. Run the command that made it again, "
            f"{how_to_make(folder)}: what the search needs is made anew from the texts; where those are damaged, it "
            "says so, and the folder is deleted and made anew."
        )
    click.echo(f"The index in {str(folder)!r} is whole.")
