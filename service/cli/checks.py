"""Whether what is installed is whole: ``whichever check`` and ``whichever doctor``."""

from __future__ import annotations

import errno
import shutil
import socket
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from service.cli.options import Where, settings_options

if TYPE_CHECKING:
    from engine.config import Config

LEAST_FREE_BYTES = 1 << 30


@click.command()
@settings_options
def check(where: Where) -> None:
    """Read every file of an index, and name those that are damaged."""
    from engine.errors import IndexUnusableError
    from engine.retrieval.embedded.checksums import damaged
    from engine.retrieval.embedded.store import how_to_make

    folder = where.settings().retrieval.index
    if wrong := damaged(folder):
        named = "; ".join(f"{name} {what}" for name, what in wrong.items())
        raise IndexUnusableError(
            f"The index in {str(folder)!r} is damaged: {named}. Run the command that made it again, "
            f"{how_to_make(folder)}: what the search needs is made anew from the texts; where those are damaged, it "
            "says so, and the folder is deleted and made anew."
        )
    click.echo(f"The index in {str(folder)!r} is whole.")


@click.command()
@settings_options
def doctor(where: Where) -> None:
    """Look at an installation, and say what to do about what is wrong.

    The settings, the index, Rasa and its model, the address to listen on, secrets that are given by half, the disk.
    """
    from engine.errors import EngineError, UnavailableError

    settings = where.settings()
    wrong = 0
    looks = {"index": _index, "dialogue": _rasa, "address": _address, "secrets": _secrets, "disk": _disk}
    for name, look in looks.items():
        try:
            click.echo(f"fine   {name}: {look(settings)}")
        except EngineError as error:
            wrong += 1
            click.echo(f"WRONG  {name}: {error}")
    if wrong:
        raise UnavailableError(f"{wrong} of {len(looks)} are wrong; see above what to do.")


def _index(settings: Config) -> str:
    from engine.pipeline import Engine
    from service.rendering.blocks import count

    with closing(Engine(settings)) as engine:
        retriever = engine.retriever
        return (
            f"{count(retriever.size, 'sentence')} by {settings.retrieval.retriever}; whichever check reads every file."
        )


def _rasa(settings: Config) -> str:
    from engine.resources import has_rasa
    from service.rasa_process import RasaProcess

    if not settings.rasa.enabled or not has_rasa():
        return "Rasa is switched off; its rules are followed in the service."
    RasaProcess(settings.rasa, service_url="").check()
    return "Rasa and its model are there."


def _address(settings: Config) -> str:
    from engine.errors import UnavailableError

    host, port = settings.service.host, settings.service.port
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return f"something listens on {host}:{port} already; where it is not Whichever, set PORT."
            raise UnavailableError(f"Nothing can listen on {host}:{port}: {error.strerror}. Set PORT.") from error
    return f"{host}:{port} is free."


def _secrets(settings: Config) -> str:
    from engine.config import SECRETS
    from engine.errors import ConfigError

    pairs = {
        "slack": (("bot_token",), ("app_token", "signing_secret")),
        "elasticsearch": (("username",), ("password",)),
    }
    given = []
    for section, secrets in SECRETS.items():
        held = {name for name in secrets if getattr(getattr(settings, section), name).get_secret_value()}
        given += [secrets[name] for name in sorted(held)]
        first, second = pairs.get(section, ((), ()))
        if pairs.get(section) and bool(held & {*first}) != bool(held & {*second}):
            missing = first if held & {*second} else second
            raise ConfigError(f"{section} is given by half: set {' or '.join(secrets[name] for name in missing)}, too.")
    return f"given are {', '.join(given)}." if given else "none is given, none is needed."


def _disk(settings: Config) -> str:
    from engine.errors import UnavailableError

    folder = Path(settings.retrieval.index).resolve()
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    if free < LEAST_FREE_BYTES:
        raise UnavailableError(f"{free / 1e9:.1f} GB are free in {str(folder)!r}. Free some.")
    return f"{free / 1e9:,.0f} GB are free."
