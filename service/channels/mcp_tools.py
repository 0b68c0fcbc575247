"""Tools for any assistant that speaks the Model Context Protocol: compare, ask, sources, explain.

``whichever mcp`` runs the server over standard input and output, ``service.channels.mcp`` over HTTP.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import Field

from engine import __version__, schemas, types
from engine.errors import EngineError
from engine.pipeline import Engine
from service.rendering import markdown
from service.rendering.blocks import count, of_answer
from service.rendering.explanation import show_explanation
from service.server.pool import Pool

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
Aspects = Annotated[list[schemas.AspectRequest], Field(max_length=10, description="Points of view that matter.")]
Index = Annotated[str, Field(max_length=100, description="Name of the index to search; the first one when empty.")]
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

    async def ask(
        self, question: Question, fast: Fast = False, index: Index = ""
    ) -> Annotated[CallToolResult, schemas.Finding]:
        """Answer a comparative question in plain English with cited evidence."""
        return await self._run(index, lambda engine: _found(engine.ask(question, fast=fast)))

    async def compare(
        self, objects: Things, aspects: Aspects | None = None, fast: Fast = False, index: Index = ""
    ) -> Annotated[CallToolResult, schemas.Finding]:
        """Say which of two or more things the evidence favours, overall and on each aspect."""
        query = _query(objects, aspects, fast=fast)
        return await self._run(index, lambda engine: _found(engine.answer(engine.compare_any(query))))

    async def sources(
        self,
        objects: Pair,
        aspects: Aspects | None = None,
        favours: Side = None,
        offset: Offset = 0,
        limit: Limit = 10,
        index: Index = "",
    ) -> Annotated[CallToolResult, schemas.Evidence]:
        """List the sentences that compare two things, the most convincing first, with where they stand."""
        query = _query(objects, aspects)

        def work(engine: Engine) -> CallToolResult:
            comparison = engine.compare(query)
            evidence = schemas.evidence(comparison, favours=favours, offset=offset, limit=limit)
            return _result(_listed(evidence), evidence)

        return await self._run(index, work)

    async def explain(
        self,
        objects: Pair,
        aspects: Aspects | None = None,
        offset: Offset = 0,
        limit: Limit = 10,
        index: Index = "",
    ) -> Annotated[CallToolResult, schemas.Explanation]:
        """Say why a comparison of two things ends as it does: who votes for whom by which sentences."""
        query = _query(objects, aspects)

        def work(engine: Engine) -> CallToolResult:
            explanation = schemas.explanation(engine.explain(query), offset=offset, limit=limit)
            return _result(show_explanation(explanation, fancy=False), explanation)

        return await self._run(index, work)

    async def _run(self, index: str, work: Callable[[Engine], T]) -> T:
        try:
            engine = self._engine.of(index)
            return await self._pool.run(lambda: work(engine))
        except EngineError as error:
            raise ToolError(error.tell()) from error


def make_server(engine: Engine, pool: Pool) -> MCPServer[Any]:
    """Return a server with the tools.

    Args:
        engine: Answers.
        pool: Where the engine runs; its limits hold for the tools.
    """
    names = engine.config.index_names
    instructions = f"{INSTRUCTIONS} There are {len(names)} indices: {', '.join(names)}." if names[1:] else INSTRUCTIONS
    server: MCPServer[Any] = MCPServer(
        "whichever", version=__version__, instructions=instructions, subscriptions=False, log_level="WARNING"
    )
    tools = Tools(engine, pool)
    for tool in (tools.ask, tools.compare, tools.sources, tools.explain):
        server.add_tool(tool, annotations=READS)
    return server


def _query(objects: list[str], aspects: list[schemas.AspectRequest] | None, *, fast: bool = False) -> types.Query:
    return types.Query(tuple(objects), schemas.to_aspects(aspects or ()), fast=fast)


def _found(answer: types.Answer) -> CallToolResult:
    return _result(markdown.render(of_answer(schemas.answer(answer))), schemas.finding(answer))


def _listed(evidence: schemas.Evidence) -> str:
    first, second = evidence["objects"]
    lines = [f"{first} and {second} are compared by {count(evidence['total'], 'sentence')}."]
    for n, said in enumerate(evidence["sentences"], evidence["offset"] + 1):
        publisher = types.origin(said["source"], said["document"])
        where = " · ".join(filter(None, (said["title"], publisher, said["date"][:10], said["url"])))
        lines.append(f"{n}. “{said['sentence']}” ({said['stance'].lower()}) {where}")
    return "\n".join(lines)


def _result(text: str, value: Any) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=value)
