"""What every request passes: an id, a time, one line of log, headers that keep browsers safe, one shape of errors."""

from __future__ import annotations

import ipaddress
import logging
import re
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence

from aiohttp import hdrs, web
from aiohttp.typedefs import Middleware

from engine import schemas
from engine.errors import EngineError, UnavailableError
from engine.resources import table_of
from service.server.connections import CONNECTIONS
from service.server.openapi import JSON, Handler
from service.server.pool import CLIENT

access = logging.getLogger("service.access")
log = logging.getLogger(__name__)

REQUEST_ID = web.RequestKey("request_id", str)

_TABLE = table_of(__file__)
SECURITY: dict[str, str] = _TABLE["security"]

REFUSALS = {int(status): tuple(said) for status, said in _TABLE["refusals"].items()}
"""Status of a request that never reached the engine → code and message."""

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


def error_response(code: str, message: str, status: int, request_id: str) -> web.Response:
    """Return an error in the one shape."""
    body: schemas.Error = {"error": {"code": code, "message": message, "status": status}, "request_id": request_id}
    return web.Response(body=schemas.dump(body), status=status, content_type=JSON)


def observed(count: Callable[[str, str, int, float], None], hosts: Sequence[str], proxies: int) -> Middleware:
    """Return the outermost middleware: gives the request its id, logs it, counts it, refuses names that are not ours.

    The log names the route, not the address: a key of a conversation may stand in it.

    Args:
        count: Is told method, route, status and seconds.
        hosts: Names by which the service is reached, besides the loopback's and addresses in numbers.
        proxies: How many before the service add to ``X-Forwarded-For``.
    """

    @web.middleware
    async def middleware(request: web.Request, handler: Handler) -> web.StreamResponse:
        given = request.headers.get("X-Request-ID", "")
        request[REQUEST_ID] = given if _ID.fullmatch(given) else secrets.token_hex(8)
        CLIENT.set(client_of(request, proxies))
        if (connections := request.app.get(CONNECTIONS)) is not None:
            connections.use(request.transport)
        start = time.perf_counter()
        status = 499  # the client went away
        try:
            response = await _answered(request, handler, hosts)
            status = response.status
            return response
        finally:
            seconds = time.perf_counter() - start
            method, route = address_of(request)
            count(method, route, status, seconds)
            access.info("%s %s %d %.1f ms id=%s", method, route, status, 1000 * seconds, request[REQUEST_ID])

    return middleware


def address_of(request: web.Request) -> tuple[str, str]:
    """Return method and route of a request, to be noted: its path may hold the key of a conversation."""
    resource = request.match_info.route.resource
    return request.method if request.method in _METHODS else "OTHER", resource.canonical if resource else "unknown"


async def _answered(request: web.Request, handler: Handler, hosts: Sequence[str]) -> web.StreamResponse:
    request_id = request[REQUEST_ID]
    try:
        if not is_ours(request.host, hosts):
            raise web.HTTPMisdirectedRequest
        if is_embedded(request):
            raise web.HTTPForbidden
        return await handler(request)
    except EngineError as error:
        response = error_response(error.code, error.tell(), error.status, request_id)
        if isinstance(error, UnavailableError):
            response.headers[hdrs.RETRY_AFTER] = str(error.retry_after_s)
        return response
    except (web.RequestPayloadError, ConnectionResetError):
        return error_response(
            "bad_input", "The body of the request is damaged or cut off. Send it again.", 400, request_id
        )
    except web.HTTPMethodNotAllowed as error:
        allowed = ", ".join(sorted({*error.allowed_methods, hdrs.METH_OPTIONS}))
        if request.method == hdrs.METH_OPTIONS:
            return web.Response(status=204, headers={hdrs.ALLOW: allowed})
        code, message = REFUSALS[405]
        response = error_response(code, f"{message} It knows: {allowed}.", 405, request_id)
        response.headers[hdrs.ALLOW] = allowed
        return response
    except web.HTTPException as error:
        if error.status < 400:
            return web.Response(status=error.status, headers=error.headers)
        code, message = REFUSALS.get(error.status, ("refused", error.reason))
        response = error_response(code, message, error.status, request_id)
        if error.status == 401:
            response.headers[hdrs.WWW_AUTHENTICATE] = "Bearer"
        return response
    except Exception:
        log.exception("Request %s failed", request_id)
        message = f"Something went wrong on our side. It is noted under the request id {request_id}."
        return error_response(EngineError.code, message, EngineError.status, request_id)


