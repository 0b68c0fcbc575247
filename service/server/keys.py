"""Who may do what: API keys with scopes and a rate each, shown as ``Authorization: Bearer``.

What ``service.keyless`` names is open to everybody; who shows a key is a client of its own there, too. Of a key its
SHA-256 alone is known here, so that who reads the settings cannot use it.
"""

from __future__ import annotations

import hashlib
import math
import secrets
import time
from collections.abc import Mapping

from aiohttp import hdrs, web

from engine.config import KeyConfig
from engine.errors import UnavailableError
from engine.scopes import SCOPES, Scope
from service.server.openapi import Handler, Route
from service.server.pool import CLIENT
from service.server.rate import Clock, Rate
from service.store import Store

PREFIX = "wh_"


class TooFastError(UnavailableError):
    """A key was used more than it may be."""

    code = "too_fast"
    status = 429

    def __init__(self, name: str, per_minute: int) -> None:
        """Say whose key it is."""
        super().__init__(f"The key {name!r} may ask {per_minute} times a minute. Wait, then ask again.")
        self.retry_after_s = math.ceil(60 / per_minute)


class Keys:
    """The keys of the settings, and how much each has been used."""

    def __init__(
        self, store: Store, keys: Mapping[str, KeyConfig], keyless: tuple[Scope, ...], *, clock: Clock = time.time
    ) -> None:
        """Take the keys, by name, what nobody needs one for, and where it is kept how much each is used."""
        self._holders = {
            key.sha256: (name, key, Rate(store, key.per_minute, key.burst, clock)) for name, key in keys.items()
        }
        self._keyless = keyless

    async def check(self, request: web.Request, scope: Scope) -> None:
        """Check that who asks may, and count it; a key makes them a client of its name.

        Raises:
            HTTPUnauthorized: There is no key where one is needed, or one that nobody holds.
            HTTPForbidden: The key is for something else.
            TooFastError: The key has been used too much.
        """
        shown = request.headers.get(hdrs.AUTHORIZATION, "").removeprefix("Bearer ").encode("utf-8", "surrogateescape")
        holder, open_to_all = self._holders.get(hashlib.sha256(shown).hexdigest()), scope in self._keyless
        if holder is None:
            if open_to_all:
                return
            raise web.HTTPUnauthorized
        name, key, rate = holder
        if not (open_to_all or scope in key.scopes):
            raise web.HTTPForbidden
        if not (await rate.admit(f"key {name}"))[0]:
            raise TooFastError(name, key.per_minute)
        CLIENT.set(f"key {name}")


KEYS = web.AppKey("keys", Keys)


def guarded(route: Route) -> Handler:
    """Return the handler of a route, behind the check of its scope."""
    scope, handler = route.scope, route.handler
    if scope not in SCOPES:
        return handler

    async def checked(request: web.Request) -> web.StreamResponse:
        await request.app[KEYS].check(request, scope)
        return await handler(request)

    return checked


def new_key() -> tuple[str, str]:
    """Return a new key, 256 random bits, and what is known of it here."""
    key = PREFIX + secrets.token_urlsafe(32)
    return key, hashlib.sha256(key.encode()).hexdigest()
