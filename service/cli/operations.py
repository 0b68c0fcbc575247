"""For who runs a service: ``whichever key``, ``whichever feedback`` and ``whichever mcp``."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from engine.scopes import SCOPES
from service.cli.options import Where, config_of, config_option, settings_options


@click.command()
@config_option
def feedback(config: Path | None) -> None:
    """Print what people said of readings and answers, as JSON Lines.

    A judged sentence is a row as in data/claims: its id, where it names the two
    things, and "favours", or "probes" for a property. A judged answer has the
    "ids" of what it cites, and "useful".
    """
    from service.feedback import rows
    from service.store import open_store

    with closing(open_store(config_of(config).service)) as store:
        for row in rows(store):
            click.echo(row)


@click.command()
@click.argument("name")
@click.option(
    "--scope",
    "scopes",
    type=click.Choice(SCOPES),
    multiple=True,
    default=("ask",),
    show_default=True,
    help="What it is for; may be repeated.",
)
def key(name: str, scopes: tuple[str, ...]) -> None:
    """Make an API key for NAME, and print it once, with what belongs into the settings.

    It is shown as "Authorization: Bearer KEY".
    """
    import json

    from service.server.keys import new_key

    made, sha256 = new_key()
    click.echo(f"# The key, which is kept nowhere: {made}")
    click.echo(f'[keys.{name}]\nsha256 = "{sha256}"\nscopes = {json.dumps(scopes)}\nper_minute = 60\nburst = 20')


@click.command()
@settings_options
def mcp(where: Where) -> None:
    """Serve tools to an assistant over standard input and output.

    It speaks the Model Context Protocol: an assistant starts it and calls compare, ask, sources and explain. A running
    service offers the same tools at /mcp.
    """
    from engine.extras import needed_for
    from service.server.pool import Pool

    with needed_for("The Model Context Protocol"):
        from service.channels.mcp_tools import make_server

    with closing(where.engine()) as engine, closing(Pool(engine.config.service)) as pool:
        make_server(engine, pool).run()
