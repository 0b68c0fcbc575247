"""Servers that take a connection and answer nothing: one that is only slow answers something easy meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

import aiohttp

SILENT_S: Final = 0.8
"""After so long without a result a server is asked something easy."""
ANSWERS_S: Final = 1.0
"""So long it may take to answer that."""

_T = TypeVar("_T")


class HangsError(TimeoutError):
    """A server answers nothing."""


async def unless_hanging(work: Coroutine[Any, Any, _T], address: str) -> _T:
    """Return what a server is asked for, however long it takes, unless it hangs.

    Args:
        work: Asks it.
        address: One of its addresses that is answered fast; any answer will do.

    Raises:
        HangsError: It answers neither.
    """
    task = asyncio.ensure_future(work)
    try:
        await asyncio.wait({task}, timeout=SILENT_S)
        if not (task.done() or await _answers(address) or task.done()):
            raise HangsError
        return await task
    finally:
        task.cancel()


async def _answers(address: str) -> bool:
    try:
        async with (
            asyncio.timeout(ANSWERS_S),
            aiohttp.ClientSession() as http,
            http.get(address, allow_redirects=False),
        ):
            return True
    except TimeoutError:
        return False
    except (aiohttp.ClientError, OSError):  # it is gone: what it was asked for fails by itself
        return True
