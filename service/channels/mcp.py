"""The door to assistants with tools at ``/mcp``: streamable HTTP, without sessions, one answer in JSON a request.

The tools and the SDK of the protocol are loaded when the first request comes.
"""

from __future__ import annotations

import asyncio
import gc
import logging
from typing import TYPE_CHECKING, Any

from aiohttp import web

from engine import schemas
from engine.extras import needed_for
from service.server.middleware import may_embed
from service.server.openapi import Routes
from service.server.requests import ENGINE, POOL, read_body

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
    from starlette.types import Message, Scope


class Door:
    """Makes the server of the tools when it is first needed."""

    def __init__(self, app: web.Application) -> None:
        """Remember who answers, and where."""
        self._app = app
        self._lock = asyncio.Lock()
        self._server: MCPServer[Any] | None = None

    async def server(self) -> MCPServer[Any]:
        """Return the server; loading its libraries does not hold up anything else."""
        async with self._lock:
            if self._server is None:
                self._server = await asyncio.to_thread(self._make)
            return self._server

    def _make(self) -> MCPServer[Any]:
        with needed_for("The Model Context Protocol"):
            from service.channels.mcp_tools import make_server

        logging.getLogger("mcp").setLevel(logging.WARNING)  # it tells of every request
        logging.getLogger("mcp.shared.jsonrpc_dispatcher").setLevel(logging.CRITICAL)  # and of what is asked wrongly
        try:
            server = make_server(self._app[ENGINE], self._app[POOL])
        except SystemError:  # Python counts how deep it parses for all threads at once: another parsed meanwhile
            server = make_server(self._app[ENGINE], self._app[POOL])
        gc.freeze()  # as when the service is ready: these libraries are many objects
        return server


DOOR = web.AppKey("mcp", Door)


def install(app: web.Application) -> None:
    """Let an application answer at ``/mcp``; whose pages may ask is decided as for every other door."""
    app[DOOR] = Door(app)


ROUTES = Routes()


@ROUTES("POST /mcp", body=schemas.Rpc, statuses=(200, 202, 400, 404, 406), errors=(403, 408, 413, 415))
async def respond(request: web.Request) -> web.Response:
    """Speak the Model Context Protocol (streamable HTTP); docs/mcp.md lists the tools."""
    if not may_embed(request, request.app[ENGINE].config.service.origins):
        raise web.HTTPForbidden
    await read_body(request, schemas.Rpc)
    body = await request.read()
    response = web.Response()
    received = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Message:
        return received.pop() if received else {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            response.set_status(message["status"])
            for name, value in message["headers"]:
                if name.lower() != b"content-length":
                    response.headers.add(name.decode("latin-1"), value.decode("latin-1"))
        else:
            response.body = (response.body or b"") + message.get("body", b"")

    server = await request.app[DOOR].server()
    manager = _manager(server)
    async with manager.run():
        await manager.handle_request(_scope(request), receive, send)
    return response


def _manager(server: MCPServer[Any]) -> StreamableHTTPSessionManager:
    """Return what speaks HTTP for a server; it serves one request. Who may ask was decided before."""
    from mcp.server.transport_security import TransportSecuritySettings

    decided = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    server.streamable_http_app(json_response=True, stateless_http=True, transport_security=decided)
    return server.session_manager


def _scope(request: web.Request) -> Scope:
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request.method,
        "scheme": request.scheme,
        "path": request.path,
        "raw_path": request.raw_path.encode(),
        "query_string": request.query_string.encode(),
        "root_path": "",
        "headers": [(name.lower(), value) for name, value in request.raw_headers],
        "client": None,
        "server": None,
    }
