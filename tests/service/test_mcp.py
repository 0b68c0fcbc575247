"""The tools, called by the SDK's own client over both transports."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from mcp import Client, StdioServerParameters

from service.channels import mcp_tools
from tests.service.served import Service

ROOT = Path(__file__).parents[2]


@asynccontextmanager
async def over_http(url: str, mode: str = "auto") -> AsyncIterator[Client]:
    async with Client(f"{url}/mcp", mode=mode) as client:
        yield client


@pytest.fixture(params=["stdio", "http"])
async def connect(request: pytest.FixtureRequest, service: Service, index: Path) -> Any:
    """Return what connects a client: to the command by pipes, or to the served application."""
    if request.param == "http":
        return lambda: over_http(service.url)
    command = StdioServerParameters(
        command=sys.executable,
        args=["-c", "from service.cli.commands import main; main()", "mcp", "--index", str(index)],
        cwd=str(ROOT),
        env=dict(os.environ),
    )
    return lambda: Client(command)


async def test_the_tools_say_what_they_take_and_give(connect: Any) -> None:
    async with connect() as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert set(tools) == {"ask", "compare", "sources", "explain"}
    for tool in tools.values():
        assert tool.description
        assert tool.annotations is not None
        assert tool.annotations.read_only_hint
        Draft202012Validator.check_schema(tool.input_schema)
        assert tool.output_schema is not None
        Draft202012Validator.check_schema(tool.output_schema)


async def test_the_server_is_made_again_where_another_thread_disturbed_its_parsing(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, make_server = [], mcp_tools.make_server

    def disturbed(*parts: Any) -> Any:
        made.append(parts)
        if len(made) == 1:
            raise SystemError("AST constructor recursion depth mismatch (before=80, after=81)")  # as Python 3.11 does
        return make_server(*parts)

    monkeypatch.setattr(mcp_tools, "make_server", disturbed)
    async with over_http(service.url) as client:
        assert (await client.list_tools()).tools
    assert len(made) == 2


async def test_an_assistant_compares_asks_and_looks_at_sources(connect: Any) -> None:
    async with connect() as client:
        compared = await client.call_tool("compare", {"objects": ["tea", "coffee"], "aspects": [{"name": "sleep"}]})
        asked = await client.call_tool("ask", {"question": "Is tea better than coffee for sleep?"})
        sources = await client.call_tool("sources", {"objects": ["tea", "coffee"], "favours": "coffee", "limit": 1})
        why = await client.call_tool("explain", {"objects": ["tea", "coffee"], "limit": 2})
    for result in (compared, asked):
        found = result.structured_content
        assert (found["verdict"]["winner"], found["verdict"]["decision"]) == ("tea", "first")
        assert found["citations"]
        assert "tea" in result.content[0].text
        assert found["citations"][0]["title"] in result.content[0].text
    evidence = sources.structured_content
    assert (evidence["total"], len(evidence["sentences"])) == (2, 1)
    assert "coffee over tea" in sources.content[0].text
    assert len(why.structured_content["votes"]) == 2


WRONG = [
    ("compare", {"objects": ["tea"]}, "objects"),
    ("compare", {"objects": ["tea"] * 11}, "objects"),
    ("compare", {"objects": ["tea", "Tea"]}, "name the same thing"),
    ("compare", {"objects": ["tea", "x" * 101]}, "at most 100"),
    ("compare", {"objects": ["tea", "coffee"], "aspects": [{"name": "a", "weight": 6}]}, "weight"),
    ("ask", {"question": "x" * 2001}, "2000"),
    ("ask", {}, "question"),
    ("sources", {"objects": ["tea", "coffee"], "favours": "milk"}, "is not compared"),
    ("sources", {"objects": ["tea", "coffee"], "limit": 51}, "50"),
    ("explain", {"objects": ["tea", "coffee", "milk"]}, "objects"),
    ("steal", {}, "steal"),
]


@pytest.mark.parametrize(("tool", "arguments", "says"), WRONG)
async def test_what_is_out_of_bounds_is_refused_with_a_reason(
    service: Service, tool: str, arguments: dict[str, Any], says: str
) -> None:
    async with over_http(service.url) as client:
        result = await client.call_tool(tool, arguments)
    assert result.is_error
    assert says in result.content[0].text


async def test_a_question_without_two_things_is_answered_by_what_is_missing(service: Service) -> None:
    async with over_http(service.url) as client:
        result = await client.call_tool("ask", {"question": "Is tea good?"})
    assert not result.is_error
    assert (result.structured_content["verdict"], result.structured_content["orders"]) == (None, [])


async def test_several_things_are_put_in_order(service: Service) -> None:
    async with over_http(service.url) as client:
        result = await client.call_tool("compare", {"objects": ["tea", "coffee", "mate"]})
    (order, *_) = result.structured_content["orders"]
    assert {place["object"] for place in order["places"]} == {"tea", "coffee", "mate"}


async def test_clients_of_the_older_protocol_are_served_too(service: Service) -> None:
    async with over_http(service.url, mode="legacy") as client:
        result = await client.call_tool("ask", {"question": "Is tea better than coffee?"})
    assert not result.is_error


async def test_pages_of_other_sites_may_not_call_the_tools(service: Service) -> None:
    status, _ = await service.post("/mcp", {}, headers={"Origin": "https://elsewhere.example"})
    assert status == 403


async def test_a_prompt_that_is_not_there_leaves_no_trace(service: Service, caplog: pytest.LogCaptureFixture) -> None:
    asked = {"jsonrpc": "2.0", "id": 1, "method": "prompts/get", "params": {"name": "x"}}
    headers = {"Accept": "application/json, text/event-stream"}
    assert "error" in (await service.post("/mcp", asked, headers=headers))[1]
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"jsonrpc":"2.0"}', b"\xff" * 99])
async def test_what_is_no_message_is_refused(service: Service, body: bytes) -> None:
    async with service.http.post(service.at("/mcp"), data=body, headers={"Content-Type": "application/json"}) as answer:
        assert answer.status == 400
        assert (await answer.json())["error"]
