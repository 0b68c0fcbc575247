"""``whichever key``."""

from __future__ import annotations

import click

from engine.scopes import SCOPES


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
