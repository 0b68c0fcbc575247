"""Checks the secret that a platform shows with each request."""

from __future__ import annotations

import hmac

from aiohttp import hdrs, web


def check(request: web.Request, token: str) -> None:
    """Check that a request says ``Authorization: Bearer`` and the secret.

    Raises:
        HTTPUnauthorized: It does not.
    """
    scheme, _, shown = request.headers.get(hdrs.AUTHORIZATION, "").partition(" ")
    right = hmac.compare_digest(shown.strip().encode("utf-8", "surrogateescape"), token.encode())
    if scheme.lower() != "bearer" or not right:
        raise web.HTTPUnauthorized
