"""Traces: what a collector is sent of a question, that nothing said is in it, and that none is needed."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable
from typing import Any

from aiohttp import web
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from tests.service.served import Service, served, until

PARENT = "4bf92f3577b34da6a3ce929d0e0e4736"


async def test_a_collector_is_sent_requests_and_the_stages_of_their_comparisons(serve: Callable[..., Any]) -> None:
    spans: list[Span] = []
    sent: list[bytes] = []

    async def collect(request: web.Request) -> web.Response:
        raw = await request.read()
        sent.append(gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw)
        told = ExportTraceServiceRequest.FromString(sent[-1])
        spans.extend(span for one in told.resource_spans for scope in one.scope_spans for span in scope.spans)
        return web.Response()

    app = web.Application()
    app.router.add_post("/v1/traces", collect)
    async with served(web.AppRunner(app)) as collector:
        service: Service = await serve(service={"traces": collector})
        headers = {"traceparent": f"00-{PARENT}-00f067aa0ba902b7-01"}
        question = {"question": "Is tea better than coffee for sleep?"}
        assert (await service.post("/api/v1/ask", question, headers=headers))[0] == 200
        await service.send("DELETE", f"/api/v1/conversations/{'k' * 30}")
        await until(lambda: len(spans) >= 8)
    by_id, named = {span.span_id: span for span in spans}, {span.name: span for span in spans}
    assert {"POST /api/v1/ask", "DELETE /api/v1/conversations/{session}", "compare", "search", "verdict"} <= set(named)
    assert {span.trace_id.hex() for span in spans if not span.name.startswith("DELETE")} == {PARENT}
    assert by_id[named["search"].parent_span_id].name == "compare"
    assert by_id[named["compare"].parent_span_id].name == "POST /api/v1/ask"
    assert not [word for word in (b"sleep", b"coffee", b"kkkk") if any(word in raw for raw in sent)]


async def test_a_collector_that_is_away_is_not_waited_for(serve: Callable[..., Any]) -> None:
    service: Service = await serve(service={"traces": "http://127.0.0.1:9"})
    async with asyncio.timeout(5):
        assert (await service.get("/api/v1/search?q=tea"))[0] == 200
