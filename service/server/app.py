"""The public listener: every route, what every request passes, and the page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from functools import cache
from typing import Any

from aiohttp import hdrs, web
from aiohttp.abc import AbstractMatchInfo
from aiohttp.web_urldispatcher import MatchInfoError

from engine import schemas
from engine.errors import EngineError, MissingComponentError
from engine.pipeline import Engine
from engine.resources import page_folder
from engine.types import Comparison
from service.channels import cam, mcp, slack, telegram, voice
from service.server import chat_socket, rest, stream, suggest, uploads
from service.server.chat import Chat
from service.server.connections import CONNECTIONS, SHARE, BoundedRunner, Connections, room
from service.server.files import File, read_files, send
from service.server.keys import KEYS, Keys, guarded
from service.server.metrics import Metrics
from service.server.middleware import headers_for, observed
from service.server.openapi import JSON, Routes, describe
from service.server.pool import Pool
from service.server.requests import CHAT, ENGINE, METRICS, POOL
from service.server.traces import Traces

FILES = web.AppKey("files", dict[str, File])
DOORS = web.AppKey("doors", tuple[str, ...])
"""A line for each door to a messenger: whether it is open, and if not, what it lacks."""

MAX_PATH = 2_000
"""Characters of the path of an address: to find its route takes time that grows by their square."""


def make_app(engine: Engine, pool: Pool, chat: Chat) -> web.Application:
    """Return the public application.

    Args:
        engine: Answers; its settings say the limits.
        pool: Where the engine runs.
        chat: Holds the conversations; opened and closed with the application.

    Raises:
        MissingComponentError: The page is not there.
    """
    folder = page_folder()
    files = read_files(folder)
    if "index.html" not in files:
        raise MissingComponentError(f"There is no page in {str(folder)!r}. Install the product anew.")
    settings = engine.config.service
    app = web.Application(client_max_size=settings.max_body_bytes)
    metrics = Metrics(_now(engine, pool, app))
    told = [metrics.compared]
    app.middlewares.append(observed(metrics.request, settings.hosts, settings.proxies))
    app[ENGINE], app[POOL], app[CHAT], app[METRICS], app[FILES] = engine, pool, chat, metrics, files
    if settings.traces:
        traces = Traces(settings.traces)
        traces.install(app)
        told.append(traces.compared)

    def compared(comparison: Comparison) -> None:
        for tell in told:
            tell(comparison)

    engine.on_compared = compared
    app[KEYS] = Keys(chat.store.passing, engine.config.keys, settings.keyless)
    for route in ROUTES:
        handler = guarded(route)
        app.router.add_route(route.method, route.pattern, handler)
        if route.method == hdrs.METH_GET:
            app.router.add_route(hdrs.METH_HEAD, route.pattern, handler)
    app.router.resolve = _bounded(app.router.resolve)  # type: ignore[method-assign]
    app.on_response_prepare.append(headers_for(settings.origins))
    app.cleanup_ctx.append(_open_chat)
    chat_socket.install(app)
    mcp.install(app)
    suggest.install(app)
    app[DOORS] = (slack.install(app), telegram.install(app), *voice.install(app), uploads.install(app))
    return app


def _bounded(resolve: Callable[[web.Request], Awaitable[AbstractMatchInfo]]) -> Any:
    """Return what finds the route of a request, and none of a path that is too long."""

    async def resolve_short(request: web.Request) -> AbstractMatchInfo:
        too_long = len(request.rel_url.raw_path) > MAX_PATH
        return MatchInfoError(web.HTTPNotFound()) if too_long else await resolve(request)

    return resolve_short


def make_runner(app: web.Application) -> web.AppRunner:
    """Return what serves the application; the first line of a request may be as long as a body."""
    settings, most = app[ENGINE].config.service, room()
    return BoundedRunner(
        app,
        Connections(most=most, alone=most if settings.proxies else max(1, int(SHARE * most))),
        access_log=None,
        keepalive_timeout=75.0,
        max_line_size=settings.max_body_bytes,
        max_field_size=settings.max_body_bytes,
        auto_decompress=False,
        shutdown_timeout=5.0,
    )


async def _open_chat(app: web.Application) -> AsyncIterator[None]:
    async with app[CHAT]:
        yield


def _now(engine: Engine, pool: Pool, app: web.Application) -> dict[str, tuple[str, Callable[[], float]]]:
    """Return what is measured when it is asked for; see ``Metrics``."""
    kept = engine.kept
    return {
        "engine_pending": ("Engine work that waits or runs.", lambda: pool.pending),
        "engine_running": ("Engine work that runs.", lambda: pool.running),
        "index_sentences": ("Sentences in the index; 0 without one.", lambda: _index_sentences(engine)),
        "kept_bytes": ("Memory that kept comparisons take.", lambda: kept.size),
        "conversation_bytes": ("Memory that known conversations take.", lambda: app[CHAT].dialogue.conversations.size),
        "kept_found": ("Comparisons that were kept when they were looked for.", lambda: kept.hits),
        "kept_missed": ("Comparisons that were not.", lambda: kept.misses),
        "connections": ("Open connections.", lambda: len(app[CONNECTIONS]) if CONNECTIONS in app else 0),
    }


def _index_sentences(engine: Engine) -> int:
    try:
        return engine.retriever.size
    except EngineError:
        return 0


ROUTES = Routes()


@ROUTES("GET /openapi.json", scope=None)
async def openapi(request: web.Request) -> web.Response:
    """This description."""
    return web.Response(body=await request.app[POOL].run(_description), content_type=JSON)


@cache
def _description() -> bytes:
    return schemas.dump(describe(ROUTES))


@ROUTES("GET /", media="text/html", scope=None)
async def page(request: web.Request) -> web.Response:
    """The page with the chat."""
    return send(request, request.app[FILES]["index.html"])


@ROUTES("GET /static/{file}", media="*/*", errors=(404,), scope=None)
async def static(request: web.Request) -> web.Response:
    """A file of the page or the widget."""
    file = request.app[FILES].get(request.match_info["file"])
    if file is None:
        raise web.HTTPNotFound
    return send(request, file)


@ROUTES("GET /widget.js", statuses=(302,), scope=None)
async def widget(_: web.Request) -> web.Response:
    """The chat widget for any site, by its short address."""
    return web.Response(status=302, headers={hdrs.LOCATION: "/static/widget.js"})


ROUTES += [
    *rest.ROUTES,
    *stream.ROUTES,
    *suggest.ROUTES,
    *uploads.ROUTES,
    *chat_socket.ROUTES,
    *cam.ROUTES,
    *mcp.ROUTES,
    *slack.ROUTES,
    *telegram.ROUTES,
    *voice.ROUTES,
]
"""Every route of the public listener."""
