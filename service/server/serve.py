"""Runs the whole service: the public listener, the loopback listener for Rasa, and Rasa."""

from __future__ import annotations

import asyncio
import ctypes
import errno
import gc
import logging
import secrets
import signal
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack

from aiohttp import web

from engine.config import Config
from engine.errors import EngineError, UnavailableError
from engine.pipeline import Engine
from engine.resources import has_rasa
from service.dialogue import Dialogue
from service.rasa_process import RasaProcess
from service.server import suggest
from service.server.app import DOORS, make_app, make_runner
from service.server.chat import Chat
from service.server.connections import Rarely, without_words
from service.server.pool import Pool
from service.server.rasa_endpoints import make_internal_app

LOOPBACK = "127.0.0.1"

SWITCH_S = 0.001
"""So long the event loop waits at each of its steps for a thread that computes."""
COLLECTED = (700, 10, 2)
"""When objects are collected, as for ``gc.set_threshold``: all that are new at five times less than usual, 20,000."""
WHOLE_EVERY_S = 600.0
"""So often all objects are gone through, those that came of age before included, as soon as the service rests."""
RESTS_S = 1.0
"""A service that has computed nothing for so long rests."""
BUSY_S = 3600.0
"""One that never rests goes through all objects after so long."""
MALLOPT = {-3: 1 << 18, -8: 2}
"""Options of glibc: blocks of 256 KB and more go back to the system when they are freed, and of heaps there are two."""


async def serve(config: Config, say: Callable[[str], None]) -> None:
    """Serve until SIGINT or SIGTERM arrives.

    Without an index or without Rasa the service runs nevertheless; ``say``, ``/readyz`` and every answer tell what is
    missing.

    Args:
        config: The settings.
        say: Tells the person at the terminal.

    Raises:
        UnavailableError: The address is taken or cannot be had.
        MissingComponentError: The page is not there.
    """
    _cancel_on_signals()
    _bound_heaps()
    logging.getLogger("asyncio").addFilter(Rarely())
    logging.getLogger("aiohttp.server").addFilter(without_words)
    logging.getLogger("aiohttp.websocket").setLevel(logging.ERROR)  # it repeats what it was sent
    try:
        async with AsyncExitStack() as stack:
            await _start(config, say, stack)
            await asyncio.Event().wait()
    except asyncio.CancelledError:
        say("Stopped.")


async def _start(config: Config, say: Callable[[str], None], stack: AsyncExitStack) -> None:
    engine = Engine(config)
    stack.callback(engine.close)
    pool = Pool(config.service)
    stack.callback(pool.close)
    dialogue = Dialogue(engine, pool)
    rasa: RasaProcess | None = None
    if config.rasa.enabled and has_rasa():
        secret = secrets.token_urlsafe(32)
        internal = web.AppRunner(make_internal_app(dialogue, secret=secret), access_log=None)
        port = await _listen(stack, internal, LOOPBACK, 0)
        rasa = RasaProcess(config.rasa, service_url=f"http://{LOOPBACK}:{port}/{secret}")
        stack.push_async_callback(rasa.stop)
    app = make_app(engine, pool, Chat(engine, pool, rasa, dialogue))
    port = await _listen(stack, make_runner(app), config.service.host, config.service.port)
    parts: list[Awaitable[object]] = [pool.run(lambda: engine.retriever), pool.run(engine.warm)]
    if rasa is not None:
        parts.append(rasa.start())
    for problem in await asyncio.gather(*parts, return_exceptions=True):
        if isinstance(problem, EngineError):
            say(f"Warning: {problem}")
        elif isinstance(problem, BaseException):
            raise problem
    suggest.begin(app)
    sys.setswitchinterval(SWITCH_S)
    gc.set_threshold(*COLLECTED)
    gc.callbacks.append(_freeze)
    stack.callback(gc.callbacks.remove, _freeze)
    _collect_all()
    stack.callback(asyncio.create_task(_collect_in_rests(pool)).cancel)
    for line in app[DOORS]:
        say(line)
    say(f"Whichever is ready: {config.service.address(port)}   (Ctrl-C stops it)")


def _bound_heaps() -> None:
    """Have the C library give back what large batches took; else each thread keeps a heap with holes of that size."""
    if set_option := getattr(ctypes.CDLL(None), "mallopt", None):
        for option, value in MALLOPT.items():
            set_option(option, value)


def _freeze(phase: str, collected: dict[str, int]) -> None:
    """Have full collections go through what is new since the last one alone: while they do, everybody waits."""
    if phase == "stop" and collected["generation"] == 2:
        gc.freeze()


def _collect_all() -> None:
    """Go through all objects, twice: the next full collection waits for a quarter of what the last one found."""
    gc.unfreeze()
    gc.collect()
    gc.collect()


async def _collect_in_rests(pool: Pool) -> None:
    """Go through all objects every now and then while nobody waits."""
    while True:
        await asyncio.sleep(WHOLE_EVERY_S)
        latest = time.monotonic() + BUSY_S
        while pool.rests_s < RESTS_S and time.monotonic() < latest:  # noqa: ASYNC110 - a look a second costs less
            await asyncio.sleep(RESTS_S)
        _collect_all()


async def _listen(stack: AsyncExitStack, runner: web.AppRunner, host: str, port: int) -> int:
    await runner.setup()
    stack.push_async_callback(runner.cleanup)
    try:
        await web.TCPSite(runner, host, port).start()
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise UnavailableError(
                f"Port {port} on {host} is taken by another program. "
                f"Stop that program, or choose another port: PORT={port + 1} or --port {port + 1}."
            ) from error
        raise UnavailableError(f"Cannot listen on {host}, port {port}: {error.strerror}.") from error
    chosen: int = runner.addresses[0][1]
    return chosen


def _cancel_on_signals() -> None:
    """Let the first SIGINT or SIGTERM cancel the running task and the next one have its usual effect."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()

    def stop() -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)
        if task is not None:
            task.cancel()

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop)
