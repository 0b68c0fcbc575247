"""The command line, one module per group of commands."""

from service.cli.commands import main

__all__ = ["main"]
