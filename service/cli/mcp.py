"""``whichever mcp``."""

from __future__ import annotations

from pathlib import Path

import click

from service.cli.options import engine_of, settings_options


@click.command()
@settings_options
def mcp(config: Path | None, index: Path | None) -> None:
    """Serve tools to an assistant over standard input and output.

    It speaks the Model Context Protocol: an assistant starts it and calls compare, ask, sources and explain. A running
    service offers the same tools at /mcp.
    """
    from contextlib import closing

    from engine.extras import needed_for
    from service.server.pool import Pool

    with needed_for("The Model Context Protocol"):
        from service.channels.mcp_tools import make_server

    with closing(engine_of(config, index)) as engine, closing(Pool(engine.config.service)) as pool:
        make_server(engine, pool).run()
