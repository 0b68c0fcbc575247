"""Connections: so many of them, a share of these for one client, and none that asks for nothing."""

from __future__ import annotations

import asyncio
import logging
import resource
import time
from contextlib import suppress
from typing import Any, cast

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

FIRST_S = 15.0
"""A connection on which no request arrives within this time is closed; later aiohttp closes idle ones."""

OWN = 200
"""Descriptors that are left to the rest of the process: the index, Rasa, other services."""

MOST = 4000
"""Connections, however many descriptors there are."""

READ = 1 << 13
"""Bytes of a connection that are taken at once: so much is taken apart before others are served."""

SHARE = 0.25
"""Part of all connections that one client may have."""


class Connections:
    """The open connections."""

    def __init__(self, *, most: int, alone: int, first_s: float = FIRST_S) -> None:
        """Know of none yet.

        Args:
            most: Connections at once; one more is closed.
            alone: Those of one address.
            first_s: Seconds until the first request.
        """
        self._most, self._alone, self._first_s = most, alone, first_s
        self._open: dict[asyncio.BaseTransport, str] = {}
        self._silent: set[asyncio.BaseTransport] = set()

    def __len__(self) -> int:
        """Return how many are open."""
        return sum(not one.is_closing() for one in tuple(self._open))

    def admit(self, transport: asyncio.Transport) -> bool:
        """Take note of a new connection; return whether there is room for it."""
        for ended in [one for one in self._open if one.is_closing()]:
            del self._open[ended]
            self._silent.discard(ended)
        address = str((transport.get_extra_info("peername") or ("",))[0])
        if len(self._open) >= self._most or sum(one == address for one in self._open.values()) >= self._alone:
            return False
        self._open[transport] = address
        self._silent.add(transport)
        asyncio.get_running_loop().call_later(self._first_s, self._close_if_silent, transport)
        return True

    def use(self, transport: asyncio.BaseTransport | None) -> None:
        """Take note that a request has arrived on a connection."""
        if transport is not None:
            self._silent.discard(transport)

    def _close_if_silent(self, transport: asyncio.Transport) -> None:
        if transport in self._silent:
            transport.abort()


CONNECTIONS = web.AppKey("connections", Connections)


class BoundedRunner(web.AppRunner):
    """Serves an application on the connections that there is room for."""

    def __init__(self, app: web.Application, connections: Connections, **options: Any) -> None:
        """Prepare; the options are those of ``AppRunner``."""
        super().__init__(app, **options)
        app[CONNECTIONS] = self._connections = connections

    @property
    def server(self) -> web.Server | None:
        """Return what takes a connection, asked for by the site that listens."""
        serving = super().server
        return serving and cast("web.Server", lambda: _Entrance(serving(), self._connections))


class _Entrance(asyncio.Protocol):
    def __init__(self, server: asyncio.Protocol, connections: Connections) -> None:
        self._server, self._connections = server, connections

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Hand a connection on, or close it."""
        accepted = cast("asyncio.Transport", transport)
        if not self._connections.admit(accepted):
            accepted.abort()
            return
        accepted.max_size = READ  # type: ignore[attr-defined]
        accepted.set_protocol(self._server)
        self._server.connection_made(accepted)


def room() -> int:
    """Let this process open as many files as it may, and return how many of them may be connections."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    return max(1, min(MOST, soft - OWN if soft > 2 * OWN else soft // 2))


class Rarely(logging.Filter):
    """Lets what ``asyncio`` logs as often as it can, of descriptors and of who has gone, through once in a while."""

    def __init__(self, every_s: float = 60.0) -> None:
        """Let the first line through."""
        super().__init__()
        self._every_s, self._next, self._left_out = every_s, 0.0, 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to log a line."""
        if not any(said in record.getMessage() for said in ("system resource", "socket.send()")):
            return True
        now = time.monotonic()
        if now < self._next:
            self._left_out += 1
            return False
        record.msg, record.args = f"{record.getMessage()} ({self._left_out} more times since it was last said)", ()
        self._next, self._left_out = now + self._every_s, 0
        return True


def without_words(record: logging.LogRecord) -> bool:
    """Have ``aiohttp`` log what is wrong with a request that cannot be read, without a trace and its first bytes.

    Returns:
        Whether to log it.
    """
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, HttpProcessingError):
        record.msg, record.args = f"Refused what cannot be read: {type(error).__name__}", ()
        record.levelno, record.levelname, record.exc_info = logging.INFO, "INFO", None
    return logging.getLogger(record.name).isEnabledFor(record.levelno)