def is_embedded(request: web.BaseRequest) -> bool:
    """Return whether a page of another site has its reader's browser ask, as if for a picture, what is not for that."""
    site, mode = (request.headers.get(f"Sec-Fetch-{name}", "") for name in ("Site", "Mode"))
    return site == "cross-site" and mode == "no-cors" and not is_public(request.path)


def is_public(path: str) -> bool:
    """Return whether any site may show what stands at a path."""
    return path.startswith(("/static/", "/widget.js"))


def client_of(request: web.BaseRequest, proxies: int) -> str:
    """Return what tells a client from others: its address, of IPv6 the network, as each has billions there."""
    way = [one.strip() for line in request.headers.getall("X-Forwarded-For", []) for one in line.split(",")]
    shown = way[-proxies] if 0 < proxies <= len(way) else request.remote or ""
    try:
        address = ipaddress.ip_address(shown)
    except ValueError:
        return request.remote or "unknown"
    return str(ipaddress.ip_network((address, 64), strict=False)) if address.version == 6 else str(address)


def is_ours(host: str, hosts: Sequence[str]) -> bool:
    """Return whether a request that calls its server ``host`` may be meant for this one.

    A page of a stranger can have its own name lead to this machine, and would then speak with the service as if it were
    a page of it; with an address in numbers it cannot.
    """
    name = (
        (host[: host.rfind("]") + 1] if host.startswith("[") else host.rpartition(":")[0] or host).rstrip(".").lower()
    )
    if "*" in hosts or name in hosts or name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def may_embed(request: web.Request, origins: Sequence[str]) -> bool:
    """Return whether the page that sent a request is one of ours, one of the allowed sites, or no page at all."""
    origin = request.headers.get(hdrs.ORIGIN)
    return origin is None or "*" in origins or origin in origins or origin.partition("://")[2] == request.host


def headers_for(origins: Sequence[str]) -> Callable[[web.Request, web.StreamResponse], Awaitable[None]]:
    """Return the signal handler that sets the headers of every response.

    Args:
        origins: Sites whose pages may read the responses; ``*`` for all.
    """

    async def prepare(request: web.Request, response: web.StreamResponse) -> None:
        headers = response.headers
        headers.update(SECURITY)
        headers["X-Request-ID"] = request.setdefault(REQUEST_ID, secrets.token_hex(8))  # refused before the middleware
        public = is_public(request.path)
        headers.setdefault(hdrs.CACHE_CONTROL, "no-cache" if public or request.path == "/" else "no-store")
        headers["Cross-Origin-Resource-Policy"] = "cross-origin" if public else "same-origin"
        if public:
            headers[hdrs.ACCESS_CONTROL_ALLOW_ORIGIN] = "*"
            return
        if origins:
            headers.add(hdrs.VARY, hdrs.ORIGIN)
        origin = request.headers.get(hdrs.ORIGIN, "")
        if "*" in origins or origin in origins:
            headers[hdrs.ACCESS_CONTROL_ALLOW_ORIGIN] = "*" if "*" in origins else origin
            headers[hdrs.ACCESS_CONTROL_EXPOSE_HEADERS] = "X-Request-ID, Retry-After"
            if request.method == hdrs.METH_OPTIONS:
                headers[hdrs.ACCESS_CONTROL_ALLOW_METHODS] = headers.get(hdrs.ALLOW, "")
                headers[hdrs.ACCESS_CONTROL_ALLOW_HEADERS] = f"{hdrs.AUTHORIZATION}, {hdrs.CONTENT_TYPE}"
                headers[hdrs.ACCESS_CONTROL_MAX_AGE] = "600"

    return prepare
