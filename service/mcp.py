"""Tools for any assistant that speaks the Model Context Protocol: compare, ask, sources, explain.

``make_server`` makes the server; ``whichever mcp`` runs it over standard input and output, and the public listener
hands it what is posted to ``/mcp`` (streamable HTTP, without sessions: one answer in JSON for each request).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from importlib.metadata import version
from typing import Annotated, Any, TypeVar

from aiohttp import hdrs, web
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.transport_security import TransportSecuritySettings
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import Field
from starlette.types import Message, Scope

from engine import types, wire
from engine.errors import EngineError
from engine.pipeline import Engine
from service.edge import may_embed
from service.explained import show_explanation
from service.handling import ENGINE, POOL, read_body
from service.openapi import Route
from service.pool import Pool
from service.rendering import markdown
from service.rendering.blocks import of_answer

T = TypeVar("T")

INSTRUCTIONS = (
    "Compares things on the evidence of an index of texts. Every claim is a quotation with its source: pass the "
    "numbers in brackets on, and say so when the evidence is too thin for a verdict."
)

READS = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)

Question = Annotated[str, Field(max_length=2000, description='Such as "Is Python better than MATLAB for plots?"')]
Name = Annotated[str, Field(min_length=1, max_length=100)]
Things = Annotated[list[Name], Field(min_length=2, max_length=10, description="Two different names, or more.")]
Pair = Annotated[list[Name], Field(min_length=2, max_length=2, description="Two different names.")]
Aspects = Annotated[list[wire.AspectRequest], Field(max_length=10, description="Points of view that matter.")]
Fast = Annotated[bool, Field(description="Weigh fewer sentences.")]
Side = Annotated[str | None, Field(max_length=100, description="One of the two, to see only what speaks for it.")]
Offset = Annotated[int, Field(ge=0, le=1_000_000, description="How many to skip.")]
Limit = Annotated[int, Field(ge=1, le=50, description="The most to return.")]


class Tools:
    """What an assistant may call; the text is for people, the structured content for programs."""

    def __init__(self, engine: Engine, pool: Pool) -> None:
        """Remember who answers, and where."""
        self._engine = engine
        self._pool = pool

    async def ask(self, question: Question, fast: Fast = False) -> Annotated[CallToolResult, wire.Finding]:
        """Answer a comparative question in plain English with cited evidence."""
        return await self._run(lambda engine: _found(engine.ask(question, fast=fast)))

    async def compare(
        self, objects: Things, aspects: Aspects | None = None, fast: Fast = False
    ) -> Annotated[CallToolResult, wire.Finding]:
        """Say which of two or more things the evidence favours, overall and on each aspect."""
        wanted = _aspects(aspects)
        return await self._run(lambda engine: _found(engine.answer(engine.compare_any(objects, wanted, fast=fast))))

    async def sources(
        self, objects: Pair, aspects: Aspects | None = None, favours: Side = None, offset: Offset = 0, limit: Limit = 10
    ) -> Annotated[CallToolResult, wire.Evidence]:
        """List the sentences that compare two things, the most convincing first, with where they stand."""
        wanted = _aspects(aspects)

        def work(engine: Engine) -> CallToolResult:
            comparison = engine.compare(objects, wanted)
            evidence = wire.evidence(comparison, favours=favours, offset=offset, limit=limit)
            return _result(_listed(evidence), evidence)

        return await self._run(work)

    async def explain(
        self, objects: Pair, aspects: Aspects | None = None, offset: Offset = 0, limit: Limit = 10
    ) -> Annotated[CallToolResult, wire.Explanation]:
        """Say why a comparison of two things ends as it does: who votes for whom by which sentences."""
        wanted = _aspects(aspects)

        def work(engine: Engine) -> CallToolResult:
            explanation = wire.explanation(engine.explain(objects, wanted), offset=offset, limit=limit)
            return _result(show_explanation(explanation, fancy=False), explanation)

        return await self._run(work)

    async def _run(self, work: Callable[[Engine], T]) -> T:
        try:
            return await self._pool.run(lambda: work(self._engine))
        except EngineError as error:
            raise ToolError(str(error)) from error


def make_server(engine: Engine, pool: Pool) -> MCPServer[Any]:
    """Return a server with the tools.

    Args:
        engine: Answers.
        pool: Where the engine runs; its limits hold for the tools.
    """
    server: MCPServer[Any] = MCPServer(
        "whichever", version=version("whichever"), instructions=INSTRUCTIONS, subscriptions=False, log_level="WARNING"
    )
    tools = Tools(engine, pool)
    for tool in (tools.ask, tools.compare, tools.sources, tools.explain):
        server.add_tool(tool, annotations=READS)
    return server


def _aspects(aspects: list[wire.AspectRequest] | None) -> tuple[types.Aspect, ...]:
    return tuple(types.Aspect(aspect.name, aspect.weight) for aspect in aspects or ())


def _found(answer: types.Answer) -> CallToolResult:
    return _result(markdown.render(of_answer(wire.answer(answer))), wire.finding(answer))


def _listed(evidence: wire.Evidence) -> str:
    first, second = evidence["objects"]
    lines = [f"{evidence['total']} sentences compare {first} and {second}."]
    for n, said in enumerate(evidence["sentences"], evidence["offset"] + 1):
        where = " · ".join(filter(None, (said["title"], said["source"], said["date"][:10], said["url"])))
        lines.append(f"{n}. “{said['sentence']}” ({said['stance'].lower()}) {where}")
    return "\n".join(lines)


def _result(text: str, value: Any) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=value)


SERVER = web.AppKey("mcp", MCPServer[Any])
DECIDED_BEFORE = TransportSecuritySettings(enable_dns_rebinding_protection=False)
"""Whose pages may ask is decided as for every other door."""


def install(app: web.Application) -> None:
    """Let an application answer at ``/mcp``."""
    app[SERVER] = make_server(app[ENGINE], app[POOL])
    logging.getLogger("mcp").setLevel(logging.WARNING)  # it tells of every request


async def respond(request: web.Request) -> web.Response:
    """Hand a request to the SDK, which speaks ASGI; without sessions nothing outlives the request."""
    if not may_embed(request, request.app[ENGINE].config.service.origins):
        raise web.HTTPForbidden
    await read_body(request, wire.Rpc)
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

    server = request.app[SERVER]
    server.streamable_http_app(json_response=True, stateless_http=True, transport_security=DECIDED_BEFORE)
    manager = server.session_manager
    async with manager.run():
        await manager.handle_request(_scope(request), receive, send)
    return response


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


ROUTES = (
    Route(
        method=hdrs.METH_POST,
        path="/mcp",
        handler=respond,
        summary="Speak the Model Context Protocol (streamable HTTP); docs/mcp.md lists the tools",
        body=wire.Rpc,
        statuses=(200, 202, 400, 404, 406),
        errors=(403, 408, 413, 415),
    ),
)
